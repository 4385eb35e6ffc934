"""Slow and plain ways to the same answers, and the shapes to try them on.

Decimals of 90 digits stand for real numbers; two values closer than ``HAIR`` are taken to be equal, which is far finer
than the least difference between two unequal square roots of the sizes used here.
"""

from decimal import Decimal, localcontext
from itertools import pairwise

from hypothesis import strategies as st

from app.engine.geometry import Base, Point, Polygon, is_simple

HAIR = Decimal(10) ** -50
Spot = tuple[Decimal, Decimal]

near = st.integers(-12, 12)
far = st.integers(-200_000, 200_000)
points = st.one_of(st.builds(Point, near, near), st.builds(Point, far, far))
small_points = st.builds(Point, near, near)
radii = st.one_of(st.integers(0, 8), st.integers(0, 20_000))
bases = st.builds(Base, points, radii)
small_bases = st.builds(Base, small_points, st.integers(0, 6))


def _polygons(corner: st.SearchStrategy[Point]) -> st.SearchStrategy[Polygon]:
    return st.lists(corner, min_size=3, max_size=6, unique=True).map(tuple).filter(is_simple)


small_polygons = _polygons(small_points)
polygons = st.one_of(small_polygons, _polygons(st.builds(Point, far, far)))


def spot(point: Point) -> Spot:
    return Decimal(point.x), Decimal(point.y)


def real_distance(a: Spot, b: Spot) -> Decimal:
    with localcontext() as context:
        context.prec = 90
        return ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2).sqrt()


def at_most(real: Decimal, limit: int) -> bool:
    """Whether a real number is a whole one or less, as far as its digits tell."""
    with localcontext() as context:
        context.prec = 90
        return real - limit <= HAIR


def walked_to(start: Point, end: Point, walked: int) -> Spot:
    """The real place after a walk, at the latest the end."""
    with localcontext() as context:
        context.prec = 90
        (ax, ay), (bx, by) = spot(start), spot(end)
        whole = real_distance((ax, ay), (bx, by))
        part = Decimal(1) if whole <= walked else Decimal(walked) / whole
        return ax + (bx - ax) * part, ay + (by - ay) * part


def point_to_side(p: Spot, a: Spot, b: Spot) -> Decimal:
    with localcontext() as context:
        context.prec = 90
        ex, ey = b[0] - a[0], b[1] - a[1]
        side2 = ex * ex + ey * ey
        part = ((p[0] - a[0]) * ex + (p[1] - a[1]) * ey) / side2 if side2 else Decimal(0)
        part = max(Decimal(0), min(Decimal(1), part))
        return real_distance(p, (a[0] + ex * part, a[1] + ey * part))


def _side(a: Spot, b: Spot, p: Spot) -> Decimal:
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def side_to_side(a: Spot, b: Spot, c: Spot, d: Spot) -> Decimal:
    """The real distance between two segments."""
    with localcontext() as context:
        context.prec = 90
        if _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0:
            return Decimal(0)
        ends = [point_to_side(a, c, d), point_to_side(b, c, d), point_to_side(c, a, b), point_to_side(d, a, b)]
        return min(ends)


def line_to_line(walk: tuple[Spot, Spot], line: tuple[Point, ...]) -> Decimal:
    """The real distance between a straight walk and an open line."""
    sides = list(pairwise(line)) or [(line[0], line[0])]
    return min(side_to_side(*walk, spot(a), spot(b)) for a, b in sides)


def reaches(start: Point, end: Point, walked: int, line: tuple[Point, ...], reach: int) -> bool:
    """Whether a straight walk of this length has come within reach of an open line."""
    return at_most(line_to_line((spot(start), walked_to(start, end, walked)), line), reach)
