"""Going into a Construction that the enemy holds (KEN-MOV-47)."""

from __future__ import annotations

from app.engine.refusals import Refusal, refuse
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c
from app.systems.kensei.ground.terrain import Piece
from app.systems.kensei.moving.buildings.garrisons import entrance_of, garrison, refuse_away
from app.systems.kensei.moving.ways.travel import rides
from app.systems.kensei.state import State

FOOT, HELD, UNITS = c("KEN-MOV-50"), c("KEN-MOV-47"), c("KEN-TER-99")


def defenders(state: State, unit: Unit, piece: str) -> tuple[Unit, ...]:
    """The enemy units in a Construction."""
    return tuple(foe for foe in garrison(state, piece) if foe.seat != unit.seat)


def refuse_stormer(state: State, unit: Unit, piece: Piece) -> Refusal | None:
    """Why a unit cannot go into a held Construction, wherever it stands (KEN-MOV-50, KEN-TER-99)."""
    if rides(unit) or unit.large:
        return refuse("building.on-foot-only", FOOT, unit=unit.id)
    if not defenders(state, unit, piece.id):
        return refuse("storm.empty", HELD, unit=unit.id, piece=piece.id)
    mates = sum(one.seat == unit.seat for one in garrison(state, piece.id))
    if mates >= piece.kind.units:
        return refuse("building.units", UNITS, unit=unit.id, units=mates, most=piece.kind.units)
    return None


def refuse_storm(state: State, unit: Unit, piece: Piece) -> Refusal | None:
    """The same when its moment comes: also where it stands and how it faces (KEN-MOV-36)."""
    if no := refuse_stormer(state, unit, piece):
        return no
    return None if entrance_of(state, unit, piece) else refuse_away(state, unit, piece)
