"""Shapes of a map in whole numbers: whether they cross, overlap, touch, and what they have in common."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

Point = tuple[int, int]
Ring = Sequence[Point]
Edge = tuple[Point, Point]


def edges(ring: Ring) -> list[Edge]:
    """The sides of a polygon in its order, the last back to the first corner."""
    return [(at, ring[(i + 1) % len(ring)]) for i, at in enumerate(ring)]


def turn(a: Point, b: Point, c: Point) -> int:
    """Twice the area of a triangle: above 0 if it turns to the right on the sheet, 0 on one line."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def area(ring: Ring) -> int:
    """Twice the area of a polygon, with its sign."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in edges(ring))


def on(edge: Edge, p: Point) -> bool:
    """Whether a point lies on a side, its ends among it."""
    (ax, ay), (bx, by) = edge
    return min(ax, bx) <= p[0] <= max(ax, bx) and min(ay, by) <= p[1] <= max(ay, by) and not turn(*edge, p)


def apart(one: Edge, other: Edge) -> bool:
    """Whether the boxes around two sides have nothing in common."""
    (ax, ay), (bx, by) = one
    (cx, cy), (dx, dy) = other
    return (
        max(ax, bx) < min(cx, dx) or max(cx, dx) < min(ax, bx) or max(ay, by) < min(cy, dy) or max(cy, dy) < min(ay, by)
    )


def cross(one: Edge, other: Edge) -> bool:
    """Whether two sides go through each other, not only up to each other."""
    if apart(one, other):
        return False
    return opposite(turn(*one, other[0]), turn(*one, other[1])) and opposite(turn(*other, one[0]), turn(*other, one[1]))


def opposite(one: int, other: int) -> bool:
    """Whether two numbers lie on two sides of 0."""
    return (one > 0 > other) or (one < 0 < other)


def is_simple(ring: Ring) -> bool:
    """Whether a polygon has an area, no corner twice, and no side that meets another but at the corner between."""
    if len({*ring}) < len(ring) or not area(ring):
        return False
    sides = edges(ring)
    return not any(
        collide(one, other, i + 1 == k, i == 0 and k == len(sides) - 1)
        for i, one in enumerate(sides)
        for k, other in enumerate(sides[i + 1 :], i + 1)
    )


def collide(one: Edge, other: Edge, follows: bool, leads: bool) -> bool:
    """Whether two sides of one polygon meet where they must not."""
    if apart(one, other):
        return False
    if follows or leads:
        far, near = (other[1], one[0]) if follows else (other[0], one[1])
        return on(one, far) or on(other, near)
    return cross(one, other) or any(on(one, p) for p in other) or any(on(other, p) for p in one)


def inside(ring: Ring, p: Point) -> bool:
    """Whether a point lies within a polygon and not on its rim."""
    within = False
    for a, b in edges(ring):
        if on((a, b), p):
            return False
        if (a[1] > p[1]) != (b[1] > p[1]):
            within ^= (turn(a, b, p) > 0) == (b[1] > a[1])
    return within


def box(ring: Ring) -> tuple[int, int, int, int]:
    """The least and greatest coordinates of a polygon."""
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    return min(xs), min(ys), max(xs), max(ys)


def near(one: Ring, other: Ring) -> bool:
    """Whether the boxes around two polygons meet; those of no corners meet nothing."""
    if not one or not other:
        return False
    a, b = box(one), box(other)
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


def turned(ring: Ring) -> list[Point]:
    """The polygon with its corners clockwise on the sheet."""
    return list(ring) if area(ring) > 0 else list(reversed(ring))


def cut(ring: Ring, other: Ring) -> Iterator[Edge]:
    """The sides of a polygon, parted wherever a corner of the other lies on them."""
    for a, b in edges(ring):
        left, top, right, low = box((a, b))
        met = [
            p for p in other if left <= p[0] <= right and top <= p[1] <= low and p not in (a, b) and not turn(a, b, p)
        ]
        stops = [a, *sorted(met, key=lambda p: (abs(p[0] - a[0]), abs(p[1] - a[1]))), b] if met else [a, b]
        yield from pairwise(stops)


def shared(one: Ring, other: Ring) -> list[Edge]:
    """The stretches that are the rim of both, in the order of the first."""
    if not near(one, other):
        return []
    theirs = {*cut(other, one)}
    return [(a, b) for a, b in cut(one, other) if (a, b) in theirs or (b, a) in theirs]


def overlap(one: Ring, other: Ring) -> bool:
    """Whether two simple polygons have any ground in common; a common rim is none."""
    if not near(one, other):
        return False
    mine, theirs = turned(one), turned(other)
    boxes = [(side, *box(side)) for side in edges(theirs)]
    for side in edges(mine):
        left, top, right, low = box(side)
        if any(x <= right and left <= u and y <= low and top <= v and cross(side, to) for to, x, y, u, v in boxes):
            return True
    sides, others = list(cut(mine, theirs)), [*cut(theirs, mine)]
    same_way = {*sides} & {*others}
    return bool(same_way) or enters(sides, theirs) or enters(others, mine)


def enters(sides: Sequence[Edge], ring: Ring) -> bool:
    """Whether the middle of one of these sides lies within a polygon."""
    doubled = [(2 * x, 2 * y) for x, y in ring]
    low_x, low_y, high_x, high_y = box(doubled)
    middles = [(a[0] + b[0], a[1] + b[1]) for a, b in sides]
    return any(low_x < x < high_x and low_y < y < high_y and inside(doubled, (x, y)) for x, y in middles)


def chains(stretches: Sequence[Edge]) -> list[list[Point]]:
    """Stretches of rim that follow each other, joined as far as they go; a line that closes ends where it began."""
    after = dict(stretches)
    ends = {b for _, b in stretches}
    found: list[list[Point]] = []
    for start in [a for a in after if a not in ends] + list(after):
        line = [start]
        while (following := after.pop(line[-1], None)) is not None:
            line.append(following)
        if len(line) > 1:
            found.append(line)
    return found


def middle(line: Sequence[Point]) -> Point:
    """The corner of a line that is nearest its middle; of a single stretch the point between."""
    if len(line) == 2:
        return (line[0][0] + line[1][0]) // 2, (line[0][1] + line[1][1]) // 2
    return line[len(line) // 2]
