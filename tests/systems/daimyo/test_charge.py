"""Charges: who may, who tests, and how the charge comes home."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.session import Checkpoint, Session
from app.engine.system import Outcome, PhaseId
from app.engine.table import Terrain
from app.systems.daimyo.charging.counter import reason_to_test
from app.systems.daimyo.charging.events import ChargeAnswered
from app.systems.daimyo.charging.rules import refuse_charge
from app.systems.daimyo.measure import touching
from app.systems.daimyo.scenarios.figures import refuse_move
from app.systems.daimyo.sentences import SENTENCES
from app.systems.daimyo.system import SYSTEM
from tests.systems.daimyo.charging import B, duel, no_of, run, shut
from tests.systems.daimyo.nerves import (
    BLUE,
    NORTH,
    RED,
    SOUTH,
    box,
    leader,
    place,
    unit,
)

# -- who may charge whom ------------------------------------------------------------------


@pytest.mark.parametrize(("said", "code", "clause"), [
    ({"routing": True}, "charge.routing", "DAI-CHG-07"),
    ({"disordered": True}, "charge.disordered", "DAI-CHG-06"),
    ({"halted_until": 3}, "charge.halted", "DAI-MOR-19"),
    ({"obedience": "failed"}, "charge.disobeyed", "DAI-OBE-02"),
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


# -- the charge comes home --------------------------------------------------------------------------


def test_a_defended_palisade_is_fought_across_without_disorder() -> None:
    wall = Terrain("wall", "palisade", (place(40, 46), place(80, 46)), False)
    board = run(duel(made="samurai", at=(60, 55), terrain=[wall]), "stand")
    assert touching(board.state, board.unit("R"), board.unit("B"))
    assert not board.unit("R").disordered


@pytest.mark.parametrize(("made", "y", "end", "disordered"), [
    ("horse", 55, "46", False), ("samurai", 54, "45", True), ("samurai", "55", "46", False),
])  # fmt: skip
def test_a_palisade_whose_defenders_have_gone_is_an_obstacle_again(
    made: str, y: int | str, end: str, disordered: bool
) -> None:
    wall = Terrain("wall", "palisade", (place(40, 46), place(80, 46)), False)
    dice = [(6, 4)] if made == "horse" else []
    board = run(duel(made=made, at=(60, y), terrain=[wall]), *dice, "retire")
    me = board.unit("R")
    assert abs(me.at.y - place(0, end).y) <= 10
    assert me.disordered == disordered


def test_a_target_that_runs_off_the_table_leaves_the_charger_where_it_stood() -> None:
    state = duel(unit("C", BLUE, "samurai", 150, 20, SOUTH), unit("D", BLUE, "samurai", 160, 20, SOUTH),
                 unit("E", BLUE, "samurai", 170, 20, SOUTH), at=(60, 14)).with_unit("B", at=place(60, 4))  # fmt: skip
    board = run(state, (1, 1), (6,))
    assert board.unit("B").fate == "left"
    assert (board.unit("R").at, board.unit("R").charged_into) == (place(60, 4), ())
    assert board.kinds()[-1] == "charge-fell-short"


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


def test_a_charge_that_ends_the_battle_goes_no_further() -> None:
    state = duel(made="samurai", at=(60, 50)).with_(outcome=Outcome(RED, "end.conceded"))
    board = run(state, "stand")
    assert board.kinds() == ["charge-declared", "charge-answered"]


def test_in_a_session_a_charge_is_ordered_by_unit_target_and_wheel() -> None:
    state = duel(made="samurai", at=(61, 55)).with_(go=RED, phase="move")
    session = Session(SYSTEM, Checkpoint(PhaseId("move"), state))
    assert [q.about for q in session.questions()] == ["move.unit"]
    order = {"pick": "R", "then": {"pick": "charge", "then": {"pick": "B", "then": [["wheel", -300]]}}}
    far = {"pick": "R", "then": {"pick": "charge", "then": {"pick": "B", "then": [["wheel", 4_500]]}}}
    no = session.refuse(RED, far)
    assert no is not None
    assert no.clause == "DAI-CHG-01"
    assert session.answer(RED, order) is None
    assert [(q.seat, q.about) for q in session.questions()] == [(BLUE, "charge.answer")]
    assert session.answer(BLUE, "stand") is None
    unit = session.state.units["R"]
    assert (unit.ordered, unit.charged_into, unit.at) == (True, (B,), place(60, 45))


def test_words_are_said_once_for_everything() -> None:
    for key in ("front", "left", "right", "rear", "side"):
        assert f"daimyo.charge-struck.{key}" in SENTENCES
        assert f"word.edge.{key}" in SENTENCES
    for key in ("stand", "face", "retire", "retreat", "rout", "counter", "abandoned"):
        assert f"daimyo.charge-answered.{key}" in SENTENCES
