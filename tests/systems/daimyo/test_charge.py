"""Charges: who may, who tests, what the charged answer, and how the charge comes home."""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import Any

import pytest

from app.engine.domains import Pick
from app.engine.geometry import CM
from app.engine.refusals import Fact, Refusal
from app.engine.system import Outcome
from app.engine.table import Terrain
from app.systems.daimyo.charge import answers, face_share, reason_to_test, refuse_charge
from app.systems.daimyo.events.base import DaimyoEvent
from app.systems.daimyo.events.charge import ChargeAnswered
from app.systems.daimyo.flows.charge import charge
from app.systems.daimyo.impact import Impact, impact
from app.systems.daimyo.measure import in_melee, touched_edges, touching
from app.systems.daimyo.scenarios import refuse_move
from app.systems.daimyo.state import State, Unit, UnitId, outline_of
from app.systems.daimyo.words.charge import SENTENCES
from tests.systems.daimyo.nerves import (
    BLUE,
    NORTH,
    RED,
    SOUTH,
    WEST,
    Board,
    box,
    field,
    leader,
    place,
    play,
    unit,
)

Figure = int | str
R, B = UnitId("R"), UnitId("B")
PASS, FAIL_1, FAIL_4 = (4, 4), (2, 3), (1, 2)


def duel(*more: Unit, at: tuple[Figure, Figure] = (60, 60), facing: int = NORTH, foe: int = SOUTH, made: str = "horse",
         foes: str = "samurai", leaders: Any = (), terrain: Any = (), **facts: Any) -> State:  # fmt: skip
    """R at a place, B with its front's middle at 60, 45; each with its Daimyo beside it."""
    named = {str(m.id) for m in leaders}
    near = [leader("red-L1", RED, 60, 75), leader("blue-L1", BLUE, 60, 30)]
    return field(unit("R", RED, made, *at, facing), unit("B", BLUE, foes, 60, 45, foe), *more, active="red-c1",
                 leaders=[*leaders, *(m for m in near if m.id not in named)], terrain=terrain, **facts)  # fmt: skip


def run(state: State, *inputs: Any, wheel: int = 0) -> Board:
    """R has charged B with these dice and answers; every sentence has its facts."""
    board = play(state, lambda game: charge(game, R, B, wheel), *inputs)
    for event in board.events:
        assert isinstance(event, DaimyoEvent)
        told = event.tell()
        if told.about in SENTENCES:
            assert unworded(told.about, told.facts) == []
    for question in board.asks:
        assert unworded(question.about, question.facts) == []
        assert isinstance(question.domain, Pick)
        for key, no in question.domain.options.items():
            assert f"charge.answer.{key}" in SENTENCES
            assert no is None or unworded(no.code, no.facts) == []
    return board


def unworded(key: str, facts: Mapping[str, Fact]) -> list[str]:
    """The facts that a sentence names and does not get."""
    names = [name for _, name, _, _ in Formatter().parse(SENTENCES[key]) if name]
    return [name for name in names if name not in facts]


def no_of(state: State) -> Refusal:
    """Why R may not charge B."""
    no = refuse_charge(state, state.units["R"], state.units["B"])
    assert no is not None
    assert unworded(no.code, no.facts) == []
    return no


def shut(board: Board) -> dict[str, str]:
    """The closed answers of the question asked, with their clauses."""
    assert isinstance(board.asks[0].domain, Pick)
    return {key: no.clause for key, no in board.asks[0].domain.options.items() if no}


# -- who may charge whom ------------------------------------------------------------------


@pytest.mark.parametrize(("said", "code", "clause"), [
    ({"routing": True}, "charge.routing", "DAI-CHG-07"),
    ({"disordered": True}, "charge.disordered", "DAI-CHG-06"),
    ({"halted_until": 3}, "charge.halted", "DAI-MOR-19"),
    ({"obedience": "failed"}, "charge.disobeyed", "DAI-OBE-08"),
    ({"rallied": True}, "charge.rallied", "DAI-RAL-07"),
    ({"kind": "gun"}, "charge.no-troops", "DAI-PUR-15"),
    ({"clan": ""}, "charge.not-active", "DAI-ACT-12"),
])  # fmt: skip
def test_who_may_not_charge(said: dict[str, Any], code: str, clause: str) -> None:
    no = no_of(duel().with_unit("R", **said))
    assert (no.code, no.clause) == (code, clause)


