"""Who sees whom, what covers whom, who stands higher."""

from __future__ import annotations

import pytest

from app.engine.geometry import Point
from app.systems.daimyo.moving.ground.cover import behind_obstacle, cover_from, crest, in_cover, in_woods, is_uphill
from app.systems.daimyo.moving.ground.sight import chord, line_between, refuse_sight, sees, visibility
from app.systems.daimyo.state import State
from tests.systems.daimyo.volleys import position, said

PAIR = "unit R red profile=AG stands=2 files=2 at=50,60\nunit B blue profile=AG stands=2 files=2 at=50,{y}\n"


def pair(rows: str = "", y: str = "40") -> State:
    """Two units face to face, blue to the north, and these rows."""
    return position(PAIR.format(y=y) + rows)


def looks(state: State) -> bool:
    """Whether they see each other; sight is mutual."""
    one, other = state.units["R"], state.units["B"]
    assert sees(state, one, other) == sees(state, other, one)
    return sees(state, one, other)


# -- weather (DAI-WEA-05, DAI-WEA-09) --------------------------------------------------------


@pytest.mark.parametrize(("weather", "reach"), [
    ("fine", None), ("light-rain", None), ("heavy-rain", 30_000), ("thunderstorm", 25_000), ("snow", 20_000),
    ("fog", 10_000),
])  # fmt: skip
def test_how_far_one_sees_in_each_weather(weather: str, reach: int | None) -> None:
    assert visibility(position(f"weather {weather}")) == reach


@pytest.mark.parametrize(("y", "seen"), [("50", True), ("49.9", False), ("40", False)])
def test_nobody_sees_beyond_the_weather_its_end_included(y: str, seen: bool) -> None:
    state = pair("weather fog", y)
    assert looks(state) == seen
    no = refuse_sight(state, state.units["R"], state.units["B"])
    assert said(no) == (None if seen else ("sight.weather", "DAI-WEA-09"))


# -- what stops a line (DAI-MOV-35) ----------------------------------------------------------


def test_units_do_not_stop_sight() -> None:
    assert looks(pair("unit X red profile=SF stands=10 files=5 at=50,52"))


@pytest.mark.parametrize("kind", ["building", "castle-wall"])
def test_walls_stop_sight_unless_a_line_passes_beside_them(kind: str) -> None:
    assert not looks(pair(f"terrain {kind} W 30,48 70,48 70,52 30,52"))
    assert looks(pair(f"terrain {kind} W 48,48 70,48 70,52 48,52"))
    state = pair(f"terrain {kind} W 30,48 70,48 70,52 30,52")
    assert said(refuse_sight(state, state.units["R"], state.units["B"])) == ("sight.blocked", "DAI-MOV-35")


def test_a_gap_between_two_buildings_is_enough() -> None:
    assert looks(pair("terrain building W 20,48 49,48 49,52 20,52\nterrain building V 51,48 80,48 80,52 51,52"))


def test_its_own_building_does_not_blind_a_unit() -> None:
    state = position(
        "terrain building H 46,60 54,60 54,68 46,68\nunit R red profile=AG at=50,64 building=H\n"
        "unit B blue profile=AG at=50,40"
    )
    assert looks(state)


def test_other_kinds_are_open_to_sight() -> None:
    for kind in ("river", "marsh", "paddy", "stream", "cliff", "lake", "road"):
        assert looks(pair(f"terrain {kind} T 30,48 70,48 70,52 30,52")), kind
    assert looks(pair("terrain palisade P 30,50 70,50"))


@pytest.mark.parametrize(("south", "seen"), [("51", True), ("51.2", False)])
def test_a_line_runs_through_three_centimetres_of_woods_and_no_more(south: str, seen: bool) -> None:
    assert looks(pair(f"terrain woods W 0,48 180,48 180,{south} 0,{south}")) == seen


def test_woods_add_up() -> None:
    rows = "terrain woods W 0,48 180,48 180,49.5 0,49.5\nterrain woods V 0,52 180,52 180,53.{n} 0,53.{n}"
    assert looks(pair(rows.format(n=4)))
    assert not looks(pair(rows.format(n=8)))


def test_a_hill_hides_what_is_beyond_it_from_lower_ground() -> None:
    hill = "terrain gentle-hill H 20,45 80,45 80,55 20,55"
    assert not looks(pair(hill))
    assert looks(pair(hill, "50"))


def test_who_stands_on_a_hill_as_high_looks_over_another() -> None:
    low = "terrain gentle-hill H 20,50 80,50 80,55 20,55\n"
    assert looks(pair(low + "terrain gentle-hill G 20,30 80,30 80,42 20,42"))
    steep = "terrain steep-hill H 20,50 80,50 80,55 20,55\n"
    assert not looks(pair(steep + "terrain gentle-hill G 20,30 80,30 80,42 20,42"))


def test_a_line_of_sight_runs_from_outline_to_outline() -> None:
    state = pair()
    line = line_between(state, state.units["R"], state.units["B"])
    assert line is not None
    assert [end.y for end in line] == [60_000, 40_000]


def test_a_chord_is_what_lies_inside() -> None:
    square = (Point(10, 10), Point(20, 10), Point(20, 20), Point(10, 20))
    assert chord(Point(0, 15), Point(40, 15), square) == (10, 20)
    assert chord(Point(12, 15), Point(18, 15), square) == (0, 6)
    assert chord(Point(0, 10), Point(40, 10), square) is None
    assert chord(Point(0, 25), Point(40, 25), square) is None
    assert chord(Point(0, 15), Point(5, 15), square) is None


