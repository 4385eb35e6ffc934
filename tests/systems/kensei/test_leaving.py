"""Characters who break away from a Combat, and those who run after them (KEN-CNF-06 to KEN-CNF-11, KEN-CNF-30)."""

from __future__ import annotations

from app.engine.session import Session
from app.systems.kensei.duels.leaving import leave_combat
from app.systems.kensei.state import State
from app.systems.kensei.stats.lines import lines
from tests.systems.kensei.brawls import brawl, character, flow_of, met, play, said, throw, told, troop, why
from tests.systems.kensei.fields import at

A = troop("A", "one", place=at(60, 60))
B = troop("B", "two", "heishi", place=at(60, 60), facing=18_000)
H = character("H", "one", host="A")
K = character("K", "two", "samurai_daisho", host="B")


def broken_off(*dice: tuple[int, ...]) -> Session[State]:
    """A Busho in the front rank of a unit that fights to its north tries to break away."""
    game = play(flow_of(leave_combat, "H"), brawl(A, B, H, K, contacts=(met("B", "A"),)))
    throw(game, *dice)
    return game


def test_who_fails_stays_where_he_is() -> None:
    game = broken_off((1,), (9,))
    assert game.over
    assert game.state.units["H"].host == "A"
    # The Daisho is the swiftest of the enemies.
    assert [event.unit for event in told(game, "opposed")] == ["H", "K"]


def test_who_wins_goes_where_his_dice_let_him() -> None:
    game = broken_off((9,), (1,), (5, 6))
    assert why(game) == "leave.to"
    (question,) = game.questions()
    assert game.refuse(question.seat, [60_000, 50_000]) is not None, "through the enemy"
    no = game.refuse(question.seat, [60_000, 80_000])
    assert no is not None
    assert no.code == "leave.too-far"
    no = game.refuse(question.seat, [51_000, 61_250])
    assert no is not None
    assert no.code == "leave.near"
    said(game, "one", [60_000, 71_000])
    assert game.state.units["H"].models[0].at == at(60, 71)
    assert not game.state.units["H"].host
    lost = [line.adds for line in lines(game.state, game.state.units["A"], "honour")]
    assert -1 in lost
    assert why(game) == "leave.pursue"
    said(game, "two", "no")
    assert game.over


def test_a_pursuer_who_reaches_him_strikes_first() -> None:
    game = broken_off((9,), (1,), (5, 6))
    said(game, "one", [60_000, 71_000])
    said(game, "two", "yes")
    throw(game, (9,), (1,), (9, 9))
    assert [event.unit for event in told(game, "opposed")][2:] == ["K", "H"]
    assert not game.state.units["K"].host
    assert game.state.foes_of("H")[0].id == "K"
    throw(game, (9, 1), (9,), (9,))
    assert told(game, "damage-rolled")[0].target == "H"
    throw(game, (1, 1))
    assert game.over
    assert {game.state.units[id].formed for id in ("H", "K")} == {True}


def test_a_pursuer_who_falls_short_and_has_no_way_stays_with_his_unit() -> None:
    game = broken_off((9,), (1,), (5, 6))
    said(game, "one", [60_000, 71_000])
    said(game, "two", "yes")
    throw(game, (9,), (1,), (1, 2))
    assert game.over
    assert game.state.units["K"].host == "B", "the enemy is in his way"
