"""The chapters of the rulebook and the room of each."""

from __future__ import annotations

from app.engine.books import Book

CHAPTERS = {"TRN": "turn"}
"""The room of each chapter, by the prefix of its clauses, in the order of the rulebook."""
BOOK = Book("blank_game", CHAPTERS)
c, table, cm = BOOK.clause, BOOK.table, BOOK.length
