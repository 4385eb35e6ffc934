"""Morale: what is added to a test and why a unit takes one; who is in command."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from app.systems.daimyo.command.rules import in_command, must_obey, obedience_rating, radius
from app.systems.daimyo.morale.rules import charge_reasons, lines, look_about, must_dare, reasons_due
from app.systems.daimyo.state import Leg, State, Unit, UnitId
from tests.systems.daimyo.nerves import (
    BLUE,
    EAST,
    NORTH,
    RED,
    SOUTH,
    WEST,
    Figure,
    box,
    field,
    leader,
    place,
    unit,
)

A, B, C = UnitId("A"), UnitId("B"), UnitId("C")
FAR = unit("Z", BLUE, "samurai", 150, 20, SOUTH)
HERE = leader("red-L1", RED, 85, 70)
"""A Daimyo in command of whatever stands about (90, 60)."""


def added(state: State, reason: int = 0, by: UnitId | None = None, of: str = "A") -> dict[str, int]:
    """What is added to a test of a unit, by row."""
    return {line.id: line.adds for line in lines(state, state.units[of], reason, by)}


def stood(*others: Unit, made: str = "samurai", **more: Any) -> State:
    """Red's unit A at (90, 60) facing north, in command, with others."""
    fields = more.pop("me", {})
    given = {"leaders": [HERE], **more}
    return field(unit("A", RED, made, 90, 60, **fields), FAR, *others, **given)


# -- the modifiers ------------------------------------------------------------------------


def test_a_unit_in_command_with_nothing_near_adds_nothing() -> None:
    assert added(stood()) == {}


def test_the_highest_rating_attached_counts_and_the_general_with_the_unit_counts_twice() -> None:
    with_both = [leader("red-L1", RED, rating=3, attached=A), leader("red-L0", RED, general=True, rating=1, attached=A)]
    assert added(stood(leaders=with_both)) == {"M1": 3, "M4": 1}
    assert added(stood(leaders=[leader("red-L1", RED, rating=0, attached=A)])) == {}


def test_a_leader_put_out_by_an_event_lends_nothing() -> None:
    out = leader("red-L0", RED, 90, 70, general=True, incapacitated_until=3)
    assert added(stood(leaders=[HERE, out])) == {}
    assert added(stood(leaders=[HERE, out], turn=4)) == {"M4": 1}


@pytest.mark.parametrize(("until", "adds"), [(2, {}), (3, {"M2": 2}), (4, {"M2": 2})])
def test_pursuing_lasts_to_the_turn_that_was_named(until: int, adds: dict[str, int]) -> None:
    assert added(stood(me={"pursuing_until": until})) == adds


@pytest.mark.parametrize(("y", "near"), [(45, True), ("44.99", True), ("44.8", False)])
def test_within_15_includes_15(y: Figure, near: bool) -> None:
    ends_at = unit("B", BLUE, "samurai", 90, y, SOUTH, routing=True)
    assert added(stood(ends_at)) == ({"M6": 1} if near else {})


def test_in_melee_only_5_cm_are_looked_about() -> None:
    foe = unit("B", BLUE, "samurai", 90, 60, SOUTH)
    gone = unit("C", BLUE, "samurai", 110, 60, SOUTH, routing=True)
    apart = stood(gone)
    fighting = stood(foe, gone)
    assert (look_about(apart, apart.units["A"]), look_about(fighting, fighting.units["A"])) == (15_000, 5_000)
    assert added(apart) == {"M6": 1}
    assert added(fighting) == {}


def test_general_near() -> None:
    assert added(stood(leaders=[HERE, leader("red-L0", RED, 90, 75, general=True)])) == {"M4": 1}
    assert added(stood(leaders=[HERE, leader("red-L0", RED, 90, "78.1", general=True)])) == {}


