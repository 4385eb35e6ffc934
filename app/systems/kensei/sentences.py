"""Every English sentence of Kensei by key: what its rooms say, and the names that stand in the data."""

from __future__ import annotations

from app.engine.rooms import sentences_in
from app.systems.kensei.armies.lists import names

SENTENCES: dict[str, str] = {
    **dict(names()),
    **sentences_in("app.systems.kensei"),
}
