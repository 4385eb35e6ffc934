"""Moving: how far a unit may go, what a way costs, whom it must keep off, where it may not stand."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from app.engine.formations import Formation
from app.engine.geometry import Point, Polygon, distance
from app.engine.modifiers import Line, total
from app.engine.refusals import Clause, Refusal, refuse
from app.engine.shapes import SLACK, Reach, any_overlap, apart, hull, meets, overlaps
from app.engine.slide import meetings, merged
from app.engine.trig import TURN, bearing
from app.systems.kensei.armies.lists import CASTES
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c, cm, table
from app.systems.kensei.ground.terrain import Ground, Piece, ground, holds, overlapped
from app.systems.kensei.measure import Parts, base_at, bases, between, closer, formation, middle, parts
from app.systems.kensei.moving.ways.slide import common, off, widened
from app.systems.kensei.state import State
from app.systems.kensei.stats.lines import added

FAR, ON_TABLE, PLACE, KEEPS_OFF, SHUT, STANDS_ON, HIGH = (
    c("KEN-MOV-44"), c("KEN-MOV-45"), c("KEN-MOV-48"), c("KEN-CHG-04"), c("KEN-TER-38"), c("KEN-MOV-43"),
    c("KEN-MOV-42"),
)  # fmt: skip
CASTE, LONER = c("KEN-ARM-05"), table("armies")["traits"]["loner"]
TIMES: int = table("movement")["run"]["times"]
SLOW: int = table("ground")["difficult"]["times"]
CLEAR = cm(table("charging")["clear"]["enemies"])
"""Nearer than this to an enemy nobody comes by a Movement (KEN-CHG-03)."""
FACING, PIVOT = cm(table("movement")["facing"]["cost"]), cm(table("movement")["pivot"]["cost"])
SAMPLE = cm("0.5")
"""Every so far along a way terrain between it and an enemy is looked for."""


# -- how far ---------------------------------------------------------------------------------


def allowance(state: State, unit: Unit, mode: str) -> int:
    """How far a unit may go in 1/100 mm: marching, backwards the same, running twice as far; additions and deductions
    count once (KEN-MOV-27 to KEN-MOV-30, KEN-MOV-49)."""
    plain = pace(unit) * (TIMES if mode == "run" else 1)
    whole = max(0, plain + total((*gifts(state, unit), *added(state, unit, "movement"))))
    return whole // 2 if unit.under("halve_movement") else whole


def pace(unit: Unit) -> int:
    """The printed Movement; of who rides by a spell that of cavalry, if it is more."""
    return max(unit.movement, cm(table("movement")["march"]["cavalry"])) if unit.under("mounted") else unit.movement


def gifts(state: State, unit: Unit) -> tuple[Line, ...]:
    """What its caste adds to its Movement, and what a Loner has more (table 4.5, KEN-ARM-16)."""
    caste = CASTES.get(state.side(unit.seat).caste)
    more = cm(caste.benefit.get("movement", 0)) if caste is not None and rides(unit) else 0
    alone = cm(LONER["movement"]) if unit.has("loner") else 0
    found = (Line("caste", more, CASTE), Line("loner", alone, Clause(LONER["clause"])))
    return tuple(line for line in found if line.adds)


def flies(unit: Unit) -> bool:
    """Whether ground, obstacles and units are nothing to it while it moves (KEN-ABI-15, KEN-ARM-27)."""
    return any(unit.has(trait) or unit.under(trait) for trait in ("flying", "ethereal"))


def rides(unit: Unit) -> bool:
    """Whether it counts as Cavalry in moving (KEN-MOV-46)."""
    return unit.mounted or unit.troop == "cavalry" or unit.under("mounted")


def is_bound(unit: Unit) -> bool:
    """Whether Difficult Terrain slows it: not Harassers, models by themselves, nor those with Ninjutsu (KEN-TER-22,
    KEN-TYP-25, KEN-ARM-25)."""
    return not (unit.loose or flies(unit) or unit.has("ninjutsu"))


# -- what a way costs ------------------------------------------------------------------------


class Profile(NamedTuple):
    """What a straight way costs: stretches in which each cm counts twice, and obstacles, each with where it is met,
    what it costs and its id."""

    slow: tuple[Reach, ...]
    jumps: tuple[tuple[int, int, str], ...] = ()

    def cost(self, length: int) -> int:
        """What the first so many 1/100 mm cost (KEN-TER-23, KEN-TER-61, KEN-MOV-39)."""
        more = sum(min(reach.far, length) - reach.near for reach in self.slow if reach.near < length)
        return length + more * (SLOW - 1) + sum(cost for at, cost, _ in self.jumps if at < length)


NOTHING = Profile(())


def profile(state: State, unit: Unit, shapes: Parts, way: int) -> Profile:
    """What the way of some convex outlines of a unit along a bearing costs it."""
    if flies(unit):
        return NOTHING
    lies = ground(state)
    slow = [reach for area in _slowing(lies, unit) for reach in meetings(shapes, way, area)]
    return Profile(merged(slow), tuple(_jumps(lies, unit, shapes, way)))


def _slowing(lies: Ground, unit: Unit) -> Iterator[Sequence[Polygon]]:
    if is_bound(unit):
        yield from (piece.parts for piece in lies.slow)
    for piece in lies.bridges:
        yield [widened(part, cm(piece.kind.slows)) for part in piece.parts]


def _jumps(lies: Ground, unit: Unit, shapes: Parts, way: int) -> Iterator[tuple[int, int, str]]:
    for piece in lies.obstacles:
        met = meetings(shapes, way, piece.parts)
        if met:
            yield met[0].near, jump(unit, piece), piece.id


def jump(unit: Unit, piece: Piece) -> int:
    """What getting past an obstacle costs, once for the whole unit (KEN-MOV-39 to KEN-MOV-43, KEN-ARM-25)."""
    costs = table("movement")["obstacle"]
    if piece.kind.very_high:
        return cm(costs["high_wall"])
    if unit.has("ninjutsu"):
        return 0
    return cm(costs["cavalry" if rides(unit) else "foot"])


def path_cost(state: State, unit: Unit, before: Unit, after: Unit) -> int:
    """What going straight from one position to another costs in 1/100 mm, with the Facing or Pivot in between; of
    loose models what the dearest way of one costs (KEN-MOV-09, KEN-MOV-44)."""
    if unit.loose:
        pairs = zip(bases(state, before), bases(state, after), strict=True)
        return max((leg_cost(state, unit, middle(a), middle(b)) for a, b in pairs), default=0)
    first, last = formation(state, before), formation(state, after)
    turned = turning(first, last)
    start, end = first.centre, last.centre
    length = distance(start, end)
    if length <= SLACK:
        return turned
    return turned + _straight(state, unit, parts(state, before), start, end)


def turning(first: Formation, last: Formation) -> int:
    """What turning so far costs: nothing, a Facing, or a Pivot (KEN-MOV-18, KEN-MOV-21)."""
    angle = off(first.facing, last.facing)
    return 0 if not angle else PIVOT if angle == TURN // 2 else FACING


def leg_cost(state: State, unit: Unit, a: Point, b: Point) -> int:
    """What one straight leg of a model costs, in 1/100 mm."""
    length = distance(a, b)
    if not length:
        return 0
    return _straight(state, unit, (base_at(unit, a),), a, b)


def _straight(state: State, unit: Unit, shapes: Parts, a: Point, b: Point) -> int:
    """What a straight way costs: its length where nothing that costs more is as near as its end."""
    length, lies = distance(a, b), ground(state)
    dear = (*lies.obstacles, *lies.slow)
    if not lies.bridges and all(apart(one, piece.outline, length + SLACK) for piece in dear for one in shapes):
        return length
    return profile(state, unit, shapes, bearing(b.x - a.x, b.y - a.y)).cost(length)


# -- ground that is covered on the way -------------------------------------------------------


def swept(state: State, before: Unit, after: Unit) -> Parts:
    """Convex outlines that cover what a unit touches between two positions; where it turns, both of them."""
    loose = before.loose and after.loose
    pair = (bases(state, before), bases(state, after)) if loose else (parts(state, before), parts(state, after))
    if not loose and (before.facing != after.facing or len(pair[0]) != len(pair[1])):
        return pair[1]
    return tuple(hull((*a, *b)) for a, b in zip(*pair, strict=True))


def others(state: State, unit: Unit) -> Iterator[Unit]:
    """The units a moving one may run into: not those in Constructions, nor Hidden enemies nobody has seen."""
    for other in state.fielded():
        hidden = other.concealed and other.seat != unit.seat
        if other.id != unit.id and not other.building and not hidden:
            yield other


# -- the 5 cm --------------------------------------------------------------------------------


def refuse_near(state: State, unit: Unit, stations: Sequence[Unit]) -> Refusal | None:
    """Why a way that begins at the first of some positions and goes through the others comes too near an enemy
    (KEN-CHG-03, KEN-CHG-04).  Those that fly are looked at where they end only."""
    way = list(pairwise((stations[0], stations[-1]) if flies(unit) else stations))
    for foe in others(state, unit):
        if foe.seat != unit.seat and (gap := _too_near(state, unit, foe, stations, way)) is not None:
            return refuse("move.too-near", KEEPS_OFF, unit=unit.id, enemy=foe.id, gap=gap, clear=CLEAR)
    return None


def _too_near(
    state: State, unit: Unit, foe: Unit, stations: Sequence[Unit], way: list[tuple[Unit, Unit]]
) -> int | None:
    """How near a way comes to an enemy where it must not; ``None`` if it keeps off.  Who begins too near only goes
    away."""
    theirs, end = parts(state, foe), parts(state, stations[-1])
    was = between(parts(state, stations[0]), theirs)
    if closer(end, theirs, CLEAR) and not walled(state, end, theirs):
        return between(end, theirs)
    if flies(unit):
        return None
    least = min(CLEAR, was)
    for before, after in way:
        if closer(swept(state, before, after), theirs, least):
            gaps = [between(shape, theirs) for shape in _along(state, before, after)
                    if closer(shape, theirs, least) and not walled(state, shape, theirs)]  # fmt: skip
            if gaps:
                return min(gaps)
    return None


def _along(state: State, before: Unit, after: Unit) -> Iterator[Parts]:
    """What a unit covers every 5 mm between two positions, the last included."""
    first, last = (bases(state, one) if before.loose else parts(state, one) for one in (before, after))
    if len(first) != len(last) or before.facing != after.facing:
        yield last
        return
    far = max(distance(a[0], b[0]) for a, b in zip(first, last, strict=True))
    steps = max(1, -(-far // SAMPLE))
    for n in range(1, steps + 1):
        yield tuple(
            tuple(_between(p, q, n, steps) for p, q in zip(a, b, strict=True)) for a, b in zip(first, last, strict=True)
        )


def _between(p: Point, q: Point, n: int, steps: int) -> Point:
    return Point(p.x + (q.x - p.x) * n // steps, p.y + (q.y - p.y) * n // steps)


def walled(state: State, a: Parts, b: Parts) -> bool:
    """Whether an obstacle or Impassible Terrain lies across every line between two sets of outlines (KEN-CHG-04)."""
    lies = ground(state)
    mine, theirs = (hull(tuple(p for part in side for p in part)) for side in (a, b))
    return any(_parts_them(piece, mine, theirs) for piece in (*lies.obstacles, *lies.shut))


def _parts_them(piece: Piece, a: Polygon, b: Polygon) -> bool:
    return all(any(meets(part, p, q) for part in piece.parts) for p in a for q in b)


# -- where it may not go or stand ------------------------------------------------------------


def refuse_place(state: State, unit: Unit, spared: Sequence[str] = ()) -> Refusal | None:
    """Why a unit may not stand as it does: off the table, on closed ground, on an obstacle, on another base that is
    not ``spared`` (KEN-MOV-43, KEN-MOV-45, KEN-MOV-48)."""
    shapes = parts(state, unit)
    if not on_table(state, shapes):
        return refuse("move.off-table", ON_TABLE, unit=unit.id)
    if shut := closed(state, shapes):
        return refuse("move.closed-ground", SHUT, unit=unit.id, piece=shut.id, kind=shut.key)
    under = next((piece for piece in ground(state).obstacles if overlapped(piece, shapes)), None)
    if under:
        return refuse("move.on-obstacle", STANDS_ON, unit=unit.id, piece=under.id, kind=under.key)
    return refuse_base(state, unit, shapes, spared)


def closed(state: State, shapes: Parts) -> Piece | None:
    """The ground nobody moves through that some outlines cover beside every bridge, if there is any (KEN-TER-38,
    KEN-TER-96)."""
    lies = ground(state)
    return next((piece for piece in lies.shut if any(_barred(lies, piece, shape) for shape in shapes)), None)


def _barred(lies: Ground, piece: Piece, shape: Polygon) -> bool:
    wet = [part for part in piece.parts if overlaps(shape, part)]
    return any(not any(holds(bridge, (common(shape, part),)) for bridge in lies.bridges) for part in wet)


def refuse_base(state: State, unit: Unit, shapes: Parts, spared: Sequence[str] = ()) -> Refusal | None:
    """Why outlines of a unit may not lie there: on the base of another (KEN-MOV-48)."""
    for other in others(state, unit):
        if other.id not in spared and laps(shapes, parts(state, other)):
            return refuse("move.on-unit", PLACE, unit=unit.id, other=other.id)
    return None


def laps(a: Parts, b: Parts) -> bool:
    """Whether any of some convex outlines overlaps any of some others."""
    return any_overlap(a, b)


def on_table(state: State, shapes: Parts) -> bool:
    """Whether outlines lie wholly on the table."""
    board = state.table
    return all(-SLACK <= p.x <= board.width + SLACK and -SLACK <= p.y <= board.depth + SLACK for s in shapes for p in s)


def refuse_way(state: State, unit: Unit, shapes: Parts, spared: Collection[str] = ()) -> Refusal | None:
    """Why a unit may not go over the ground that some outlines cover: the table ends, it is closed, a wall is too high
    for riders, an enemy who is not ``spared`` stands there (KEN-MOV-42, KEN-MOV-45, KEN-MOV-48, KEN-TER-38)."""
    if not on_table(state, shapes):
        return refuse("move.off-table", ON_TABLE, unit=unit.id)
    if flies(unit):
        return None
    if shut := closed(state, shapes):
        return refuse("move.closed-ground", SHUT, unit=unit.id, piece=shut.id, kind=shut.key)
    walls = (p for p in ground(state).obstacles if p.kind.very_high and rides(unit))
    if wall := next((p for p in walls if overlapped(p, shapes)), None):
        return refuse("move.wall-too-high", HIGH, unit=unit.id, piece=wall.id, kind=wall.key)
    foes = (u for u in others(state, unit) if u.seat != unit.seat and u.id not in spared)
    foe = next((u for u in foes if laps(shapes, parts(state, u))), None)
    return refuse("move.through-enemy", PLACE, unit=unit.id, enemy=foe.id) if foe else None
