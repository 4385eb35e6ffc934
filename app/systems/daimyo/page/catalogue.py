"""What a page needs to set a game up: scenarios, options, ready armies, troop profiles, costs."""

from __future__ import annotations

from functools import cache
from typing import Any

from app.engine import own
from app.engine.asks import Json
from app.engine.catalogues import names, terrain_rows
from app.systems.daimyo.armies.lists import COST, LIMITS, PROFILES, is_historical, ready
from app.systems.daimyo.armies.roster import Roster, made, read_roster
from app.systems.daimyo.book import table
from app.systems.daimyo.scenarios.figures import AGREED, PARTS, Scenario, keys, rows, scenario_of

RULES = table("scenarios")["rules"]
SEATS = (2,)
"""Two sides, each of which several people may share."""
UNFIXED = ("", "option")
"""Scenarios whose weather is left to the table rule."""


@cache
def catalogue() -> Json:
    """All of it, as JSON; never changed by its readers."""
    return {
        "scenarios": [scenario_row(key) for key in keys()],
        "options": options(),
        "samples": [sample_row(key, row) for key, row in ready().items()],
        "profiles": [{"id": key, **table("profiles")[key], "points": p.points} for key, p in PROFILES.items()],
        "costs": COST,
        "terrain": terrain_rows(table("terrain")),
    }


def scenario_row(key: str) -> dict[str, Any]:
    """A scenario: its table, turns, at which limits of points it is played, who takes which part (DAI-SCN-12)."""
    said = scenario_of(key)
    fixed = {"weather": False} if said.weather not in UNFIXED else {}
    return {
        "id": key, "name": said.name, "name_es": said.name_es, "clause": said.clause, "table": list(said.table),
        "turns": said.turns, "seats": list(SEATS), "limits": list(said.limits), "limit": said.limit,
        "roles": list(said.roles), "parts": [part(said, role) for role in said.roles], "layouts": layouts(said),
        "own": own.shown(key, rows()[key], PARTS),
        **fixed,
    }  # fmt: skip


def part(said: Scenario, role: str) -> dict[str, Any]:
    """One side of a scenario: its own limit of points, if it has one, and the armies it takes, if not any."""
    return {"role": role, "limit": said.shares.get(role, 0), "armies": list(said.armies.get(role, ()))}


def layouts(said: Scenario) -> list[dict[str, Any]]:
    """The grounds a scenario is played on (DAI-SCN-08)."""
    return [row for row in RULES["layouts"] if row["id"] in said.layouts]


def options() -> dict[str, Any]:
    """Every option with its limits and what it is if nobody says (DAI-ARM-04)."""
    points = {"usual": list(LIMITS), "default": RULES["limit"], "min": LIMITS[0], "max": LIMITS[-1],
              "clause": "DAI-ARM-04"}  # fmt: skip
    rows = table("scenarios")["options"]
    return {"points": points, "terrain": {"default": "plain", "clause": "DAI-SCN-08"}, **{k: rows[k] for k in AGREED}}


def sample_row(key: str, row: dict[str, Any]) -> dict[str, Any]:
    """A ready army: its name, points, stands and what it counts among the lost."""
    roster = read_roster({"sample": key})
    assert isinstance(roster, Roster)
    army = made(roster)
    kept = {"points": army.points, "stands": army.stands, "weight": army.weight, "scenarios": row["scenarios"]}
    return {"id": key, **names(row), **kept, "historical": is_historical(key)}
