"""Every English sentence of Kensei by key: what its rooms say, and the names that stand in the data."""

from __future__ import annotations

from app.engine.rooms import sentences_in
from app.systems.kensei.armies.lists import names

MOST = 24
"""The most models, files, levels or Units a choice counts."""
SENTENCES: dict[str, str] = {
    **dict(names()),
    **{f"number.{n}": str(n) for n in range(MOST + 1)},
    **sentences_in("app.systems.kensei"),
}
