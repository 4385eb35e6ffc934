"""A lesson as its table asks it: what falls, what is answered, what is taken of the learner.

Whether an answer is what was wanted the judge says: it is tried on a copy of the game, the dice fall as written, and
whatever the lesson claims of what follows must hold.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from app.engine.asks import Json
from app.engine.dice import Faces
from app.engine.events import Seat
from app.engine.flow import Roll
from app.engine.refusals import Clause, Refusal, refuse
from app.engine.session import Checkpoint, Session
from app.engine.staging import BadRow, Row, read_number, read_spot
from app.engine.system import RuleSystem
from app.games.coach import Given, Pointer, Taught
from app.games.sentences import TAUGHT
from app.judge.answers import parts, raw_answer
from app.judge.play import Differs
from app.judge.referee import Referee
from app.lessons.reading import Lesson, Step


class Beat(NamedTuple):
    """The next answer of anybody, or (``row`` is ``None``) that the learner reads on; ``mine``: it is the learner's."""

    step: int
    row: Row | None
    mine: bool = False


class Script:
    """A lesson and the rules by which it is judged."""

    def __init__(self, system: RuleSystem[Any], lesson: Lesson, after: str = "") -> None:
        self.rules, self.lesson, self.after = system, lesson, after
        self.system, self.key = system.key, lesson.key
        self.script = tuple(beats_of(lesson))
        self.beats, self.odds = len(self.script), not lesson.is_puzzle
        self.dice = tuple(faces(row) for row in lesson.played if row.verb == "dice")
        mine = next((Seat(step.wants.words[0]) for step in lesson.steps if step.wants), Seat("red"))
        self.seats = (mine, *(seat for seat in (Seat("red"), Seat("blue")) if seat != mine))

    @property
    def called(self) -> str:
        """What the learner's side is called in the position; empty if it has no name."""
        sides = (row.split(1) for row in self.lesson.stage if row.verb == "side")
        return next((said.get("name", "") for (seat, *_), said in sides if seat == self.seats[0]), "")

    def begin(self) -> Checkpoint[Any]:
        """Where play begins."""
        return Checkpoint(*self.rules.staging.position(self.lesson.stage))

    def falls(self, draw: int) -> Faces | None:
        """How this throw falls."""
        return self.dice[draw] if draw < len(self.dice) else None

    def at(self, at: int) -> Beat | None:
        """The beat of this number; ``None`` once the lesson is done."""
        return self.script[at] if 0 <= at < self.beats else None

    def begins(self, step: int) -> int:
        """The beat at which a step begins, counted from 1; the first where there is no such step."""
        return next((at for at in range(self.beats) if (beat := self.at(at)) and beat.step == step - 1), 0)

    def step(self, at: int) -> Step | None:
        """The step of a beat."""
        beat = self.at(at)
        return self.lesson.steps[beat.step] if beat and beat.step >= 0 else None

    def taught(self, at: int) -> Taught:
        """What is said at this beat; once all is done, that of the last step."""
        step, beat, steps = self.step(at), self.at(at), len(self.lesson.steps)
        done = Taught(
            key=self.key, title=self.lesson.title, says=self.lesson.goal, step=steps, steps=steps, after=self.after,
            done=True,
        )  # fmt: skip
        if step is None or beat is None:
            return done
        return msgspec.structs.replace(
            done, says=step.says, clause=step.clause, hint=step.hint, step=beat.step + 1, reads=beat.row is None,
            shows=tuple(pointer(word, self.rules.staging.unit) for word in step.shows), done=False,
        )  # fmt: skip

    def reads(self, at: int) -> bool:
        """Whether one reads on at this beat."""
        beat = self.at(at)
        return beat is not None and beat.row is None

    def given(self, session: Session[Any], at: int) -> Given | None:
        """What is answered by itself at this beat."""
        beat = self.at(at)
        return self.written(session, beat.row) if beat and beat.row and not beat.mine else None

    def wanted(self, session: Session[Any], at: int) -> Given | None:
        """What the learner would rightly answer at this beat."""
        beat = self.at(at)
        return self.written(session, beat.row) if beat and beat.row and beat.mine else None

    def written(self, session: Session[Any], row: Row) -> Given | None:
        """An answer as the wire has it, if its seat is asked."""
        seat = Seat(row.words[0])
        asked = session.question(seat)
        return (seat, raw_answer(asked.domain, row, row.words[1:], self.rules.staging.unit)) if asked else None

    def tried(self, session: Session[Any], at: int) -> list[Refusal]:
        """What the rules say to what is written to be tried in vain before this answer, or before one reads on."""
        beat, step = self.at(at), self.step(at)
        rows = step.tried if beat and step and (beat.mine or beat.row is None) else ()
        given = [self.written(session, Row(row.line, row.verb, parts(row)[0])) for row in rows]
        return [no for one in given if one and (no := session.refuse(*one))]

    def refuse(self, session: Session[Any], at: int, seat: Seat, raw: Json) -> Refusal | None:
        """Why the learner's answer is not taken: the rules come first, then what the lesson wants."""
        beat, step = self.at(at), self.step(at)
        if beat is None or step is None:
            return refuse("lesson.done", TAUGHT)
        if no := session.refuse(seat, raw):
            return no
        if beat.row is None:
            return refuse("lesson.asks-nothing", TAUGHT)
        if step.wants and is_meant(step.wants, seat, raw) and not self.against(session, step, seat, raw):
            return None
        clause = Clause(step.clause) if step.clause else TAUGHT
        return refuse("lesson.otherwise", clause, said=step.wrong) if step.wrong else refuse("lesson.not-now", clause)

    def against(self, session: Session[Any], step: Step, seat: Seat, raw: Json) -> str:
        """What does not come out as the step says if this is answered; empty if all does."""
        referee = Referee((self.rules,))
        referee.system = self.rules
        referee.session = Session(self.rules, session.start, session.tape, session.given)
        referee.met = len(referee.events())
        right = step.right
        assert right is not None
        try:
            for row in step.tried:
                referee.step(row)
            referee.give(right, seat, raw)
            for row in step.rows:
                if row is not right and row not in step.tried:
                    referee.step(row)
        except (BadRow, Differs) as no:
            return str(no)
        return left_open(referee, right.line)

    def differs(self) -> str:
        """What does not come out from the position to the end, answered as is written; empty if all does."""
        referee = Referee((self.rules,))
        referee.system, referee.rows = self.rules, list(self.lesson.stage)
        try:
            for row in self.lesson.played:
                referee.step(row)
            referee.live()
        except (BadRow, Differs) as no:
            return str(no)
        return left_open(referee, max((row.line for row in self.lesson.played), default=0))


