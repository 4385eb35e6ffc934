"""Lesson files: a case in which every step says a sentence and wants something of the learner (docs/lessons.md).

Whatever a case file may say a lesson may say too; of the verbs of its own ``es`` translates the text before it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from app.engine.staging import BadRow, Row, read_number

TEXTS = ("title", "goal", "says", "hint", "if-wrong")
"""Verbs whose words are a text, which ``es`` translates."""
HEAD = ("system", "minutes", "battle", "kind", "of", *TEXTS[:2])
KINDS = ("shot", "charge", "blow", "answer", "order", "place")
"""What puzzles are about."""
CASES = "cases"
"""Where rulings that are shown as lessons stand, as far as their names go: see ``cases.py``."""
PUZZLES = "puzzles"
"""The folder of lessons that want something to be found out: whatever does what they claim is right."""
PLAYED = ("answer", "dice")
"""Verbs that play; with one of them, or with ``says``, the position is at an end."""


@dataclass(frozen=True, slots=True)
class Step:
    """A sentence, what the table points at, what is wanted, and what is played and must be so thereafter.

    ``wants``: nothing is wanted where it is ``None`` but that one reads on.  ``wrong``: what is said to another answer.
    """

    says: str
    clause: str = ""
    shows: tuple[str, ...] = ()
    hint: str = ""
    wrong: str = ""
    wants: Row | None = None
    rows: tuple[Row, ...] = ()

    @property
    def right(self) -> Row | None:
        """The answer that is wanted, as it is written."""
        if self.wants is None:
            return None
        mine = self.wants.words[0]
        return next((row for row in self.rows if row.verb == "answer" and row.words[:1] == (mine,)), None)

    @property
    def tried(self) -> tuple[Row, ...]:
        """What the rules refuse before that, or at all where nothing is wanted, as it is written."""
        before = self.rows[: self.rows.index(self.right)] if self.right else self.rows
        return tuple(row for row in before if row.verb == "refuses")


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson of a system's path.  ``battle``: it is a battle with these terms, and has no steps.

    Of a puzzle: its ``kind``, and, if it was found by search, which level of which question it is ``of`` and the
    ``chances`` of the answers in parts of 10,000, the best first.
    """

    file: Path
    system: str = ""
    title: str = ""
    goal: str = ""
    minutes: int = 0
    kind: str = ""
    of: str = ""
    chances: tuple[Row, ...] = ()
    battle: Mapping[str, str] = field(default_factory=dict)
    stage: tuple[Row, ...] = ()
    opening: tuple[Row, ...] = ()
    steps: tuple[Step, ...] = ()
    spanish: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """How it is called in addresses: ``01-moving.lesson`` is ``moving``."""
        number, _, name = self.file.stem.partition("-")
        return name if number.isdecimal() else self.file.stem

    @property
    def is_puzzle(self) -> bool:
        """Whether it is one."""
        return self.file.parent.name == PUZZLES

    @property
    def is_case(self) -> bool:
        """Whether it is a ruling, shown as a lesson."""
        return self.file.parent.name == CASES

    @property
    def key(self) -> str:
        """Its name with that of its system."""
        return f"{self.system}/{self.name}"

    @property
    def played(self) -> tuple[Row, ...]:
        """Every row that is played or claims something, in order."""
        return (*self.opening, *(row for step in self.steps for row in step.rows))


def read(file: Path) -> Lesson:
    """The lesson of a file; ``BadRow`` for what cannot be read."""
    reader = Reader(file)
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        words = line.split("  #")[0].split()
        if words and not line.startswith("#"):
            reader.take(Row(number, words[0], tuple(words[1:])))
    return reader.whole()


