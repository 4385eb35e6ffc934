"""Running into an enemy, in a flight or a chase: on which zone, and how both stand then."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from app.engine.formations import spot
from app.engine.geometry import Point
from app.engine.trig import TURN
from app.systems.kensei.army import Unit
from app.systems.kensei.charging.way.approach import against, formed_about, order_of
from app.systems.kensei.charging.way.straight import front_line, is_clear
from app.systems.kensei.charging.way.zones import Taken, assigned, closest, counted_as, edges, files_for
from app.systems.kensei.measure import bases, centre, formation, nearest_model, zone_of
from app.systems.kensei.state import Contact, State

EVERY, MOST = 100, 1_000
"""A unit that cannot be squared up steps back by millimetres, a centimetre at most, if the bases would overlap."""


class Meeting(NamedTuple):
    """Both units as they stand in contact, and the contact itself."""

    mover: Unit
    foe: Unit
    contact: Contact


def meeting(state: State, mover: Unit, foe: Unit, way: int, *, own: bool, turn: int) -> Meeting:
    """How a unit that ran into an enemy along a way stands against it: on the zone it came to, or one that is free,
    squared up if there is room; loose units form up (KEN-CHG-20 to KEN-CHG-29, KEN-CHG-56).

    ``own``: it counts as a Charge (KEN-RUN-17).
    """
    foe = foe if foe.ranked else drawn_up(state, foe, mover, way)
    state = state.with_units({mover.id: mover, foe.id: foe})
    taken = zone_taken(state, mover, foe)
    contact = Contact(by=mover.id, on=foe.id, zone=taken.zone, oblique=taken.oblique, own=own, turn=turn)
    return Meeting(squared(state, mover, foe, taken.zone, way), foe, contact)


def drawn_up(state: State, foe: Unit, mover: Unit, way: int) -> Unit:
    """A loose enemy formed up round its model that is reached first, or another if there is no room for that, facing
    who comes (KEN-CHG-56)."""
    wide = formation(state, mover).width if mover.ranked else mover.base_width * files_for(state, mover, 0)
    lines = (front_line(bases(state, foe)[n], way) for n in order_of(state, foe, mover))
    tried = [formed_about(state, foe, line, (way + TURN // 2) % TURN, wide) for line in lines]
    return next((one for one in tried if is_clear(state, one, mover)), tried[0])


def zone_taken(state: State, mover: Unit, foe: Unit) -> Taken:
    """The zone of an enemy that a unit gets which came to where it stands (KEN-CHG-21, KEN-CHG-27)."""
    place = lead(state, mover, foe) if not mover.ranked else centre(state, mover)
    zone = zone_of(state, foe, place)
    oblique = "-" in zone
    if oblique:
        corners = tuple(zone.split("-"))
        zone = counted_as(state, foe, mover, zone) if mover.ranked else closest(state, foe, place, corners)
    taken = Taken(zone, oblique and mover.ranked)
    return assigned(state, foe, mover, taken) or taken


def squared(state: State, mover: Unit, foe: Unit, zone: str, way: int) -> Unit:
    """A unit flat against a zone of an enemy; ranks and a lone model stay as they are where there is no room for that
    (KEN-CHG-26)."""
    edge = edges(state, foe)[zone]
    if mover.ranked:
        flat = replace(against(state, mover, foe, edge), formed=mover.formed)
        tried = (flat, *(replace(mover, at=spot(mover.at, way, 0, -back)) for back in range(0, MOST, EVERY)))
        return next((one for one in tried if is_clear(state, one, foe)), mover)
    place = lead(state, mover, foe)
    flat = replace(against(state, mover, foe, edge, files_for(state, mover, edge.length), place), formed=True)
    if len(mover.models) > 1 or is_clear(state, flat, foe):
        return flat
    return replace(mover, formed=True, facing=way, files=1, at=spot(place, way, 0, mover.base_depth // 2))


def lead(state: State, mover: Unit, foe: Unit) -> Point:
    """Where the model of a loose unit stands that is nearest to an enemy."""
    return mover.models[nearest_model(state, mover, foe)].at
