"""Lines of sight against exact spans, shapely and many thrown lines."""

from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shapely import LineString
from shapely import Point as Dot
from shapely import Polygon as Shape

from app.engine.geometry import Base, Point, Polygon, distance, distance2, overlap, rectangle, within
from app.engine.sight import Crossing, Obstacle, cast, fan, sees
from app.engine.table import Terrain
from tests.engine.oracle import (
    at_most,
    bases,
    point_to_side,
    points,
    polygons,
    small_bases,
    small_points,
    small_polygons,
    spot,
)

ORIGIN = Point(0, 0)
EAST = Point(10_000, 0)
SHOOTER = Base(ORIGIN, 1_250)
TARGET = Base(Point(30_000, 0), 1_250)


def test_a_line_through_wood_hedge_and_model() -> None:
    wood = Terrain("wood", "wood", rectangle(Point(3_000, 0), 2_000, 2_000), closed=True)
    hedge = Obstacle("hedge", (Point(6_000, -500), Point(6_000, 500)), closed=False)
    aside = Obstacle("aside", rectangle(Point(3_000, 9_000), 2_000, 2_000), closed=True)
    ray = cast(ORIGIN, EAST, [hedge, wood, aside], [("Aki", Base(Point(8_000, 0), 500))])
    assert (ray.start, ray.end) == (ORIGIN, EAST)
    assert ray.crossings == (
        Crossing("wood", 2_000, 4_000, 2_000),
        Crossing("hedge", 6_000, 6_000, 0),
        Crossing("Aki", 7_500, 8_500, 1_000),
    )


def test_a_touch_is_a_crossing_of_no_length() -> None:
    corner = Obstacle("corner", (Point(5_000, 0), Point(6_000, 900), Point(4_000, 900)), closed=True)
    assert cast(ORIGIN, EAST, [corner], []).crossings == (Crossing("corner", 5_000, 5_000, 0),)
    assert cast(ORIGIN, EAST, [], [("foe", Base(Point(5_000, 500), 500))]).crossings == (
        Crossing("foe", 5_000, 5_000, 0),
    )
    assert cast(ORIGIN, EAST, [], [("foe", Base(Point(5_000, 501), 500))]).crossings == ()
    assert cast(ORIGIN, EAST, [], [("foe", Base(Point(-500, 0), 500))]).crossings == (Crossing("foe", 0, 0, 0),)


def test_the_least_cut_has_a_length() -> None:
    base = Base(Point(50_000, 3_000_000_000 - 1), 3_000_000_000)
    (crossing,) = cast(ORIGIN, Point(100_000, 0), [], [("moon", base)]).crossings
    assert crossing.inside > 0
    assert cast(ORIGIN, Point(100, 0), [], [("foe", Base(Point(50, 1), 1))]).crossings[0].inside == 0


def test_a_horseshoe_is_crossed_twice_and_a_zigzag_at_each_bend() -> None:
    shoe = (Point(1_000, -500), Point(4_000, -500), Point(4_000, 500), Point(3_000, 500), Point(3_000, -400),
            Point(2_000, -400), Point(2_000, 500), Point(1_000, 500))  # fmt: skip
    ray = cast(ORIGIN, EAST, [Obstacle("shoe", shoe, closed=True)], [])
    assert [(c.enters, c.leaves, c.inside) for c in ray.crossings] == [(1_000, 2_000, 1_000), (3_000, 4_000, 1_000)]
    zigzag = (Point(1_000, -9), Point(2_000, 9), Point(3_000, -9))
    ray = cast(ORIGIN, EAST, [Obstacle("zigzag", zigzag, closed=False)], [])
    assert [c.enters for c in ray.crossings] == [1_500, 2_500]


def test_a_line_along_a_wall_and_one_of_no_length() -> None:
    wall = Obstacle("wall", (Point(2_000, 0), Point(3_000, 0)), closed=False)
    assert cast(ORIGIN, EAST, [wall], []).crossings == (Crossing("wall", 2_000, 3_000, 0),)
    wood = Obstacle("wood", rectangle(ORIGIN, 10, 10), closed=True)
    assert cast(ORIGIN, ORIGIN, [wood], [("me", Base(ORIGIN, 5))]).crossings == (
        Crossing("me", 0, 0, 1),
        Crossing("wood", 0, 0, 0),
    )


