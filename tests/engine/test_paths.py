"""Paths against brute force with 90 digits and, where a tolerance is named, against shapely."""

from itertools import pairwise
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shapely import LineString, union_all
from shapely import Polygon as Shape

from app.engine.geometry import (
    INCH,
    Base,
    Point,
    Polygon,
    contains,
    disc_touches_polygon,
    distance,
    overlap,
    point_segment_within,
    rectangle,
    within,
)
from app.engine.paths import (
    MAX_POINTS,
    Path,
    at_length,
    beside,
    clip,
    cost,
    crosses_line,
    crosses_outline,
    first_contact,
    in_the_way,
    inside_length,
    legs,
    length,
    split_at,
    stops_short,
    sweeps_line,
    sweeps_polygon,
)
from tests.engine.oracle import points, polygons, radii, reaches, small_bases, small_points, small_polygons

ORIGIN = Point(0, 0)
BEND: Path = (ORIGIN, Point(30, 40), Point(30, 140))

paths = st.lists(points, min_size=1, max_size=5).map(tuple)
small_paths = st.lists(small_points, min_size=1, max_size=5).map(tuple)
lines = st.lists(points, min_size=1, max_size=4).map(tuple)
either = st.one_of(paths, small_paths)


def _first_reach(path: Path, line: tuple[Point, ...], reach: int, claimed: int | None) -> bool:
    """Whether ``claimed`` is the first whole distance at which the walk has come within reach of an open line."""
    walked = 0
    for start, end in pairwise(path) if len(path) > 1 else [(path[0], path[0])]:
        leg = distance(start, end)
        if claimed is not None and walked <= claimed <= walked + leg:
            here = claimed - walked
            met = reaches(start, end, here, line, reach)
            if met or claimed < walked + leg:
                return met and (here == 0 or not reaches(start, end, here - 1, line, reach))
        if reaches(start, end, leg, line, reach):
            return False
        walked += leg
    return claimed is None


def test_a_bend_is_measured_leg_by_leg() -> None:
    assert length(BEND) == 150
    assert list(legs(BEND)) == [(BEND[0], BEND[1]), (BEND[1], BEND[2])]
    assert [at_length(BEND, walked) for walked in (-1, 0, 25, 50, 60, 150, 900)] == [
        (0, 0), (0, 0), (15, 20), (30, 40), (30, 50), (30, 140), (30, 140),
    ]  # fmt: skip
    assert length((ORIGIN, Point(1, 1), Point(2, 2))) == 4
    assert length((ORIGIN,)) == 0
    assert at_length((ORIGIN,), 7) == ORIGIN
    assert MAX_POINTS == 64


@given(either, st.integers(-10, 1_000_000))
def test_a_path_split_is_the_same_path(path: Path, walked: int) -> None:
    before, after = split_at(path, walked)
    assert before[-1] == after[0] == at_length(path, walked)
    assert length(before) <= max(0, walked)
    assert before[0] == path[0]
    assert after[-1] == path[-1]
    assert clip(path, walked) == before
    if walked >= length(path):
        assert length(before) == length(path)
        assert before[-1] == path[-1]


def test_a_path_split_at_a_bend_keeps_the_bend_on_both_sides() -> None:
    assert split_at(BEND, 50) == (BEND[:2], BEND[1:])
    assert split_at(BEND, 60) == ((*BEND[:2], (30, 50)), ((30, 50), BEND[2]))
    assert split_at(BEND, 150) == (BEND, BEND[2:])
    assert split_at(BEND, 151) == (BEND, BEND[2:])
    assert split_at(BEND, 0) == (BEND[:1], BEND)


@settings(max_examples=150)
@given(either, radii, small_bases, st.integers(0, 3_000))
def test_first_contact_is_the_first_whole_hundredth(path: Path, radius: int, foe: Base, reach: int) -> None:
    after = first_contact(path, radius, foe, reach)
    assert _first_reach(path, (foe.at,), radius + foe.radius + reach, after)


