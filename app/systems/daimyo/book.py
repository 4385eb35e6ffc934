"""The chapters of the rulebook, their rooms, and what its clauses weigh."""

from __future__ import annotations

from collections.abc import Iterable

from app.engine.books import Book
from app.engine.refusals import Refusal

CHAPTERS = {
    "ORG": "organisation",
    "WEA": "weather",
    "INI": "turn",
    "ACT": "activation",
    "OBE": "command",
    "RAL": "rallying",
    "MOV": "moving",
    "CHG": "charging",
    "DIS": "disorder",
    "MOR": "morale",
    "FIR": "fire",
    "MEL": "melee",
    "PUR": "pursuit",
    "ART": "guns",
    "LDR": "leaders",
    "END": "turn",
    "EVT": "chance",
    "SCN": "scenarios",
    "ARM": "armies",
    "CAM": "campaign",
}
"""The room of each chapter, by the prefix of its clauses, in the order of the rulebook."""
BOOK = Book("app.systems.daimyo", CHAPTERS)
CLAUSES = BOOK.clauses
c, table, cm = BOOK.clause, BOOK.table, BOOK.length


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
