"""Puzzles are found and written: ``python -m tests.riddles SYSTEM --want 100 --seed 1 --seconds 600``.

Two novices fight; parts of their battles, or with ``--of rulings`` the positions of rulings, are played on until red is
asked something of which one answer is best by far, by the odds and by what a veteran makes of it.  A file is kept if it
goes as a lesson and its chances are reckoned alike again.  Those that stand are left as they are and count;
``--seconds`` are of a processor.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from random import Random
from time import process_time
from typing import Any

from app.engine.staging import BadRow
from app.engine.system import RuleSystem
from app.lessons.coach import Script
from app.lessons.command import Fault, right
from app.lessons.library import folder_of
from app.lessons.reading import PUZZLES, read
from app.lessons.weighing import Choice, misweighed
from app.systems import system_of
from tests.riddles.positions import Spot, again, spots
from tests.riddles.ruled import ruled
from tests.riddles.skirmishes import drawn_up
from tests.riddles.tasks import Task, task_of
from tests.riddles.weighed import choices, confirmed
from tests.riddles.written import lines

SAME, IN_A_BATTLE = 32, 4
"""So many of a level of a question are kept at most, and of a battle."""
Face = tuple[str, tuple[tuple[str, ...], ...]]


class Shelf:
    """The puzzles of a system that stand, and what may still be put beside them."""

    def __init__(self, system: RuleSystem[Any], want: int) -> None:
        self.system, self.want, self.folder = system, want, folder_of(system) / PUZZLES
        stand = [read(file) for file in self.folder.glob("*.lesson")]
        self.of, self.numbers = Counter(one.of for one in stand), Counter[str]()
        self.faces = {(one.of, tuple(row.words[:1] for row in one.chances)) for one in stand}
        for one in stand:
            kind, _, number = one.file.stem.rpartition("-")
            if number.isdecimal():
                self.numbers[kind] = max(self.numbers[kind], int(number))
        self.count, self.seen = len(stand), Counter[tuple[str, str]]()

    def has_room(self, kind: str) -> bool:
        """Whether puzzles are made of such a question, and not enough are there."""
        return task_of(kind) is not None and self.of[kind] < SAME

    def wants(self, choice: Choice, battle: str) -> bool:
        """Whether such a one is still wanted: its like is not there often, nor itself."""
        often = self.of[choice.kind] >= SAME or self.seen[battle, choice.kind] >= IN_A_BATTLE
        return not often and face(choice) not in self.faces

    def put(self, spot: Spot, choice: Choice, battle: str) -> str:
        """It stands there if it goes as a lesson; what was wrong with it, else nothing."""
        task = task_of(choice.kind)
        assert isinstance(task, Task)
        name = f"{task.kind}-{self.numbers[task.kind] + 1:02}"
        text = lines(spot, choice, name, Random(f"{spot.source}/{choice.kind}"))
        if text is None:
            return "the best answer is not taken"
        file = self.folder / f"{name}.lesson"
        file.write_text("\n".join(text) + "\n", encoding="utf-8")
        try:
            script = Script(self.system, read(file))
            right(script)
            if why := misweighed(script):
                raise Fault(why)
        except (BadRow, Fault) as wrong:
            file.unlink()
            return str(wrong)
        self.count, self.numbers[task.kind] = self.count + 1, self.numbers[task.kind] + 1
        self.of[choice.kind] += 1
        self.seen[battle, choice.kind] += 1
        self.faces.add(face(choice))
        return ""


def face(choice: Choice) -> Face:
    """By what two puzzles are alike: the same question with the same chances."""
    return choice.kind, tuple((str(parts),) for parts in choice.parts)


def fought(system: RuleSystem[Any], seed: int) -> Iterator[tuple[str, Spot]]:
    """Questions in battle after battle, each with its battle's seed."""
    while True:
        yield from ((str(seed), spot) for spot in spots(system, seed))
        seed += 1


def ever(system: RuleSystem[Any], seed: int) -> Iterator[tuple[str, Spot]]:
    """Questions in the positions of all rulings, again and again, each with its ruling's file."""
    while True:
        yield from ruled(system, seed)
        seed += 1


SOURCES = {"battles": fought, "rulings": ever, "skirmishes": drawn_up}


def found(source: str, shelf: Shelf, seed: int) -> Iterator[tuple[str, Spot, Choice]]:
    """Questions with one best answer, of kinds that the shelf has room for."""
    for name, spot in SOURCES[source](shelf.system, seed):
        for choice in choices(shelf.system, spot.session, spot.question, shelf.has_room):
            yield name, spot, choice


def main() -> int:
    """0 once there are as many as are wanted, 1 if time was over before."""
    parser = argparse.ArgumentParser(prog="python -m tests.riddles")
    parser.add_argument("system")
    parser.add_argument("--want", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--of", choices=SOURCES, default="battles")
    given = parser.parse_args()
    system = system_of(given.system)
    shelf, told = Shelf(system, given.want), Counter[str]()
    for battle, spot, choice in found(given.of, shelf, given.seed):
        if shelf.count >= given.want or process_time() > given.seconds:
            break
        if not shelf.wants(choice, battle):
            told["alike"] += 1
        elif not confirmed(again(spot), spot.question, choice):
            told["the veteran is of another mind"] += 1
        else:
            told[wrong := shelf.put(spot, choice, battle) or "kept"] += 1
            sys.stdout.write(f"{process_time():.0f} s, battle {battle}, {choice.kind}: {wrong or 'kept'}\n")
            sys.stdout.flush()
    sys.stdout.write(f"{system.key}: {shelf.count} puzzles; {dict(told)}\n")
    return 0 if shelf.count >= given.want else 1


if __name__ == "__main__":
    sys.exit(main())
