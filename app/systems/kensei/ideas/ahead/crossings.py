"""How an army gets over a River: who goes by which crossing, in a line with it, and who waits behind whom."""

from __future__ import annotations

from app.engine.events import Seat
from app.engine.geometry import CM, Box, Point, Polygon, box
from app.engine.thoughts import length
from app.systems.kensei.army import Unit
from app.systems.kensei.measure import centre, parts
from app.systems.kensei.scenarios.figures import far_bank
from app.systems.kensei.state import State

Way = tuple[Point, ...]
CROSSINGS = ("bridge", "ford")
ROOM, BEYOND, SPARE = 1 * CM, 8 * CM, 20
"""Between a unit and the bank, and between units that wait; how far behind a crossing others are made room for; by how
much less than it might, in 1/100 mm, a unit is aside from the middle of one."""


def crossings(state: State) -> tuple[Box, ...]:
    """The boxes of bridges and fords."""
    if CROSSINGS not in state.memo:
        state.memo[CROSSINGS] = tuple(box(p.outline) for p in state.table.pieces if p.kind in CROSSINGS)
    found: tuple[Box, ...] = state.memo[CROSSINGS]
    return found


def is_to_cross(state: State, unit: Unit, at: Point) -> bool:
    """Whether the River lies between a unit and a place beyond it, with a crossing over it."""
    bank = far_bank(state, unit.seat)
    return bool(bank) and not is_in(bank, centre(state, unit)) and is_in(bank, at) and bool(crossings(state))


def is_in(bank: Polygon, at: Point) -> bool:
    """Whether a place lies on a bank."""
    return bank[0].y <= at.y <= bank[2].y


def over(state: State, unit: Unit, at: Point) -> Way:
    """Over the River to a place: into a line with the crossing, behind those who go before, and from there straight."""
    here, line = centre(state, unit), in_line(state, unit.seat)
    by, before = line.get(unit.id) or (min(crossings(state), key=lambda it: (aside(it, here.x), it)), 0)
    return way_by(state, unit, by, before, at)


def way_by(state: State, unit: Unit, by: Box, before: int, at: Point) -> Way:
    """The way by one crossing, with so many others before."""
    here, body = centre(state, unit), box(tuple(p for part in parts(state, unit) for p in part))
    half, deep = (body.east - body.west) // 2, (body.south - body.north) // 2
    middle, play = (by.west + by.east) // 2, max(SPARE, (by.east - by.west) // 2 - half - SPARE)
    lies_north = at.y < here.y
    near, far = (by.south, by.north) if lies_north else (by.north, by.south)
    sign = 1 if lies_north else -1
    ashore = far - sign * (BEYOND + deep)
    if abs(here.x - middle) <= play:
        return Point(here.x, ashore), at
    gate = near + sign * (deep + ROOM + before * (2 * deep + ROOM))
    return Point(middle, gate), Point(middle, ashore), at


def aside(by: Box, x: int) -> int:
    """How far aside of the middle of a crossing that is."""
    return abs((by.west + by.east) // 2 - x)


def in_line(state: State, seat: Seat) -> dict[str, tuple[Box, int]]:
    """By which crossing each unit goes that is not over yet, and how many go before it: the nearest choose first, and
    go to another where fewer wait if that is no longer."""
    key = ("in-line", seat)
    if key not in state.memo:
        state.memo[key] = _in_line(state, seat)
    found: dict[str, tuple[Box, int]] = state.memo[key]
    return found


def _in_line(state: State, seat: Seat) -> dict[str, tuple[Box, int]]:
    bank = far_bank(state, seat)
    mine = [u for u in state.fielded(seat) if u.ranked and not u.fleeing and not is_in(bank, centre(state, u))]
    waiting, found = dict.fromkeys(crossings(state), 0), dict[str, tuple[Box, int]]()
    ways = {u.id: {by: longer(state, u, by, bank) for by in waiting} for u in mine}
    for id in sorted(ways, key=lambda id: (min(ways[id].values()), id)):
        by = min(waiting, key=lambda by: ways[id][by] + waiting[by] * BEYOND)
        found[id] = (by, waiting[by])
        waiting[by] += 1
    return found


def longer(state: State, unit: Unit, by: Box, bank: Polygon) -> float:
    """How long the way of a unit to the far bank is by a crossing, more where it is too wide for it."""
    here, middle = centre(state, unit), (by.west + by.east) // 2
    shore = bank[0].y if bank[0].y > here.y else bank[2].y
    xs = [p.x for part in parts(state, unit) for p in part]
    wide = max(xs) - min(xs) > by.east - by.west
    return length((here, *way_by(state, unit, by, 0, Point(middle, shore)))) + wide * state.table.width
