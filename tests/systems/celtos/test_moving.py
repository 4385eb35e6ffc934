"""Paths of single models and of whole units: how far, how near, through whom, over what, and together."""

from __future__ import annotations

from typing import Any

import pytest

from app.systems.celtos.moving.errands import allowance
from app.systems.celtos.moving.paths.costs import path_cost
from app.systems.celtos.moving.paths.judging import refuse_paths
from tests.systems.celtos.fields import Spot, at, battle, box, long, piece, unit
from tests.systems.celtos.walking import (
    code,
    errand,
    going,
    lone,
)

# -- how far ------------------------------------------------------------------------


def test_a_normal_move_leads_as_far_as_its_movement_and_a_run_three_times_as_far() -> None:
    state = lone()
    assert going(state, m1=(30, 60)) is None
    assert code(going(state, m1=("30.1", 60))) == ("move.too-far", "CEL-MOV-02")
    assert going(state, "run", m1=(50, 60)) is None
    assert code(going(state, "run", m1=("50.1", 60))) == ("move.too-far", "CEL-MOV-03")


def test_the_refusal_names_what_is_used_and_what_is_allowed() -> None:
    no = going(lone(), m1=(34, 60))
    assert no is not None
    assert (no.facts["used"], no.facts["allowed"], no.facts["after"]) == (14_000, 10_000, 10_000)


def test_a_path_may_bend_and_all_of_it_counts() -> None:
    assert going(lone(), m1=[(24, 60), (24, 66)]) is None
    assert code(going(lone(), m1=[(24, 60), (24, "66.2")])) == ("move.too-far", "CEL-MOV-02")


def test_lengths_are_rounded_to_the_nearest_millimetre() -> None:
    state = lone()
    assert going(state, m1=("30.04", 60)) is None
    assert path_cost(state, state.model("A-1"), (at(20, 60), at("30.04", 60))) == 10_000
    assert going(state, m1=("30.05", 60)) is not None


def test_a_path_starts_where_the_model_stands() -> None:
    no = refuse_paths(lone(), {"A-1": (at(21, 60), at(22, 60))}, errand("move"))
    assert code(no) == ("path.starts-elsewhere", "CEL-MOV-07")


def test_a_path_that_leads_nowhere_is_no_move() -> None:
    assert refuse_paths(lone(), {"A-1": (at(20, 60), at(20, 60))}, errand("move")) is None
    assert refuse_paths(lone(), {}, errand("run")) is None


def test_a_mounted_unit_that_gallops_assaults_five_centimetres_further() -> None:
    riders: dict[str, Any] = {"abilities": {"mounted": 1}, "movement": long(20), "size": 5}
    state = battle(unit("A", "red", (20, 60), traits=("gallop",), **riders), unit("B", "blue", (100, 60)))
    me = state.model("A-1")
    ways = {"assault": 25, "approach": 25, "move": 20, "run": 60, "counter-charge": 20, "pile-in": 20}
    assert {how: allowance(state, me, errand(how)) for how in ways} == {how: long(n) for how, n in ways.items()}
    foot = battle(unit("A", "red", (20, 60), traits=("gallop",)), unit("B", "blue", (100, 60)))
    assert allowance(foot, foot.model("A-1"), errand("assault")) == long(10)


# -- ground --------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["woods", "bamboo", "marsh", "paddy", "shallow-water", "building", "shrine"])
def test_difficult_ground_costs_double(kind: str) -> None:
    ground = box(kind, 24, 50, 50, 70)
    assert going(lone(ground), m1=(27, 60)) is None
    assert code(going(lone(ground), m1=("27.1", 60))) == ("move.too-dear", "CEL-MOV-13")
    assert code(going(lone(ground), m1=("30.1", 60))) == ("move.too-far", "CEL-MOV-02")
    assert going(lone(ground, abilities={"surefoot": 1}), m1=(30, 60)) is None


def test_ground_that_lies_on_ground_is_charged_once() -> None:
    state = lone(box("woods", 24, 50, 50, 70), box("paddy", 20, 50, 50, 70, id="other"))
    assert path_cost(state, state.model("A-1"), (at(20, 60), at(30, 60))) == 20_000


def test_a_hill_costs_nothing_and_a_ford_opens_the_water() -> None:
    assert going(lone(box("hill", 22, 50, 50, 70)), m1=(30, 60)) is None
    state = lone(box("shallow-water", 20, 50, 40, 70), box("ford", 20, 55, 40, 65))
    assert going(state, m1=(30, 60)) is None


