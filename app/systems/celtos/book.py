"""The chapters of the rulebook, their rooms, and the figures everybody needs."""

from __future__ import annotations

from app.engine.books import Book

CHAPTERS = {
    "GEN": "basics",
    "PRO": "basics",
    "SET": "setup",
    "TRN": "turn",
    "MRK": "turn",
    "INI": "turn",
    "ACT": "activation",
    "ORD": "activation",
    "MOV": "moving",
    "REA": "reactions",
    "SHT": "shooting",
    "RNG": "shooting",
    "HIT": "shooting",
    "ALC": "shooting",
    "DMG": "damage",
    "ASL": "assault",
    "CBT": "combat",
    "RES": "combat",
    "TST": "checks",
    "TER": "ground",
    "MOR": "morale",
    "RAL": "morale",
    "ARM": "bands",
    "WPN": "weapons",
    "ABL": "abilities",
    "VIC": "scenarios",
    "CAM": "campaign",
    "SCN": "scenarios",
}
"""The room of each chapter, by the prefix of its clauses, in the order of the rulebook."""
BOOK = Book("app.systems.celtos", CHAPTERS)
CLAUSES = BOOK.clauses
c, table, cm = BOOK.clause, BOOK.table, BOOK.length
