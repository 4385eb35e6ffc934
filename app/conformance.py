"""What every rule system promises, checked on random games played straight on a ``Session``.

Used by ``app fuzz`` and by the tests.  A broken promise is a ``Fault`` whose
text says which, in which game, at which input.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec

from app.engine.asks import AnyAsk, Json
from app.engine.digest import canonical
from app.engine.events import Seat
from app.engine.flow import Roll
from app.engine.refusals import Refusal
from app.engine.session import Checkpoint, Session
from app.engine.system import RuleSystem, Setup
from app.games import offers

MOST_INPUTS = 20_000
TRIES = 500
FEW = 2
"""Games that a system of another package has to play before a server offers it."""
GARBAGE: tuple[Json, ...] = (
    None, True, -1, 10**30, "", "no-such", "\x00", [], {}, [None], [[0, 0]], [[10**12, 0]], {"pick": "no-such"},
    {"pick": None, "then": []}, {"": ""}, ["a", ["b", ["c"]]], [0, 0, 0, 0], {"attack": -1},
)  # fmt: skip


class Fault(Exception):
    """A promise was broken.  ``kind``: exception, dead-end, unequal or promise."""

    def __init__(self, kind: str, what: str) -> None:
        super().__init__(what)
        self.kind = kind


def expect(holds: bool, what: str, kind: str = "promise") -> None:
    """Nothing, if it holds."""
    if not holds:
        raise Fault(kind, what)


def draw_setup(system: RuleSystem[Any], rng: Random, points: int = 0) -> Setup:
    """A legal set-up from the system's own catalogue: scenario, seats, limit, ready table, options, ready rosters.

    ``points``: the limit of all games, any that is offered where it is 0.
    """
    book = system.catalogue()
    for _ in range(TRIES):
        row = rng.choice(book["scenarios"])
        seats = rng.choice(offers.players(row))
        limits = offers.limits(book, row) or (0,)
        limit = points if points in limits else rng.choice(limits)
        fitting = [offers.fitting(book, row, limit, seat) for seat in range(seats)]
        if not all(fitting):
            continue
        rosters = [{"sample": rng.choice(samples)["id"]} for samples in fitting]
        setup = Setup(row["id"], offers.laid(seats, rosters), draw_options(book, row, seats, limit, rng))
        if not system.refuse_setup(setup):
            return setup
    raise Fault("promise", "the catalogue leads to no legal set-up")


def draw_options(book: Json, row: Json, seats: int, limit: int, rng: Random) -> dict[str, Any]:
    """Options the catalogue offers for a scenario; one game in four is laid on no ready table."""
    drawn: dict[str, Any] = {"points": limit} if limit else {}
    layouts = [layout["id"] for layout in row.get("layouts", ())]
    if layouts and rng.random() < 0.75:
        drawn["terrain"] = rng.choice(layouts)
    drawn |= {key: True for key in offers.switches(book, row) if rng.random() < 0.5}
    if row.get("role"):
        drawn[row["role"]] = rng.choice(offers.SEATS[:seats])
    return drawn


# -- games by chance ------------------------------------------------------------------


def phases(system: RuleSystem[Any], state: Any) -> Iterator[Session[Any]]:
    """The phases of a game from a state on; each has to be played to its end before the next is asked for."""
    while (phase := system.next_phase(state)) is not None:
        session = Session(system, Checkpoint(phase, state))
        yield session
        state = session.state


def by_chance(session: Session[Any], rng: Random, *, anybody: bool = False) -> Iterator[AnyAsk]:
    """The questions of a phase, until it is over: each is answered by chance once it was looked at, and dice fall so.

    ``anybody``: of several who are asked at once chance says who answers first.
    """
    while not session.over:
        if isinstance(session.waiting, Roll):
            fall(session, rng)
            continue
        questions = session.questions()
        question = rng.choice(questions) if anybody else questions[0]
        yield question
        raw = question.domain.write(question.domain.sample(rng))
        no = session.answer(question.seat, raw)
        expect(no is None, f"{question.about}: the sample {text(raw)} is refused: {no}")


def fall(session: Session[Any], rng: Random) -> None:
    """The dice that are called for have fallen by chance."""
    assert isinstance(session.waiting, Roll)
    dice = session.waiting.dice
    session.throw(tuple(rng.randint(1, dice.sides) for _ in range(dice.count)))


# -- promises ------------------------------------------------------------------------


def picture(session: Session[Any]) -> bytes:
    """All that a session holds, as bytes to compare."""
    asked = [(q.seat, q.about, q.clause, dict(q.facts)) for q in session.questions()]
    return canonical([session.state, session.events, session.tape, asked, session.sealed(), session.asked_at()])


def unfit(system: RuleSystem[Any]) -> str:
    """The first fault of a few random games, told in English for who wrote the system; empty if there is none."""
    try:
        for seed in range(FEW):
            RandomGame(system, seed).play()
    except Fault as fault:
        return str(fault)
    return ""


class RandomGame:
    """One game of uniform bots, and everything that is watched on the way."""

    def __init__(self, system: RuleSystem[Any], seed: int, setup: Setup | None = None) -> None:
        self.system, self.seed, self.rng = system, seed, Random(seed)
        self.given = setup
        self.inputs = 0
        self.asked: set[str] = set()

    def play(self) -> None:
        """The game has ended by its rules; a ``Fault`` tells what went wrong, and where."""
        try:
            self._play()
        except Fault as fault:
            raise Fault(fault.kind, f"seed {self.seed}, input {self.inputs}: {fault}") from fault
        except Exception as error:
            what = f"seed {self.seed}, input {self.inputs}: {type(error).__name__}: {error}"
            raise Fault("exception", what) from error

    def _play(self) -> None:
        setup = self.given or draw_setup(self.system, self.rng)
        state = self.system.begin(setup)
        phases = 0
        while (phase := self.system.next_phase(state)) is not None:
            phases += 1
            expect(self.inputs < MOST_INPUTS and phases < MOST_INPUTS, "the game does not end", "dead-end")
            expect(self.system.outcome(state) is None, "there is an outcome, yet the game goes on")
            state = self._phase(Session(self.system, Checkpoint(phase, state)))
        expect(self.system.outcome(state) is not None, "the game ended without an outcome", "dead-end")

    def _phase(self, session: Session[Any]) -> Any:
        while not session.over:
            expect(self.inputs < MOST_INPUTS, "the phase does not end", "dead-end")
            self.inputs += 1
            if isinstance(session.waiting, Roll):
                fall(session, self.rng)
            else:
                self._answer(session)
        run_again_equal(session)
        fold_equal(session)
        return round_trip(self.system, session.state)

    def _answer(self, session: Session[Any]) -> None:
        questions = session.questions()
        expect(bool(questions), "nobody is asked, yet the phase goes on", "dead-end")
        question = self.rng.choice(questions)
        if question.about not in self.asked or self.rng.random() < 0.05:
            self.asked.add(question.about)
            well_asked(question)
            garbage_refused(session, question)
            go_shown(self.system, session.state)
            blind(self.system, session.state, [q.seat for q in questions], self.rng)
        raw = question.domain.write(question.domain.sample(self.rng))
        no = session.answer(question.seat, raw)
        expect(no is None, f"{question.about}: the sample {text(raw)} is refused: {no}")
        if self.rng.random() < 0.03:
            undo_and_redo_equal(session, question.seat, raw)


def go_shown(system: RuleSystem[Any], state: Any) -> None:
    """Whose go it is, is what the view shows."""
    expect(system.view(state, None).go == system.go(state), "the view shows another's go than it is")


def well_asked(question: AnyAsk) -> None:
    """Silence is legal, the page can be told what to offer, an answer survives its way over the wire."""
    about, domain = question.about, question.domain
    expect(domain.refuse(question.default) is None, f"{about}: the default is refused")
    msgspec.json.encode(domain.describe())
    for answer in (question.default, *domain.some(3)):
        raw = domain.write(answer)
        read = domain.read(msgspec.json.decode(msgspec.json.encode(raw)))
        expect(not isinstance(read, Refusal) and domain.write(read) == raw, f"{about}: {text(raw)} is not read back")
        expect(domain.preview(answer).no is None, f"{about}: the preview refuses the legal {text(raw)}")


def garbage_refused(session: Session[Any], question: AnyAsk) -> None:
    """Answers of no form, and answers of seats that are not asked, are refused and change nothing."""
    before = picture(session)
    stranger = Seat("nobody")
    no = session.answer(stranger, question.domain.write(question.default))
    expect(no is not None, "a stranger may answer")
    told = no.clause if no else ""
    if not question.secret:
        expect(told in {q.clause for q in session.questions()}, f"{question.about}: a stranger is refused with {told}")
    for raw in GARBAGE:
        if session.refuse(question.seat, raw) is not None:
            expect(
                session.answer(question.seat, raw) is not None, f"{question.about}: {text(raw)} is refused, then taken"
            )
            question.domain.at(raw)
    expect(picture(session) == before, f"{question.about}: a refused answer changed something")


def run_again_equal(session: Session[Any]) -> None:
    """The tape leads to the same state and events again."""
    again = Session(session.system, session.start, session.tape)
    expect(picture(again) == picture(session), "the tape run again leads elsewhere", "unequal")


def undo_and_redo_equal(session: Session[Any], seat: Seat, raw: Json) -> None:
    """An answer taken back and given again leads to the same place."""
    if session.refuse_undo(seat) is None:
        before = picture(session)
        expect(session.undo(seat) is None, "undo is offered, then refused")
        expect(session.answer(seat, raw) is None, f"{text(raw)} is refused after its undo")
        expect(picture(session) == before, "undo and redo lead elsewhere", "unequal")


def fold_equal(session: Session[Any]) -> None:
    """The events alone, as they are stored, lead to the state that the flow reached."""
    system = session.system
    state, kinds = session.start.state, union(system)
    for body in msgspec.json.decode(canonical(session.events)):
        event = msgspec.convert(body, kinds)
        system.tell(event)
        state = system.evolve(state, event)
    expect(canonical(state) == canonical(session.state), "the stored events do not lead to the state", "unequal")


def round_trip(system: RuleSystem[Any], state: Any) -> Any:
    """The state as it is after being stored and loaded: the same."""
    loaded = msgspec.json.decode(canonical(state), type=system.state_type)
    expect(loaded == state and canonical(loaded) == canonical(state), "the state is another after loading", "unequal")
    return loaded


def blind(system: RuleSystem[Any], state: Any, seats: Sequence[Seat], rng: Random) -> None:
    """What a seat may not know makes no difference to what it, or a spectator, is shown."""
    for seat in seats:
        other = system.imagine(state, seat, rng)
        for viewer in (seat, None):
            same = canonical(system.view(other, viewer)) == canonical(system.view(state, viewer))
            expect(same, f"the view of {viewer or 'a spectator'} shows what {seat} may not know")


def union(system: RuleSystem[Any]) -> Any:
    """The type that reads any event of a system."""
    kinds: Any = system.event_types[0]
    for kind in system.event_types[1:]:
        kinds = kinds | kind
    return kinds


def text(value: object) -> str:
    """A value, shortened."""
    return canonical(value).decode()[:120]
