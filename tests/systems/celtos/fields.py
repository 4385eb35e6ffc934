"""Positions made by hand, in centimetres, for tests of single rules."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain
from typing import Any

from app.engine.events import Seat
from app.engine.geometry import CM, Point
from app.engine.system import Setup, SideSetup
from app.engine.table import Table, Terrain
from app.systems.celtos.ground.terrain import KINDS
from app.systems.celtos.state import Model, ModelId, Side, State, Unit, UnitId

Figure = int | str
Spot = tuple[Figure, Figure]
FOOT = {
    "movement": 10 * CM, "initiative": 4, "shooting": 3, "assault": 3, "strength": 4, "resistance": 4, "wounds": 1,
    "start_wounds": 1, "command": 3, "size": 3,
}  # fmt: skip
Made = tuple[Unit, tuple[Model, ...]]


def long(figure: Figure) -> int:
    """Centimetres in 1/100 mm."""
    return int(Fraction(figure) * CM)


def at(x: Figure, y: Figure) -> Point:
    """A place in centimetres."""
    return Point(long(x), long(y))


def unit(id: str, seat: str, *spots: Spot, traits: tuple[str, ...] = (), waiting: bool = False, **figures: Any) -> Made:
    """A unit whose models stand at these places; ``NAME-1``, ``NAME-2`` …"""
    ids = [f"{id}-{n}" for n in range(1, len(spots) + 1)]
    models = tuple(
        Model(**{"id": ModelId(m), "unit": UnitId(id), "seat": Seat(seat), "code": m,
                 "fate": "reserve" if waiting else "", "at": at(*spot), **FOOT, **figures})
        for m, spot in zip(ids, spots, strict=True)
    )  # fmt: skip
    made = Unit(id=UnitId(id), seat=Seat(seat), code=id, entry="", name=id, individual=len(ids) == 1,
                models=tuple(m.id for m in models), traits=traits, waiting=waiting)  # fmt: skip
    return made, models


def piece(kind: str, *spots: Spot, id: str = "", gates: Sequence[Spot] = ()) -> Terrain:
    """A piece of terrain by its corners."""
    closed = KINDS[kind].shape != "line"
    return Terrain(id or kind, kind, tuple(at(*s) for s in spots), closed, tuple(at(*g) for g in gates))


def box(kind: str, west: Figure, north: Figure, east: Figure, south: Figure, id: str = "") -> Terrain:
    """A rectangle of some ground."""
    return piece(kind, (west, north), (east, north), (east, south), (west, south), id=id)


def battle(
    *units: Made, terrain: Sequence[Terrain] = (), size: Spot = (180, 120), scenario: str = "open-field",
    turn: int = 1, **more: Any,
) -> State:  # fmt: skip
    """A position of these units on this ground."""
    named = dict.fromkeys(str(u.seat) for u, _ in units)
    seats = list(named) if len(named) > 1 else list(dict.fromkeys([*named, "red", "blue"]))[:2]
    edges = ("south", "north", "west", "east")
    sides = tuple(Side(seat=Seat(s), name=s, list="", edge=edges[i]) for i, s in enumerate(seats))
    setup = Setup(scenario, tuple(SideSetup(Seat(s), {}) for s in seats), {})
    return State(
        setup=setup, table=Table(long(size[0]), long(size[1]), tuple(terrain)), sides=sides, turn=turn,
        units={u.id: u for u, _ in units}, models={m.id: m for m in chain(*(ms for _, ms in units))},
        phase="activation", **{"first": sides[0].seat, **more},
    )  # fmt: skip