class Reader:
    """A lesson as far as it is read."""

    def __init__(self, file: Path) -> None:
        self.lesson, self.text, self.last = Lesson(file), "", Row(0, "", ())
        self.verbs: dict[str, Callable[[Row], None]] = {
            "es": self.translate, "says": self.say, "clause": self.of_step, "shows": self.of_step,
            "hint": self.of_step, "if-wrong": self.of_step, "wants": self.of_step, **dict.fromkeys(HEAD, self.head),
            "chance": self.weighed, "from": self.traced,
        }  # fmt: skip

    def take(self, row: Row) -> None:
        """One more row."""
        if not row.words and row.verb in self.verbs:
            raise row.fail(f"'{row.verb}' says nothing")
        if self.text and row.verb != "es":
            raise BadRow(self.last.line, "this text has no Spanish: put a line 'es …' below it")
        self.verbs.get(row.verb, self.play)(row)
        if row.verb in TEXTS:
            self.text, self.last = " ".join(row.words), row

    def translate(self, row: Row) -> None:
        """The text before is called so in Spanish."""
        if not self.text:
            raise row.fail("'es' translates the text in the line before it; there is none")
        self.lesson = replace(self.lesson, spanish={**self.lesson.spanish, self.text: " ".join(row.words)})
        self.text = ""

    def head(self, row: Row) -> None:
        """What a lesson is about, for whom, how long."""
        said: Any = " ".join(row.words)
        if row.verb == "minutes":
            said = read_number(row, row.words[0])
        elif row.verb == "battle":
            said = row.split(0)[1]
        elif row.verb == "kind" and said not in KINDS:
            raise row.fail(f"there is no kind '{said}': {', '.join(KINDS)}")
        self.lesson = replace(self.lesson, **{row.verb: said})

    def weighed(self, row: Row) -> None:
        """How likely an answer brings what the puzzle is about."""
        self.lesson = replace(self.lesson, chances=(*self.lesson.chances, row))

    def traced(self, row: Row) -> None:
        """Where it was found: told to whoever reads the file."""

    def say(self, row: Row) -> None:
        """A step begins."""
        self.lesson = replace(self.lesson, steps=(*self.lesson.steps, Step(" ".join(row.words))))

    def of_step(self, row: Row) -> None:
        """Something of the step."""
        if not self.lesson.steps:
            raise row.fail(f"'{row.verb}' belongs to a step: it stands below a line 'says …'")
        if row.verb == "wants":
            self.step(wants=row)
        elif row.verb == "shows":
            self.step(shows=row.words)
        else:
            self.step(**{"wrong" if row.verb == "if-wrong" else row.verb: " ".join(row.words)})

    def step(self, **changed: Any) -> None:
        """The step at hand is changed."""
        *before, last = self.lesson.steps
        self.lesson = replace(self.lesson, steps=(*before, replace(last, **changed)))

    def play(self, row: Row) -> None:
        """A row of a case: of the position, of the opening, of the step."""
        if self.lesson.steps:
            self.step(rows=(*self.lesson.steps[-1].rows, row))
        elif row.verb in PLAYED or self.lesson.opening:
            self.lesson = replace(self.lesson, opening=(*self.lesson.opening, row))
        else:
            self.lesson = replace(self.lesson, stage=(*self.lesson.stage, row))

    def whole(self) -> Lesson:
        """The lesson, if it says all that a lesson says."""
        self.take(Row(0, "play", ()))
        lesson = self.lesson if not self.lesson.steps else replace(self.lesson, steps=without_end(self.lesson.steps))
        for said, what in ((lesson.system, "system"), (lesson.title, "title"), (lesson.goal, "goal"),
                           (lesson.minutes, "minutes"), (lesson.steps or lesson.battle, "says")):  # fmt: skip
            if not said:
                raise BadRow(1, f"a lesson needs a line '{what} …'")
        for step in lesson.steps:
            if step.wants and step.right is None:
                raise step.wants.fail("what is wanted is never answered: put 'answer …' below it")
        return lesson


def without_end(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The steps without the row that closed the file."""
    return (*steps[:-1], replace(steps[-1], rows=steps[-1].rows[:-1]))
