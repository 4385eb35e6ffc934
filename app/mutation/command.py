"""``app mutate``: a system broken one by one, its cases played, and the survivors named."""

from __future__ import annotations

import argparse
import gc
import os
import re
import select
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from app.bootstrap.places import PROGRAM
from app.bootstrap.words import Stop
from app.mutation.equal import Equal, read_equals
from app.mutation.loading import Shelf
from app.mutation.mutants import Mutant, drawn, possible, standing
from app.mutation.playing import TIMES, Known, cases, first_to_differ, forked, learn
from app.systems import SYSTEMS

PROCESSES = 2
ENOUGH = 60
"""Seconds of the processor a mutant has besides what its cases take thirty times over."""
LOOKING = 600
"""The same for looking at a survivor: two dozen drawn games take a minute or two."""
Work = Callable[[Mutant, Sequence[int]], Callable[[], str]]
WORD = re.compile(r"[a-z]+")


@dataclass(slots=True)
class Report:
    """What came of the mutants."""

    killed: int = 0
    survived: list[Mutant] = field(default_factory=list)
    equal: list[tuple[Mutant, Equal]] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    seen: dict[str, str] | None = None
    """Where something else is seen of the survivors, by their names, if that was looked for."""

    def line(self) -> str:
        """The closing line."""
        count = self.killed + len(self.survived) + len(self.equal)
        alike = f", {len(self.equal)} change nothing" if self.equal else ""
        seen = "" if self.seen is None else f", {len(self.seen)} of them seen"
        return f"{count} mutants, {self.killed} killed, {len(self.survived)} survived{seen}{alike}"

    def faults(self) -> int:
        """How many survivors count: all, or those of which something else is seen."""
        return len(self.survived if self.seen is None else self.seen)


def main(argv: Sequence[str]) -> int:
    """0 if no more mutants survived than are let, 1 if more did; the survivors have been named."""
    given = parser().parse_args(list(argv))
    if given.system not in (keys := [system.key for system in SYSTEMS]):
        raise Stop(f"There is no rule system {given.system}; there is {', '.join(keys)}.")
    if given.count is not None and given.count < 1:
        raise Stop("--count must be 1 or more.")
    if given.figures:
        return unread(given.system, given.count, given.seed, given.cases)
    mutants = (
        standing(given.system, given.at, given.seed)
        if given.at
        else drawn(given.system, given.count or 200, given.seed, shown=given.shown)
    )
    if not mutants:
        raise Stop(f"Nothing can be broken at {given.at}.")
    try:
        report = tried(given.system, mutants, given.cases, seen=given.seen)
    except ValueError as error:
        raise Stop(str(error)) from error
    return told(report, given.let)


def parser() -> argparse.ArgumentParser:
    """The words of the command."""
    made = argparse.ArgumentParser(
        prog=f"{PROGRAM} mutate", description="break a rule system, name what no case notices"
    )
    made.add_argument("system")
    made.add_argument("--count", type=int, help="so many; 200 if left out, of --figures all")
    made.add_argument("--seed", type=int, default=1)
    made.add_argument("--at", default="", help="all that can be broken there: the end of a file's name, perhaps :LINE")
    made.add_argument("--cases", type=Path, help="the folder of the cases that are played")
    made.add_argument("--let", type=int, default=0, help="so many survivors are let pass")
    made.add_argument("--figures", action="store_true", help="name figures nothing reads: of all, or --count")
    made.add_argument("--seen", action="store_true", help="say of which survivors something else is seen, and where")
    made.add_argument("--shown", action="store_true", help="break what only decorates the board instead")
    return made


def unread(key: str, count: int | None, seed: int, folder: Path | None) -> int:
    """0 if every figure makes a difference or is listed as words; those that make none have been named."""
    from app.mutation.reading import chosen, looked

    listed, found, words = read_equals(key, "words.txt"), 0, 0
    for mutant, by in looked(key, figures := chosen(key, count, seed), folder):
        name = mutant.name.partition(":")[0]
        words += not by and name in listed
        if not by and name not in listed:
            found += 1
            print(f"unread    {mutant}", flush=True)
    differ = len(figures) - found - words
    print(f"{len(figures)} figures, {differ} make a difference, {words} are words, {found} are not read")
    return int(found > 0)


