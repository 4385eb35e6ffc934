"""A line of battle: where bodies stand in a zone so that they face the enemy, and places about a place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

from app.engine.asks import AnyAsk, Json
from app.engine.geometry import Box, Point
from app.engine.table import Edge, Table


class Body(NamedTuple):
    """Something that takes so much of a front, in 1/100 mm."""

    key: str
    width: int


class Front(NamedTuple):
    """A zone and the edge of the table at its back."""

    zone: Box
    edge: Edge

    @property
    def length(self) -> int:
        """How long its front is."""
        west, north, east, south = self.zone
        return east - west if self.edge in ("north", "south") else south - north

    def at(self, aside: int, back: int) -> Point:
        """The point so far along the front, from the west or the north, and so far behind it."""
        west, north, east, south = self.zone
        ways: dict[Edge, Point] = {
            "south": Point(west + aside, north + back), "north": Point(west + aside, south - back),
            "east": Point(west + back, north + aside), "west": Point(east - back, north + aside),
        }  # fmt: skip
        return ways[self.edge]


def front_of(table: Table, zone: Box) -> Front:
    """The front of a zone: its long side, towards the middle of the table."""
    west, north, east, south = zone
    if east - west >= south - north:
        return Front(zone, "south" if north + south >= table.depth else "north")
    return Front(zone, "east" if west + east >= table.width else "west")


def winged(middle: Sequence[Body], wings: Sequence[Body]) -> tuple[Body, ...]:
    """The wings in turn to the left and the right of the middle."""
    return (*wings[::2][::-1], *middle, *wings[1::2])


def row(front: Front, bodies: Sequence[Body], gap: int, back: int) -> dict[str, Point]:
    """Where bodies stand side by side about the middle of a front, so far behind it; closer where it is too short."""
    if not bodies:
        return {}
    taken = sum(body.width for body in bodies)
    free = min(gap, max(0, front.length - taken) // max(1, len(bodies) - 1))
    aside, found = (front.length - taken - free * (len(bodies) - 1)) // 2, {}
    for body in bodies:
        found[body.key] = front.at(aside + body.width // 2, back)
        aside += body.width + free
    return found


def around(at: Point, step: int, far: int) -> Iterator[Point]:
    """Places about a place, the nearest first, none further away than ``far``."""
    return (Point(at.x + dx * step, at.y + dy * step) for dx, dy in _steps(far // step))


@lru_cache(maxsize=16)
def _steps(most: int) -> tuple[tuple[int, int], ...]:
    every = ((dx, dy) for dx in range(-most, most + 1) for dy in range(-most, most + 1))
    near = [(dx, dy) for dx, dy in every if dx * dx + dy * dy <= most * most]
    return tuple(sorted(near, key=lambda by: (by[0] * by[0] + by[1] * by[1], by)))


class Phased(Protocol):
    """A state that says in which phase it is."""

    @property
    def phase(self) -> str:
        """Its name."""
        ...


def by_default(state: Phased, question: AnyAsk) -> Json | None:
    """What silence means, as long as a game is in its set-up: for systems whose proposals make an army stand well."""
    return question.domain.write(question.default) if state.phase == "setup" else None
