"""The state before the first phase: both armies as their rosters say, all off the table, on the ground agreed."""

from __future__ import annotations

from app.engine.events import Seat
from app.engine.refusals import Refusal
from app.engine.system import Setup, SideSetup
from app.systems.kensei.armies.roster import Army, MadeCharacter, MadeUnit, made
from app.systems.kensei.army import Model, Side, Unit, UnitId
from app.systems.kensei.book import table
from app.systems.kensei.deployment.layout import first_table
from app.systems.kensei.scenarios.figures import limit_of, played
from app.systems.kensei.state import State

BOTH = ("code", "entry", "mounted", "traits", "attack", "defence", "wounds", "ki", "honour", "initiative", "armour",
        "melee", "ranged", "movement", "base_width", "base_depth", "cost", "abilities", "name", "own")  # fmt: skip
"""What a line of a roster and a unit of the battle have in common."""
EXTRA: int = table("armies")["traits"]["great_warrior"]["wounds"]
CONCEALED = "hidden"


def begin(setup: Setup) -> State:
    """The state before the set-up phase of a legal set-up; ``ValueError`` for one that cannot be read."""
    said = played(setup)
    state = State(setup=setup, table=first_table(setup), sides=(), units={}, turns=said.turns)
    for side in setup.sides:
        state = with_army(state, side)
    return state


def with_army(state: State, side: SideSetup) -> State:
    """The state with one army more."""
    army = made(side.roster, limit_of(state.setup))
    if isinstance(army, Refusal):
        raise ValueError(f"{side.seat}: {army.code} {army.facts}")
    units = mustered(side.seat, army)
    taisho = next((unit.id for unit in units if unit.taisho), UnitId(""))
    shown = Side(
        seat=side.seat, name=army.name or f"army.{army.sample}", caste=army.caste, level=army.level,
        points=army.points, taisho=taisho, abilities=army.abilities,
    )  # fmt: skip
    return state.with_(sides=(*state.sides, shown), units=state.units | {str(unit.id): unit for unit in units})


def mustered(seat: Seat, army: Army) -> tuple[Unit, ...]:
    """The units of an army in the order of its list, its characters after them."""
    ids = {row.code: UnitId(f"{seat}-{n}") for n, row in enumerate((*army.units, *army.characters), 1)}
    troops = (unit_of(seat, ids[row.code], row) for row in army.units)
    return (*troops, *(character_of(seat, ids[row.code], row, ids) for row in army.characters))


def unit_of(seat: Seat, id: UnitId, row: MadeUnit) -> Unit:
    """A unit of a roster, off the table."""
    return Unit(
        id=id, seat=seat, troop=row.troop, loose=row.loose, size=row.size, standard=row.standard,
        start_models=row.models, models=models(row, row.models), files=max(1, row.files),
        **{key: getattr(row, key) for key in BOTH},
    )  # fmt: skip


def character_of(seat: Seat, id: UnitId, row: MadeCharacter, ids: dict[str, UnitId]) -> Unit:
    """A character of a roster, off the table: a unit of one model, in another unit or alone (KEN-TYP-02)."""
    return Unit(
        id=id, seat=seat, troop="cavalry" if row.mounted else "infantry", loose=True, role=row.kind,
        rank=row.entry if row.kind == "bushi" else "", taisho=row.taisho, school=row.school, level=row.level,
        spells=row.spells, start_models=1, models=models(row, 1), host=ids.get(row.unit, UnitId("")),
        concealed=CONCEALED in row.traits, **{key: getattr(row, key) for key in BOTH},
    )  # fmt: skip


def models(row: MadeUnit | MadeCharacter, number: int) -> tuple[Model, ...]:
    """So many models, unhurt and loaded (KEN-RNG-01); a Great Warrior has one Wound more (KEN-ARM-19)."""
    wounds = row.wounds + (EXTRA if "great_warrior" in row.traits else 0)
    return tuple(Model(wounds) for _ in range(number))
