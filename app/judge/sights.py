"""What stands at a path of a view, an inspection or a catalogue, and whether it is what a case says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from app.engine.geometry import Point
from app.engine.views import View
from app.judge.compare import fields, same, worded

NAMES = ("id", "key", "seat", "about", "code")
"""By which of its fields a part of a list is called."""
MISSING = object()
"""What stands at a path that leads nowhere."""


def found_at(whole: Any, path: Sequence[str]) -> Any:
    """What the path leads to: fields, keys, places of a list, or the name of one of its parts; ``at``: where it is.

    The path may begin with the name of any counter, group, force, piece of terrain or zone of a view.
    """
    first, *rest = path
    found = below(whole, first)
    if found is MISSING and isinstance(whole, View):
        found = next((part for part in everything(whole) if first in names(part)), MISSING)
    for word in rest:
        found = below(found, word)
    return found


def everything(view: View) -> Iterator[Any]:
    """All of a view that has a name: what is on the table, then what its sides list."""
    yield from (*view.pieces, *view.terrain, *view.zones, *view.sides)
    for side in view.sides:
        yield from (*side.groups, *side.forces, *side.models)


def below(thing: Any, word: str) -> Any:
    """One step of a path."""
    if isinstance(thing, dict):
        return thing.get(word, MISSING)
    if isinstance(thing, msgspec.Struct):
        known = fields(thing)
        return Point(known["x"], known["y"]) if word == "at" and {"x", "y"} <= set(known) else known.get(word, MISSING)
    if isinstance(thing, tuple | list):
        if word.isdecimal():
            return thing[int(word)] if int(word) < len(thing) else MISSING
        return len(thing) if word == "count" else next((part for part in thing if word in names(part)), MISSING)
    return MISSING


def names(part: Any) -> tuple[str, ...]:
    """What a part of a list may be called."""
    known = fields(part) if isinstance(part, msgspec.Struct) else part if isinstance(part, dict) else {}
    return tuple(str(known[name]) for name in NAMES if known.get(name))


def says(found: Any, said: str, unit: int) -> bool:
    """Whether what was found is this: a value; of a list of parts their names; of anything with parts ``yes``.

    A path that leads nowhere is ``no``.
    """
    if found is MISSING:
        return said == "no"
    if isinstance(found, Point):
        return same(found, said, unit)
    if isinstance(found, msgspec.Struct | dict):
        return said == "yes"
    if isinstance(found, tuple | list) and any(names(part) for part in found):
        return said == listed(found)
    return same(found, said, unit)


def listed(parts: Sequence[Any]) -> str:
    """The first names of the parts of a list."""
    return "+".join(next(iter(names(part)), "?") for part in parts)


def shown_as(found: Any, unit: int) -> str:
    """What was found, as a case would say it."""
    if found is MISSING:
        return "no"
    if isinstance(found, dict) or (isinstance(found, msgspec.Struct) and not isinstance(found, Point)):
        return f"yes ({', '.join(found if isinstance(found, dict) else fields(found))})"
    return listed(found) if isinstance(found, tuple | list) and any(map(names, found)) else worded(found, unit)
