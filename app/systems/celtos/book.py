"""The figures of the rulebook, read once from ``data/*.toml``."""

from __future__ import annotations

from app.engine.books import Book, length
from app.engine.geometry import CM

CHAPTERS = {
    "GEN": "data",
    "PRO": "data",
    "SET": "data",
    "TRN": "data",
    "MRK": "data",
    "INI": "data",
    "ACT": "data",
    "ORD": "data",
    "MOV": "data",
    "REA": "data",
    "SHT": "data",
    "RNG": "data",
    "HIT": "data",
    "ALC": "data",
    "DMG": "data",
    "ASL": "data",
    "CBT": "data",
    "RES": "data",
    "TST": "data",
    "TER": "data",
    "MOR": "data",
    "RAL": "data",
    "ARM": "data",
    "WPN": "data",
    "ABL": "data",
    "VIC": "data",
    "CAM": "data",
    "SCN": "data",
}
"""The room of each chapter, by the prefix of its clauses, in the order of the rulebook."""
BOOK = Book("app.systems.celtos", CHAPTERS)
CLAUSES = BOOK.clauses
c, table = BOOK.clause, BOOK.table


def cm(figure: int | str) -> int:
    """A length of the rulebook in 1/100 mm; a string is an exact decimal.

    >>> cm("2.5")
    2500
    """
    return length(figure, CM)
