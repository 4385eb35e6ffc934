"""Battles that chance plays."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from app.engine.flow import Roll
from app.engine.session import Session
from app.systems.kensei.state import State


def asked(session: Session[State], rng: Random) -> Iterator[State]:
    """What stands before each answer of a phase, until it is over; dice and answers fall by chance."""
    while not session.over:
        if isinstance(session.waiting, Roll):
            dice = session.waiting.dice
            session.throw(tuple(rng.randint(1, dice.sides) for _ in range(dice.count)))
            continue
        question = session.questions()[0]
        yield session.state
        session.answer(question.seat, question.domain.write(question.domain.sample(rng)))
