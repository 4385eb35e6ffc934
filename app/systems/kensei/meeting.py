"""The contact that comes of running into an enemy, in a flight or a chase."""

from __future__ import annotations

from app.systems.kensei.army import Unit
from app.systems.kensei.contact import Taken, assigned, counted_as
from app.systems.kensei.measure import centre, zone_of
from app.systems.kensei.state import Contact, State


def meeting(state: State, mover: Unit, foe: Unit, *, own: bool, turn: int) -> Contact:
    """The contact of a unit that ran into an enemy where they stand now: on the zone it came to, or one that is free
    (KEN-CHG-20 to KEN-CHG-27); ``own``: it counts as a Charge (KEN-RUN-17)."""
    taken = Taken("front")
    if foe.ranked:
        zone = zone_of(state, foe, centre(state, mover))
        taken = Taken(counted_as(state, foe, mover, zone), True) if "-" in zone else Taken(zone)
        taken = assigned(state, foe, mover, taken) or taken
    return Contact(by=mover.id, on=foe.id, zone=taken.zone, oblique=taken.oblique, own=own, turn=turn)
