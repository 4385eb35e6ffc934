"""Convex outlines: overlaps, gaps, strips, common edges."""

from __future__ import annotations

from math import hypot
from random import Random

import pytest

from app.engine.formations import block
from app.engine.geometry import Box, Point, Polygon, box
from app.engine.shapes import (
    SLACK,
    ahead,
    any_overlap,
    apart,
    clip,
    common_edge,
    convex_parts,
    gap,
    grown,
    hull,
    is_convex,
    lines_within,
    meets,
    nearer,
    nearest_points,
    overlaps,
    seen_from,
    within,
)
from app.engine.trig import SCALE

SQUARE: Polygon = (Point(0, 0), Point(1000, 0), Point(1000, 1000), Point(0, 1000))
DENTED: Polygon = (Point(0, 0), Point(3000, 0), Point(3000, 3000), Point(2000, 3000), Point(2000, 1000), Point(0, 1000))


def moved(polygon: Polygon, x: int, y: int) -> Polygon:
    return tuple(Point(p.x + x, p.y + y) for p in polygon)


def test_a_hull_leaves_out_what_lies_inside_and_keeps_two_points_as_they_are() -> None:
    assert set(hull((*SQUARE, Point(500, 500), Point(500, 0)))) == set(SQUARE)
    assert hull((Point(5, 5), Point(1, 1), Point(5, 5))) == (Point(1, 1), Point(5, 5))


def test_a_dented_outline_is_cut_into_triangles_of_the_same_area() -> None:
    assert is_convex(SQUARE)
    assert not is_convex(DENTED)
    parts = convex_parts(DENTED)
    assert convex_parts(SQUARE) == (SQUARE,)
    assert sum(area2(part) for part in parts) == area2(DENTED)
    assert sum(area2(p) for p in convex_parts(DENTED[::-1])) == area2(DENTED)


def area2(polygon: Polygon) -> int:
    return abs(sum(a.x * b.y - b.x * a.y for a, b in zip(polygon, polygon[1:] + polygon[:1], strict=True)))


@pytest.mark.parametrize(("shift", "expected"), [(1000, False), (990, False), (989, True), (500, True), (1500, False)])
def test_less_than_the_slack_is_no_overlap(shift: int, expected: bool) -> None:
    assert overlaps(SQUARE, moved(SQUARE, shift, 0)) is expected


def test_an_overlap_with_a_dented_outline_is_one_with_its_parts() -> None:
    assert not overlaps(moved(SQUARE, 500, 1500), DENTED)
    assert overlaps(moved(SQUARE, 1500, 1500), DENTED)


def test_a_line_is_an_outline_of_two_points() -> None:
    line = (Point(500, -500), Point(500, 1500))
    assert overlaps(SQUARE, line)
    assert not overlaps(SQUARE, (Point(SLACK, -500), Point(SLACK, 1500)))
    assert overlaps(SQUARE, (Point(SLACK + 1, -500), Point(SLACK + 1, 1500)))


def test_outlines_at_an_angle_are_parted_by_a_side_of_either() -> None:
    turned = block(Point(1700, 500), 4_500, 1000, 1000)
    assert not apart(SQUARE, turned, 0)
    assert overlaps(SQUARE, turned) == (gap(SQUARE, turned) == 0)


def test_a_gap_is_rounded_up_and_nought_for_outlines_that_touch_or_overlap() -> None:
    assert gap(SQUARE, moved(SQUARE, 1300, 1400)) == 500
    assert gap(SQUARE, moved(SQUARE, 1001, 1001)) == 2
    assert gap(SQUARE, moved(SQUARE, 1000, 0)) == gap(SQUARE, moved(SQUARE, 200, 200)) == 0
    assert gap(SQUARE, (Point(3000, 500), Point(3000, 500))) == 2000


def test_gaps_agree_with_a_plain_search_for_the_nearest_points() -> None:
    rng = Random(4)
    for _ in range(60):
        a, b = (block(Point(rng.randrange(9000), rng.randrange(9000)), rng.randrange(36_000), 2000, 900) for _ in "ab")
        p, q = nearest_points(a, b)
        if found := gap(a, b):
            assert found - 2 <= hypot(p.x - q.x, p.y - q.y) <= found + 2


def test_within_includes_its_end_and_the_slack() -> None:
    other = moved(SQUARE, 2000, 0)
    assert within(SQUARE, other, 1000)
    assert within(SQUARE, other, 1000 - SLACK)
    assert not within(SQUARE, other, 1000 - SLACK - 1)


