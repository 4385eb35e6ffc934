"""What a page needs to set a game up: scenarios, options, ready bands, army lists, costs."""

from __future__ import annotations

from functools import cache
from typing import Any

from app.engine import own
from app.engine.asks import Json
from app.engine.catalogues import by_id, names, terrain_rows
from app.systems.celtos.bands.lists import HIRED, LISTS, Entry, armies, base_cost, model_cost, option_cost
from app.systems.celtos.bands.roster import Roster, made, read_roster
from app.systems.celtos.book import table
from app.systems.celtos.scenarios.figures import PARTS, RULES, keys, rows, scenario_of

TABLES = ("weapons", "abilities")


@cache
def catalogue() -> Json:
    """All of it, as JSON; never changed by its readers."""
    return {
        "scenarios": [scenario_row(key) for key in keys()],
        "options": options(),
        "samples": [sample_row(key, row) for key, row in table("samples").items()],
        "lists": [{"id": key, **table("lists")[key], "entries": entry_rows(key)} for key in armies()],
        "mercenaries": entry_rows(HIRED),
        **{part: by_id(table(part)) for part in TABLES},
        "profiles": [{**row, "cost": base_cost(row)} for row in by_id(table("profiles"))],
        "terrain": terrain_rows(table("terrain")),
    }


def scenario_row(key: str) -> dict[str, Any]:
    """A scenario: its table, turns, roles, how many may play it and at which limits of points."""
    said = scenario_of(key)
    return {
        "id": key, "name": said.name, "name_es": said.name_es, "clause": said.clause, "table": list(said.table),
        "turns": said.turns, "seats": list(said.seats), "limits": list(said.limits), "limit": said.limit,
        "roles": list(said.roles), "own": own.shown(key, rows()[key], PARTS), "layouts": RULES["layouts"],
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
    roster = read_roster({"sample": key})
    points = sum(unit.cost for unit in made(roster)) if isinstance(roster, Roster) else 0
    return {"id": key, **names(row), "faction": row["list"], "list": row["list"], "points": points,
            "limit": min(n for n in RULES["limits"] if n >= points), "units": row["units"]}  # fmt: skip


def entry_rows(key: str) -> list[dict[str, Any]]:
    """The entries of a list, what a model with its gear and each option cost among the rest (CEL-ARM-04)."""
    return [
        {**row, **({} if entry.printed else {"cost": model_cost(entry)}), **option_rows(row, entry)}
        for row, entry in zip(table("lists")[key]["entries"], LISTS[key].entries, strict=True)
    ]


def option_rows(row: dict[str, Any], entry: Entry) -> dict[str, Any]:
    """The options of an entry with their costs; nothing where it has none."""
    priced = zip(row.get("options", ()), entry.options, strict=True)
    found = [{**said, "cost": option_cost(entry, option)} for said, option in priced]
    return {"options": found} if found else {}
