"""A game in progress: a checkpoint, a tape of inputs, a suspended flow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic

from msgspec import Struct

from app.engine.asks import AnyAsk, Ask, AskAll, Json
from app.engine.dice import Faces
from app.engine.digest import START, link
from app.engine.events import Event, Seat
from app.engine.flow import Effect, Flow, Roll
from app.engine.refusals import Clause, Refusal, refuse
from app.engine.system import PhaseId, RuleSystem, S

FENCED = refuse("undo.fenced", Clause("ENG-UND-01"))
NOTHING = refuse("undo.nothing", Clause("ENG-UND-01"))
KEPT = 200
"""Events at most that are remembered of earlier phases for a seat."""


class Answered(Struct, frozen=True, tag="answer", tag_field="kind"):
    """A seat's answer as it stands on the tape."""

    seat: Seat
    answer: Any


class Thrown(Struct, frozen=True, tag="throw", tag_field="kind"):
    """Dice as they stand on the tape, and what they were for."""

    faces: Faces
    why: str


Entry = Answered | Thrown


class Checkpoint(Struct, Generic[S], frozen=True):
    """Where play may be taken up again: a phase about to begin."""

    phase: PhaseId
    state: S


class BadTape(Exception):
    """A recorded input no longer fits the rules; ``seq`` is its place on the tape."""

    def __init__(self, seq: int, why: object) -> None:
        super().__init__(f"entry {seq} of the tape does not fit: {why}")
        self.seq = seq