def test_a_segment_meets_what_it_crosses_touches_or_lies_in() -> None:
    assert meets(SQUARE, Point(-10, 500), Point(1010, 500))
    assert meets(SQUARE, Point(400, 500), Point(600, 500))
    assert meets(SQUARE, Point(1000, -10), Point(1000, 10))
    assert not meets(SQUARE, Point(1001, -10), Point(1001, 10))


def test_places_are_seen_to_the_right_and_ahead() -> None:
    (place,) = seen_from(Point(0, 0), 9_000, [Point(300, 100)])
    assert (place.right, place.ahead) == (100 * SCALE, 300 * SCALE)
    kept = clip(seen_from(Point(0, 0), 0, SQUARE), 1, 0, 400 * SCALE)
    assert min(p.right for p in kept) == 400 * SCALE


@pytest.mark.parametrize(("x", "near", "far"), [(0, 1000, 2000), (1400, 1000, 2000)])
def test_what_lies_in_the_strip_ahead_is_found_from_near_to_far(x: int, near: int, far: int) -> None:
    found = ahead(Point(500 + x, 3000), 0, 1000, moved(SQUARE, 0, 1000))
    assert found is not None
    assert (found.near, found.far) == (near, far)


def test_what_only_grazes_the_strip_or_lies_behind_does_not_count() -> None:
    assert ahead(Point(2000, 3000), 0, 1000, SQUARE) is None
    assert ahead(Point(500, -1), 0, 1000, SQUARE) is None
    assert ahead(Point(500, 3000), 0, SLACK, SQUARE) is None
    half_behind = ahead(Point(500, 500), 0, 1000, SQUARE)
    assert half_behind is not None
    assert half_behind.near == 0


@pytest.mark.parametrize(
    ("c", "d", "expected"),
    [
        (Point(200, 0), Point(1500, 0), 800), (Point(1500, 5), Point(200, 5), 800), (Point(0, 11), Point(1000, 11), 0),
        (Point(2000, 0), Point(3000, 0), 0), (Point(0, 0), Point(700, 700), 0),
    ],
)  # fmt: skip
def test_edges_coincide_where_they_are_flush(c: Point, d: Point, expected: int) -> None:
    assert common_edge(Point(0, 0), Point(1000, 0), c, d) == expected


def drawn(rng: Random) -> Polygon:
    """A rectangle that lies somewhere, turned by anything."""
    at = Point(rng.randrange(6000), rng.randrange(6000))
    return block(at, rng.randrange(36_000), rng.randrange(200, 2000), rng.randrange(200, 2000))


def test_quick_looks_by_boxes_say_what_the_exact_questions_say() -> None:
    rng = Random(5)
    for _ in range(300):
        shapes, others = [drawn(rng) for _ in range(2)], [drawn(rng) for _ in range(4)]
        reach = rng.randrange(1500)
        assert any_overlap(shapes, others) == any(overlaps(a, b) for a in shapes for b in others)
        assert [nearer(shapes[0], b, reach) for b in others] == [gap(shapes[0], b) < reach for b in others]
        near = [other for other in others if meet(grown(shapes, reach), box(other))]
        assert all(other in near or min(gap(a, other) for a in shapes) > reach for other in others)


def meet(a: Box, b: Box) -> bool:
    """Whether two boxes have a place in common."""
    return a.west <= b.east and b.west <= a.east and a.north <= b.south and b.north <= a.south


def test_the_box_around_some_outlines_is_as_much_wider_as_is_asked() -> None:
    assert grown([SQUARE, moved(SQUARE, 3000, 0)], 1000) == Box(-1000, -1000, 5000, 2000)


def test_lines_are_within_reach_by_an_end_a_side_or_where_they_cross() -> None:
    level, upright = (Point(0, 0), Point(4000, 0)), (Point(2000, -3000), Point(2000, 3000))
    assert lines_within(level, upright, 0)
    assert lines_within(level, (Point(2000, 300), Point(2000, 900)), 300)
    assert lines_within((Point(2000, 300), Point(2000, 900)), level, 300)
    assert not lines_within(level, (Point(2000, 301), Point(2000, 900)), 300)
    assert not lines_within(level, (Point(5000, 1), Point(5000, 900)), 1000)


def test_a_point_given_twice_is_as_far_as_given_once() -> None:
    rng = Random(6)
    for _ in range(50):
        at, other = Point(rng.randrange(4000), rng.randrange(4000)), drawn(rng)
        assert gap((at, at), other) == gap(other, (at, at)) == gap((at,), other)
