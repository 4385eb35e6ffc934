"""The state before the first phase: every army as its roster says, all off the table, on the ground agreed."""

from __future__ import annotations

from typing import Any

from app.engine.events import Seat
from app.engine.geometry import CM
from app.engine.refusals import Refusal
from app.engine.system import Setup
from app.systems.celtos.bands.roster import MadeModel, MadeUnit, made, read_roster
from app.systems.celtos.book import table
from app.systems.celtos.ground.table import first_table
from app.systems.celtos.scenarios.figures import played, scenario_of
from app.systems.celtos.state import Model, ModelId, Side, State, Unit, UnitId

FIGURES = {
    "mv": "movement", "in": "initiative", "ds": "shooting", "as": "assault", "fu": "strength", "rs": "resistance",
    "hr": "wounds", "mn": "command", "tm": "size",
}  # fmt: skip
"""The characteristics by their short names (CEL-PRO-09)."""


def begin(setup: Setup) -> State:
    """The state before the set-up phase of a legal set-up; ``ValueError`` for one that cannot be read."""
    sides = list[Side]()
    units: dict[str, Unit] = {}
    models: dict[str, Model] = {}
    for side in setup.sides:
        roster = read_roster(side.roster)
        if isinstance(roster, Refusal):
            raise ValueError(f"{side.seat}: {roster.code} {roster.facts}")
        for number, row in enumerate(made(roster), 1):
            unit, found = raised(side.seat, number, row)
            units[unit.id] = unit
            models |= {m.id: m for m in found}
        name = roster.name or table("lists")[roster.list]["name"]
        sides.append(Side(seat=side.seat, name=name, list=roster.list))
    return State(
        setup=setup, table=first_table(setup), sides=tuple(sides), units=units, models=models,
        turns=played(setup).turns,
    )  # fmt: skip


def raised(seat: Seat, number: int, row: MadeUnit) -> tuple[Unit, tuple[Model, ...]]:
    """A unit of a roster with its models, none on the table yet."""
    id = UnitId(f"{seat}-{number}")
    models = tuple(model(seat, id, row, n, m) for n, m in enumerate(row.models, 1))
    unit = Unit(
        id=id, seat=seat, code=row.code, entry=row.entry, name=row.name, individual=row.individual,
        models=tuple(m.id for m in models), cost=row.cost, traits=row.traits, own=row.own,
    )  # fmt: skip
    return unit, models


def model(seat: Seat, unit: UnitId, row: MadeUnit, number: int, made: MadeModel) -> Model:
    """One model of a unit."""
    figures: dict[str, Any] = {FIGURES[key]: made.figures[key] for key in FIGURES}
    figures["movement"] *= CM
    code = row.code if row.individual else f"{row.code}{'-' if row.code[-1:].isdigit() else ''}{number}"
    return Model(
        id=ModelId(f"{unit}-{number}"), unit=unit, seat=seat, code=code, start_wounds=figures["wounds"],
        weapons=made.weapons, abilities=dict(made.abilities), role=made.role, **figures,
    )  # fmt: skip


def envoy_of(seat: Seat) -> tuple[Unit, Model]:
    """The envoy that a scenario adds to the escort (CEL-SCN-04)."""
    said = scenario_of("envoy").envoy
    figures: dict[str, Any] = {FIGURES[key]: int(said[key]) for key in FIGURES}
    figures["movement"] *= CM
    id, only = UnitId(f"{seat}-envoy"), ModelId(f"{seat}-envoy-1")
    unit = Unit(id=id, seat=seat, code="E", entry="envoy", name="word.envoy", individual=True, models=(only,))
    return unit, Model(
        id=only, unit=id, seat=seat, code="E", start_wounds=figures["wounds"], weapons=tuple(said["weapons"]), **figures
    )
