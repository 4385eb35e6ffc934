"""What a system says may be taken back: it always may, whoever plays what, and the same is asked again."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from app.conformance import draw_setup
from app.engine.asks import AnyAsk, Ask, Json
from app.engine.digest import canonical
from app.engine.flow import Roll
from app.engine.returning import picks_of, returns, ways_of
from app.engine.session import Checkpoint, Session
from app.systems.celtos.system import SYSTEM as CELTOS
from app.systems.daimyo.system import SYSTEM as DAIMYO
from app.systems.kensei.system import SYSTEM as KENSEI
from app.systems.ronin.system import SYSTEM as RONIN

SYSTEMS = {system.key: system for system in (RONIN, CELTOS, DAIMYO, KENSEI)}
ENOUGH = {"ronin": 1, "celtos": 0, "daimyo": 40, "kensei": 100}
"""So many answers at least that a system says may be taken back are found in its games."""
FIRST, GAMES = 1, 4
TRIES = 6
"""How often an answer is drawn until it is one of those."""


class Walk:
    """A random game, played as a table plays it: what has one possible answer is answered by itself."""

    def __init__(self, system: Any, seed: int) -> None:
        self.system, self.rng = system, Random(seed)
        self.found: list[str] = []

    def play(self) -> None:
        """The game has ended; every answer that may be taken back was taken back once, and given again."""
        state = self.system.begin(draw_setup(self.system, self.rng))
        while (phase := self.system.next_phase(state)) is not None:
            session: Session[Any] = Session(self.system, Checkpoint(phase, state))
            while not session.over:
                self.step(session)
            state = session.state

    def step(self, session: Session[Any]) -> None:
        """Dice are thrown, or somebody answers."""
        if isinstance(session.waiting, Roll):
            dice = session.waiting.dice
            session.throw(tuple(self.rng.randint(1, dice.sides) for _ in range(dice.count)))
            return
        asked = self.rng.choice(session.questions())
        ways = ways_of(self.system, asked.about, asked.domain.describe())
        raw = self.drawn(asked, ways)
        before = shown(asked)
        answer(session, asked, raw)
        if returns(ways, picks_of(raw)):
            self.found.append(asked.about)
            self.taken_back(session, asked, raw, before)

    def drawn(self, asked: AnyAsk, ways: Any) -> Json:
        """An answer: if it can be found, one that may be taken back."""
        raws = [asked.domain.write(asked.domain.sample(self.rng)) for _ in range(TRIES if ways else 1)]
        return next((raw for raw in raws if returns(ways, picks_of(raw))), raws[0])

    def taken_back(self, session: Session[Any], asked: AnyAsk, raw: Json, before: bytes) -> None:
        """The answer may be taken back, brings the same question back, and can be given again."""
        what = f"{asked.about} {picks_of(raw)}"
        assert not session.over, f"{what} ends the phase"
        assert not isinstance(session.waiting, Roll), f"{what} throws dice"
        assert session.refuse_undo(asked.seat) is None, f"{what} cannot be taken back"
        assert {one.seat for one in session.questions()} == {asked.seat}, f"{what} passes the go"
        assert session.undo(asked.seat) is None
        again = session.question(asked.seat)
        assert again is not None
        assert shown(again) == before, f"{what} brings back another question"
        answer(session, again, raw)


def shown(asked: AnyAsk) -> bytes:
    """A question as its seat is told it."""
    return canonical([asked.about, asked.seat, dict(asked.facts), asked.domain.describe()])


def answer(session: Session[Any], asked: AnyAsk, raw: Json) -> None:
    """It is answered, and so is what follows by itself."""
    assert session.answer(asked.seat, raw) is None
    while getattr(session.system, "plain", False) and isinstance(one := session.waiting, Ask) and not one.secret:
        only = one.domain.only()
        if only is None or session.answer(one.seat, one.domain.write(only), given=True):
            return


@pytest.mark.parametrize("key", SYSTEMS)
def test_what_a_system_says_may_be_taken_back_always_may(key: str) -> None:
    found: list[str] = []
    for seed in range(FIRST, FIRST + GAMES):
        walk = Walk(SYSTEMS[key], seed)
        walk.play()
        found += walk.found
    assert len(found) >= ENOUGH[key]


@pytest.mark.parametrize("key", SYSTEMS)
def test_what_may_be_taken_back_is_said_of_questions_that_are_asked(key: str) -> None:
    system = SYSTEMS[key]
    assert {about for about, _ in system.returning} <= set(system.sentences)


def test_a_way_fits_answers_that_begin_with_it() -> None:
    ways = (("*", "go"), ("hq",))
    assert returns(ways, ["a", "go"])
    assert returns(ways, ["a", "go", "there"])
    assert returns(ways, ["hq"])
    assert not returns(ways, ["a"])
    assert not returns(ways, ["a", "charge"])
    assert not returns((), ["a"])
    assert picks_of({"pick": "a", "then": {"pick": "go", "then": [1, 2]}}) == ["a", "go"]
    assert picks_of("done") == ["done"]


class Declares:
    """What is declared for a question while more pieces than one may be picked."""

    returning = (("move", ("+", "go")), ("order", ()))


def test_a_way_may_need_another_piece_that_could_be_picked() -> None:
    rows = [{"key": "a", "piece": "a", "no": None}, {"key": "b", "piece": "b", "no": None}]
    done, shut = {"key": "done", "no": None}, {**rows[1], "no": {"code": "x"}}
    two, one = {"options": [*rows, done]}, {"options": [rows[0], shut, done]}
    assert ways_of(Declares(), "move", two) == (("a", "go"), ("b", "go"))
    assert ways_of(Declares(), "move", one) == ()
    assert ways_of(Declares(), "order", one) == ((),)
    assert ways_of(Declares(), "other", two) == ()