def test_a_halt_of_an_earlier_turn_is_over() -> None:
    state = duel().with_unit("R", halted_until=2)
    assert refuse_charge(state, state.units["R"], state.units["B"]) is None


def test_a_unit_in_melee_or_beside_routers_charges_nobody() -> None:
    foe = unit("C", BLUE, "spears", 60, 60, SOUTH)
    assert no_of(duel(foe)).code == "charge.in-melee"
    routers = unit("C", BLUE, "spears", 60, 60, SOUTH, routing=True)
    assert (no_of(duel(routers)).code, no_of(duel(routers)).clause) == ("charge.in-contact", "DAI-MOV-22")


def test_only_what_is_before_the_front_and_seen() -> None:
    assert no_of(duel(facing=SOUTH)).code == "charge.not-in-front"
    no = no_of(duel(terrain=[box("castle-wall", 20, 50, 100, 52)]))
    assert (no.code, no.clause) == ("charge.unseen", "DAI-CHG-07")
    no = no_of(duel(weather="fog"))
    assert (no.code, no.clause, no.facts["reach"]) == ("charge.out-of-sight", "DAI-WEA-09", 10_000)


def test_an_hq_a_gun_and_routers_may_be_charged() -> None:
    for foes in ("hq", "gun"):
        state = duel(foes=foes, foe=NORTH)
        assert refuse_charge(state, state.units["R"], state.units["B"]) is None
    state = duel().with_unit("B", routing=True)
    assert refuse_charge(state, state.units["R"], state.units["B"]) is None


# -- tests of morale ------------------------------------------------------------------------


def test_shy_troops_test_to_charge_and_go_if_they_pass() -> None:
    board = run(duel(made="guns", at=(60, 55)), (4, 4), "stand")
    assert [r.why for r in board.rolls] == ["morale"]
    assert board.kinds()[:3] == ["charge-declared", "morale-tested", "charge-answered"]
    assert board.unit("R").charged_into == (B,)


def test_a_halt_before_the_charge_leaves_it_unmoved_and_free_to_fire() -> None:
    board = run(duel(made="guns", at=(60, 55)), (2, 3))
    assert board.kinds() == ["charge-declared", "morale-tested", "charge-called-off"]
    me = board.unit("R")
    assert (me.moved, me.charged, me.halted_until, me.at) == (False, False, 0, place(60, 55))
    assert board.unit("B").charges == ()


def test_failing_by_four_to_charge_makes_it_retire() -> None:
    board = run(duel(made="levy", at=(60, 55)), (1, 2))
    me = board.unit("R")
    assert (me.at, me.facing, me.disordered) == (place(60, 66), NORTH, False)
    assert board.kinds()[-1] == "unit-moved"


def test_a_natural_two_to_charge_routs() -> None:
    board = run(duel(made="levy", at=(60, 55)), (1, 1), (1,))
    assert board.unit("R").routing


@pytest.mark.parametrize(("made", "foes", "quality", "reason"), [
    ("horse", "samurai", "veteran", 3), ("horse", "guard", "elite", 0), ("samurai", "samurai", "veteran", 0),
    ("samurai", "spears", "seasoned", 2), ("horse", "spears", "seasoned", 3), ("horse", "spears", "elite", 2),
    ("horse", "horse", "veteran", 0), ("samurai", "levy", "raw", 2), ("horse", "gun", "seasoned", 3),
    ("samurai", "gun", "seasoned", 2), ("horse", "hq", "veteran", 0),
])  # fmt: skip
def test_who_tests_when_charged(made: str, foes: str, quality: str, reason: int) -> None:
    state = duel(made=made, foes=foes)
    target = state.with_unit("B", quality=quality).units["B"]
    assert reason_to_test(target, state.units["R"]) == reason


