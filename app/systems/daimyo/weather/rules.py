"""The weather: what a scenario fixes, what the dice bring, what it does."""

from __future__ import annotations

from functools import cache
from typing import Any

from app.engine.modifiers import Line, total
from app.engine.refusals import Clause
from app.systems.daimyo.book import table
from app.systems.daimyo.state import State

FINE = "fine"
BOOK = table("weather")
CLEARS: int = BOOK["clearing"]["needed"]


def said(state: State) -> dict[str, Any]:
    """What the scenario at hand says in the data."""
    row: dict[str, Any] = table("scenarios")[state.setup.scenario]
    return row


@cache
def kind(weather: str) -> dict[str, Any]:
    """The row of a kind of weather (DAI-WEA-05)."""
    return next(row for row in BOOK["kind"] if row["id"] == weather)


def now(state: State) -> dict[str, Any]:
    """The row of the weather at hand (DAI-WEA-05)."""
    return kind(state.weather)


@cache
def season(key: str) -> dict[str, Any]:
    """The row of a season (DAI-WEA-02)."""
    return next(row for row in BOOK["season"] if row["id"] == key)


def season_of(face: int) -> str:
    """The season a die brings (DAI-WEA-02)."""
    return str(next(row["id"] for row in BOOK["season"] if face in row["faces"]))


def is_rolled(state: State) -> bool:
    """Whether dice decide this turn's weather: as agreed, unless the scenario forbids or fixes it (DAI-WEA-01, -10)."""
    scenario = said(state)
    if fixed(state) or lifting(state) or scenario.get("weather") == "none":
        return False
    if scenario.get("weather") == "fixed":
        return bool(scenario.get("then_rolls"))
    return bool(state.options.get("weather"))


def fixed(state: State) -> str:
    """The weather the scenario fixes for this turn, or nothing (DAI-WEA-10)."""
    rows = said(state).get("fixed", ())
    return str(next((row["kind"] for row in rows if row["from"] <= state.turn <= row["to"]), ""))


def lifting(state: State) -> int:
    """What a die must show for the scenario's weather to lift this turn; 0: nothing is rolled (DAI-WEA-10)."""
    if state.weather == FINE:
        return 0
    return int(next((row["needed"] for row in said(state).get("lifts", ()) if row["turn"] == state.turn), 0))


def chart(key: str, pair: int) -> str:
    """What a fine day turns to by 2d6 in a season (DAI-WEA-03)."""
    first: int = BOOK["chart"]["from"]
    return FINE if pair < first else str(BOOK["chart"][key][pair - first])


def clearing(state: State) -> tuple[Line, ...]:
    """What is added to the die by which bad weather clears (DAI-WEA-04)."""
    row = season(state.season)
    return (Line("winter", row["clearing"], Clause(row["clauses"]["clearing"])),) if row.get("clearing") else ()


def clears(state: State, face: int) -> bool:
    """Whether the weather becomes fine by this die (DAI-WEA-04)."""
    return face + total(clearing(state)) >= CLEARS