# -- cover (DAI-MOV-30, DAI-MOV-34, DAI-FIR-24, DAI-FIR-25) ------------------------------------


def cover(state: State) -> str:
    """What covers blue from red."""
    return cover_from(state, state.units["B"], state.units["R"])


def test_in_woods_is_more_than_half_of_the_nearest_stand() -> None:
    at_half = pair("terrain woods W 0,30 180,30 180,39.25 0,39.25")
    assert (cover(at_half), cover(pair("terrain woods W 0,30 180,30 180,39.3 0,39.3"))) == ("", "woods")
    left = "terrain woods W 46,30 50,30 50,40 46,40"
    assert in_woods(pair(left), (Point(46_000, 38_500), Point(50_000, 38_500), Point(50_000, 40_000),
                                 Point(46_000, 40_000)))  # fmt: skip


def test_a_road_through_woods_is_not_in_them() -> None:
    woods = "terrain woods W 0,30 180,30 180,45 0,45\n"
    assert cover(pair(woods)) == "woods"
    assert cover(pair(woods + "terrain road A 44,0 56,0 56,120 44,120")) == ""


@pytest.mark.parametrize(("line", "covered"), [("41", True), ("41.1", False), ("38", False)])
def test_a_palisade_covers_who_is_close_behind_it(line: str, covered: bool) -> None:
    assert cover(pair(f"terrain palisade P 30,{line} 70,{line}")) == ("palisade" if covered else "")


def test_a_palisade_beside_the_line_covers_nobody() -> None:
    assert cover(pair("terrain palisade P 52,41 70,41")) == ""
    assert cover(pair("terrain palisade P 30,41 70,41\ngap P from=16 to=24")) == ""
    assert cover(pair("terrain palisade P 30,41 70,41\ngap P from=0 to=8")) == "palisade"


def test_a_stream_is_an_obstacle_without_cover() -> None:
    state = pair("terrain stream S 0,40.5 180,40.5 180,42 0,42")
    assert cover(state) == ""
    assert behind_obstacle(state, state.units["B"], state.units["R"])
    assert not behind_obstacle(state, state.units["R"], state.units["B"])


def test_a_place_and_a_building_cover() -> None:
    assert cover(position("unit R red profile=AG at=50,60\nunit B blue profile=HQ at=50,40")) == "hq"
    house = "terrain building H 46,36 54,36 54,44 46,44\n"
    assert cover(position(house + "unit R red profile=AG at=50,60\nunit B blue profile=AG at=50,40 building=H")) == (
        "building"
    )


def test_across_a_palisade_the_charger_has_the_obstacle_before_him() -> None:
    rows = "unit B blue profile=AS stands=2 files=2 at=50,40\nterrain palisade P 30,{line} 70,{line}\n{red}"
    red = "unit R red profile=SF stands=2 files=2 at=50,40 charged_into=B charged=yes"
    for line in ("40", "40.5", "41"):
        state = position(rows.format(line=line, red=red))
        one, other = state.units["R"], state.units["B"]
        assert behind_obstacle(state, other, one), line
        assert not behind_obstacle(state, one, other), line


def test_cover_for_morale_looks_to_the_nearest_enemy() -> None:
    state = pair("terrain palisade P 30,41 70,41")
    assert in_cover(state, state.units["B"])
    assert not in_cover(state, state.units["R"])
    assert not in_cover(pair("terrain palisade P 30,38 70,38"), state.units["B"])
    alone = position("unit B blue profile=AG stands=2 files=2 at=50,40\nterrain palisade P 30,41 70,41")
    assert in_cover(alone, alone.units["B"])


# -- height (DAI-MOV-29, DAI-MOV-35) -----------------------------------------------------------


def higher(state: State) -> tuple[bool, bool]:
    """Whether red is uphill of blue, and blue of red."""
    red, blue = state.units["R"], state.units["B"]
    return is_uphill(state, red, blue), is_uphill(state, blue, red)


def test_a_higher_level_is_uphill() -> None:
    hill = "terrain gentle-hill H 20,50 80,50 80,70 20,70\n"
    assert higher(pair(hill)) == (True, False)
    assert higher(pair()) == (False, False)
    assert higher(pair(hill + "terrain steep-hill G 20,30 80,30 80,45 20,45")) == (False, True)
    assert higher(pair(hill + "terrain gentle-hill G 20,30 80,30 80,45 20,45")) == (False, False)


@pytest.mark.parametrize(("y", "red", "blue"), [("51", False, True), ("59.5", False, False), ("31", True, False)])
def test_on_one_slope_the_nearer_to_the_crest_by_a_centimetre(y: str, red: bool, blue: bool) -> None:
    # the crest runs from west to east at y = 50
    assert higher(pair("terrain gentle-hill H 10,20 100,20 100,80 10,80", y)) == (red, blue)


def test_the_crest_runs_along_the_longer_side() -> None:
    wide = (Point(0, 0), Point(100, 0), Point(100, 40), Point(0, 40))
    assert crest(wide) == ((0, 20), (100, 20))
    assert crest((wide[1], wide[2], wide[3], wide[0])) == ((100, 20), (0, 20))
    assert crest((*wide, Point(-10, 20))) == ((-10, 20), (100, 20))
