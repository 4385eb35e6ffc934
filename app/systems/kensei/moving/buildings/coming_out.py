"""Where a unit is set down when it runs out of a Construction (KEN-MOV-47)."""

from __future__ import annotations

from msgspec.structs import replace

from app.engine.formations import spot
from app.engine.trig import TURN
from app.systems.kensei.army import Unit
from app.systems.kensei.flight.way import closest_enemy, has_room
from app.systems.kensei.ground.terrain import Entrance, entrances
from app.systems.kensei.measure import centre, formation, nearer, piece_of, spread
from app.systems.kensei.moving.buildings.garrisons import scattered
from app.systems.kensei.state import State


def set_down(state: State, unit: Unit) -> Unit:
    """The unit before an entrance of its Construction, facing away from it (KEN-MOV-37): the one that has room, else is
    further from the closest enemy."""
    doors = entrances(piece_of(state, unit.building))
    found = [at_door(state, unit, door) for door in doors]
    foe = closest_enemy(state, unit)
    if foe is not None and len(found) == 2 and nearer(doors[0].middle, doors[1].middle, centre(state, foe)):
        found.reverse()
    return next((one for one in found if has_room(state, one)), found[0])


def at_door(state: State, unit: Unit, door: Entrance) -> Unit:
    """The unit touching an entrance with its rear."""
    out = (door.inward + TURN // 2) % TURN
    unit = replace(unit, building="", facing=out)
    if unit.ranked:
        return replace(unit, at=spot(door.middle, out, 0, formation(state, unit).depth))
    spots = next(scattered(unit, door, out))
    return spread(unit, spots)
