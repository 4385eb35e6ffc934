"""Zones of a unit: who holds them, which one a charge counts as taking, and forming up for a combat."""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt
from typing import NamedTuple

from app.engine.formations import spot
from app.engine.geometry import Point
from app.engine.shapes import SLACK, segment2
from app.engine.trig import TURN
from app.systems.kensei.army import Unit
from app.systems.kensei.book import table
from app.systems.kensei.measure import bases, formation, middle, strength
from app.systems.kensei.state import State

ROOM: dict[str, int] = table("charging")["zones"]
BENEFIT: tuple[str, ...] = tuple(table("charging")["benefit"]["order"])
FILES: int = table("charging")["form_up"]["files"]
FORMATION = table("troops")["formation"]
HALF_TURN = TURN // 2
INWARD = {"front": HALF_TURN, "right": TURN - 9_000, "rear": 0, "left": 9_000}
"""How a unit faces that lies against a zone, from the facing of the unit it lies against."""
FLAT = int(table("charging")["flat"]["degrees"]) * 100
FLANKS = ("left", "right")
OPPOSITE = {"left": "right", "right": "left"}
CORNERS = {"front-left": 13_500, "front-right": 22_500, "rear-left": 4_500, "rear-right": 31_500}
"""The same for the Obliques, along the diagonal (KEN-CHG-53)."""


class Edge(NamedTuple):
    """An edge of a unit to lie against: its zone, its middle, how one faces there, its length (a corner: 0)."""

    zone: str
    middle: Point
    inward: int
    length: int

    @property
    def oblique(self) -> bool:
        """Whether it is a corner (KEN-CHG-21)."""
        return self.length == 0


class Taken(NamedTuple):
    """The zone that a contact counts as, and whether it stands on an Oblique."""

    zone: str
    oblique: bool = False


# -- edges -----------------------------------------------------------------------------------


