"""Points, circles and polygons in whole hundredths of a millimetre.

Nothing here is a float: lengths are compared by their squares, sides by the sign of a cross product.  x grows to the
east, y to the south.  Where a length must be a whole number it is rounded up, so that what is too far never looks near.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import isqrt
from typing import NamedTuple

from app.engine.trig import SCALE, cosine, heading, sine

INCH = 2540
CM = 1000


class Point(NamedTuple):
    """A place on the table, in hundredths of a millimetre."""

    x: int
    y: int


Polygon = tuple[Point, ...]


class Base(NamedTuple):
    """A round base: its centre and its radius in hundredths of a millimetre."""

    at: Point
    radius: int


class Box(NamedTuple):
    """An upright rectangle by its four sides."""

    west: int
    north: int
    east: int
    south: int


class Share(NamedTuple):
    """What a segment has in common with another: from ``first / whole`` to ``last / whole`` of its way."""

    first: int
    last: int
    whole: int


class Span(NamedTuple):
    """A stretch of a segment, as fractions of the way along it."""

    first: Fraction
    last: Fraction


def root_up(square: int) -> int:
    """The square root, rounded up."""
    return isqrt(square - 1) + 1 if square > 0 else 0


def part_up(square: int, part: int, whole: int) -> int:
    """The length whose square is given, times ``part / whole``, rounded up."""
    return root_up(-(-square * part * part // (whole * whole)))


def distance2(a: Point, b: Point) -> int:
    """The square of the distance between two points, exactly."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    return dx * dx + dy * dy


def distance(a: Point, b: Point) -> int:
    """The distance between two points, rounded up to a whole hundredth of a millimetre."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    return isqrt(dx * dx + dy * dy - 1) + 1 if dx or dy else 0


def gap(a: Base, b: Base) -> int:
    """The distance from base edge to base edge in hundredths of a millimetre.

    Rounded away from zero, so its sign is exact: 0 only when the bases touch and nothing more, negative only when
    they overlap.
    """
    square, radii = distance2(a.at, b.at), a.radius + b.radius
    return root_up(square) - radii if square >= radii * radii else isqrt(square) - radii


def within(a: Base, b: Base, reach: int) -> bool:
    """Whether two bases are at most ``reach`` hundredths of a millimetre apart, edge to edge, exactly."""
    ((ax, ay), r), ((bx, by), q) = a, b
    span, dx, dy = r + q + reach, bx - ax, by - ay
    return span >= 0 and dx * dx + dy * dy <= span * span


def overlap(a: Base, b: Base) -> bool:
    """Whether two bases share more than a point of contact, exactly."""
    ((ax, ay), r), ((bx, by), q) = a, b
    return (bx - ax) ** 2 + (by - ay) ** 2 < (r + q) ** 2


def _part_down(part: int, square: int, times: int) -> int:
    """``part * times`` over the root of ``square``, rounded towards zero."""
    size = isqrt(part * part * times * times // square)
    return size if (part < 0) == (times < 0) else -size


def towards(start: Point, end: Point, length: int) -> Point:
    """The point ``length`` from ``start`` in the direction of ``end``, or past it; negative is away from it.

    Both coordinates are rounded towards ``start``, so the point is never farther from it than ``length``.
    """
    square = distance2(start, end)
    if not square:
        return start
    dx, dy = end.x - start.x, end.y - start.y
    return Point(start.x + _part_down(dx, square, length), start.y + _part_down(dy, square, length))


def along(start: Point, end: Point, walked: int) -> Point:
    """The point a straight walk has reached after ``walked`` hundredths of a millimetre, ``end`` at the latest.

    Both coordinates are rounded towards ``start``, so no more than ``walked`` has been used.
    """
    if walked <= 0:
        return start
    return end if walked * walked >= distance2(start, end) else towards(start, end, walked)


def enters_at(start: Point, end: Point, centre: Point, reach: int) -> int | None:
    """Where a straight walk first comes within ``reach`` of ``centre``.

    All lengths are hundredths of a millimetre (1 inch = 2540).  The result is the distance walked from ``start``,
    rounded up to the next whole hundredth; touching counts, however briefly.  ``None`` if the walk never does.

    >>> enters_at(Point(0, 0), Point(25400, 0), Point(12700, 0), INCH)
    10160
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    vx, vy = centre[0] - start[0], centre[1] - start[1]
    reach2, away2 = reach * reach, vx * vx + vy * vy
    if reach < 0:
        return None
    if away2 <= reach2:
        return 0
    ahead = dx * vx + dy * vy
    if ahead <= 0:
        return None
    walk2, aside = dx * dx + dy * dy, dx * vy - dy * vx
    room = reach2 * walk2 - aside * aside
    if room < 0 or (ahead > walk2 and distance2(end, centre) > reach2):
        return None
    return _first_whole(walk2, ahead, room, away2 - reach2)


