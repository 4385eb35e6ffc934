"""The straight way of a charge: where a body stands along it, what it sweeps, what bars it (KEN-SPO-33, KEN-CHG-17).

All lengths are 1/100 mm.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from app.engine.formations import spot
from app.engine.geometry import Point, Polygon, along, distance, segments_cross
from app.engine.refusals import Refusal, refuse
from app.engine.shapes import SLACK, any_overlap, hull, nearest_points, seen_from
from app.engine.slide import meetings
from app.engine.trig import SCALE, TURN, bearing
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c, cm, table
from app.systems.kensei.charging.way.zones import HALF_TURN, Edge, Taken
from app.systems.kensei.ground.terrain import Piece, ground, near, overlapped
from app.systems.kensei.measure import Parts, base_at, bases, between, closer, middle, parts, placed, spread
from app.systems.kensei.moving.ways.travel import closed, flies, on_table, rides
from app.systems.kensei.state import State

STOPS, BEYOND = cm(table("charging")["indirect"]["stops"]), cm(table("charging")["obstacle"]["beyond"])
BARRED, OVER, PIVOTS, CLIMBS, EDGE_OF_TABLE = (
    c("KEN-SPO-33"), c("KEN-CHG-17"), c("KEN-CHG-55"), c("KEN-MOV-42"), c("KEN-MOV-45"),
)  # fmt: skip
TOUCH = 100
"""So near to an obstacle a unit counts as touching it: 1 mm."""


class Aim(NamedTuple):
    """A charge that can be tried.

    ``start``: the unit as it stands; ``goal``: where it goes in a straight line, not turned yet; ``flush``: squared
    up, or formed up.  ``foe``: the target, formed up if it was loose.  ``length`` of the way until it meets the target
    or what is fought across; ``pivot``: it must turn for flat contact.  ``lead``: the model that goes ahead in loose
    order.  ``across``: the obstacle it ends at; ``over``: those it crosses.  ``narrow``: the way is open, but
    at its end is no room for the body (KEN-CHG-26).
    """

    start: Unit
    goal: Unit
    flush: Unit
    foe: Unit
    edge: Edge
    taken: Taken
    length: int
    pivot: bool
    lead: int = 0
    across: str = ""
    over: tuple[str, ...] = ()
    turned: Unit | None = None
    narrow: bool = False


def shifted(unit: Unit, dx: int, dy: int) -> Unit:
    """The unit so far east and south, not turned."""
    if not unit.ranked:
        return spread(unit, (Point(model.at.x + dx, model.at.y + dy) for model in unit.models))
    return placed(unit, Point(unit.at.x + dx, unit.at.y + dy), unit.facing)


def front_line(base: Polygon, facing: int) -> Point:
    """The middle of the side of a base that one who comes along a facing meets first."""
    seen = seen_from(middle(base), facing, base)
    return spot(middle(base), facing, 0, min(place.ahead for place in seen) // SCALE)


# -- ways ------------------------------------------------------------------------------------


def stood(state: State, unit: Unit) -> Parts:
    """What a unit would cover if it stood so."""
    if not unit.ranked:
        return tuple(base_at(unit, model.at) for model in unit.models)
    return parts(state, unit)


def on_way(aim_: Aim, gone: int) -> Unit:
    """The unit so far along the straight way of its charge."""
    if aim_.length <= 0 or gone <= 0:
        return aim_.start
    if gone >= aim_.length:
        return aim_.goal
    start, goal = anchor(aim_.start), anchor(aim_.goal)
    here = along(start, goal, distance(start, goal) * gone // aim_.length)
    return shifted(aim_.start, here.x - start.x, here.y - start.y)


def anchor(unit: Unit) -> Point:
    """A place that goes with a unit that does not turn."""
    return unit.at if unit.ranked else unit.models[0].at


def until(far: int, good: Callable[[int], bool]) -> int:
    """The most of a way for which something holds that holds at its start and, once it fails, fails for good."""
    if good(far):
        return far
    low, high = 0, far
    while high - low > 1:
        half = (low + high) // 2
        low, high = (half, high) if good(half) else (low, half)
    return low


def until_met(state: State, unit: Unit, end: Point, theirs: Parts) -> tuple[Unit, int]:
    """The unit gone straight, unturned, until it meets some outlines, and how far that is."""
    far = distance(unit.at, end)
    start = unit.at

    def clear(gone: int) -> bool:
        here = placed(unit, along(start, end, gone), unit.facing)
        return not any_overlap(stood(state, here), theirs)

    gone = until(far, clear)
    return placed(unit, along(start, end, gone), unit.facing), gone


def until_near(state: State, unit: Unit, end: Point, theirs: Parts) -> tuple[Unit, int]:
    """The unit gone straight until it is 5 cm from some outlines, and how far that is."""
    far, start = distance(unit.at, end), unit.at

    def clear(gone: int) -> bool:
        return not closer(stood(state, placed(unit, along(start, end, gone), unit.facing)), theirs, STOPS + SLACK - 1)

    gone = until(far, clear) if clear(0) else 0
    return placed(unit, along(start, end, gone), unit.facing), gone


def sweep(state: State, aim_: Aim) -> Parts:
    """Convex outlines that cover the ground of the straight way: of ranks the whole body, else the model ahead."""
    if not aim_.start.ranked:
        a = base_at(aim_.start, aim_.start.models[aim_.lead].at)
        b = base_at(aim_.goal, aim_.goal.models[aim_.lead].at)
        return (hull(a + b),)
    before, after = stood(state, aim_.start), stood(state, aim_.goal)
    return tuple(hull(a + b) for a, b in zip(before, after, strict=True))


# -- what stands against it ------------------------------------------------------------------


def checked(state: State, found: Aim) -> Aim | Refusal:
    """The aim with the obstacles on its way, or what bars it."""
    unit, target = found.start, found.foe
    if flies(unit):
        return found
    crossed = [p for p in ground(state).obstacles if overlapped(p, _whole(state, found))]
    theirs = stood(state, target)
    touched = [p for p in ground(state).obstacles if near(p, theirs, TOUCH) and _parts_them(state, p, found)]
    if touched:
        found = _stopped_at(state, found, touched[0])
        crossed = [p for p in crossed if p not in touched and overlapped(p, sweep(state, found))]
    found = found._replace(over=tuple(p.id for p in crossed))
    if no := _refuse_over(state, found, crossed, touched):
        return no
    no = _refuse_way(state, found, _whole(state, found))
    if no is not None and is_narrow(state, found):
        return found._replace(narrow=True)
    return no or found


def _parts_them(state: State, piece: Piece, found: Aim) -> bool:
    """Whether an obstacle lies on the way of a charge, or right between the two bodies."""
    a, b = (middle([p for shape in stood(state, one) for p in shape]) for one in (found.start, found.foe))
    return overlapped(piece, _whole(state, found)) or any(segments_cross(a, b, *part) for part in piece.parts)


def _whole(state: State, found: Aim) -> Parts:
    """The whole way of a charge, the last part of an Indirect one too."""
    if found.turned is None or found.across:
        return sweep(state, found)
    last = zip(stood(state, found.turned), stood(state, found.flush), strict=True)
    return (*sweep(state, found), *(hull(a + b) for a, b in last))


def _stopped_at(state: State, found: Aim, piece: Piece) -> Aim:
    """The same charge ending on this side of an obstacle the enemy touches (KEN-CHG-19)."""

    def clear(gone: int) -> bool:
        return not overlapped(piece, (stood(state, on_way(found, gone)) if found.start.ranked else
                                      (base_at(found.start, _lead_at(found, gone)),)))  # fmt: skip

    shapes = stood(state, found.start) if found.start.ranked else (base_at(found.start, _lead_at(found, 0)),)
    start, goal = anchor(found.start), anchor(found.goal)
    met = meetings(shapes, bearing(goal.x - start.x, goal.y - start.y), piece.parts) if start != goal else ()
    gone = min(met[0].near, found.length) if met else max(0, until(found.length, clear) - 2 * SLACK)
    here = on_way(found, gone)
    flush = here if here.ranked else replace(_behind(found, gone), formed=True)
    return found._replace(goal=here, flush=flush, length=gone, across=piece.id, pivot=found.pivot)


def _lead_at(found: Aim, gone: int) -> Point:
    return on_way(found, gone).models[found.lead].at


def _behind(found: Aim, gone: int) -> Unit:
    """A loose charger formed up behind the place its foremost model has come to."""
    base = base_at(found.start, _lead_at(found, gone))
    line = front_line(base, (found.edge.inward + HALF_TURN) % TURN)
    return placed(found.flush, line, found.edge.inward)


def _refuse_over(state: State, found: Aim, crossed: list[Piece], touched: list[Piece]) -> Refusal | None:
    """Cavalry gets over no Very High wall; nobody over an obstacle at an enemy as near as 5 cm (KEN-CHG-17)."""
    unit = found.start
    if rides(unit) and (high := [p for p in (*crossed, *touched) if p.kind.very_high]):
        return refuse("charge.too-high", CLIMBS, unit=unit.id, piece=high[0].id)
    if crossed and not closer_than(state, unit, found.foe, BEYOND):
        return None
    return refuse("charge.obstacle-near", OVER, unit=unit.id, piece=crossed[0].id) if crossed else None


def closer_than(state: State, unit: Unit, foe: Unit, reach: int) -> bool:
    """Whether two units are no more than so far apart."""
    return between(stood(state, unit), stood(state, foe)) <= reach + SLACK


def is_narrow(state: State, found: Aim) -> bool:
    """Whether a way that is barred is barred at its end alone, where bases would stand: no more than the depth of one
    before the target, or where the charger would pivot; and nothing lies wholly between (KEN-CHG-26, KEN-SPO-33)."""
    if not found.foe.models:
        return False
    room = 0 if found.pivot else found.start.base_depth
    there = on_way(found, max(0, found.length - room))
    if _refuse_way(state, found, sweep(state, found._replace(goal=there))):
        return False
    mine, reach = stood(state, there), (STOPS if found.pivot else room) + 2 * SLACK
    gaps = (min((nearest_points(a, base) for a in mine), key=lambda pair: distance(*pair))
            for base in bases(state, found.foe))  # fmt: skip
    return any(distance(a, b) <= reach and not _refuse_way(state, found, ((a, b),)) for a, b in gaps)


def _refuse_way(state: State, found: Aim, swept: Parts) -> Refusal | None:
    """What a charge may not go over: another unit, ground closed to all, the edge of the table (KEN-MOV-48)."""
    unit = found.start
    mates = {foe.id for foe in state.foes_of(found.foe.id)}
    for other in state.fielded():
        if other.id in (unit.id, found.foe.id) or other.building or other.id in mates:
            continue
        if any_overlap(swept, parts(state, other)):
            return refuse("charge.barred-by-unit", BARRED, unit=unit.id, other=other.id)
    if shut := closed(state, swept):
        return refuse("charge.barred-by-ground", BARRED, unit=unit.id, piece=shut.id)
    if not on_table(state, swept):
        return refuse("charge.off-table", EDGE_OF_TABLE, unit=unit.id)
    return None


def is_clear(state: State, unit: Unit, target: Unit) -> bool:
    """Whether a body would stand on nobody, on no closed ground and within the table (KEN-MOV-48)."""
    mine = stood(state, unit)
    others = (o for o in state.fielded() if o.id not in (unit.id, target.id) and not o.building)
    if any(any_overlap(mine, parts(state, o)) for o in others):
        return False
    if unit.id != target.id and any_overlap(mine, stood(state, target)):
        return False
    return on_table(state, mine) and closed(state, mine) is None


def refuse_pivot(state: State, found: Aim, with_move: str) -> Refusal | None:
    """Why a plain charge cannot pivot: it stands further than 5 cm from its target (KEN-CHG-55)."""
    if with_move or not found.pivot or closer_than(state, found.start, found.foe, STOPS):
        return None
    return refuse("charge.needs-pivot", PIVOTS, unit=found.start.id, target=found.foe.id)
