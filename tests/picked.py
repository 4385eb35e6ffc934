"""Picks rulings that are shown at their clauses: ``python -m tests.picked`` writes ``rulings.case`` of each system.

A ruling is fit for a clause that stands in what it refuses, in what happens in it, or in its title, if it goes as a
lesson.  Those that refuse come first, then those in which it happens; those in which somebody answers, then the
shortest.  Dice that are called for at its end fall in the middle.  Clauses that a lesson shows need none.  For those of
which no ruling goes as a lesson one is written to ``written.case``, to be read.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from app.engine.clauses import ID
from app.engine.staging import BadRow, Row
from app.engine.system import RuleSystem
from app.judge.blocks import Block, blocks, files
from app.lessons import cases
from app.lessons.coach import Script
from app.lessons.command import Fault, right
from app.lessons.library import folder_of, library
from app.systems import SYSTEMS
from app.web.rules.played import Part, clauses_of, played

WALL = Path(__file__).parent / "rulings"
ROWS, TRIES, THROWS = 40, 20, 8
"""How long a ruling may be, how many are tried for a clause, and how many throws may be added at its end."""
OF_NO_BATTLE = (
    "campaign", "desk", "page", "setup", "bands", "armies", "warband", "scenarios", "organisation", "deployment",
)  # fmt: skip
"""Topics that are about no position of a battle."""
NO_LESSON = {"begin", "band", "muster", "concede", "amend", "undo", "sealed", "legal", "illegal", "reckons", "shows"}
"""What a lesson cannot play."""
CALLED = re.compile(r"not written; (\d+)d(\d+) are called for")
REFUSED, HAPPENS, TITLED = range(3)


def named(block: Block) -> Iterator[tuple[str, int]]:
    """The clauses a block shows, and how."""
    for row in block.rows:
        if row.verb in ("refuses", "event"):
            how = REFUSED if row.verb == "refuses" else HAPPENS
            yield from ((word, how) for word in row.words if ID.fullmatch(word))
    yield from ((clause, TITLED) for clause in ID.findall(block.title))


def fit(block: Block) -> bool:
    """Whether a block may be shown."""
    verbs = {row.verb for row in block.rows}
    return not verbs & NO_LESSON and bool(verbs & {"answer", "refuses", "event"}) and len(block.rows) <= ROWS


def answered(block: Block) -> bool:
    """Whether somebody answers in it."""
    return any(row.verb == "answer" for row in block.rows)


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
            if good := next((block for block in whole if block and goes(system, entry.id, block)), None):
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


def ended(system: RuleSystem[Any], clause: str, block: Block) -> Block | None:
    """A block with the dice that are still called for at its end; ``None`` where it does not go."""
    for _ in range(THROWS):
        try:
            script = Script(system, cases.lesson(system, Block(block.file, block.line, f"{clause}: ", block.rows)))
            wrong = script.differs()
        except (BadRow, RuntimeError):
            return None
        if not wrong:
            return block
        if not (called := CALLED.search(wrong)):
            return None
        count, sides = map(int, called.groups())
        throw = Row(block.rows[-1].line, "dice", (str((sides + 1) // 2),) * count)
        block = Block(block.file, block.line, block.title, (*block.rows, throw))
    return None


def goes(system: RuleSystem[Any], clause: str, block: Block) -> bool:
    """Whether a block goes as a lesson of this clause."""
    script = Script(system, cases.lesson(system, Block(block.file, block.line, f"{clause}: ", block.rows)))
    try:
        if right(script).draws != len(script.dice):
            return False
        shown = played(Part(script, 1, 1), "en")
    except (BadRow, Fault, RuntimeError):
        return False
    film = shown["film"]
    acts = bool(shown["lines"] or shown["tried"] or film["beats"][0]["moved"])
    return acts and bool(film["view"]["pieces"] or film["view"]["formations"])


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
