"""What a panel says of an option and of the last roll, and how much room it keeps for what is still to be told."""

from __future__ import annotations

import re
from collections import Counter

from msgspec import Struct

from app.engine.asks import Json
from app.engine.system import Telling
from app.engine.views import Note
from app.games.odds import MOST
from app.web.page.words import Words, gettext


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


def came(words: Words, told: Telling) -> str:
    """A roll in one line: what came of it, with total and what it had to reach where the sentence lacks them."""
    said = words.says(told.about, {"total": told.total, "needed": told.needed, **told.facts})
    numbers = set(re.findall(r"\d+", said))
    if told.total is None or str(abs(told.total)) in numbers:
        return said
    needed = None if str(told.needed) in numbers else told.needed
    return f"{said.rstrip('.')}: {outcome(told.total, needed, below=told.below)}"


def outcome(total: int | None, needed: int | None, passed: bool | None = None, *, below: bool = False) -> str:
    """The total, and what it had to reach, or to stay below; nothing more where it failed by no more than that."""
    if total is None:
        return ""
    shown = f"−{-total}" if total < 0 else str(total)
    if needed is None or (total == needed and passed is False and not below):
        return shown
    text = gettext("{total} (needs under {needed})") if below else gettext("{total} (needs {needed})")
    return text.format(total=shown, needed=needed)
