"""The ground of zones of the set-up: boxes, and the squares about circles."""

from __future__ import annotations

from app.engine.geometry import Point, Polygon
from app.systems.daimyo.book import cm
from app.systems.daimyo.scenarios.figures import Row, box, spot
from app.systems.daimyo.state import State


def about(at: Point, reach: int) -> Polygon:
    """The square around a circle."""
    return (Point(at.x - reach, at.y - reach), Point(at.x + reach, at.y - reach),
            Point(at.x + reach, at.y + reach), Point(at.x - reach, at.y + reach))  # fmt: skip


def outline_of(state: State, row: Row) -> Polygon:
    """The box of a zone, the square around its circle where it has none."""
    if "box" in row:
        return box(state, row["box"])
    return about(spot(state, row["circle"]["at"]), cm(row["circle"]["reach"]))
