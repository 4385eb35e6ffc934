"""Zones drawn by hand: what is typed, what is no zone at all, what stands against them on a table."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from app.engine.geometry import Point
from app.engine.refusals import Clause
from app.engine.zones import (
    Force,
    Zoning,
    boxed,
    pairs,
    read,
    refuse,
    refuse_form,
    text_of,
)

NORTH, SOUTH = (0, 90, 180, 120), (0, 0, 180, 30)
PLAIN = Zoning(
    clause=Clause("X-1"), least=10, apart=20, times=2, unit=1000, table=(180, 120),
    printed={"north": (NORTH,), "south": (SOUTH,)}, drawn={}, rivals=pairs(("north", "south")),
)  # fmt: skip
NOBODY: dict[str, Force] = {}


def codes(of: Zoning, forces: dict[str, Force] = NOBODY, barred: tuple[tuple[Point, ...], ...] = ()) -> list[str]:
    """What stands against zones."""
    return [no.code for no in refuse(of, forces, barred)]


def drawn(**boxes: Any) -> Zoning:
    """The plain table with these zones drawn."""
    return replace(PLAIN, drawn=boxed(boxes))


@pytest.mark.parametrize(
    ("text", "found"),
    [("10,0 40,12", [[10, 0, 40, 12]]), (" 40,12 10,0 ; 0,0 5,5;", [[10, 0, 40, 12], [0, 0, 5, 5]]), ("", []),
     ("40,0 10,12", [[10, 0, 40, 12]])],
)  # fmt: skip
def test_two_corners_are_a_zone_whichever_comes_first(text: str, found: list[list[int]]) -> None:
    assert read(text) == found
    assert isinstance(found, list)
    assert read(text_of((b[0], b[1], b[2], b[3]) for b in found)) == found


@pytest.mark.parametrize("text", ["x", "10,0 40", "10,0 40,12 9", "1.5,0 4,4", "10,0 40,12; y", "9" * 300])
def test_what_cannot_be_read_stays_the_text_it_is(text: str) -> None:
    said = read(text)
    assert isinstance(said, str)
    no = refuse_form("part-zones", Clause("X-1"), 3, {"north": said})
    assert no is not None
    assert no.code == "zone.unreadable"


@pytest.mark.parametrize(
    "value",
    [3, None, "x", [[0, 0, 9, 9]], {"north": 3}, {"north": [[0, 0, 9]]}, {"north": [[0, 0, 9, True]]}, {"north": [5]},
     {"north": [[9, 0, 0, 9]]}, {"north": [[0, 0, 9, 10**6]]}, {"north": [["0", 0, 9, 9]]}],
)  # fmt: skip
def test_whatever_is_no_zone_is_refused(value: Any) -> None:
    no = refuse_form("part-zones", Clause("X-1"), 3, value)
    assert no is not None
    assert no.code == "zone.unreadable"


def test_more_zones_than_there_may_be_are_refused_with_the_numbers() -> None:
    no = refuse_form("part-zones", Clause("X-1"), 1, {"north": [[0, 90, 20, 120], [30, 90, 50, 120]]})
    assert no is not None
    assert (no.code, no.facts["zones"], no.facts["most"]) == ("zone.many", 2, 1)


def test_what_is_printed_is_not_judged_and_empty_zones_are_none() -> None:
    assert codes(replace(PLAIN, apart=100)) == []
    assert drawn(north=[]).drawn == {}


def test_each_rule_of_zones_is_told_with_its_numbers() -> None:
    assert codes(drawn(north=[[0, 90, 181, 120]])) == ["zone.off-table"]
    assert codes(drawn(north=[[0, 90, 9, 120]])) == ["zone.narrow"]
    assert codes(drawn(north=[[0, 90, 50, 120], [40, 90, 90, 120]])) == ["zone.over"]
    assert codes(drawn(north=[[0, 90, 50, 120], [50, 90, 90, 120]])) == []
    assert codes(drawn(west=[[0, 0, 20, 20]])) == ["zone.nobody"]
    assert codes(replace(drawn(north=[[0, 90, 180, 120]]), fixed=("north",))) == ["zone.nobody"]
    [near] = refuse(drawn(north=[[0, 49, 180, 120]]), {}, ())
    assert (near.code, near.facts["gap"], near.facts["least"]) == ("zone.near", 19_000, 20_000)


def test_the_distance_of_zones_is_that_of_their_nearest_corners() -> None:
    assert codes(drawn(north=[[42, 46, 180, 120]], south=[[0, 0, 30, 30]])) == []
    [no] = refuse(drawn(north=[[41, 46, 180, 120]], south=[[0, 0, 30, 30]]), {}, ())
    assert no.facts["gap"] == 19_416


def test_there_must_be_open_ground_for_twice_what_the_bases_cover() -> None:
    small = drawn(north=[[0, 100, 20, 120]])
    assert codes(small, {"north": Force(200_000_000)}) == []
    [no] = refuse(small, {"north": Force(200_500_000)}, ())
    assert (no.code, no.facts["has"], no.facts["needs"], no.facts["times"]) == ("zone.room", 400, 401, 2)
    pond = (Point(0, 0), Point(10_000, 0), Point(10_000, 20_000), Point(0, 20_000))
    [no] = refuse(small, {"north": Force(200_000_000)}, (pond,))
    assert (no.code, no.facts["has"]) == ("zone.room", 200)
