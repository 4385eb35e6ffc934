"""Convex outlines: how far apart they are, whether they overlap, what lies in the strip ahead of one of them.

Whole hundredths of a millimetre.  ``SLACK`` is what rounding may take or add: less than that is neither an overlap
nor a gap.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import isqrt
from typing import NamedTuple

from app.engine.geometry import (
    Box,
    Point,
    Polygon,
    box,
    distance2,
    outline,
    point_segment_within,
    root_up,
    segments_cross,
)
from app.engine.trig import SCALE, heading

SLACK = 10
"""0.1 mm."""


class Local(NamedTuple):
    """A place seen from a spot that looks along a facing: to its right and ahead, ``SCALE`` times 1/100 mm."""

    right: int
    ahead: int


class Reach(NamedTuple):
    """From how near to how far something lies ahead, in 1/100 mm."""

    near: int
    far: int


def hull(points: Sequence[Point]) -> Polygon:
    """The smallest convex outline around some points."""
    return _hull(tuple(points))


@lru_cache(maxsize=4096)
def _hull(points: Polygon) -> Polygon:
    ordered = sorted(dict.fromkeys(points))
    if len(ordered) < 3:
        return tuple(ordered)
    return (*_half(ordered), *_half(ordered[::-1]))


def _half(points: Sequence[Point]) -> list[Point]:
    """One side of a hull, its last point left out; turns are worked out in the loop for speed."""
    found: list[Point] = []
    for p in points:
        x, y = p
        while len(found) > 1:
            (ax, ay), (bx, by) = found[-2], found[-1]
            if (bx - ax) * (y - ay) > (by - ay) * (x - ax):
                break
            found.pop()
        found.append(p)
    return found[:-1]


def _turn(a: Point, b: Point, c: Point) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


@lru_cache(maxsize=2048)
def is_convex(polygon: Polygon) -> bool:
    """Whether an outline has no dent."""
    turns = [_turn(*corner) for corner in zip(polygon, _later(polygon, 1), _later(polygon, 2), strict=True)]
    return all(t >= 0 for t in turns) or all(t <= 0 for t in turns)


def _later(polygon: Polygon, by: int) -> Polygon:
    return polygon[by:] + polygon[:by]


@lru_cache(maxsize=2048)
def convex_parts(polygon: Polygon) -> tuple[Polygon, ...]:
    """The outline itself if it is convex, else triangles that make it up."""
    if len(polygon) < 4 or is_convex(polygon):
        return (polygon,)
    left = list(polygon if sum(_turn(polygon[0], a, b) for a, b in outline(polygon)) > 0 else polygon[::-1])
    parts: list[Polygon] = []
    while len(left) > 3 and (ear := _ear(left)) is not None:
        parts.append((left[ear - 1], left[ear], left[(ear + 1) % len(left)]))
        del left[ear]
    return (*parts, tuple(left))


def _ear(points: Sequence[Point]) -> int | None:
    for i, b in enumerate(points):
        a, c = points[i - 1], points[(i + 1) % len(points)]
        corner = (a, b, c)
        if _turn(*corner) > 0 and not any(_inside(corner, p) for p in points if p not in corner):
            return i
    return None


def _inside(triangle: tuple[Point, Point, Point], p: Point) -> bool:
    return all(_turn(a, b, p) >= 0 for a, b in outline(triangle))


def apart(a: Polygon, b: Polygon, reach: int) -> bool:
    """Whether two outlines are surely farther apart than ``reach``, seen by their boxes alone."""
    west, north, east, south = box(a)
    left, top, right, bottom = box(b)
    return west > right + reach or left > east + reach or north > bottom + reach or top > south + reach


def grown(shapes: Sequence[Polygon], reach: int) -> Box:
    """The box around some outlines, so much wider on every side: what does not meet it is farther from all of them."""
    west, north, east, south = box(shapes[0])
    for shape in shapes[1:]:
        left, top, right, bottom = box(shape)
        west, north, east, south = min(west, left), min(north, top), max(east, right), max(south, bottom)
    return Box(west - reach, north - reach, east + reach, south + reach)


def lines_within(a: Polygon, b: Polygon, reach: int) -> bool:
    """Whether two lines of two points or more come within ``reach`` of each other, exactly; crossing counts."""
    if apart(a, b, reach):
        return False
    return _ends_near(a, b, reach) or _ends_near(b, a, reach) or (not apart(a, b, 0) and _cross(a, b))


def _ends_near(points: Polygon, line: Polygon, reach: int) -> bool:
    west, north, east, south = box(line)
    for p in points:
        if west - reach <= p[0] <= east + reach and north - reach <= p[1] <= south + reach:
            for c, d in pairwise(line):
                if point_segment_within(p, c, d, reach):
                    return True
    return False


def _cross(a: Polygon, b: Polygon) -> bool:
    return any(segments_cross(*one, *other) for one in pairwise(a) for other in pairwise(b))


def overlaps(a: Polygon, b: Polygon, slack: int = SLACK) -> bool:
    """Whether a convex outline and any other (a line of two points too) overlap by more than ``slack``."""
    if apart(a, b, -slack):
        return False
    return any(_overlap(a, part, slack) for part in convex_parts(b))


def any_overlap(shapes: Sequence[Polygon], others: Sequence[Polygon]) -> bool:
    """Whether any of some convex outlines overlaps any of some others; theirs are looked up once, in one loop."""
    boxes = [(other, *box(other)) for other in others]
    for shape in shapes:
        west, north, east, south = box(shape)
        for other, left, top, right, bottom in boxes:
            meets = left <= east - SLACK and west <= right - SLACK and top <= south - SLACK and north <= bottom - SLACK
            if meets and any(_overlap(shape, part, SLACK) for part in convex_parts(other)):
                return True
    return False


def _overlap(a: Polygon, b: Polygon, slack: int) -> bool:
    """Whether the direction across no side of either parts them, but for the slack; all in one loop for speed."""
    for shape in (a, b):
        px, py = shape[-1]
        for qx, qy in shape:
            nx, ny = qy - py, px - qx
            px, py = qx, qy
            if nx or ny:
                mine, theirs = [nx * x + ny * y for x, y in a], [nx * x + ny * y for x, y in b]
                depth = min(max(mine) - min(theirs), max(theirs) - min(mine))
                if depth <= 0 or depth * depth <= slack * slack * (nx * nx + ny * ny):
                    return False
    return True


def gap(a: Polygon, b: Polygon) -> int:
    """The distance between two outlines, rounded up; 0 when they touch or overlap."""
    if len(a) == 2 and a[0] == a[1]:
        a = a[:1]
    if any(_overlap(a, part, 0) for part in convex_parts(b)) if not apart(a, b, 0) else False:
        return 0
    return root_up(min(_gap2(a, b), _gap2(b, a)))


def within(a: Polygon, b: Polygon, reach: int) -> bool:
    """Whether two outlines are at most ``reach`` apart, but for the slack."""
    return not apart(a, b, reach + SLACK) and gap(a, b) <= reach + SLACK


def nearer(a: Polygon, b: Polygon, reach: int) -> bool:
    """Whether two outlines are less than ``reach`` apart."""
    return not apart(a, b, reach) and gap(a, b) < reach


def _gap2(a: Polygon, b: Polygon) -> int:
    """The least of ``segment2`` over all corners of one and sides of the other, all in one loop for speed."""
    least = -1
    cx, cy = b[-1]
    for dx, dy in b:
        ex, ey = dx - cx, dy - cy
        side2 = ex * ex + ey * ey
        for px, py in a:
            vx, vy = px - cx, py - cy
            on = ex * vx + ey * vy
            if on <= 0:
                found = vx * vx + vy * vy
            elif on >= side2:
                found = (px - dx) * (px - dx) + (py - dy) * (py - dy)
            else:
                aside = ex * vy - ey * vx
                found = -(-aside * aside // side2)
            if found < least or least < 0:
                least = found
        cx, cy = dx, dy
    return least


def segment2(p: Point, a: Point, b: Point) -> int:
    """The square of the distance from a point to a segment, rounded up."""
    ex, ey, vx, vy = b[0] - a[0], b[1] - a[1], p[0] - a[0], p[1] - a[1]
    on, side2 = ex * vx + ey * vy, ex * ex + ey * ey
    if on <= 0:
        return vx * vx + vy * vy
    if on >= side2:
        return distance2(p, b)
    aside = ex * vy - ey * vx
    return -(-aside * aside // side2)


def nearest_points(a: Polygon, b: Polygon) -> tuple[Point, Point]:
    """A point of each outline where they are nearest to each other; the same point twice where they cross."""
    pairs = [(p, _nearest(p, c, d)) for p in a for c, d in outline(b)]
    pairs += [(_nearest(p, c, d), p) for p in b for c, d in outline(a)]
    return min(pairs, key=lambda pair: distance2(*pair))


def _nearest(p: Point, a: Point, b: Point) -> Point:
    ex, ey = b[0] - a[0], b[1] - a[1]
    on, side2 = ex * (p[0] - a[0]) + ey * (p[1] - a[1]), ex * ex + ey * ey
    if on <= 0 or not side2:
        return a
    if on >= side2:
        return b
    return Point(a[0] + (2 * ex * on + side2) // (2 * side2), a[1] + (2 * ey * on + side2) // (2 * side2))


def meets(polygon: Polygon, a: Point, b: Point) -> bool:
    """Whether the segment a-b touches a convex outline or lies in it."""
    return any(segments_cross(a, b, c, d) for c, d in outline(polygon)) or _overlap(polygon, (a, b), 0)


def seen_from(at: Point, facing: int, points: Sequence[Point]) -> list[Local]:
    """Places as a spot that looks along a facing sees them."""
    (lx, ly), (sx, sy), (ax, ay) = heading(facing), heading(facing + 9_000), at
    return [Local((x - ax) * sx + (y - ay) * sy, (x - ax) * lx + (y - ay) * ly) for x, y in points]


def clip(points: Sequence[Local], right: int, ahead: int, least: int) -> list[Local]:
    """The part of a convex outline where ``right`` and ``ahead`` times its coordinates come to ``least`` or more."""
    found: list[Local] = []
    for a, b in zip(points, [*points[1:], *points[:1]], strict=True):
        va, vb = right * a.right + ahead * a.ahead - least, right * b.right + ahead * b.ahead - least
        if va >= 0:
            found.append(a)
        if (va > 0 > vb) or (va < 0 < vb):
            part, whole = abs(va), abs(va) + abs(vb)
            found.append(Local(a.right + (b.right - a.right) * part // whole,
                               a.ahead + (b.ahead - a.ahead) * part // whole))  # fmt: skip
    return found


def ahead(at: Point, facing: int, half: int, polygon: Polygon) -> Reach | None:
    """From how near to how far an outline lies in the strip ``half`` to either side ahead of a spot.

    What lies behind the spot is left out; an outline that only grazes the strip does not count.
    """
    found = list(_strips(at, facing, half - SLACK, polygon))
    return Reach(min(r.near for r in found), max(r.far for r in found)) if found else None


def _strips(at: Point, facing: int, half: int, polygon: Polygon) -> Iterator[Reach]:
    if half <= 0:
        return
    for part in convex_parts(polygon):
        places = clip(seen_from(at, facing, part), 1, 0, -half * SCALE)
        places = clip(clip(places, -1, 0, -half * SCALE), 0, 1, 0) if places else []
        if places:
            depths = [place.ahead for place in places]
            yield Reach(min(depths) // SCALE, -(-max(depths) // SCALE))


def common_edge(a: Point, b: Point, c: Point, d: Point) -> int:
    """How much of two segments coincides, in 1/100 mm; 0 if neither keeps to the line of the other."""
    if _strays(a, b, (c, d)) and _strays(c, d, (a, b)):
        return 0
    size = isqrt(distance2(a, b))
    on = sorted(((b[0] - a[0]) * (p[0] - a[0]) + (b[1] - a[1]) * (p[1] - a[1])) // max(1, size) for p in (c, d))
    return max(0, min(size, on[1]) - max(0, on[0]))


def _strays(a: Point, b: Point, ends: tuple[Point, Point]) -> bool:
    size2 = distance2(a, b)
    return any(_off(a, b, p, size2) for p in ends)


def _off(a: Point, b: Point, p: Point, size2: int) -> bool:
    aside = _turn(a, b, p)
    return aside * aside > SLACK * SLACK * size2
