"""After the Combats: who must test, the chase, the free attack, panic for the Taisho (RES, RUN, DEF)."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.geometry import CM
from app.systems.kensei.army import Order, Side, Unit, UnitId
from app.systems.kensei.book import c
from app.systems.kensei.flight.chase import carry_over
from app.systems.kensei.flight.events import Chased, UnitFled
from app.systems.kensei.flight.flow import flee
from app.systems.kensei.resolution.events import HonourDue
from app.systems.kensei.resolution.phase import resolution
from app.systems.kensei.state import Contact, Fought, State
from tests.systems.kensei.fields import BLUE, EAST, NORTH, RED, SOUTH, Board, at, box, field, hero, unit

CLAUSE = c("KEN-RUN-01")


def lost(*more: Unit, difference: int = 4, value: int = 0, losers: tuple[str, ...] = ("a",), **given: Any) -> State:
    """Blue's unit a has lost to red's x, front to front at y = 60, by so much."""
    units = (unit("a", BLUE, 60, 60, NORTH), unit("x", RED, 60, 60, SOUTH, models=3, files=3), *more)
    contact = Contact(by=UnitId("x"), on=UnitId("a"), zone="front")
    fought = Fought(units=(UnitId("a"), UnitId("x")), winner=RED, difference=difference, value=value,
                    losers=tuple(UnitId(id) for id in losers))  # fmt: skip
    return field(*units, contacts=(contact,), fought=(fought,), phase="combat", go=None, **given)


def resolved(state: State, *inputs: Any) -> Board:
    """The board after the Resolution phase."""
    board = Board(state)
    board.play(resolution, *inputs)
    return board


def chased(board: Board) -> Chased:
    """The chase that was made."""
    return next(e for e in board.events if isinstance(e, Chased))


# -- who must test ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("difference", "value", "due"),
    [(2, 1, True), (1, 1, False), (2, 2, False), (3, 5, False), (4, 5, True)],
)
def test_a_test_is_due_above_either_number(difference: int, value: int, due: bool) -> None:
    """KEN-RES-13, KEN-RES-14: strictly above either; the Honour here is 3, a standard does not count."""
    state = lost(difference=difference, value=value).with_unit("a", standard=True)
    board = resolved(state, *(((1,),) if due else ()))
    found = next(e for e in board.events if isinstance(e, HonourDue))
    assert found.due is due


def test_one_test_is_made_when_both_conditions_hold() -> None:
    """KEN-RES-15, KEN-RES-16: passed on the modified Honour of 4, it stays locked."""
    board = resolved(lost(difference=9).with_unit("a", standard=True), (3,))
    assert board.kinds().count("tested") == 1
    assert board.state.fighting("a")


def test_a_draw_asks_nothing_of_anybody() -> None:
    """KEN-RES-08."""
    state = lost().with_(fought=(Fought(units=(UnitId("a"), UnitId("x"))),))
    assert "tested" not in resolved(state).kinds()


def test_each_defeated_unit_tests_for_itself_in_unit_order() -> None:
    """KEN-RES-15, 7.4: b, who stands first in the list, tests first."""
    state = lost(losers=("a", "b"))
    b = unit("b", BLUE, 90, 60, NORTH)
    state = state.with_(units={"b": b, **state.units})
    board = resolved(state, (1,), (1,))
    assert [e.unit for e in board.events if isinstance(e, HonourDue)] == ["b", "a"]


def test_winners_left_alone_may_turn() -> None:
    """KEN-RES-17: who does not chase may turn to any facing."""
    board = resolved(lost(), (9,), (4, 5), "no", {"pick": "face", "then": [["face", EAST]]})
    assert board.state.units["x"].facing == EAST
    assert "chase-chosen" in board.kinds()


def test_winners_of_a_destroyed_enemy_may_turn() -> None:
    """KEN-RES-17: the losers are gone before the Resolution."""
    state = lost(losers=()).with_(contacts=()).with_unit("a", fate="destroyed")
    board = resolved(state, {"pick": "face", "then": [["face", EAST]]})
    assert board.state.units["x"].facing == EAST


# -- the chase -------------------------------------------------------------------------------


def test_a_chaser_that_rolls_enough_strikes_and_they_run_again() -> None:
    """KEN-RUN-12 to KEN-RUN-18, 7.4: Honour, flight, chase dice, three Attack dice, second flight; no second chase."""
    board = resolved(lost(), (9,), (4, 5), "yes", (4, 5), (1, 1, 1), (2, 3))
    assert board.state.units["x"].at == at(60, 69)
    assert chased(board).reached
    flights = [e for e in board.events if isinstance(e, UnitFled)]
    assert [e.distance for e in flights] == [9 * CM, 5 * CM]
    assert board.state.units["a"].at == at(60, 79)
    assert not board.state.fighting("a")


def test_a_chaser_that_rolls_too_little_goes_its_roll() -> None:
    """KEN-RUN-15: 8 against 9."""
    board = resolved(lost(), (9,), (4, 5), "yes", (4, 4))
    assert not chased(board).reached
    assert board.state.units["x"].at == at(60, 68)


def test_the_free_attack_hits_a_unit_in_defensive_position() -> None:
    """KEN-RUN-16, KEN-CBT-06: +1 Defense; three hits, two of three Defense dice fail at 4, two Wounds."""
    board = resolved(lost(), (9,), (4, 5), "yes", (9, 9), (8, 9, 9), (3, 4, 9), (9, 9), (1, 1))
    assert len(board.state.units["a"].models) == 8


def test_those_whom_terrain_stopped_are_destroyed_when_reached() -> None:
    """KEN-DEF-03, KEN-DEF-06: a rock 4 cm behind them; the chaser needs only 4."""
    state = lost(pieces=(box("standing", 55, 69, 65, 72),))
    board = resolved(state, (9,), (5, 5), "yes", (2, 2))
    assert board.state.units["a"].fate == "destroyed"
    spared = resolved(state, (9,), (5, 5), "yes", (1, 2))
    assert spared.state.units["a"].on_table


def test_a_chaser_that_meets_another_enemy_has_charged_it_for_next_turn() -> None:
    """KEN-RUN-17: b has stepped in behind them; x meets it after 10 cm and fights it in turn 2 with its bonuses."""
    state = lost(unit("b", BLUE, 60, 70, NORTH))
    board = resolved(state, (9,), (10, 10), (1,), "yes", (10, 10))
    assert chased(board).met == "b"
    assert not chased(board).reached or chased(board).met
    (contact,) = board.state.contacts
    assert (contact.by, contact.on, contact.own, contact.turn) == ("x", "b", True, 2)
    later = Board(board.state.with_(turn=2))
    carry_over(later)
    assert later.state.units["x"].charged == "b"
    assert later.state.units["x"].charge_bonus


def test_a_chaser_that_meets_another_fleeing_enemy_locks_it() -> None:
    """KEN-CHG-57, KEN-RUN-17: b flees already and stands in the way."""
    board = resolved(lost(unit("b", BLUE, 60, 70, SOUTH, fleeing=True)), (9,), (10, 10), "yes", (10, 10))
    assert (chased(board).met, board.state.units["b"].locked) == ("b", True)


def test_a_quarry_locked_by_another_enemy_is_struck_and_runs_no_more() -> None:
    """KEN-RUN-14, KEN-RUN-31, KEN-CBT-01: y stands 6 cm behind a; x reaches it, strikes, and both hold it."""
    board = resolved(lost(unit("y", RED, 60, 71, NORTH)), (9,), (4, 5), "yes", (2, 4), (1, 1, 1))
    assert [foe.id for foe in board.state.foes_of("a")] == ["x", "y"]
    assert [contact.own for contact in board.state.contacts] == [False, False]


def test_a_winner_in_contact_with_another_enemy_cannot_chase() -> None:
    """KEN-RUN-12: it is still in Combat; nothing is asked."""
    state = lost(unit("b", BLUE, 70, 50, 27_000))
    held = Contact(by=UnitId("b"), on=UnitId("x"), zone="left")
    board = resolved(state.with_(contacts=(*state.contacts, held)), (9,), (4, 5))
    assert board.asked == []


def test_calmed_units_are_met_not_caught() -> None:
    """KEN-TER-92: they stand again after 4 cm; a chaser who comes up has charged them (KEN-RUN-17)."""
    state = lost(pieces=(box("monument", 57, 79, 62, 84),))
    board = resolved(state, (9,), (4, 5), "keep", "yes", (4, 5))
    assert chased(board).met == "a"
    assert board.state.contacts[0].turn == 2


# -- the Taisho ------------------------------------------------------------------------------


def bereft(*units: Unit, **side: Any) -> State:
    """Blue's Taisho fell this turn."""
    sides = (Side(seat=BLUE, taisho=UnitId("t"), taisho_fell=1, **side), Side(seat=RED, edge="north"))
    return field(*units, unit("x", RED, 60, 20, SOUTH), sides=sides, phase="combat", go=None)