@pytest.mark.parametrize(
    ("kind", "extra"),
    [("fence", 5), ("hedge", 5), ("low-wall", 5), ("barricade", 5), ("palisade", 5), ("castle-wall", 10)],
)
def test_a_line_costs_five_centimetres_to_step_over_or_its_height_to_climb(kind: str, extra: int) -> None:
    state = lone(piece(kind, (24, 50), (24, 70)))
    assert path_cost(state, state.model("A-1"), (at(20, 60), at(28, 60))) == long(8 + extra)
    back = (at(20, 60), at(28, 60), at(20, 60))
    assert path_cost(state, state.model("A-1"), back) == long(16 + 2 * extra)


def test_a_line_met_at_a_bend_is_paid_once_and_setting_out_from_it_is_free() -> None:
    state = lone(piece("fence", (24, 50), (24, 70)))
    bend = (at(20, 60), at(24, 60), at(28, 60))
    assert path_cost(state, state.model("A-1"), bend) == long(13)
    assert path_cost(state, state.model("A-1"), (at(24, 60), at(28, 60))) == long(4)


def test_a_gate_is_open_five_centimetres_wide() -> None:
    state = lone(piece("palisade", (24, 40), (24, 80), gates=[(24, 60)]))
    me = state.model("A-1")
    assert path_cost(state, me, (at(20, "57.5"), at(28, "57.5"))) == long(8)
    assert path_cost(state, me, (at(20, "57.4"), at(28, "57.4"))) == long(13)


@pytest.mark.parametrize(
    ("kind", "extra"), [("fence", 0), ("low-wall", 0), ("hedge", 5), ("barricade", 5), ("palisade", 5)]
)
def test_big_models_ignore_fences_and_low_walls(kind: str, extra: int) -> None:
    state = lone(piece(kind, (24, 50), (24, 70)), size=6)
    assert path_cost(state, state.model("A-1"), (at(20, 60), at(28, 60))) == long(8 + extra)


@pytest.mark.parametrize("kind", ["cliff", "deep-water"])
def test_impassable_ground_is_not_entered_by_any_part_of_the_base(kind: str) -> None:
    state = lone(box(kind, 24, 50, 28, 70))
    assert going(state, m1=("22.75", 60)) is None
    assert code(going(state, m1=("22.9", 60))) == ("path.barred", "CEL-MOV-13")
    assert code(going(state, "run", m1=(40, 60))) == ("path.barred", "CEL-MOV-13")
    assert going(state, "run", m1=[(20, 48), (30, 48)]) is None


def test_who_stands_on_impassable_ground_may_only_get_off_it() -> None:
    state = lone(box("cliff", 18, 50, 22, 70))
    assert going(state, m1=("23.25", 60)) is None
    assert code(going(state, m1=("23.1", 60))) == ("path.barred", "CEL-MOV-13")


def test_riders_and_tall_models_stay_out_of_buildings() -> None:
    house = box("building", 24, 50, 34, 70)
    assert going(lone(house), m1=(26, 60)) is None
    assert code(going(lone(house, size=4), m1=(26, 60))) == ("path.barred", "CEL-TER-03")
    assert code(going(lone(house, abilities={"mounted": 1}, size=5), m1=(26, 60))) == ("path.barred", "CEL-ABL-16")


def test_riders_do_not_run_into_woods_but_may_ride_in_and_run_out() -> None:
    rider: dict[str, Any] = {"abilities": {"mounted": 1}, "size": 5, "movement": long(20)}
    for kind in ("woods", "marsh"):
        state = lone(box(kind, 24, 50, 40, 70), **rider)
        assert going(state, m1=(28, 60)) is None
        assert code(going(state, "run", m1=(28, 60))) == ("path.barred", "CEL-ABL-16")
    inside = lone(box("woods", 10, 50, 40, 70), **rider)
    assert going(inside, "run", m1=(46, 60)) is None
    assert going(lone(box("bamboo", 24, 50, 40, 70), **rider), "run", m1=(28, 60)) is None


def test_nobody_leaves_the_table_without_leave() -> None:
    state = lone(at=(5, 60))
    assert going(state, m1=("1.25", 60)) is None
    assert code(going(state, m1=(1, 60))) == ("path.off-table", "CEL-MOV-14")


# -- enemies and friends ----------------------------------------------------------------