def test_uphill_of_all_enemies_near_of_which_there_must_be_one() -> None:
    hill = box("gentle-hill", 70, 50, 110, 70)
    low, high = unit("B", BLUE, "samurai", 90, 49, SOUTH), unit("C", BLUE, "samurai", 104, 60, SOUTH)
    assert added(stood(terrain=[hill])) == {}
    assert added(stood(low, terrain=[hill])) == {"M3": 1}
    assert "M3" not in added(stood(low, high, terrain=[hill]))


def test_in_cover_counts_without_enemies() -> None:
    assert added(stood(terrain=[box("woods", 80, 50, 100, 70)])) == {"M3": 1}


def test_spears_charged_in_front_by_cavalry_have_plus_and_minus() -> None:
    horse = unit("B", BLUE, "horse", 90, 40, SOUTH)
    assert added(stood(horse, made="spears"), 3, B) == {"M5": 1, "M10": -1}
    assert added(stood(horse, made="spears", me={"disordered": True}), 3, B) == {"M8": -1, "M10": -1}
    assert added(stood(horse, made="samurai"), 3, B) == {"M10": -1}
    assert added(stood(horse, made="spears"), 1, B) == {}
    assert added(stood(horse, made="horse"), 3, B) == {}


def test_spears_charged_in_flank_have_only_the_minus() -> None:
    horse = unit("B", BLUE, "horse", 110, 61, WEST)
    assert added(stood(horse, made="spears"), 3, B) == {"M10": -1}


@pytest.mark.parametrize(("x", "y", "facing", "adds"), [
    (92, 60, SOUTH, {"M5": 1, "M10": -1}), (94, 62, WEST, {"M10": -1, "M13": -2}),
])  # fmt: skip
def test_in_contact_the_edge_touched_says_whether_it_is_the_front(
    x: int, y: int, facing: int, adds: dict[str, int]
) -> None:
    assert added(stood(unit("B", BLUE, "horse", x, y, facing), made="spears"), 2, B) == adds


def test_hatamoto_disorder_and_rout() -> None:
    general = leader("red-L0", RED, 90, 79, general=True)
    assert added(stood(made="guard", leaders=[general])) == {"M7": 1}
    assert added(stood(me={"disordered": True, "routing": True})) == {"M8": -1, "M15": -2}


def test_friends_routing_count_each_if_as_good_whatever_their_kind() -> None:
    run = {"routing": True}
    near = [unit("B", RED, "samurai", 100, 70, **run), unit("C", RED, "monks", 80, 70, **run)]
    worse = unit("D", RED, "spears", 70, 60, **run)
    assert added(stood(*near, worse)) == {"M11": -2}
    assert added(stood(*near, worse, made="spears")) == {"M11": -3}


def test_every_stand_lost_since_the_start_counts() -> None:
    assert added(stood(me={"stands": 2, "start_stands": 4})) == {"M12": -4}
    state = stood()
    state = state.with_unit(A, start_stands=7)
    assert added(state) == {"M12": -6}


def test_an_enemy_facing_the_flank() -> None:
    assert added(stood(unit("B", BLUE, "samurai", 100, 61, WEST))) == {"M13": -2}
    assert added(stood(unit("B", BLUE, "samurai", 100, 61, EAST))) == {}
    assert added(stood(unit("B", BLUE, "samurai", 100, 59, WEST))) == {}
    assert added(stood(unit("B", BLUE, "samurai", 110, 61, WEST))) == {}
    routs = unit("B", BLUE, "samurai", 100, 61, WEST, routing=True)
    assert added(stood(routs)) == {"M6": 1}


def test_an_enemy_at_the_rear_counts_once_with_one_at_the_flank() -> None:
    both = [unit("B", BLUE, "samurai", 100, 61, WEST), unit("C", BLUE, "samurai", 90, 70, NORTH)]
    assert added(stood(*both)) == {"M13": -2}


