"""Mounts that bolt: straight away from a caster, as far as their dice and what lies in the way let them."""

from __future__ import annotations

from app.engine.dice import Dice
from app.engine.flow import Game, roll
from app.engine.refusals import Clause
from app.engine.trig import bearing
from app.systems.kensei.armies.lists import SPELLS
from app.systems.kensei.army import Unit
from app.systems.kensei.book import cm, table
from app.systems.kensei.flight.way import Course, course, loosened, tracked
from app.systems.kensei.magic.events import Bolted
from app.systems.kensei.measure import centre
from app.systems.kensei.state import State

KEEPS = cm(table("charging")["failed"]["stops"])
"""Those who meet an enemy stop so far from him."""
BACK = 500


async def bolt(game: Game[State], caster_id: str, unit_id: str, key: str) -> None:
    """The unit has gone 2d10 cm straight away from the caster; table edge, ground and enemies stop it."""
    spell = SPELLS[key]
    dice = next(effect.dice for effect in spell.effect if effect.rule == "bolt")
    caster = game.state.units[caster_id]
    faces = await roll(Dice(dice, 10), "bolt", Clause(spell.clause), by=caster.seat)
    state = game.state
    unit = state.units[unit_id]
    rolled = cm(sum(faces))
    found = away_from(state, caster, unit, rolled)
    end = found.end
    game.emit(Bolted(
        clause=Clause(spell.clause), unit=unit.id, by=caster.id, distance=found.distance, rolled=rolled, at=end.at,
        facing=end.facing, spots=() if end.ranked else tuple(model.at for model in end.models), track=found.track,
    ))  # fmt: skip


def away_from(state: State, caster: Unit, unit: Unit, rolled: int) -> Course:
    """Where a unit ends that goes so far straight away from a caster, or as far as it can."""
    mine, his = centre(state, unit), centre(state, caster)
    way = bearing(mine.x - his.x, mine.y - his.y) if mine != his else unit.facing
    budget = rolled
    while budget > 0:
        found = course(state, unit, way, budget)
        if found.stopped == "edge":
            budget = min(budget, found.distance) - BACK
        elif found.stopped == "enemy":
            budget = min(budget, found.distance) - KEEPS
        else:
            return tracked(state, unit, found)
    stays = loosened(state, unit)
    return Course(stays, stays, 0)
