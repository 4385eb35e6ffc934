"""Sight: straight lines between outlines, and what stops them (DAI-MOV-35, DAI-FIR-08, WEA).

A line is tried between the nearest points of two outlines, then between points along the sides that face each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import isqrt
from typing import NamedTuple

from app.engine.geometry import Point, Polygon, contains, distance2, misses, outline, point_segment_within
from app.engine.refusals import Refusal, refuse
from app.engine.same import Same
from app.engine.shapes import SLACK, convex_parts, hull, nearest_points, overlaps, within
from app.engine.table import Table, Terrain
from app.systems.daimyo.book import c, cm, table
from app.systems.daimyo.measure import distance, ground_of
from app.systems.daimyo.moving.ground.terrain import Patch, kind_of, pieces
from app.systems.daimyo.state import State, Unit
from app.systems.daimyo.weather.rules import now

SIGHT, BEYOND = c("DAI-MOV-35"), c("DAI-WEA-09")
DEEP = cm(table("movement")["sight"]["woods"])
"""A line may run so far through woods (DAI-MOV-35)."""
STEP = 1_000
"""How far apart the points are that are tried along a side."""

Line = tuple[Point, Point]


class Stretch(NamedTuple):
    """From where to where along a line something lies, in 1/100 mm."""

    first: int
    last: int


class Hill(NamedTuple):
    """A hill: its outline, its convex parts, its level."""

    outline: Polygon
    parts: tuple[Polygon, ...]
    level: int


class Scenery(NamedTuple):
    """What may stop lines: outlines that do, hills, woods.  The first are known by their pieces."""

    walls: tuple[tuple[str, Polygon], ...]
    hills: tuple[Hill, ...]
    woods: tuple[Patch, ...]


@lru_cache(maxsize=32)
def _scenery(same: Same[Table]) -> Scenery:
    kinds = [(piece, kind_of(piece)) for piece in same.it.pieces if piece.closed]
    walls = [(p.id, part) for p, kind in kinds if kind.sight == "blocks" for part in convex_parts(p.outline)]
    hills = [Hill(p.outline, convex_parts(p.outline), k.level) for p, k in kinds if k.sight == "crest"]
    return Scenery(tuple(walls), tuple(hills), woods(same.it))


@lru_cache(maxsize=32)
def _wooded(same: Same[Table]) -> tuple[Patch, ...]:
    laid = {piece.id: kind_of(piece).sight for piece in same.it.pieces}
    return tuple(patch for patch in pieces(same.it) if laid[patch.piece] == "woods")


def woods(ground: Table) -> tuple[Patch, ...]:
    """The woods of a table in convex parts, less the roads through them."""
    return _wooded(Same(ground))


def scenery(ground: Table) -> Scenery:
    """All of a table that may stop lines."""
    return _scenery(Same(ground))


# -- one line ---------------------------------------------------------------------------


def chord(a: Point, b: Point, convex: Polygon) -> Stretch | None:
    """The stretch of the line a-b inside a convex outline; ``None`` where it only touches it or misses it."""
    if misses(convex, a, b, 0):
        return None
    enter, leave, turns = (0, 1), (1, 1), _turns(convex)
    (ax, ay), (bx, by) = a, b
    px, py = convex[-1]
    for qx, qy in convex:
        ex, ey = turns * (qx - px), turns * (qy - py)
        one, other = ex * (ay - py) - ey * (ax - px), ex * (by - py) - ey * (bx - px)
        px, py = qx, qy
        if one <= 0 and other <= 0:
            return None
        if one < 0 and -one * enter[1] > enter[0] * (other - one):
            enter = (-one, other - one)
        elif other < 0 and one * leave[1] < leave[0] * (one - other):
            leave = (one, one - other)
    size = isqrt(distance2(a, b))
    found = Stretch(size * enter[0] // enter[1], size * leave[0] // leave[1])
    return found if found.last > found.first else None


def _side(p: Point, q: Point, at: Point) -> int:
    return (q[0] - p[0]) * (at[1] - p[1]) - (q[1] - p[1]) * (at[0] - p[0])


@lru_cache(maxsize=2048)
def _turns(convex: Polygon) -> int:
    return 1 if sum(_side(convex[0], a, b) for a, b in outline(convex)) > 0 else -1


def inside(a: Point, b: Point, convex: Polygon) -> int:
    """How much of the line a-b lies inside a convex outline, in 1/100 mm."""
    found = chord(a, b, convex)
    return found.last - found.first if found else 0


def stands_on(area: Polygon, at: Point) -> bool:
    """Whether a place lies in an area, not merely on its outline."""
    edge = any(point_segment_within(at, p, q, SLACK) for p, q in outline(area))
    return not edge and not misses(area, at, at, 0) and contains(area, at)


def height_at(hills: Sequence[Hill], at: Point) -> int:
    """The level of the highest of some hills a place lies on; 0 on the plain."""
    return max((hill.level for hill in hills if stands_on(hill.outline, at)), default=0)


def is_hidden_by(hill: Hill, hills: Sequence[Hill], a: Point, b: Point) -> bool:
    """Whether both ends of a line that crosses a hill are off it, on lower ground (DAI-MOV-35)."""
    if any(stands_on(hill.outline, end) for end in (a, b)):
        return False
    return max(height_at(hills, a), height_at(hills, b)) < hill.level


def is_clear(scene: Scenery, a: Point, b: Point, hills: Sequence[Hill]) -> bool:
    """Whether nothing of the scenery stops a line; ``hills`` are all hills there are (DAI-MOV-35)."""
    if any(inside(a, b, part) > SLACK for _, part in scene.walls):
        return False
    if sum(inside(a, b, patch.outline) for patch in scene.woods) > DEEP + SLACK:
        return False
    crossed = (hill for hill in scene.hills if any(inside(a, b, part) > SLACK for part in hill.parts))
    return not any(is_hidden_by(hill, hills, a, b) for hill in crossed)


# -- between outlines -------------------------------------------------------------------


def near(scene: Scenery, mine: Polygon, theirs: Polygon, but: tuple[str, ...]) -> Scenery:
    """What of the scenery can lie between two outlines; the pieces ``but`` are left out."""
    room = hull(mine + theirs)
    return Scenery(
        tuple(wall for wall in scene.walls if wall[0] not in but and overlaps(room, wall[1], 0)),
        tuple(hill for hill in scene.hills if any(overlaps(room, part, 0) for part in hill.parts)),
        tuple(patch for patch in scene.woods if overlaps(room, patch.outline, 0)),
    )


@lru_cache(maxsize=16384)
def _clear_line(
    ground: Same[Table], mine: Polygon, theirs: Polygon, but: tuple[str, ...], limit: int | None
) -> Line | None:
    if limit is not None and not within(mine, theirs, limit):
        return None
    whole = scenery(ground.it)
    scene = near(whole, mine, theirs, but)
    straight = nearest_points(mine, theirs)
    if not any(scene) or is_clear(scene, *straight, whole.hills):
        return straight
    if is_shut(scene, mine, theirs, whole.hills):
        return None
    for a, b in product(points(mine, theirs), points(theirs, mine)):
        if (limit is None or distance2(a, b) <= (limit + SLACK) ** 2) and is_clear(scene, a, b, whole.hills):
            return a, b
    return None


def is_shut(scene: Scenery, mine: Polygon, theirs: Polygon, hills: Sequence[Hill]) -> bool:
    """Whether one convex part stops both outer lines between two outlines, and so all lines between them."""
    around = hull(mine + theirs)
    outer = [(a, b) for a, b in outline(around) if (a in mine) != (b in mine)]
    shut = [part for _, part in scene.walls]
    shut += [hill.parts[0] for hill in scene.hills if len(hill.parts) == 1 and _is_below(hill, mine, theirs, hills)]
    return len(outer) == 2 and any(all(inside(*line, part) > SLACK for line in outer) for part in shut)


def _is_below(hill: Hill, mine: Polygon, theirs: Polygon, hills: Sequence[Hill]) -> bool:
    """Whether nothing of two outlines lies on this hill, or on one as high."""
    high = [other for other in hills if other.level >= hill.level]
    return not any(overlaps(shape, part, 0) for other in high for part in other.parts for shape in (mine, theirs))


def points(mine: Polygon, theirs: Polygon) -> list[Point]:
    """Points along the sides of an outline that face another, its corners among them."""
    found: list[Point] = []
    turns = _turns(mine) if len(mine) > 2 else 0
    for p, q in outline(mine):
        if not turns or any(turns * _side(p, q, at) < 0 for at in theirs):
            found += along_side(p, q)
    return list(dict.fromkeys(found))


def along_side(p: Point, q: Point) -> Iterator[Point]:
    """Both ends of a side and points between them, none further from the next than a step."""
    parts = max(1, -(-isqrt(distance2(p, q)) // STEP))
    return (Point(p.x + (q.x - p.x) * n // parts, p.y + (q.y - p.y) * n // parts) for n in range(parts + 1))


def clear_line(state: State, mine: Polygon, theirs: Polygon, but: tuple[str, ...] = ()) -> Line | None:
    """A line of sight between two outlines within what the weather lets see, or ``None`` (DAI-MOV-35).

    ``but``: pieces that are the outlines themselves, such as an occupied building.
    """
    return _clear_line(Same(state.table), mine, theirs, but, visibility(state))


# -- between units ----------------------------------------------------------------------


def visibility(state: State) -> int | None:
    """How far anybody sees in this weather, in 1/100 mm; ``None``: as far as the table goes (DAI-WEA-05)."""
    reach: int = now(state).get("sight", 0)
    return cm(reach) if reach else None


def sees(state: State, a: Unit, b: Unit) -> bool:
    """Whether one unit sees another (DAI-MOV-35, DAI-WEA-09)."""
    return line_between(state, a, b) is not None


def line_between(state: State, a: Unit, b: Unit) -> Line | None:
    """A line of sight between two units, or ``None`` (DAI-MOV-35)."""
    return clear_line(state, ground_of(state, a), ground_of(state, b), walls_of(a, b))


def walls_of(*units: Unit) -> tuple[str, ...]:
    """The buildings some units are in."""
    return tuple(u.building for u in units if u.building)


def refuse_sight(state: State, a: Unit, b: Unit) -> Refusal | None:
    """Why a unit does not see another: the weather, or what lies between them (DAI-WEA-09, DAI-MOV-35)."""
    if sees(state, a, b):
        return None
    limit, far = visibility(state), distance(state, a, b)
    if limit is not None and far > limit + SLACK:
        return refuse("sight.weather", BEYOND, unit=a.id, target=b.id, distance=far, reach=limit)
    return refuse("sight.blocked", SIGHT, unit=a.id, target=b.id)


def hills_of(state: State) -> tuple[Terrain, ...]:
    """The hills on the table, in the order they were laid."""
    return tuple(piece for piece in state.table.pieces if kind_of(piece).sight == "crest")
