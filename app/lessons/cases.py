"""Rulings as lessons of one step: a case of ``rulings.case`` whose title begins with the clause it shows.

Its sentence is the clause itself, in either language.  The learner gives its first answer; whatever else is answered in
it is given by itself, and of its claims those hold that say what happens.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from app.engine.staging import BadRow, Row
from app.engine.system import RuleSystem
from app.judge.blocks import Block, blocks
from app.lessons.reading import CASES, PLAYED, Lesson, Step

FILE = "rulings.case"
TRIED, FOLLOWS = ("refuses",), (*PLAYED, "event", "no-event")
ABOUT = ("system",)


def cases(system: RuleSystem[Any], folder: Path) -> list[Lesson]:
    """The rulings beside the lessons of a system, if it has any."""
    file = folder / FILE
    return [lesson(system, block) for block in blocks(file)] if file.is_file() else []


def lesson(system: RuleSystem[Any], block: Block) -> Lesson:
    """A ruling as a lesson of one step; ``BadRow`` where nobody answers in it or its clause is not in the rulebook."""
    id = block.title.partition(":")[0]
    english, spanish = (
        next((entry for entry in system.rulebook(lang) if entry.id == id), None) for lang in ("en", "es")
    )
    first = next((row for row in block.rows if row.verb == "answer"), None)
    if english is None or spanish is None or first is None:
        raise BadRow(block.line, f"'{block.title}' names no clause, or nobody answers in it")
    title = english.title or id
    says = {english.text: spanish.text, title: spanish.title or id}
    return Lesson(
        block.file.parent / CASES / f"{id}.lesson", system.key, title, english.text, 1, stage=tuple(staged(block)),
        opening=tuple(row for row in block.rows if row.verb == "dice" and row.line < first.line),
        steps=(Step(english.text, id, wants=Row(first.line, "wants", first.words[:1]), rows=tuple(played(block))),),
        spanish={text: said for text, said in says.items() if text != said},
    )  # fmt: skip


def staged(block: Block) -> Iterator[Row]:
    """The rows that set the position."""
    for row in block.rows:
        if row.verb in (*TRIED, *FOLLOWS):
            return
        if row.verb not in ABOUT:
            yield row


def played(block: Block) -> Iterator[Row]:
    """What is tried before the first answer, that answer, and what follows."""
    is_given = False
    for row in block.rows:
        is_given = is_given or row.verb == "answer"
        if row.verb in (FOLLOWS if is_given else TRIED):
            yield row
