"""Firing: who may, at whom, with what added."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.refusals import Refusal
from app.systems.daimyo.fire.events import StandFired
from app.systems.daimyo.fire.phase import fire
from app.systems.daimyo.fire.rules import refuse_fire, shots
from app.systems.daimyo.fire.volley import volley_of
from tests.systems.daimyo.volleys import (
    MISS,
    SECOND,
    Game,
    field,
    foe,
    lines,
    no,
    position,
    said,
    targets,
)

# -- range (DAI-FIR-01, DAI-FIR-16, DAI-FIR-17, DAI-ART-01, DAI-ART-10) ----------------------


@pytest.mark.parametrize(("profile", "y", "band"), [
    ("AG", "52", "effective"), ("AG", "51.9", "long"), ("AG", "45", "long"), ("AB", "52", "effective"),
    ("LA", "40", "effective"), ("LA", "39.9", "long"), ("LA", "20", "long"), ("HA", "30", "effective"),
    ("HA", "29.9", "long"), ("HA", "0.1", "long"),
])  # fmt: skip
def test_the_ends_of_the_bands_belong_to_the_nearer(profile: str, y: str, band: str) -> None:
    number = 1 if profile in ("LA", "HA") else 2
    state = field(foe(y, " facing=0" if y == "0.1" else ""), profile, number, number)
    assert {shot.band for shot in shots(state, state.units["R"])} == {band}


@pytest.mark.parametrize(("profile", "y", "clause"), [
    ("AG", "44.9", "DAI-FIR-01"), ("AB", "44.9", "DAI-FIR-01"), ("LA", "19.9", "DAI-ART-01"),
])  # fmt: skip
def test_nobody_fires_beyond_long_range(profile: str, y: str, clause: str) -> None:
    number = 1 if profile == "LA" else 2
    assert no(field(foe(y), profile, number, number)) == ("fire.out-of-range", clause)


def test_range_is_taken_file_by_file_and_the_second_rank_has_that_of_the_first() -> None:
    state = field("unit B blue profile=SY stands=4 files=2 at=56,52 facing=225\n", stands=4, files=2)
    found = {shot.stand: shot.distance for shot in shots(state, state.units["R"])}
    assert found[0] > found[1]
    assert (found[0], found[1]) == (found[2], found[3])


# -- arc (DAI-FIR-06, DAI-ART-11) --------------------------------------------------------------


@pytest.mark.parametrize(("at", "fires"), [("64,52.1", True), ("64.2,51.9", True), ("68,58", False), ("50,70", False)])
def test_infantry_fires_ahead_and_half_a_right_angle_to_each_side(at: str, fires: bool) -> None:
    # the right front corner stands at 54,60; the blue unit is 8 wide
    state = field(f"unit B blue profile=SY stands=4 files=2 at={at}\n")
    assert no(state) == (None if fires else ("fire.out-of-arc", "DAI-FIR-06"))


def test_cavalry_fires_all_round_and_guns_do_not() -> None:
    behind = "unit B blue profile=SY stands=4 files=2 at=50,74 facing=0\n"
    assert no(field(behind, "SB")) is None
    assert no(field(behind, "LA", 1, 1)) == ("fire.out-of-arc", "DAI-FIR-06")


# -- who may fire ---------------------------------------------------------------------------


@pytest.mark.parametrize(("profile", "more", "code", "clause"), [
    ("AS", "", "fire.no-missile", "DAI-FIR-05"), ("AG", " routing=yes", "fire.routing", "DAI-CHG-27"),
    ("AG", " rallied=yes", "fire.rallied", "DAI-RAL-07"), ("AG", " charged=yes", "fire.charged", "DAI-CHG-20"),
    ("AG", " held_until=1", "fire.held", "DAI-EVT-02"), ("AG", " fired=0,1", "fire.done", "DAI-FIR-05"),
])  # fmt: skip
def test_who_may_not_fire(profile: str, more: str, code: str, clause: str) -> None:
    assert no(field(foe("55"), profile, more=more)) == (code, clause)


def test_a_gun_that_moved_or_has_a_new_crew_does_not_fire() -> None:
    assert no(field(foe("55"), "LA", 1, 1, " moved=yes")) == ("fire.gun-moved", "DAI-ART-06")
    assert no(field(foe("55"), "LA", 1, 1, " held_until=1")) == ("fire.held", "DAI-ART-09")
    assert no(field(foe("55"), "LA", 1, 1, " abandoned=yes")) == ("fire.no-crew", "DAI-ART-08")


def test_a_unit_in_melee_or_of_another_clan_does_not_fire() -> None:
    assert no(field(foe("60"))) == ("fire.in-melee", "DAI-FIR-05")
    assert no(field(foe("60", " routing=yes"))) is None
    assert no(field("clan other red\n" + foe("55") + "active other")) == ("fire.inactive", "DAI-FIR-03")
    assert no(field("")) == ("fire.nobody", "DAI-FIR-07")


def test_a_gun_without_a_crew_is_no_target() -> None:
    gun = "unit B blue profile=LA at=50,55 facing=180"
    assert no(field(gun)) is None
    assert no(field(gun + " abandoned=yes")) == ("fire.nobody", "DAI-FIR-07")


def test_a_halted_unit_fires() -> None:
    assert no(field(foe("55"), more=" halted_until=2")) is None


@pytest.mark.parametrize(("profile", "weather", "found"), [
    ("AG", "thunderstorm", ("fire.weather", "DAI-WEA-05")), ("AB", "thunderstorm", None),
    ("LA", "thunderstorm", ("fire.weather", "DAI-WEA-07")), ("LA", "snow", None),
])  # fmt: skip
def test_powder_gets_wet(profile: str, weather: str, found: tuple[str, str] | None) -> None:
    number = 1 if profile == "LA" else 2
    assert no(field(foe("55") + f"weather {weather}", profile, number, number)) == found


@pytest.mark.parametrize(("y", "found"), [("50", None), ("49.9", ("fire.out-of-range", "DAI-FIR-29"))])
def test_fog_ends_all_fire_at_ten_centimetres(y: str, found: tuple[str, str] | None) -> None:
    for profile, number in (("AG", 2), ("LA", 1)):
        assert no(field(foe(y) + "weather fog", profile, number, number)) == found


# -- ranks (DAI-FIR-12, DAI-FIR-13) ------------------------------------------------------------


@pytest.mark.parametrize(("stands", "files", "more", "fire"), [
    (6, 3, "", [0, 1, 2, 3, 4, 5]), (5, 3, "", [0, 1, 2, 3, 4]), (6, 2, "", [0, 1, 2, 3]), (4, 1, "", [0, 1]),
    (6, 3, " disordered=yes", [0, 1, 2]), (6, 3, " fired=0,4", [1, 2, 3, 5]),
])  # fmt: skip
def test_two_ranks_fire_and_one_of_a_disordered_unit(stands: int, files: int, more: str, fire: list[int]) -> None:
    assert list(targets(field(foe("55"), stands=stands, files=files, more=more))) == fire


HOUSE = "terrain building H 46,60 54,60 54,68 46,68\n"


def test_two_stands_fire_from_a_building_all_round() -> None:
    rows = HOUSE + "unit R red profile=AG stands=6 files=3 at=50,60 building=H{more}\n"
    behind = "unit B blue profile=SY stands=4 files=2 at=50,72 facing=0\n"
    assert list(targets(position(rows.format(more="") + behind))) == [0, 1]
    assert list(targets(position(rows.format(more=" fired=0") + behind))) == [1]
    spent = position(rows.format(more=" fired=0,1") + behind)
    assert no(spent) == ("fire.done", "DAI-FIR-05")


# -- the nearest (DAI-FIR-07, DAI-FIR-22, DAI-FIR-23) -----------------------------------------


def test_each_stand_has_its_own_nearest_target() -> None:
    state = field(foe("52", x="44") + SECOND.format(at="56,52", more=""), stands=4, files=2)
    assert targets(state) == {0: "B", 1: "C", 2: "B", 3: "C"}


def test_another_than_the_nearest_is_refused() -> None:
    state = field(foe("52") + SECOND.format(at="60,51", more=""))
    domain = volley_of(state, state.units["R"], "own")
    refusal = domain.read({"R-1": "C"})
    assert isinstance(refusal, Refusal)
    assert said(refusal) == ("fire.not-nearest", "DAI-FIR-07")
    assert domain.read({"R-1": "B"}) == domain.read(None) == {"R-1": "B", "R-2": "B"}
    garbled: tuple[Any, ...] = ({"R-9": "B"}, {"R-1": "R"}, {"R-1": 3}, [], "B")
    for raw in garbled:
        assert isinstance(domain.read(raw), Refusal), raw
    far = field(foe("52") + SECOND.format(at="60,30", more=""))
    refusal = volley_of(far, far.units["R"], "own").read({"R-2": "C"})
    assert isinstance(refusal, Refusal)
    assert said(refusal) == ("fire.out-of-range", "DAI-FIR-01")


def test_of_equally_near_targets_the_owner_picks() -> None:
    state = field(foe("55", x="46") + SECOND.format(at="54,55", more=""), stands=1, files=1)
    domain = volley_of(state, state.units["R"], "own")
    assert domain.items["R-1"].values == ("B", "C")
    game = Game(state)
    game.run(fire(game), [MISS], [{"pick": "R", "then": {"R-1": "C"}}])
    assert game.told(StandFired)[0].target == "C"


def test_the_unseen_and_those_in_melee_are_passed_over() -> None:
    wall = "terrain building W 40,56 60,56 60,57 40,57\n"
    state = field(wall + foe("55") + SECOND.format(at="65,62", more=""), "SB")
    assert set(targets(state).values()) == {"C"}
    assert no(field(wall + foe("55"))) == ("fire.lane-ground", "DAI-FIR-09")
    melee = "unit A red profile=SF stands=2 files=2 at=46,52 facing=180\n"
    assert no(field(melee + foe("55", x="46"))) == ("fire.at-melee", "DAI-FIR-23")
    assert set(targets(field(melee + foe("55", x="46") + SECOND.format(at="62,50", more=""))).values()) == {"C"}


def test_routing_units_are_targets_and_leaders_are_not() -> None:
    assert no(field(foe("55", " routing=yes"))) is None
    assert no(field("leader E blue clan=blue-clan at=50,55\n")) == ("fire.nobody", "DAI-FIR-07")


def test_a_headquarters_is_a_target() -> None:
    assert lines(field("unit B blue profile=HQ at=50,55\n")) == {"F4": 1, "F12": -1}


def test_a_gun_may_pick_while_no_enemy_is_close() -> None:
    far = SECOND.format(at="65,40", more="")
    free = field(foe("50") + far, "LA", 1, 1)
    assert volley_of(free, free.units["R"], "own").items["R-1"].values == ("B", "C")
    close = field(foe("52") + far, "LA", 1, 1)
    domain = volley_of(close, close.units["R"], "own")
    assert domain.items["R-1"].values == ("B",)
    refusal = domain.read({"R-1": "C"})
    assert isinstance(refusal, Refusal)
    assert said(refusal) == ("fire.not-nearest", "DAI-FIR-07")


# -- lanes (DAI-FIR-09, DAI-FIR-21, DAI-FIR-27) -------------------------------------------------


def test_fire_does_not_pass_over_units_friend_or_foe() -> None:
    for seat in ("red", "blue"):
        screen = f"unit S {seat} profile=SF stands=10 files=10 at=50,57 routing={'no' if seat == 'red' else 'yes'}\n"
        found = field(screen + foe("50"))
        if seat == "red":
            assert no(found) == ("fire.lane-unit", "DAI-FIR-09")
        else:
            assert set(targets(found).values()) == {"S"}


@pytest.mark.parametrize(("west", "east", "free"), [("46", "54", True), ("46.1", "54", False), ("46", "53.9", False)])
def test_a_lane_is_one_stand_wide(west: str, east: str, free: bool) -> None:
    # one stand at 50,60, one stand of a target at 50,50, two friends with a gap of 4 between them
    one = "unit {} {} profile=SF stands=1 files=1 at={}\n"
    rows = (
        one.format("W", "red", f"{west},56") + one.format("E", "red", f"{east},56") + one.format("B", "blue", "50,50")
    )
    state = field(rows, stands=1, files=1)
    assert no(state) == (None if free else ("fire.lane-unit", "DAI-FIR-09"))


def test_one_clear_strip_of_many_suffices() -> None:
    screen = "unit S red profile=SF stands=1 files=1 at=50,52\n"
    wide = "unit B blue profile=SY stands=8 files=8 at=50,50\n"
    assert no(field(screen + wide, stands=1, files=1)) is None
    assert no(field(screen + foe("50"), stands=1, files=1)) == ("fire.lane-unit", "DAI-FIR-09")


def test_a_building_in_the_lane_stops_fire_and_a_lower_hill_does_not() -> None:
    corner = "terrain building W 51,56 60,56 60,57 51,57\nunit B blue profile=SY stands=1 files=1 at=50,50\n"
    assert no(field(corner, stands=1, files=1)) == ("fire.lane-ground", "DAI-FIR-09")
    hills = "terrain gentle-hill G 40,52 60,52 60,56 40,56\nterrain gentle-hill H 40,58 60,58 60,66 40,66\n"
    assert no(field(hills + foe("50"))) is None
    assert no(field(hills.splitlines()[0] + "\n" + foe("50"))) == ("fire.lane-ground", "DAI-FIR-09")


def test_a_hill_that_only_juts_into_the_lane_stops_fire_too() -> None:
    # a line at x = 50 passes west of the hill, a lane of 4 cm does not; the target is one stand wide
    rows = "terrain gentle-hill H {west},52 70,52 70,56 {west},56\nunit B blue profile=SY stands=1 files=1 at=50,50\n"
    state = field(rows.format(west="51"), stands=1, files=1)
    refusal = refuse_fire(state, state.units["R"])
    assert said(refusal) == ("fire.lane-ground", "DAI-FIR-09")
    assert refusal is not None
    assert (refusal.facts["by"], refusal.facts["kind"]) == ("H", "gentle-hill")
    assert no(field(rows.format(west="52"), stands=1, files=1)) is None


def test_its_own_stands_do_not_block_a_unit() -> None:
    behind = "unit B blue profile=SY stands=4 files=2 at=50,74 facing=0\n"
    assert list(targets(field(behind, "SB", 4, 2))) == [0, 1, 2, 3]


# -- woods (DAI-FIR-08, DAI-FIR-24) -------------------------------------------------------------


@pytest.mark.parametrize(("y", "found"), [("57", None), ("56.8", ("fire.woods", "DAI-FIR-08"))])
def test_at_a_target_in_woods_range_is_three_centimetres(y: str, found: tuple[str, str] | None) -> None:
    assert no(field(f"terrain woods W 0,20 180,20 180,{y} 0,{y}\n" + foe(y))) == found


def test_fire_across_woods_is_as_short() -> None:
    assert no(field("terrain woods W 0,53 180,53 180,55 0,55\n" + foe("52"))) == ("fire.woods", "DAI-FIR-08")
    assert no(field("terrain woods W 0,57.2 180,57.2 180,59 0,59\n" + foe("57.1"))) is None


@pytest.mark.parametrize(("edge", "found"), [
    ("60", None), ("59.1", None), ("58.9", ("fire.woods", "DAI-FIR-08")),
])  # fmt: skip
def test_who_fires_out_of_the_edge_of_a_wood_keeps_the_range(edge: str, found: tuple[str, str] | None) -> None:
    assert no(field(f"terrain woods W 0,{edge} 180,{edge} 180,90 0,90\n" + foe("50"))) == found


def test_out_of_one_wood_into_another_is_short_again() -> None:
    rows = "terrain woods W 0,60 180,60 180,90 0,90\nterrain woods V 0,{n} 180,{n} 180,57 0,57\n" + foe("52")
    assert no(field(rows.format(n="55"))) == ("fire.woods", "DAI-FIR-08")


def test_woods_elsewhere_change_nothing() -> None:
    assert lines(field("terrain woods W 80,20 120,20 120,90 80,90\n" + foe("50"))) == {}


def test_the_edge_does_not_help_against_a_target_in_woods() -> None:
    rows = "terrain woods W 0,60 180,60 180,90 0,90\nterrain woods V 0,20 180,20 180,52 0,52\n"
    assert no(field(rows + foe("52"))) == ("fire.woods", "DAI-FIR-08")


def test_a_target_in_woods_is_behind_cover() -> None:
    assert lines(field("terrain woods W 0,20 180,20 180,57 0,57\n" + foe("57"))) == {"F4": 1, "F12": -1}


# -- factors (DAI-FIR-10, DAI-FIR-18 to -20) ----------------------------------------------------


@pytest.mark.parametrize(("profile", "more", "rows", "added"), [
    ("AG", "", foe("55"), {"F4": 1}),
    ("AG", "", foe("50"), {}),
    ("AG", " first_volley_spent=no", foe("50"), {"F1": 2}),
    ("AG", " first_volley_spent=no disordered=yes", foe("50"), {"F8": -1}),
    ("AG", "", foe("50", profile="AS"), {"F2": 1}),
    ("AG", "", foe("50", profile="SM"), {"F3": 1}),
    ("AB", "", foe("50", profile="SM"), {}),
    ("AB", "", foe("50", profile="SF"), {"F7": -1}),
    ("AG", "", foe("50", profile="SF"), {}),
    ("AG", " quality=raw", foe("50"), {"F9": -1}),
    ("AG", " moved=yes", foe("50"), {"F11": -1}),
    ("AG", "", foe("46", " facing=90", x="52"), {"F5": 1}),
    ("AG", "", foe("47", " facing=0"), {"F5": 1}),
    ("AG", "", "unit B blue profile=SY stands=4 files=1 at=50,50\n", {"F5": 1}),
    ("AG", "", "unit B blue profile=SY stands=6 files=2 at=50,50\n", {"F5": 1}),
    ("AG", "", "unit B blue profile=SY stands=6 files=2 at=50,46 facing=90\n", {"F5": 1}),
    ("AG", "", "unit B blue profile=SY stands=1 files=1 at=50,50\n", {}),
    ("AG", "", "terrain palisade P 30,51 70,51\n" + foe("50"), {"F12": -1}),
    ("AG", "", "terrain palisade P 30,51.1 70,51.1\n" + foe("50"), {}),
    ("AG", "", "weather light-rain\n" + foe("50"), {"weather": -1}),
    ("AB", "", "weather light-rain\n" + foe("50"), {}),
    ("AB", "", "weather thunderstorm\n" + foe("50"), {"weather": -2}),
    ("AB", "", "weather snow\n" + foe("50"), {"weather": -1}),
    ("AG", "", "weather heavy-rain\n" + foe("50"), {"weather": -2}),
])  # fmt: skip
def test_every_factor_by_itself(profile: str, more: str, rows: str, added: dict[str, int]) -> None:
    assert lines(field(rows, profile, more=more)) == added


def test_a_building_is_no_cover_besides() -> None:
    house = "terrain building H 46,42 54,42 54,50 46,50\n"
    assert lines(field(house + "unit B blue profile=SY at=50,50 files=1 stands=4 building=H\n")) == {"F6": -2}


def test_a_squall_hinders_arquebuses_only() -> None:
    state = field(foe("50")).with_(squall=1)
    assert lines(state) == {"squall": -1}
    assert lines(field(foe("50"), "AB").with_(squall=1)) == {}
    assert lines(field(foe("50")).with_(squall=2)) == {}


@pytest.mark.parametrize(("rows", "added"), [
    (foe("50"), {}), (foe("30"), {"A2": -1}), (foe("50", profile="SM"), {"A1": 1}),
    (foe("50", " facing=0", profile="AS"), {}), ("terrain palisade P 30,51 70,51\n" + foe("50"), {"A3": -1}),
    ("weather light-rain\n" + foe("50"), {"weather": -1}),
    ("terrain building H 46,42 54,42 54,50 46,50\nunit B blue profile=SY at=50,50 building=H\n", {"A3": -1}),
])  # fmt: skip
def test_guns_have_factors_of_their_own(rows: str, added: dict[str, int]) -> None:
    assert lines(field(rows, "LA", 1, 1, " quality=raw first_volley_spent=no")) == added
