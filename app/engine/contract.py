"""Whether something is a rule system: what the contract asks for is there, before anything is played with it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from app.engine.events import Event

KEY = re.compile("[a-z][a-z0-9-]{0,31}")
PATH = re.compile("[MmLlHhVvCcSsQqTtAaZz0-9 ,.-]{0,2000}")
DEEDS = (
    "begin", "next_phase", "evolve", "view", "go", "tell", "inspect", "imagine", "outcome", "concede", "refuse_setup",
    "rulebook", "catalogue",
)  # fmt: skip
"""What a system can be asked (``RuleSystem``)."""


def breach(system: Any) -> str:  # noqa: ANN401 - it may be anything
    """The first thing by which it breaks the contract, in English for who wrote it; empty if there is none."""
    try:
        return next(breaches(system), "")
    except Exception as error:  # it is foreign: whatever breaks in it is told and leaves the others alone
        return f"{type(error).__name__}: {error}"


def breaches(system: Any) -> Iterator[str]:  # noqa: ANN401
    """All by which it breaks the contract; an exception of its own comes through."""
    if missing := [name for name in (*DEEDS, *PARTS) if not hasattr(system, name)]:
        yield f"it has no {', '.join(missing)}"
        return
    if not isinstance(system.key, str) or not KEY.fullmatch(system.key):
        yield f"its key {system.key!r} is not 1 to 32 small letters, figures and hyphens"
    yield from (f"its {name} is {why}" for name, why in PARTS.items() if not FITS[name](getattr(system, name)))
    yield from (f"its {name} cannot be called" for name in DEEDS if not callable(getattr(system, name)))
    yield from of_events(system)
    yield from of_catalogue(system.catalogue())
    if not PATH.fullmatch(getattr(system, "mark", "")):
        yield "its mark is no data of an SVG path, of 2,000 characters at most"
    if system.out_of_turn not in system.clauses:
        yield f"its out_of_turn names {system.out_of_turn!r}, which is no clause of it"


PARTS = {
    "key": "no text", "version": "no whole number above nought", "state_type": "no Struct", "phases": "empty",
    "event_types": "empty", "clauses": "empty", "out_of_turn": "no clause", "staging": "missing",
    "sentences": "without system.name",
}  # fmt: skip
FITS: dict[str, Callable[[Any], bool]] = {
    "key": lambda value: isinstance(value, str),
    "version": lambda value: isinstance(value, int) and value > 0,
    "state_type": lambda value: isinstance(value, type) and issubclass(value, Struct),
    "phases": lambda value: isinstance(value, Mapping) and bool(value),
    "event_types": bool,
    "clauses": lambda value: len(value) > 0,
    "out_of_turn": lambda value: isinstance(value, str),
    "staging": lambda value: value is not None,
    "sentences": lambda value: bool(value.get("system.name")),
}
"""What a part must be."""


def of_events(system: Any) -> Iterator[str]:  # noqa: ANN401
    """Its events are events, each with a tag of its own that begins with its key."""
    tags: dict[str, str] = {}
    for kind in system.event_types:
        if not (isinstance(kind, type) and issubclass(kind, Event)):
            yield f"{kind!r} is no event"
            continue
        tag = str(kind.__struct_config__.tag)
        if not tag.startswith(f"{system.key}."):
            yield f"the tag {tag!r} of {kind.__name__} does not begin with {system.key!r} and a point"
        if tag in tags:
            yield f"{tags[tag]} and {kind.__name__} have the same tag {tag!r}"
        tags[tag] = kind.__name__


def of_catalogue(book: Any) -> Iterator[str]:  # noqa: ANN401
    """Its catalogue has scenarios, each with an id, and a ready roster."""
    for part in ("scenarios", "samples"):
        rows = book.get(part) if isinstance(book, Mapping) else None
        if not rows or not all(isinstance(row, Mapping) and row.get("id") for row in rows):
            yield f"its catalogue has no {part}, each with an id"