def test_an_enemy_in_melee_with_another_does_not_threaten() -> None:
    foe = unit("B", BLUE, "samurai", 102, 61, WEST)
    held = unit("C", RED, "samurai", 104, "56.9", EAST)
    busy = stood(foe, unit("C", RED, "samurai", 102, "62.0", EAST, files=1, stands=1))
    assert added(stood(foe, held)) == {"M13": -2}
    assert added(busy) == {}


def test_a_leader_killed_near_this_turn_whoever_he_was() -> None:
    state = stood()
    there = (("red-L9", place(100, 60)), ("red-L8", place(95, 60)))
    assert added(state.with_side(RED, killed=there)) == {"M14": -2}
    assert added(state.with_side(RED, killed=(("red-L9", place(130, 60)),))) == {}
    assert added(state.with_side(BLUE, killed=there)) == {}


# -- command ------------------------------------------------------------------------------


@pytest.mark.parametrize(("y", "weather", "commands"), [
    (83, "fine", True), ("83.2", "fine", False), (73, "fog", True), ("73.2", "fog", False),
])  # fmt: skip
def test_command_reaches_20_cm_and_10_in_fog(y: Figure, weather: str, commands: bool) -> None:
    state = stood(leaders=[leader("red-L1", RED, 90, y)], weather=weather)
    assert in_command(state, state.units["A"]) is commands
    assert must_obey(state, state.units["A"]) is not commands
    assert added(state) == ({} if commands else {"M9": -1})


def test_who_has_lost_his_daimyo_is_out_of_command_and_obeys_with_nothing() -> None:
    state = stood(leaders=[leader("red-L1", RED, 90, 62, fate="dead")])
    assert not in_command(state, state.units["A"])
    assert obedience_rating(state, state.units["A"]) == 0
    far = stood(leaders=[leader("red-L1", RED, 10, 10, rating=3)])
    assert obedience_rating(far, far.units["A"]) == 3


def test_guns_without_a_daimyo_of_their_own_are_in_command() -> None:
    state = stood()
    state = state.with_clan("red-c1", daimyo="")
    assert in_command(state, state.units["A"])
    assert radius(state) == 20_000


# -- the reasons --------------------------------------------------------------------------


def leg(x: Figure, y: Figure, to_x: Figure, to_y: Figure) -> tuple[Leg, ...]:
    """A rout move between two spots."""
    here, there = place(x, y), place(to_x, to_y)
    return (Leg(start=(here, here), end=(there, there)),)


def due(*others: Unit, made: str = "samurai", **more: Any) -> tuple[int, ...]:
    """Why red's unit tests at the end of the turn."""
    state = stood(*others, made=made, **more)
    return reasons_due(state, state.units["A"])


def test_stands_lost_and_routers_that_went_through() -> None:
    assert due() == ()
    assert due(me={"lost_this_turn": 2}) == (1,)
    assert due(me={"lost_this_turn": 1, "passed_through": True}) == (1, 7)


@pytest.mark.parametrize("hurt", [{"routing": True}, {"frenzied_since": 1}, {"tested_at_end": True}])
def test_routers_the_frenzied_and_who_has_tested_do_not_test(hurt: dict[str, Any]) -> None:
    assert due(me={"lost_this_turn": 1, **hurt}) == ()


def test_a_place_and_a_gun_without_a_crew_do_not_test() -> None:
    assert due(made="hq", me={"lost_this_turn": 1}) == ()
    assert due(made="gun", me={"lost_this_turn": 1}) == (1,)
    assert due(made="gun", me={"lost_this_turn": 1, "abandoned": True}) == ()


