"""The table before anything is drawn: its size, and the pieces that the creator gives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.engine.geometry import CM, Point
from app.engine.system import Setup
from app.engine.table import Table, Terrain
from app.systems.celtos.book import cm, table
from app.systems.celtos.scenarios.figures import table_of


def point(spot: list[Any]) -> Point:
    """A place given in cm from the north-west corner."""
    return Point(cm(spot[0]), cm(spot[1]))


def piece(row: Mapping[str, Any]) -> Terrain:
    """A piece of terrain: an outline or a line, in cm from the north-west corner, y to the south."""
    kind = table("terrain")[row["kind"]]
    closed = kind["shape"] != "line"
    corners = tuple(point(p) for p in row["outline" if closed else "line"])
    doors = tuple(point(p) for p in row.get("doors", ()))
    return Terrain(row["id"], row["kind"], corners, closed, doors, int(kind.get("height", 0)) * CM)


def first_table(setup: Setup) -> Table:
    """The table before the set-up begins."""
    width, depth = table_of(setup)
    chosen = setup.options.get("terrain")
    pieces = tuple(piece(row) for row in chosen) if isinstance(chosen, list) else ()
    return Table(cm(width), cm(depth), pieces)
