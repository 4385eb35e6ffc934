"""Constructions: who may go in, from where, how a garrison comes out (KEN-MOV-33 to -37, KEN-TER-43 to -53)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from app.engine.formations import spot
from app.engine.geometry import Point
from app.engine.refusals import Refusal, refuse
from app.engine.shapes import gap
from app.engine.trig import TURN
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c, cm, table
from app.systems.kensei.ground.terrain import Entrance, Piece, ground
from app.systems.kensei.measure import bases, placed, spread, strength
from app.systems.kensei.moving.ways.loose import LEAST, refuse_spread
from app.systems.kensei.moving.ways.slide import off
from app.systems.kensei.moving.ways.travel import refuse_near, refuse_place, rides
from app.systems.kensei.state import State

FOOT, FROM, OUT, UNITS, MODELS, ENGAGED, HELD = (
    c("KEN-MOV-50"), c("KEN-MOV-36"), c("KEN-MOV-37"), c("KEN-TER-97"), c("KEN-TER-50"), c("KEN-CBT-37"),
    c("KEN-MOV-34"),
)  # fmt: skip
TOUCH = cm(table("movement")["building"]["touch"])
"""A base so near to an entrance is put against it."""
QUARTER = TURN // 4


def garrison(state: State, id: str) -> tuple[Unit, ...]:
    """The units in a Construction, in list order."""
    return tuple(unit for unit in state.fielded() if unit.building == id)


def piece(state: State, id: str) -> Piece | None:
    """The Construction of this id, if it stands and is one that is Occupied (KEN-TER-96)."""
    return next((found for found in ground(state).buildings if found.id == id), None)


def refuse_entry(state: State, unit: Unit, building: Piece) -> Refusal | None:
    """Why a unit cannot Occupy a Construction, wherever it stands: who it is, how many, who is in it (KEN-MOV-50,
    KEN-TER-50, KEN-TER-97, KEN-TER-99)."""
    if unit.building:
        return refuse("building.indoors", FROM, unit=unit.id, piece=unit.building)
    if rides(unit) or unit.large:
        return refuse("building.on-foot-only", FOOT, unit=unit.id)
    if not building.entrances:
        return refuse_away(state, unit, building)
    inside = garrison(state, building.id)
    if foe := next((one for one in inside if one.seat != unit.seat), None):
        return refuse("building.enemy-inside", HELD, unit=unit.id, enemy=foe.id)
    if len(inside) >= building.kind.units:
        return refuse("building.units", UNITS, unit=unit.id, units=len(inside), most=building.kind.units)
    number = strength(state, unit)
    held = sum(strength(state, one) for one in inside)
    if number + held > building.kind.models:
        clause = building.kind.rests_on("models")
        return refuse("building.models", clause, unit=unit.id, models=number + held, most=building.kind.models)
    return None


def refuse_occupy(state: State, unit: Unit, building: Piece) -> Refusal | None:
    """Why a unit cannot Occupy a Construction now: also where it stands and how it faces (KEN-MOV-36)."""
    if no := refuse_entry(state, unit, building):
        return no
    return None if entrance_of(state, unit, building) else refuse_away(state, unit, building)


def entrance_of(state: State, unit: Unit, building: Piece) -> Entrance | None:
    """The entrance with which a unit is in base contact, facing inwards; loose models face as they like."""
    for entrance in building.entrances:
        inwards = unit.loose or off(unit.facing, entrance.inward) < QUARTER
        if inwards and reach(state, unit, entrance) <= TOUCH:
            return entrance
    return None


def reach(state: State, unit: Unit, entrance: Entrance) -> int:
    """How far its nearest base is from an entrance, in 1/100 mm."""
    return min(gap(base, (entrance.left, entrance.right)) for base in bases(state, unit))


def refuse_away(state: State, unit: Unit, building: Piece) -> Refusal:
    """It is at no entrance of a Construction, or faces away from it, or there is none."""
    if not building.entrances:
        return refuse("building.no-entrance", FROM, unit=unit.id, piece=building.id)
    far = min(reach(state, unit, entrance) for entrance in building.entrances)
    code = "building.not-at-entrance" if far > TOUCH else "building.faces-away"
    return refuse(code, FROM, unit=unit.id, piece=building.id, gap=far)


# -- coming out ------------------------------------------------------------------------------


def outside(state: State, unit: Unit, entrance: Entrance) -> Unit | None:
    """A garrison as it would stand outside an entrance, touching it and facing away; ``None`` if loose models find no
    places (KEN-MOV-37)."""
    out = (entrance.inward + TURN // 2) % TURN
    if not unit.loose:
        deep = -(-strength(state, unit) // unit.files) * unit.base_depth
        return replace(placed(unit, spot(entrance.middle, out, 0, deep), out), building="")
    for spots in scattered(unit, entrance, out):
        found = replace(spread(unit, spots), building="", at=spots[0], facing=out)
        if refuse_outside(state, found) is None:
            return found
    return None


def scattered(unit: Unit, entrance: Entrance, out: int) -> Iterator[tuple[Point, ...]]:
    """Places for loose models outside an entrance, the first against it: in rows of so many."""
    apart_x, apart_y = unit.base_width + LEAST, unit.base_depth + LEAST
    number = len(unit.models)
    for files in range(min(4, number), 0, -1):
        for left in range(files):
            yield tuple(
                spot(entrance.middle, out, (n % files - left) * apart_x, unit.base_depth // 2 + n // files * apart_y)
                for n in _first(left, number)
            )


def _first(left: int, number: int) -> tuple[int, ...]:
    """The numbers from 0, that of the place at the entrance first."""
    return (left, *(n for n in range(number) if n != left))


def refuse_outside(state: State, found: Unit) -> Refusal | None:
    """Why a garrison cannot come out so: no room, or too near an enemy (KEN-MOV-48, KEN-CHG-04)."""
    return refuse_place(state, found) or refuse_near(state, found, (found,)) or refuse_spread(state, found)


def refuse_exit(state: State, unit: Unit, entrance: Entrance) -> Refusal | None:
    """Why a garrison cannot come out by an entrance now."""
    found = outside(state, unit, entrance)
    if found is None:
        return refuse("building.no-room", OUT, unit=unit.id)
    return refuse_outside(state, found)