def test_one_test_in_an_activation_and_another_only_for_cavalry() -> None:
    state = duel(made="horse", foes="spears")
    cavalry, foot = state.units["R"], unit("F", RED, "samurai", 0, 0)
    assert reason_to_test(state.with_unit("B", tested=(2,)).units["B"], cavalry) == 3
    assert reason_to_test(state.with_unit("B", tested=(2,)).units["B"], foot) == 0
    assert reason_to_test(state.with_unit("B", tested=(2, 3)).units["B"], cavalry) == 0
    samurai = unit("S", BLUE, "samurai", 0, 0, tested=(3,))
    assert reason_to_test(samurai, cavalry) == 0


def test_the_test_and_its_dice_come_in_the_order_of_the_charge() -> None:
    board = run(duel(made="guns", foes="spears", at=(60, 55)), (6, 5), (4, 4), "stand")
    assert [(r.why, r.by) for r in board.rolls] == [("morale", RED), ("morale", BLUE)]
    assert board.unit("B").tested == (2,)


# -- what the charged answer ------------------------------------------------------------------


def test_a_target_that_passed_chooses() -> None:
    board = run(duel(), (6, 5), "stand")
    assert board.asks[0].seat == BLUE
    assert (board.asks[0].clause, board.asks[0].default) == ("DAI-CHG-04", "stand")
    assert shut(board) == {"face": "DAI-CHG-18"}
    charges = board.unit("B").charges
    assert [(c.by, c.zone, c.distance, c.answer, c.in_sight) for c in charges] == [(R, "front", 15_000, "stand", True)]


def test_a_target_without_a_test_chooses_as_if_it_had_passed() -> None:
    board = run(duel(made="samurai", at=(60, 55)), "stand")
    assert (board.asks[0].clause, board.rolls) == ("DAI-CHG-11", [])
    assert board.unit("R").charged_into == (B,)
    assert in_melee(board.state, board.unit("B"))


def test_guns_headquarters_and_units_in_contact_only_stand_and_are_not_asked() -> None:
    for foes, dice in (("gun", [(6, 5)]), ("hq", [])):
        board = run(duel(foes=foes, foe=NORTH, facing=NORTH), *dice)
        assert board.asks == []
        assert board.unit("B").charges[0].answer == "stand"
    held = unit("F", RED, "samurai", 60, 42, SOUTH)
    board = run(duel(held), (6, 5))
    assert board.asks == []
    state = duel(held)
    found = impact(state, state.units["R"], state.units["B"], 0)
    assert isinstance(found, Impact)
    said = answers(state, state.units["B"], state.units["R"], found)
    assert {key: no.clause for key, no in said.options.items() if no} == {
        "face": "DAI-CHG-18", "retire": "DAI-CHG-27", "counter": "DAI-CHG-27",
    }  # fmt: skip


def test_retiring_takes_it_out_of_reach_and_the_charge_falls_short_where_it_stood() -> None:
    board = run(duel(), (6, 5), "retire")
    assert board.unit("B").at == place(60, 37)
    me = board.unit("R")
    assert (me.at, me.charged, me.charged_into, me.moved) == (place(60, 45), True, (), True)
    assert board.kinds()[-1] == "charge-fell-short"


def test_a_unit_that_retires_and_is_reached_fights_in_front() -> None:
    board = run(duel(at=(60, 50)), (6, 5), "retire")
    assert board.unit("R").at == place(60, 37)
    assert touched_edges(board.state, board.unit("B"), board.unit("R")) == ("front",)
    assert not board.unit("B").disordered
    assert board.events[-1].kind == "daimyo.charge-struck"


def test_a_unit_that_retreats_is_caught_in_the_rear() -> None:
    board = run(duel(at=(60, 50)), (2, 2))
    foe = board.unit("B")
    assert foe.charges[0].answer == "retreat"
    assert (foe.disordered, foe.routing, foe.facing) == (True, False, NORTH)
    assert touched_edges(board.state, foe, board.unit("R")) == ("rear",)
    assert in_melee(board.state, foe)


def test_routers_that_are_reached_are_cut_down() -> None:
    board = run(duel(at=(60, 50)), (1, 1), (1,), (6, 6, 6, 6))
    assert [r.why for r in board.rolls] == ["morale", "rout", "pursuit-attack"]
    foe = board.unit("B")
    assert (foe.routing, foe.hits) == (True, 2)
    assert touching(board.state, foe, board.unit("R"))


