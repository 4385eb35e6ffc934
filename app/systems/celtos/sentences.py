"""Every English sentence of Celtos by key: those written by topic, and the names that stand in the data."""

from __future__ import annotations

from collections.abc import Iterator

from app.systems.celtos.book import table
from app.systems.celtos.lists import names
from app.systems.celtos.words import (
    assault,
    book,
    build,
    campaign,
    combat,
    morale,
    move,
    orders,
    reaction,
    rosters,
    setup,
    shoot,
    turn,
)

NAMED = ("weapons", "abilities", "terrain")


def named() -> Iterator[tuple[str, str]]:
    """The names of weapons, abilities, terrain, lists and their entries."""
    for name in NAMED:
        for key, row in table(name).items():
            yield f"word.{key}", str(row["name"])
    yield from names()


TOPICS = (book, setup, rosters, build, turn, orders, move, reaction, shoot, assault, combat, morale, campaign)
SENTENCES: dict[str, str] = {
    **dict(named()),
    **{key: text for topic in TOPICS for key, text in topic.SENTENCES.items()},
}
