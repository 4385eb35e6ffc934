"""Manoeuvres worth trying: towards enemies, to where a volley bears, along roads, cut to what is legal."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from app.engine.formations import Formation, Step, course, footprint
from app.engine.geometry import CM, Point, box, distance2
from app.engine.luck import Luck
from app.engine.manoeuvre import Steps
from app.engine.same import Same
from app.engine.trig import bearing
from app.systems.daimyo.book import cm, table
from app.systems.daimyo.measure import ground_of
from app.systems.daimyo.moving.costs import ahead as ahead_of
from app.systems.daimyo.moving.costs import allowance, furthest, wheel_times
from app.systems.daimyo.moving.ground.terrain import CLEAR, grounds, is_foe, kind_of
from app.systems.daimyo.moving.judging import judge
from app.systems.daimyo.moving.slide import meeting, to_edge
from app.systems.daimyo.state import State, Unit

EFFECTIVE = {row["id"]: cm(row["effective"]) for row in table("fire")["range"]}
WHEELS = (0, 1_500, -1_500, 3_000, -3_000, 4_500, -4_500)
PARTS = 4
ABOUT = 18_000


def propose(state: State, unit: Unit, rng: Luck) -> Steps:
    """Steps towards something worth it; they need not be legal."""
    if unit.kind == "gun":
        return _gun(state, unit, rng)
    die = rng.randrange(0, 12)
    if die == 0:
        return _shape(unit, rng)
    if die == 1:
        return (Step("back", min(allowance(state, unit) // 2, rng.randrange(1, 4) * CM)),)
    if die < 4:
        return ahead(state, unit, rng.choice(WHEELS), rng.randrange(1, PARTS + 1))
    return ahead(state, unit, aimed(unit, rng.choice(aims(state, unit))), PARTS if die < 10 else PARTS // 2)


def _gun(state: State, unit: Unit, rng: Luck) -> Steps:
    if rng.randrange(0, 2):
        return (Step("forward", allowance(state, unit)),)
    at = rng.choice(aims(state, unit))
    return (Step("face", bearing(at.x - unit.at.x, at.y - unit.at.y)),)


def _shape(unit: Unit, rng: Luck) -> Steps:
    if rng.randrange(0, 2):
        return (Step("turn", rng.choice((9_000, -9_000, ABOUT))),)
    return (Step("files", rng.randrange(1, unit.stands + 1)),)


def sure(state: State, unit: Unit) -> tuple[Steps, ...]:
    """Legal manoeuvres: the likeliest, straight on as far as there is room, and to stay."""
    return _sure(Same(state), unit.id)


@lru_cache(maxsize=64)
def _sure(seen: Same[State], unit_id: str) -> tuple[Steps, ...]:
    state, unit = seen.it, seen.it.units[unit_id]
    legal = [steps for steps in _likely(state, unit) if judge(state, unit, steps).no is None]
    return (*dict.fromkeys(legal[:2]), ())


def _likely(state: State, unit: Unit) -> Iterator[Steps]:
    if unit.kind == "gun":
        return
    best = ahead(state, unit, aimed(unit, aims(state, unit)[0]), PARTS)
    straight = ahead(state, unit, 0, PARTS)
    yield from (steps for steps in (best, straight) if steps)


# -- where to -----------------------------------------------------------------------------


def aims(state: State, unit: Unit) -> tuple[Point, ...]:
    """Places a player would make for, the likeliest first: the nearest enemies, buildings, the middle of the table."""
    foes = sorted(state.enemies_of(unit.seat), key=lambda foe: (distance2(foe.at, unit.at), foe.id))
    near = tuple(foe.formation.centre for foe in foes[:4])
    halls = tuple(middle(p.outline) for p in state.table.pieces if kind_of(p).ground == "building")
    return (*near, *halls[:2], Point(state.table.width // 2, state.table.depth // 2))


def middle(outline: tuple[Point, ...]) -> Point:
    """The middle of the box around some points."""
    around = box(outline)
    return Point((around.west + around.east) // 2, (around.north + around.south) // 2)


def aimed(unit: Unit, at: Point) -> int:
    """The wheel that turns a unit towards a place, at most 45 degrees, in whole degrees."""
    way = bearing(at.x - unit.at.x, at.y - unit.at.y)
    aside = (way - unit.facing + ABOUT) % (2 * ABOUT) - ABOUT
    return max(-4_500, min(4_500, aside // 100 * 100))


# -- how far --------------------------------------------------------------------------------


def ahead(state: State, unit: Unit, wheel: int, part: int) -> Steps:
    """A wheel and then straight on, as far as there is room and allowance, or a part of that; nothing without room."""
    body = unit.formation
    turned: Steps = (Step("wheel", wheel),) if wheel and wheel_pays(state, unit, wheel) else ()
    start = course(body, turned)[-1]
    way = min(room(state, unit, start), reach(state, unit, body, turned)) * part // PARTS
    return (*turned, Step("forward", way)) if way > 0 else turned


def wheel_pays(state: State, unit: Unit, wheel: int) -> bool:
    """Whether a wheel leaves at least a third of the move."""
    arc = unit.formation.width * abs(wheel) * 355 // (18_000 * 113)
    return arc * wheel_times(unit) * 3 <= 2 * allowance(state, unit)


def reach(state: State, unit: Unit, body: Formation, turned: Steps) -> int:
    """How far straight on what a wheel leaves of the move pays for."""
    found = judge(state, unit, turned)
    start = course(body, turned)[-1]
    left = max(0, allowance(state, unit) - found.used)
    bonus = allowance(state, unit, "column") - allowance(state, unit)
    crosses = ahead_of(grounds(state, unit, start), start, start.facing).pieces(left + bonus)
    return furthest(state, unit, start, left if crosses else left + bonus)


def room(state: State, unit: Unit, start: Formation) -> int:
    """How far a formation may go straight on before an enemy, a friend, closed ground or the edge is too near."""
    outline = footprint(start)
    most = to_edge(state.table, outline, start.facing)
    for patch in grounds(state, unit, start).closed:
        met = meeting(outline, start.facing, patch.outline)
        most = most if met is None or met.far <= 0 else min(most, max(0, met.near))
    for other in state.fielded():
        met = meeting(outline, start.facing, ground_of(state, other)) if other.id != unit.id else None
        if met is None or met.far <= 0:
            continue
        foe = is_foe(state, unit, other)
        if foe or met.near > 0:  # a friend that stands beside it is passed, if he is, or judged to be in the way
            most = min(most, max(0, met.near - (stand_off(unit) if foe else 0)))
    return most


def stand_off(unit: Unit) -> int:
    """How far from an enemy a unit would stop: missile troops at effective range, others as near as they may."""
    return max(2 * CLEAR, EFFECTIVE.get(unit.missile, 0) - CLEAR)