def test_routers_charged_take_no_test_and_are_not_asked() -> None:
    state = duel(at=(60, 52), foe=NORTH).with_unit("B", routing=True, disordered=True, routing_since=2)
    board = run(state, (1, 1, 1, 1))
    assert board.asks == []
    assert (board.unit("B").charges[0].answer, board.unit("B").at) == ("rout", place(60, 45))


# -- counter-charges ----------------------------------------------------------------------------


def test_the_two_meet_half_way_and_both_charge() -> None:
    board = run(duel(foes="horse"), "counter")
    assert (board.unit("B").at, board.unit("R").at) == (place(60, "52.5"), place(60, "52.5"))
    assert (board.unit("R").charged_into, board.unit("B").charged_into) == ((B,), (R,))
    assert board.unit("B").charged
    assert board.kinds() == ["charge-declared", "charge-answered", "unit-moved", "unit-moved", "charge-struck"]


def test_a_counter_charger_goes_no_further_than_its_own_distance() -> None:
    slow = run(duel(foes="guard", at=(60, 63), terrain=[box("paddy", 40, 44, 80, 47)]), "counter")
    assert slow.unit("B").at == place(60, 54)
    short = run(duel(foes="guard", at=(60, 59), terrain=[box("paddy", 40, 40, 80, 51)]), "counter")
    assert (short.unit("B").at, short.unit("R").at) == (place(60, 51), place(60, 51))
    assert short.unit("B").disordered


def test_only_a_unit_charged_in_front_may_counter_charge() -> None:
    board = run(duel(foe=WEST, made="samurai", at=(61, 52)), "stand")
    assert shut(board)["counter"] == "DAI-CHG-14"


def test_disordered_and_shy_units_counter_charge_without_a_test() -> None:
    state = duel(made="samurai", foes="guns", at=(60, 55)).with_unit("B", disordered=True)
    board = run(state, (6, 5), "counter")
    assert [r.why for r in board.rolls] == ["morale"]
    assert board.unit("B").charged


def test_a_counter_charge_at_an_angle_still_meets() -> None:
    for x, wheel in ((66, -1_500), (62, -600), (58, 700), (54, 1_500)):
        board = run(duel(foes="horse", at=(x, 60)), "counter", wheel=wheel)
        assert board.unit("B").at.y > 45 * CM
        assert touched_edges(board.state, board.unit("B"), board.unit("R")) == ("front",)


def test_a_frenzied_target_counter_charges_unasked_and_untested() -> None:
    board = run(duel().with_unit("B", frenzied_since=1))
    assert (board.asks, board.rolls) == ([], [])
    assert board.unit("B").charges[0].answer == "counter"
    held = duel(foe=WEST, made="samurai", at=(61, "46.5")).with_unit("B", frenzied_since=1)
    assert run(held).unit("B").charges[0].answer == "stand"


def test_a_target_that_rolls_frenzy_counter_charges() -> None:
    board = run(duel(), (6, 6))
    assert board.unit("B").frenzied
    assert board.unit("B").charges[0].answer == "counter"


# -- flank and rear ---------------------------------------------------------------------------------


def test_a_flank_that_stands_is_disordered() -> None:
    board = run(duel(foe=WEST, made="samurai", at=(61, 52)), "stand")
    foe = board.unit("B")
    assert touched_edges(board.state, foe, board.unit("R")) == ("left",)
    assert foe.disordered
    assert board.kinds()[-1] == "disordered"