def edges(state: State, unit: Unit) -> dict[str, Edge]:
    """The four edges of a unit in ranks, where models stand: a short rear rank is met where it is."""
    body = formation(state, unit)
    full, over = divmod(body.number, body.files)
    deep, half = full * body.deep, body.width // 2
    rear = over * body.across or body.width
    right, behind = rear // 2 - half, -body.depth
    deep = max(deep, body.deep)
    found = {"front": (0, 0, body.width), "left": (-half, behind // 2, body.depth),
             "right": (half, -deep // 2, deep), "rear": (right, behind, rear)}  # fmt: skip
    return {
        name: Edge(name, spot(unit.at, unit.facing, x, y), (unit.facing + INWARD[name]) % TURN, length)
        for name, (x, y, length) in found.items()
    }


def corner(state: State, unit: Unit, name: str) -> Edge:
    """An Oblique of a unit in ranks: its corner, and the diagonal into it (KEN-CHG-53)."""
    body = formation(state, unit)
    x = -(body.width // 2) if name.endswith("left") else body.width // 2
    y = 0 if name.startswith("front") else -body.depth
    return Edge(name, spot(unit.at, unit.facing, x, y), (unit.facing + CORNERS[name]) % TURN, 0)


def turn_between(a: int, b: int) -> int:
    """The angle between two facings, 0 to 18000."""
    off = (a - b) % TURN
    return min(off, TURN - off)


def must_turn(unit: Unit, target: Unit) -> bool:
    """Whether one in ranks faces no edge and no diagonal of another flatly, wherever the two stand: it pivots to meet
    it (KEN-CHG-31, KEN-CHG-53)."""
    if not (unit.ranked and target.ranked):
        return False
    inward = (*INWARD.values(), *CORNERS.values())
    return all(turn_between((target.facing + way) % TURN, unit.facing) > FLAT for way in inward)


# -- which zone ------------------------------------------------------------------------------


def counted_as(state: State, target: Unit, charger: Unit, oblique: str) -> str:
    """As what an Oblique counts: the zone more of the charger's models are close to; if even, the one that helps him
    least (KEN-CHG-21, KEN-CHG-22)."""
    along, across = oblique.split("-")
    places = [middle(base) for base in bases(state, charger)]
    nearer = [nearer_of(state, target, place, along, across) for place in places]
    first, second = nearer.count(along), nearer.count(across)
    if first == second:
        return least((along, across))
    return along if first > second else across


def nearer_of(state: State, target: Unit, place: Point, a: str, b: str) -> str:
    """The nearer of two zones to a place, or neither if it is as near to both."""
    shape = outlines(state, target)
    one, other = isqrt(segment2(place, *shape[a])), isqrt(segment2(place, *shape[b]))
    return "" if abs(one - other) <= SLACK else a if one < other else b


def closest(state: State, target: Unit, place: Point, zones: tuple[str, ...]) -> str:
    """The nearest of some zones to a place; of two as near the one that helps an attacker least."""
    shape = outlines(state, target)
    return min(zones, key=lambda zone: (segment2(place, *shape[zone]), -BENEFIT.index(kind(zone))))


def outlines(state: State, unit: Unit) -> dict[str, tuple[Point, Point]]:
    """The ends of each edge of a unit in ranks."""
    return {
        name: (spot(e.middle, e.inward, -e.length // 2, 0), spot(e.middle, e.inward, e.length // 2, 0))
        for name, e in edges(state, unit).items()
    }


def kind(zone: str) -> str:
    """A zone as the table of benefits names it (KEN-CHG-23)."""
    return "flank" if zone in FLANKS else zone


def least(zones: tuple[str, ...]) -> str:
    """The zone that helps an attacker least (KEN-CHG-22)."""
    return max(zones, key=lambda zone: BENEFIT.index(kind(zone)))


# -- room in zones ---------------------------------------------------------------------------


def held(state: State, unit: str, zone: str, without: str = "") -> list[bool]:
    """For each enemy on a zone of a unit whether it stands on an Oblique."""
    return [oblique for foe, where, oblique in _held(state, unit) if where == zone and foe != without]


def _held(state: State, unit: str) -> Iterator[tuple[str, str, bool]]:
    for contact in state.contacts_of(unit):
        if contact.on == unit:
            yield contact.by, contact.zone, contact.oblique
        else:
            yield contact.on, contact.mirror, False


def has_room(state: State, unit: str, taken: Taken, by: str = "") -> bool:
    """Whether a zone of a unit takes one more enemy: two on Front or Rearguard, one if on an Oblique; one on a Flank
    (KEN-CHG-24, KEN-CHG-28)."""
    there = held(state, unit, taken.zone, by)
    if taken.zone in FLANKS:
        return len(there) < ROOM["flank"]
    if taken.oblique or any(there):
        return len(there) < ROOM["oblique"]
    return len(there) < ROOM[taken.zone]


def assigned(state: State, target: Unit, charger: Unit, taken: Taken) -> Taken | None:
    """The zone a successful charge gets: its own, else the Flank nearest to the charger, else the other; ``None`` if
    none is free (KEN-CHG-27, KEN-CHG-28)."""
    if has_room(state, target.id, taken, charger.id):
        return taken
    place = middle(tuple(middle(base) for base in bases(state, charger)))
    near = taken.zone if taken.zone in FLANKS else closest(state, target, place, FLANKS)
    order = [Taken(near), Taken(OPPOSITE[near])]
    return next((one for one in order if has_room(state, target.id, one, charger.id)), None)


# -- forming up ------------------------------------------------------------------------------


def files_for(state: State, unit: Unit, length: int) -> int:
    """Files of a loose unit that forms up along so much of an enemy: as many as meet it, the least front of its kind
    all the same, at most 5 (KEN-CHG-29, KEN-CHG-56)."""
    number = strength(state, unit)
    meet = -(-length // unit.base_width)
    return max(1, min(number, FILES, max(meet, front_of(unit))))


def front_of(unit: Unit) -> int:
    """The least front of a formation of its kind (KEN-TYP-19, KEN-TYP-23)."""
    shape = "cavalry" if unit.mounted else unit.troop
    return int(FORMATION[shape]["least"])
