"""How an army gets over a river: who goes by which crossing, who waits behind whom, and where all stand before it."""

from __future__ import annotations

from app.engine.events import Seat
from app.engine.geometry import CM, Point
from app.engine.thoughts import length, mean
from app.systems.daimyo.book import cm
from app.systems.daimyo.scenarios.figures import scenario
from app.systems.daimyo.state import State, Unit

Way = tuple[Point, ...]
CROSSINGS = ("ford", "bridge")
BANK, BEYOND, STRAIGHT, PASSAGE = 8 * CM, 20 * CM, 2 * CM, 9 * CM
"""How far before and behind a crossing units gather; how far behind it they make room for others; how far aside one
goes straight over; how wide it may be."""


def crossings(state: State) -> tuple[Point, ...]:
    """The middles of fords and bridges."""
    if CROSSINGS not in state.memo:
        state.memo[CROSSINGS] = tuple(mean(p.outline) for p in state.table.pieces if p.kind in CROSSINGS)
    found: tuple[Point, ...] = state.memo[CROSSINGS]
    return found


def bank_of(state: State, seat: Seat, clan: str) -> int | None:
    """The line behind which a side, or this clan of it, has to get; ``None`` where no river is to be crossed."""
    said = scenario(state)
    if said.crossing and state.side(seat).role == said.crossing["role"]:
        return state.table.depth - cm(said.crossing["north_of"])
    if said.across and clan and state.clans[clan].key in said.across["clans"]:
        return state.table.depth - cm(said.across["north_of"])
    return None


def is_to_cross(state: State, unit: Unit) -> bool:
    """Whether a unit has still to get over."""
    line = bank_of(state, unit.seat, unit.clan)
    return line is not None and unit.troops and unit.at.y >= line


def wading(state: State, unit: Unit) -> float:
    """How far a unit is through a crossing, from nought before it to 1 behind it: half way over it stands in disorder
    before the enemy, which is worth it only if it goes on."""
    line = bank_of(state, unit.seat, unit.clan)
    return 0.0 if line is None or not unit.troops else 1 - min(1.0, max(0, unit.at.y - line) / (2 * BANK))


def files_over(unit: Unit) -> int:
    """In how many files it passes a crossing."""
    return min(unit.files, max(1, PASSAGE // unit.stand_width))


def ways_over(state: State, unit: Unit, line: int) -> tuple[Way, ...]:
    """How a unit gets over: behind those that go before it by the same crossing, and on from the bank, for others come
    after it."""
    if unit.at.y < line:
        return ((Point(unit.at.x, min(unit.at.y, line - BEYOND)),),)
    if not crossings(state):
        return ((Point(unit.at.x, line - BEYOND),),)
    at, before = in_line(state, unit.seat, line).get(unit.id, (nearest(state, unit), 0))
    return (over(unit, at, line, before),)


def over(unit: Unit, at: Point, line: int, before: int = 0) -> Way:
    """Over one crossing: to the place before it, behind so many others, and from there straight on."""
    there = Point(at.x, line - BEYOND)
    return (there,) if abs(unit.at.x - at.x) <= STRAIGHT else (Point(at.x, at.y + (2 + before) * BANK), there)


def nearest(state: State, unit: Unit) -> Point:
    """The crossing nearest to a unit."""
    return min(crossings(state), key=lambda at: length((unit.at, at)))


def in_line(state: State, seat: Seat, line: int) -> dict[str, tuple[Point, int]]:
    """By which crossing each unit goes that is not over yet, and how many go before it: the nearest choose first, and
    go to another where fewer wait if that is no longer."""
    key = ("in-line", seat, line)
    if key not in state.memo:
        state.memo[key] = _in_line(state, seat, line)
    found: dict[str, tuple[Point, int]] = state.memo[key]
    return found


def _in_line(state: State, seat: Seat, line: int) -> dict[str, tuple[Point, int]]:
    mine = [u for u in state.fielded(seat) if u.troops and not u.routing and bank_of(state, seat, u.clan) == line]
    waiting, found = dict.fromkeys(crossings(state), 0), dict[str, tuple[Point, int]]()
    ways = {u.id: {at: length((u.at, *over(u, at, line))) for at in waiting} for u in mine if u.at.y >= line}
    for id in sorted(ways, key=lambda id: (min(ways[id].values()), id)):
        at = min(waiting, key=lambda at: ways[id][at] + waiting[at] * BANK)
        found[id] = (at, waiting[at])
        waiting[at] += 1
    return found


def set_up_before(state: State, unit: Unit) -> Point | None:
    """The crossing before which the clan of a unit is set up that has to get over: as many before each as may be."""
    if bank_of(state, unit.seat, unit.clan) is None or not unit.troops or not crossings(state):
        return None
    clans: dict[str, int] = {}
    for one in state.units.values():
        if one.seat == unit.seat and one.troops:
            clans[one.clan] = clans.get(one.clan, 0) + 1
    waiting = dict.fromkeys(crossings(state), 0)
    for clan in sorted(clans, key=lambda clan: (-clans[clan], clan)):
        at = min(waiting, key=lambda at: (waiting[at], at))
        waiting[at] += clans[clan]
        if clan == unit.clan:
            return at
    return None
