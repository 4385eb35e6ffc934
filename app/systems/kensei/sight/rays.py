"""Straight lines among convex outlines: which places can be seen from which (KEN-LOS-08).

A thing in the way is looked at from one place at a time: it hides what lies between its two outermost corners and
beyond them.  Things are grown by a hair first: a line that touches them is stopped, and none slips between two that
stand side by side.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import isqrt

from app.engine.geometry import Box, Point, Polygon, box, contains, distance2, outline
from app.engine.shapes import SLACK, convex_parts, hull, overlaps

HAIR = 2 * SLACK
Heart = tuple[int, int, int]
"""A circle inside an outline: its middle and the square of its radius."""
Framed = tuple[Polygon, Box, Heart]
"""A convex outline, the box around it and the circle in it: most lines are told from these two."""
Shade = tuple[Point, Point]
"""The outermost corners of an outline as one place sees it, the left one first."""


@lru_cache(maxsize=16384)
def eight(base: Polygon) -> tuple[Point, ...]:
    """The corners of a base and the middles of its edges."""
    edges = (Point((a.x + b.x) // 2, (a.y + b.y) // 2) for a, b in outline(base))
    return (*base, *edges)


def points(bases: Iterable[Polygon]) -> list[Point]:
    """The eight points of every base, each once."""
    return list(dict.fromkeys(p for base in bases for p in eight(base)))


@lru_cache(maxsize=8192)
def outer(bases: tuple[Polygon, ...]) -> Polygon:
    """The hull of the eight points of some bases; rounding may take these out of the hull of the corners."""
    return hull(points(bases))


@lru_cache(maxsize=16384)
def middle(base: Polygon) -> Point:
    """The middle of a base."""
    n = len(base)
    return Point(sum(p[0] for p in base) // n, sum(p[1] for p in base) // n)


@lru_cache(maxsize=16384)
def solid(shape: Polygon) -> tuple[Polygon, ...]:
    """Convex outlines that stop lines where a thing of this outline does: its own, their corners 0.2 mm further out."""
    return tuple(_grown(part) for part in convex_parts(shape))


def _grown(part: Polygon) -> Polygon:
    if len(part) == 2 and part[0] != part[1]:
        return _strip(*part)
    at = middle(part)
    return tuple(_pushed(p, at) for p in part)


def _strip(a: Point, b: Point) -> Polygon:
    """A line with a hair on each side, so that who stands close up to it does not look over it."""
    size = isqrt(distance2(a, b))
    dx, dy = (b.x - a.x) * HAIR // size, (b.y - a.y) * HAIR // size
    return (Point(a.x - dx - dy, a.y - dy + dx), Point(b.x + dx - dy, b.y + dy + dx),
            Point(b.x + dx + dy, b.y + dy - dx), Point(a.x - dx + dy, a.y - dy - dx))  # fmt: skip


def _pushed(p: Point, away: Point) -> Point:
    size = isqrt(distance2(p, away))
    return Point(p.x + (p.x - away.x) * HAIR // size, p.y + (p.y - away.y) * HAIR // size) if size else p


def shade(at: Point, wall: Framed) -> Shade | None:
    """An outline as seen from a place outside it; ``None`` from inside, or where a line is seen end on."""
    shape = wall[0]
    left = right = shape[0]
    ax, ay = at
    for p in shape[1:]:
        if (left[0] - ax) * (p[1] - ay) - (left[1] - ay) * (p[0] - ax) < 0:
            left = p
        if (right[0] - ax) * (p[1] - ay) - (right[1] - ay) * (p[0] - ax) > 0:
            right = p
    turn = (left[0] - ax) * (right[1] - ay) - (left[1] - ay) * (right[0] - ax)
    return None if turn <= 0 or (len(shape) > 2 and _holds(wall, at)) else (left, right)


def crosses(shape: Polygon, a: Point, b: Point) -> bool:
    """Whether the segment a-b runs through a convex outline, or across a line of two points."""
    if len(shape) < 3:
        return _across(shape[0], shape[-1], a, b)
    enter, leave = (0, 1), (1, 1)
    turns = _turns(shape)
    (ax, ay), (bx, by) = a, b
    px, py = shape[-1]
    for qx, qy in shape:
        ex, ey = turns * (qx - px), turns * (qy - py)
        one, other = ex * (ay - py) - ey * (ax - px), ex * (by - py) - ey * (bx - px)
        px, py = qx, qy
        if one <= 0 and other <= 0:
            return False
        if one < 0 and -one * enter[1] > enter[0] * (other - one):
            enter = (-one, other - one)
        elif other < 0 and one * leave[1] < leave[0] * (one - other):
            leave = (one, one - other)
    return enter[0] * leave[1] < leave[0] * enter[1]


def _across(c: Point, d: Point, a: Point, b: Point) -> bool:
    one, other = _side(c, d, a), _side(c, d, b)
    mine, theirs = _side(a, b, c), _side(a, b, d)
    return (one > 0) != (other > 0) and one != 0 != other and (mine >= 0) != (theirs > 0)


def _side(p: Point, q: Point, at: Point) -> int:
    return (q[0] - p[0]) * (at[1] - p[1]) - (q[1] - p[1]) * (at[0] - p[0])


@lru_cache(maxsize=4096)
def _turns(convex: Polygon) -> int:
    return 1 if sum(_side(convex[0], a, b) for a, b in outline(convex)) > 0 else -1


def is_inside(shapes: Iterable[Polygon], at: Point) -> bool:
    """Whether a place lies in one of some areas."""
    return any(_holds(framed(shape), at) for shape in shapes)


def _holds(wall: Framed, at: Point) -> bool:
    shape, (west, north, east, south), (hx, hy, heart2) = wall
    x, y = at
    if not (west <= x <= east and north <= y <= south):
        return False
    return (x - hx) * (x - hx) + (y - hy) * (y - hy) < heart2 or contains(shape, at)


def walls_off(walls: Iterable[Framed], mine: Polygon, theirs: Polygon) -> bool:
    """Whether one outline between two hulls stops both outer lines, and so all lines from the one to the other."""
    around = hull(mine + theirs)
    outer = [(a, b) for a, b in outline(around) if (a in mine) != (b in mine)]
    if len(outer) != 2:
        return False
    across = [wall[0] for wall in walls if not any(is_free(a, b, (wall,)) for a, b in outer)]
    return any(not overlaps(shape, mine, 0) and not overlaps(shape, theirs, 0) for shape in across)


def is_all_hidden(at: Point, corners: Polygon, walls: Iterable[Framed]) -> bool:
    """Whether one of some outlines hides a whole hull, by its corners: what an outline hides has no dent."""
    shades = ((wall[0], shade(at, wall)) for wall in walls)
    return any(seen is not None and not _past(shape, seen, at, corners) for shape, seen in shades)


def open_places(at: Point, places: list[Point], walls: Iterable[Framed]) -> list[Point]:
    """The places to which a line from ``at`` runs through none of some outlines; none from inside one of them."""
    for wall in walls:
        if not places:
            return places
        seen = shade(at, wall)
        if seen is not None:
            places = _past(wall[0], seen, at, places)
        elif len(wall[0]) > 2:
            return []
    return places


def _past(shape: Polygon, seen: Shade, at: Point, places: Sequence[Point]) -> list[Point]:
    """The places that an outline does not hide: they are beside it as ``at`` sees it, or nearer."""
    (lx, ly), (rx, ry) = seen
    ax, ay = at
    # Three signs per place: left of the left corner, right of the right one, on this side of the line through both.
    lax, lay, rax, ray = lx - ax, ly - ay, rx - ax, ry - ay
    rlx, rly = rx - lx, ry - ly
    left, right, across = lax * ay - lay * ax, rax * ay - ray * ax, rlx * ly - rly * lx
    thick = len(shape) > 2
    return [
        p for p in places
        if lax * p[1] - lay * p[0] <= left or rax * p[1] - ray * p[0] >= right
        or (rlx * p[1] - rly * p[0] >= across and not (thick and crosses(shape, at, p)))
    ]  # fmt: skip


# -- boxes -----------------------------------------------------------------------------


Rim = tuple[tuple[int, int, int], ...]
"""For each side of a convex outline its outward direction, and how far along it the outline reaches."""


def rim_of(room: Polygon) -> Rim:
    """The sides of a convex outline, for ``outside``."""
    sides = [(q[1] - p[1], p[0] - q[0], p) for p, q in outline(room)]
    turned = 1 if sum(p[0] * q[1] - q[0] * p[1] for p, q in outline(room)) > 0 else -1
    return tuple((turned * nx, turned * ny, turned * (nx * p[0] + ny * p[1])) for nx, ny, p in sides)


def outside(rim: Rim, edge: Box) -> bool:
    """Whether one side of a convex outline keeps a box out: then it surely meets nothing in the box."""
    for nx, ny, reach in rim:
        if nx * (edge.west if nx > 0 else edge.east) + ny * (edge.north if ny > 0 else edge.south) > reach:
            return True
    return False


def reaches_into(shape: Polygon, room: Polygon, rim: Rim) -> bool:
    """Whether an outline overlaps a convex one, of which the rim is known."""
    if outside(rim, frame(shape)):
        return False
    return any(all(nx * x + ny * y < reach for nx, ny, reach in rim) for x, y in shape) or overlaps(room, shape, 0)


@lru_cache(maxsize=16384)
def frame(shape: Polygon) -> Box:
    """The box around an outline."""
    return box(shape)


def joined(a: Box, b: Box) -> Box:
    """The smallest box around two."""
    return Box(min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]))


def are_apart(a: Box, b: Box) -> bool:
    """Whether two boxes have no place in common."""
    return a[0] > b[2] or b[0] > a[2] or a[1] > b[3] or b[1] > a[3]


@lru_cache(maxsize=16384)
def framed(shape: Polygon) -> Framed:
    """A convex outline with its box and its heart."""
    return shape, box(shape), _heart(shape)


def _heart(shape: Polygon) -> Heart:
    at = middle(shape)
    if len(shape) < 3:
        return at.x, at.y, 0
    sides = [(_turns(shape) * _side(a, b, at), distance2(a, b)) for a, b in outline(shape)]
    return at.x, at.y, min(aside * aside // size2 if aside > 0 else 0 for aside, size2 in sides)


def met(room: Polygon, things: Iterable[Framed]) -> list[Framed]:
    """Those of some things that may reach into a convex outline; the others surely do not."""
    edge = box(room)
    near = [one for one in things if not are_apart(edge, one[1])]
    rim = rim_of(room) if near else ()
    return [one for one in near if not outside(rim, one[1])]


def is_free(a: Point, b: Point, walls: Iterable[Framed]) -> bool:
    """Whether a line runs through none of some outlines."""
    (ax, ay), (bx, by) = a, b
    dx, dy = bx - ax, by - ay
    west, east, north, south = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
    size2 = dx * dx + dy * dy
    for wall, edge, (hx, hy, heart2) in walls:
        left, top, right, bottom = edge
        if left <= east and right >= west and top <= south and bottom >= north:
            aside, on = dx * (hy - ay) - dy * (hx - ax), dx * (hx - ax) + dy * (hy - ay)
            if aside * aside < heart2 * size2 and 0 <= on <= size2:
                return False
            if not beside(edge, a, b) and crosses(wall, a, b):
                return False
    return True


def beside(edge: Box, a: Point, b: Point) -> bool:
    """Whether a box lies wholly on one side of the line through two places."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    west, east = dy * (edge.west - a[0]), dy * (edge.east - a[0])
    north, south = dx * (edge.north - a[1]), dx * (edge.south - a[1])
    low, high = min(north, south) - max(west, east), max(north, south) - min(west, east)
    return low > 0 or high < 0
