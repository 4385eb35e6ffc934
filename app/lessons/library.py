"""The lessons of the rule systems, found beside their rules."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from app.engine.system import RuleSystem
from app.lessons.coach import Script
from app.lessons.reading import Lesson, read

log = logging.getLogger("gunbai")


@dataclass
class Library:
    """All lessons of these systems, each path in order; and the examples of clauses, which are on no path."""

    paths: dict[str, tuple[Script, ...]] = field(default_factory=dict)
    examples: dict[str, tuple[Script, ...]] = field(default_factory=dict)

    def of(self, key: str) -> Script | None:
        """The lesson or the example of a key."""
        return next((one for one in self.of_system(key.partition("/")[0]) if one.key == key), None)

    def of_system(self, key: str) -> tuple[Script, ...]:
        """The lessons of a system in the order of its path, and its examples."""
        return (*self.paths.get(key, ()), *self.examples.get(key, ()))

    def coach(self, key: str) -> Script:
        """The lesson of a key; one that has nothing to say where it is gone."""
        system = self.paths.get(key.partition("/")[0]) or next(iter(self.paths.values()))
        return self.of(key) or Script(system[0].rules, Lesson(Path(f"{key}.lesson"), system[0].system))

    def translations(self) -> dict[str, dict[str, str]]:
        """What the lessons say, by language and English text."""
        every = [one.lesson.spanish for key in self.paths for one in self.of_system(key)]
        return {"es": {english: text for said in every for english, text in said.items()}}


def folder_of(system: RuleSystem[Any]) -> Path:
    """Where the lessons of a system are, if it has any."""
    return Path(str(sys.modules[type(system).__module__].__file__)).parent / "lessons"


def files_of(system: RuleSystem[Any]) -> list[Path]:
    """The lesson files of a system, in the order of its path."""
    return sorted(folder_of(system).glob("*.lesson"))


def examples_of(system: RuleSystem[Any]) -> list[Path]:
    """The files of its examples."""
    return sorted((folder_of(system) / "examples").glob("*.lesson"))


def library(systems: Iterable[RuleSystem[Any]]) -> Library:
    """The lessons of these systems; one that has none has no path."""
    found = {system.key: taught_by(system) for system in systems}
    paths = {key: path for key, (path, _) in found.items() if path}
    return Library(paths, {key: beside for key, (_, beside) in found.items()})


def taught_by(system: RuleSystem[Any]) -> tuple[tuple[Script, ...], tuple[Script, ...]]:
    """The path of a system and its examples; neither where one of its files cannot be read, which the log tells."""
    try:
        return path_of(system), tuple(Script(system, read(file)) for file in examples_of(system))
    except Exception:  # another package: whatever breaks there, the server starts
        log.warning("the lessons of %s are left out", system.key, exc_info=True)
        return (), ()


def path_of(system: RuleSystem[Any]) -> tuple[Script, ...]:
    """The lessons of a system, each with what follows it."""
    lessons = [read(file) for file in files_of(system)]
    after = [*(one.key for one in lessons[1:]), ""]
    return tuple(Script(system, one, next_) for one, next_ in zip(lessons, after, strict=False))
