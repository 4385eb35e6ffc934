"""The fallen that stand again: raised from the grave, or fed by what the unit has killed (section 4.8)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from app.engine.dice import Dice
from app.engine.flow import Game, roll
from app.engine.geometry import Point
from app.engine.refusals import Clause
from app.systems.kensei.armies.lists import ABILITIES
from app.systems.kensei.army import Model, Unit
from app.systems.kensei.deployment.cards.places import around
from app.systems.kensei.flight.way import has_room
from app.systems.kensei.magic.events import ModelsRestored
from app.systems.kensei.measure import parts
from app.systems.kensei.moving.ways.loose import refuse_spread
from app.systems.kensei.moving.ways.travel import on_table
from app.systems.kensei.state import State
from app.systems.kensei.stats.rerolls import ki_test

GRAVE, FLESH = "call_of_the_grave", "flesh_eaters"
NEAR = 20_000


async def call_up(game: Game[State], by: str, unit_id: str) -> None:
    """d3 models of a unit of the Undead stand again, if so many had fallen and there is room for them."""
    ability = ABILITIES[GRAVE]
    sides = next(one.sides for one in ability.effect if one.sides)
    (face,) = await roll(Dice(1, sides), "grave", Clause(ability.clause), by=game.state.units[by].seat)
    restore(game, by, unit_id, face, Clause(ability.clause))


async def feed(game: Game[State], unit_id: str, slain: int) -> None:
    """For each enemy a unit of flesh eaters has just slain a Ki test was made; each passed brought a model back."""
    unit = game.state.units[unit_id]
    if slain <= 0 or FLESH not in unit.abilities or not unit.on_table:
        return
    clause = Clause(ABILITIES[FLESH].clause)
    for _ in range(min(slain, unit.start_models - len(unit.models))):
        if await ki_test(game, unit_id, "ability", clause):
            restore(game, unit_id, unit_id, 1, clause)


def restore(game: Game[State], by: str, unit_id: str, number: int, clause: Clause) -> None:
    """So many models stand in a unit again, never more than it began with."""
    state = game.state
    unit = state.units[unit_id]
    grown = unit
    for _ in range(min(number, unit.start_models - len(unit.models))):
        grown = next(bigger(state, grown), grown)
    back = len(grown.models) - len(unit.models)
    if back:
        game.emit(ModelsRestored(clause=clause, unit=unit.id, seat=unit.seat, by=by, models=grown.models, number=back,
                                 koku=back * unit.cost))  # fmt: skip


def bigger(state: State, unit: Unit) -> Iterator[Unit]:
    """The unit with one unhurt model more: behind the others of a formation, or near the last of those in loose order;
    where there is room."""
    for at in places(unit):
        found = replace(unit, models=(*unit.models, Model(wounds=unit.wounds, at=at)))
        if fits(state, found):
            yield found


def places(unit: Unit) -> Iterator[Point]:
    """Where one more model may stand."""
    last = unit.models[-1].at
    if unit.ranked:
        yield last
        return
    yield from (Point(last.x + way.x, last.y + way.y) for way in around(NEAR))


def fits(state: State, unit: Unit) -> bool:
    """Whether a unit could stand so."""
    spread = unit.ranked or refuse_spread(state.with_unit(unit.id, models=unit.models), unit) is None
    return spread and on_table(state, parts(state, unit)) and has_room(state, unit)
