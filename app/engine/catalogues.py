"""Rows of a catalogue: what a page is told about the data files of a system."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Row = Mapping[str, Any]
NAMES = ("name", "name_es", "clause")


def names(row: Row) -> dict[str, Any]:
    """The names of a row in both languages, and its clause."""
    return {key: row[key] for key in NAMES if key in row}


def by_id(rows: Mapping[str, Row]) -> list[dict[str, Any]]:
    """Rows that each say by which key they are known."""
    return [{"id": key, **row} for key, row in rows.items()]


DOES = ("movement", "ground", "cover", "cover_when", "cover_by", "sight", "walked")
"""What a table of terrain says of what a kind does."""


def terrain_rows(kinds: Mapping[str, Row]) -> list[dict[str, Any]]:
    """The kinds of terrain: their names, whether they are lines or areas, and what they do, as their table has it."""
    return [{"id": key, **names(row), "shape": row["shape"], **{part: row[part] for part in DOES if part in row}}
            for key, row in kinds.items()]  # fmt: skip
