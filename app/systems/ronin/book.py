"""The chapters of the rulebook, their rooms, and the figures everybody needs."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from msgspec import Struct, convert, field

from app.engine.books import Book
from app.engine.geometry import INCH

CHAPTERS = {
    "PRI": "turn",
    "MOR": "morale",
    "MOV": "moving",
    "SHO": "shooting",
    "CBT": "combat",
    "WPN": "combat",
    "WND": "wounds",
    "ACT": "actions",
    "END": "turn",
    "SET": "setup",
    "ARM": "warband",
    "ATT": "attributes",
    "TER": "ground",
    "SCN": "scenarios",
    "CAM": "campaign",
}
"""The room of each chapter, by the prefix of its clauses, in the order of the rulebook."""
BOOK = Book("app.systems.ronin", CHAPTERS, INCH)
CLAUSES = BOOK.clauses
c, table, inches = BOOK.clause, BOOK.table, BOOK.length


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

CONTACT = inches(table("movement")["contact"]["gap"])
"""Bases this near or nearer touch (RON-MOV-14)."""
EPSILON = int(Fraction(table("movement")["tolerance"]["length"]) * INCH)
"""Lengths are compared with this tolerance, 0.001 in rounded down (RON-MOV-13)."""
FOOT = inches(table("setup")["base"]["foot"])
MOUNTED = inches(table("setup")["base"]["mounted"])
OBJECT, HORSE = (inches(table("actions")["marker"][kind]) for kind in ("object", "horse"))
"""The radius of an object marker and of a riderless horse (RON-ACT-18)."""
