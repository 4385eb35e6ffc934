"""Case files: positions, answers, dice and what must follow, played through the same Session as live play."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from app.engine.staging import BadRow, Row
from app.engine.system import RuleSystem
from app.judge.play import Differs
from app.judge.referee import Referee
from app.systems import SYSTEMS


@dataclass(frozen=True, slots=True)
class Block:
    """One ruling: its title, where it stands, its rows."""

    file: Path
    line: int
    title: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of a block: ``differs`` is empty when it holds."""

    block: Block
    differs: str = ""
    clauses: frozenset[str] = field(default_factory=frozenset)

    def __str__(self) -> str:
        mark = "differs" if self.differs else "holds  "
        text = f"{mark}  {self.block.file}:{self.block.line}  {self.block.title}"
        return f"{text}\n         {self.differs}" if self.differs else text


def blocks(file: Path) -> Iterator[Block]:
    """The blocks of a file: runs of lines without a blank one between them."""
    title: list[str] = []
    rows: list[Row] = []
    for number, line in enumerate([*file.read_text(encoding="utf-8").splitlines(), ""], start=1):
        words = line.split("  #")[0].split()
        if line.startswith("#"):
            title.append(line.lstrip("# ").strip())
        elif words:
            rows.append(Row(number, words[0], tuple(words[1:])))
        elif rows:
            yield Block(file, rows[0].line, " ".join(title) or "(no title)", tuple(rows))
            title, rows = [], []
        else:
            title = []


def judge(block: Block, systems: Sequence[RuleSystem[Any]] = SYSTEMS) -> Verdict:
    """Play a block; what differed from it is in the verdict, never raised."""
    referee = Referee(systems)
    try:
        for row in block.rows:
            referee.step(row)
        referee.close(block.rows[-1].line)
    except (BadRow, Differs) as no:
        return Verdict(block, str(no))
    except Exception as bug:
        return Verdict(block, f"an error inside the rules: {type(bug).__name__}: {bug}")
    return Verdict(block)


def files(paths: Sequence[str]) -> list[Path]:
    """Every case file named, and every ``*.case`` below the folders named."""
    found: list[Path] = []
    for path in map(Path, paths):
        found += sorted(path.rglob("*.case")) if path.is_dir() else [path]
    return found


def main(argv: Sequence[str]) -> int:
    """Judge the files: a line a block, a closing count.  0 only if there was a block and all hold."""
    verdicts: list[Verdict] = []
    broken = 0
    for file in files(argv):
        try:
            verdicts += map(judge, blocks(file))
        except (OSError, UnicodeDecodeError) as error:
            broken += 1
            print(f"differs  {file}: cannot be read: {error}", file=sys.stderr)
    for verdict in verdicts:
        print(verdict)
    failed = broken + sum(bool(v.differs) for v in verdicts)
    print(f"{len(verdicts)} blocks, {len(verdicts) - failed + broken} hold, {failed} differ")
    if not verdicts:
        print("no block was found: name case files, or folders that hold *.case files", file=sys.stderr)
    return 0 if verdicts and not failed else 1
