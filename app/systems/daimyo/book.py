"""The figures of the rulebook, read once from ``data/*.toml``."""

from __future__ import annotations

from collections.abc import Iterable

from app.engine.books import Book, length
from app.engine.geometry import CM
from app.engine.refusals import Refusal

CHAPTERS = {
    "ORG": "data",
    "WEA": "data",
    "INI": "data",
    "ACT": "data",
    "OBE": "data",
    "RAL": "data",
    "MOV": "data",
    "CHG": "data",
    "DIS": "data",
    "MOR": "data",
    "FIR": "data",
    "MEL": "data",
    "PUR": "data",
    "ART": "data",
    "LDR": "data",
    "END": "data",
    "EVT": "data",
    "SCN": "data",
    "ARM": "data",
    "CAM": "data",
}
"""The room of each chapter, by the prefix of its clauses, in the order of the rulebook."""
BOOK = Book("app.systems.daimyo", CHAPTERS)
CLAUSES = BOOK.clauses
c, table = BOOK.clause, BOOK.table


def cm(figure: int | str) -> int:
    """A length of the rulebook in 1/100 mm; a string is an exact decimal.

    >>> cm("2.5")
    2500
    """
    return length(figure, CM)


OURS = "R"
"""The tag of a clause that stands in no rulebook: our own ruling."""


def foremost(found: Iterable[Refusal | None]) -> Refusal | None:
    """Of all that refuses what is named: the first by the rulebook's word, else the first by our own ruling.

    What comes after a word of the rulebook is not asked for.
    """
    ours = None
    for no in found:
        if no is not None and CLAUSES[no.clause].tag != OURS:
            return no
        ours = ours or no
    return ours
