"""What a straight line does to the things in its way: cuts a base, runs inside an area, crosses a wall.

Whole 1/100 mm; a line that only grazes a thing does none of these (CEL-TER-01).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import isqrt

from app.engine.geometry import Base, Point, Polygon, distance2

SHIFT = 40
"""How finely a share of a line is counted, in bits."""


Disc = tuple[int, int, int]
"""A base in the way: its centre and the radius."""


def cut_by(a: Point, b: Point, discs: Sequence[Disc]) -> bool:
    """Whether the line a-b runs over any of these discs, more than touching it."""
    (ax, ay), (bx, by) = a, b
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    for x, y, radius in discs:
        vx, vy = x - ax, y - ay
        on = dx * vx + dy * vy
        if on <= 0:
            near = vx * vx + vy * vy < radius * radius
        elif on >= square:
            near = (x - bx) ** 2 + (y - by) ** 2 < radius * radius
        else:
            near = (dx * vy - dy * vx) ** 2 < radius * radius * square
        if near:
            return True
    return False


def side_of(a: Point, b: Point, p: Point) -> int:
    """Positive, negative or 0: on which side of the line a-b a point lies."""
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def chord(a: Point, b: Point, area: Polygon) -> int:
    """How much of the line a-b runs inside an area, to the nearest 1/100 mm; along its outline is not inside."""
    (ax, ay), (bx, by) = a, b
    dx, dy = bx - ax, by - ay
    sides = [dx * (y - ay) - dy * (x - ax) for x, y in area]
    if min(sides) >= 0 or max(sides) <= 0:
        return 0
    size = isqrt(dx * dx + dy * dy)
    runs = _run(a, b, area, sides, 0)
    if 0 in sides:
        runs = min(runs, _run(a, b, area, sides, 1))
    return (runs * size + (1 << SHIFT - 1)) >> SHIFT


def _run(a: Point, b: Point, area: Polygon, sides: list[int], least: int) -> int:
    """The share of the line inside, in parts of ``1 << SHIFT``, counted between its crossings of the outline.

    Corners count as on the left from this least figure of ``sides`` on.  All in one loop for speed.
    """
    (ax, ay), (bx, by), whole = a, b, 1 << SHIFT
    dx, dy, before, (cx, cy) = bx - ax, by - ay, sides[-1] >= least, area[-1]
    places: list[int] = []
    for (x, y), side in zip(area, sides, strict=True):
        left = side >= least
        if left != before:
            ex, ey = x - cx, y - cy
            place = (((cx - ax) * ey - (cy - ay) * ex) << SHIFT) // (dx * ey - dy * ex)
            places.append(0 if place < 0 else min(place, whole))
        before, cx, cy = left, x, y
    places.sort()
    return sum(places[1::2]) - sum(places[::2])


def crossings(a: Point, b: Point, line: Polygon) -> Iterator[Point]:
    """Where the line a-b passes from one side of an open line to the other, to the nearest 1/100 mm."""
    sides = [side_of(a, b, p) for p in line]
    if min(sides) > 0 or max(sides) < 0:
        return
    for (p, s), (q, t) in pairwise(zip(line, sides, strict=True)):
        if (s < 0 < t or t < 0 < s) and _parts(p, q, a, b):
            yield _between(p, q, s, t)
    yield from (line[i] for i in range(1, len(line) - 1) if sides[i] == 0 and _passes_corner(a, b, line, sides, i))


def _parts(p: Point, q: Point, a: Point, b: Point) -> bool:
    """Whether a and b lie strictly on different sides of p-q."""
    s, t = side_of(p, q, a), side_of(p, q, b)
    return s < 0 < t or t < 0 < s


def _passes_corner(a: Point, b: Point, line: Polygon, sides: list[int], i: int) -> bool:
    """Whether the line goes through this corner to the other side, between its ends."""
    before, after = sides[i - 1], next((s for s in sides[i + 1 :] if s), 0)
    x, y = line[i]
    ahead = (b[0] - a[0]) * (x - a[0]) + (b[1] - a[1]) * (y - a[1])
    return (before < 0 < after or after < 0 < before) and 0 < ahead < distance2(a, b)


def _between(p: Point, q: Point, s: int, t: int) -> Point:
    """The point of p-q that divides it as s to -t."""
    whole = s - t
    return Point(p[0] + ((q[0] - p[0]) * s) // whole, p[1] + ((q[1] - p[1]) * s) // whole)


def ends_of(base: Base, other: Base) -> tuple[Point, Point, Point]:
    """Centre, left and right extreme of a base, square to the line of the centres (CEL-TER-01)."""
    (x, y), radius = base
    dx, dy = other.at[0] - x, other.at[1] - y
    size = isqrt(dx * dx + dy * dy) or 1
    ox, oy = _part(-dy * radius, size), _part(dx * radius, size)
    return base.at, Point(x - ox, y - oy), Point(x + ox, y + oy)


def _part(figure: int, size: int) -> int:
    """A quotient rounded towards nothing, so that an extreme never lies outside its base."""
    return figure // size if figure >= 0 else -(-figure // size)


def nine(one: Base, other: Base) -> tuple[tuple[Point, Point], ...]:
    """The nine lines between two bases, that of the centres first (CEL-TER-01)."""
    starts, ends = ends_of(one, other), ends_of(other, one)
    return tuple((a, b) for a in starts for b in ends)


OUTER = (5, 7)
"""Of the nine, those along either side: what is left as one looks is right as the other looks back."""


def is_convex(area: Polygon) -> bool:
    """Whether an area has no hollow, so that it holds all between any two places in it."""
    turns = [side_of(area[i - 2], area[i - 1], area[i]) for i in range(len(area))]
    return min(turns) >= 0 or max(turns) <= 0
