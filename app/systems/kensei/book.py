"""The chapters of the rulebook, their rooms, and its figures."""

from __future__ import annotations

from app.engine.books import Book, length
from app.engine.geometry import CM

CHAPTERS = {
    "STA": "stats",
    "TYP": "troops",
    "LOS": "sight",
    "TER": "ground",
    "DEP": "deployment",
    "TRN": "turn",
    "SPO": "special",
    "WRN": "warnings",
    "ORD": "orders",
    "MOV": "moving",
    "RNG": "shooting",
    "SPI": "magic",
    "ABI": "abilities",
    "CHG": "charging",
    "CBT": "combat",
    "CNF": "duels",
    "RES": "resolution",
    "RUN": "flight",
    "DEF": "destruction",
    "ARM": "armies",
    "SCN": "scenarios",
}
"""The room of each chapter, by the prefix of its clauses, in the order of the rulebook."""
BOOK = Book("app.systems.kensei", CHAPTERS)
CLAUSES = BOOK.clauses
c, table = BOOK.clause, BOOK.table


def cm(figure: int | str) -> int:
    """A length of the rulebook in 1/100 mm; a string is an exact decimal.

    >>> cm("2.5")
    2500
    """
    return length(figure, CM)
