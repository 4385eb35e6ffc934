"""Every English sentence of Ronin by key: what its rooms say, and the names that stand in the data."""

from __future__ import annotations

from collections.abc import Iterator

from app.engine import own
from app.engine.rooms import sentences_in
from app.systems.ronin.book import table
from app.systems.ronin.scenarios.figures import PARTS

NAMED = ("weapons", "armour", "attributes", "terrain")


def names() -> Iterator[tuple[str, str]]:
    """The names of weapons, armour, attributes, terrain, titles and hires as words."""
    for name in NAMED:
        for key, row in table(name).items():
            yield f"word.{key}", str(row["name"])
    for faction, row in table("factions").items():
        yield f"faction.{faction}", str(row["name"])
        for title in row["titles"]:
            yield f"title.{faction}.{title['id']}", str(title["name"])
    for key, row in table("hires").items():
        yield f"hire.{key}", str(row["name"])
    yield from own.names(PARTS)


SENTENCES: dict[str, str] = {**dict(names()), **sentences_in("app.systems.ronin")}
