"""The rules of campaigns that no rulebook has: their chapters, and the room of each."""

from __future__ import annotations

from app.engine.books import Book

CHAPTERS = {
    "ABS": "rounds",
    "AFT": "warbands",
    "EXP": "ledger",
    "HLP": "rounds",
    "LED": "ledger",
    "MAP": "map",
    "PAI": "rounds",
    "PEO": "people",
    "RES": "battles",
    "RND": "rounds",
    "RUL": "ledger",
    "SCH": "battles",
    "STA": "rounds",
    "STO": "stories",
    "TRA": "warbands",
    "WAR": "warbands",
    "YEA": "map",
}
"""The room of each chapter, by the prefix of its clauses."""
BOOK = Book("app.campaigns", CHAPTERS)
c, table, rulebook = BOOK.clause, BOOK.table, BOOK.rulebook
