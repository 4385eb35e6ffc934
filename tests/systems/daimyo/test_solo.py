"""A battle in which one side plays by itself (DAI-ACT-17)."""

from __future__ import annotations

from random import Random

from app.engine.events import Seat
from app.engine.flow import Roll
from app.engine.session import Checkpoint, Session
from app.engine.system import Setup, SideSetup
from app.systems.daimyo import SYSTEM
from app.systems.daimyo.state import State

RED, BLUE = Seat("red"), Seat("blue")
SETUP = Setup("meeting", (SideSetup(RED, {"sample": "asai"}), SideSetup(BLUE, {"sample": "mori"})),
              {"solo": True, "points": 300})  # fmt: skip


def played(turns: int, seed: int) -> tuple[State, set[Seat]]:
    """The state after so many turns of a game with random answers, and who was asked."""
    rng, state, asked = Random(seed), SYSTEM.begin(SETUP), set[Seat]()
    while (phase := SYSTEM.next_phase(state)) is not None and state.turn <= turns:
        session = Session(SYSTEM, Checkpoint(phase, state))
        while not session.over:
            if isinstance(session.waiting, Roll):
                session.throw(
                    tuple(rng.randint(1, session.waiting.dice.sides) for _ in range(session.waiting.dice.count))
                )
                continue
            (question,) = session.questions()
            asked.add(question.seat)
            session.answer(question.seat, question.domain.write(question.domain.sample(rng)))
        assert Session(SYSTEM, session.start, session.tape).state == session.state
        state = session.state
    return state, asked


def test_only_the_player_is_asked_and_the_other_army_comes() -> None:
    state, asked = played(6, 1)
    assert asked == {RED}
    start, _ = played(0, 1)
    before = {u.id: u.at for u in start.fielded(BLUE)}
    assert any(u.id in before and u.at.y > before[u.id].y for u in state.fielded(BLUE))
