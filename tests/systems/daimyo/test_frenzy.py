"""Frenzied moves: towards the nearest enemy in sight, and at it if that is legal (DAI-MOR-29)."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.table import Terrain
from app.systems.daimyo.measure import distance, touching
from app.systems.daimyo.morale.frenzy import best_rush, frenzied_move, prey
from app.systems.daimyo.sentences import SENTENCES
from app.systems.daimyo.state import State, Unit, UnitId
from tests.systems.daimyo.nerves import BLUE, EAST, NORTH, RED, SOUTH, Board, box, field, leader, place, play, unit

Figure = int | str
R = UnitId("R")


def rage(*others: Unit, at: tuple[Figure, Figure] = (60, 60), facing: int = NORTH, made: str = "samurai",
         terrain: Any = (), **said: Any) -> State:  # fmt: skip
    """R, frenzied, among others."""
    leaders = [leader("red-L1", RED, 60, 75), leader("blue-L1", BLUE, 170, 10)]
    return field(unit("R", RED, made, *at, facing, frenzied_since=1, **said), *others, active="red-c1", terrain=terrain,
                 leaders=leaders)  # fmt: skip


def run(state: State, *inputs: Any) -> Board:
    """R has made its frenzied move."""
    return play(state, lambda game: frenzied_move(game, R), *inputs)


def test_it_charges_the_nearest_enemy_it_sees_if_that_is_legal() -> None:
    state = rage(unit("B", BLUE, "samurai", 60, 50, SOUTH), unit("C", BLUE, "samurai", 80, 50, SOUTH))
    found = prey(state, state.units["R"])
    assert found is not None
    assert found.id == "B"
    board = run(state, "stand")
    assert board.unit("R").charged_into == ("B",)
    assert board.asks[0].about == "charge.answer"


def test_it_never_tests_before_it_charges() -> None:
    board = run(rage(unit("B", BLUE, "samurai", 60, 50, SOUTH), made="levy"), "stand")
    assert board.rolls == []


def test_out_of_reach_it_goes_as_far_as_a_charge() -> None:
    board = run(rage(unit("B", BLUE, "samurai", 60, 20, SOUTH)))
    assert (board.unit("R").at, board.unit("R").charged) == (place(60, 48), False)
    moved = board.events[-1]
    assert moved.kind == "daimyo.unit-moved"
    assert "daimyo.unit-moved.frenzy" in SENTENCES


@pytest.mark.parametrize(("x", "y"), [(60, 100), (100, 60), (20, 60), (85, 90), (30, 30)])
def test_it_turns_and_wheels_to_come_nearer_whatever_the_side(x: int, y: int) -> None:
    state = rage(unit("B", BLUE, "samurai", x, y, EAST))
    before = distance(state, state.units["R"], state.units["B"])
    board = run(state)
    after = distance(board.state, board.unit("R"), board.unit("B"))
    assert after < before
    assert board.events[-1].kind == "daimyo.unit-moved"


def test_disordered_it_may_not_charge_and_stays_a_centimetre_away() -> None:
    board = run(rage(unit("B", BLUE, "samurai", 60, 50, SOUTH), disordered=True))
    assert board.unit("R").at == place(60, 51)
    assert board.unit("R").disordered
    assert board.kinds() == ["unit-moved"]


def test_in_contact_it_stays_and_fights() -> None:
    state = rage(unit("B", BLUE, "samurai", 60, 60, SOUTH))
    assert touching(state, state.units["R"], state.units["B"])
    assert run(state).events == []


def test_seeing_nobody_it_comes_to_itself() -> None:
    wall: Terrain = box("castle-wall", 0, 50, 180, 52)
    board = run(rage(unit("B", BLUE, "samurai", 60, 40, SOUTH), terrain=[wall]))
    assert board.kinds() == ["frenzy-ended"]
    assert not board.unit("R").frenzied


def test_hemmed_in_it_stays() -> None:
    others = (unit("F", RED, "spears", 68, 60), unit("G", RED, "spears", 52, 60), unit("H", RED, "spears", 60, 63))
    state = rage(unit("B", BLUE, "samurai", 60, 30, SOUTH), *others, terrain=[box("lake", 50, 55, 70, 60)])
    assert best_rush(state, state.units["R"], state.units["B"]) is None
    assert run(state).events == []


def test_it_passes_through_friends_and_disorders_both() -> None:
    state = rage(unit("B", BLUE, "samurai", 60, 20, SOUTH), unit("F", RED, "spears", 60, 58, files=4, stands=4))
    board = run(state)
    assert board.unit("R").disordered
    assert board.unit("F").disordered


def test_in_a_building_it_stays_where_it_is() -> None:
    house = box("building", 56, 58, 64, 66)
    state = rage(unit("B", BLUE, "samurai", 60, 50, SOUTH), terrain=[house], building="building")
    board = run(state)
    assert (board.events, board.unit("R").building) == ([], "building")