class Session(Generic[S]):
    """Drives one phase.  Every input is recorded before it is consumed.

    ``fence``: answers that stand on the tape before this place no seat can take back alone.
    ``given``: places on the tape of answers that followed by themselves from the one before them: they raise no fence,
    and go with it when it is taken back.
    """

    state: S
    events: list[Event]
    tape: list[Entry]
    waiting: Effect | None
    sent: list[Any]
    """What the flow has been given, from its first step on: who gives the same to the same phase is where it is."""

    def __init__(
        self,
        system: RuleSystem[S],
        start: Checkpoint[S],
        tape: Sequence[Entry] = (),
        given: Iterable[int] = (),
        before: Mapping[Seat, Sequence[Event]] | None = None,
    ) -> None:
        self.system, self.start, self.given, self.before = system, start, set(given), before or {}
        self._flow: Flow[None] | None = None
        self._way, self._walked = START, 0
        self._rerun(tape)

    def emit(self, event: Event) -> None:
        """Called by flows.  Records the event and folds it into the state."""
        self.state = self.system.evolve(self.state, event)
        self.events.append(event)
        if event.reveals:
            self.fence = len(self.tape)

    @property
    def over(self) -> bool:
        """Whether the phase has returned."""
        return self.waiting is None

    def questions(self) -> tuple[AnyAsk, ...]:
        """What is being asked now, and of whom; secret answers already given are left out."""
        if isinstance(self.waiting, Ask):
            return (self.waiting,)
        if isinstance(self.waiting, AskAll):
            return tuple(q for q in self.waiting.asks if q.seat not in self._held)
        return ()

    def question(self, seat: Seat) -> AnyAsk | None:
        """The open question to this seat."""
        return next((q for q in self.questions() if q.seat == seat), None)

    def sealed(self) -> tuple[Seat, ...]:
        """Seats whose secret answer is in while others are awaited."""
        return (
            tuple(q.seat for q in self.waiting.asks if q.seat in self._held) if isinstance(self.waiting, AskAll) else ()
        )

    def way(self) -> str:
        """A digest of all inputs since the checkpoint that count.

        Secret answers count together, once all are in, in the order of their questions: it does not matter who was
        first.  Costs what came since it was last asked.
        """
        while self._walked < len(self._inputs):
            self._way = link(self._way, self._inputs[self._walked])
            self._walked += 1
        return self._way

    def asked_at(self) -> int:
        """The length of the tape when the open question was raised: part of its name."""
        return self._asked_at

    def refuse(self, seat: Seat, raw: Json) -> Refusal | None:
        """Why this answer would not be taken, or ``None``.  Changes nothing."""
        question = self.question(seat)
        if question is None:
            return self.not_asked(seat)
        answer = question.domain.read(raw)
        return answer if isinstance(answer, Refusal) else question.domain.refuse(answer)

    def answer(self, seat: Seat, raw: Json, *, given: bool = False) -> Refusal | None:
        """Take an answer, or say why not.  A refused answer changes nothing.  ``given``: it followed by itself."""
        question = self.question(seat)
        if question is None:
            return self.not_asked(seat)
        answer = question.domain.read(raw)
        if no := answer if isinstance(answer, Refusal) else question.domain.refuse(answer):
            return no
        self.given |= {len(self.tape)} if given else set()
        self._take(Answered(seat, question.domain.write(answer)), answer)
        return None

    def not_asked(self, seat: Seat) -> Refusal:
        """Why a seat that is asked nothing may not answer: the clause of the question that is open, if all may know it.

        What is put to one alone in secret is not named, for its clause might tell what is hidden.
        """
        match self.waiting:
            case AskAll(asks=asks):
                # A seat that has answered is told the clause of its own question.
                clause = next((q.clause for q in asks if q.seat == seat), asks[0].clause)
            case Ask(secret=False, clause=clause):
                pass
            case _:
                clause = self.system.out_of_turn
        return refuse("ask.not-you", clause)

    def throw(self, faces: Faces) -> None:
        """Supply the dice a ``Roll`` is waiting for; ``ValueError`` if they do not fit it."""
        if not isinstance(self.waiting, Roll):
            raise ValueError("no dice are called for")
        if not self.waiting.dice.fits(faces):
            raise ValueError(f"{faces} cannot fall from {self.waiting.dice}")
        self._take(Thrown(faces, self.waiting.why), faces)

    def refuse_undo(self, seat: Seat) -> Refusal | None:
        """Why this seat may not take back its last answer, or ``None``."""
        mine = self.last_of(seat)
        if mine is None:
            return NOTHING
        return FENCED if mine < self.fence else None

    def undo(self, seat: Seat) -> Refusal | None:
        """Strike this seat's latest answer and what followed by itself, if nothing irrevocable followed it."""
        mine = self.last_of(seat)
        if mine is None or (no := self.refuse_undo(seat)):
            return no if mine is not None else NOTHING
        gone = self.going_with(mine)
        left = [entry for i, entry in enumerate(self.tape) if i not in gone]
        self.given -= set(gone)
        self._rerun(left)
        return None

    def rewind(self, length: int) -> None:
        """Go back to where the tape had this length, fence or not: for a take-back all agreed to."""
        self.given = {i for i in self.given if i < length}
        self._rerun(self.tape[:length])

    def last_of(self, seat: Seat) -> int | None:
        """The place on the tape of the seat's last answer that did not follow by itself."""
        mine = [i for i, e in enumerate(self.tape) if isinstance(e, Answered) and e.seat == seat]
        return max((i for i in mine if i not in self.given), default=None)

    def came_of(self, seat: Seat) -> Sequence[Event]:
        """What followed the last answer of a seat, whoever brought it about; of a long time the end."""
        mine = self.last_of(seat)
        if mine is not None:
            return self.events[self._marks[mine] :]
        return [*self.before[seat], *self.events][-KEPT:] if seat in self.before else ()

    def came(self) -> Mapping[Seat, Sequence[Event]]:
        """That of every seat that has answered: what the session of the next phase is given as ``before``."""
        seats = {*self.before, *(entry.seat for entry in self.tape if isinstance(entry, Answered))}
        return {seat: self.came_of(seat)[-KEPT:] for seat in seats}

    def going_with(self, mine: int) -> tuple[int, ...]:
        """The places on the tape of an answer and of all that followed by itself since."""
        return (mine, *sorted(i for i in self.given if i > mine))

    # -- internals -----------------------------------------------------------

    def _rerun(self, tape: Sequence[Entry]) -> None:
        if self._flow is not None:
            self._flow.close()
        self.state, self.events, self.tape = self.start.state, [], []
        self.fence, self._asked_at = 0, 0
        self._marks = list[int]()  # how many events there were when each entry of the tape came
        self._last: Entry | None = None
        self._inputs: list[Sequence[Entry]] = []
        self._way, self._walked = START, 0
        self._held: dict[Seat, Any] = {}
        self.sent = list[Any]()
        self._flow = self.system.phases[self.start.phase](self)
        self._send(None)
        for seq, entry in enumerate(tape):
            self._replay(seq, entry)

    def _replay(self, seq: int, entry: Entry) -> None:
        try:
            no = None
            if isinstance(entry, Thrown):
                self.throw(entry.faces)
            else:
                no = self.answer(entry.seat, entry.answer)
        except ValueError as error:
            raise BadTape(seq, error) from error
        if no:
            raise BadTape(seq, no)

    def _take(self, entry: Entry, value: Any) -> None:
        if len(self.tape) not in self.given:
            last, self._last = self._last, entry
            if isinstance(entry, Answered) and isinstance(last, Answered) and last.seat != entry.seat:
                self.fence = self.fence if self._held else len(self.tape)
        self.tape.append(entry)
        self._marks.append(len(self.events))
        if isinstance(entry, Answered) and isinstance(self.waiting, AskAll):
            self._seal(entry.seat, value, self.waiting)
            return
        self._inputs.append((entry,))
        if isinstance(entry, Thrown):
            self.fence = len(self.tape)
        self._send(value)

    def _seal(self, seat: Seat, value: Any, waiting: AskAll[Any]) -> None:
        self._held[seat] = value
        if len(self._held) == len(waiting.asks):
            answers = {q.seat: self._held[q.seat] for q in waiting.asks}
            given = {e.seat: e for e in self.tape[-len(answers) :] if isinstance(e, Answered)}
            self._inputs.append([given[q.seat] for q in waiting.asks])
            self._held = {}
            self.fence = len(self.tape)
            self._send(answers)

    def _send(self, reply: Any) -> None:
        assert self._flow is not None
        self.sent.append(reply)
        try:
            effect = self._flow.send(reply)
        except StopIteration:
            self.waiting = None
            return
        if not isinstance(effect, Ask | AskAll | Roll):
            raise TypeError(f"a flow awaited {effect!r}")
        self.waiting, self._asked_at = effect, len(self.tape)
