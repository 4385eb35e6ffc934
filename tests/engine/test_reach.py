"""Where a body may come to lie: the rim keeps to what the test allows, bends round what bars the way, spares holes."""

from __future__ import annotations

from itertools import pairwise

from app.engine.formations import Formation, footprint
from app.engine.geometry import Base, Point, Polygon, distance, overlap
from app.engine.paths import Path, first_contact, length
from app.engine.reach import ACROSS, HALVED, MOST, area, fan
from app.engine.refusals import Clause, Refusal, refuse
from app.engine.shapes import hull

START, FAR, WIDE = Point(0, 0), 10_000, 1_000
NO = refuse("no", Clause("TST-NO-01"))
FINE = FAR // ACROSS // 2**HALVED + 2
"""How exactly the rim is found."""


def holds(outlines: tuple[Polygon, ...], at: Point) -> bool:
    """Whether a place lies in an area, by even and odd."""
    odd = False
    for outline in outlines:
        for a, b in zip(outline, (*outline[1:], outline[0]), strict=True):
            if (a.y > at.y) != (b.y > at.y) and at.x < (b.x - a.x) * (at.y - a.y) / (b.y - a.y) + a.x:
                odd = not odd
    return odd


def free(path: Path) -> Refusal | None:
    """Only as far as it goes."""
    return NO if length(path) > FAR else None


def test_on_open_ground_it_is_round() -> None:
    (outline,) = area(START, FAR, free)
    assert all(FAR - 2 * FINE <= distance(START, p) <= FAR for p in outline)


def test_who_may_go_nowhere_has_no_area() -> None:
    assert area(START, 0, free) == ()


def test_behind_a_wall_it_falls_short_and_bends_round_its_end() -> None:
    def walled(path: Path) -> Refusal | None:
        for a, b in pairwise(path):
            if (a.x < 3_000) != (b.x < 3_000) and a.y + (b.y - a.y) * (3_000 - a.x) / (b.x - a.x) < 2_000:
                return NO
        return free(path)

    found = area(START, FAR, walled)
    assert holds(found, Point(2_500, 0))
    assert holds(found, Point(3_700, 0)), "round its end, 3.6 to it and 2.2 back"
    assert not holds(found, Point(9_000, -1_000)), "near enough, but not by that way"
    assert holds(found, Point(7_000, 6_000))


def test_nobody_ends_on_another_and_who_is_in_the_way_is_gone_round() -> None:
    other = Base(Point(5_000, 0), WIDE)

    def past(path: Path) -> Refusal | None:
        return (
            NO if first_contact(path, WIDE, other) is not None or overlap(Base(path[-1], WIDE), other) else free(path)
        )

    found = area(START, FAR, past)
    assert len(found) == 2, "an outline and a hole"
    assert not holds(found, other.at)
    assert holds(found, Point(7_800, 0)), "by a way round"
    hole = min(found, key=len)
    assert all(2 * WIDE <= distance(p, other.at) <= 2 * WIDE + FAR // ACROSS for p in hole)


def test_no_more_is_tried_than_is_said() -> None:
    tries = 0

    def counted(path: Path) -> Refusal | None:
        nonlocal tries
        tries += 1
        return NO if (path[-1].x // 700 + path[-1].y // 700) % 2 else free(path)

    assert area(START, FAR, counted)
    assert tries <= MOST


def test_a_fan_is_the_ground_that_a_formation_reaches_by_one_wheel_and_straight_on() -> None:
    body = Formation(Point(0, 0), 0, 4, 8, 2_000, 2_000)
    cheap, dear = fan(body, 10_000, (0, 1), 4_500), fan(body, 10_000, (1, 1), 4_500)
    assert min(p.y for p in cheap) < min(p.y for p in dear) <= -10_000
    assert all(holds((cheap,), p) for p in (Point(0, 3_000), Point(3_000, -3_000), Point(0, -9_000)))
    assert max(p.x for p in cheap) > max(p.x for p in dear) > 4_000, "what a wheel costs is gone"
    assert fan(body, 0, (1, 1), 4_500) == hull(footprint(body))
