"""Picks rulings that are shown at their clauses: ``python -m tests.picked`` writes ``rulings.case`` of each system.

A ruling is fit for a clause that stands in what it refuses, in what happens in it, or in its title, if it goes as a
lesson.  Those that refuse come first, then those in which it happens; those in which somebody answers, then the
shortest.  Dice that are called for at its end fall in the middle.  Clauses that a lesson shows need none.  For those of
which no ruling goes as a lesson one is written to ``written.case``, to be read.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import Any

from app.engine.staging import BadRow
from app.engine.system import RuleSystem
from app.judge.blocks import Block, blocks, files
from app.lessons import cases
from app.lessons.command import Fault, right
from app.lessons.library import folder_of, library
from app.lessons.wall import OF_NO_BATTLE, TITLED, WALL, answered, ended, fit, named, scripted
from app.systems import SYSTEMS
from app.web.rules.played import clauses_of, goes

TRIES = 20
"""How many rulings are tried for a clause."""


def taught(system: RuleSystem[Any]) -> set[str]:
    """The clauses that lessons and examples show."""
    own = library([system])
    every = (*own.paths.get(system.key, ()), *own.examples.get(system.key, ()))
    return {clause for script in every for step in script.lesson.steps for clause in clauses_of(step)}


def picked(system: RuleSystem[Any]) -> Iterator[tuple[str, Block]]:
    """For each clause that no lesson shows the first ruling that goes as a lesson."""
    known = taught(system)
    found: dict[str, list[tuple[int, int, int, Block]]] = {}
    for file in files([str(WALL / system.key)]):
        for block in filter(fit, blocks(file)):
            for clause, how in named(block):
                rank = how + 3 * (file.parent.name in OF_NO_BATTLE)
                found.setdefault(clause, []).append((rank, not answered(block), len(block.rows), block))
    for entry in system.rulebook("en"):
        if entry.id in found and entry.id not in known:
            fits = sorted(found[entry.id], key=lambda one: (*one[:3], one[3].line))[:TRIES]
            whole = (ended(system, entry.id, one[3]) for one in fits)
            if good := next((block for block in whole if block and shows(system, entry.id, block)), None):
                yield entry.id, good


def read_only(system: RuleSystem[Any], played_: set[str]) -> Iterator[tuple[str, Block]]:
    """For each other clause the ruling to be read: those in which it refuses or happens first, then the shortest."""
    found: dict[str, list[tuple[int, int, Block]]] = {}
    for file in files([str(WALL / system.key)]):
        for block in blocks(file):
            for clause, how in named(block):
                found.setdefault(clause, []).append((how == TITLED, len(block.rows), block))
    for entry in system.rulebook("en"):
        if entry.id in found and entry.id not in played_:
            yield entry.id, min(found[entry.id], key=lambda one: (*one[:2], str(one[2].file), one[2].line))[2]


def shows(system: RuleSystem[Any], clause: str, block: Block) -> bool:
    """Whether a block goes as a lesson of this clause, and something is seen of it."""
    script = scripted(system, clause, block)
    try:
        return right(script).draws == len(script.dice) and goes(script) is not None
    except (BadRow, Fault, RuntimeError):
        return False


def main() -> None:
    """The rulings are picked anew."""
    for system in SYSTEMS:
        shown = dict(picked(system))
        kept(system, cases.FILE, shown.items())
        kept(system, cases.WRITTEN, rest := list(read_only(system, {*taught(system), *shown})))
        sys.stdout.write(f"{system.key}: {len(shown)} rulings, {len(rest)} to be read\n")


def kept(system: RuleSystem[Any], name: str, rulings: Iterable[tuple[str, Block]]) -> None:
    """The rulings stand in a file, each titled by its clause."""
    rows = [
        "\n".join([f"# {clause}: {block.title}", *(" ".join((row.verb, *row.words)) for row in block.rows)])
        for clause, block in rulings
    ]
    (folder_of(system) / name).write_text("\n\n".join(rows) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
