"""Flows: rules written as ordinary code that pauses for answers and dice.

A flow is an ``async def`` driven by hand.  There is no event loop: the only
things it can await are the pauses below, and whoever drives it (a session in
play or replay, odds, another flow) decides what each pause returns.
"""

from __future__ import annotations

from collections.abc import Coroutine, Generator
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from app.engine.asks import A, Ask, AskAll
from app.engine.dice import Dice, Faces
from app.engine.events import Event, Seat
from app.engine.refusals import Clause

T = TypeVar("T")
S_co = TypeVar("S_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Roll:
    """A request for dice.  The driver, not the rules, decides how they fall."""

    dice: Dice
    why: str
    clause: Clause
    by: Seat | None = None


Effect = Ask[Any] | AskAll[Any] | Roll
Flow = Coroutine[Effect, Any, T]


@dataclass(frozen=True, slots=True)
class Pause(Generic[T]):
    """An effect that is being waited for."""

    effect: Effect

    def __await__(self) -> Generator[Effect, T, T]:
        return (yield self.effect)


def ask(question: Ask[A]) -> Pause[A]:
    """The seat's legal answer."""
    return Pause(question)


def ask_all(question: AskAll[A]) -> Pause[dict[Seat, A]]:
    """Every seat's answer, in the order of the questions, once all are in."""
    return Pause(question)


def roll(dice: Dice, why: str, clause: Clause, by: Seat | None = None) -> Pause[Faces]:
    """The faces that fell, in the order they lie."""
    return Pause(Roll(dice, why, clause, by))


async def decide(question: Ask[A]) -> A:
    """The seat's answer; a question of which one legal answer is known to be the only one answers itself."""
    only = question.domain.only()
    return only if only is not None else await ask(question)


async def decide_all(questions: tuple[Ask[A], ...]) -> dict[Seat, A]:
    """Every seat's secret answer, in the order of the questions; who can give but one is not asked."""
    forced = {q.seat: only for q in questions if (only := q.domain.only()) is not None}
    open_ = tuple(q for q in questions if q.seat not in forced)
    given = await ask_all(AskAll(open_)) if open_ else {}
    answers = {**forced, **given}
    return {q.seat: answers[q.seat] for q in questions}


class Game(Protocol[S_co]):
    """What a flow may touch: read the state, record an event."""

    @property
    def state(self) -> S_co:
        """The state as of now.  Read it afresh after every pause."""
        ...

    def emit(self, event: Event) -> None:
        """Record an event and fold it into the state."""
        ...
