"""The figures of the rulebook, read once from ``data/*.toml``."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

from msgspec import Struct, convert, field

from app.engine.clauses import ClauseIndex
from app.engine.geometry import INCH


def text(name: str) -> str:
    """The text of a data file."""
    return files("app.systems.ronin").joinpath("data", name).read_text(encoding="utf-8")


@cache
def table(name: str) -> dict[str, Any]:
    """A data file as TOML gives it; never changed by its readers."""
    return tomllib.loads(text(f"{name}.toml"))


def inches(figure: int | str) -> int:
    """A length of the rulebook in 1/100 mm; a string is an exact decimal.

    >>> inches("4.5")
    11430
    """
    length = Fraction(figure) * INCH
    if length.denominator != 1:
        raise ValueError(f"{figure} inches is no whole 1/100 mm")
    return int(length)


class Weapon(Struct, frozen=True):
    """A weapon: modifiers of rolls, range in inches, cost in points."""

    name: str
    kind: str
    cost: int
    mounted: bool
    clause: str
    name_es: str = ""
    hands: str = "one"
    initiative: int = 0
    initiative_later: int = 0
    attack: int = 0
    ride_by_attack: int = 0
    subdue_attack: int = 0
    attack_vs_heavy: int = 0
    range: int = 0
    wound: int = 0
    school: str = ""
    clauses: dict[str, str] = field(default_factory=dict)

    @property
    def is_missile(self) -> bool:
        """Whether it shoots."""
        return self.kind == "missile"


CLAUSES = ClauseIndex.read(text("clauses.toml"))
c = CLAUSES.clause
"""A clause by its id; an id the rulebook does not have fails at import."""

WEAPONS: dict[str, Weapon] = convert(table("weapons"), dict[str, Weapon])
MOVEMENT = table("movement")
TABLES = table("tables")
MODIFIERS = table("modifiers")
ARMOUR = table("armour")

CONTACT = inches(MOVEMENT["contact"]["gap"])
"""Bases this near or nearer touch (RON-MOV-14)."""
EPSILON = int(Fraction(MOVEMENT["tolerance"]["length"]) * INCH)
"""Lengths are compared with this tolerance, 0.001 in rounded down (RON-MOV-13)."""
FOOT = inches(MOVEMENT["base"]["foot"])
MOUNTED = inches(MOVEMENT["base"]["mounted"])


@cache
def rulebook(language: str) -> ClauseIndex:
    """The clauses in a language; English where there is no other."""
    return ClauseIndex.read(text("clauses.es.toml")) if language == "es" else CLAUSES
