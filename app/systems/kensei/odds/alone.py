"""Two units as if nothing else were on the table: what is weighed on that cannot tell how far anything is."""

from __future__ import annotations

from msgspec.structs import replace

from app.engine.events import Seat
from app.systems.kensei.state import State


def unveiled(state: State, seat: Seat) -> State:
    """The state without the enemy characters that hide in their units."""
    seen = {id: unit for id, unit in state.units.items() if unit.seat == seat or not unit.concealed}
    return state.with_(units=seen)


def alone(state: State, seat: Seat, *ids: str) -> State:
    """Only these units and the characters in them, on a table without anything but Constructions they are in
    (KEN-STA-37)."""
    bodies = {state.body(state.units[id]).id for id in ids if id in state.units}
    seen = unveiled(state, seat).units
    kept = {id: unit for id, unit in seen.items() if id in bodies or unit.host in bodies}
    inside = {unit.building for unit in kept.values()}
    pieces = tuple(piece for piece in state.table.pieces if piece.id in inside)
    return state.with_(units=kept, table=replace(state.table, pieces=pieces))
