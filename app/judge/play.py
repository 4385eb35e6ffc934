"""Plays the rows of a case: sets the position, gives answers and dice, takes back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from app.engine.amend import proposed
from app.engine.asks import AnyAsk
from app.engine.clauses import ID
from app.engine.digest import digest
from app.engine.events import Event, Seat
from app.engine.flow import Roll
from app.engine.refusals import Refusal
from app.engine.session import Checkpoint, Session
from app.engine.staging import Row, read_number
from app.engine.system import PhaseId, RuleSystem, Setup
from app.judge.answers import changes, parts, raw_answer
from app.judge.compare import same, shown
from app.systems import SYSTEMS

DICE = "dice"
"""How dice that are called for are named among the seats that are asked."""


class Differs(Exception):
    """Something did not come out as the case says."""

    def __init__(self, row: Row | int, why: str) -> None:
        super().__init__(f"line {row if isinstance(row, int) else row.line}: {why}")


class Play:
    """One case being played, as far as it goes by itself."""

    def __init__(self, systems: Sequence[RuleSystem[Any]] = SYSTEMS) -> None:
        self.systems = systems
        self.system: RuleSystem[Any] | None = None
        self.rows: list[Row] = []
        self.session: Session[Any] | None = None
        self.faults: tuple[Refusal, ...] | None = None
        self.past: list[Event] = []
        self.met = self.heard = 0
        self.reckoned = False
        self.dice: list[Row] = []
        self.named: set[str] = set()
        self.ended = False

    def choose(self, row: Row) -> None:
        """``system ronin``."""
        found = {s.key: s for s in self.systems}
        if len(row.words) != 1 or row.words[0] not in found:
            raise row.fail(f"no such system; known are: {', '.join(found)}")
        self.system = found[row.words[0]]

    @property
    def unit(self) -> int:
        """One unit of length of the system."""
        assert self.system is not None
        return int(self.system.staging.unit)

    def events(self) -> list[Event]:
        """Everything that happened so far."""
        session = self.live()
        return [*self.past, *session.events]

    # -- comparing

    def fits(self, name: str, clause: str, facts: Mapping[str, Any], expected: Sequence[str], row: Row) -> bool:
        """Whether a kind or code, a clause and facts are those of the words; the clause may stand alone."""
        words = list(expected)
        if not words:
            raise row.fail("what is expected? give a name, facts and the clause")
        assert self.system is not None
        if ID.fullmatch(words[0]) is None and words.pop(0) not in (name, name.removeprefix(f"{self.system.key}.")):
            return False
        for word in words:
            key, equals, value = word.partition("=")
            if not equals:
                if word != clause:
                    return False
            elif key not in facts or not same(facts[key], value, self.unit):
                return False
        return True

    # -- set-up ---------------------------------------------------------------

    def drafted(self) -> Setup:
        assert self.system is not None
        return self.system.staging.draft(self.rows)  # type: ignore[no-any-return]

    def judged(self) -> tuple[Refusal, ...]:
        assert self.system is not None
        if self.faults is None:
            self.faults = self.system.refuse_setup(self.drafted())
        return self.faults

    def legal(self, row: Row) -> None:
        """``legal``: nothing stands against the set-up."""
        if no := self.judged():
            raise Differs(row, f"expected a legal set-up, got {shown(no[0], self.unit)}")

    def illegal(self, row: Row) -> None:
        """``illegal : code CLAUSE facts``: this stands against the set-up."""
        expected = parts(row)[1] or row.words
        got = self.judged()
        if not any(self.fits(no.code, no.clause, no.facts, expected, row) for no in got):
            raise Differs(
                row,
                "expected " + " ".join(expected) + ", got " + ("; ".join(shown(n, self.unit) for n in got) or "legal"),
            )

    def reckons(self, row: Row) -> None:
        """``reckons WORDS : answer``: what the rulebook reckons outside a game."""
        given, expected = parts(row)
        reckon = getattr(self.system.staging if self.system else None, "reckon", None)
        if reckon is None or not expected:
            raise row.fail("'reckons' needs a question, a colon and its answer, and a system that knows it")
        self.reckoned, got = True, str(reckon(row, given))
        if got != " ".join(expected):
            raise Differs(row, f"expected {' '.join(expected)}, got {got}")

    def begin(self, row: Row) -> None:
        """``begin``: play the set-up from its first phase."""
        assert self.system is not None
        if no := self.judged():
            raise Differs(row, f"the set-up is refused: {shown(no[0], self.unit)}")
        state = self.system.begin(self.drafted())
        phase = self.system.next_phase(state)
        assert phase is not None
        self.session = Session(self.system, Checkpoint(phase, state))
        self.run()

    def live(self) -> Session[Any]:
        """The session, begun from the position if this is its first step."""
        assert self.system is not None
        if self.session is None:
            phase, state = self.system.staging.position(self.rows)
            self.session = Session(self.system, Checkpoint(phase, state))
            self.run()
        return self.session

    def play(self, row: Row) -> None:
        """``play``: begin the phase (any step does so by itself)."""
        if row.words:
            raise row.fail("'play' takes no words")
        self.live()

    # -- steps ----------------------------------------------------------------

    def run(self) -> None:
        """Throw the dice that lie ready and go on to the next phases, as live play does."""
        assert self.system is not None
        assert self.session is not None
        while True:
            if isinstance(self.session.waiting, Roll) and self.dice:
                self.fall(self.session.waiting, self.dice.pop(0))
            elif self.session.over and (phase := self.system.next_phase(self.session.state)) is not None:
                self.take_up(phase)
            else:
                return

    def take_up(self, phase: PhaseId) -> None:
        """The next phase begins where the one before has ended."""
        session = self.live()
        assert self.system is not None
        self.past += session.events
        self.session = Session(self.system, Checkpoint(phase, session.state))

    def fall(self, waiting: Roll, row: Row) -> None:
        assert self.session is not None
        words = row.words[1:] if row.words and not row.words[0].isdigit() else row.words
        if len(words) < len(row.words) and row.words[0] != waiting.why:
            raise Differs(row, f"dice for '{row.words[0]}', but '{waiting.why}' is rolled ({waiting.clause})")
        faces = tuple(read_number(row, word) for word in words)
        if not waiting.dice.fits(faces):
            dice = f"{waiting.dice.count}d{waiting.dice.sides}"
            raise Differs(row, f"{dice} are rolled for '{waiting.why}' ({waiting.clause}), got {' '.join(words)}")
        self.session.throw(faces)
        self.named.clear()

    def throw(self, row: Row) -> None:
        """``dice 3 4`` or ``dice shot 3 4``: the next dice fall so."""
        self.live()
        self.dice.append(row)
        self.run()

    def question(self, row: Row) -> tuple[AnyAsk, Seat]:
        session = self.live()
        if not row.words:
            raise row.fail(f"'{row.verb}' needs a seat")
        seat = Seat(row.words[0])
        question = session.question(seat)
        if question is None:
            raise Differs(row, f"{seat} is not asked; {self.waiting()}")
        return question, seat

    def waiting(self) -> str:
        """What the game waits for, in words."""
        session = self.live()
        if isinstance(session.waiting, Roll):
            roll = session.waiting
            return f"{roll.dice.count}d{roll.dice.sides} are called for ('{roll.why}', {roll.clause})"
        asked = [f"{q.seat} {q.about} ({q.clause})" for q in session.questions()]
        return "asked now: " + ", ".join(asked) if asked else "the game is over"

    def unnamed(self) -> list[str]:
        """What waits and no row has named since the last answer or throw: ``dice``, or the seats that are asked."""
        session = self.live()
        if self.ended:
            return []
        if isinstance(session.waiting, Roll):
            return [] if DICE in self.named else [DICE]
        return [q.seat for q in session.questions() if q.seat not in self.named]

    def answer(self, row: Row) -> None:
        """``answer SEAT words…``: the seat gives this answer and it is taken."""
        question, seat = self.question(row)
        self.give(row, seat, raw_answer(question.domain, row, row.words[1:], self.unit))

    def give(self, row: Row, seat: Seat, raw: Any) -> None:
        """The seat gives this answer, as the wire has it, and it is taken."""
        if no := self.live().answer(seat, raw):
            raise Differs(row, f"refused: {shown(no, self.unit)}")
        self.named.clear()
        self.run()

    def refuses(self, row: Row) -> None:
        """``refuses SEAT words… : code CLAUSE facts``: the answer is refused so, and nothing changes."""
        given, expected = parts(row)
        question = self.live().question(Seat(given[0])) if given else None
        raw: Any = raw_answer(question.domain, row, given[1:], self.unit) if question else None
        before = self.shape()
        no = self.live().answer(Seat(given[0]), raw)
        if no is None:
            raise Differs(row, "the answer was taken")
        if not self.fits(no.code, no.clause, no.facts, expected, row):
            raise Differs(row, f"expected {' '.join(expected)}, got {shown(no, self.unit)}")
        if self.shape() != before:
            raise Differs(row, "the refused answer changed something")
        self.named |= {question.seat} if question else set()

    def shape(self) -> str:
        session = self.live()
        return digest([msgspec.to_builtins(session.state), len(session.events), len(session.tape), self.waiting()])

    def undo(self, row: Row) -> None:
        """``undo SEAT`` takes the last answer back; with ``: code CLAUSE`` it is refused so."""
        given, expected = parts(row)
        no = self.live().undo(Seat(given[0]))
        if bool(no) != bool(expected):
            raise Differs(row, f"refused: {shown(no, self.unit)}" if no else "the undo was allowed")
        if no and not self.fits(no.code, no.clause, no.facts, expected, row):
            raise Differs(row, f"expected {' '.join(expected)}, got {shown(no, self.unit)}")
        self.forget(len(self.events()))
        if not no:
            self.named.clear()

    def forget(self, length: int) -> None:
        """Only so many events have happened after all."""
        self.met, self.heard = min(self.met, length), min(self.heard, length)

    def concede(self, row: Row) -> None:
        """``concede SEAT``: the seat gives up, at any point; the others, if there are more, play on as in live play."""
        assert self.system is not None
        session = self.live()
        session.emit(self.system.concede(session.state, Seat(row.words[0])))
        self.named.clear()
        phase = self.system.next_phase(session.state)
        self.ended = phase is None
        if phase is not None:
            self.take_up(phase)
            self.run()

    def amend(self, row: Row) -> None:
        """``amend NAME deed …``: an umpire changes the position where the phase began; with ``: code`` he may not."""
        given, expected = parts(row)
        session, edit = self.live(), changes(row, given, self.unit)
        events = proposed(self.system, session.start.state, edit)
        if isinstance(events, Refusal) != bool(expected):
            raise Differs(
                row, f"refused: {shown(events, self.unit)}" if isinstance(events, Refusal) else "it was taken"
            )
        if not isinstance(events, Refusal):
            self.amended(session, events)
        elif not self.fits(events.code, events.clause, events.facts, expected, row):
            raise Differs(row, f"expected {' '.join(expected)}, got {shown(events, self.unit)}")

    def amended(self, session: Session[Any], events: Sequence[Event]) -> None:
        """What followed the beginning of the phase is struck; play goes on from the changed position."""
        assert self.system is not None
        phase, state = session.start.phase, session.start.state
        led = self.system.next_phase(state) == phase  # a staged position may stand within its phase
        for event in events:
            state = self.system.evolve(state, event)
        self.forget(len(self.past))
        self.past += events
        self.named.clear()
        self.session = Session(self.system, Checkpoint((led and self.system.next_phase(state)) or phase, state))
        self.run()
