"""Between what the rules hold and what the store holds: events, answers and throws as JSON."""

from __future__ import annotations

from typing import Any, cast

import msgspec

from app.engine.asks import Json
from app.engine.digest import canonical
from app.engine.events import Event, Seat
from app.engine.session import Answered, Entry, Thrown
from app.engine.system import RuleSystem
from app.store.db import Row


def facts_of(event: Event) -> Row:
    """An event as it is stored."""
    return cast(Row, plain(event))


def entry_of(row: Row) -> Entry:
    """A tape row as the session reads it."""
    if row["kind"] == "throw":
        return Thrown(tuple(row["body"]["faces"]), row["body"]["why"])
    return Answered(Seat(row["seat"]), row["body"])


def is_played(row: Row) -> bool:
    """Whether an event row comes from the rules, not from the table."""
    return not row["kind"].startswith("engine.")


def by_draw(throw: Row) -> int:
    """The order in which struck throws fall again."""
    return int(throw["draw"])


def plain(value: Any) -> Json:
    """A value as JSON holds it, so that it is the same before and after it was stored."""
    return msgspec.json.decode(msgspec.json.encode(value))


def common(a: list[Row], b: list[Row]) -> int:
    """How many rows the two lists share from their start."""
    pairs = zip(a, b, strict=False)
    return next((i for i, (x, y) in enumerate(pairs) if canonical(x) != canonical(y)), min(len(a), len(b)))


def decode(system: RuleSystem[Any], body: Json) -> Event:
    """A stored event of the rules as its class."""
    return cast(Event, msgspec.convert(body, union_of(system), str_keys=True))


UNIONS: dict[tuple[type[Event], ...], Any] = {}


def union_of(system: RuleSystem[Any]) -> Any:
    """The one type that reads every event of a system."""
    types = system.event_types
    if types not in UNIONS:
        union: Any = types[0]
        for one in types[1:]:
            union = union | one
        UNIONS[types] = union
    return UNIONS[types]