def _first_whole(walk2: int, ahead: int, room: int, tangent2: int) -> int:
    """The smallest whole number at or above (ahead - root of room) / root of walk2, which is positive."""
    near = ((ahead << 32) - isqrt(room << 64)) // isqrt(walk2 << 64)
    while near > 0 and _has_entered(near, walk2, room, tangent2):
        near -= 1
    while not _has_entered(near, walk2, room, tangent2):
        near += 1
    return near


def _has_entered(walked: int, walk2: int, room: int, tangent2: int) -> bool:
    left = tangent2 - walked * walked
    return left <= 0 or 4 * walked * walked * room >= walk2 * left * left


def leaves_at(start: Point, end: Point, centre: Point, reach: int) -> int | None:
    """Where a straight walk is last within ``reach`` of ``centre``: the distance walked, rounded up.

    The whole length of the walk if it ends there; ``None`` if it never comes within reach.
    """
    if enters_at(start, end, centre, reach) is None:
        return None
    dx, dy = end.x - start.x, end.y - start.y
    walk2 = dx * dx + dy * dy
    if distance2(end, centre) <= reach * reach:
        return root_up(walk2)
    vx, vy = centre.x - start.x, centre.y - start.y
    ahead, aside = dx * vx + dy * vy, dx * vy - dy * vx
    room = reach * reach * walk2 - aside * aside
    far = max(0, ((ahead << 32) + isqrt(room << 64)) // isqrt(walk2 << 64) - 1)
    while not _has_left(far, walk2, ahead, room):
        far += 1
    return far


def _has_left(walked: int, walk2: int, ahead: int, room: int) -> bool:
    """Whether walked * root of walk2 >= ahead + root of room, exactly."""
    # walked * W >= ahead + R  <=>  walked * W - R >= ahead; both sides squared with their signs kept.
    left2 = walked * walked * walk2
    if left2 < room:
        low = left2 + room - ahead * ahead
        return ahead < 0 and (low <= 0 or low * low <= 4 * left2 * room)
    if ahead <= 0:
        return True
    low = left2 + room - ahead * ahead
    return low >= 0 and low * low >= 4 * left2 * room


def shared(a: Point, b: Point, c: Point, d: Point) -> Share | None:
    """What the segment a-b has in common with c-d, measured along a-b; touching counts."""
    dx, dy, ex, ey = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    vx, vy = c[0] - a[0], c[1] - a[1]
    whole = dx * ey - dy * ex
    if not whole:
        return _shared_parallel(a, b, c, d)
    at, on = vx * ey - vy * ex, vx * dy - vy * dx
    if whole < 0:
        whole, at, on = -whole, -at, -on
    return Share(at, at, whole) if 0 <= at <= whole and 0 <= on <= whole else None


def _shared_parallel(a: Point, b: Point, c: Point, d: Point) -> Share | None:
    if a == b:
        return Share(0, 0, 1) if point_segment_within(a, c, d, 0) else None
    dx, dy = b[0] - a[0], b[1] - a[1]
    if dx * (c[1] - a[1]) != dy * (c[0] - a[0]):
        return None
    ends, whole = sorted(dx * (p[0] - a[0]) + dy * (p[1] - a[1]) for p in (c, d)), dx * dx + dy * dy
    first, last = max(0, ends[0]), min(whole, ends[1])
    return Share(first, last, whole) if first <= last else None


def segments_cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the segments a-b and c-d have a point in common; touching counts."""
    return shared(a, b, c, d) is not None


def crossing_at(a: Point, b: Point, c: Point, d: Point) -> int | None:
    """How far from ``a`` the segment a-b first meets c-d, rounded up; ``None`` if they do not meet."""
    share = shared(a, b, c, d)
    return None if share is None else part_up(distance2(a, b), share.first, share.whole)


@lru_cache(maxsize=4096)
def box(points: tuple[Point, ...]) -> Box:
    """The smallest upright rectangle around some points."""
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return Box(min(xs), min(ys), max(xs), max(ys))


def misses(points: tuple[Point, ...], a: Point, b: Point, reach: int) -> bool:
    """Whether the segment a-b is surely farther than ``reach`` from a shape, seen by their boxes alone."""
    west, north, east, south = box(points)
    (ax, ay), (bx, by) = a, b
    aside = (ax < west - reach and bx < west - reach) or (ax > east + reach and bx > east + reach)
    return aside or (ay < north - reach and by < north - reach) or (ay > south + reach and by > south + reach)


def outline(polygon: Polygon) -> Iterator[tuple[Point, Point]]:
    """The sides of a polygon in order, the last one back to its first corner."""
    return zip(polygon, polygon[1:] + polygon[:1], strict=True)


def contains(polygon: Polygon, point: Point) -> bool:
    """Whether a point lies in a polygon; its outline belongs to it."""
    x, y = point
    inside = False
    ax, ay = polygon[-1]
    for bx, by in polygon:
        side = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        if not side and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
            return True
        if (ay > y) != (by > y) and (side > 0) == (by > ay):
            inside = not inside
        ax, ay = bx, by
    return inside


def point_segment_within(p: Point, a: Point, b: Point, reach: int) -> bool:
    """Whether a point is at most ``reach`` hundredths of a millimetre from the segment a-b, exactly."""
    ex, ey, vx, vy = b[0] - a[0], b[1] - a[1], p[0] - a[0], p[1] - a[1]
    on, side2 = ex * vx + ey * vy, ex * ex + ey * ey
    if reach < 0:
        return False
    if on <= 0:
        return vx * vx + vy * vy <= reach * reach
    if on >= side2:
        return distance2(p, b) <= reach * reach
    aside = ex * vy - ey * vx
    return aside * aside <= reach * reach * side2


def disc_touches_line(base: Base, polyline: Sequence[Point]) -> bool:
    """Whether a base touches or overlaps an open line of one or more points."""
    ends = zip(polyline, polyline[1:] or polyline, strict=False)
    return any(point_segment_within(base.at, a, b, base.radius) for a, b in ends)


def disc_touches_polygon(base: Base, polygon: Polygon) -> bool:
    """Whether a base touches or overlaps a polygon or stands wholly in it."""
    if misses(polygon, base.at, base.at, base.radius):
        return False
    return contains(polygon, base.at) or disc_touches_line(base, polygon + polygon[:1])


def nearest_on_segment(p: Point, a: Point, b: Point) -> Point:
    """The point of the segment a-b nearest to ``p``, to the nearest whole hundredth of a millimetre."""
    ex, ey = b.x - a.x, b.y - a.y
    on, side2 = ex * (p.x - a.x) + ey * (p.y - a.y), ex * ex + ey * ey
    if on <= 0:
        return a
    if on >= side2:
        return b
    return Point(a.x + (2 * ex * on + side2) // (2 * side2), a.y + (2 * ey * on + side2) // (2 * side2))


def spans(start: Point, end: Point, polygon: Polygon) -> list[Span]:
    """The stretches of a straight line that lie in a polygon, in order; a mere touch is a span of no length."""
    if misses(polygon, start, end, 0):
        return []
    if start == end:
        return [Span(Fraction(0), Fraction(0))] if contains(polygon, start) else []
    shares = [share for a, b in outline(polygon) if (share := shared(start, end, a, b)) is not None]
    if not shares:
        return [Span(Fraction(0), Fraction(1))] if contains(polygon, start) else []
    cuts = {Fraction(0), Fraction(1), *(Fraction(n, s.whole) for s in shares for n in {s.first, s.last})}
    return _joined(start, end, polygon, sorted(cuts))


def _joined(start: Point, end: Point, polygon: Polygon, cuts: list[Fraction]) -> list[Span]:
    found: list[Span] = []
    for first, last in pairwise(cuts):
        if _lies_in(start, end, polygon, (first + last) / 2):
            joins = bool(found) and found[-1].last == first
            found.append(Span(found.pop().first if joins else first, last))
        elif not (found and found[-1].last == first) and _lies_in(start, end, polygon, first):
            found.append(Span(first, first))
    if not (found and found[-1].last == 1) and contains(polygon, end):
        found.append(Span(Fraction(1), Fraction(1)))
    return found


def _lies_in(start: Point, end: Point, polygon: Polygon, at: Fraction) -> bool:
    part, whole = at.numerator, at.denominator
    there = Point(start.x * whole + (end.x - start.x) * part, start.y * whole + (end.y - start.y) * part)
    return contains(tuple(Point(p.x * whole, p.y * whole) for p in polygon), there)


def rotate(point: Point, facing: int, about: Point) -> Point:
    """The point turned clockwise about another by hundredths of a degree, to the nearest whole hundredth of a mm."""
    return _turned(2 * (point.x - about.x), 2 * (point.y - about.y), facing, about)


def _turned(x2: int, y2: int, facing: int, about: Point) -> Point:
    """Twice an offset turned, halved and put in its place."""
    s, c = sine(facing), cosine(facing)
    return Point(about.x + (x2 * c - y2 * s + SCALE) // (2 * SCALE), about.y + (x2 * s + y2 * c + SCALE) // (2 * SCALE))


def rectangle(centre: Point, width: int, depth: int, facing: int = 0) -> Polygon:
    """The corners of a rectangle that looks along ``facing``, front left first, clockwise on the board."""
    corners = ((-width, -depth), (width, -depth), (width, depth), (-width, depth))
    return tuple(_turned(x2, y2, facing, centre) for x2, y2 in corners)


def in_arc(at: Point, facing: int, half_angle: int, target: Point) -> bool:
    """Whether a target lies in the arc ``half_angle`` hundredths of a degree to either side of a facing.

    The two bounding rays belong to the arc; they are those of the sine table.  Its own place is in every arc.
    """
    if at == target or half_angle >= 18_000:
        return True
    if half_angle < 0:
        return False
    if half_angle > 9_000:
        return not _strictly_in_arc(at, facing + 18_000, 18_000 - half_angle, target)
    x, y, look = target.x - at.x, target.y - at.y, heading(facing)
    left, right = heading(facing - half_angle), heading(facing + half_angle)
    return x * look.x + y * look.y >= 0 and left.x * y >= left.y * x and x * right.y >= y * right.x


def _strictly_in_arc(at: Point, facing: int, half_angle: int, target: Point) -> bool:
    x, y = target.x - at.x, target.y - at.y
    left, right = heading(facing - half_angle), heading(facing + half_angle)
    return left.x * y > left.y * x and x * right.y > y * right.x


def is_simple(polygon: Polygon) -> bool:
    """Whether the outline has three or more sides, none without length, none crossing, touching or folding back."""
    sides = list(outline(polygon)) if len(polygon) > 2 else []
    if not sides or any(a == b for a, b in sides):
        return False
    last = len(sides) - 1
    apart = ((i, j) for i in range(last + 1) for j in range(i + 2, last + 1) if (i, j) != (0, last))
    folds = (_folds_back(a, b, sides[(i + 1) % len(sides)][1]) for i, (a, b) in enumerate(sides))
    return not any(folds) and not any(segments_cross(*sides[i], *sides[j]) for i, j in apart)


def _folds_back(a: Point, b: Point, c: Point) -> bool:
    dx, dy, ex, ey = b.x - a.x, b.y - a.y, c.x - b.x, c.y - b.y
    return dx * ey == dy * ex and dx * ex + dy * ey < 0
