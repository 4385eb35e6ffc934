"""The lessons of the rule systems, found beside their rules."""

from __future__ import annotations

import logging
import sys
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from hashlib import blake2b
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from app.engine.system import RuleSystem
from app.judge.blocks import Block
from app.lessons.cases import as_written, cases
from app.lessons.coach import Script
from app.lessons.reading import PUZZLES, Lesson, read
from app.lessons.wall import Told, Wall, wall_of

SPANISH = "written.es.toml"
"""Beside ``written.case``: what its rulings say in Spanish."""
log = logging.getLogger("gunbai")
One = TypeVar("One")


@dataclass
class Library:
    """All lessons of these systems, each path in order; beside them examples of clauses, puzzles, rulings.

    ``written``: by clause a ruling that can only be read; ``spanish``: what those say in Spanish; ``walls``: all cases.
    """

    paths: dict[str, tuple[Script, ...]] = field(default_factory=dict)
    examples: dict[str, tuple[Script, ...]] = field(default_factory=dict)
    puzzles: dict[str, tuple[Script, ...]] = field(default_factory=dict)
    rulings: dict[str, tuple[Script, ...]] = field(default_factory=dict)
    written: dict[str, dict[str, Block]] = field(default_factory=dict)
    spanish: dict[str, dict[str, str]] = field(default_factory=dict)
    walls: dict[str, Wall | None] = field(default_factory=dict)

    def of(self, key: str) -> Script | None:
        """The lesson of a key, or what else there is of that name."""
        system, _, name = key.partition("/")
        return next((one for one in self.every(system) if one.key == key), None) or self.case(system, name)[1]

    def case(self, system: str, name: str) -> tuple[Block | None, Script | None]:
        """The case of a name, and as a lesson if it goes as one."""
        wall = self.walls.get(system)
        return (wall and wall.case(name)) or (None, None)

    def cases(self, system: str, clause: str) -> list[Told]:
        """Every case that shows a clause, but for the one that is shown at it."""
        wall = self.walls.get(system)
        return wall.under(clause) if wall else []

    def every(self, key: str) -> tuple[Script, ...]:
        """All there is of a system."""
        return (*self.of_system(key), *self.puzzles.get(key, ()))

    def of_system(self, key: str) -> tuple[Script, ...]:
        """The lessons of a system in the order of its path, its examples, and rulings that are shown."""
        return (*self.paths.get(key, ()), *self.examples.get(key, ()), *self.rulings.get(key, ()))

    def coach(self, key: str) -> Script:
        """The lesson of a key; one that has nothing to say where it is gone."""
        system = self.paths.get(key.partition("/")[0]) or next(iter(self.paths.values()))
        return self.of(key) or Script(system[0].rules, Lesson(Path(f"{key}.lesson"), system[0].system))

    def puzzles_of(self, day: int) -> list[Script]:
        """The puzzles of a day, counted from any: of each system one, each once before the first comes again."""
        return [mixed(every)[day % len(every)] for every in self.puzzles.values() if every]

    def translations(self) -> dict[str, dict[str, str]]:
        """What the lessons and the rulings that are only read say, by language and English text."""
        keys = dict.fromkeys([*self.paths, *self.examples, *self.puzzles, *self.rulings])
        clauses = (in_both(wall.system) for wall in self.walls.values() if wall)
        every = [*clauses, *(one.lesson.spanish for key in keys for one in self.every(key)), *self.spanish.values()]
        return {"es": {english: text for said in every for english, text in said.items()}}


@lru_cache
def mixed(puzzles: tuple[Script, ...]) -> tuple[Script, ...]:
    """Puzzles in an order that is always the same, in which their kinds take turns."""
    kinds: dict[str, list[Script]] = {}
    for one in sorted(puzzles, key=lambda one: blake2b(one.key.encode()).digest()):
        kinds.setdefault(one.lesson.kind, []).append(one)
    return tuple(one for turn in zip_longest(*kinds.values()) for one in turn if one)


