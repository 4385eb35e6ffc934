"""``python3 -m app lessons [SYSTEM]``: all there is to learn is played on its right way and on three wrong ones."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from app.engine.asks import Json
from app.engine.refusals import Refusal
from app.engine.staging import BadRow
from app.engine.system import RuleSystem
from app.games import by_itself, coaching
from app.games.drive import Drive
from app.games.teaching import begin, do, laid, read_on
from app.judge.blocks import Block, judge
from app.lessons.cases import as_written, cases
from app.lessons.coach import Script
from app.lessons.library import beside, files_of, folder_of
from app.lessons.reading import PUZZLES, Lesson, read
from app.lessons.weighing import misweighed
from app.systems import SYSTEMS

WRONG_WAYS = 3
TRIES = 12
"""How many answers are drawn for one that is wrong."""


class Played(NamedTuple):
    """What came of a lesson: ``differs`` is empty where it came to its end; what was refused on its wrong ways."""

    name: str
    differs: str = ""
    steps: int = 0
    by_rules: int = 0
    by_lesson: int = 0
    as_right: int = 0

    def __str__(self) -> str:
        if self.differs:
            return f"differs  {self.name}  {self.differs}"
        wrong = f"refused {self.by_rules} by the rules, {self.by_lesson} by the lesson, {self.as_right} taken as right"
        return f"holds    {self.name}  {self.steps} steps; {wrong if self.steps else 'a battle'}"


def main(argv: list[str], systems: Iterable[RuleSystem[Any]] = SYSTEMS) -> int:
    """A line a lesson and a closing count.  0 only if there is a lesson and all hold."""
    known = {system.key: system for system in systems}
    if unknown := [key for key in argv if key not in known]:
        print(f"there is no system '{unknown[0]}'; known are: {', '.join(known)}", file=sys.stderr)
        return 1
    done = [one for key, system in known.items() if key in (argv or known) for one in every(system)]
    for one in done:
        print(one)
    bad = sum(bool(one.differs) for one in done)
    print(f"{len(done)} lessons, {len(done) - bad} hold, {bad} differ")
    return 0 if done and not bad else 1


def every(system: RuleSystem[Any]) -> Iterator[Played]:
    """All there is to learn of a system, played."""
    for file in (*files_of(system), *beside(system, "examples"), *beside(system, PUZZLES)):
        yield played(system, file)
    for one in cases(system, folder_of(system)):
        yield played(system, one.file, one)
    for clause, block in as_written(folder_of(system)).items():
        yield judged(system, clause, block)


def judged(system: RuleSystem[Any], clause: str, block: Block) -> Played:
    """A ruling that can only be read, played by the judge."""
    verdict = judge(block, (system,))
    return Played(f"{system.key}/{clause}", verdict.differs, 1)


def played(system: RuleSystem[Any], file: Path, lesson: Lesson | None = None) -> Played:
    """The lesson of a file, played on all its ways; of a ruling the right one is enough.

    So it is of a puzzle that names one answer and its chances: those are reckoned again.
    """
    name = f"{system.key}/{file.stem}"
    try:
        script = Script(system, lesson or read(file))
        if script.lesson.battle:
            return Played(name)
        right(script)
        if script.lesson.is_case:
            return Played(name, "", 1)
        if script.lesson.chances:
            return Played(name, misweighed(script), len(script.lesson.steps))
        by_rules, by_lesson, as_right = map(sum, zip(*wrong_ways(script), strict=True))
        if script.lesson.is_puzzle and not by_lesson:
            raise Fault("whatever the rules take solves it: that is no puzzle")
        return Played(name, "", len(script.lesson.steps), by_rules, by_lesson, as_right)
    except (BadRow, Fault) as no:
        return Played(name, str(no))
    except Exception as bug:
        return Played(name, f"an error inside the rules: {type(bug).__name__}: {bug}")


class Fault(Exception):
    """A lesson does not go as it says."""


def table(script: Script) -> Drive:
    """The lesson, begun as a hosted game is, that nobody stores."""
    drive = laid(script.rules, script, "", "learner")
    begin(drive, 0)
    return drive


def right(script: Script) -> Drive:
    """Every step has been taken as it is written, or a ``Fault``."""
    drive = table(script)
    if script.lesson.is_case and (why := script.differs()):
        raise Fault(why)
    for _ in range(script.beats + 1):
        at = coaching.at_of(drive)
        if at >= script.beats:
            return drive
        step = script.step(at)
        asked = coaching.wanted(drive)
        if asked and step and not coaching.reads(drive):
            if no := drive.live.refuse(*asked):
                raise Fault(f"line {line(script, at)}: the rules refuse it: {no.code} {dict(no.facts)} ({no.clause})")
            if why := script.against(drive.live, step, *asked):
                raise Fault(why)
        if no := read_on(drive) if coaching.reads(drive) else do(drive):
            raise Fault(f"line {line(script, at)}: {no.code}; asked are {', '.join(who(drive)) or 'nobody'}")
    raise Fault(
        f"line {line(script, coaching.at_of(drive))}: this is never answered; asked are {', '.join(who(drive))}"
    )


def who(drive: Drive) -> Iterator[str]:
    """Who is asked what."""
    return (f"{asked.seat} {asked.about}" for asked in drive.live.questions())


def line(script: Script, at: int) -> int:
    """Where a beat stands in its file."""
    beat = script.at(at)
    return beat.row.line if beat and beat.row else 0


def wrong_ways(script: Script) -> list[tuple[int, int, int]]:
    """On each wrong way how many answers the rules and the lesson refused, and how many were as good as the right one.

    Where an answer is wanted, another is given first: what silence means, then such as chance draws.
    """
    return [wrong_way(script, Random(way) if way else None) for way in range(WRONG_WAYS)]


def wrong_way(script: Script, luck: Random | None) -> tuple[int, int, int]:
    """One of them, to the end of the lesson; ``Fault`` if it does not come to it."""
    drive, count = table(script), [0, 0, 0]
    while (at := coaching.at_of(drive)) < script.beats:
        if coaching.reads(drive):
            read_on(drive)
            continue
        for raw in other_answers(drive, script, luck):
            before = len(drive.live.tape)
            no = by_itself.answer(drive, script.seats[0], raw, "person")
            count[2 if no is None else is_by_lesson(no)] += 1
            if no is None:
                break
            if len(drive.live.tape) != before or coaching.at_of(drive) != at:
                raise Fault(f"line {line(script, at)}: an answer that was refused changed something: {raw}")
        if coaching.at_of(drive) == at and (no := do(drive)):
            raise Fault(f"line {line(script, at)}: after another answer the right one is refused: {no.code} {no.facts}")
    return count[0], count[1], count[2]


def is_by_lesson(no: Refusal) -> int:
    """1 if the lesson refused it, 0 if the rules did."""
    return int(no.code.startswith("lesson."))


def other_answers(drive: Drive, script: Script, luck: Random | None) -> list[Json]:
    """Answers to the learner's open question: of silence, or some that chance draws."""
    asked = drive.question(script.seats[0])
    if asked is None:
        return []
    if luck is None:
        return [asked.domain.write(asked.default)]
    return [asked.domain.write(asked.domain.sample(luck)) for _ in range(TRIES)]
