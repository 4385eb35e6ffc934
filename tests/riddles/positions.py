"""Positions in which red is asked something: parts of battles fought without much thought, played on a little."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import msgspec

from app.engine.asks import AnyAsk, Json
from app.engine.flow import Roll
from app.engine.judgement import judgement_of
from app.engine.refusals import Refusal
from app.engine.session import Checkpoint, Session
from app.engine.staging import BadRow
from app.engine.system import RuleSystem
from app.league import table
from tests.riddles.excerpts import excerpt, rows_of

MOST, STEPS, PHASES = 400, 24, 5
"""Decisions of a battle that are played; answers and phases by which an excerpt is played on."""
EVERY = 3
"""One moment in so many is taken."""
WILD = ("orders.declare", "orders.general")
"""Questions at which quick answers do nothing: one of all answers is drawn as well."""
TRIES = 40
"""So often an answer is drawn until it is a charge."""
Answers = Callable[[Session[Any], AnyAsk, Random], Json]
APART = ("setup", "start", "terrain")
"""Phases in which nothing is fought."""


@dataclass(frozen=True)
class Spot:
    """A question to red in a position: the rows that set it, those that lead to it, and where it is from."""

    system: RuleSystem[Any]
    stage: tuple[str, ...]
    opening: tuple[str, ...]
    session: Session[Any]
    question: AnyAsk
    source: str


def thrown(session: Session[Any], luck: Random) -> str:
    """The dice that are called for have fallen; the row that says how."""
    assert isinstance(session.waiting, Roll)
    dice = session.waiting.dice
    faces = tuple(luck.randint(1, dice.sides) for _ in range(dice.count))
    session.throw(faces)
    return "dice " + " ".join(map(str, faces))


def spots(system: RuleSystem[Any], seed: int) -> Iterator[Spot]:
    """Questions to red in parts of the battle of this seed."""
    luck = Random(f"riddles/{system.key}/{seed}")
    setup = table(system, seed, luck)
    for n, (state, phase) in enumerate(moments(system, system.begin(setup), luck, seed)):
        stage = excerpt(system, state, phase, luck) if n % EVERY == 0 else []
        if stage:
            yield from asked(system, tuple(stage), luck, f"battle {setup.scenario} seed={seed} moment={n}")


def moments(system: RuleSystem[Any], state: Any, luck: Random, seed: int) -> Iterator[tuple[Any, str]]:
    """The states in which somebody is asked something, each with its phase."""
    left = MOST
    while left and (phase := system.next_phase(state)) is not None:
        session = Session(system, Checkpoint(phase, state))
        while left and not session.over:
            if isinstance(session.waiting, Roll):
                thrown(session, luck)
                continue
            question, left = session.questions()[0], left - 1
            if phase not in APART and getattr(state, "turn", 0) >= 1:
                yield session.state, phase
            if session.answer(question.seat, quick(session, question, luck)):
                return
        state = session.state


def asked(
    system: RuleSystem[Any], stage: tuple[str, ...], luck: Random, source: str, foe: Answers | None = None
) -> Iterator[Spot]:
    """Questions to red to which a position leads, if it is played on; ``foe``: how blue answers, if not quickly."""
    try:
        phase, state = system.staging.position(rows_of(stage[1:]))
        session, opening = Session(system, Checkpoint(phase, state)), list[str]()
    except BadRow:
        return
    left, phases = STEPS, PHASES
    while left and phases:
        if isinstance(session.waiting, Roll):
            opening.append(thrown(session, luck))
        elif session.over:
            following, phases = system.next_phase(session.state), phases - 1
            if following is None or following in APART:
                return
            session = Session(system, Checkpoint(following, session.state))
        else:
            left -= 1
            for question in session.questions():
                if question.seat == "red" and not session.sealed():
                    yield Spot(system, stage, tuple(opening), session, question, source)
            question = session.questions()[0]
            raw = (foe if foe and question.seat == "blue" else quick)(session, question, luck)
            if session.answer(question.seat, raw):
                return
            opening.append(f"answer {question.seat} {msgspec.json.encode(raw).decode()}")


def charging(session: Session[Any], question: AnyAsk, luck: Random) -> Json:
    """A charge, if one can be drawn; else what is answered quickly."""
    drawn = (question.domain.write(question.domain.sample(luck)) for _ in range(TRIES))
    return next(filter(is_charge, drawn), None) or quick(session, question, luck)


def is_charge(raw: Json) -> bool:
    """Whether a unit is told to charge."""
    below = raw.get("then") if isinstance(raw, dict) else None
    return isinstance(below, dict) and below.get("pick") in ("charge", "assault")


def quick(session: Session[Any], question: AnyAsk, luck: Random) -> Json:
    """What is answered without much thought: what the system knows at once, if it is legal, else any answer."""
    if question.about in WILD and luck.random() < 0.8:
        return question.domain.write(question.domain.sample(luck))
    judgement = judgement_of(session.system)
    assert judgement is not None
    raw = judgement.quick(session.state, question, luck)
    answer = question.domain.read(raw)
    if isinstance(answer, Refusal) or question.domain.refuse(answer) is not None:
        return question.domain.write(question.domain.sample(luck))
    return raw


def again(spot: Spot) -> Session[Any]:
    """A session of its own at the same question."""
    return Session(spot.system, spot.session.start, spot.session.tape)
