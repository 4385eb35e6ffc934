"""What a page needs to set a game up: scenarios, options, ready Buntai, army lists, costs."""

from __future__ import annotations

from functools import cache
from typing import Any

from app.engine import own
from app.engine.asks import Json
from app.engine.catalogues import by_id, names, terrain_rows
from app.systems.ronin.book import WEAPONS, table
from app.systems.ronin.ground.layouts import layouts
from app.systems.ronin.scenarios.figures import PARTS, keys, scenario_of
from app.systems.ronin.setup.refusals import FIXED, ROLE_OPTION
from app.systems.ronin.warband.roster import Roster, made, read_roster


@cache
def catalogue() -> Json:
    """All of it, as JSON; never changed by its readers."""
    return {
        "scenarios": [scenario_row(key) for key in keys()],
        "options": options(),
        "samples": [sample_row(key, row) for key, row in table("samples").items()],
        "factions": by_id(table("factions")),
        "hires": by_id(table("hires")),
        "weapons": [weapon_row(key, row) for key, row in table("weapons").items() if key != "weaponless"],
        "armour": by_id(table("armour")),
        "attributes": by_id(table("attributes")),
        "ranks": table("profiles")["rank"],
        "costs": table("costs"),
        "terrain": terrain_rows(table("terrain")),
    }


def scenario_row(key: str) -> dict[str, Any]:
    """A scenario: its table, points, ready-made tables, and who may be told to attack."""
    said = scenario_of(key)
    return {
        "id": key, "name": said.name, "name_es": said.name_es, "clause": said.clause, "table": list(said.table),
        "table_fixed": key in FIXED, "points": said.points, "length": said.length, "terrain": said.terrain,
        "layouts": [{"id": id, **names(row)} for id, row in layouts(said).items()],
        "building": bool(said.house), "role": ROLE_OPTION.get(key, ""), "extras": key == "hold-the-bridge",
        "own": own.shown(key, table("scenarios")[key], PARTS), "pieces": not said.pieces and said.terrain == "placed",
    }  # fmt: skip


def options() -> dict[str, Any]:
    """Every option with its limits and what it is if nobody says."""
    sizes, pieces, points = table("setup")["table"], table("setup")["terrain"]["pieces"], table("costs")["points"]
    return {
        "points": points, "table": sizes, "terrain_pieces": pieces, "terrain": {"default": "place"},
        "building": {"default": False}, "defence_adds_fight": {"default": False, "clause": "RON-CBT-32"},
    }  # fmt: skip


def sample_row(key: str, row: dict[str, Any]) -> dict[str, Any]:
    """A ready Buntai: its name, points and models."""
    return {
        "id": key,
        **names(row),
        "faction": row["faction"],
        "points": sample_points(key),
        "limit": row["limit"],
        "models": row["models"],
    }


def sample_points(key: str) -> int:
    """What a ready Buntai costs (RON-ARM-06)."""
    roster = read_roster({"sample": key})
    return sum(m.points for m in made(roster)) if isinstance(roster, Roster) else 0


def weapon_row(key: str, row: dict[str, Any]) -> dict[str, Any]:
    """A weapon: what the table of weapons says of it."""
    return {"id": key, **row, "two_handed": WEAPONS[key].hands == "two"}
