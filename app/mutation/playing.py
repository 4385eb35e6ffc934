"""The cases of a system, played: once unbroken to know them, then against each mutant in a process of its own."""

from __future__ import annotations

import ast
import builtins
import gc
import os
import re
import resource
import signal
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time
from types import FrameType
from typing import Any

from app.bootstrap.places import ROOT
from app.engine.system import RuleSystem
from app.judge.blocks import Block, blocks, files, judge
from app.mutation.branches import broken, marked
from app.mutation.loading import Shelf, caches
from app.mutation.mutants import Mutant

WORD = re.compile(r"[a-z]+")
LEAST = 2.0
"""Seconds of the processor a block has at least; more where it takes long unbroken."""
TIMES = 30
"""So many times what it takes unbroken."""
MEMORY = 2 << 30
"""Bytes a mutant may take beyond what there was."""


class TooLong(BaseException):
    """A block takes much more of the processor than it does unbroken: a loop."""


@dataclass(slots=True)
class Known:
    """The cases unbroken: how long each takes, and which marks each reaches."""

    blocks: list[Block]
    seconds: list[float] = field(default_factory=list)
    reached: dict[tuple[str, int], list[int]] = field(default_factory=dict)
    words: list[set[str]] = field(default_factory=list)

    def limit(self, number: int) -> float:
        """How much of the processor this block may take."""
        return max(LEAST, TIMES * self.seconds[number])


def cases(key: str, folder: Path | None = None) -> list[Block]:
    """Every block of the system's case files."""
    home = folder or ROOT / "tests" / "rulings" / key
    found = [block for file in files([str(home)]) for block in blocks(file)]
    return [block for block in found if block.rows[0].words[:1] == (key,)]


def learn(shelf: Shelf, all_blocks: list[Block], mutants: Sequence[Mutant]) -> Known:
    """What is known of the cases unbroken; ``ValueError`` with the first that does not hold."""
    known = Known(all_blocks, words=[named(block) for block in all_blocks])
    for file in sorted({m.file for m in mutants if m.figure is None}):
        numbers = [m.site for m in mutants if m.file == file]
        shelf.put(file, marks(file, numbers))
    seen: set[tuple[str, int]] = set()
    setattr(builtins, "__reached__", lambda file, number: seen.add((file, number)))  # noqa: B010
    system = shelf.system()
    empty = caches()
    for number, block in enumerate(all_blocks):
        for clear in empty:
            clear()
        seen.clear()
        began = process_time()
        if said := judge(block, (system,)).differs:
            raise ValueError(f"{block.file}:{block.line} does not hold: {said}")
        known.seconds.append(process_time() - began)
        for mark in tuple(seen):
            known.reached.setdefault(mark, []).append(number)
    return known


def named(block: Block) -> set[str]:
    """Every word a block uses, its title among them."""
    text = " ".join([block.title, *(" ".join([row.verb, *row.words]) for row in block.rows)])
    return set(WORD.findall(text.lower()))


def marks(file: str, numbers: list[int]) -> ast.Module:
    """A module whose marks name its file too."""
    tree = marked((ROOT / file).read_text(encoding="utf-8"), numbers)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "__reached__":
            node.args.insert(0, ast.copy_location(ast.Constant(file), node))
    return tree


def breaks(shelf: Shelf, mutant: Mutant) -> None:
    """The shelf holds the mutant."""
    if mutant.figure is None:
        shelf.put(mutant.file, broken((ROOT / mutant.file).read_text(encoding="utf-8"), mutant.site))
    else:
        shelf.tables[Path(mutant.file).stem] = tomllib.loads(mutant.figure.written())


def first_to_differ(shelf: Shelf, mutant: Mutant, known: Known, order: Sequence[int]) -> str:
    """Which block notices the mutant, ``import`` if it cannot even be read, or nothing if it survives."""
    try:
        breaks(shelf, mutant)
        with within(LEAST * 5):
            system = shelf.system()
    except (Exception, TooLong):
        return "import"
    for number in order:
        if differs(known, number, system):
            return str(number)
    return ""


def differs(known: Known, number: int, system: RuleSystem[Any]) -> bool:
    """Whether a block does not hold, or does not end."""
    try:
        with within(known.limit(number)):
            return bool(judge(known.blocks[number], (system,)).differs)
    except TooLong:
        return True


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """``TooLong`` if what is done inside takes more of the processor."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise TooLong

    signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def bounded(seconds: float) -> None:
    """This process ends itself if nothing else ends it, and takes no more memory than it may."""
    spent = int(process_time())
    resource.setrlimit(resource.RLIMIT_CPU, (spent + int(seconds), spent + int(seconds) + 5))
    size = (
        int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
        if os.path.exists("/proc")
        else 0
    )
    resource.setrlimit(resource.RLIMIT_AS, (size + MEMORY, size + MEMORY))


def forked(work: Callable[[], str], seconds: float) -> tuple[int, int]:
    """A child that does the work: its process, and where what it found can be read.  A child that dies says ``!``."""
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        return child, reading
    said = "!"
    try:
        gc.disable()
        bounded(seconds)
        said = work()
    finally:
        os.write(writing, said.encode() or b"-")
        os._exit(0)
