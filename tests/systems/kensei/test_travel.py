"""How far units go, what their ways cost, whom they keep off, where they may not stand."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.formations import Step
from app.engine.geometry import CM
from app.engine.table import Terrain
from app.systems.kensei.army import Order, Side, Timed, Unit
from app.systems.kensei.measure import between, parts
from app.systems.kensei.moving.ways.marching import Judged, judge
from app.systems.kensei.moving.ways.travel import allowance, leg_cost
from app.systems.kensei.state import State
from tests.systems.kensei.fields import BLUE, EAST, NORTH, RED, SOUTH, at, box, field, long, loose, piece, riders, unit

ROUGH = box("rough", 40, 50, 80, 55)
FENCE = piece("wall", (40, 57), (80, 57))
HIGH_WALL = piece("high_wall", (40, 57), (80, 57))


def marching(mode: str = "march", way: int = NORTH, special: str = "") -> Order:
    return Order(do="move", mode=mode, bearing=way, special=special)


def slide(far: int | str, way: int = NORTH) -> Step:
    return Step("slide", long(far), way)


def gone(state: State, *steps: Step, order: Order | None = None, id: str = "A") -> Judged:
    return judge(state, state.units[id], order or marching(), steps)


def why(state: State, *steps: Step, order: Order | None = None, id: str = "A") -> str:
    no = gone(state, *steps, order=order, id=id).no
    return no.code if no else ""


def foot(**more: Any) -> Unit:
    return unit("A", BLUE, 60, 60, **more)


# -- allowances ------------------------------------------------------------------------------


def slowed(by: int) -> tuple[Timed, ...]:
    return (Timed(key="x", stat="movement", add=by * CM, until=9, clause="KEN-MOV-30"),)


@pytest.mark.parametrize(
    ("who", "march", "run"),
    [
        (foot(), 10, 20), (riders("A", BLUE), 15, 30), (unit("A", BLUE, movement=13 * CM), 13, 26),
        (foot(timed=slowed(-2)), 8, 18), (foot(timed=slowed(3)), 13, 23),
        (foot(timed=(Timed(key="x", stat="halve_movement"),)), 5, 10),
    ],
)  # fmt: skip
def test_running_doubles_the_pace_and_counts_deductions_once(who: Unit, march: int, run: int) -> None:
    state = field(who)
    assert [allowance(state, who, mode) for mode in ("march", "run", "back")] == [march * CM, run * CM, march * CM]


def test_riders_of_the_buke_and_loners_go_further() -> None:
    sides = (Side(seat=BLUE, caste="buke"), Side(seat=RED, caste="kuge"))
    mine, theirs, walker = riders("A", BLUE), riders("R", RED), unit("B", BLUE)
    lone = loose("L", BLUE, (60, 60), traits=("loner",))
    state = field(mine, theirs, walker, lone, sides=sides)
    assert [allowance(state, one, "march") // CM for one in (mine, theirs, walker, lone)] == [18, 15, 10, 12]
    assert [allowance(state, one, "run") // CM for one in (mine, theirs, walker, lone)] == [33, 30, 20, 22]


# -- straight ways ---------------------------------------------------------------------------


def test_a_march_goes_as_far_as_it_pays_for_and_no_further() -> None:
    state = field(foot())
    found = gone(state, slide(10))
    assert (found.no, found.used, found.stations[-1].at) == (None, 10 * CM, at(60, 50))
    assert why(state, slide("10.01")) == "move.too-far"
    assert why(state, slide(20), order=marching("run")) == ""


def test_difficult_ground_costs_twice_while_any_part_is_in_it() -> None:
    state = field(foot(), pieces=[ROUGH])
    assert gone(state, slide("7.5")).used == 10 * CM
    assert why(state, slide("7.51")) == "move.too-far"
    far = gone(state, slide(18), order=marching("run"))
    assert far.used == (5 + 2 * 10 + 3) * CM


def test_harassers_and_ninjutsu_are_not_slowed() -> None:
    state = field(foot(traits=("ninjutsu",)), pieces=[ROUGH])
    assert gone(state, slide(10)).used == 10 * CM
    group = loose("A", BLUE, (60, 60))
    assert leg_cost(field(group, pieces=[ROUGH]), group, at(60, 60), at(60, 50)) == 10 * CM


@pytest.mark.parametrize(
    ("who", "wall", "cost"),
    [
        (foot(), FENCE, 2), (riders("A", BLUE, 60, 60), FENCE, 3), (foot(), HIGH_WALL, 10),
        (foot(traits=("ninjutsu",)), FENCE, 0), (foot(traits=("flying",)), HIGH_WALL, 0),
    ],
)  # fmt: skip
def test_an_obstacle_is_paid_for_once(who: Unit, wall: Terrain, cost: int) -> None:
    state = field(who, pieces=[wall])
    far = 14 if who.mounted else 9
    found = gone(state, slide(far), order=marching("run"))
    assert (found.no, found.used) == (None, (far + cost) * CM)


def test_riders_never_get_over_a_very_high_wall() -> None:
    state = field(riders("A", BLUE, 60, 60), pieces=[HIGH_WALL])
    assert why(state, slide(14), order=marching("run")) == "move.wall-too-high"


def test_nobody_ends_on_an_obstacle() -> None:
    assert why(field(foot(), pieces=[FENCE]), slide(5)) == "move.on-obstacle"


@pytest.mark.parametrize("who", [foot(), loose("A", BLUE, (60, 60))])
def test_a_bridge_slows_everybody_within_5_cm_of_it(who: Unit) -> None:
    bridge = box("bridge", 53, 36, 67, 50)
    state = field(who, pieces=[bridge])
    if who.loose:
        used = leg_cost(state, who, at(60, 60), at(60, 52))
        assert used == long("4.75") - CM + 2 * (8 * CM - long("3.75"))
    else:
        assert gone(state, slide("7.5")).used == 10 * CM


def test_deep_water_is_closed_but_for_the_bridge_over_it() -> None:
    river = box("deep_water", 0, 40, 120, 50)
    bridge = box("bridge", 53, 38, 67, 52)
    state = field(unit("A", BLUE, 60, 53, models=4, files=4), pieces=[river, bridge])
    assert why(state, slide(10), order=marching("run")) == ""
    assert why(field(unit("A", BLUE, 60, 53), pieces=[river]), slide(10)) == "move.closed-ground"
    beside = field(unit("A", BLUE, 64, 53, models=4, files=4), pieces=[river, bridge])
    assert why(beside, slide(10), order=marching("run")) == "move.closed-ground"


def test_the_table_is_not_left_by_choice() -> None:
    assert why(field(unit("A", BLUE, 60, 8)), slide(9)) == "move.off-table"


# -- directions and turns --------------------------------------------------------------------


def test_an_advance_goes_anywhere_ahead_and_keeps_its_facing() -> None:
    state = field(foot())
    found = gone(state, slide(10, EAST), order=marching(way=EAST))
    assert (found.no, found.stations[-1].at, found.stations[-1].facing) == (None, at(70, 60), NORTH)
    assert why(state, slide(10, 9_100), order=marching(way=9_100)) == "move.not-ahead"
    assert why(state, slide(10, EAST)) == "move.other-way"
    assert why(state, Step("forward", 5 * CM)) == "move.along-its-bearing"


def test_a_facing_costs_2_cm_and_a_pivot_3() -> None:
    state = field(foot())
    faced = gone(state, slide(5), Step("face", EAST), slide(3), order=marching(special="facing"))
    assert (faced.no, faced.used, faced.stations[-1].facing) == (None, 10 * CM, EAST)
    about = gone(state, Step("turn", 18_000), slide(7, SOUTH), order=marching(way=SOUTH, special="pivot"))
    assert (about.no, about.used, about.stations[-1].facing, about.stations[-1].at) == (
        None,
        10 * CM,
        SOUTH,
        at(60, 72),
    )
    assert why(state, slide(8), Step("turn", 18_000), order=marching(special="pivot")) == "move.too-far"


def test_only_the_turn_that_was_foreseen_is_made_once_and_by_a_quarter() -> None:
    state = field(foot())
    assert why(state, Step("face", EAST)) == "move.not-foreseen"
    twice = (Step("face", EAST), Step("face", NORTH))
    assert why(state, *twice, order=marching(special="facing")) == "move.one-special"
    assert why(state, Step("face", 9_001), order=marching(special="facing")) == "move.turns-too-far"


def test_going_back_is_straight_and_keeps_the_facing() -> None:
    state = field(foot())
    found = gone(state, Step("back", 10 * CM), order=marching("back"))
    assert (found.no, found.used, found.stations[-1].at, found.stations[-1].facing) == (
        None,
        10 * CM,
        at(60, 70),
        NORTH,
    )
    assert why(state, slide(5), order=marching("back")) == "move.backwards-only"
    assert why(state, Step("back", 11 * CM), order=marching("back")) == "move.too-far"


# -- enemies ---------------------------------------------------------------------------------


def test_exactly_5_cm_from_an_enemy_is_allowed_and_less_is_not() -> None:
    state = field(foot(), unit("R", RED, 60, 45, SOUTH))
    assert why(state, slide(10)) == ""
    no = gone(state, slide("10.1"), order=marching("run")).no
    assert no is not None
    assert (no.code, no.facts["gap"], no.facts["clear"]) == ("move.too-near", long("4.9"), 5 * CM)


def test_nobody_passes_nearer_than_5_cm() -> None:
    state = field(foot(), unit("R", RED, 85, 50, NORTH, models=1, files=1))
    side = marching("run", EAST)
    assert why(state, slide(20, EAST), order=side) == ""
    near = field(foot(), unit("R", RED, 75, 54, NORTH, models=1, files=1))
    assert why(near, slide(20, EAST), order=side) == "move.too-near"


def test_a_wall_between_lets_them_be_nearer() -> None:
    foe = unit("R", RED, 60, 53, SOUTH, models=5)
    shield = piece("wall", (30, "55.5"), (90, "55.5"))
    assert why(field(foot(), foe, pieces=[shield]), slide(3)) == ""
    short = piece("wall", (58, "55.5"), (62, "55.5"))
    assert why(field(foot(), foe, pieces=[short]), slide(3)) == "move.too-near"


def test_who_begins_too_near_may_only_go_away() -> None:
    state = field(foot(), unit("R", RED, 60, 57, SOUTH, models=5))
    assert why(state, slide(1)) == "move.too-near"
    assert why(state, Step("back", 3 * CM), order=marching("back")) == ""
    assert why(state, Step("back", CM), order=marching("back")) == "move.too-near"


def test_nobody_goes_through_an_enemy() -> None:
    state = field(foot(), unit("R", RED, 60, 52, SOUTH, models=5))
    assert why(state, slide(20), order=marching("run")) == "move.through-enemy"


def test_fliers_ignore_all_of_it_but_where_they_end() -> None:
    bird = foot(traits=("flying",))
    state = field(bird, unit("R", RED, 60, 54, SOUTH, models=5), pieces=[box("house", 50, 56, 58, 58), ROUGH])
    assert why(state, slide(20), order=marching("run")) == ""
    assert why(state, slide(14), order=marching("run")) == "move.too-near"


# -- friends ---------------------------------------------------------------------------------


def friend(**more: Any) -> Unit:
    return unit("F", BLUE, 60, 55, models=5, **more)


def test_friends_who_have_not_moved_are_passed_through() -> None:
    found = gone(field(foot(), friend()), slide(20), order=marching("run"))
    assert (found.no, found.through, found.short_of) == (None, ("F",), "")


def test_who_does_not_get_clear_stops_3_cm_short() -> None:
    state = field(foot(), friend())
    found = gone(state, slide(6))
    assert (found.no, found.through, found.short_of) == (None, ("F",), "F")
    assert found.stations[-1].at == at(60, 60)
    far = field(unit("A", BLUE, 60, 65), friend())
    found = gone(far, slide(10))
    assert (found.short_of, found.stations[-1].at, found.used) == ("F", at(60, "60.5"), long("4.5"))
    assert between(parts(far, found.stations[-1]), parts(far, far.units["F"])) == 3 * CM


def test_nobody_turns_on_top_of_a_friend() -> None:
    beside = unit("F", BLUE, 68, 55, models=3, files=1)
    state = field(unit("A", BLUE, 60, 60, models=8, files=4), beside)
    turning = marching("run", special="facing")
    assert why(state, Step("face", 4_500), order=turning) == ""
    tall = unit("F", BLUE, 60, "57.4", SOUTH, models=1, files=1)
    assert why(field(foot(models=3, files=3), tall), Step("face", 4_500), order=turning) == ""
    close = unit("F", BLUE, "66.6", 57, models=3, files=1)
    wide = field(unit("A", BLUE, 60, 60, models=4, files=4), close)
    assert why(wide, slide(1), Step("face", EAST), order=turning) == ""
    assert why(wide, slide(3, 4_500), Step("face", 4_500), order=marching("run", 4_500, "facing")) == "move.on-unit"


def test_who_would_stop_between_two_friends_without_room_stops_short_of_the_first() -> None:
    first, second = unit("F", BLUE, 60, 54, models=5), unit("G", BLUE, 60, 47, models=5)
    found = gone(field(unit("A", BLUE, 60, 64, models=5, ap=3), first, second), slide(19), order=marching("run"))
    assert (found.no, found.short_of, found.stations[-1].at) == (None, "F", at(60, "59.5"))
    assert found.through == ("F",)


@pytest.mark.parametrize(
    ("mover", "other", "code"),
    [
        (foot(), friend(moved="march"), "move.friend-moved"), (foot(), friend(ap=0), "move.friend-no-ap"),
        (foot(ap=1), friend(), "move.no-ap-to-pass"), (foot(troop="creature"), friend(), "move.on-unit"),
    ],
)  # fmt: skip
def test_passing_through_is_refused(mover: Unit, other: Unit, code: str) -> None:
    assert why(field(mover, other), slide(20), order=marching("run")) == code
