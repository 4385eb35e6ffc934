"""Outlines: widened all round, the ground two share, and the angle between two bearings."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from app.engine.geometry import Point, Polygon, outline
from app.engine.shapes import hull
from app.engine.trig import TURN
from app.systems.kensei.ground.terrain import round_shape


@lru_cache(maxsize=512)
def widened(part: Polygon, by: int) -> Polygon:
    """A convex outline with all that is within so many 1/100 mm of it, its round corners drawn with short sides."""
    rim = round_shape(by)
    return hull(tuple(Point(p.x + q.x, p.y + q.y) for p in part for q in rim))


def off(a: int, b: int) -> int:
    """The angle between two bearings, 0 to 18000 in 1/100 degree."""
    aside = (a - b) % TURN
    return min(aside, TURN - aside)


def common(a: Polygon, b: Polygon) -> Polygon:
    """The ground two convex outlines share, to the nearest 1/100 mm; empty if they share none."""
    found = list(a)
    for p, q in outline(b if _clockwise(b) else b[::-1]):
        found = _cut(found, p, q)
    return tuple(found)


def _clockwise(polygon: Polygon) -> bool:
    """Whether the inside lies to the right of its sides on the board."""
    return sum(p.x * q.y - q.x * p.y for p, q in outline(polygon)) > 0


def _cut(points: list[Point], p: Point, q: Point) -> list[Point]:
    found: list[Point] = []
    for a, b in pairwise((*points, *points[:1])):
        va, vb = ((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x) for r in (a, b))
        if va >= 0:
            found.append(a)
        if (va > 0 > vb) or (va < 0 < vb):
            part, whole = abs(va), abs(va) + abs(vb)
            found.append(Point(a.x + (b.x - a.x) * part // whole, a.y + (b.y - a.y) * part // whole))
    return found
