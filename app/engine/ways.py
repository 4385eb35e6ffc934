"""The way of a body, told from the ground it covered at each station, or from how all stood before an event."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from app.engine.events import Event
from app.engine.formations import block
from app.engine.geometry import Point, Polygon, distance
from app.engine.system import RuleSystem
from app.engine.thoughts import mean

LEAST = 100
"""Whose middle has moved less, in 1/100 mm, has only turned."""


class Carried(NamedTuple):
    """The ways of some events that others tell: of which kinds all these are, and the way of each by its number."""

    kinds: frozenset[str]
    told: Callable[[Iterable[tuple[int, Event]]], dict[int, tuple[Point, ...]]]


def middles(stations: Iterable[Sequence[Point]]) -> tuple[Point, ...]:
    """The middles of some ground, one after the other; none where they all lie in one place."""
    found = list[Point]()
    for middle in (mean(station) for station in stations if station):
        if not found or distance(found[-1], middle) >= LEAST:
            found.append(middle)
    return tuple(found) if len(found) > 1 else ()


def moved(footprint: Polygon, at: Point, facing: int) -> Polygon:
    """The footprint of a formation as large as this one, the middle of its front there."""
    left, right, rear = footprint[:3]
    return block(at, facing, distance(left, right), distance(right, rear))


def led(system: RuleSystem[Any], before: Any, event: Event, after: Any) -> tuple[Point, ...]:  # noqa: ANN401 - states of any system
    """Along which way an event leads the one who goes by it: from where he stood before it to where he stands after."""
    picture = system.tell(event).picture
    stands = getattr(system, "stands", None)
    if stands is None or picture is None or len(picture.by) != 1:
        return ()
    start, end = (stands(state, picture.by[0]) for state in (before, after))
    return middles(((start,), (end,))) if start and end else ()
