"""Charges that are interrupted, and charges that interrupt (KEN-WRN-18); dice and answers drawn at random."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import app.systems.kensei.system  # noqa: F401 - opens the doors between its chapters
from app.engine.asks import Ask
from app.engine.flow import Roll
from app.engine.refusals import Refusal
from app.engine.shapes import overlaps
from app.systems.kensei.army import Unit, Warning
from app.systems.kensei.charging.flow import charge
from app.systems.kensei.charging.rules import refuse_charge
from app.systems.kensei.measure import parts
from app.systems.kensei.moving.ways.travel import on_table, refuse_place
from app.systems.kensei.state import State
from tests.systems.kensei.fields import BLUE, EAST, NORTH, RED, SOUTH, WEST, Board, at, field, hero, loose, riders, unit


def ambush(response: str = "charge", **more: Any) -> State:
    """A of blue 8 cm before B of red; C of red waits 6 cm beside A for whoever declares a charge."""
    warning = Warning(trigger={"type": "enemy_declares_charge", "against": "any"}, response=response, turn=1)
    waiting = unit("C", RED, "72.25", 61, WEST, warning=warning, **more)
    return field(unit("A", BLUE, 60, 60, NORTH), unit("B", RED, 60, 52, SOUTH), waiting, phase="charges")


def run(state: State, *inputs: Any) -> Board:
    """A has charged B with these answers and dice."""
    board = Board(state)
    board.play(lambda game: charge(game, "A", "B"), *inputs)
    return board


def test_a_charge_that_is_met_by_an_attack_of_opportunity_is_lost() -> None:
    board = run(ambush(), "C", (8,))
    assert [(one.by, one.on) for one in board.state.contacts] == [("C", "A")]
    assert board.state.units["C"].ap == 1
    assert board.state.units["C"].charge_bonus
    assert not board.state.units["A"].failed_charge
    assert board.state.units["A"].at == at(60, 60)


def test_a_charge_goes_on_if_the_attack_of_opportunity_falls_short_or_is_not_made() -> None:
    board = run(ambush(), "C", (2,), "withstand", (8,))
    assert [(one.by, one.on) for one in board.state.contacts] == [("A", "B")]
    assert board.state.units["C"].failed_charge == 1
    passed = run(ambush(), "pass", "withstand", (8,))
    assert [(one.by, one.on) for one in passed.state.contacts] == [("A", "B")]


def test_a_unit_that_is_charging_can_only_withstand_the_attack_of_opportunity() -> None:
    board = run(ambush(), "C", (8,))
    reactions = [event for event in board.events if event.kind == "kensei.reaction-chosen"]
    assert [getattr(one, "answer", "") for one in reactions] == ["withstand"]


def test_a_march_and_charge_of_opportunity_needs_no_dice_where_it_reaches() -> None:
    board = run(ambush("move_then_charge"), "C")
    assert [(one.by, one.on) for one in board.state.contacts] == [("C", "A")]
    assert board.state.units["C"].ap == 0


def gauntlet(**more: Any) -> State:
    """A of blue 18 cm before B of red; archers of red wait beside the way for whoever comes within 10 cm of B."""
    trigger = {"type": "enemy_within", "cm": 10, "of": "B"}
    archers = unit("C", RED, "80", 60, WEST, ranged="yumi", warning=Warning(trigger=trigger, turn=1), **more)
    return field(unit("A", BLUE, 60, 70, NORTH), unit("B", RED, 60, 52, SOUTH), archers, phase="charges")


def rush(state: State, *inputs: Any) -> Board:
    """A has run and charged B with these answers and dice."""
    board = Board(state)
    board.play(lambda game: charge(game, "A", "B", with_move="run"), *inputs)
    return board


def test_a_charge_is_shot_at_where_it_comes_within_the_distance_that_was_fixed() -> None:
    board = rush(gauntlet(), "withstand", "C", (8, 8, 1, 1, 1, 1, 1, 1, 1, 1), (9, 9), (9, 9))
    (first, second) = [event for event in board.events if event.kind == "kensei.charge-moved"]
    assert getattr(first, "at", None) == at(60, 62)
    assert getattr(second, "at", None) == at(60, 52)
    assert len(board.state.units["A"].models) == 8
    assert [(one.by, one.on) for one in board.state.contacts] == [("A", "B")]


def test_a_charge_that_is_not_shot_at_is_told_in_one_piece_but_for_the_halt() -> None:
    board = rush(gauntlet(), "withstand", "pass")
    assert [event.kind for event in board.events].count("kensei.charge-moved") == 2
    assert board.state.fighting("A")


def test_a_charger_who_runs_from_the_arrows_has_lost_his_charge() -> None:
    hits = (8,) * 6 + (1,) * 4
    board = rush(gauntlet(), "withstand", "C", hits, (9,) * 6, (9,) * 6, (10,), (4, 4))
    assert board.state.units["A"].fleeing
    assert not board.state.contacts
    assert "charge-failed" not in board.kinds()


# -- anything at all ---------------------------------------------------------------------------


def body(rng: Random, id: str) -> Unit:
    """Some unit somewhere."""
    seat, x, y = (BLUE, RED)[int(id[1:]) % 2], rng.randint(25, 95), rng.randint(25, 95)
    facing = rng.choice((NORTH, EAST, SOUTH, WEST, rng.randrange(36_000)))
    kind = rng.choice(("foot", "foot", "horse", "loose", "hero"))
    if kind == "foot":
        return unit(id, seat, x, y, facing, rng.randint(3, 14), rng.randint(3, 5))
    if kind == "horse":
        return riders(id, seat, x, y, facing, rng.randint(2, 8))
    if kind == "hero":
        return hero(id, seat, x, y)
    return loose(id, seat, *((x + 6 * (n % 2), y + 6 * (n // 2)) for n in range(rng.randint(2, 5))))


def melee(rng: Random) -> State:
    """Some units that stand clear of each other."""
    units: list[Unit] = []
    for number in range(7):
        one = body(rng, f"u{number}")
        if refuse_place(field(*units, one), one) is None:
            units.append(one)
    return field(*units, phase="charges")


def answer(rng: Random, effect: Any) -> Any:
    """Dice or a legal answer, drawn at random."""
    if isinstance(effect, Roll):
        return tuple(rng.randint(1, effect.dice.sides) for _ in range(effect.dice.count))
    assert isinstance(effect, Ask)
    drawn = effect.domain.sample(rng)
    assert not isinstance(effect.domain.refuse(drawn), Refusal)
    return drawn


@pytest.mark.parametrize("seed", range(24))
def test_no_charge_ends_on_another_body_or_off_the_table(seed: int) -> None:
    rng = Random(seed)
    board = Board(melee(rng))
    for _ in range(4):
        state = board.state
        pairs = [
            (unit.id, foe.id, mode) for unit in state.fielded() for foe in state.enemies_of(unit.seat)
            for mode in ("", "march", "run") if refuse_charge(state, unit, foe, mode) is None
        ]  # fmt: skip
        if not pairs:
            return
        mover, foe, mode = rng.choice(pairs)
        board.state = state.with_(go=state.units[mover].seat)
        running, reply = charge(board, mover, foe, with_move=mode), None
        while True:
            try:
                effect = running.send(reply)
            except StopIteration:
                break
            reply = answer(rng, effect)
        bodies = [parts(board.state, one) for one in board.state.fielded()]
        assert all(on_table(board.state, one) for one in bodies)
        for number, one in enumerate(bodies):
            for other in bodies[number + 1 :]:
                assert not any(overlaps(a, b, 60) for a in one for b in other), (seed, mover, foe)
