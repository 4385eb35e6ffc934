"""The geometry against brute force with 90 digits and, where a tolerance is named, against shapely."""

import hashlib
import json
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from shapely import LineString
from shapely import Point as Dot
from shapely import Polygon as Shape

from app.engine.geometry import (
    INCH,
    Base,
    Point,
    Polygon,
    along,
    contains,
    crossing_at,
    disc_touches_line,
    disc_touches_polygon,
    distance,
    distance2,
    enters_at,
    gap,
    in_arc,
    is_simple,
    leaves_at,
    nearest_on_segment,
    outline,
    overlap,
    point_segment_within,
    rectangle,
    rotate,
    segments_cross,
    spans,
    towards,
    within,
)
from app.engine.trig import SCALE, SINES, cosine, heading, sine
from tests.engine.oracle import (
    at_most,
    bases,
    point_to_side,
    points,
    polygons,
    radii,
    reaches,
    real_distance,
    small_bases,
    small_points,
    small_polygons,
    spot,
    walked_to,
)

ORIGIN = Point(0, 0)
EAST = Point(25_400, 0)
facings = st.integers(-40_000, 80_000)


def test_a_known_walk_comes_within_an_inch() -> None:
    assert enters_at(ORIGIN, EAST, Point(12_700, 0), INCH) == 10_160


@given(points, points)
def test_distance_is_the_least_whole_number_not_below(a: Point, b: Point) -> None:
    whole = distance(a, b)
    assert whole * whole >= distance2(a, b)
    assert whole == 0 or (whole - 1) ** 2 < distance2(a, b)


@given(st.one_of(bases, small_bases), st.one_of(bases, small_bases), st.integers(-20, 3_000))
@example(Base(ORIGIN, 3), Base(Point(3, 4), 2), 0)
def test_gap_within_and_overlap_agree(a: Base, b: Base, reach: int) -> None:
    real = real_distance(spot(a.at), spot(b.at)) - a.radius - b.radius
    assert overlap(a, b) == (real < 0) == (gap(a, b) < 0)
    assert abs(gap(a, b) - real) < 1
    assert within(a, b, reach) == (real <= reach)
    if reach >= 0:
        assert within(a, b, reach) == (gap(a, b) <= reach)


@given(points, points, st.integers(-5, 600_000))
def test_along_never_uses_more_than_walked(start: Point, end: Point, walked: int) -> None:
    there = along(start, end, walked)
    assert distance(start, there) <= max(0, walked)
    real = walked_to(start, end, max(0, walked))
    assert abs(there.x - real[0]) < 1
    assert abs(there.y - real[1]) < 1


@given(points, points)
def test_along_the_whole_way_is_the_end(start: Point, end: Point) -> None:
    assert along(start, end, distance(start, end)) == end
    assert along(start, end, 0) == start
    assert towards(start, start, 50) == start


def test_towards_goes_past_the_end_and_back() -> None:
    assert towards(ORIGIN, Point(3, 4), 50) == (30, 40)
    assert towards(ORIGIN, Point(3, 4), -50) == (-30, -40)


@settings(max_examples=200)
@given(points, points, points, radii)
def test_enters_at_is_the_first_whole_hundredth(start: Point, end: Point, centre: Point, reach: int) -> None:
    after = enters_at(start, end, centre, reach)
    if after is None:
        assert not reaches(start, end, distance(start, end), (centre,), reach)
    else:
        assert 0 <= after <= distance(start, end)
        assert reaches(start, end, after, (centre,), reach)
        assert after == 0 or not reaches(start, end, after - 1, (centre,), reach)


@given(small_points, small_points, small_points, st.integers(0, 6))
def test_enters_at_by_trying_every_hundredth(start: Point, end: Point, centre: Point, reach: int) -> None:
    tried = range(distance(start, end) + 1)
    hits = [w for w in tried if at_most(real_distance(walked_to(start, end, w), spot(centre)), reach)]
    if hits:
        after = enters_at(start, end, centre, reach)
        assert after is not None
        # A brush shorter than a hundredth may lie between two tries and then comes before the first hit.
        assert after == hits[0] or (after < hits[0] and reaches(start, end, after, (centre,), reach))


@pytest.mark.parametrize(("reach", "expected"), [(-1, None), (0, None), (4, None), (5, 12), (13, 0)])
def test_a_tangent_touches(reach: int, expected: int | None) -> None:
    assert enters_at(ORIGIN, Point(40, 0), Point(12, 5), reach) == expected