@settings(max_examples=100)
@given(points, points, polygons, bases)
def test_a_line_crosses_what_shapely_meets(start: Point, end: Point, polygon: Polygon, base: Base) -> None:
    assume(start != end)
    line = LineString([start, end])
    ray = cast(start, end, [Obstacle("piece", polygon, closed=True)], [("base", base)])
    of_piece = [c for c in ray.crossings if c.id == "piece"]
    of_base = [c for c in ray.crossings if c.id == "base"]
    assert bool(of_piece) == line.intersects(Shape(polygon))
    away = point_to_side(spot(base.at), spot(start), spot(end))
    assert bool(of_base) == at_most(away, base.radius)
    # Each stretch is rounded up by less than one; shapely's doubles may be off by a millionth of the length.
    real = line.intersection(Shape(polygon)).length
    assert real - 1e-6 * line.length <= sum(c.inside for c in of_piece) <= real + len(of_piece) + 1e-6 * line.length
    for crossing in ray.crossings:
        assert 0 <= crossing.enters <= crossing.leaves <= distance(start, end)
        assert abs(crossing.leaves - crossing.enters - crossing.inside) <= 1
    assert list(ray.crossings) == sorted(ray.crossings, key=lambda c: c.enters)


@settings(max_examples=100)
@given(small_points, small_points, st.lists(small_points, min_size=2, max_size=5).map(tuple))
def test_a_line_crosses_a_hedge_where_shapely_does(start: Point, end: Point, hedge: tuple[Point, ...]) -> None:
    assume(start != end and all(a != b for a, b in pairwise(hedge)))
    ray = cast(start, end, [Obstacle("hedge", hedge, closed=False)], [])
    assert bool(ray.crossings) == LineString([start, end]).intersects(LineString(hedge))


def test_the_fan_has_the_centre_and_both_sides() -> None:
    assert fan(ORIGIN, TARGET) == (
        (ORIGIN, TARGET.at), (ORIGIN, Point(30_000, -1_250)), (ORIGIN, Point(30_000, 1_250)),
    )  # fmt: skip
    assert fan(ORIGIN, Base(ORIGIN, 5)) == ((ORIGIN, ORIGIN), (ORIGIN, Point(0, -5)), (ORIGIN, Point(0, 5)))


@given(points, bases)
def test_the_fan_ends_on_the_target(viewer: Point, target: Base) -> None:
    assume(viewer != target.at)
    middle, left, right = fan(viewer, target)
    assert middle == (viewer, target.at)
    for _, end in (left, right):
        assert distance2(end, target.at) <= target.radius**2
        # Rounded towards the centre by less than one in each direction.
        assert distance(end, target.at) >= target.radius - 1
        square = (end.x - target.at.x) * (target.at.x - viewer.x) + (end.y - target.at.y) * (target.at.y - viewer.y)
        assert abs(square) <= 2 * distance(viewer, target.at)


def _proves(viewer: Base, target: Base, start: Point, end: Point, blockers: list[Obstacle | Base]) -> bool:
    pieces = [b for b in blockers if isinstance(b, Obstacle)]
    others = [(str(i), b) for i, b in enumerate(blockers) if isinstance(b, Base)]
    on_both = distance2(start, viewer.at) <= viewer.radius**2 and distance2(end, target.at) <= target.radius**2
    return on_both and not cast(start, end, pieces, others).crossings


small_blockers = st.lists(
    st.one_of(
        small_bases.map(lambda base: Base(Point(base.at.x * 900 + 15_000, base.at.y * 300), 300 * base.radius + 1)),
        small_polygons.map(
            lambda polygon: Obstacle("p", tuple(Point(p.x * 900 + 15_000, p.y * 300) for p in polygon), closed=True)
        ),
        st.lists(small_points, min_size=2, max_size=3).map(
            lambda line: Obstacle("l", tuple(Point(p.x * 900 + 15_000, p.y * 300) for p in line), closed=False)
        ),
    ),
    max_size=4,
)


