"""The figures of the rulebook, read once from ``data/*.toml``."""

from __future__ import annotations

from app.engine.books import Book, length
from app.engine.geometry import CM

CHAPTERS = {
    "STA": "data",
    "TYP": "data",
    "LOS": "data",
    "TER": "data",
    "DEP": "data",
    "TRN": "data",
    "SPO": "data",
    "WRN": "data",
    "ORD": "data",
    "MOV": "data",
    "RNG": "data",
    "SPI": "data",
    "ABI": "data",
    "CHG": "data",
    "CBT": "data",
    "CNF": "data",
    "RES": "data",
    "RUN": "data",
    "DEF": "data",
    "ARM": "data",
    "SCN": "data",
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
