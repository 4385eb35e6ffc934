"""Every English sentence of Celtos by key: what its rooms say, and the names that stand in the data."""

from __future__ import annotations

from collections.abc import Iterator

from app.engine import own
from app.engine.rooms import sentences_in
from app.engine.words import N_
from app.systems.celtos.bands.lists import LISTS, names
from app.systems.celtos.book import table
from app.systems.celtos.scenarios.figures import PARTS

NAMED = ("weapons", "abilities", "terrain")


FIGURES = {
    "mv": N_("MV"), "in": N_("IN"), "ds": N_("DS"), "as": N_("AS"), "fu": N_("FU"),
    "rs": N_("RS"), "hr": N_("HR"), "mn": N_("MN"), "tm": N_("TM"),
}  # fmt: skip
"""What the figures of a profile are called."""
MOST = max(entry.max for army in LISTS.values() for entry in army.entries)


def named() -> Iterator[tuple[str, str]]:
    """The names of weapons, abilities, terrain, lists and their entries, of figures, and numbers of models."""
    for name in NAMED:
        for key, row in table(name).items():
            yield f"word.{key}", str(row["name"])
    yield from names()
    for key, figure in FIGURES.items():
        yield f"build.{key}", figure
        yield f"word.{key}", figure
    for number in range(1, MOST + 1):
        yield f"number.{number}", str(number)
    yield from own.names(PARTS)


SENTENCES: dict[str, str] = {**dict(named()), **sentences_in("app.systems.celtos")}
