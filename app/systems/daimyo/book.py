"""The figures of the rulebook, read once from ``data/*.toml``."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

from app.engine.clauses import ClauseIndex
from app.engine.geometry import CM


def text(name: str) -> str:
    """The text of a data file."""
    return files("app.systems.daimyo").joinpath("data", name).read_text(encoding="utf-8")


@cache
def table(name: str) -> dict[str, Any]:
    """A data file as TOML gives it; never changed by its readers."""
    return tomllib.loads(text(f"{name}.toml"))


def cm(figure: int | str) -> int:
    """A length of the rulebook in 1/100 mm; a string is an exact decimal.

    >>> cm("2.5")
    2500
    """
    length = Fraction(figure) * CM
    if length.denominator != 1:
        raise ValueError(f"{figure} cm is no whole 1/100 mm")
    return int(length)


CLAUSES = ClauseIndex.read(text("clauses.toml"))
c = CLAUSES.clause
"""A clause by its id; an id the rulebook does not have fails at import."""


@cache
def rulebook(language: str) -> ClauseIndex:
    """The clauses in a language; English where there is no other."""
    return ClauseIndex.read(text("clauses.es.toml")) if language == "es" else CLAUSES