@pytest.mark.parametrize(("y", "quality", "disordered", "opens"), [
    ("52", "veteran", False, True), ("51.9", "veteran", False, False), ("55", "seasoned", False, True),
    ("54.9", "seasoned", False, False), ("55", "veteran", True, True), ("54.9", "veteran", True, False),
    ("59", "seasoned", True, False),
])  # fmt: skip
def test_turning_to_face_needs_a_share_of_the_chargers_distance(
    y: str, quality: str, disordered: bool, opens: bool
) -> None:
    state = duel(foe=WEST, made="samurai").with_unit("R", at=place(61, y))
    state = state.with_unit("B", quality=quality, disordered=disordered)
    found = impact(state, state.units["R"], state.units["B"], 0)
    assert isinstance(found, Impact)
    assert found.zone == "left"
    no = answers(state, state.units["B"], state.units["R"], found).options["face"]
    assert (no is None) == opens
    if no:
        assert (no.code, no.clause) == ("charge.answer.too-late", "DAI-CHG-18")
        assert unworded(no.code, no.facts) == []


def test_success_turns_it_in_place_and_it_meets_the_charge_in_front() -> None:
    board = run(duel(foe=WEST, made="samurai", at=(61, 57)), "face")
    foe = board.unit("B")
    assert (foe.facing, foe.disordered) == (SOUTH, False)
    assert touched_edges(board.state, foe, board.unit("R")) == ("front",)
    assert (foe.files, foe.moved) == (2, True)


def test_a_rear_charge_may_be_faced_by_an_about_turn() -> None:
    board = run(duel(foe=NORTH, made="samurai", at=(60, 58)), "face")
    assert (board.unit("B").facing, board.unit("B").at) == (SOUTH, place(60, 48))
    assert board.unit("R").at == place(60, 48)


def test_no_room_to_turn() -> None:
    state = duel(
        unit("F", BLUE, "samurai", 57, "43.9", SOUTH, files=1, stands=2), foe=WEST, made="samurai", at=(61, 57)
    )
    state = state.with_unit("B", files=4)
    found = impact(state, state.units["R"], state.units["B"], 0)
    assert isinstance(found, Impact)
    no = answers(state, state.units["B"], state.units["R"], found).options["face"]
    assert no is not None
    assert no.code == "charge.answer.no-room"


def test_the_shares() -> None:
    made = [unit("X", RED, "samurai", 0, 0, quality=q) for q in ("elite", "veteran", "seasoned", "raw")]
    assert [face_share(one) * 4 for one in made] == [1, 1, 2, 2]
    assert face_share(unit("X", RED, "samurai", 0, 0, disordered=True)) * 2 == 1


# -- the charge comes home --------------------------------------------------------------------------


def test_a_defended_palisade_is_fought_across_without_disorder() -> None:
    wall = Terrain("wall", "palisade", (place(40, 46), place(80, 46)), False)
    board = run(duel(made="samurai", at=(60, 55), terrain=[wall]), "stand")
    assert touching(board.state, board.unit("R"), board.unit("B"))
    assert not board.unit("R").disordered


def test_an_enemy_leader_in_the_way_is_ridden_down() -> None:
    board = run(duel(made="samurai", at=(60, 55), leaders=[leader("blue-L1", BLUE, 60, 50)]), "stand", (1,))
    assert [r.why for r in board.rolls] == ["leader"]
    assert not board.state.leaders["blue-L1"].on_table


def test_charging_ends_a_pursuit_and_touches_a_second_enemy_beside_the_first() -> None:
    beside = unit("C", BLUE, "samurai", 67, 45, SOUTH, files=1, stands=2)
    state = duel(beside, made="samurai", at=(62, 55)).with_unit("B", files=2).with_unit("R", pursuing_until=3)
    board = run(state.with_unit("R", files=4, stands=8), "stand")
    assert board.unit("R").pursuing_until == 0
    assert board.unit("R").charged_into[0] == "B"


def test_an_abandoned_gun_is_taken_by_the_charger() -> None:
    state = duel(foes="gun", foe=NORTH).with_unit("B", abandoned=True)
    board = run(state)
    assert board.unit("B").seat == RED
    assert board.kinds()[:2] == ["charge-declared", "charge-answered"]
    assert [e.answer for e in board.events if isinstance(e, ChargeAnswered)] == ["abandoned"]


def test_a_gun_line_that_the_scenario_holds_still_charges_nobody() -> None:
    state = duel(made="guns", at=(60, 55), scenario="nagashino").with_side(RED, role="allies")
    held = refuse_move(state, state.units["R"])
    assert held is not None
    assert refuse_charge(state, state.units["R"], state.units["B"]) == held
    freed = state.with_(turn=4)
    assert refuse_charge(freed, freed.units["R"], freed.units["B"]) is None


