"""What stands against one model walking one path, and how far along it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from msgspec import Struct

from app.engine.geometry import (
    Base,
    Point,
    disc_touches_polygon,
    distance,
    distance2,
    enters_at,
    point_segment_within,
)
from app.engine.paths import Path, crosses_outline, frame, length, sweeps_polygon
from app.engine.refusals import Clause, Fact, Refusal, refuse
from app.engine.table import EDGES, Edge, Terrain, edge_gap, inside
from app.systems.celtos.book import c
from app.systems.celtos.ground.terrain import bars, stands_in
from app.systems.celtos.measure import HALF, MM, apart, in_contact
from app.systems.celtos.moving.errands import CLEAR, THROUGH, Errand, allowance
from app.systems.celtos.moving.paths.costs import path_cost
from app.systems.celtos.moving.scene import Scene
from app.systems.celtos.scenarios.figures import entries
from app.systems.celtos.state import Model

ALONG, PASSING, NEAR, GROUND, EDGE = (
    c("CEL-MOV-07"), c("CEL-MOV-08"), c("CEL-MOV-09"), c("CEL-MOV-13"), c("CEL-MOV-14"),
)  # fmt: skip
ENTRY = c("CEL-ACT-11")


class Fault(Struct, frozen=True):
    """What stands against a path, and how far along it in 1/100 mm."""

    after: int
    no: Refusal


def fault(after: int, code: str, clause: Clause, **facts: Fact) -> Fault:
    """A fault whose refusal names the place."""
    return Fault(after, refuse(code, clause, after=after, **facts))


def is_move(path: Path | None) -> bool:
    """Whether a path leads anywhere at all."""
    return path is not None and any(p != path[0] for p in path)


def first_fault(now: Scene, me: Model, path: Path, errand: Errand) -> Fault | None:
    """The first place where this path stops being legal, and why; the ends of comrades are judged elsewhere."""
    if me.on_table and path[0] != me.at:
        return fault(0, "path.starts-elsewhere", ALONG, model=me.id)
    if not me.on_table and not on_entry(now, path[0]):
        return fault(0, "entry.starts-elsewhere", ENTRY, model=me.id)
    if held := holds(now, me, errand):
        return Fault(0, held)
    return min(every_fault(now, me, path, errand), key=lambda f: f.after, default=None)


def every_fault(now: Scene, me: Model, path: Path, errand: Errand) -> Iterator[Fault]:
    """Each thing against the path, in no order."""
    yield from edge_faults(now, me, path, errand)
    yield from foe_faults(now, me, path, errand)
    yield from ground_faults(now, me, path, errand)
    yield from cost_faults(now, me, path, errand)
    yield from end_faults(now, me, path, errand)


def cost_faults(now: Scene, me: Model, path: Path, errand: Errand) -> Iterator[Fault]:
    """It costs more than there is: by its length alone, or by what the ground adds to it (CEL-MOV-13)."""
    allowed = allowance(now.state, me, errand)
    used, way = path_cost(now.state, me, path), length(path)
    if used > allowed:
        code, clause = ("move.too-far", errand.way.limit) if way >= allowed + HALF else ("move.too-dear", GROUND)
        yield fault(min(allowed, way), code, clause, model=me.id, used=used, allowed=allowed)


def holds(now: Scene, me: Model, errand: Errand) -> Refusal | None:
    """Why a model may not move at all: it is in contact already and stays there (CEL-ASL-05, CEL-ASL-13)."""
    if not errand.way.holds:
        return None
    foe = next((foe for foe in now.foes if in_contact(now.state, me.base, foe.base)), None)
    return refuse("move.in-contact", errand.way.holds, model=me.id, enemy=foe.id) if foe else None


# -- the table ----------------------------------------------------------------------


def entry_edges(now: Scene) -> tuple[tuple[Point, Point], ...]:
    """The edges of the table from any point of which a waiting unit comes on, as segments."""
    wide, deep = now.table.width, now.table.depth
    sides: dict[Edge, tuple[Point, Point]] = {
        "north": (Point(0, 0), Point(wide, 0)), "south": (Point(0, deep), Point(wide, deep)),
        "west": (Point(0, 0), Point(0, deep)), "east": (Point(wide, 0), Point(wide, deep)),
    }  # fmt: skip
    return tuple(sides[edge] for edge in entries(now.state, now.unit))


def on_entry(now: Scene, at: Point) -> bool:
    """Whether a place lies on an edge from which a waiting unit comes on."""
    return any(point_segment_within(at, a, b, 0) for a, b in entry_edges(now))


def leaves(now: Scene, me: Model, path: Path, errand: Errand) -> Edge | None:
    """The edge by which a model quits the table: its path ends with its base over one its scenario opens."""
    if not (errand.way.order and now.exits):
        return None
    end = Base(path[-1], me.radius)
    return next((edge for edge in now.exits if edge_gap(now.table, end, edge) < 0), None)


def edge_faults(now: Scene, me: Model, path: Path, errand: Errand) -> Iterator[Fault]:
    """The base leaves the table where no scenario lets it (CEL-MOV-14); one that comes on juts over its edge first."""
    way, entering = 0, not me.on_table
    free = now.exits if errand.way.order else ()
    for a, b in pairwise(path):
        here = Base(b, me.radius)
        entering = entering and not inside(now.table, here)
        way += distance(a, b)
        if not entering and not inside(now.table, here):
            over = [edge for edge in EDGES if edge_gap(now.table, here, edge) < 0 and edge not in free]
            if over:
                yield fault(way, "path.off-table", EDGE, model=me.id, edge=over[0])
                return
    if entering:
        yield fault(way, "entry.not-on", ENTRY, model=me.id)


# -- enemies ------------------------------------------------------------------------


def foe_faults(now: Scene, me: Model, path: Path, errand: Errand) -> Iterator[Fault]:
    """An enemy come too near on the way, or walked through (CEL-MOV-08, CEL-MOV-09, CEL-MOV-15)."""
    reach = errand.reach() + me.radius
    west, north, east, south = frame(path)
    for foe in now.foes:
        x, y = foe.at
        span = reach + foe.radius
        if west - span <= x <= east + span and north - span <= y <= south + span:
            after = nears(path, foe.at, span)
            if after is not None:
                yield foe_fault(foe, after, me, errand)


def foe_fault(foe: Model, after: int, me: Model, errand: Errand) -> Fault:
    """Too near, or through: in the words of what was asked."""
    if errand.reach() == THROUGH:
        return fault(after, "path.through-enemy", PASSING, model=me.id, enemy=foe.id)
    clause = errand.way.limit if errand.way.beyond else NEAR
    return fault(after, "path.too-near", clause, model=me.id, enemy=foe.id, clear=CLEAR)


def nears(path: Path, centre: Point, span: int) -> int | None:
    """How far along a path it first comes within ``span`` of a place; from within it may only lead away."""
    walked = 0
    for a, b in pairwise(path):
        if distance2(a, centre) <= span * span:
            if (b.x - a.x) * (a.x - centre.x) + (b.y - a.y) * (a.y - centre.y) < 0:
                return walked
        elif (met := enters_at(a, b, centre, span)) is not None:
            return walked + met
        walked += distance(a, b)
    return None


# -- ground -------------------------------------------------------------------------


def ground_faults(now: Scene, me: Model, path: Path, errand: Errand) -> Iterator[Fault]:
    """Ground that cannot be entered, by nobody, by this model or not at a run (CEL-MOV-13, CEL-TER-03, CEL-ABL-16)."""
    for piece, clause, whole in bars(now.table, me, errand.way.runs):
        after = overlaps_at(piece, me, path) if whole else comes_in(piece, path)
        if after is not None:
            yield fault(after, "path.barred", clause, model=me.id, piece=piece.id, kind=piece.kind)


def overlaps_at(piece: Terrain, me: Model, path: Path) -> int | None:
    """How far along a path the base first lies on a piece; one that lies there from the start may get off it."""
    small = me.radius - HALF
    if disc_touches_polygon(Base(path[0], small), piece.outline):
        return 0 if disc_touches_polygon(Base(path[-1], small), piece.outline) else None
    return sweeps_polygon(path, small, piece.outline)


def comes_in(piece: Terrain, path: Path) -> int | None:
    """How far along a path its centre comes into a piece from outside."""
    met = crosses_outline(path, piece.outline)
    begun = stands_in(piece, path[0])
    ways = [after for after, _ in met]
    return next(iter(ways), None) if not begun else next(iter(ways[1:]), None)


# -- the end ------------------------------------------------------------------------


def end_faults(now: Scene, me: Model, path: Path, errand: Errand) -> Iterator[Fault]:
    """What is wrong with where the path ends: whom it touches, how far it is from whom."""
    end = Base(path[-1], me.radius)
    after = length(path)
    if errand.way.beyond or errand.way.touches:
        for foe in near(now, end, CLEAR + HALF):
            yield from near_fault(now, foe, end, me, errand, after)
    if errand.way.ends == "contact":
        if not any(in_contact(now.state, end, foe.base) and errand.may_touch(foe.unit) for foe in near(now, end, MM)):
            yield fault(after, "pile-in.no-contact", errand.way.ends_by, model=me.id)
    elif errand.way.ends and errand.target is not None:
        target = now.state.living(errand.target)
        if no := ends_wrong(me, end, target, errand):
            yield Fault(after, no)


def near(now: Scene, end: Base, reach: int) -> Iterator[Model]:
    """Enemies within a reach of where a base ends."""
    x, y = end.at
    for foe in now.foes:
        span = reach + end.radius + foe.radius
        if abs(foe.at.x - x) <= span and abs(foe.at.y - y) <= span:
            yield foe


def near_fault(
    now: Scene, foe: Model, end: Base, me: Model, errand: Errand, after: int,
) -> Iterator[Fault]:  # fmt: skip
    """It ends too near to this enemy, or touches one it must not (CEL-ASL-08, CEL-ASL-10, CEL-RES-06)."""
    way = errand.way
    if way.beyond and apart(end, foe.base) <= CLEAR:
        yield fault(after, "path.ends-too-near", way.limit, model=me.id, enemy=foe.id, clear=CLEAR)
    elif way.touches and in_contact(now.state, end, foe.base) and not errand.may_touch(foe.unit):
        yield fault(after, "assault.touches-other", way.touches, model=me.id, enemy=foe.id)


def ends_wrong(me: Model, end: Base, target: tuple[Model, ...], errand: Errand) -> Refusal | None:
    """Why the end is too near to its target or too far from it (CEL-ASL-04, -07, -10, CEL-REA-12, CEL-REA-14)."""
    way, facts = errand.way, {"model": me.id, "target": str(errand.target)}
    if way.ends == "further":
        short = next((foe for foe in target if apart(end, foe.base) <= apart(me.base, foe.base)), None)
        return refuse("evade.not-further", way.ends_by, model=me.id, enemy=short.id, began=apart(me.base, short.base),
                      ends=apart(end, short.base)) if short else None  # fmt: skip
    began = min((apart(me.base, foe.base) for foe in target), default=0)
    ended = min((apart(end, foe.base) for foe in target), default=0)
    if way.ends == "nearer" and ended >= began and began > 0:
        return refuse("move.not-nearer", way.ends_by, began=began, ends=ended, **facts)
    if way.ends == "no-further" and ended > began:
        return refuse("move.further", way.ends_by, began=began, ends=ended, **facts)
    return None
