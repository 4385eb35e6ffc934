"""What a page needs to lay a duel, what stands against one, and how one begins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from app.engine.asks import Json
from app.engine.geometry import Point
from app.engine.refusals import Refusal, refuse
from app.engine.setups import options, scenarios, seats
from app.engine.system import Setup
from app.engine.table import Table
from iai_duel.book import c, cm, table
from iai_duel.state import Side, State

SCHOOLS = ("stone", "water")
TWO, YARD = c("IAI-YRD-01"), c("IAI-YRD-02")
ROOM = cm(table("yard")["yard"]["side"])
EDGE = cm(table("yard")["begin"]["edge"])


def catalogue() -> Json:
    """One scenario, and a ready roster a school."""
    return {
        "scenarios": [{"id": "yard", "name": "The yard", "name_es": "El patio", "table": [60, 60]}],
        "samples": [{"id": school, "name": school.capitalize()} for school in SCHOOLS],
    }


def refuse_setup(setup: Setup) -> tuple[Refusal, ...]:
    """All that stands against a duel."""
    return tuple(faults(setup))


def faults(setup: Setup) -> Iterator[Refusal]:
    """One by one."""
    yield from scenarios(setup, ("yard",), YARD)
    yield from seats(setup, TWO)
    yield from options(setup, (), TWO)
    if len(setup.sides) != 2:
        yield refuse("setup.two", TWO)
    for side in setup.sides:
        if school(side.roster) not in SCHOOLS:
            yield refuse("setup.school", TWO, school=str(school(side.roster))[:40], known=", ".join(SCHOOLS))


def school(roster: Any) -> Any:
    """The school a roster names: ``{"sample": "stone"}``."""
    return roster.get("sample") if isinstance(roster, dict) else None


def begin(setup: Setup) -> State:
    """Both stand in the middle of their edges (IAI-YRD-03)."""
    spots = (Point(ROOM // 2, ROOM - EDGE), Point(ROOM // 2, EDGE))
    sides = (Side(seat=one.seat, school=school(one.roster), at=at) for one, at in zip(setup.sides, spots, strict=True))
    return State(setup=setup, table=Table(ROOM, ROOM), sides=tuple(sides))