@settings(max_examples=100, deadline=None)
@given(small_blockers, st.lists(st.tuples(st.integers(-1_200, 1_200), st.integers(-1_200, 1_200)), max_size=200))
def test_a_seen_base_is_proved_and_an_unseen_one_not_refuted(
    blockers: list[Obstacle | Base], tries: list[tuple[int, int]]
) -> None:
    ray = sees(SHOOTER, TARGET, blockers)
    if ray is not None:
        assert _proves(SHOOTER, TARGET, ray.start, ray.end, blockers)
        return
    assume(not any(_on_us(blocker) for blocker in blockers))
    # Thrown lines kept clear of everything by more than the gap that may be missed.
    for up, down in [*tries, *((a, b) for a in range(-1_200, 1_201, 120) for b in range(-1_200, 1_201, 120))]:
        line = LineString([(0, up), (30_000, down)])
        shapes = [Dot(b.at) if isinstance(b, Base) else _shape(b) for b in blockers]
        radii = [b.radius if isinstance(b, Base) else 0 for b in blockers]
        clear = all(line.distance(shape) > radius + 5 for shape, radius in zip(shapes, radii, strict=True))
        assert not clear


def _shape(piece: Obstacle) -> Shape | LineString:
    return Shape(piece.outline) if piece.closed else LineString(piece.outline)


def _on_us(blocker: Obstacle | Base) -> bool:
    if isinstance(blocker, Base):
        return overlap(blocker, SHOOTER) or overlap(blocker, TARGET)
    return any(_shape(blocker).distance(Dot(base.at)) <= base.radius for base in (SHOOTER, TARGET))


def test_a_gap_between_two_buildings_off_the_centre_line() -> None:
    left = Obstacle("left", rectangle(Point(15_000, -10_000 + 700), 20_000, 20_000), closed=True)
    for gap, seen in ((100, True), (20, True), (6, True), (0, False)):
        right = Obstacle("right", rectangle(Point(15_000, 10_700 + gap), 20_000, 20_000), closed=True)
        ray = sees(SHOOTER, TARGET, [left, right])
        assert (ray is not None) == seen, gap
        if ray is not None:
            assert _proves(SHOOTER, TARGET, ray.start, ray.end, [left, right])


def test_bases_shoulder_to_shoulder_hide_what_is_behind() -> None:
    row = [Base(Point(15_000, y), 1_250) for y in range(-10_650, 10_001, 2_500)]
    assert sees(SHOOTER, TARGET, row) is None
    gapped = [*row[:5], *(Base(Point(b.at.x, b.at.y + 10), b.radius) for b in row[5:])]
    ray = sees(SHOOTER, TARGET, gapped)
    assert ray is not None
    assert _proves(SHOOTER, TARGET, ray.start, ray.end, list(gapped))


def test_an_area_around_the_viewer_hides_and_touching_bases_see() -> None:
    assert sees(SHOOTER, TARGET, []) is not None
    assert sees(SHOOTER, TARGET, [Obstacle("fog", rectangle(Point(15_000, 0), 90_000, 90_000), closed=True)]) is None
    foe = Base(Point(2_500, 0), 1_250)
    assert within(SHOOTER, foe, 0)
    ray = sees(SHOOTER, foe, [])
    assert ray is not None
    assert ray.start == ray.end == (1_250, 0)


@pytest.mark.parametrize("radius", [0, 1, 2, 3])
def test_the_smallest_bases_see_each_other(radius: int) -> None:
    viewer, target = Base(ORIGIN, radius), Base(Point(1_000, 7), radius)
    ray = sees(viewer, target, [])
    assert ray is not None
    assert _proves(viewer, target, ray.start, ray.end, [])
    assert sees(viewer, target, [Obstacle("wall", (Point(500, -50), Point(500, 50)), closed=False)]) is None
