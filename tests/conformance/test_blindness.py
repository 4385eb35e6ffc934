"""Two games that differ only in what a viewer may not know look the same to it, byte for byte."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from app.conformance import by_chance, draw_setup, phases
from app.engine.asks import Json
from app.engine.digest import canonical
from app.engine.events import Seat
from app.engine.flow import Roll
from app.engine.session import Checkpoint, Entry, Session, Thrown
from app.engine.system import RuleSystem, Setup, SideSetup
from app.systems import SYSTEMS, system_of

SEEDS = range(3, 5)
GOALS = "setup.goal"
SECRET = {"ronin": frozenset({"combat.split", "combat.commit"}), "kensei": frozenset({"victory.propose"})}
"""Secret questions the games of a system must have met."""
HIDING = {"ronin": "skirmish"}
"""A scenario with hidden facts, where a system has one."""


def shown(session: Session[Any], viewer: Seat | None) -> bytes:
    """All that leaves the server for a viewer: its view, the events with skips, its question with previews."""
    system = session.system
    events = [
        [event, system.tell(event)] if event.seen_by is None or viewer in event.seen_by else "skip"
        for event in session.events
    ]
    asked = [[q.seat, asked_of(session, q.seat) if q.seat == viewer else ""] for q in session.questions()]
    return canonical([system.view(session.state, viewer), events, asked, session.sealed()])


def asked_of(session: Session[Any], seat: Seat) -> Json:
    """A question as its own seat sees it, with the previews of a few answers."""
    question = session.question(seat)
    assert question is not None
    domain = question.domain
    previews = [domain.preview(answer) for answer in (question.default, *domain.some(3))]
    return [
        question.about, question.clause, dict(question.facts), domain.describe(), domain.write(question.default),
        previews,
    ]  # fmt: skip


def played(system: RuleSystem[Any], seed: int, scenario: str = "") -> Iterator[Session[Any]]:
    """The sessions of a random game, each at every secret question that is open."""
    rng = Random(seed)
    setup = draw_setup(system, rng)
    while scenario and setup.scenario != scenario:
        setup = draw_setup(system, rng)
    for session in phases(system, system.begin(setup)):
        for question in by_chance(session, rng):
            if question.secret:
                yield session


def twin(session: Session[Any], tape: list[Entry] | None = None) -> Session[Any]:
    """Another session at the same place."""
    return Session(session.system, session.start, session.tape if tape is None else tape)


def forks(session: Session[Any]) -> Iterator[tuple[Seat, Session[Any], Session[Any]]]:
    """For each seat whose secret answer is open and may be either of two: the two games that follow."""
    for question in session.questions():
        raws = [question.domain.write(answer) for answer in question.domain.some(50)]
        if len(raws) > 1:
            one, other = twin(session), twin(session)
            assert one.answer(question.seat, raws[0]) is None
            assert other.answer(question.seat, raws[-1]) is None
            yield question.seat, one, other


def alike(hidden: Seat, one: Session[Any], other: Session[Any]) -> None:
    """Nobody but the seat that hides something sees a difference, and that seat does see one in the tape."""
    assert canonical(one.tape) != canonical(other.tape)
    seats = [side.seat for side in one.state.sides]
    for viewer in (*(seat for seat in seats if seat != hidden), None):
        assert shown(one, viewer) == shown(other, viewer)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_a_secret_answer_is_seen_by_nobody_else_until_it_is_shown(system: RuleSystem[Any]) -> None:
    about = set()
    for seed in SEEDS:
        for session in played(system, seed):
            for seat, one, other in forks(session):
                question = session.question(seat)
                assert question is not None
                if not one.sealed() and question.about != "combat.split":
                    continue  # the last answer of a set shows what was given
                about.add(question.about)
                alike(seat, one, other)
                if question.about == "combat.split" and len(session.questions()) == 1:
                    assert canonical(one.state) != canonical(other.state)
    assert about >= SECRET.get(system.key, frozenset())


def test_a_secret_die_is_seen_by_nobody_else() -> None:
    """The die of a minor goal of Ronin, and the goal that follows from it."""
    seen = 0
    for seed in SEEDS:
        for session in played(system_of("ronin"), seed, "skirmish"):
            question = session.questions()[0]
            mine = [i for i, e in enumerate(session.tape) if isinstance(e, Thrown) and e.why == "minor-goal"]
            if question.about != GOALS or session.sealed():
                continue
            seats = [side.seat for side in session.state.sides]
            for place, seat in zip(mine, seats, strict=True):
                one, other = (twin(session, with_face(session.tape, place, face)) for face in (1, 2))
                alike(seat, one, other)
                for both in (one, other):
                    answer_all(both)
                alike(seat, one, other)
                assert canonical(one.state) != canonical(other.state)
                seen += 1
    assert seen


def test_what_a_clan_leans_to_is_seen_by_nobody() -> None:
    """The loyalty of the clan on the hill at Sekigahara, drawn before the first turn (DAI-SCN-13)."""
    system = system_of("daimyo")
    sides = (("red", "sekigahara-west"), ("blue", "sekigahara-east"))
    setup = Setup("sekigahara", tuple(SideSetup(Seat(seat), {"sample": army}) for seat, army in sides))
    one, other = (set_up(system, system.begin(setup), face) for face in (1, 6))
    assert canonical(one.state) != canonical(other.state)
    for viewer in (Seat("red"), Seat("blue"), None):
        assert shown(one, viewer) == shown(other, viewer)
        assert all(system.inspect(one.state, viewer, id) == system.inspect(other.state, viewer, id)
                   for id in one.state.units)  # fmt: skip


def set_up(system: RuleSystem[Any], state: Any, face: int) -> Session[Any]:
    """The last session of a set-up by its defaults, its one die fallen so."""
    while True:
        phase = system.next_phase(state)
        assert phase == "setup"
        session = Session(system, Checkpoint(phase, state))
        while not session.over:
            if isinstance(session.waiting, Roll):
                session.throw((face,))
            else:
                (question,) = session.questions()
                session.answer(question.seat, question.domain.write(question.default))
        state = session.state
        if system.next_phase(state) != "setup":
            return session


def with_face(tape: list[Entry], place: int, face: int) -> list[Entry]:
    """The tape with another fall of one die."""
    return [Thrown((face,), "minor-goal") if i == place else entry for i, entry in enumerate(tape)]


def answer_all(session: Session[Any]) -> None:
    """Every open secret question has been answered by its default."""
    for question in session.questions():
        assert session.answer(question.seat, question.domain.write(question.default)) is None


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_what_is_imagined_anew_changes_no_question_and_no_preview(system: RuleSystem[Any]) -> None:
    """The hidden facts drawn anew at the start of a phase: the seat is shown the same, its question with it."""
    different = 0
    for seed in SEEDS:
        rng = Random(seed)
        for session in played(system, seed, HIDING.get(system.key, "")):
            start = session.start
            for side in session.state.sides:
                believed = system.imagine(start.state, side.seat, rng)
                one, other = (Session(system, Checkpoint(start.phase, state)) for state in (start.state, believed))
                different += canonical(start.state) != canonical(believed)
                if isinstance(one.waiting, Roll):
                    assert canonical(one.waiting) == canonical(other.waiting)
                assert shown(one, side.seat) == shown(other, side.seat)
                assert shown(one, None) == shown(other, None)
    assert different or system.key not in HIDING
