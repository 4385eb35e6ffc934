"""The chapters of the rulebook, their rooms, and its figures."""

from __future__ import annotations

from app.engine.books import Book

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
c, table, cm = BOOK.clause, BOOK.table, BOOK.length