def test_contact_at_the_start_of_no_walk_at_all() -> None:
    foe = Base(Point(0, 100), 50)
    assert first_contact((ORIGIN,), 50, foe) == 0
    assert first_contact((ORIGIN,), 49, foe) is None
    assert first_contact((ORIGIN, Point(0, 1)), 49, foe) == 1
    assert first_contact((ORIGIN, Point(0, -10_000), Point(0, 0)), 40, foe, INCH) == 0


@given(either, st.integers(0, 5_000), st.one_of(small_bases, st.builds(Base, points, radii)))
def test_stopping_short_never_overlaps(path: Path, radius: int, foe: Base) -> None:
    walked = stops_short(path, radius, foe)
    contact = first_contact(path, radius, foe)
    assert (walked is None) == (contact is None)
    if walked is not None and contact is not None and not overlap(Base(path[0], radius), foe):
        assert walked <= contact
        assert not overlap(Base(at_length(path, walked), radius), foe)
        assert within(Base(at_length(path, walked), radius), foe, 3)


@settings(max_examples=200)
@given(either, radii, st.one_of(polygons, small_polygons))
def test_a_swept_base_meets_a_polygon_first_there(path: Path, radius: int, polygon: Polygon) -> None:
    after = sweeps_polygon(path, radius, polygon)
    if disc_touches_polygon(Base(path[0], radius), polygon):
        assert after == 0
    else:
        assert _first_reach(path, polygon + polygon[:1], radius, after)


@settings(max_examples=150)
@given(either, radii, st.one_of(lines, small_paths))
def test_a_swept_base_meets_a_line_first_there(path: Path, radius: int, line: tuple[Point, ...]) -> None:
    assert _first_reach(path, line, radius, sweeps_line(path, radius, line))


@settings(max_examples=100)
@given(paths, radii, polygons)
def test_a_sweep_as_shapely_measures(path: Path, radius: int, polygon: Polygon) -> None:
    assume(len(path) > 1 and any(point != path[0] for point in path))
    away = LineString(path).distance(Shape(polygon))
    # Shapely works in doubles: nothing is claimed within a thousandth of a hundredth of contact.
    if abs(away - radius) > 1e-3:
        assert (sweeps_polygon(path, radius, polygon) is not None) == (away < radius)


def test_a_flank_met_between_its_ends() -> None:
    wall = (Point(0, 1_000), Point(10_000, 1_000))
    assert sweeps_line((Point(5_000, 0), Point(5_000, 5_000)), 400, wall) == 600
    assert sweeps_line((Point(5_000, 3_000), Point(5_000, 0)), 400, wall) == 1_600
    assert sweeps_line((Point(5_000, 0), Point(5_000, 599)), 400, wall) is None
    assert sweeps_line((Point(5_000, 0), Point(9_000, 0)), 400, wall) is None
    assert sweeps_polygon((Point(5_000, 5_000),), 10, rectangle(Point(5_000, 5_000), 900, 900)) == 0


@settings(max_examples=100)
@given(either, st.one_of(lines, small_paths))
def test_the_centre_crosses_a_line_first_there(path: Path, line: tuple[Point, ...]) -> None:
    assume(len(path) > 1 and len(line) > 1)
    assert _first_reach(path, line, 0, crosses_line(path, line))


@settings(max_examples=100)
@given(small_paths, small_polygons)
def test_each_crossing_of_an_outline_lies_on_it(path: Path, polygon: Polygon) -> None:
    met = crosses_outline(path, polygon)
    assert list(met) == sorted(dict.fromkeys(met))
    for walked, point in met:
        # The point is rounded towards the start of its leg by less than a hundredth in each direction.
        ring = polygon + polygon[:1]
        assert any(point_segment_within(point, a, b, 2) for a, b in pairwise(ring))
        assert 0 <= walked <= length(path)
    if len(path) > 1:
        assert (met[0][0] if met else None) == crosses_line(path, polygon + polygon[:1])
        # A walk that begins outside and never meets the outline ends outside, and the other way round.
        assert met or contains(polygon, path[0]) == contains(polygon, path[-1])


