"""Every English sentence of Daimyo by key: what its rooms say, and the names that stand in the data."""

from __future__ import annotations

from app.engine import own
from app.engine.rooms import sentences_in
from app.systems.daimyo.armies.lists import names
from app.systems.daimyo.scenarios.figures import PARTS

MOST = 12
"""The most stands, files, clans or rating a choice counts."""
SENTENCES: dict[str, str] = {
    **dict(names()),
    **{f"number.{n}": str(n) for n in range(MOST + 1)},
    **dict(own.names(PARTS)),
    **sentences_in("app.systems.daimyo"),
}
