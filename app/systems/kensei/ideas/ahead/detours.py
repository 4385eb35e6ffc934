"""Round what stands in the way: how a unit goes that cannot go straight to where it wants to be."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from app.engine.geometry import Box, Point, box
from app.engine.thoughts import length
from app.systems.kensei.army import Unit
from app.systems.kensei.ground.terrain import ground
from app.systems.kensei.measure import Parts, centre, parts
from app.systems.kensei.state import State

ROOM = 700
"""So much room beside itself a unit leaves, in 1/100 mm."""


def round_about(state: State, unit: Unit, here: Point, at: Point) -> tuple[Point, ...]:
    """The corners by which a unit goes round the first thing nobody walks through that lies on its straight way to a
    place: aside, then past it; none where the way is free."""
    if not shut(state) or not (unit.ranked or unit.is_character):
        return ()
    half = half_width(state, unit)
    upright = abs(at.y - here.y) >= abs(at.x - here.x)
    met = [it for it in shut(state) if lies_between(it, here, at, half, upright=upright)]
    if not met:
        return ()
    first = min(met, key=lambda it: abs((it.north + it.south) // 2 - here.y) if upright
                else abs((it.west + it.east) // 2 - here.x))  # fmt: skip
    ways = list(past(first, here, at, half, upright=upright))
    on_table = [way for way in ways if all(is_on(state, p, half) for p in way)]
    return min(on_table or ways, key=lambda way: length((here, *way, at)))


def half_width(state: State, unit: Unit) -> int:
    """Half of the widest a unit is, and a little."""
    return _half(parts(state, unit))


@lru_cache(maxsize=2048)
def _half(shapes: Parts) -> int:
    places = [p for part in shapes for p in part]
    xs, ys = [p.x for p in places], [p.y for p in places]
    return max(max(xs) - min(xs), max(ys) - min(ys)) // 2 + ROOM if places else 0


def shut(state: State) -> tuple[Box, ...]:
    """The boxes of what nobody walks through; a river is gone over by its crossings."""
    key = ("shut",)
    if key not in state.memo:
        lies = ground(state)
        river = bool(lies.bridges)
        state.memo[key] = tuple(box(p.outline) for p in lies.shut if not (p.kind.water and river) and not p.is_line)
    found: tuple[Box, ...] = state.memo[key]
    return found


def lies_between(it: Box, here: Point, at: Point, half: int, *, upright: bool) -> bool:
    """Whether a box lies on the way, with room for half a unit beside it, and neither place is in it."""
    if it.west <= at.x <= it.east and it.north <= at.y <= it.south:
        return False
    (near, far), (low, high) = ((it.north, it.south), (it.west, it.east)) if upright else (
        (it.west, it.east), (it.north, it.south))  # fmt: skip
    (from_, side), (to, other) = ((here.y, here.x), (at.y, at.x)) if upright else ((here.x, here.y), (at.x, at.y))
    if max(from_, to) <= near or min(from_, to) >= far or from_ == to:
        return False
    ends = [side + (other - side) * (edge - from_) // (to - from_) for edge in (near, far)]
    return min(ends) < high + half - ROOM and max(ends) > low - half + ROOM


def past(it: Box, here: Point, at: Point, half: int, *, upright: bool) -> Iterator[tuple[Point, ...]]:
    """The ways past a box on either side: aside where one stands, and on to its far edge."""
    for x in (it.west - half, it.east + half) if upright else ():
        yield Point(x, here.y), Point(x, it.north if at.y < here.y else it.south)
    for y in () if upright else (it.north - half, it.south + half):
        yield Point(here.x, y), Point(it.west if at.x < here.x else it.east, y)


def is_on(state: State, at: Point, half: int) -> bool:
    """Whether there is room for half a unit about a place of the table."""
    return half <= at.x <= state.table.width - half and half <= at.y <= state.table.depth - half


def is_screened(state: State, unit: Unit, foe: Unit) -> bool:
    """Whether another unit stands between a unit and an enemy, so that no charge gets through."""
    here, at = centre(state, unit), centre(state, foe)
    upright = abs(at.y - here.y) >= abs(at.x - here.x)
    both = (unit.id, foe.id)
    return any(lies_between(it, here, at, ROOM, upright=upright) for id, it in bodies(state) if id not in both)


def bodies(state: State) -> tuple[tuple[str, Box], ...]:
    """The boxes of all ranked units, each with its id."""
    key = ("bodies",)
    if key not in state.memo:
        units = [one for one in state.fielded() if one.ranked and not one.building]
        state.memo[key] = tuple((one.id, box(part)) for one in units for part in parts(state, one))
    found: tuple[tuple[str, Box], ...] = state.memo[key]
    return found
