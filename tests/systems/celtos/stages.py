"""Set-ups and phases other than activations, played with given dice and answers."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from app.engine.asks import AnyAsk
from app.engine.events import Event, Seat
from app.engine.flow import Roll
from app.engine.geometry import CM, Point
from app.engine.session import Checkpoint, Session
from app.engine.system import PhaseId, Setup, SideSetup
from app.systems.celtos.cases.staging import CeltosStaging
from app.systems.celtos.state import State
from app.systems.celtos.system import SYSTEM
from tests.systems.boards import rows

RED, BLUE, GREEN, GOLD = Seat("red"), Seat("blue"), Seat("green"), Seat("gold")
SEATS = (RED, BLUE, GREEN, GOLD)
BANDS = ("black-pass", "reeds-and-claws", "autumn-gale", "cedar-bell")
Answer = Callable[[AnyAsk], Any]
"""What to answer a question; ``None``: a sample."""


def spot(x: int, y: int) -> Point:
    """A place in centimetres from the north-west corner."""
    return Point(x * CM, y * CM)


def agreed(scenario: str = "open-field", players: int = 2, bands: tuple[str, ...] = BANDS, **options: Any) -> Setup:
    """A set-up with ready bands."""
    sides = tuple(SideSetup(seat, {"sample": bands[n]}) for n, seat in enumerate(SEATS[:players]))
    return Setup(scenario, sides, options)


class Opening:
    """A set-up being played: dice from a list, then by chance; answers as told, else by sample."""

    def __init__(self, chosen: Setup, dice: tuple[int, ...] = (), answer: Answer | None = None, seed: int = 0) -> None:
        self.rng, self.dice, self.say = Random(seed), list(dice), answer
        self.state: State = SYSTEM.begin(chosen)
        self.events: list[Event] = []
        self.asked: list[str] = []
        self.rolls: list[str] = []
        self.last: Session[State] | None = None

    def run(self, until: str = "marker") -> State:
        """The set-up is played to the phase, or to the first question about this."""
        while (phase := SYSTEM.next_phase(self.state)) is not None and phase != until:
            session = Session(SYSTEM, Checkpoint(PhaseId(phase), self.state))
            self.last = session
            while not session.over:
                if any(q.about == until for q in session.questions()):
                    return session.state
                self.step(session)
            self.state = session.state
            self.events += session.events
        return self.state

    def step(self, session: Session[State]) -> None:
        """One answer or one throw."""
        if isinstance(session.waiting, Roll):
            count = session.waiting.dice.count
            self.rolls.append(session.waiting.why)
            session.throw(tuple(self.dice.pop(0) if self.dice else self.rng.randint(1, 10) for _ in range(count)))
            return
        question = session.questions()[0]
        self.asked.append(f"{question.seat} {question.about}")
        given = self.say(question) if self.say else None
        raw = question.domain.write(question.domain.sample(self.rng)) if given is None else given
        no = session.answer(question.seat, raw)
        assert no is None, (question.about, raw, no)

    def told(self, kind: str) -> list[Any]:
        """Events of one kind so far."""
        return [e for e in self.events if e.kind == f"celtos.{kind}"]


class Phase:
    """A phase begun from a position written as in case files."""

    def __init__(self, text: str) -> None:
        phase, state = CeltosStaging().position(rows(text))
        self.session = Session(SYSTEM, Checkpoint(phase, state))

    @property
    def state(self) -> State:
        """As it stands."""
        return self.session.state

    def roll(self, *faces: int) -> Phase:
        """These dice fall, each in a roll of its own."""
        for face in faces:
            self.session.throw((face,))
        return self

    def say(self, about: str, raw: Any) -> Phase:
        """The question is this one, and the answer is taken."""
        (question,) = self.session.questions()
        assert question.about == about
        no = self.session.answer(question.seat, raw)
        assert no is None, no
        return self

    def told(self, kind: str) -> list[Any]:
        """Events of one kind so far."""
        return [e for e in self.session.events if e.kind == f"celtos.{kind}"]


def after(phase: Phase) -> str | None:
    """The phase that follows."""
    return SYSTEM.next_phase(phase.state)
