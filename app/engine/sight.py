"""Lines of sight: what a straight line crosses, and whether one base can be seen from another."""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, pairwise, product
from math import isqrt
from typing import NamedTuple, Protocol

from app.engine.geometry import (
    Base,
    Point,
    Polygon,
    contains,
    distance,
    distance2,
    enters_at,
    leaves_at,
    misses,
    outline,
    part_up,
    point_segment_within,
    segments_cross,
    shared,
    spans,
    towards,
    within,
)

HAIR = 2
"""How far from a corner or base a line is tried that has to pass close by it."""

UNIT = 1 << 48
"""The length of a unit vector where a line has no whole direction."""


class Outlined(Protocol):
    """Anything with a shape that a line may cross."""

    @property
    def id(self) -> str:
        """What it is called."""
        ...

    @property
    def outline(self) -> Polygon:
        """Its corners, or the points of its line."""
        ...

    @property
    def closed(self) -> bool:
        """Whether it is an area."""
        ...


class Obstacle(NamedTuple):
    """A piece in the way: an area when ``closed``, otherwise a line without thickness."""

    id: str
    outline: Polygon
    closed: bool


class Crossing(NamedTuple):
    """One stretch of a line on a piece or base: where it begins and ends, and how long it is.

    Lengths are hundredths of a millimetre from the start of the line, rounded up.  A mere touch has ``inside`` 0, and
    so has the crossing of a line without thickness.  A piece crossed twice has two crossings.
    """

    id: str
    enters: int
    leaves: int
    inside: int


class Ray(NamedTuple):
    """A straight line and all it crosses, nearest first."""

    start: Point
    end: Point
    crossings: tuple[Crossing, ...]


def cast(start: Point, end: Point, pieces: Sequence[Outlined], bases: Sequence[tuple[str, Base]]) -> Ray:
    """The line from start to end with every crossing of a piece or a base, nearest first; touching counts."""
    met = [crossing for piece in pieces for crossing in _of_piece(start, end, piece)]
    met += [crossing for id, base in bases for crossing in _of_base(start, end, id, base)]
    return Ray(start, end, tuple(sorted(met, key=lambda c: (c.enters, c.leaves, c.id))))


def _of_piece(start: Point, end: Point, piece: Outlined) -> Iterator[Crossing]:
    if not _may_meet(start, end, piece.outline):
        return
    square = distance2(start, end)
    if piece.closed:
        for first, last in spans(start, end, piece.outline):
            there = part_up(square, first.numerator, first.denominator)
            back = part_up(square, last.numerator, last.denominator)
            size = last - first
            yield Crossing(piece.id, there, back, part_up(square, size.numerator, size.denominator))
        return
    yield from _of_line(start, end, piece, square)


def _of_line(start: Point, end: Point, piece: Outlined, square: int) -> list[Crossing]:
    shares = [share for a, b in pairwise(piece.outline) if (share := shared(start, end, a, b)) is not None]
    places = [(part_up(square, s.first, s.whole), part_up(square, s.last, s.whole)) for s in shares]
    return [Crossing(piece.id, first, last, 0) for first, last in sorted(dict.fromkeys(places))]


def _may_meet(start: Point, end: Point, points: Polygon) -> bool:
    """False only if all points lie strictly on one side of the line or of the box around it."""
    if misses(points, start, end, 0):
        return False
    (ax, ay), (bx, by) = start, end
    dx, dy = bx - ax, by - ay
    sides = [dx * (y - ay) - dy * (x - ax) for x, y in points]
    return min(sides) <= 0 <= max(sides)


def _of_base(start: Point, end: Point, id: str, base: Base) -> Iterator[Crossing]:
    enters = enters_at(start, end, base.at, base.radius)
    leaves = None if enters is None else leaves_at(start, end, base.at, base.radius)
    if enters is not None and leaves is not None:
        yield Crossing(id, enters, leaves, max(leaves - enters, int(_cuts(start, end, base))))


