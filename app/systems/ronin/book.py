"""The figures of the rulebook, read once from ``data/*.toml``."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from msgspec import Struct, convert, field

from app.engine.books import Book, length
from app.engine.geometry import INCH

BOOK = Book("app.systems.ronin")
CLAUSES = BOOK.clauses
c, table = BOOK.clause, BOOK.table


def inches(figure: int | str) -> int:
    """A length of the rulebook in 1/100 mm; a string is an exact decimal.

    >>> inches("4.5")
    11430
    """
    return length(figure, INCH)


def row_at(rows: list[dict[str, Any]], result: int) -> dict[str, Any]:
    """The row of a table for this result: the first whose ``high`` is not below it, else the last."""
    return next((row for row in rows[:-1] if result <= row["high"]), rows[-1])


class Weapon(Struct, frozen=True):
    """A weapon: modifiers of rolls, range in inches, cost in points."""

    name: str
    kind: str
    mounted: bool
    clause: str
    cost: int = 0
    name_es: str = ""
    hands: str = "one"
    initiative: int = 0
    initiative_later: int | None = None
    attack: int = 0
    range: int = 0
    wound: int = 0
    school: str = ""
    clauses: dict[str, str] = field(default_factory=dict)

    @property
    def is_missile(self) -> bool:
        """Whether it shoots."""
        return self.kind == "missile"


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
OBJECT, HORSE = (inches(MOVEMENT["marker"][kind]) for kind in ("object", "horse"))
"""The radius of an object marker and of a riderless horse (RON-ACT-18)."""
