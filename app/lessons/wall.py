"""The case files by which the rules are held, as they are shipped: which of them shows which clause.

They stand once, in ``tests/rulings``; packages and images bring that folder as it is.  Of the files of a system an
index of names and titles is made when it is first asked for.  A case itself is read when it is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from hashlib import blake2b
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from app.bootstrap.places import ROOT
from app.engine.clauses import ID
from app.engine.staging import BadRow, Row
from app.engine.system import RuleSystem
from app.judge.blocks import Block, blocks, files
from app.judge.play import Differs
from app.judge.referee import Referee
from app.lessons.cases import FILE, WRITTEN, lesson
from app.lessons.coach import Script
from app.lessons.reading import CASES

WALL = ROOT / "tests" / "rulings"
"""Where the case files of our systems stand."""
ROWS, THROWS = 40, 8
"""How long a case may be that is played, and how many throws may be added at its end."""
KEPT = 16
"""Cases of a system that are kept as lessons."""
OF_NO_BATTLE = (
    "campaign", "desk", "page", "setup", "bands", "armies", "warband", "scenarios", "organisation", "deployment",
)  # fmt: skip
"""Topics that are about no position of a battle."""
OF_THE_JUDGE = {"amend", "amendable", "undo", "sealed", "shows"}
"""What is asked of the judge alone: cases with it are not shown."""
NO_LESSON = {*OF_THE_JUDGE, "begin", "band", "muster", "concede", "legal", "illegal", "reckons"}
"""What a lesson cannot play."""
ACTS = {"answer", "refuses", "event"}
"""A case in which nothing of this stands shows nobody anything."""
TITLE = re.compile(rf"\s*[\[(](?:{ID.pattern}[,\s]*)+[\])]")
"""Where a title names the clauses it is about."""
CALLED = re.compile(r"(\d+)d(\d+) are called for")
REFUSED, HAPPENS, TITLED = range(3)


class Told(NamedTuple):
    """A case in the index: how addresses call it, what it says in English, whether a lesson can play it."""

    name: str
    title: str
    plays: bool


class Index(NamedTuple):
    """Every case of a system that is shown; by clause those that show it and are not picked for it, the best first."""

    cases: tuple[Told, ...] = ()
    under: Mapping[str, tuple[int, ...]] = {}


class Wall:
    """The case files of a system."""

    def __init__(self, system: RuleSystem[Any], folder: Path, lessons: Path) -> None:
        self.system, self.folder, self.lessons, self.lock = system, folder, lessons, Lock()
        self.known = frozenset(entry.id for entry in system.rulebook("en"))
        self.case = lru_cache(KEPT)(self.read)

    @cached_property
    def files(self) -> dict[str, Path]:
        """The files, by how addresses call them."""
        return {short(file.relative_to(self.folder).as_posix(), 3): file for file in files([str(self.folder)])}

    @cached_property
    def made(self) -> Index:
        """The index, made anew."""
        cases, ranked, picked = dict[str, Told](), dict[str, list[tuple[Any, ...]]](), picked_in(self.lessons)
        for stem, file in self.files.items():
            for block in blocks(file):
                one = Told(name_of(stem, block), sentence(block.title), fit(block))
                if one.name in cases or not is_shown(block):
                    continue
                rank = (file.parent.name in OF_NO_BATTLE, not answered(block), len(block.rows), len(cases))
                for clause, how in shown_by(block).items():
                    if clause in self.known and one.name.partition(".")[2] not in picked.get(clause, ()):
                        ranked.setdefault(clause, []).append((not one.plays, how, *rank))
                cases[one.name] = one
        under = {clause: tuple(rank[-1] for rank in sorted(some)) for clause, some in ranked.items()}
        return Index(tuple(cases.values()), under)

    @property
    def index(self) -> Index:
        """The index, made by whoever asks first; others wait for it."""
        with self.lock:
            return self.made

    def under(self, clause: str) -> list[Told]:
        """The cases that show a clause besides the one picked for it: those that are played come first."""
        return [self.index.cases[at] for at in self.index.under.get(clause, ())]

    def block(self, name: str) -> Block | None:
        """The case of a name; ``None`` if there is none that is shown."""
        file = self.files.get(name.partition(".")[0])
        found = (one for one in blocks(file) if name_of(name.partition(".")[0], one) == name) if file else iter(())
        block = next(found, None)
        return block if block and is_shown(block) else None

    def read(self, name: str) -> tuple[Block, Script | None] | None:
        """The case of a name, and as a lesson if it goes as one; of its clauses that one which it shows best."""
        if (block := self.block(name)) is None:
            return None
        shows = sorted(shown_by(block).items(), key=lambda one: one[1])
        clause = next((clause for clause, _ in shows if clause in self.known), "")
        whole = ended(self.system, clause, block, name) if clause and fit(block) else None
        script = scripted(self.system, clause, whole, name) if whole else None
        return block, script if script and is_taken(script) else None


def wall_of(system: RuleSystem[Any], lessons: Path, wall: Path = WALL) -> Wall | None:
    """The case files of a system, if they are there."""
    folder = wall / system.key
    return Wall(system, folder, lessons) if folder.is_dir() else None


def picked_in(lessons: Path) -> dict[str, set[str]]:
    """By clause how the case is called that was picked for it: as it is, or before dice were added at its end."""
    found: dict[str, set[str]] = {}
    for file in (lessons / FILE, lessons / WRITTEN):
        for block in blocks(file) if file.is_file() else ():
            clause, _, title = block.title.partition(": ")
            rows = block.rows
            names = found.setdefault(clause, set())
            names.add(called(title, rows))
            while rows and rows[-1].verb == "dice":
                rows = rows[:-1]
                names.add(called(title, rows))
    return found


def short(text: str, length: int) -> str:
    """A text as some letters of an address."""
    return blake2b(text.encode(), digest_size=length).hexdigest()


def name_of(stem: str, block: Block) -> str:
    """How addresses call a case of a file: it stays so until the case becomes another."""
    return f"{stem}.{called(block.title, block.rows)}"


def called(title: str, rows: Sequence[Row]) -> str:
    """What tells a case from others."""
    return short("\n".join((title, *(" ".join((row.verb, *row.words)) for row in rows))), 5)


def sentence(title: str) -> str:
    """What a title says without the clauses it names."""
    return TITLE.sub("", title)


def named(block: Block) -> Iterator[tuple[str, int]]:
    """The clauses a case shows, and how."""
    for row in block.rows:
        if row.verb in ("refuses", "event"):
            how = REFUSED if row.verb == "refuses" else HAPPENS
            yield from ((word, how) for word in row.words if ID.fullmatch(word))
    yield from ((clause, TITLED) for clause in ID.findall(block.title))


def shown_by(block: Block) -> dict[str, int]:
    """The clauses a case shows, and how it does so best."""
    found: dict[str, int] = {}
    for clause, how in named(block):
        found[clause] = min(how, found.get(clause, how))
    return found


def is_shown(block: Block) -> bool:
    """Whether anybody is shown this case: played, or to be read."""
    return not any(row.verb in OF_THE_JUDGE for row in block.rows)


def fit(block: Block) -> bool:
    """Whether a case may go as a lesson."""
    verbs = {row.verb for row in block.rows}
    return not verbs & NO_LESSON and bool(verbs & ACTS) and len(block.rows) <= ROWS


def answered(block: Block) -> bool:
    """Whether somebody answers in it."""
    return any(row.verb == "answer" for row in block.rows)


def scripted(system: RuleSystem[Any], clause: str, block: Block, name: str = "") -> Script:
    """A case as a lesson of this clause, called so."""
    file = block.file.parent / CASES / f"{name or clause}.lesson"
    return Script(system, lesson(system, Block(block.file, block.line, f"{clause}: ", block.rows), file))


def in_turn(system: RuleSystem[Any], block: Block) -> Block:
    """A case in which dice that lie ready when somebody first answers are written below that answer."""
    first = next((at for at, row in enumerate(block.rows) if row.verb == "answer"), 0)
    if not any(row.verb == "dice" for row in block.rows[:first]):
        return block
    referee = Referee((system,))
    for row in block.rows[:first]:
        referee.step(row)
    before = tuple(row for row in block.rows[:first] if row not in referee.dice)
    later = (replace(row, line=block.rows[first].line) for row in referee.dice)
    return Block(block.file, block.line, block.title, (*before, block.rows[first], *later, *block.rows[first + 1 :]))


def is_taken(script: Script) -> bool:
    """Whether the first answer of a case is taken of a learner, as far as it asks for one."""
    step = script.lesson.steps[0]
    if step.right is None:
        return True
    referee = Referee((script.rules,))
    referee.system, referee.rows = script.rules, list(script.lesson.stage)
    for row in script.lesson.opening:
        referee.step(row)
    given = script.wanted(session := referee.live(), 0)
    return given is not None and not session.refuse(*given) and not script.against(session, step, *given)


def ended(system: RuleSystem[Any], clause: str, block: Block, name: str = "") -> Block | None:
    """A case with the dice that are still called for at its end; ``None`` where it does not go as a lesson.

    They fall in the middle, a little off it when they are called for again: who is level would throw for ever.
    """
    try:
        block = in_turn(system, block)
    except (BadRow, Differs):
        return None
    for again in range(THROWS + 1):
        try:
            wrong = scripted(system, clause, block, name).differs()
        except (BadRow, RuntimeError):
            return None
        if not wrong:
            return block
        if not (called := CALLED.search(wrong)):
            return None
        count, sides = map(int, called.groups())
        face = max(1, (sides + 1) // 2 - again % 3)
        throw = Row(block.rows[-1].line, "dice", (str(face),) * count)
        block = Block(block.file, block.line, block.title, (*block.rows, throw))
    return None
