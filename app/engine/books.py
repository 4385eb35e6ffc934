"""A rulebook in the folders of a rule system: its chapters, their clauses and tables, and lengths in its own unit."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from app.engine.clauses import ClauseIndex
from app.engine.geometry import CM
from app.engine.refusals import Clause


class Book:
    """The rulebook of one package.

    ``chapters``: the prefix of a clause, such as ``SHO``, and the folder that is its room, in the rulebook's order.
    A room holds its clauses (``clauses.toml``, ``clauses.es.toml``); tables of figures are ``.toml`` files in any
    folder of the package, each with a name of its own.  Each is read once.  ``unit``: that of its lengths in 1/100 mm.
    """

    def __init__(self, package: str, chapters: Mapping[str, str], unit: int = CM) -> None:
        self.package, self.chapters, self.unit = package, chapters, unit
        self.tables: dict[str, dict[str, Any]] = {}
        self.found = tables_in(files(package))
        self.clauses = self.index("clauses.toml")
        self.translated: dict[str, ClauseIndex] = {}

    def index(self, name: str) -> ClauseIndex:
        """The clauses of all rooms, in the order of the chapters; ``ValueError`` for one in another's room."""
        found: dict[str, ClauseIndex] = {}
        for room in dict.fromkeys(self.chapters.values()):
            path = files(self.package).joinpath(room, name)
            found[room] = ClauseIndex.read(path.read_text(encoding="utf-8"))
            if wrong := [entry.id for entry in found[room] if self.chapters.get(entry.topic) != room]:
                raise ValueError(f"{self.package}.{room}: not of this chapter: {', '.join(wrong)}")
        ordered = [e for topic, room in self.chapters.items() for e in found[room] if e.topic == topic]
        return ClauseIndex({entry.id: entry for entry in ordered})

    def table(self, name: str) -> dict[str, Any]:
        """A table of figures as TOML gives it, by the name of its file; never changed by its readers.

        ``KeyError`` if there is none of that name.
        """
        if name not in self.tables:
            self.tables[name] = tomllib.loads(self.found[name].read_text(encoding="utf-8"))
        return self.tables[name]

    def clause(self, id: str) -> Clause:
        """A clause by its id; an id the rulebook does not have is a ``KeyError``, so it fails at import."""
        return self.clauses.clause(id)

    def length(self, figure: int | str) -> int:
        """A length of the rulebook in 1/100 mm; a string is an exact decimal."""
        return length(figure, self.unit)

    def rulebook(self, language: str) -> ClauseIndex:
        """The clauses in a language; English where there is no other."""
        if language != "es":
            return self.clauses
        if language not in self.translated:
            self.translated[language] = self.index(f"clauses.{language}.toml")
        return self.translated[language]


TEXTS = ("clauses", "words", "questions")
"""Files of a room that are no tables of figures, in any language."""


def tables_in(package: Traversable) -> dict[str, Traversable]:
    """The tables of figures in the folders of a package by name; ``ValueError`` if two have the same.

    One that lies in a folder of its room is called by both: ``stories/ronin``.
    """
    found: dict[str, Traversable] = {}
    for room in folders(package):
        for prefix, place in [("", room), *((f"{below.name}/", below) for below in folders(room))]:
            for file in sorted(place.iterdir(), key=lambda part: part.name):
                stem, _, kind = file.name.rpartition(".")
                if kind != "toml" or stem.partition(".")[0] in TEXTS:
                    continue
                if prefix + stem in found:
                    raise ValueError(f"two tables are called {prefix + stem}")
                found[prefix + stem] = file
    return found


def folders(place: Traversable) -> list[Traversable]:
    """The folders in a place by name."""
    return sorted((part for part in place.iterdir() if part.is_dir()), key=lambda part: part.name)


@lru_cache(maxsize=1024)
def length(figure: int | str, unit: int) -> int:
    """A length of a rulebook in 1/100 mm, its unit given so too; a string is an exact decimal.

    >>> length("4.5", 2540)
    11430
    """
    exact = Fraction(figure) * unit
    if exact.denominator != 1:
        raise ValueError(f"{figure} × {unit} is no whole 1/100 mm")
    return int(exact)