def test_a_movement_order_keeps_two_and_a_half_centimetres_from_enemies_all_along() -> None:
    state = lone(foe=(30, 60))
    assert going(state, m1=(25, 60)) is None
    assert code(going(state, m1=("25.1", 60))) == ("path.too-near", "CEL-MOV-09")
    passing = lone(foe=(25, 64))
    assert code(going(passing, m1=(30, 60))) == ("path.too-near", "CEL-MOV-09")
    assert going(lone(foe=(25, 65)), m1=(30, 60)) is None


def test_a_model_that_starts_too_near_may_only_go_away() -> None:
    state = lone(foe=(24, 60))
    assert going(state, m1=(15, 60)) is None
    assert going(state, m1=(20, 66)) is None
    assert code(going(state, m1=("20.5", 60))) == ("path.too-near", "CEL-MOV-09")
    assert code(going(state, "run", m1=[(15, 60), (24, 66), (24, "64.9")])) == ("path.too-near", "CEL-MOV-09")


def test_friends_are_passed_through_but_not_ended_on_and_enemies_never_passed() -> None:
    state = battle(unit("A", "red", (20, 60)), unit("C", "red", (24, 60)), unit("B", "blue", (170, 60)))
    assert going(state, m1=(28, 60)) is None
    assert code(going(state, m1=("26.4", 60))) == ("path.ends-on-base", "CEL-MOV-08")
    assert going(state, m1=("26.5", 60)) is None
    through = battle(unit("A", "red", (20, 60)), unit("B", "blue", (24, 60), (27, 60)))
    assert code(going(through, "assault", m1=("29.5", 60))) == ("path.through-enemy", "CEL-MOV-08")


def test_comrades_may_change_places_but_not_end_on_each_other() -> None:
    state = battle(unit("A", "red", (20, 60), (24, 60)), unit("B", "blue", (170, 60)))
    assert going(state, m1=(24, 60), m2=(20, 60)) is None
    assert code(going(state, m1=(24, 60))) == ("path.ends-on-base", "CEL-MOV-08")
    assert code(going(state, m1=(22, 62), m2=(22, 63))) == ("path.ends-on-base", "CEL-MOV-08")


# -- together ------------------------------------------------------------------------


def test_links_of_five_centimetres_join_all_models_into_one_group() -> None:
    state = battle(unit("A", "red", (20, 60), (24, 60), (28, 60), (32, 60)), unit("B", "blue", (170, 60)))
    assert going(state, m4=("35.5", 60)) is None
    no = going(state, m4=("35.6", 60))
    assert code(no) == ("coherency.link", "CEL-MOV-10")
    assert no is not None
    assert (no.facts["gap"], no.facts["link"]) == (5_100, 5_000)
    assert code(going(state, m3=(35, 60), m4=(38, 60))) == ("coherency.link", "CEL-MOV-11")


def test_skirmishers_stand_twice_as_loosely() -> None:
    state = battle(unit("A", "red", (20, 60), (24, 60), abilities={"skirmishers": 1}), unit("B", "blue", (170, 60)))
    assert going(state, m2=("32.5", 60)) is None
    assert code(going(state, m2=("32.6", 60))) == ("coherency.link", "CEL-MOV-10")


def test_no_two_of_a_unit_end_more_than_thirty_apart() -> None:
    spots: list[Spot] = [(20 + 7 * n, 60) for n in range(5)]
    state = battle(unit("A", "red", *spots), unit("B", "blue", (170, 60)))
    assert going(state, m5=(48, 62)) is None
    wide: list[Spot] = [(x, 60) for x in (20, 27, 34, 41, 47, 50)]
    long_line = battle(unit("A", "red", *wide), unit("B", "blue", (170, 60)))
    assert going(long_line, m6=("52.5", 60)) is None
    assert code(going(long_line, m6=("52.6", 60))) == ("coherency.spread", "CEL-MOV-10")


def test_a_unit_that_began_apart_may_stay_so_but_strays_do_not_go_further() -> None:
    state = battle(unit("A", "red", (20, 60), (24, 60), (50, 60)), unit("B", "blue", (170, 60)))
    assert going(state, m3=(45, 60)) is None
    assert code(going(state, m3=(51, 60))) == ("coherency.stray", "CEL-MOV-11")
    assert code(going(state, m1=(14, 60), m2=(18, 60))) == ("coherency.stray", "CEL-MOV-11")
    assert going(state, m3=(50, 60), m2=(30, 60), m1=(26, 60)) is None