def _cuts(start: Point, end: Point, base: Base) -> bool:
    """Whether a line that meets a base does more than touch it."""
    dx, dy, vx, vy = end.x - start.x, end.y - start.y, base.at.x - start.x, base.at.y - start.y
    on, walk2, aside = dx * vx + dy * vy, dx * dx + dy * dy, dx * vy - dy * vx
    if 0 < on < walk2:
        return aside * aside < base.radius * base.radius * walk2
    return distance2(start if on <= 0 else end, base.at) < base.radius * base.radius


def fan(viewer: Point, target: Base) -> tuple[tuple[Point, Point], ...]:
    """Three lines from a point to a base: to its centre and to the two ends of its diameter square to that line.

    The left end as the viewer sees it comes before the right end.
    """
    dx, dy = target.at.x - viewer.x, target.at.y - viewer.y
    aside = Point(target.at.x - dy, target.at.y + dx) if (dx, dy) != (0, 0) else Point(viewer.x, viewer.y + 1)
    left, right = towards(target.at, aside, -target.radius), towards(target.at, aside, target.radius)
    return (viewer, target.at), (viewer, left), (viewer, right)


def sees(viewer: Base, target: Base, blockers: Sequence[Outlined | Base]) -> Ray | None:
    """A line from base edge to base edge that touches no blocker, or ``None``; bases that touch see each other.

    A line that is returned is free, exactly.  ``None`` is sure down to gaps of a twentieth of a millimetre, unless a
    blocker lies on one of the two bases: there only the lines between centres and sides were tried.
    """
    if within(viewer, target, 0):
        meet = towards(viewer.at, target.at, min(viewer.radius, distance(viewer.at, target.at)))
        return Ray(meet, meet, ())
    clutter = _clutter(viewer, target, blockers)
    if any(_walls_off(viewer, target, a, b) for a, b in clutter.sides):
        return None
    for start, end in chain(_plain_lines(viewer, target), _tangents(viewer, target, clutter)):
        if _is_clear(start, end, clutter):
            return Ray(start, end, ())
    return None


class _Clutter(NamedTuple):
    """All that stands in the corridor between two bases."""

    sides: list[tuple[Point, Point]]
    areas: list[Polygon]
    discs: list[Base]


def _clutter(viewer: Base, target: Base, blockers: Sequence[Outlined | Base]) -> _Clutter:
    widest = max(viewer.radius, target.radius)
    ends = viewer.at, target.at
    discs = [b for b in blockers if isinstance(b, Base) and point_segment_within(b.at, *ends, widest + b.radius)]
    pieces = [b for b in blockers if not isinstance(b, Base) and not misses(b.outline, *ends, widest)]
    sides = [side for piece in pieces for side in (outline if piece.closed else pairwise)(piece.outline)]
    sides = [side for side in sides if not _sides_miss(side, ends, widest)]
    return _Clutter(sides, [piece.outline for piece in pieces if piece.closed], discs)


def _sides_miss(side: tuple[Point, Point], ends: tuple[Point, Point], reach: int) -> bool:
    """Whether a side surely lies farther than ``reach`` to one side of the corridor or beyond its ends."""
    (ax, ay), (bx, by) = ends
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    (on, off), (other_on, other_off) = ((dx * (x - ax) + dy * (y - ay), dx * (y - ay) - dy * (x - ax)) for x, y in side)
    if max(on, other_on) < 0:
        return max(on, other_on) ** 2 > reach * reach * square
    if min(on, other_on) > square:
        return (min(on, other_on) - square) ** 2 > reach * reach * square
    return (off > 0) == (other_off > 0) and min(abs(off), abs(other_off)) ** 2 > reach * reach * square


