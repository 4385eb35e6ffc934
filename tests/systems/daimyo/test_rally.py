"""Rallying from rout and from frenzy."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.domains import Choice, Menu
from app.systems.daimyo.morale.events import MoraleTested
from app.systems.daimyo.morale.rules import refuse_rallied, refuse_rally
from app.systems.daimyo.rallying.events import CalmTried
from app.systems.daimyo.rallying.phase import rally
from app.systems.daimyo.state import State, Unit
from tests.systems.daimyo.nerves import BLUE, RED, SOUTH, Board, field, leader, play, unit

ROUTING: dict[str, Any] = {"routing": True, "routing_since": 2, "routs": 1, "rout_moves": 1, "disordered": True}
FRENZIED: dict[str, Any] = {"frenzied_since": 2}


def acting(*units: Unit, **more: Any) -> State:
    """Red's clan active, its Daimyo near (90, 60)."""
    fields = {"leaders": [leader("red-L1", RED, 90, 70)], "active": "red-c1", **more}
    return field(*units, unit("Z", BLUE, "samurai", 5, 5, SOUTH), **fields)


def upset(made: str = "samurai", **more: Any) -> Unit:
    """Red's unit A."""
    return unit("A", RED, made, 90, 60, SOUTH, **more)


def why_not(board: Board, number: int = 0) -> dict[str, str]:
    """What a question says against its options."""
    return {key: option.no.code for key, option in menu(board, number).options.items() if option.no is not None}


def menu(board: Board, number: int) -> Menu:
    """What was asked."""
    domain = board.asks[number].domain
    assert isinstance(domain, Menu)
    return domain


def test_nobody_is_asked_where_nobody_may_try() -> None:
    for state in (acting(upset()), acting(upset(**{**ROUTING, "rout_moves": 0}))):
        board = play(state, rally)
        assert (board.kinds(), board.asks) == (["phase-began"], [])


def test_who_passes_rallies_and_stays_disordered() -> None:
    board = play(acting(upset(**ROUTING)), rally, "A", (4, 4))
    me = board.unit("A")
    (event,) = [e for e in board.events if isinstance(e, MoraleTested)]
    assert (event.reason, event.column, event.needed, event.total) == (8, "rally", 5, 5)
    assert {line.id: line.adds for line in event.lines} == {"M8": -1, "M15": -2}
    assert (me.routing, me.rallied, me.disordered, me.rally_tried) == (False, True, True, True)
    assert board.rolls[0].why == "rally"
    assert refuse_rallied(me) is not None


@pytest.mark.parametrize("pair", [(4, 3), (1, 1)])
def test_who_fails_disperses(pair: tuple[int, int]) -> None:
    board = play(acting(upset(**ROUTING)), rally, "A", pair)
    assert board.unit("A").fate == "dispersed"
    assert board.state.side(RED).units_lost == 1


def test_a_natural_12_rallies_without_frenzy() -> None:
    board = play(acting(upset(**ROUTING)), rally, "A", (6, 6))
    assert board.unit("A").rallied
    assert not board.unit("A").frenzied


@pytest.mark.parametrize(("more", "code"), [
    ({"rout_moves": 0}, "rally.no-rout-move"), ({"routing_since": 3}, "rally.broke-now"),
    ({"rally_tried": True}, "rally.tried"), ({"shot_at": True}, "rally.shot-at"), ({"routs": 2}, "rally.second-rout"),
])  # fmt: skip
def test_why_a_router_may_not_try(more: dict[str, Any], code: str) -> None:
    me = upset(**{**ROUTING, **more})
    no = refuse_rally(acting(me), me)
    assert no is not None
    assert no.code == code
    asked = play(acting(me, unit("B", RED, "samurai", 60, 60, **ROUTING)), rally, "done")
    assert why_not(asked) == {"A": code}


def test_a_unit_in_order_has_nothing_to_rally_from() -> None:
    me = upset()
    no = refuse_rally(acting(me), me)
    assert no is not None
    assert no.code == "rally.no-need"


def test_silence_tries_nothing() -> None:
    board = play(acting(upset(**ROUTING)), rally, "done")
    assert board.asks[0].default == Choice("done")
    assert board.asks[0].seat == RED
    assert board.unit("A").routing


def test_units_try_in_the_order_their_player_likes() -> None:
    units = [upset(**ROUTING), unit("B", RED, "samurai", 60, 60, **ROUTING), unit("C", RED, "samurai", 30, 60)]
    board = play(acting(*units), rally, "B", (6, 5), "A", (6, 5))
    tested = [e.unit for e in board.events if isinstance(e, MoraleTested)]
    assert tested == ["B", "A"]
    assert list(menu(board, 0).options) == ["A", "B", "done"]


def test_units_of_other_clans_are_not_asked() -> None:
    board = play(acting(upset(**ROUTING, clan="")), rally)
    assert board.asks == []


def test_a_frenzied_unit_comes_to_its_senses_or_not_and_no_roll_is_special() -> None:
    calm = play(acting(upset(**FRENZIED)), rally, "A", (3, 2))
    assert not calm.unit("A").frenzied
    assert calm.kinds() == ["phase-began", "calm-tried", "frenzy-ended"]
    for pair in ((2, 2), (1, 1)):
        wild = play(acting(upset(**FRENZIED)), rally, "A", pair)
        assert wild.unit("A").frenzied
        assert wild.unit("A").on_table
    hurt = acting(upset(**FRENZIED, stands=1, files=1)).with_unit("A", start_stands=8)
    assert play(hurt, rally, "A", (6, 6)).unit("A").frenzied
    (event,) = [e for e in wild.events if isinstance(e, CalmTried)]
    assert (event.total, event.needed, event.passed) == (2, 5, False)


def test_a_frenzied_unit_tries_once_an_activation_and_not_in_the_turn_it_began() -> None:
    board = play(acting(upset(**FRENZIED), unit("B", RED, "samurai", 60, 60, **ROUTING)), rally, "A", (1, 1), "done")
    assert why_not(board, 1) == {"A": "rally.once"}
    young = upset(frenzied_since=3)
    no = refuse_rally(acting(young), young)
    assert no is not None
    assert no.code == "rally.young-frenzy"
