"""What a panel says of an option beside its name, and how much room it keeps for what is still to be told."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from app.engine.asks import Json
from app.engine.views import Note
from app.games.odds import MOST
from app.web.page.words import Words


class Said(Struct, frozen=True):
    """A line about what an option has been told: ``way``, the direction it is to go in degrees; ``to``, whom it is
    meant for."""

    text: str
    way: int | None = None
    to: str = ""


def said_of(words: Words, note: Note) -> Said:
    """The note in words, with what of it can be drawn."""
    way, to = note.facts.get("degrees"), note.facts.get("target")
    drawn = isinstance(way, int) and not to
    return Said(words.says(note.about, note.facts), way if drawn else None, str(to or ""))  # type: ignore[arg-type]


def ways(domain: Json) -> int:
    """In how many ways may be shared out what is to be split, as far as odds are told of each."""
    total, found = domain["total"], Counter({0: 1})
    for most in domain["limits"].values():
        before, found = found, Counter[int]()
        for given, number in before.items():
            for n in range(min(most, total - given) + 1):
                found[given + n] += number
    return min(MOST, found[total])