def _walls_off(viewer: Base, target: Base, a: Point, b: Point) -> bool:
    """Whether a side passes between two bases and sticks out of the corridor at both ends."""
    widest = max(viewer.radius, target.radius)
    return segments_cross(viewer.at, target.at, a, b) and not (
        point_segment_within(a, viewer.at, target.at, widest)
        or point_segment_within(b, viewer.at, target.at, widest)
        or point_segment_within(viewer.at, a, b, viewer.radius)
        or point_segment_within(target.at, a, b, target.radius)
    )


def _is_clear(start: Point, end: Point, clutter: _Clutter) -> bool:
    return not (
        any(point_segment_within(disc.at, start, end, disc.radius) for disc in clutter.discs)
        or any(segments_cross(start, end, a, b) for a, b in clutter.sides)
        or any(contains(area, start) for area in clutter.areas)
    )


def _plain_lines(viewer: Base, target: Base) -> Iterator[tuple[Point, Point]]:
    """From the edge facing the other and from both sides of one base to those of the other."""
    starts = [towards(viewer.at, target.at, viewer.radius), *(end for _, end in fan(target.at, viewer)[1:])]
    ends = [towards(target.at, viewer.at, target.radius), *(end for _, end in fan(viewer.at, target)[1:])]
    yield from ((start, end) for start in starts for end in ends)


def _tangents(viewer: Base, target: Base, clutter: _Clutter) -> Iterator[tuple[Point, Point]]:
    """The lines that pass two things at a hair's breadth, between the two bases.

    Turn a free line until it is stopped on both sides: then it is one of these, so they are enough to try.
    """
    widest = max(viewer.radius, target.radius) + HAIR
    corners = dict.fromkeys(corner for side in clutter.sides for corner in side)
    things = [Base(base.at, max(0, base.radius - HAIR)) for base in (viewer, target)]
    things += [Base(disc.at, disc.radius + HAIR) for disc in clutter.discs]
    things += [Base(corner, HAIR) for corner in corners if point_segment_within(corner, viewer.at, target.at, widest)]
    for one, other in combinations(things, 2):
        for line in _bitangents(one, other):
            if (ends := _between(viewer, target, line)) is not None:
                yield ends


class _Line(NamedTuple):
    """All points whose product with the normal, of length ``UNIT``, is ``offset``."""

    x: int
    y: int
    offset: int


def _bitangents(one: Base, other: Base) -> Iterator[_Line]:
    dx, dy = other.at.x - one.at.x, other.at.y - one.at.y
    square = dx * dx + dy * dy
    for side, other_side in product((1, -1), repeat=2):
        height = side * one.radius - other_side * other.radius
        if square and height * height <= square:
            reach, aside = height * UNIT, isqrt((square - height * height) * UNIT * UNIT)
            x, y = (dx * reach - dy * aside) // square, (dy * reach + dx * aside) // square
            yield _Line(x, y, x * one.at.x + y * one.at.y + side * one.radius * UNIT)


def _between(viewer: Base, target: Base, line: _Line) -> tuple[Point, Point] | None:
    """Where a line leaves one base and enters the other, a little inside of both."""
    forward = 1 if line.y * (viewer.at.x - target.at.x) >= line.x * (viewer.at.y - target.at.y) else -1
    start, end = _on_edge(viewer, line, forward), _on_edge(target, line, -forward)
    return None if start is None or end is None else (start, end)


def _on_edge(base: Base, line: _Line, side: int) -> Point | None:
    off = line.x * base.at.x + line.y * base.at.y - line.offset
    if abs(off) > base.radius * UNIT:
        return None
    # Rounding moves a point by less than HAIR, so a chord of the circle that much smaller stays on the base.
    within_reach = max(0, base.radius - HAIR) * UNIT
    chord = side * isqrt(max(0, within_reach * within_reach - off * off))
    x, y = -line.x * off - line.y * chord, -line.y * off + line.x * chord
    square = UNIT * UNIT
    found = Point(base.at.x + (2 * x + square) // (2 * square), base.at.y + (2 * y + square) // (2 * square))
    return found if distance2(found, base.at) <= base.radius * base.radius else None
