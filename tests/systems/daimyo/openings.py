"""Set-ups and whole phases, played with given dice and answers, else by chance and by proposal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from app.engine.asks import AnyAsk
from app.engine.events import Event, Seat
from app.engine.flow import Roll
from app.engine.session import Checkpoint, Session
from app.engine.system import PhaseId, Setup, SideSetup
from app.systems.daimyo.scenarios.figures import scenario_of
from app.systems.daimyo.state import State
from app.systems.daimyo.system import SYSTEM

RED, BLUE = Seat("red"), Seat("blue")
Answer = Callable[[AnyAsk], Any]
"""What to answer a question as JSON; ``None``: its default."""


def points_of(key: str) -> int:
    """What a ready army costs, as the catalogue says."""
    return next(int(row["points"]) for row in SYSTEM.catalogue()["samples"] if row["id"] == key)


def agreed(scenario: str = "meeting", red: str = "", blue: str = "", **options: Any) -> Setup:
    """A set-up with ready armies: those the scenario wants, else two of 600 points or less."""
    said = scenario_of(scenario)
    usual = ("mori", "asakura") if said.shares or options.get("points") == 300 else ("takeda", "oda")
    names = [
        given or next(iter(said.armies.get(role, ())), other)
        for given, role, other in zip((red, blue), said.roles, usual, strict=True)
    ]
    sides = tuple(SideSetup(seat, {"sample": name}) for seat, name in zip((RED, BLUE), names, strict=True))
    return Setup(scenario, sides, options)


def stood(scenario: str) -> State:
    """A scenario once everybody stands as offered."""
    state, rng = SYSTEM.begin(agreed(scenario)), Random(1)
    while SYSTEM.next_phase(state) == "setup":
        session = Session(SYSTEM, Checkpoint(PhaseId("setup"), state))
        while not session.over:
            if isinstance(session.waiting, Roll):
                session.throw(tuple(rng.randint(1, 6) for _ in range(session.waiting.dice.count)))
                continue
            (question,) = session.questions()
            assert session.answer(question.seat, SYSTEM.offered(session.state, question)) is None
        state = session.state
    return state


class Opening:
    """A game being played: dice from a list, then by chance; answers as told, else the default or a sample."""

    def __init__(
        self, chosen: Setup, dice: Sequence[int] = (), answer: Answer | None = None, seed: int = 0, sample: bool = False
    ) -> None:
        self.rng, self.dice, self.say, self.samples = Random(seed), list(dice), answer, sample
        self.state: State = SYSTEM.begin(chosen)
        self.events: list[Event] = []
        self.asked: list[AnyAsk] = []
        self.rolls: list[str] = []

    def run(self, until: str = "start") -> State:
        """The game is played up to a phase."""
        while (phase := SYSTEM.next_phase(self.state)) is not None and phase != until:
            session = Session(SYSTEM, Checkpoint(PhaseId(phase), self.state))
            while not session.over:
                self.step(session)
            again = Session(SYSTEM, session.start, session.tape)
            assert again.state == session.state
            self.state = session.state
            self.events += session.events
        return self.state

    def step(self, session: Session[State]) -> None:
        """One roll or one answer."""
        waiting = session.waiting
        if isinstance(waiting, Roll):
            self.rolls.append(waiting.why)
            count, sides = waiting.dice.count, waiting.dice.sides
            faces = [self.dice.pop(0) if self.dice else self.rng.randint(1, sides) for _ in range(count)]
            session.throw(tuple(faces))
            return
        question = session.questions()[0]
        self.asked.append(question)
        assert question.about in SYSTEM.sentences
        assert question.domain.refuse(question.default) is None
        raw = self.say(question) if self.say else None
        if raw is None:
            other = question.domain.sample(self.rng) if self.samples else question.default
            raw = question.domain.write(other)
        assert session.answer(question.seat, raw) is None

    def told(self, name: str) -> list[Any]:
        """Events of a name so far."""
        return [event for event in self.events if event.kind == f"daimyo.{name}"]
