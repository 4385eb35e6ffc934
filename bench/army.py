"""A whole battle between the largest historical armies, answer by answer: Sekigahara, 44 units and 201 stands.

Random answers from a fixed seed are kept once; every round gives them again and takes the time of each, with the dice
that follow it, and of making the next question with all its options ready for the page.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from app.engine.asks import Json
from app.engine.events import Seat
from app.engine.flow import Roll
from app.engine.session import Checkpoint, Session
from app.engine.system import Setup, SideSetup
from app.systems import system_of

SYSTEM = system_of("daimyo")
SIDES = (("red", "sekigahara-west"), ("blue", "sekigahara-east"))
SETUP = Setup("sekigahara", tuple(SideSetup(Seat(seat), {"sample": army}) for seat, army in SIDES))
SEED = 5
Input = tuple[str, str, Json]
"""Who answers which question with what; a throw has no seat and its faces."""


def sessions(state: Any) -> Iterator[Session[Any]]:
    """Each phase of a battle, the next one from where the one before ended."""
    while (phase := SYSTEM.next_phase(state)) is not None:
        session = Session(SYSTEM, Checkpoint(phase, state))
        yield session
        state = session.state


def battle() -> list[Input]:
    """A battle to its end."""
    rng, found = Random(SEED), list[Input]()
    for session in sessions(SYSTEM.begin(SETUP)):
        while not session.over:
            if isinstance(session.waiting, Roll):
                dice = session.waiting.dice
                faces = tuple(rng.randint(1, dice.sides) for _ in range(dice.count))
                session.throw(faces)
                found.append(("", "dice", faces))
                continue
            question = session.questions()[0]
            raw = question.domain.write(question.domain.sample(rng))
            assert session.answer(question.seat, raw) is None
            found.append((question.seat, question.about, raw))
    return found


def timed(inputs: list[Input]) -> tuple[list[tuple[str, float]], list[float]]:
    """Milliseconds of each answer with the dice that follow it, and of each question made ready for the page."""
    answers, questions, row = list[tuple[str, float]](), list[float](), iter(inputs)
    for session in sessions(SYSTEM.begin(SETUP)):
        while not session.over:
            seat, about, raw = next(row)
            began = perf_counter()
            if seat:
                assert session.answer(Seat(seat), raw) is None
            else:
                session.throw(raw)
            spent = (perf_counter() - began) * 1000
            if seat or not answers:
                answers.append((about, spent))
            else:
                answers[-1] = (answers[-1][0], answers[-1][1] + spent)
            if not isinstance(session.waiting, Roll) and not session.over:
                began = perf_counter()
                session.questions()[0].domain.describe()
                questions.append((perf_counter() - began) * 1000)
    return answers, questions


def heaviest(rounds: int) -> dict[str, tuple[float, ...]]:
    """For each figure its value in every round; what is heaviest is so by its median over the rounds."""
    inputs = battle()
    taken = [timed(inputs) for _ in range(rounds)]
    answers = [[round_[0][n][1] for round_ in taken] for n in range(len(taken[0][0]))]
    questions = [[round_[1][n] for round_ in taken] for n in range(len(taken[0][1]))]
    worst = max(range(len(answers)), key=lambda n: median(answers[n]))
    return {
        f"sekigahara: heaviest of {len(answers)} answers ({taken[0][0][worst][0]})": tuple(answers[worst]),
        "sekigahara: an answer in the middle": tuple(median(spent for _, spent in found) for found, _ in taken),
        "sekigahara: heaviest next question": tuple(max(questions, key=median)),
    }