def test_all_his_units_test_once_when_the_taisho_falls() -> None:
    """KEN-RUN-28, KEN-RUN-29: not the Undead (KEN-ARM-28), nor those who flee already."""
    state = bereft(
        unit("a", BLUE, 30, 60), unit("u", BLUE, 60, 60, traits=("undead",)), unit("r", BLUE, 90, 60, fleeing=True),
    )  # fmt: skip
    board = resolved(state, (9,), (4, 5))
    assert [e.unit for e in board.events if isinstance(e, UnitFled)] == ["a"]


def test_the_wheel_of_dharma_spares_them() -> None:
    """KEN-RUN-28, section 4.5."""
    assert resolved(bereft(unit("a", BLUE, 30, 60), abilities=("wheel_of_dharma",))).asked == []


def test_a_taisho_dead_since_an_earlier_turn_shakes_nobody() -> None:
    """KEN-RUN-29."""
    assert "tested" not in resolved(bereft(unit("a", BLUE, 30, 60)).with_(turn=2)).kinds()


# -- locked units ----------------------------------------------------------------------------


def test_a_locked_unit_whose_combat_is_over_counts_as_regrouped() -> None:
    """KEN-RUN-31: still there without an enemy in contact."""
    state = lost(losers=()).with_unit("a", locked=True, fleeing=True)
    held = resolved(state).state.units["a"]
    assert (held.locked, held.fleeing) == (True, True)
    free = resolved(state.with_(contacts=()), "keep").state.units["a"]
    assert (free.locked, free.fleeing) == (False, False)


def test_a_panicking_unit_in_combat_may_be_chased() -> None:
    """KEN-RUN-12, KEN-RUN-21: b fights y when a runs through it, and fails."""
    friend, foe = unit("b", BLUE, 60, 70, NORTH, models=5), unit("y", RED, "53.75", "71.25", EAST, models=3, files=3)
    state = lost(friend, foe)
    board = Board(state.with_contact(Contact(by=UnitId("y"), on=UnitId("b"), zone="left")))
    dice = ((1, 6), (9,), (1, 1))
    board.play(lambda game: flee(game, "a", "defeat", CLAUSE), *dice, "no", "keep", "no")
    assert [ask.about for ask in board.asked] == ["chase.unit", "face.unit", "chase.unit"]


def test_characters_in_a_fleeing_unit_have_no_orders_left() -> None:
    """KEN-RUN-25."""
    order = (Order(do="ability", key="banzai"),)
    state = lost(hero("h", BLUE, host="a", orders=order)).with_unit("a", orders=order)
    board = resolved(state, (9,), (4, 5), "no", "keep")
    assert [board.state.units[id].orders[0].state for id in ("a", "h")] == ["lapsed", "lapsed"]
