"""Regrouping: what a try costs, who may not, who runs on (SPO-13 to SPO-19, ARM-12, RUN-25, RUN-31)."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.geometry import CM
from app.systems.kensei.flight.events import UnitFled
from app.systems.kensei.special.phase import special
from app.systems.kensei.special.regroup import refuse_regroup, regroup
from app.systems.kensei.state import State
from tests.systems.kensei.fields import BLUE, EAST, RED, SOUTH, Board, at, field, unit


def flying_state(**more: Any) -> State:
    """Unit a in flight, an enemy 19 cm north of it."""
    return field(unit("a", BLUE, 60, 60, fleeing=True, **more), unit("x", RED, 60, 41, SOUTH))


def test_a_unit_that_regroups_has_one_ap_less_and_may_turn() -> None:
    """KEN-SPO-14, KEN-SPO-15."""
    board = Board(flying_state())
    assert board.play(lambda game: regroup(game, "a"), (2,), {"pick": "face", "then": [["face", EAST]]})
    one = board.state.units["a"]
    assert (one.fleeing, one.ap, one.facing) == (False, 1, EAST)


def test_a_failed_try_leaves_it_in_flight() -> None:
    """KEN-SPO-16: it may be tried again."""
    board = Board(flying_state())
    assert not board.play(lambda game: regroup(game, "a"), (3,))
    assert board.state.units["a"].fleeing


def test_heinin_regroup_twenty_centimetres_from_the_enemy() -> None:
    """KEN-ARM-12: at 19 cm they do not and no die is thrown; at 20 cm they are tried."""
    state = flying_state(traits=("heinin",))
    assert not Board(state).play(lambda game: regroup(game, "a"))
    off = state.with_unit("x", at=at(60, 40))
    assert Board(off).play(lambda game: regroup(game, "a"), (2,), "keep")


@pytest.mark.parametrize("rule", ["fleeing", "locked"])
def test_only_a_fleeing_unit_that_is_not_locked_regroups(rule: str) -> None:
    """KEN-RUN-25, KEN-RUN-31."""
    state = flying_state()
    state = state.with_unit("a", fleeing=rule == "locked", locked=rule == "locked")
    assert refuse_regroup(state.units["a"]) is not None


def ordered(state: State, *inputs: Any) -> Board:
    """The board after blue's Special Orders."""
    board = Board(state.with_(phase="start"))
    board.play(special, *inputs)
    return board


def test_each_try_costs_a_command_point_and_may_be_repeated() -> None:
    """KEN-SPO-13, KEN-SPO-16: failed, then passed; two points of five are gone, the rest is not needed."""
    board = ordered(flying_state(), "a", (9,), "a", (1,), "keep", "done")
    assert board.state.side(BLUE).pool == 3
    assert not board.state.units["a"].fleeing


def test_who_still_flees_runs_on_and_can_do_nothing_more() -> None:
    """KEN-SPO-17, KEN-SPO-18: all AP are spent in one flight of 2d10."""
    board = ordered(flying_state(), "done", (4, 5))
    one = board.state.units["a"]
    fled = next(e for e in board.events if isinstance(e, UnitFled))
    assert (one.ap, one.fleeing, fled.distance) == (0, True, 9 * CM)


def test_heinin_near_the_enemy_are_tried_in_vain() -> None:
    """KEN-ARM-12, KEN-STA-39: nothing is measured before the Command Point is spent; then they run on."""
    board = ordered(flying_state(traits=("heinin",)), "a", "done", (4, 5))
    assert board.state.side(BLUE).pool == 4
    assert board.state.units["a"].fleeing