def left_open(referee: Referee, line: int) -> str:
    """What is wrong with the dice of what was played up to this line; empty if nothing is."""
    if referee.dice:
        return f"line {referee.dice[0].line}: these dice were never called for"
    unwritten = isinstance(referee.live().waiting, Roll)
    return f"line {line}: dice are called for that are not written; {referee.waiting()}" if unwritten else ""


def beats_of(lesson: Lesson) -> list[Beat]:
    """The beats of a lesson, in order; those before its first step have the number -1."""
    found = [Beat(-1, row) for row in lesson.opening if row.verb == "answer"]
    for number, step in enumerate(lesson.steps):
        if step.wants is None:
            found.append(Beat(number, None))
        found += [Beat(number, row, row is step.right) for row in step.rows if row.verb == "answer"]
    return found


def pointer(word: str, unit: int) -> Pointer:
    """``Aki``, ``10,12``, ``Aki>10,12`` or ``Aki>Jiro``."""
    first, way, last = word.partition(">")
    row = Row(0, "shows", (word,))
    if not way:
        return Pointer(at=read_spot(row, first, unit)) if "," in first else Pointer(first)
    return Pointer(first, at=read_spot(row, last, unit)) if "," in last else Pointer(first, onto=last)


def faces(row: Row) -> Faces:
    """The faces of a row ``dice 3 4`` or ``dice shot 3 4``."""
    return tuple(read_number(row, word) for word in row.words[row.words[:1] != () and not row.words[0].isdigit() :])


def is_meant(wants: Row, seat: Seat, raw: Json) -> bool:
    """Whether an answer begins as is wanted: with these picks, or with these values."""
    asked, *words = wants.words
    picks, left = picked(raw)
    for word in words:
        key, equals, value = word.partition("=")
        if equals:
            if not isinstance(left, dict) or str(left.get(key)) != value:
                return False
        elif not picks or picks.pop(0) != word:
            return False
    return asked == seat


def picked(raw: Json) -> tuple[list[str], Json]:
    """What was picked of menus, one below the other, and what was answered below them."""
    found = []
    while isinstance(raw, dict) and "pick" in raw:
        found.append(str(raw["pick"]))
        raw = raw.get("then")
    return ([*found, raw], None) if isinstance(raw, str) else (found, raw)
