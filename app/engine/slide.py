"""A convex outline pushed along a straight line, its facing kept: where it meets others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

from app.engine.geometry import Point, Polygon
from app.engine.shapes import SLACK, Local, Reach, seen_from
from app.engine.trig import SCALE

ORIGIN = Point(0, 0)
GRAZE = SLACK * SCALE
NEVER = 1 << 60
"""Further than any table reaches, in 1/100 mm."""


def meetings(parts: Iterable[Polygon], way: int, others: Sequence[Polygon]) -> tuple[Reach, ...]:
    """The stretches of a way along a bearing in which any of some convex outlines overlaps any of some others, from
    the start on, in order and merged.  What it only grazes does not count."""
    found = [reach for part in parts for other in others if (reach := meeting(part, way, other)) is not None]
    return merged(reach for reach in found if reach.far > SLACK)


def merged(reaches: Iterable[Reach]) -> tuple[Reach, ...]:
    """Stretches in order, those that touch made one; none begins before the start."""
    found: list[Reach] = []
    for near, far in sorted(reaches):
        near = max(0, near)
        if found and near <= found[-1].far:
            found[-1] = Reach(found[-1].near, max(far, found[-1].far))
        else:
            found.append(Reach(near, far))
    return tuple(found)


@lru_cache(maxsize=16384)
def meeting(shape: Polygon, way: int, other: Polygon) -> Reach | None:
    """From how far to how far along a bearing a convex outline overlaps another (a line of two points too); ``None``
    if it never does.  What it touches now and leaves behind ends at 0 or less."""
    mine, theirs = seen_from(ORIGIN, way, shape), seen_from(ORIGIN, way, other)
    rights = [p.right for p in mine], [p.right for p in theirs]
    (a, b), (low, high) = ((min(side), max(side)) for side in rights)
    if min(b - low, high - a) <= GRAZE:
        return None
    first, last = max(a, low) + GRAZE, min(b, high) - GRAZE
    if first > last:
        first = last = (first + last) // 2
    places = [first, last, *(r for side in rights for r in side if first < r < last)]
    near, far = NEVER * SCALE, -NEVER * SCALE
    for right in places:
        (from_, to), (back, front) = column(theirs, right), column(mine, right)
        near, far = min(near, from_ - front), max(far, to - back)
    return Reach(near // SCALE, -(-far // SCALE))


def column(points: Sequence[Local], right: int) -> tuple[int, int]:
    """From how far to how far ahead an outline reaches at one place to the right."""
    found: list[int] = []
    for p, q in pairwise((*points, points[0])):
        if p.right == q.right == right:
            found += [p.ahead, q.ahead]
        elif p.right != q.right and min(p.right, q.right) <= right <= max(p.right, q.right):
            found.append(p.ahead + (q.ahead - p.ahead) * (right - p.right) // (q.right - p.right))
    return (min(found), max(found)) if found else (points[0].ahead, points[0].ahead)
