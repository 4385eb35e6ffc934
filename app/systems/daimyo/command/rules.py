"""Who commands a unit, whether he reaches it, and what it must roll to obey (OBE)."""

from __future__ import annotations

from app.systems.daimyo.book import cm, table
from app.systems.daimyo.leaders.flow import rating
from app.systems.daimyo.measure import leader_within
from app.systems.daimyo.state import Leader, State, Unit
from app.systems.daimyo.weather.rules import now

BOOK = table("command")["obedience"]
NEEDED: int = BOOK["needed"]
"""What the die and the rating must come to (DAI-OBE-02)."""
LEADERLESS: int = BOOK["leaderless"]


def radius(state: State) -> int:
    """How far command reaches in 1/100 mm: less in fog (DAI-OBE-01, DAI-OBE-06)."""
    return cm(now(state).get("radius", BOOK["radius"]))


def commander(state: State, unit: Unit) -> Leader | None:
    """Whom the unit obeys, if he is in play: its Daimyo, the General for his household (DAI-OBE-03, DAI-OBE-04)."""
    leader = state.daimyo_of(unit)
    return leader if leader is not None and leader.on_table else None


def has_no_daimyo(state: State, unit: Unit) -> bool:
    """Whether it belongs to guns that form a clan of their own: they are always in command (DAI-ART-15)."""
    return state.daimyo_of(unit) is None


def in_command(state: State, unit: Unit) -> bool:
    """Whether the unit is within its leader's command radius, the end included (DAI-OBE-07, DAI-OBE-10)."""
    leader = commander(state, unit)
    if leader is None:
        return has_no_daimyo(state, unit)
    return leader_within(state, leader, unit, radius(state))


def must_obey(state: State, unit: Unit) -> bool:
    """Whether it must pass an obedience test before it moves of its own will (DAI-OBE-03, DAI-OBE-08)."""
    return not in_command(state, unit) and not unit.obedience


def obedience_rating(state: State, unit: Unit) -> int:
    """What is added to its obedience die: its leader's rating, 0 without him (DAI-OBE-02, DAI-OBE-10)."""
    leader = commander(state, unit)
    return LEADERLESS if leader is None else rating(state, leader)
