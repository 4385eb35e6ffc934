"""Between what the rules hold and what the store holds: events, answers and throws as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, cast

import msgspec

from app.engine.asks import Json
from app.engine.digest import canonical
from app.engine.events import Event, Seat
from app.engine.session import Answered, Entry, Thrown
from app.engine.system import RuleSystem
from app.games.results import Motion
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


def is_for_all(body: Row) -> bool:
    """Whether everybody may see an event, or who looks at its row."""
    return body["seen_by"] is None


def versions(rows: Iterable[Row]) -> list[int]:
    """The versions of those events of the rules that everybody may see."""
    return [row["version"] for row in rows if is_played(row) and is_for_all(row)]


def since(recent: Sequence[Row], head: int, version: int) -> list[Row] | None:
    """Of the latest events those told after a version, if all of them are among these."""
    first = recent[0] if recent else {"seq": 0, "version": 0}
    whole = first["seq"] + len(recent) - 1 == head and (first["seq"] == 1 or first["version"] <= version)
    return [row for row in recent if row["version"] > version] if whole else None


def plain(value: Any) -> Json:
    """A value as JSON holds it, so that it is the same before and after it was stored."""
    return msgspec.json.decode(msgspec.json.encode(value))


def motions_of(game: Row) -> tuple[Motion, ...]:
    """What is being asked of the table, as a stored game has it."""
    return msgspec.convert(game.get("motions") or [], tuple[Motion, ...])


def common(a: list[Row], b: list[Row]) -> int:
    """How many rows the two lists share from their start."""
    pairs = zip(a, b, strict=False)
    return next((i for i, (x, y) in enumerate(pairs) if canonical(x) != canonical(y)), min(len(a), len(b)))


def decode(system: RuleSystem[Any], body: Json) -> Event:
    """A stored event of the rules as its class."""
    kind = classes_of(system.event_types).get(body.get("kind"))
    if kind is None:
        raise msgspec.ValidationError(f"no event of the rules is called {body.get('kind')}")
    return msgspec.convert(body, kind, str_keys=True)


@cache
def classes_of(types: tuple[type[Event], ...]) -> dict[str, type[Event]]:
    """Every event of a system by its name: to read one as what it is takes a hundredth of trying them all."""
    return {str(one.__struct_config__.tag): one for one in types}


def folded(system: RuleSystem[Any], start: Any, bodies: Sequence[Row]) -> Any:
    """The state that events lead to from another, which is read anew."""
    state = msgspec.json.decode(msgspec.json.encode(start), type=system.state_type)
    for body in bodies:
        state = system.evolve(state, decode(system, body))
    return state