def test_friends_and_those_who_are_nobodys_are_no_targets() -> None:
    state = duel(unit("F", RED, "samurai", 60, 50))
    no = refuse_charge(state, state.units["R"], state.units["F"])
    assert no is not None
    assert no.code == "charge.no-enemy"
    nobody = state.with_clan("blue-c1", allegiance="undecided")
    no = refuse_charge(nobody, nobody.units["R"], nobody.units["B"])
    assert no is not None
    assert no.code == "target.undecided"


def test_a_unit_in_a_building_is_charged_and_may_retire_from_it() -> None:
    house = box("building", 56, 41, 64, 49)
    state = duel(made="samurai", at=(60, 56), terrain=[house]).with_unit("B", building="building", at=place(60, 41))
    assert refuse_charge(state, state.units["R"], state.units["B"]) is None
    stood = run(state, "stand")
    assert stood.unit("R").at == place(60, 49)
    assert not stood.unit("B").disordered
    assert shut(stood) == {"face": "DAI-CHG-18", "counter": "DAI-CHG-14"}
    left = run(state, "retire")
    assert (left.unit("B").building, left.unit("R").at) == ("", place(60, 49))
    assert left.kinds()[-1] == "charge-fell-short"
    indoors = state.with_unit("R", building="building")
    assert no_of(indoors).code == "charge.indoors"


def test_no_way_to_counter_charge() -> None:
    for near, clause in (("45.2", "DAI-CHG-14"), ("54", None)):
        corners = (place(63, near), place(70, near), place(70, 56), place(63, 56))
        state = duel(terrain=[Terrain("lake", "lake", corners, True)], at=(58, 60), foes="horse")
        found = impact(state, state.units["R"], state.units["B"], 0)
        assert isinstance(found, Impact)
        no = answers(state, state.units["B"], state.units["R"], found).options["counter"]
        assert (no.clause if no else None) == clause


def test_a_charge_that_ends_the_battle_goes_no_further() -> None:
    state = duel(made="samurai", at=(60, 50)).with_(outcome=Outcome(RED, "end.conceded"))
    board = run(state, "stand")
    assert board.kinds() == ["charge-declared", "charge-answered"]


def test_each_answer_shows_where_both_come_to_stand() -> None:
    state = duel(made="samurai", at=(60, 53))
    for answer in ("stand", "retire", "counter"):
        found = impact(state, state.units["R"], state.units["B"], 0)
        assert isinstance(found, Impact)
        shown = answers(state, state.units["B"], state.units["R"], found).preview(answer)
        board = run(state, answer)
        assert shown.no is None
        assert [unworded(note.about, note.facts) for note in shown.notes] == [[]]
        blocks = [mark.points for mark in shown.marks if mark.kind == "block"]
        assert blocks[0] == outline_of(board.unit("B"))
        assert blocks[1:] == ([] if answer == "retire" else [outline_of(board.unit("R"))])
        assert (shown.notes[0].about == "charge.look.short") == (answer == "retire")


def test_a_closed_answer_shows_its_reason_and_turning_shows_the_turn() -> None:
    state = duel(foe=WEST, made="samurai", at=(61, 57))
    found = impact(state, state.units["R"], state.units["B"], 0)
    assert isinstance(found, Impact)
    said = answers(state, state.units["B"], state.units["R"], found)
    no = said.preview("counter").no
    assert no is not None
    assert no.code == "charge.answer.not-frontal"
    blocks = [mark.points for mark in said.preview("face").marks if mark.kind == "block"]
    assert blocks[0] == outline_of(run(state, "face").unit("B"))


def test_words_are_said_once_for_everything() -> None:
    for key in ("front", "left", "right", "rear", "side"):
        assert f"daimyo.charge-struck.{key}" in SENTENCES
        assert f"word.edge.{key}" in SENTENCES
    for key in ("stand", "face", "retire", "retreat", "rout", "counter", "abandoned"):
        assert f"daimyo.charge-answered.{key}" in SENTENCES