def test_a_walk_through_a_square_meets_it_twice() -> None:
    square = rectangle(Point(5_000, 0), 2_000, 2_000)
    assert crosses_outline((ORIGIN, Point(9_000, 0)), square) == ((4_000, (4_000, 0)), (6_000, (6_000, 0)))
    bent = (ORIGIN, Point(4_000, 0), Point(9_000, 0))
    assert crosses_outline(bent, square) == ((4_000, (4_000, 0)), (6_000, (6_000, 0)))
    assert inside_length(ORIGIN, Point(9_000, 0), square) == 2_000
    assert inside_length(ORIGIN, ORIGIN, square) == 0


@settings(max_examples=100)
@given(points, points, polygons)
def test_the_length_inside_as_shapely_cuts_it(start: Point, end: Point, polygon: Polygon) -> None:
    assume(start != end)
    line = LineString([start, end])
    real = line.intersection(Shape(polygon)).length
    # Ours is rounded up; shapely's doubles may be off by a millionth of the length.
    assert real - 1e-6 * line.length <= inside_length(start, end, polygon) <= real + 1 + 1e-6 * line.length


def test_ground_is_charged_as_it_is_entered() -> None:
    wood = rectangle(Point(5_000, 0), 2_000, 2_000)
    marsh = rectangle(Point(6_000, 0), 2_000, 2_000)
    walk = (ORIGIN, Point(9_000, 0), Point(9_000, 5_000))
    assert cost(walk, []) == [(9_000, 9_000), (5_000, 5_000)]
    assert cost(walk, [(wood, 2, 1)]) == [(9_000, 11_000), (5_000, 5_000)]
    assert cost(walk, [(wood, 2, 1), (marsh, 3, 1)]) == [(9_000, 14_000), (5_000, 5_000)]
    assert cost(walk, [(marsh, 3, 1), (wood, 2, 1)]) == [(9_000, 14_000), (5_000, 5_000)]
    assert cost(walk, [(wood, 3, 2)]) == [(9_000, 10_000), (5_000, 5_000)]
    assert cost((ORIGIN,), [(wood, 2, 1)]) == []


@settings(max_examples=60)
@given(points, points, small_polygons, polygons)
def test_cost_as_shapely_adds_it(start: Point, end: Point, one: Polygon, other: Polygon) -> None:
    assume(start != end)
    line = LineString([start, end])
    both = line.intersection(union_all([Shape(one), Shape(other)])).length
    # At the same rate two areas on each other count once; tolerance as above.
    (leg,) = cost((start, end), [(one, 2, 1), (other, 2, 1)])
    assert leg.length == distance(start, end)
    assert leg.cost == pytest.approx(line.length + both, abs=1 + 1e-6 * line.length)
    assert leg.cost >= leg.length


def test_the_oracle_tells_one_hundredth_from_the_next() -> None:
    assert reaches(ORIGIN, Point(10, 0), 5, (Point(8, 0),), 3)
    assert not reaches(ORIGIN, Point(10, 0), 4, (Point(8, 0),), 3)


class Standing(NamedTuple):
    """Somebody on a base, or a piece of ground."""

    base: Base
    shape: Polygon = ()


def test_who_is_beside_a_walk_and_what_lies_in_its_way_are_all_that_it_can_meet() -> None:
    rng = Random(3)

    def spot() -> Point:
        return Point(rng.randrange(20_000), rng.randrange(20_000))

    left_out = 0
    for _ in range(300):
        path, reach = tuple(spot() for _ in range(rng.randrange(1, 4))), rng.randrange(2000)
        some = [Standing(Base(spot(), 1270), rectangle(spot(), 3000, 2000, rng.randrange(36_000))) for _ in range(5)]
        near, ground = beside(path, 1270, some, reach), in_the_way(path, 1270, some)
        left_out += len(some) - len(near) + len(some) - len(ground)
        assert all(one in near or first_contact(path, 1270, one.base, reach) is None for one in some)
        assert all(one in ground or sweeps_polygon(path, 1270, one.shape) is None for one in some)
    assert left_out > 300
