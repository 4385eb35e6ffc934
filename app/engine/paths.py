"""Paths of straight legs: how long they are, what they meet, what they cost.

All lengths are whole hundredths of a millimetre (1 inch = 2540) walked from the start; each leg is rounded up.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import isqrt
from typing import NamedTuple, Protocol, TypeVar

from app.engine.asks import Json
from app.engine.geometry import (
    Base,
    Box,
    Point,
    Polygon,
    Span,
    along,
    box,
    crossing_at,
    disc_touches_line,
    disc_touches_polygon,
    distance,
    distance2,
    enters_at,
    misses,
    outline,
    overlap,
    part_up,
    spans,
)

Path = tuple[Point, ...]
"""Where a walk begins, and then each place it bends or ends."""

MAX_POINTS, MAX_TOGETHER = 64, 400
"""More points than this no path has, and no more the paths of a group together: a hand-drawn one has a corner or two
for each inch, and pages thin it until it fits."""
FAR = 10_000_000
"""A coordinate beyond this (100 m) is refused before any rule looks at it."""


def read_point(raw: Json) -> Point | None:
    """A point from ``[x, y]`` in whole 1/100 mm, or ``None``."""
    if not (isinstance(raw, list | tuple) and len(raw) == 2):
        return None
    x, y = raw
    whole = all(type(n) is int and abs(n) <= FAR for n in (x, y))
    return Point(x, y) if whole else None


class Based(Protocol):
    """Whatever stands on a round base."""

    @property
    def base(self) -> Base:
        """Its base where it stands."""
        ...


class Shaped(Protocol):
    """Whatever lies on the table as an area or a line."""

    @property
    def shape(self) -> Polygon:
        """Its corners, or the points of its line."""
        ...


B = TypeVar("B", bound=Based)
P = TypeVar("P", bound=Shaped)


class LegCost(NamedTuple):
    """One leg of a walk: its length and what it uses of the allowance."""

    length: int
    cost: int


def legs(path: Path) -> Iterator[tuple[Point, Point]]:
    """The straight legs of a path in order; none if it is a single point."""
    return pairwise(path)


def length(path: Path) -> int:
    """The length of a path, each leg rounded up to a whole hundredth of a millimetre."""
    return sum(distance(a, b) for a, b in pairwise(path))


def at_length(path: Path, walked: int) -> Point:
    """Where a walk stands after ``walked`` hundredths of a millimetre: its last point at the latest."""
    for a, b in pairwise(path):
        leg = distance(a, b)
        if walked <= leg:
            return along(a, b, walked)
        walked -= leg
    return path[-1]


def first_contact(path: Path, radius: int, obstacle: Base, reach: int = 0) -> int | None:
    """How far a base may be walked until it is within ``reach`` of another, edge to edge; ``None`` if it never is."""
    span = radius + obstacle.radius + reach
    for n, (a, b) in enumerate(pairwise(path) if len(path) > 1 else ((path[0], path[0]),)):
        if (after := enters_at(a, b, obstacle.at, span)) is not None:
            return length(path[: n + 1]) + after
    return None


def beside(path: Path, radius: int, others: Iterable[B], reach: int = 0) -> list[B]:
    """Those among others that a base walked along a path may come within ``reach`` of: surely none is left out."""
    west, north, east, south = frame(path, radius + reach)
    found: list[B] = []
    for other in others:
        (x, y), own = other.base
        if west - own <= x <= east + own and north - own <= y <= south + own:
            found.append(other)
    return found


def stops_short(path: Path, radius: int, obstacle: Base) -> int | None:
    """How far a base may be walked up to another so that, put on whole hundredths, they do not overlap.

    At most a hair short of contact; 0 if they overlap from the start, ``None`` if they never meet.
    """
    walked = first_contact(path, radius, obstacle)
    while walked and overlap(Base(at_length(path, walked), radius), obstacle):
        walked -= 1
    return walked


def passes_by(path: Path, radius: int, shape: Polygon) -> bool:
    """Whether a base walked along a path surely never touches a shape, seen by their boxes alone."""
    if len(path) < 3:
        return misses(shape, path[0], path[-1], radius)
    return all(misses(shape, a, b, radius) for a, b in pairwise(path))


def in_the_way(path: Path, radius: int, pieces: Iterable[P]) -> list[P]:
    """Those pieces that a base walked along a path may touch: surely none is left out."""
    west, north, east, south = frame(path, radius)
    found: list[P] = []
    for piece in pieces:
        left, top, right, bottom = box(piece.shape)
        if left <= east and west <= right and top <= south and north <= bottom:
            found.append(piece)
    return found


def frame(path: Path, reach: int = 0) -> Box:
    """The box around all that lies within ``reach`` of a path, and a little more."""
    if len(path) == 2:
        (x, y), (u, v) = path
        west, east = (x, u) if x < u else (u, x)
        north, south = (y, v) if y < v else (v, y)
        return Box(west - reach, north - reach, east + reach, south + reach)
    xs, ys = [p[0] for p in path], [p[1] for p in path]
    return Box(min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach)


def sweeps_polygon(path: Path, radius: int, polygon: Polygon) -> int | None:
    """How far a base is walked until it first touches a polygon: 0 if it does at the start, ``None`` if never."""
    if passes_by(path, radius, polygon):
        return None
    if disc_touches_polygon(Base(path[0], radius), polygon):
        return 0
    return _sweeps_ring(path, radius, polygon, polygon + polygon[:1])


def sweeps_line(path: Path, radius: int, polyline: Sequence[Point]) -> int | None:
    """How far a base is walked until it first touches an open line: 0 if it does at the start, ``None`` if never."""
    shape = tuple(polyline)
    if passes_by(path, radius, shape):
        return None
    if disc_touches_line(Base(path[0], radius), shape):
        return 0
    return _sweeps_ring(path, radius, shape, shape if len(shape) > 1 else shape * 2)


def _sweeps_ring(path: Path, radius: int, shape: Polygon, ring: Polygon) -> int | None:
    for n, (start, end) in enumerate(pairwise(path)):
        if not misses(shape, start, end, radius):
            met = [after for a, b in pairwise(ring) if (after := _meets_side(start, end, radius, a, b)) is not None]
            if met:
                return length(path[: n + 1]) + min(met)
    return None


def _meets_side(start: Point, end: Point, radius: int, a: Point, b: Point) -> int | None:
    """Where a disc that does not touch the segment a-b at the start first does."""
    if misses((a, b), start, end, radius):
        return None
    met = [enters_at(start, end, a, radius), enters_at(start, end, b, radius), _meets_flank(start, end, radius, a, b)]
    return min((after for after in met if after is not None), default=None)


def _meets_flank(start: Point, end: Point, radius: int, a: Point, b: Point) -> int | None:
    """Where a disc first touches the segment a-b between its ends, walking up to it from one side."""
    ex, ey, dx, dy = b[0] - a[0], b[1] - a[1], end[0] - start[0], end[1] - start[1]
    vx, vy = start[0] - a[0], start[1] - a[1]
    off, nears = ex * vy - ey * vx, ex * dy - ey * dx
    off, nears = (off, -nears) if off > 0 else (-off, nears)
    side2, short = ex * ex + ey * ey, radius * radius * (ex * ex + ey * ey)
    if nears <= 0 or not _at_most_root(off - nears, short) or _at_most_root(off, short):
        return None
    # The foot of the contact times nears is  base - slide * radius * |e|;  it must lie from 0 to side2 * nears.
    slide = ex * dx + ey * dy
    base = nears * (ex * vx + ey * vy) + slide * off
    if _sign(base, -slide, short) < 0 or _sign(base - side2 * nears, -slide, short) > 0:
        return None
    return _flank_distance(dx * dx + dy * dy, off, nears, short)


def _at_most_root(number: int, square: int) -> bool:
    return number <= 0 or number * number <= square


def _sign(number: int, times: int, square: int) -> int:
    """The sign of number + times * root of square, exactly."""
    other = times * times * square
    if number >= 0 and times >= 0:
        return 1 if number or other else 0
    if number <= 0 and times <= 0:
        return -1 if number or other else 0
    bigger = number * number - other
    return (bigger > 0) - (bigger < 0) if number > 0 else (bigger < 0) - (bigger > 0)


def _flank_distance(walk2: int, off: int, nears: int, short: int) -> int:
    """The smallest whole number at or above root of walk2 times (off - root of short) over nears."""
    # w * nears >= off * W - W * S.  Doubt is settled by exact signs, so the first guess only has to be close.
    far2, near2 = off * off * walk2, short * walk2
    walked = max(0, (isqrt(far2 << 64) - isqrt(near2 << 64)) // (nears << 32) - 1)
    while not _reaches(walked * nears, far2, near2):
        walked += 1
    return walked


def _reaches(number: int, far2: int, near2: int) -> bool:
    """Whether number >= root of far2 - root of near2, none of them negative, exactly."""
    # number + n >= f  <=>  number^2 + n^2 + 2 * number * n >= f^2
    missing = far2 - number * number - near2
    return missing <= 0 or missing * missing <= 4 * number * number * near2


def crosses_line(path: Path, polyline: Sequence[Point]) -> int | None:
    """How far the centre is walked until it first meets an open line; ``None`` if never."""
    for n, (start, end) in enumerate(pairwise(path)):
        met = [at for a, b in pairwise(polyline) if (at := crossing_at(start, end, a, b)) is not None]
        if met:
            return length(path[: n + 1]) + min(met)
    return None


def crosses_outline(path: Path, polygon: Polygon) -> tuple[tuple[int, Point], ...]:
    """Each place where the centre's path meets the outline of a polygon: the distance walked and the point.

    In order, each once.  For a stretch walked along a side only its beginning is given.
    """
    walked, met = 0, dict[tuple[int, Point], None]()
    for start, end in pairwise(path):
        for a, b in () if misses(polygon, start, end, 0) else outline(polygon):
            if (at := crossing_at(start, end, a, b)) is not None:
                met[walked + at, along(start, end, at)] = None
        walked += distance(start, end)
    return tuple(sorted(met))


def inside_length(start: Point, end: Point, polygon: Polygon) -> int:
    """How much of a straight line lies in a polygon, rounded up; its outline belongs to it."""
    total = sum((span.last - span.first for span in spans(start, end, polygon)), Fraction(0))
    return part_up(distance2(start, end), total.numerator, total.denominator)


def split_at(path: Path, walked: int) -> tuple[Path, Path]:
    """The part of a path up to ``walked`` and the part after it; both hold the point of parting.

    The first part is never longer than ``walked``.
    """
    if walked <= 0:
        return path[:1], path
    for i, (a, b) in enumerate(pairwise(path)):
        leg = distance(a, b)
        if walked < leg:
            halt = along(a, b, walked)
            return (*path[: i + 1], halt), (halt, *path[i + 1 :])
        if walked == leg:
            return path[: i + 2], path[i + 1 :]
        walked -= leg
    return path, path[-1:]


def clip(path: Path, allowance: int) -> Path:
    """The path cut off so that it is no longer than the allowance."""
    return split_at(path, allowance)[0]


def cost(path: Path, areas: Sequence[tuple[Polygon, int, int]]) -> list[LegCost]:
    """What each leg uses of an allowance when some ground is charged at a rate; rounded up per leg.

    Inside an area a unit of way costs numerator over denominator; where areas lie on each other the dearest counts.
    """
    return [LegCost(distance(a, b), _leg_cost(a, b, areas)) for a, b in pairwise(path)]


def _leg_cost(start: Point, end: Point, areas: Sequence[tuple[Polygon, int, int]]) -> int:
    priced = [(span, Fraction(n, d)) for polygon, n, d in areas for span in spans(start, end, polygon)]
    if not priced:
        return distance(start, end)
    cuts = sorted([Fraction(0), Fraction(1), *(end for span, _ in priced for end in span)])
    total = sum(((b - a) * _rate(priced, a, b) for a, b in pairwise(cuts)), Fraction(0))
    return part_up(distance2(start, end), total.numerator, total.denominator)


def _rate(priced: Sequence[tuple[Span, Fraction]], first: Fraction, last: Fraction) -> Fraction:
    rates = [rate for span, rate in priced if span.first <= first and last <= span.last]
    return max(rates, default=Fraction(1))
