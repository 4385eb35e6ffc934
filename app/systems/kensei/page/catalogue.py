"""What a page needs to set a game up: scenarios, options, ready armies, the lists to build from."""

from __future__ import annotations

from functools import cache
from typing import Any

from app.engine import own
from app.engine.asks import Json
from app.engine.catalogues import by_id, names, terrain_rows
from app.systems.kensei.armies.lists import LEVELS, LIMITS
from app.systems.kensei.book import table
from app.systems.kensei.scenarios.figures import OPTIONS, PARTS, RULES, SIZES, Scenario, keys, rows, scenario_of

SEATS = (2,)
"""Two sides, each of which several people may share."""
USUAL: int = LEVELS["limits"]["default"]
"""The limit of Koku to begin with (KEN-ARM-01)."""
TABLES = ("units", "characters", "creatures", "weapons", "armour", "abilities", "spells", "castes")
"""The data files a page that builds an army reads."""


@cache
def catalogue() -> Json:
    """All of it, as JSON; never changed by its readers."""
    return {
        "scenarios": [scenario_row(key) for key in keys()],
        "options": options(),
        "samples": [sample_row(key, row) for key, row in table("samples").items()],
        "levels": table("levels"),
        **{part: by_id(table(part)) for part in TABLES},
        "terrain": terrain_rows(table("terrain")),
    }


def scenario_row(key: str) -> dict[str, Any]:
    """A scenario: its table, turns, limits of Koku and the grounds it is played on."""
    said = scenario_of(key)
    return {
        "id": key, "name": said.name, "name_es": said.name_es, "clause": said.clause,
        "table": list(SIZES["small"]), "turns": said.turns, "seats": list(SEATS),
        "limits": list(LIMITS), "limit": USUAL, "roles": [], "layouts": layouts(said),
        "own": own.shown(key, rows()[key], PARTS),
    }  # fmt: skip


def layouts(said: Scenario) -> list[dict[str, Any]]:
    """The grounds a scenario is played on (KEN-DEP-02, KEN-DEP-03)."""
    return [row for row in RULES["layouts"] if row["id"] in said.layouts]


def options() -> dict[str, Any]:
    """Every option with its values and what it is if nobody says."""
    points = {"usual": list(LIMITS), "default": USUAL, "min": LIMITS[0], "max": LIMITS[-1],
              "clause": "KEN-ARM-01"}  # fmt: skip
    return {"points": points, "terrain": {"default": "two_woods", "clause": "KEN-DEP-07"}, **OPTIONS}


def sample_row(key: str, row: dict[str, Any]) -> dict[str, Any]:
    """A ready army: its name, caste, the game it is for, its Koku, and whether it needs magic."""
    kept = {name: row[name] for name in ("caste", "limit", "points", "magic", "units", "characters")}
    return {"id": key, **names(row), **kept}