def folder_of(system: RuleSystem[Any]) -> Path:
    """Where the lessons of a system are, if it has any."""
    return Path(str(sys.modules[type(system).__module__].__file__)).parent / "lessons"


def files_of(system: RuleSystem[Any]) -> list[Path]:
    """The lesson files of a system, in the order of its path."""
    return sorted(folder_of(system).glob("*.lesson"))


def beside(system: RuleSystem[Any], kind: str) -> list[Path]:
    """The files of its ``examples`` or ``puzzles``."""
    return sorted((folder_of(system) / kind).glob("*.lesson"))


def library(systems: Iterable[RuleSystem[Any]]) -> Library:
    """The lessons of these systems; one that has none has no path."""
    found = {system.key: taught_by(system) for system in systems}  # type: ignore[arg-type]  # one object a system
    paths = {key: taught.path for key, taught in found.items() if taught.path}
    more = ({key: getattr(taught, kind) for key, taught in found.items()} for kind in Taught._fields[1:])
    return Library(paths, *more)


class Taught(NamedTuple):
    """What there is to learn of a system."""

    path: tuple[Script, ...] = ()
    examples: tuple[Script, ...] = ()
    puzzles: tuple[Script, ...] = ()
    rulings: tuple[Script, ...] = ()
    written: Mapping[str, Block] = {}
    spanish: Mapping[str, str] = {}
    wall: Wall | None = None


@lru_cache(64)
def taught_by(system: RuleSystem[Any]) -> Taught:
    """All there is to learn of a system, read once; of a kind nothing where a file of it cannot be read."""
    examples, puzzles = (tried(system, kind, partial(written, system, kind)) for kind in ("examples", PUZZLES))
    rulings = tried(system, "rulings", lambda: (Script(system, one) for one in cases(system, folder_of(system))))
    read_only = dict(tried(system, "written", lambda: as_written(folder_of(system)).items()))
    spanish = dict(tried(system, "Spanish", lambda: in_spanish(system).items()))
    wall = next(iter(tried(system, "wall", lambda: [wall_of(system, folder_of(system))])), None)
    return Taught(tried(system, "path", lambda: path_of(system)), examples, puzzles, rulings, read_only, spanish, wall)


def in_both(system: RuleSystem[Any]) -> dict[str, str]:
    """Its clauses in Spanish, by the English: each may be taught by a case."""
    english, spanish = system.rulebook("en"), {entry.id: entry for entry in system.rulebook("es")}
    both = ((one, spanish[one.id]) for one in english if one.id in spanish)
    pairs = (pair for one, other in both for pair in ((one.title, other.title), (one.text, other.text)))
    return {text: said for text, said in pairs if text and text != said}


def in_spanish(system: RuleSystem[Any]) -> dict[str, str]:
    """What the rulings that are only read say in Spanish, by the English sentence; nothing where none is written."""
    file = folder_of(system) / SPANISH
    said = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return msgspec.convert(said, dict[str, str])


def tried(system: RuleSystem[Any], kind: str, found: Callable[[], Iterable[One]]) -> tuple[One, ...]:
    """All of a kind, or none where one cannot be read."""
    try:
        return tuple(found())
    except Exception:  # another package: whatever breaks there, the server starts
        log.warning("what there is to learn of %s (%s) is left out", system.key, kind, exc_info=True)
        return ()


def written(system: RuleSystem[Any], kind: str) -> tuple[Script, ...]:
    """What is written of a kind beside a system."""
    return tuple(Script(system, read(file)) for file in beside(system, kind))


def path_of(system: RuleSystem[Any]) -> tuple[Script, ...]:
    """The lessons of a system, each with what follows it."""
    lessons = [read(file) for file in files_of(system)]
    after = [*(one.key for one in lessons[1:]), ""]
    return tuple(Script(system, one, next_) for one, next_ in zip(lessons, after, strict=False))
