"""A rulebook in the data files of a rule system: its texts, tables and clauses, and lengths in its own unit."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files
from typing import Any

from app.engine.clauses import ClauseIndex
from app.engine.refusals import Clause


class Book:
    """The data files ``data/*.toml`` of one package, each read once."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.tables: dict[str, dict[str, Any]] = {}
        self.clauses = ClauseIndex.read(self.text("clauses.toml"))
        self.translated: dict[str, ClauseIndex] = {}

    def text(self, name: str) -> str:
        """The text of a data file."""
        return files(self.package).joinpath("data", name).read_text(encoding="utf-8")

    def table(self, name: str) -> dict[str, Any]:
        """A data file as TOML gives it; never changed by its readers."""
        if name not in self.tables:
            self.tables[name] = tomllib.loads(self.text(f"{name}.toml"))
        return self.tables[name]

    def clause(self, id: str) -> Clause:
        """A clause by its id; an id the rulebook does not have is a ``KeyError``, so it fails at import."""
        return self.clauses.clause(id)

    def rulebook(self, language: str) -> ClauseIndex:
        """The clauses in a language; English where there is no other."""
        if language != "es":
            return self.clauses
        if language not in self.translated:
            self.translated[language] = ClauseIndex.read(self.text(f"clauses.{language}.toml"))
        return self.translated[language]


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