def test_friends_that_ran_from_here_or_to_here_are_a_reason() -> None:
    assert due(unit("B", RED, "samurai", 90, 110, legs=leg(90, 70, 90, 110))) == (6,)
    assert due(unit("B", RED, "samurai", 90, 110, legs=leg(90, 110, 90, 70))) == (6,)
    assert due(unit("B", RED, "samurai", 90, 110, legs=leg(90, 110, 90, 100))) == ()
    assert due(unit("B", RED, "samurai", 90, 70, routing=True)) == ()
    assert due(unit("B", RED, "samurai", 90, 110, fate="left", legs=leg(90, 70, 90, 110))) == (6,)
    assert due(unit("B", BLUE, "samurai", 90, 110, legs=leg(90, 70, 90, 110))) == ()


@pytest.mark.parametrize(("runs", "sees", "notices"), [
    ("spears", "samurai", False), ("spears", "horse", False), ("spears", "guard", False), ("spears", "monks", True),
    ("spears", "ronin", True), ("horse", "samurai", True), ("guard", "horse", True), ("levy", "spears", True),
    ("ronin", "samurai", False), ("samurai", "levy", True),
])  # fmt: skip
def test_cavalry_and_samurai_take_notice_only_of_their_like(runs: str, sees: str, notices: bool) -> None:
    assert due(unit("B", RED, runs, 90, 110, legs=leg(90, 70, 90, 110)), made=sees) == ((6,) if notices else ())


def test_the_general_or_the_own_daimyo_killed_near() -> None:
    near, far = place(95, 70), place(95, 90)
    for id, at, found in (("red-L0", near, (5,)), ("red-L1", near, (5,)), ("red-L0", far, ()), ("red-L7", near, ())):
        state = stood().with_side(RED, killed=((id, at),))
        assert reasons_due(state, state.units["A"]) == found


def test_a_leader_who_ran_with_his_unit_is_a_reason_even_if_the_unit_is_not() -> None:
    with_him = leader("red-L1", RED, attached=B)
    runs = unit("B", RED, "spears", 90, 110, routing=True, legs=leg(90, 70, 90, 110))
    assert due(runs, leaders=[with_him]) == (5,)
    assert due(runs, leaders=[leader("red-L1", RED, 90, 70)]) == ()


def test_units_of_a_clan_that_belongs_to_nobody_neither_test_nor_alarm() -> None:
    other = unit("B", RED, "samurai", 90, 110, legs=leg(90, 70, 90, 110), lost_this_turn=1, clan="red-c9")
    state = stood(other)
    aside = state.clans["red-c1"]
    clan = replace(aside, id="red-c9", allegiance="undecided")
    state = state.with_(clans={**state.clans, "red-c9": clan})
    assert reasons_due(state, state.units["A"]) == ()
    assert reasons_due(state, state.units["B"]) == ()


@pytest.mark.parametrize(("made", "more", "by", "reasons"), [
    ("spears", {}, "samurai", (2,)), ("spears", {}, "horse", (2, 3)), ("levy", {}, "samurai", (2,)),
    ("samurai", {}, "samurai", ()), ("samurai", {}, "horse", (3,)), ("monks", {}, "horse", (3,)),
    ("guard", {}, "horse", ()), ("horse", {}, "horse", ()), ("spears", {"quality": "elite"}, "horse", (2,)),
    ("gun", {}, "samurai", (2,)), ("gun", {}, "horse", (2, 3)), ("hq", {}, "horse", ()),
    ("spears", {"routing": True}, "horse", ()), ("samurai", {"frenzied_since": 1}, "horse", ()),
])  # fmt: skip
def test_why_a_charged_unit_tests(made: str, more: dict[str, Any], by: str, reasons: tuple[int, ...]) -> None:
    assert charge_reasons(unit("A", RED, made, 90, 60, **more), unit("B", BLUE, by, 90, 40, SOUTH)) == reasons


@pytest.mark.parametrize(("made", "dares"), [
    ("spears", False), ("guns", True), ("levy", True), ("samurai", False), ("gun", False), ("horse", False),
])  # fmt: skip
def test_who_must_test_to_start_a_charge(made: str, dares: bool) -> None:
    assert must_dare(unit("A", RED, made, 90, 60)) is dares
