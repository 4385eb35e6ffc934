"""Whoever hides in a unit is nobody to a bot of the other side, and to whoever counsels it (KEN-ARM-23)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from app.bots.counsel import advise
from app.bots.levels import NOVICE
from app.bots.thinker import think
from app.bots.uniform import pick
from app.conformance import phases
from app.engine.asks import AnyAsk
from app.engine.flow import Roll
from app.engine.session import Session
from app.engine.system import Setup, SideSetup
from app.systems import system_of
from tests.attacks.test_twins import OWNER, with_spy
from tests.systems.kensei.openings import BUKE, RED

KENSEI = system_of("kensei")
ENOUGH = 2
ABOUT = ("orders.declare", "act.movement", "act.shooting", "act.charges", "charge.reaction")


def battle(host: str, scenario: str) -> Iterator[tuple[Session[Any], AnyAsk]]:
    """What red is asked in a battle in which blue hides a Spy in this unit and says nothing."""
    sides = (SideSetup(RED, BUKE), SideSetup(OWNER, with_spy(host)))
    rng, setup = Random(4), Setup(scenario, sides, {"points": 1000})
    for session in phases(KENSEI, KENSEI.begin(setup)):
        while not session.over:
            if isinstance(session.waiting, Roll):
                dice = session.waiting.dice
                session.throw(tuple(rng.randint(1, dice.sides) for _ in range(dice.count)))
                continue
            question = session.questions()[0]
            raw = question.domain.write(question.default)
            if question.seat == RED:
                yield session, question
                raw = pick(question, rng)
            assert session.answer(question.seat, raw) is None


@pytest.mark.parametrize("scenario", ["head_hunt", "pitched_battle"])
def test_in_which_unit_a_spy_hides_makes_no_difference_to_a_bot_or_to_counsel(scenario: str) -> None:
    looked = 0
    for (one, question), (other, same) in zip(battle("u1", scenario), battle("u2", scenario), strict=True):
        assert question.about == same.about
        if not one.state.hides(OWNER) or question.about not in ABOUT or question.domain.only() is not None:
            continue
        assert msgspec.json.encode(one.state) != msgspec.json.encode(other.state)
        assert think(one, RED, NOVICE, "seed") == think(other, RED, NOVICE, "seed")
        assert advise(one, RED, NOVICE, "seed") == advise(other, RED, NOVICE, "seed")
        looked += 1
        if looked == ENOUGH:
            break
    assert looked == ENOUGH


def test_who_hides_is_a_model_of_his_unit_to_the_enemy_and_himself_to_his_own_side() -> None:
    session = next(one for one, _ in battle("u1", "head_hunt") if one.state.hides(OWNER))
    state, (spy,) = session.state, [unit for unit in session.state.units.values() if unit.entry == "spy"]
    host = state.units[spy.host]
    believed = KENSEI.imagine(state, RED, Random(1))
    assert spy.id not in believed.units
    assert len(believed.units[host.id].models) == len(host.models) + 1
    assert KENSEI.view(believed, RED) == KENSEI.view(state, RED)
    assert KENSEI.imagine(state, OWNER, Random(1)).units[spy.id] == spy