@settings(max_examples=200)
@given(points, points, points, radii)
def test_leaves_at_is_the_last_touch_rounded_up(start: Point, end: Point, centre: Point, reach: int) -> None:
    leaves = leaves_at(start, end, centre, reach)
    assert (leaves is None) == (enters_at(start, end, centre, reach) is None)
    if leaves is None:
        return
    whole = distance(start, end)
    assert 0 <= leaves <= whole
    with localcontext() as context:
        context.prec = 90
        dx, dy = end.x - start.x, end.y - start.y
        ahead = dx * (centre.x - start.x) + dy * (centre.y - start.y)
        room = reach * reach * (dx * dx + dy * dy) - (dx * (centre.y - start.y) - dy * (centre.x - start.x)) ** 2
        walk = Decimal(dx * dx + dy * dy).sqrt()
        real = min(walk, (ahead + Decimal(room).sqrt()) / walk) if walk else Decimal(0)
        assert at_most(real, leaves)
        assert leaves == 0 or not at_most(real, leaves - 1)


def _share(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two segments meet, told by sides alone."""

    def side(p: Point, q: Point, r: Point) -> int:
        turn = (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)
        return (turn > 0) - (turn < 0)

    if side(a, b, c) != side(a, b, d) and side(c, d, a) != side(c, d, b):
        return True
    ends = ((c, a, b), (d, a, b), (a, c, d), (b, c, d))
    return any(at_most(point_to_side(spot(p), spot(q), spot(r)), 0) for p, q, r in ends)


@settings(max_examples=200)
@given(small_points, small_points, small_points, small_points)
def test_segments_cross_as_their_sides_say(a: Point, b: Point, c: Point, d: Point) -> None:
    meet = segments_cross(a, b, c, d)
    assert meet == _share(a, b, c, d) == segments_cross(c, d, b, a) == (crossing_at(a, b, c, d) is not None)
    if a != b and c != d:
        assert meet == LineString([a, b]).intersects(LineString([c, d]))


@settings(max_examples=120)
@given(points, points, points, points)
def test_crossing_at_is_the_first_whole_hundredth(a: Point, b: Point, c: Point, d: Point) -> None:
    at = crossing_at(a, b, c, d)
    if at is not None:
        assert 0 <= at <= distance(a, b)
        assert reaches(a, b, at, (c, d), 0)
        assert at == 0 or not reaches(a, b, at - 1, (c, d), 0)


@settings(max_examples=150)
@given(polygons, points)
def test_contains_as_shapely_covers(polygon: Polygon, point: Point) -> None:
    expected = Shape(polygon).covers(Dot(point))
    assert contains(polygon, point) == contains(polygon[::-1], point) == expected


@given(small_polygons)
def test_every_lattice_point_of_small_polygons(polygon: Polygon) -> None:
    shape = Shape(polygon)
    for x in range(-13, 14, 3):
        for y in range(-13, 14, 2):
            assert contains(polygon, Point(x, y)) == shape.covers(Dot(x, y))


@settings(max_examples=120)
@given(st.one_of(bases, small_bases), polygons)
def test_discs_touch_as_the_real_distance_says(base: Base, polygon: Polygon) -> None:
    ring = polygon + polygon[:1]
    away = min(point_to_side(spot(base.at), spot(a), spot(b)) for a, b in pairwise(ring))
    assert disc_touches_line(base, ring) == at_most(away, base.radius)
    assert disc_touches_polygon(base, polygon) == (at_most(away, base.radius) or contains(polygon, base.at))


@given(points, points, points, st.integers(-3, 20_000))
def test_point_and_segment(p: Point, a: Point, b: Point, reach: int) -> None:
    assert point_segment_within(p, a, b, reach) == at_most(point_to_side(spot(p), spot(a), spot(b)), reach)
    foot = nearest_on_segment(p, a, b)
    # Rounding both coordinates moves a point by less than three quarters of a hundredth.
    assert real_distance(spot(p), spot(foot)) < point_to_side(spot(p), spot(a), spot(b)) + Decimal("0.75")
    assert point_segment_within(foot, a, b, 1)


def test_a_line_of_one_point_is_a_point() -> None:
    assert disc_touches_line(Base(ORIGIN, 5), (Point(3, 4),))
    assert not disc_touches_line(Base(ORIGIN, 4), (Point(3, 4),))


@settings(max_examples=120)
@given(st.lists(small_points, min_size=3, max_size=6).map(tuple))
def test_is_simple_as_shapely_is_valid(polygon: Polygon) -> None:
    assume(all(a != b for a, b in outline(polygon)))
    assert is_simple(polygon) == Shape(polygon).is_valid


def test_what_is_not_simple() -> None:
    assert not is_simple(())
    assert not is_simple((ORIGIN, EAST))
    assert not is_simple((ORIGIN, ORIGIN, EAST, Point(0, 9)))
    assert not is_simple((ORIGIN, Point(9, 9), Point(9, 0), Point(0, 9)))
    assert not is_simple((ORIGIN, Point(9, 0), Point(4, 0)))


@settings(max_examples=150)
@given(points, points, polygons)
def test_spans_cover_what_shapely_cuts_out(start: Point, end: Point, polygon: Polygon) -> None:
    assume(start != end)
    found = spans(start, end, polygon)
    line = LineString([start, end])
    inside = float(sum((last - first for first, last in found), Fraction(0))) * line.length
    # Shapely works in doubles: a millionth of the length of the line is allowed, at least a millionth of a hundredth.
    assert inside == pytest.approx(line.intersection(Shape(polygon)).length, abs=1e-6 * max(1.0, line.length))
    assert bool(found) == line.intersects(Shape(polygon))
    assert all(a.last < b.first for a, b in pairwise(found))


@given(small_points, small_points, small_polygons, st.integers(0, 60))
def test_spans_hold_exactly_the_points_inside(start: Point, end: Point, polygon: Polygon, part: int) -> None:
    at = Fraction(part, 60)
    scaled = tuple(Point(60 * p.x, 60 * p.y) for p in polygon)
    there = Point(60 * start.x + part * (end.x - start.x), 60 * start.y + part * (end.y - start.y))
    if start != end:
        assert any(s.first <= at <= s.last for s in spans(start, end, polygon)) == contains(scaled, there)
    else:
        assert bool(spans(start, end, polygon)) == contains(polygon, start)


def test_a_corner_touched_is_a_span_of_no_length() -> None:
    square = rectangle(Point(10, 10), 10, 10)
    assert spans(Point(0, 10), Point(10, 0), square) == [(Fraction(1, 2), Fraction(1, 2))]
    assert spans(Point(0, 10), Point(5, 5), square) == [(Fraction(1), Fraction(1))]
    assert spans(Point(5, 5), Point(0, 10), square) == [(Fraction(0), Fraction(0))]
    assert spans(Point(5, 0), Point(5, 20), square) == [(Fraction(1, 4), Fraction(3, 4))]


@given(facings)
def test_sines_are_true_to_their_last_digit(facing: int) -> None:
    assert sine(facing) == -sine(-facing) == sine(facing + 36_000) == -sine(facing + 18_000)
    assert abs(sine(facing) ** 2 + cosine(facing) ** 2 - SCALE * SCALE) < 2 * SCALE
    assert heading(facing) == (sine(facing), -cosine(facing))


def test_the_table_of_sines_is_this_one() -> None:
    assert len(SINES) == 36_000
    assert (sine(3_000), sine(4_500), sine(9_000), sine(27_000)) == (SCALE // 2, 707_106_781, SCALE, -SCALE)
    digest = hashlib.sha256(json.dumps(SINES).encode()).hexdigest()
    assert digest == "754f83b5674a2cc90849c8c70c57b0c7c7fd2fbc50c303865f3651c0e963425e"


def _decimal_sine(hundredths: int) -> Decimal:
    with localcontext() as context:
        context.prec = 50
        pi = Decimal("3.14159265358979323846264338327950288419716939937511")
        angle = pi * hundredths / 18_000
        total, term = Decimal(0), angle
        for n in range(1, 60, 2):
            total += term
            term = -term * angle * angle / ((n + 1) * (n + 2))
        return total


def test_every_hundredth_sine_against_its_series() -> None:
    for facing in range(0, 9_001, 7):
        assert sine(facing) == int((_decimal_sine(facing) * SCALE).to_integral_value())


@given(points, facings, points)
def test_rotate_keeps_the_distance(point: Point, facing: int, about: Point) -> None:
    turned = rotate(point, facing, about)
    # Rounding moves the point by less than one, the table by less than a thousandth of a hundredth.
    assert abs(real_distance(spot(turned), spot(about)) - real_distance(spot(point), spot(about))) < 1
    back = rotate(turned, -facing, about)
    assert abs(back.x - point.x) <= 2
    assert abs(back.y - point.y) <= 2


def test_facing_grows_clockwise_from_north() -> None:
    north = Point(0, -100)
    assert rotate(north, 9_000, ORIGIN) == (100, 0)
    assert rotate(north, 18_000, ORIGIN) == (0, 100)
    assert rotate(north, 27_000, ORIGIN) == (-100, 0)
    assert rectangle(ORIGIN, 40, 20) == ((-20, -10), (20, -10), (20, 10), (-20, 10))
    assert rectangle(ORIGIN, 40, 20, 9_000) == ((10, -20), (10, 20), (-10, 20), (-10, -20))


@given(small_points, facings, st.integers(-1, 18_001), points)
def test_in_arc_as_the_angle_says(at: Point, facing: int, half_angle: int, target: Point) -> None:
    look, to = heading(facing), Point(target.x - at.x, target.y - at.y)
    if to == ORIGIN or half_angle >= 18_000:
        assert in_arc(at, facing, half_angle, target)
        return
    with localcontext() as context:
        context.prec = 40
        long = (Decimal(to.x**2 + to.y**2) * (look.x**2 + look.y**2)).sqrt()
        turn = Decimal(to.x * look.x + to.y * look.y) / long
        limit = Decimal(cosine(half_angle)) / SCALE
    # The table is true to half a billionth, so within a few billionths of the boundary either answer is right.
    if abs(turn - limit) > Decimal(10) ** -8 or half_angle < 0:
        assert in_arc(at, facing, half_angle, target) == (half_angle >= 0 and turn > limit)


def test_the_edges_of_an_arc_belong_to_it() -> None:
    for facing, target in ((0, Point(0, -5)), (9_000, Point(7, 0)), (4_500, Point(3, -3))):
        for half in (0, 4_500, 9_000, 13_500):
            assert in_arc(ORIGIN, facing, half, target)
    assert in_arc(ORIGIN, 0, 4_500, Point(8, -8))
    assert not in_arc(ORIGIN, 0, 4_500, Point(9, -8))
    assert in_arc(ORIGIN, 0, 9_000, Point(-8, 0))
    assert not in_arc(ORIGIN, 0, 9_000, Point(-8, 1))
    assert in_arc(ORIGIN, 0, 13_500, Point(8, 8))
    assert not in_arc(ORIGIN, 0, 13_500, Point(8, 9))
    assert not in_arc(ORIGIN, 0, 0, Point(0, 5))
    assert not in_arc(ORIGIN, 0, -1, Point(0, -5))


def test_nearest_on_a_segment_is_an_end_or_between() -> None:
    assert nearest_on_segment(Point(-5, 3), ORIGIN, EAST) == ORIGIN
    assert nearest_on_segment(Point(30_000, 3), ORIGIN, EAST) == EAST
    assert nearest_on_segment(Point(77, 3), ORIGIN, EAST) == (77, 0)
    assert nearest_on_segment(Point(1, 0), ORIGIN, Point(1, 1)) == (1, 1)


def test_a_disc_far_off_in_or_on_a_square() -> None:
    square = rectangle(Point(100, 100), 20, 20)
    assert not disc_touches_polygon(Base(ORIGIN, 89), square)
    assert not disc_touches_polygon(Base(Point(80, 80), 14), square)
    assert disc_touches_polygon(Base(Point(80, 80), 15), square)
    assert disc_touches_polygon(Base(Point(100, 80), 10), square)
    assert disc_touches_polygon(Base(Point(100, 100), 0), square)


@pytest.mark.parametrize(
    ("start", "end", "leaves"),
    [((0, 0), (40, 0), 17), ((12, 0), (40, 0), 5), ((12, 3), (12, 9), 2), ((8, 0), (-9, 0), 1), ((0, 0), (12, 0), 12)],
)
def test_leaving_a_disc_known(start: tuple[int, int], end: tuple[int, int], leaves: int) -> None:
    assert leaves_at(Point(*start), Point(*end), Point(12, 0), 5) == leaves


def test_segments_on_one_line() -> None:
    assert crossing_at(ORIGIN, EAST, Point(300, 0), Point(900, 0)) == 300
    assert crossing_at(ORIGIN, EAST, Point(900, 0), Point(300, 0)) == 300
    assert crossing_at(ORIGIN, EAST, Point(-900, 0), Point(-300, 0)) is None
    assert crossing_at(ORIGIN, EAST, Point(300, 1), Point(900, 1)) is None
    assert crossing_at(ORIGIN, ORIGIN, Point(-900, 0), Point(900, 0)) == 0
    assert crossing_at(ORIGIN, ORIGIN, Point(1, 0), Point(900, 0)) is None
    assert crossing_at(ORIGIN, EAST, Point(900, 0), Point(900, 0)) == 900
