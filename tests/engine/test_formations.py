"""Formations: where the stands stand, what a step does, zones and arcs."""

from __future__ import annotations

from random import Random

import pytest

from app.engine.formations import (
    Formation,
    Step,
    after,
    ahead_of,
    arc,
    arc_length,
    course,
    footprint,
    slices,
    stands,
    swept,
    zone_of,
)
from app.engine.geometry import Point, distance
from app.engine.shapes import hull, overlaps

SIX = Formation(at=Point(50_000, 50_000), facing=0, files=3, number=6, across=4_000, deep=1_500)
FIVE = SIX._replace(number=5)


def test_a_formation_extends_backwards_from_the_middle_of_its_front() -> None:
    assert footprint(SIX) == (
        Point(44_000, 50_000), Point(56_000, 50_000), Point(56_000, 53_000), Point(44_000, 53_000),
    )  # fmt: skip
    assert (SIX.ranks, SIX.width, SIX.depth, SIX.centre) == (2, 12_000, 3_000, Point(50_000, 51_500))


def test_odd_stands_stand_in_the_last_rank_from_the_left() -> None:
    last = stands(FIVE)[-1]
    assert len(stands(FIVE)) == 5
    assert last == (Point(48_000, 51_500), Point(52_000, 51_500), Point(52_000, 53_000), Point(48_000, 53_000))


@pytest.mark.parametrize(
    ("step", "at", "facing", "files"),
    [
        (Step("forward", 5_000), Point(50_000, 45_000), 0, 3), (Step("back", 2_000), Point(50_000, 52_000), 0, 3),
        (Step("wheel", 9_000), Point(56_000, 44_000), 9_000, 3),
        (Step("wheel", -9_000), Point(44_000, 44_000), 27_000, 3),
        (Step("turn", 18_000), Point(50_000, 53_000), 18_000, 3),
        (Step("turn", 9_000), Point(52_250, 51_500), 9_000, 2),
        (Step("turn", -9_000), Point(47_750, 51_500), 27_000, 2), (Step("files", 2), Point(50_000, 50_000), 0, 2),
        (Step("face", 18_000), Point(50_000, 53_000), 18_000, 3), (Step("face", 0), Point(50_000, 50_000), 0, 3),
    ],
)  # fmt: skip
def test_a_step_leads_there(step: Step, at: Point, facing: int, files: int) -> None:
    done = after(SIX, step)
    assert (done.at, done.facing, done.files) == (at, facing, files)


def test_a_turn_keeps_the_centre() -> None:
    for step in (Step("turn", 9_000), Step("turn", 18_000), Step("face", 4_500)):
        assert distance(after(SIX, step).centre, SIX.centre) <= 2


def test_a_wheel_keeps_its_pivot_where_it_is() -> None:
    for angle in (1_234, -4_321):
        corner = 1 if angle > 0 else 0
        assert distance(footprint(after(SIX, Step("wheel", angle)))[corner], footprint(SIX)[corner]) <= 2


def test_a_course_holds_the_formation_before_and_after_each_step() -> None:
    steps = (Step("wheel", 4_500), Step("forward", 1_000))
    assert course(SIX, steps) == (SIX, after(SIX, steps[0]), after(after(SIX, steps[0]), steps[1]))


def test_what_is_swept_covers_every_place_on_the_way() -> None:
    rng = Random(2)
    for _ in range(30):
        step = rng.choice([Step("forward", 8_000), Step("back", 3_000), Step("wheel", rng.randrange(-9_000, 9_000))])
        part = Step(step.do, step.by * rng.randrange(1, 10) // 10)
        inner = after(SIX, part)
        if part.by:
            spot = inner.centre
            tiny = (spot, Point(spot.x + 30, spot.y), Point(spot.x, spot.y + 30))
            assert any(overlaps(piece, tiny, 0) for piece in swept(SIX, step))
    assert swept(SIX, Step("turn", 9_000)) == (footprint(after(SIX, Step("turn", 9_000))),)


def test_a_wheel_is_swept_in_slices_of_five_degrees() -> None:
    pairs = slices(SIX, -1_200)
    assert len(pairs) == 3
    assert pairs[0][0] == SIX
    assert pairs[-1][1].facing == 34_800
    assert slices(SIX, 0) == ((SIX, SIX),)
    assert swept(SIX, Step("wheel", 0)) == (hull(footprint(SIX)),)


def test_the_way_of_a_corner_is_rounded_up() -> None:
    assert arc_length(12_000, 9_000) == 18_850
    assert arc_length(12_000, -18_000) == 37_700
    assert arc_length(12_000, 0) == 0


@pytest.mark.parametrize(
    ("place", "zone"),
    [
        (Point(90_000, 50_000), "front"), (Point(50_000, 10_000), "front"), (Point(90_000, 53_000), "rear"),
        (Point(50_000, 60_000), "rear"), (Point(90_000, 51_000), "right"), (Point(10_000, 51_000), "left"),
    ],
)  # fmt: skip
def test_the_lines_of_front_and_rear_part_the_zones(place: Point, zone: str) -> None:
    assert zone_of(SIX, place) == zone


@pytest.mark.parametrize(
    ("x", "expected"),
    [(50_000, True), (66_000, True), (66_100, False), (34_000, True), (33_900, False)],
)
def test_what_lies_ahead_may_lie_45_degrees_outwards(x: int, expected: bool) -> None:
    spot = Point(x, 40_000)
    assert ahead_of(SIX, (spot, spot)) is expected
    assert not ahead_of(SIX, (Point(50_000, 50_100), Point(50_000, 52_000)))


def test_the_arc_that_is_drawn_is_what_lies_ahead() -> None:
    drawn = arc(SIX, 15_000)
    assert drawn[:2] == (Point(44_000, 50_000), Point(56_000, 50_000))
    assert all(ahead_of(SIX, (p, p)) for p in drawn)


def test_a_slide_goes_along_its_bearing_and_keeps_the_facing() -> None:
    done = after(SIX, Step("slide", 3_000, 9_000))
    assert (done.at, done.facing, done.files) == (Point(53_000, 50_000), 0, 3)
    (way,) = swept(SIX, Step("slide", 3_000, 9_000))
    assert all(overlaps(way, shape) for shape in (footprint(SIX), footprint(done)))
    assert {p.y for p in way} == {50_000, 53_000}
