"""What the charged answer: they stand, turn, retire, come to meet the charge, or run."""

from __future__ import annotations

import pytest

from app.engine.geometry import CM
from app.engine.table import Terrain
from app.systems.daimyo.charging.impact import Impact, impact
from app.systems.daimyo.charging.rules import answers, face_share
from app.systems.daimyo.measure import in_melee, touched_edges, touching
from app.systems.daimyo.state import outline_of
from tests.systems.daimyo.charging import B, R, duel, run, shut, unworded
from tests.systems.daimyo.nerves import (
    BLUE,
    NORTH,
    RED,
    SOUTH,
    WEST,
    box,
    place,
    unit,
)

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


def test_no_way_to_counter_charge() -> None:
    for near, clause in (("45.2", "DAI-CHG-14"), ("54", None)):
        corners = (place(63, near), place(70, near), place(70, 56), place(63, 56))
        state = duel(terrain=[Terrain("lake", "lake", corners, True)], at=(58, 60), foes="horse")
        found = impact(state, state.units["R"], state.units["B"], 0)
        assert isinstance(found, Impact)
        no = answers(state, state.units["B"], state.units["R"], found).options["counter"]
        assert (no.clause if no else None) == clause
