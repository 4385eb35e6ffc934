"""Picks rulings that are shown at their clauses: ``python -m tests.picked`` writes ``rulings.case`` of each system.

A ruling is fit for a clause that stands in what it refuses, in what happens in it, or in its title, if its position is
small, somebody answers in it, and it goes as a lesson.  Those that refuse come first, then those in which it happens,
then the shortest.  Clauses that a lesson shows need none.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from app.engine.clauses import ID
from app.engine.staging import BadRow
from app.engine.system import RuleSystem
from app.judge.blocks import Block, blocks, files
from app.lessons import cases
from app.lessons.coach import Script
from app.lessons.command import Fault, right
from app.lessons.library import folder_of, library
from app.systems import SYSTEMS
from app.web.rules.played import Part, clauses_of, played

WALL = Path(__file__).parent / "rulings"
ROWS, TRIES = 16, 12
"""How long a ruling may be, and how many are tried for a clause."""
OF_NO_BATTLE = (
    "campaign", "desk", "page", "setup", "bands", "armies", "warband", "scenarios", "organisation", "deployment",
)  # fmt: skip
"""Topics that are about no position of a battle."""
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
    verbs = [row.verb for row in block.rows]
    has = "answer" in verbs and not {"begin", "band", "muster", "concede", "amend", "undo", "sealed"} & {*verbs}
    return has and len(verbs) <= ROWS


def picked(system: RuleSystem[Any]) -> Iterator[tuple[str, Block]]:
    """For each clause that no lesson shows the first ruling that goes as a lesson."""
    own = library([system])
    known = {
        clause for kind in (own.paths, own.examples) for script in kind.get(system.key, ())
        for step in script.lesson.steps for clause in clauses_of(step)
    }  # fmt: skip
    found: dict[str, list[tuple[int, int, Block]]] = {}
    for file in files([str(WALL / system.key)]):
        if file.parent.name not in OF_NO_BATTLE:
            for block in filter(fit, blocks(file)):
                for clause, how in named(block):
                    found.setdefault(clause, []).append((how, len(block.rows), block))
    for entry in system.rulebook("en"):
        if entry.id in found and entry.id not in known:
            fits = sorted(found[entry.id], key=lambda one: (*one[:2], one[2].line))[:TRIES]
            good = next((block for *_, block in fits if goes(system, entry.id, block)), None)
            if good:
                yield entry.id, good


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
        rows = [
            "\n".join([f"# {clause}: {block.title}", *(" ".join((row.verb, *row.words)) for row in block.rows)])
            for clause, block in picked(system)
        ]
        (folder_of(system) / cases.FILE).write_text("\n\n".join(rows) + "\n", encoding="utf-8")
        sys.stdout.write(f"{system.key}: {len(rows)} rulings\n")


if __name__ == "__main__":
    main()
