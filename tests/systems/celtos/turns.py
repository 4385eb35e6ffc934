"""Positions written as in case files, and an activation played with given dice and answers."""

from __future__ import annotations

from typing import Any

from app.engine.events import Event, Seat
from app.engine.flow import Roll
from app.engine.refusals import Refusal
from app.engine.session import Checkpoint, Session
from app.engine.system import PhaseId
from app.systems.celtos.state import State
from app.systems.celtos.system import SYSTEM
from tests.systems.celtos.volleys import position

RED, BLUE = Seat("red"), Seat("blue")


class Play:
    """An activation being played."""

    def __init__(self, state: State | str) -> None:
        start = position(state) if isinstance(state, str) else state
        self.session = Session(SYSTEM, Checkpoint(PhaseId("activation"), start))

    @property
    def state(self) -> State:
        """As it stands."""
        return self.session.state

    @property
    def about(self) -> str:
        """What is asked, the reason of the roll that is called for, or ``over``."""
        waiting = self.session.waiting
        if waiting is None:
            return "over"
        return f"roll {waiting.why}" if isinstance(waiting, Roll) else self.session.questions()[0].about

    @property
    def seat(self) -> str:
        """Who is asked."""
        return str(self.session.questions()[0].seat)

    def say(self, about: str, raw: Any) -> Play:
        """The question is this one, and the answer is taken."""
        assert self.about == about
        no = self.session.answer(Seat(self.seat), raw)
        assert no is None, no
        return self

    def refused(self, raw: Any) -> Refusal:
        """Why this answer to the open question is not taken."""
        no = self.session.refuse(Seat(self.seat), raw)
        assert no is not None
        return no

    def roll(self, why: str, *faces: int) -> Play:
        """These dice fall; they are called for, and for this."""
        assert self.about == f"roll {why}"
        self.session.throw(faces)
        return self

    def order(self, unit: str, *order: Any) -> Play:
        """The unit is activated and given its first order: a key, and what lies below it."""
        return self.say("activation.unit", {"pick": unit, "then": nested(*order)})

    def next(self, *order: Any) -> Play:
        """The active unit is given its next order."""
        return self.say("activation.order", nested(*order))

    def open(self, *path: str) -> tuple[str, ...]:
        """The open options of the question, below these picks."""
        domain: Any = self.session.questions()[0].domain
        for key in path:
            domain = domain.options[key].then()
        return tuple(key for key in domain.options if no_of(domain.options[key]) is None)

    def offered(self) -> Any:
        """The moves the server offers."""
        domain: Any = self.session.questions()[0].domain
        return domain.write(domain.offered)

    def fight(self, *faces: int) -> Play:
        """All is answered by silence until the next order; these dice fall in the order they are called for."""
        left = list(faces)
        while self.about not in ("activation.order", "over"):
            waiting = self.session.waiting
            if isinstance(waiting, Roll):
                self.session.throw(tuple(left[: waiting.dice.count]))
                left = left[waiting.dice.count :]
            else:
                question = self.session.questions()[0]
                self.say(question.about, question.domain.write(question.default))
        assert not left
        return self

    def kinds(self) -> list[str]:
        """Every event so far, by its kind."""
        return [event.kind.removeprefix("celtos.") for event in self.session.events]

    def events(self, kind: str) -> list[Any]:
        """Events of one kind."""
        found: list[Event] = [e for e in self.session.events if e.kind == f"celtos.{kind}"]
        return found


def no_of(option: Any) -> Refusal | None:
    """Why an option is closed."""
    no: Refusal | None = option if option is None or isinstance(option, Refusal) else option.no
    return no


def nested(key: str, *below: Any) -> Any:
    """An order as the wire has it."""
    return {"pick": key, "then": below[0]} if below else key


DUEL = """
unit Bows red models=2 at=20,60 weapons=yumi,tanto
unit Mates red models=1 at=150,110
unit Guns blue models=2 at=20,40 weapons=hankyu,tanto
unit Watch blue models=1 at=40,40 weapons=yumi reaction
unit Foxes blue models=1 at=150,10
"""


def aimed(rows: str = DUEL, target: str = "Guns") -> Play:
    """The bows have been ordered to shoot."""
    return Play(rows).order("Bows", "shoot", target)


RUSH = """
unit Wolves red models=2 at=20,60 weapons=katana
unit Mates red models=1 at=150,110
unit Pikes blue models=2 at=20,50 weapons=yumi,tanto
unit Watch blue models=1 at=30,50 weapons=yumi
unit Foxes blue models=1 at=150,10
"""


def rushed(rows: str = RUSH) -> Play:
    """The wolves have been ordered to assault the pikes."""
    return Play(rows).order("Wolves", "assault", "Pikes")
