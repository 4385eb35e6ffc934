"""Distances, zones and contact on the table, all from footprints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from app.engine.events import Seat
from app.engine.formations import ahead_of, stands, zone_of
from app.engine.geometry import Box, Point, Polygon, box
from app.engine.shapes import apart, common_edge, gap, grown, within
from app.systems.daimyo.book import cm, table
from app.systems.daimyo.state import Leader, State, Unit, outline_of

EDGES = ("front", "right", "rear", "left")
CONTACT = cm(table("melee")["contact"]["within"])
"""So much of two edges must coincide for contact, in 1/100 mm (DAI-MEL-32)."""


def ground_of(state: State, unit: Unit) -> Polygon:
    """What a unit covers: its footprint, or the building it occupies (DAI-MOV-34)."""
    if unit.building:
        return next(piece.outline for piece in state.table.pieces if piece.id == unit.building)
    return outline_of(unit)


def beside(state: State, shapes: Sequence[Polygon], units: Iterable[Unit], reach: int = 0) -> list[Unit]:
    """Those among some units that may be within ``reach`` of any of some outlines: surely none is left out."""
    west, north, east, south = grown(shapes, reach)
    found: list[Unit] = []
    for unit in units:
        left, top, right, bottom = frame_of(state, unit) if unit.building else unit.frame
        if left <= east and right >= west and top <= south and bottom >= north:
            found.append(unit)
    return found


def frame_of(state: State, unit: Unit) -> Box:
    """The box around what a unit covers."""
    return box(ground_of(state, unit)) if unit.building else unit.frame


@lru_cache(maxsize=16384)
def between(a: Polygon, b: Polygon) -> int:
    """The shortest distance between two footprints in 1/100 mm (DAI-ORG-30)."""
    return gap(a, b)


def distance(state: State, a: Unit, b: Unit) -> int:
    """From unit to unit in 1/100 mm (DAI-ORG-30)."""
    return between(ground_of(state, a), ground_of(state, b))


def is_within(state: State, a: Unit, b: Unit, reach: int) -> bool:
    """Whether two units are within so many 1/100 mm, the end included (DAI-ORG-30)."""
    return within(ground_of(state, a), ground_of(state, b), reach)


def leader_ground(state: State, leader: Leader) -> Polygon:
    """From where a leader is measured: the centre of his token, or his unit (DAI-ORG-30)."""
    return ground_of(state, state.units[leader.attached]) if leader.attached else (leader.at, leader.at)


def leader_distance(state: State, leader: Leader, unit: Unit) -> int:
    """From a leader to the nearest point of a unit in 1/100 mm; 0 for the unit he is with."""
    return between(leader_ground(state, leader), ground_of(state, unit))


def leader_within(state: State, leader: Leader, unit: Unit, reach: int) -> bool:
    """Whether a leader is within so many 1/100 mm of a unit."""
    return within(leader_ground(state, leader), ground_of(state, unit), reach)


def has_sides(unit: Unit) -> bool:
    """Whether it has front, flanks and rear: no headquarters and no unit in a building (DAI-ORG-27, DAI-MOV-34)."""
    return unit.kind != "hq" and not unit.building


def zone(unit: Unit, point: Point) -> str:
    """In which zone of a unit a place lies: front, left, right or rear (DAI-ORG-31)."""
    return zone_of(unit.formation, point) if has_sides(unit) else "front"


def on_flank(unit: Unit, point: Point) -> bool:
    """Whether a place lies in a unit's flank or rear zone (DAI-ORG-31)."""
    return zone(unit, point) != "front"


def faces(state: State, unit: Unit, other: Unit) -> bool:
    """Whether any part of the other lies ahead of a unit, within 45 degrees outwards of its front corners."""
    return has_sides(unit) and ahead_of(unit.formation, ground_of(state, other))


def edges(outline: Polygon) -> Iterator[tuple[str, Point, Point]]:
    """The four sides of a footprint: front, right, rear and left."""
    return ((name, a, b) for name, (a, b) in zip(EDGES, pairwise((*outline, outline[0])), strict=False))


def touching(state: State, a: Unit, b: Unit) -> bool:
    """Whether two units are in contact: at least 0.5 cm of their edges coincide (DAI-MEL-32)."""
    one, other = ground_of(state, a), ground_of(state, b)
    return not apart(one, other, CONTACT) and _common(one, other) >= CONTACT


@lru_cache(maxsize=16384)
def _common(a: Polygon, b: Polygon) -> int:
    sides = list(pairwise((*b, b[0])))
    return max((common_edge(p, q, r, s) for p, q in pairwise((*a, a[0])) for r, s in sides), default=0)


def touched_edges(state: State, unit: Unit, other: Unit) -> tuple[str, ...]:
    """On which edges of a unit another is in contact with it."""
    theirs = ground_of(state, other)
    if apart(ground_of(state, unit), theirs, CONTACT):
        return ()
    sides = list(pairwise((*theirs, theirs[0])))
    found = ((name, max(common_edge(a, b, r, s) for r, s in sides)) for name, a, b in edges(outline_of(unit)))
    return tuple(name for name, common in found if common >= CONTACT)


def touched_stands(unit: Unit, by: Polygon) -> tuple[tuple[int, str], ...]:
    """Stands in contact with an outline: number and edge, front edges first, in the order of the stands."""
    sides = list(pairwise((*by, by[0])))
    found = [
        (EDGES.index(name), number, name)
        for number, outline in enumerate(stands(unit.formation)) if not apart(outline, by, CONTACT)
        for name, a, b in edges(outline) if max(common_edge(a, b, r, s) for r, s in sides) >= CONTACT
    ]  # fmt: skip
    return tuple((number, name) for _, number, name in sorted(found))


def contacts(state: State, unit: Unit) -> tuple[Unit, ...]:
    """Enemy units in contact with a unit, routing ones too, in list order."""
    if state.units.get(unit.id) is not unit:
        return _contacts(state, unit)
    known = state.touched
    if unit.id not in known:
        known[unit.id] = tuple(foe.id for foe in _contacts(state, unit))
    return tuple(state.units[id] for id in known[unit.id])


def _contacts(state: State, unit: Unit) -> tuple[Unit, ...]:
    near = beside(state, (ground_of(state, unit),), state.enemies_of(unit.seat), CONTACT)
    return tuple(foe for foe in near if touching(state, unit, foe))


def in_melee(state: State, unit: Unit) -> bool:
    """Whether it is in contact with an enemy that is not routing, itself not routing (DAI-MEL-32)."""
    return not unit.routing and any(not foe.routing for foe in contacts(state, unit))


def foes_in_melee(state: State, unit: Unit) -> tuple[Unit, ...]:
    """Enemy units in contact that are not routing."""
    return tuple(foe for foe in contacts(state, unit) if not foe.routing)


def friends_of(state: State, unit: Unit) -> Iterator[Unit]:
    """The other units of its side on the table, those of a clan that belongs to nobody left out."""
    return (u for u in state.fielded(unit.seat) if u.id != unit.id and not state.neutral(u))


def nearest(state: State, unit: Unit, others: Iterable[Unit]) -> Unit | None:
    """The nearest of some units; of equally near ones the initiative side's, then the lower number (DAI-ORG-34)."""
    ranked = sorted(others, key=lambda other: (distance(state, unit, other), *precedence(state, other)))
    return ranked[0] if ranked else None


def precedence(state: State, unit: Unit) -> tuple[int, int]:
    """The order in which ties between units are broken (DAI-ORG-34)."""
    first: Seat = state.initiative or state.seats[0]
    return (0 if unit.seat == first else 1, list(state.units).index(unit.id))
