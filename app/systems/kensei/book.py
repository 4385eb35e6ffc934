"""The figures of the rulebook, read once from ``data/*.toml``."""

from __future__ import annotations

from app.engine.books import Book, length
from app.engine.geometry import CM

BOOK = Book("app.systems.kensei")
CLAUSES = BOOK.clauses
c, table = BOOK.clause, BOOK.table


def cm(figure: int | str) -> int:
    """A length of the rulebook in 1/100 mm; a string is an exact decimal.

    >>> cm("2.5")
    2500
    """
    return length(figure, CM)
