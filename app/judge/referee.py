"""Plays the rows of a case: sets the position, gives answers and dice, compares what follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from app.engine.asks import AnyAsk
from app.engine.digest import digest
from app.engine.events import Event, Seat
from app.engine.flow import Roll
from app.engine.refusals import Refusal
from app.engine.session import Checkpoint, Session
from app.engine.staging import Row, read_number
from app.engine.system import PhaseId, RuleSystem, Setup
from app.judge.answers import parts, raw_answer
from app.judge.compare import fields, found_in, same, shown, told, worded
from app.systems import SYSTEMS


class Differs(Exception):
    """Something did not come out as the case says."""

    def __init__(self, row: Row | int, why: str) -> None:
        super().__init__(f"line {row if isinstance(row, int) else row.line}: {why}")


class Referee:
    """One case being played."""

    def __init__(self, systems: Sequence[RuleSystem[Any]] = SYSTEMS) -> None:
        self.systems = systems
        self.system: RuleSystem[Any] | None = None
        self.rows: list[Row] = []
        self.session: Session[Any] | None = None
        self.faults: tuple[Refusal, ...] | None = None
        self.past: list[Event] = []
        self.met = 0
        self.reckoned = False
        self.dice: list[Row] = []

    # -- rows -----------------------------------------------------------------

    def step(self, row: Row) -> None:
        """Play one row."""
        if row.verb == "system":
            self.choose(row)
        elif self.system is None:
            raise row.fail("a case begins with 'system'")
        elif row.verb in self.verbs():
            self.verbs()[row.verb](row)
        elif row.verb in self.system.staging.verbs():
            if self.session is not None:
                raise row.fail(f"'{row.verb}' sets the position and must stand before the first step")
            self.rows.append(row)
        else:
            known = ", ".join([*self.verbs(), *self.system.staging.verbs()])
            raise row.fail(f"unknown word '{row.verb}'; known are: system, {known}")

    def verbs(self) -> dict[str, Callable[[Row], None]]:
        """The verbs that play and compare."""
        return {
            "answer": self.answer, "refuses": self.refuses, "dice": self.throw, "event": self.event,
            "no-event": self.no_event, "asks": self.asks, "offers": self.offers, "rolls": self.rolls,
            "state": self.state, "preview": self.preview, "hidden": self.hidden, "seen": self.seen,
            "undo": self.undo, "sealed": self.sealed, "over": self.over, "concede": self.concede,
            "legal": self.legal, "illegal": self.illegal, "begin": self.begin, "play": self.play,
            "reckons": self.reckons,
        }  # fmt: skip

    def close(self, line: int) -> None:
        """After the last row: nothing may be left over."""
        if self.dice:
            raise Differs(self.dice[0], "these dice were never called for")
        if self.session is None and self.faults is None and not self.reckoned:
            raise Differs(line, "the case plays nothing: add an answer, dice, an event, or 'legal'")

    def choose(self, row: Row) -> None:
        """``system ronin``."""
        found = {s.key: s for s in self.systems}
        if len(row.words) != 1 or row.words[0] not in found:
            raise row.fail(f"no such system; known are: {', '.join(found)}")
        self.system = found[row.words[0]]

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

    def answer(self, row: Row) -> None:
        """``answer SEAT words…``: the seat gives this answer and it is taken."""
        question, seat = self.question(row)
        raw = raw_answer(question.domain, row, row.words[1:], self.unit)
        if no := self.live().answer(seat, raw):
            raise Differs(row, f"refused: {shown(no, self.unit)}")
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
        self.met = min(self.met, len(self.events()))

    def concede(self, row: Row) -> None:
        """``concede SEAT``: the seat gives up, at any point; the others, if there are more, play on as in live play."""
        assert self.system is not None
        session = self.live()
        session.emit(self.system.concede(session.state, Seat(row.words[0])))
        if (phase := self.system.next_phase(session.state)) is not None:
            self.take_up(phase)
            self.run()

    # -- comparisons ----------------------------------------------------------

    @property
    def unit(self) -> int:
        """One unit of length of the system."""
        assert self.system is not None
        return int(self.system.staging.unit)

    def events(self) -> list[Event]:
        """Everything that happened so far."""
        session = self.live()
        return [*self.past, *session.events]

    def fits(self, name: str, clause: str, facts: Mapping[str, Any], expected: Sequence[str], row: Row) -> bool:
        """Whether a kind or code, a clause and facts are those of the words."""
        words = list(expected)
        if not words:
            raise row.fail("what is expected? give a name, facts and the clause")
        assert self.system is not None
        if words[0] not in (name, name.removeprefix(f"{self.system.key}.")):
            return False
        for word in words[1:]:
            key, equals, value = word.partition("=")
            if not equals:
                if word != clause:
                    return False
            elif key not in facts or not same(facts[key], value, self.unit):
                return False
        return True

    def event(self, row: Row) -> None:
        """``event kind facts CLAUSE``: this happened, after what earlier rows matched."""
        for place, event in enumerate(self.events()[self.met :], start=self.met):
            if self.fits(event.kind, event.clause, fields(event), row.words, row):
                self.met = place + 1
                return
        since = [told(e, self.unit) for e in self.events()[self.met :]]
        raise Differs(row, f"no such event; since then: {'; '.join(since[:12]) or 'nothing'}; {self.waiting()}")

    def no_event(self, row: Row) -> None:
        """``no-event kind facts CLAUSE``: nothing such has happened in this case."""
        for event in self.events():
            if self.fits(event.kind, event.clause, fields(event), row.words, row):
                raise Differs(row, f"it happened: {told(event, self.unit)}")

    def asks(self, row: Row) -> None:
        """``asks SEAT about CLAUSE``: this question is open to the seat."""
        question, _ = self.question(row)
        if any(word not in (question.about, question.clause) for word in row.words[1:]):
            raise Differs(row, f"{question.seat} is asked {question.about} ({question.clause})")

    def offers(self, row: Row) -> None:
        """``offers SEAT path… : keys…``: exactly these options are open there."""
        given, expected = parts(row)
        question, _ = self.question(row)
        raw = raw_answer(question.domain, row, given[1:], self.unit, partial=True)
        below = question.domain.at(raw)
        if isinstance(below, Refusal):
            raise Differs(row, f"closed: {shown(below, self.unit)}")
        rows = below.describe().get("options", [])
        open_ = [str(r["key"]) for r in rows if r["no"] is None]
        if sorted(open_) != sorted(expected):
            raise Differs(row, f"open are: {' '.join(open_) or 'none'}")

    def preview(self, row: Row) -> None:
        """``preview SEAT words… : line=+1 fact=value``: the breakdown shown before the answer is given."""
        given, expected = parts(row)
        question, _ = self.question(row)
        answer = question.domain.read(raw_answer(question.domain, row, given[1:], self.unit))
        if isinstance(answer, Refusal):
            raise Differs(row, f"refused: {shown(answer, self.unit)}")
        found = question.domain.preview(answer)
        facts: dict[str, Any] = {"legal": found.no is None, **{line.id: line.adds for line in found.lines}}
        for note in found.notes:
            facts |= note.facts
        for word in expected:
            key, _, value = word.partition("=")
            if value == "none" and key not in facts:
                continue
            if key not in facts or not same(facts[key], value, self.unit):
                raise Differs(row, f"expected {word}, the preview says {facts}")

    def rolls(self, row: Row) -> None:
        """``rolls 2d6 why CLAUSE``: these dice are called for now."""
        waiting = self.live().waiting
        if not isinstance(waiting, Roll):
            raise Differs(row, f"no dice are called for; {self.waiting()}")
        said = (f"{waiting.dice.count}d{waiting.dice.sides}", waiting.why, str(waiting.clause))
        if any(word not in said for word in row.words):
            raise Differs(row, f"called for: {' '.join(said)}")

    def state(self, row: Row) -> None:
        """``state key=value`` of the game, or ``state NAME key=value`` of a model or a side, as it is now."""
        state = self.live().state
        words = list(row.words)
        things: tuple[Any, ...] = (state,)
        if words and "=" not in words[0]:
            things = found_in(state, name := words.pop(0))
            if not things:
                raise row.fail(f"nothing is called '{name}'")
        facts = {key: value for thing in reversed(things) for key, value in fields(thing).items()}
        for word in words:
            key, _, value = word.partition("=")
            if key not in facts:
                raise row.fail(f"no '{key}'; known are: {', '.join(facts)}")
            if not same(facts[key], value, self.unit):
                raise Differs(row, f"{key} is {worded(facts[key], self.unit)}")

    def audience(self, row: Row) -> tuple[Seat | None, list[Event]]:
        """The viewer named first, and the events of the kind named second."""
        assert self.system is not None
        self.live()
        if len(row.words) != 2:
            raise row.fail(f"'{row.verb}' takes a seat (or 'watcher') and a kind of event")
        viewer = None if row.words[0] == "watcher" else Seat(row.words[0])
        kinds = (row.words[1], f"{self.system.key}.{row.words[1]}")
        found = [e for e in self.events() if e.kind in kinds]
        if not found:
            raise Differs(row, f"no {row.words[1]} happened")
        return viewer, found

    def hidden(self, row: Row) -> None:
        """``hidden SEAT kind``: some event of this kind happened and the seat (or ``watcher``) may not see it."""
        viewer, found = self.audience(row)
        if all(e.is_seen_by(viewer) for e in found):
            raise Differs(row, f"{row.words[0]} sees it")

    def seen(self, row: Row) -> None:
        """``seen SEAT kind``: an event of this kind happened and the seat may see it."""
        viewer, found = self.audience(row)
        if not any(e.is_seen_by(viewer) for e in found):
            raise Differs(row, f"{row.words[0]} does not see it")

    def sealed(self, row: Row) -> None:
        """``sealed SEAT``: the seat has answered in secret and others have not."""
        if row.words[0] not in self.live().sealed():
            raise Differs(row, f"not sealed; {self.waiting()}")

    def over(self, row: Row) -> None:
        """``over SEAT`` or ``over draw``: the game has ended so; facts may follow."""
        assert self.system is not None
        outcome = self.system.outcome(self.live().state)
        if outcome is None:
            raise Differs(row, f"the game goes on; {self.waiting()}")
        if row.words[0] != (outcome.winner or "draw"):
            raise Differs(row, f"ended: {outcome.winner or 'draw'} ({outcome.reason})")
        for word in row.words[1:]:
            key, _, value = word.partition("=")
            if not same({**outcome.facts, "reason": outcome.reason}.get(key), value, self.unit):
                raise Differs(row, f"ended: {outcome.reason} {dict(outcome.facts)}")
