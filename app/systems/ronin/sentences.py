"""Every English sentence of Ronin by key: those written by topic, and the names that stand in the data."""

from __future__ import annotations

from collections.abc import Iterator

from app.systems.ronin.book import table
from app.systems.ronin.words import action, book, build, campaign, combat, move, rosters, setup, shoot, turn, wounds

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


TOPICS = (book, setup, rosters, build, turn, move, shoot, wounds, combat, action, campaign)
SENTENCES: dict[str, str] = {
    **dict(names()),
    **{key: text for topic in TOPICS for key, text in topic.SENTENCES.items()},
}
