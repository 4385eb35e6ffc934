"""What is known of sight is kept while other units move, and is what looking afresh would find."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from app.conformance import draw_setup
from app.engine.flow import Roll
from app.engine.session import Checkpoint, Session
from app.systems import system_of
from app.systems.kensei.sight import sees
from app.systems.kensei.state import State

KENSEI = system_of("kensei")


def kept_as_seen(state: State) -> int:
    """For how many pairs of units what is kept agrees with a fresh look."""
    fresh = replace(state)
    units = [u for u in state.units.values() if u.on_table]
    pairs = [(a, b) for a in units for b in units if a.seat != b.seat]
    for a, b in pairs:
        assert sees(state, a, b) == sees(fresh, a, b), f"turn {state.turn}, {state.phase}: {a.id} and {b.id}"
    return len(pairs)


@pytest.mark.parametrize("seed", range(2))
def test_sight_that_was_kept_is_what_a_fresh_look_finds(seed: int) -> None:
    rng, compared = Random(seed), 0
    state: State = KENSEI.begin(draw_setup(KENSEI, rng))
    while (phase := KENSEI.next_phase(state)) is not None and state.turn < 4:
        session = Session(KENSEI, Checkpoint(phase, state))
        while not session.over:
            if isinstance(session.waiting, Roll):
                dice = session.waiting.dice
                session.throw(tuple(rng.randint(1, dice.sides) for _ in range(dice.count)))
                continue
            if session.state.turn and rng.random() < 0.1:
                compared += kept_as_seen(session.state)
            question = session.questions()[0]
            session.answer(question.seat, question.domain.write(question.domain.sample(rng)))
        state = session.state
    assert compared > 100
