"""Rulings as lessons of one step: a case of ``rulings.case`` whose title begins with the clause it shows.

Its sentence is the clause itself, in either language.  The learner gives its first answer; whatever else is answered in
it is given by itself, and of its claims those hold that say what happens.  Where nobody answers one reads on.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from app.engine.staging import BadRow, Row
from app.engine.system import RuleSystem
from app.judge.blocks import Block, blocks
from app.lessons.reading import CASES, PLAYED, Lesson, Step

FILE, WRITTEN = "rulings.case", "written.case"
TRIED, FOLLOWS = ("refuses",), (*PLAYED, "event", "no-event", "waits", "rolls")


def cases(system: RuleSystem[Any], folder: Path) -> list[Lesson]:
    """The rulings beside the lessons of a system, if it has any."""
    file = folder / FILE
    return [lesson(system, block) for block in blocks(file)] if file.is_file() else []


def as_written(folder: Path) -> dict[str, Block]:
    """By clause a ruling that can only be read: of a set-up, a campaign, a sum, where no table is to be shown."""
    file = folder / WRITTEN
    return {block.title.partition(":")[0]: block for block in blocks(file)} if file.is_file() else {}


def lesson(system: RuleSystem[Any], block: Block, file: Path | None = None) -> Lesson:
    """A ruling as a lesson of one step, called by its clause unless by this file; ``BadRow`` where its clause is not in
    the rulebook."""
    id = block.title.partition(":")[0]
    english, spanish = (
        next((entry for entry in system.rulebook(lang) if entry.id == id), None) for lang in ("en", "es")
    )
    first = next((row for row in block.rows if row.verb == "answer"), None)
    if english is None or spanish is None:
        raise BadRow(block.line, f"'{block.title}' names no clause")
    title = english.title or id
    says = {english.text: spanish.text, title: spanish.title or id}
    return Lesson(
        file or block.file.parent / CASES / f"{id}.lesson", system.key, title, english.text, 1,
        stage=tuple(staged(system, block)),
        opening=tuple(row for row in block.rows if first and row.verb == "dice" and row.line < first.line),
        steps=(Step(english.text, id, wants=wanted(first), rows=tuple(played(block, first))),),
        spanish={text: said for text, said in says.items() if text != said},
    )  # fmt: skip


def staged(system: RuleSystem[Any], block: Block) -> Iterator[Row]:
    """The rows that set the position."""
    verbs = system.staging.verbs()
    return (row for row in block.rows if row.verb in verbs)


def wanted(first: Row | None) -> Row | None:
    """The learner gives the first answer, if there is one."""
    return Row(first.line, "wants", first.words[:1]) if first else None


def played(block: Block, first: Row | None) -> Iterator[Row]:
    """What is tried before the first answer, that answer, and what follows; where nobody answers, all that happens."""
    for row in block.rows:
        is_before = first is not None and row.line < first.line
        if row.verb in (TRIED if is_before else FOLLOWS if first else (*TRIED, *FOLLOWS)):
            yield row