def told(report: Report, let: int) -> int:
    """The report stands on the terminal; the exit status."""
    for mutant in report.survived:
        print(f"survived  {mutant}")
        if report.seen is not None:
            print(f"          {report.seen.get(mutant.name, 'nothing else is seen')}")
    for mutant, equal in report.equal:
        print(f"equal     {mutant}\n          {equal.why}")
    for fault in report.wrong:
        print(f"wrong     {fault}")
    print(report.line())
    return int(report.faults() > let or bool(report.wrong))


def tried(key: str, mutants: Sequence[Mutant], folder: Path | None = None, *, seen: bool = False) -> Report:
    """What came of these mutants of a system; with ``seen``, what is seen of the survivors."""
    all_blocks, equals = cases(key, folder), read_equals(key)
    shelf = Shelf(key)
    shelf.keep_tables()
    known = learn(shelf, all_blocks, mutants)
    shelf = Shelf(key)
    shelf.keep_tables()
    gc.collect()
    gc.freeze()
    names = possible(key) if equals else set()
    report = Report(wrong=[f"{equal}: there is no such mutant" for name, equal in equals.items() if name not in names])
    for mutant, killer in results(shelf, known, mutants):
        note(report, mutant, killer, equals)
    report.survived.sort(key=lambda m: (m.file, m.line))
    if seen:
        report.seen = dict(looked_at(shelf, known, report.survived))
    return report


def looked_at(shelf: Shelf, known: Known, mutants: Sequence[Mutant]) -> Iterator[tuple[str, str]]:
    """Of which of these something else is seen, and where."""
    from app.mutation.looking import games, where_seen

    played = games(Shelf(shelf.key), mutants)
    gc.collect()
    gc.freeze()
    look = partial(where_seen, shelf, known=known, played=played)
    for mutant, place in spread(known, mutants, lambda m, order: partial(look, mutant=m, order=order), LOOKING):
        if place:
            yield mutant.name, place


def note(report: Report, mutant: Mutant, killer: str, equals: dict[str, Equal]) -> None:
    """One more mutant is in the report."""
    equal = equals.get(mutant.name)
    if killer:
        report.killed += 1
        report.wrong += [f"{equal}: a case notices it ({killer})"] if equal else []
    elif equal:
        report.equal.append((mutant, equal))
    else:
        report.survived.append(mutant)


def results(shelf: Shelf, known: Known, mutants: Sequence[Mutant]) -> Iterator[tuple[Mutant, str]]:
    """Each mutant and what noticed it, as they end."""
    return spread(known, mutants, lambda mutant, order: partial(first_to_differ, shelf, mutant, known, order))


def spread(known: Known, mutants: Sequence[Mutant], work: Work, enough: int = ENOUGH) -> Iterator[tuple[Mutant, str]]:
    """The work on each mutant done in a process of its own, two at most at once; what it found, in words.

    ``enough``: seconds of the processor a process may take whatever cases reach its mutant.
    """
    left, running, likely = list(reversed(mutants)), dict[int, tuple[int, Mutant]](), list[int]()
    while left or running:
        while left and len(running) < PROCESSES:
            mutant = left.pop()
            order = ordered(known, mutant, likely)
            child, reading = forked(work(mutant, order), enough + TIMES * sum(known.seconds[n] for n in order))
            running[reading] = child, mutant
        for reading in select.select(list(running), [], [])[0]:
            child, mutant = running.pop(reading)
            said = os.read(reading, 100).decode() or "!"
            os.close(reading)
            os.waitpid(child, 0)
            if said.isdecimal():
                likely = [int(said), *(n for n in likely[:20] if n != int(said))]
            yield mutant, where(known, said)


def where(known: Known, said: str) -> str:
    """The killer in words; nothing for a survivor."""
    if not said.isdecimal():
        return {"-": "", "!": "it ended the process"}.get(said, said)
    block = known.blocks[int(said)]
    return f"{block.file}:{block.line}"


def ordered(known: Known, mutant: Mutant, likely: Sequence[int]) -> list[int]:
    """The blocks that could notice a mutant, those that most likely do first.

    Of a branch inside a function only those that reach it; the shorter first.  Of the rest all: first those that killed
    last, then those that name the row or the key of the figure.
    """
    if not mutant.at_import:
        return sorted(known.reached.get((mutant.file, mutant.site), ()), key=lambda n: known.seconds[n])
    named = set(WORD.findall(mutant.scope))
    score = [-len(named & words) for words in known.words]
    rank = {n: place for place, n in enumerate(likely)}
    return sorted(range(len(known.blocks)), key=lambda n: (rank.get(n, len(rank)), score[n], known.seconds[n]))
