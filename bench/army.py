"""Whole battles of armies, answer by answer: Sekigahara (44 units, 201 stands), and two hosts of 200 models in ranks.

Random answers from a fixed seed are kept once; every round gives them again and takes the time of each, with the dice
that follow it, and of making the next question with all its options ready for the page.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from statistics import median
from time import process_time
from typing import Any, NamedTuple

from app.engine.asks import Json
from app.engine.events import Seat
from app.engine.flow import Roll
from app.engine.session import Checkpoint, Session
from app.engine.system import RuleSystem, Setup, SideSetup
from app.systems import system_of

Input = tuple[str, str, Json]
"""Who answers which question with what; a throw has no seat and its faces."""


class Battle(NamedTuple):
    """A battle to be played by the seed."""

    name: str
    system: RuleSystem[Any]
    setup: Setup
    seed: int


def host(spears: str) -> Json:
    """Two hundred foot in ten units of twenty, three of them with bows, four officers among them."""
    entries = [spears] * 7 + ["yumi_ashigaru"] * 3
    units = [{"id": f"u{n}", "entry": one, "models": 19 if n < 5 else 20, "files": 5}
             for n, one in enumerate(entries, 1)]  # fmt: skip
    officers = ["shirei_kan", *["samurai_daisho"] * 3]
    characters = [{"entry": one, "unit": f"u{n}", "taisho": n == 1} for n, one in enumerate(officers, 1)]
    return {"name": "Host", "caste": "buke", "abilities": [], "units": units, "characters": characters}


def sides(red: Json, blue: Json) -> tuple[SideSetup, ...]:
    """Both armies at their seats."""
    return SideSetup(Seat("red"), red), SideSetup(Seat("blue"), blue)


BATTLES = (
    Battle("daimyo: Sekigahara", system_of("daimyo"),
           Setup("sekigahara", sides({"sample": "sekigahara-west"}, {"sample": "sekigahara-east"})), 5),
    Battle("kensei: 200 a side", system_of("kensei"),
           Setup("pitched_battle", sides(host("yari_ashigaru"), host("yari_ashigaru")),
                 {"points": 3500, "terrain": "two_woods"}), 5),
)  # fmt: skip


def sessions(battle: Battle) -> Iterator[Session[Any]]:
    """Each phase of a battle, the next one from where the one before ended."""
    system, state = battle.system, battle.system.begin(battle.setup)
    while (phase := system.next_phase(state)) is not None:
        session = Session(system, Checkpoint(phase, state))
        yield session
        state = session.state


def played(battle: Battle) -> list[Input]:
    """A battle to its end."""
    rng, found = Random(battle.seed), list[Input]()
    for session in sessions(battle):
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


def timed(battle: Battle, inputs: list[Input]) -> tuple[list[tuple[str, float]], list[float]]:
    """Milliseconds of each answer with the dice that follow it, and of each question made ready for the page."""
    answers, questions, row = list[tuple[str, float]](), list[float](), iter(inputs)
    for session in sessions(battle):
        while not session.over:
            seat, about, raw = next(row)
            began = process_time()
            if seat:
                assert session.answer(Seat(seat), raw) is None
            else:
                session.throw(raw)
            spent = (process_time() - began) * 1000
            if seat or not answers:
                answers.append((about, spent))
            else:
                answers[-1] = (answers[-1][0], answers[-1][1] + spent)
            if not isinstance(session.waiting, Roll) and not session.over:
                began = process_time()
                session.questions()[0].domain.describe()
                questions.append((process_time() - began) * 1000)
    return answers, questions


def heaviest(rounds: int) -> dict[str, tuple[float, ...]]:
    """For each figure of each battle its value in every round; what is heaviest is so by its median over them."""
    return {name: found for battle in BATTLES for name, found in figures(battle, rounds).items()}


def figures(battle: Battle, rounds: int) -> dict[str, tuple[float, ...]]:
    """The figures of one battle."""
    inputs = played(battle)
    taken = [timed(battle, inputs) for _ in range(rounds)]
    answers = [[round_[0][n][1] for round_ in taken] for n in range(len(taken[0][0]))]
    questions = [[round_[1][n] for round_ in taken] for n in range(len(taken[0][1]))]
    worst = max(range(len(answers)), key=lambda n: median(answers[n]))
    name = battle.name
    return {
        f"{name}, heaviest of {len(answers)} answers ({taken[0][0][worst][0]})": tuple(answers[worst]),
        f"{name}, an answer in the middle": tuple(median(spent for _, spent in found) for found, _ in taken),
        f"{name}, heaviest next question": tuple(max(questions, key=median)),
    }
