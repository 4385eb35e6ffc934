"""What a page needs to set a game up: scenarios, options, ready bands, army lists, costs."""

from __future__ import annotations

from functools import cache
from typing import Any

from app.engine.asks import Json
from app.engine.catalogues import by_id, names, terrain_rows
from app.systems.celtos.book import table
from app.systems.celtos.lists import armies
from app.systems.celtos.scenarios import RULES, keys, scenario_of

PARTS = ("weapons", "abilities", "profiles")


@cache
def catalogue() -> Json:
    """All of it, as JSON; never changed by its readers."""
    return {
        "scenarios": [scenario_row(key) for key in keys()],
        "options": options(),
        "samples": [sample_row(key, row) for key, row in table("samples").items()],
        "lists": [{"id": key, **table("lists")[key]} for key in armies()],
        "mercenaries": table("lists")["mercenaries"]["entries"],
        **{part: by_id(table(part)) for part in PARTS},
        "terrain": terrain_rows(table("terrain")),
    }


def scenario_row(key: str) -> dict[str, Any]:
    """A scenario: its table, turns, roles, how many may play it and at which limits of points."""
    said = scenario_of(key)
    return {
        "id": key, "name": said.name, "name_es": said.name_es, "clause": said.clause, "table": list(said.table),
        "turns": said.turns, "seats": list(said.seats), "limits": list(said.limits), "limit": said.limit,
        "roles": list(said.roles), "layouts": RULES["layouts"],
    }  # fmt: skip


def options() -> dict[str, Any]:
    """Every option with its limits and what it is if nobody says (CEL-ARM-02, CEL-SET-08)."""
    limits, pieces = RULES["limits"], RULES["pieces"]
    return {
        "points": {"usual": limits, "default": RULES["limit"], "min": min(limits), "max": max(limits),
                   "clause": "CEL-ARM-02"},
        "terrain": {"default": "random", "clause": "CEL-SET-08"},
        "terrain_pieces": {key: pieces[key] for key in ("min", "max")},
    }  # fmt: skip


def sample_row(key: str, row: dict[str, Any]) -> dict[str, Any]:
    """A ready band: its name, list, points and units."""
    kept = ("list", "points", "limit", "units")
    return {"id": key, **names(row), "faction": row["list"], **{name: row[name] for name in kept}}
