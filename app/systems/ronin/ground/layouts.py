"""The ground of a scenario: pieces that are always there, ready-made tables, lists that the creator gives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.engine.geometry import Point
from app.engine.system import Setup
from app.engine.table import Table, Terrain
from app.systems.ronin.book import inches, table
from app.systems.ronin.scenarios.figures import Scenario, played, scenario_of


def point(spot: list[Any]) -> Point:
    """A place given in inches."""
    return Point(inches(spot[0]), inches(spot[1]))


def piece(row: Mapping[str, Any], id: str) -> Terrain:
    """A piece of terrain from its table: an outline or a line, in inches."""
    closed = "outline" in row
    corners = tuple(point(p) for p in row["outline" if closed else "line"])
    return Terrain(id, row["kind"], corners, closed, tuple(point(p) for p in row.get("doors", ())))


def layouts(said: Scenario) -> dict[str, dict[str, Any]]:
    """The ready-made tables of a scenario by id, those it borrows included."""
    rows = [*said.layouts, *(scenario_of(said.layouts_of).layouts if said.layouts_of else [])]
    return {row["id"]: row for row in rows}


def size(setup: Setup) -> tuple[int, int]:
    """Width and depth in inches: as agreed, else as the scenario says (RON-SET-04)."""
    width, depth = setup.options.get("table") or played(setup).table
    return int(width), int(depth)


def fixed(setup: Setup) -> tuple[Terrain, ...]:
    """The pieces that the scenario itself lays down; the river first, the bridge over it."""
    said = played(setup)
    found = [piece(row, name) for name, row in (("river", said.river), ("bridge", said.bridge)) if row]
    if said.shrine:
        found.append(moved(piece(said.shrine, "shrine"), said, setup))
    if said.house and setup.options.get("building"):
        found.append(moved(piece(said.house, "objective"), said, setup))
    return tuple(found)


def moved(house: Terrain, said: Scenario, setup: Setup) -> Terrain:
    """The house or the shrine over the centre of the table as it is."""
    dx, dy = ((inches(n) - inches(m)) // 2 for n, m in zip(size(setup), said.table, strict=True))
    shifted = [tuple(Point(p.x + dx, p.y + dy) for p in points) for points in (house.outline, house.doors)]
    return Terrain(house.id, house.kind, shifted[0], house.closed, shifted[1])


def laid(setup: Setup) -> tuple[Terrain, ...]:
    """Every piece that lies there before anybody places one."""
    said, chosen = played(setup), terrain_option(setup)
    rows = chosen if isinstance(chosen, list) else layouts(said)[chosen]["pieces"] if chosen in layouts(said) else []
    own = fixed(setup)
    taken = [p.id for p in own]
    return (*own, *(piece(row, row["id"]) for row in rows if row["id"] not in taken))


def terrain_option(setup: Setup) -> Any:  # noqa: ANN401 - a key or a list
    """How the terrain comes about: ``place``, the key of a ready-made table, or a list of pieces."""
    said = played(setup)
    return setup.options.get("terrain", "place" if said.terrain == "placed" else "none")


def wanted(setup: Setup) -> list[dict[str, Any]]:
    """What is still to be placed by the players: groups of kinds with a number (RON-SET-07)."""
    said = played(setup)
    if terrain_option(setup) != "place" or said.terrain != "placed":
        return []
    if said.pieces:
        return [{**g, "number": g["number"] * (2 if g.get("each") else 1)} for g in said.pieces]
    default = table("setup")["terrain"]["pieces"]["default"]
    return [{"kinds": [], "number": setup.options.get("terrain_pieces", default)}]


def first_table(setup: Setup) -> Table:
    """The table before anything is placed."""
    width, depth = size(setup)
    return Table(inches(width), inches(depth), laid(setup))
