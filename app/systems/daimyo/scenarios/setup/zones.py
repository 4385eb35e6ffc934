"""Zones of the set-up, printed and drawn, and their ground: boxes, and the squares about circles."""

from __future__ import annotations

from app.engine.geometry import Point, Polygon
from app.engine.system import Setup
from app.systems.daimyo.book import cm
from app.systems.daimyo.scenarios.figures import Row, box, played, spot, variant
from app.systems.daimyo.state import State


def zones_of(setup: Setup) -> list[Row]:
    """The rows of the scenario's zones on the table of this game; those drawn stand for the one of all (DAI-SCN-15)."""
    homes, found = played(setup).homes, list[Row]()
    for row in printed_zones(setup):
        drawn = homes.get(row["role"]) if row["who"] == "all" else None
        found += [{**row, "box": one} for one in drawn] if drawn else [row]
    return found


def printed_zones(setup: Setup) -> list[Row]:
    """The same as they are printed."""
    rows: list[Row] = variant(setup).get("zones", played(setup).zones)
    return rows


def about(at: Point, reach: int) -> Polygon:
    """The square around a circle."""
    return (Point(at.x - reach, at.y - reach), Point(at.x + reach, at.y - reach),
            Point(at.x + reach, at.y + reach), Point(at.x - reach, at.y + reach))  # fmt: skip


def outline_of(state: State, row: Row) -> Polygon:
    """The box of a zone, the square around its circle where it has none."""
    if "box" in row:
        return box(state, row["box"])
    return about(spot(state, row["circle"]["at"]), cm(row["circle"]["reach"]))
