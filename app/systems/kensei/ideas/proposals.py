"""Answers worth trying, for whoever plays at random or says nothing: none of them need be legal, and none decides what
is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from app.engine.asks import Random
from app.engine.domains import Spot
from app.engine.formations import Step, spot
from app.engine.geometry import Point, Polygon, box
from app.engine.groups import Paths, Spots
from app.engine.luck import Luck
from app.engine.manoeuvre import Steps
from app.engine.paths import Path
from app.engine.refusals import Refusal
from app.engine.slide import NEVER, meetings
from app.engine.table import Table
from app.engine.trig import TURN
from app.systems.kensei.army import Order, Unit
from app.systems.kensei.ground.terrain import ground
from app.systems.kensei.measure import centre, formation, parts
from app.systems.kensei.moving.ways.travel import FACING, PIVOT, Profile, allowance, profile
from app.systems.kensei.state import State

SIMPLE = ("enemy_seen", "enemy_in_reach", "enemy_within")


# -- places ----------------------------------------------------------------------------------


def on_board(board: Table, ways: Sequence[int], rng: Luck) -> Spot:
    """Any place on the table, turned in one of these ways."""
    return Spot(Point(rng.randrange(0, board.width), rng.randrange(0, board.depth)), rng.choice(ways))


def anywhere_on(board: Table, rng: Luck) -> Spot:
    """Any place on the table."""
    return Spot(Point(rng.randrange(0, board.width), rng.randrange(0, board.depth)))


def in_zone(zone: Polygon, facing: int, rng: Luck) -> Spot:
    """Any place in a zone."""
    west, north, east, south = box(zone)
    return Spot(Point(rng.randrange(west, east + 1), rng.randrange(north, south + 1)), facing)


def around(here: Point, reach: int, rng: Luck) -> Spot:
    """Any place not much farther from another than that."""
    return Spot(Point(here.x + rng.randrange(-reach, reach + 1), here.y + rng.randrange(-reach, reach + 1)))


def moved_a_little(places: Mapping[str, Point], rng: Luck) -> Spots:
    """The same places, all moved by the same few centimetres."""
    dx, dy = rng.randrange(-5_000, 5_001), rng.randrange(-5_000, 5_001)
    return {id: Point(at.x + dx, at.y + dy) for id, at in places.items()}


def some_way(start: Point, reach: int, rng: Random) -> Spot:
    """Some place within reach."""
    return Spot(spot(start, rng.randrange(TURN), 0, rng.randrange(reach + 1)))


def bearing_to(at: Point, ahead: int, wide: int, far: int, rng: Random) -> Spot:
    """A place so far off in a direction that differs from straight ahead by so much at most."""
    return Spot(spot(at, (ahead + rng.randint(-wide, wide)) % TURN, 0, far))


def any_bearing(at: Point, far: int, rng: Random) -> Spot:
    """A place so far off in any direction."""
    return Spot(spot(at, rng.randint(0, TURN - 1), 0, far))


def any_facing(rng: Random) -> Steps:
    """Any facing."""
    return (Step("face", rng.randrange(0, TURN)),)


def quarter_turns(facing: int, test: Callable[[Steps], Refusal | None]) -> tuple[Steps, ...]:
    """Quarter turns for which there is room."""
    turns = [(Step("face", (facing + n * TURN // 4) % TURN),) for n in (1, 2, 3)]
    return tuple(steps for steps in turns if test(steps) is None)


# -- Movements -------------------------------------------------------------------------------


def furthest(state: State, unit: Unit, order: Order) -> int:
    """How far a unit can pay to go straight along the bearing of its order with no turn, obstacles and slow ground
    counted (1/100 mm); what stands there is not looked at."""
    way = (unit.facing + TURN // 2) % TURN if order.mode == "back" else order.bearing
    return min(bought(profile(state, unit, parts(state, unit), way), allowance(state, unit, order.mode)), NEVER)


def bought(way: Profile, budget: int) -> int:
    """How far one gets for so much: the greatest whole 1/100 mm that costs no more."""
    low, high = 0, max(0, budget)
    while low < high:
        half = (low + high + 1) // 2
        low, high = (half, high) if way.cost(half) <= budget else (low, half - 1)
    return low


def straight(order: Order, by: int) -> Steps:
    """The Movement of an order with no turn, so far."""
    return (Step("back", by) if order.mode == "back" else Step("slide", by, order.bearing),) if by > 0 else ()


def marches(state: State, unit: Unit, order: Order) -> Iterator[Steps]:
    """Movements worth trying: up to the Construction it is to Occupy, then the farthest first."""
    most = furthest(state, unit, order)
    wanted = next((one.target for one in unit.orders if one.do == "occupy" and not one.state), "")
    for building in (found for found in ground(state).buildings if found.id == wanted):
        met = meetings(parts(state, unit), order.bearing, building.parts)
        if met and met[0].near <= most:
            yield straight(order, met[0].near)
    for share in (4, 3, 2, 1):
        yield straight(order, most * share // 4)


def march(state: State, unit: Unit, order: Order, most_turn: int, rng: Random) -> Steps:
    """A Movement as far as it can pay for or less, with its turn if one was foreseen."""
    most = furthest(state, unit, order)
    if not order.special or not rng.randint(0, 2):
        return straight(order, most * rng.randint(1, 4) // 4)
    pivots, facing = order.special == "pivot", formation(state, unit).facing
    turn = Step("turn", TURN // 2)
    if not pivots:
        turn = Step("face", (facing + rng.randint(-most_turn, most_turn)) % TURN)
    first = rng.randint(0, 1)
    slide = straight(order, max(0, (most - (PIVOT if pivots else FACING)) * rng.randint(0, 4) // 4))
    return (*slide, turn) if first else (turn, *slide)


def together(begun: Mapping[str, Point], far: int, there: Paths, rng: Random) -> Paths:
    """The way to the unit he joins, or all models go the same way, as far as they can or less."""
    if there and rng.randint(0, 2):
        return there
    return all_straight(begun, rng.randrange(TURN), far * rng.randint(1, 4) // 4)


def all_straight(begun: Mapping[str, Point], way: int, by: int) -> dict[str, Path]:
    """The same straight way for every model."""
    return {id: (at, spot(at, way, 0, by)) for id, at in begun.items()}


def sure_paths(
    begun: Mapping[str, Point], far: int, test: Callable[[Paths], Refusal | None], stays: bool
) -> tuple[Paths, ...]:
    """Staying where that is an answer; else the first way found round about."""
    return ({},) if stays else tuple(_ways_out(begun, far, test))[:1]


def _ways_out(begun: Mapping[str, Point], far: int, test: Callable[[Paths], Refusal | None]) -> Iterator[Paths]:
    for by in (far, far * 3 // 4, far // 2, far // 4):
        for way in range(0, TURN, TURN // 16):
            if test(found := all_straight(begun, way, by)) is None:
                yield found
                return


# -- Warning Orders --------------------------------------------------------------------------


def plain_warning(trigger: str, response: str, cm: int = 15) -> dict[str, Any]:
    """A plain Warning Order as a record."""
    terms: dict[str, Any] = {"type": trigger}
    terms |= {"cm": cm} if trigger != "enemy_seen" else {}
    terms |= {"of": "self"} if trigger == "enemy_within" else {}
    return {"trigger": terms, "filter": {}, "which": "first", "response": {"kind": response}}


def warning(state: State, unit: Unit, responses: Sequence[str], deeds: Sequence[str], rng: Random) -> Mapping[str, Any]:
    """A Warning Order drawn at random; not always one that can be given."""
    found = plain_warning(rng.choice(SIMPLE), rng.choice(responses), rng.randint(5, 40))
    if rng.random() < 0.2:
        found["trigger"] = {"type": rng.choice(deeds)}
    if rng.random() < 0.2:
        at = centre(state, unit)
        found["trigger"] = {"type": "enemy_enters_area", "centre": [at.x, at.y], "radius": rng.randint(10, 40)}
    if rng.random() < 0.1:
        found["trigger"] = {"type": "any_of", "list": [{"type": "enemy_seen"}, {"type": "enemy_shoots"}]}
    return found
