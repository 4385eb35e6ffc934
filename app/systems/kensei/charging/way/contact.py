"""The contact in which a charge ends."""

from __future__ import annotations

from msgspec.structs import replace

from app.engine.flow import Game
from app.engine.geometry import distance
from app.engine.shapes import SLACK
from app.systems.kensei.army import Unit, UnitId
from app.systems.kensei.book import c
from app.systems.kensei.charging.events import ContactMade
from app.systems.kensei.charging.onrush import advance, moved, placed_as
from app.systems.kensei.charging.rules import home
from app.systems.kensei.charging.way.approach import against
from app.systems.kensei.charging.way.straight import Aim, is_clear, on_way
from app.systems.kensei.charging.way.zones import Taken, assigned, closest, edges, has_room
from app.systems.kensei.flight.events import Locked
from app.systems.kensei.ground.terrain import kind_of
from app.systems.kensei.measure import centre, is_within, piece_of, zone_of
from app.systems.kensei.state import Contact, State
from app.systems.kensei.warnings.watch import expire

FLAT, FORMS, CHARGED, MADE, OTHER, ACROSS, CLIMBS, INSTEAD, LOCKS = (
    c("KEN-CHG-53"), c("KEN-CHG-29"), c("KEN-CHG-56"), c("KEN-CHG-20"), c("KEN-CHG-36"), c("KEN-CHG-19"),
    c("KEN-TER-88"), c("KEN-CHG-27"), c("KEN-CHG-57"),
)  # fmt: skip
BACK = 500
"""A loose body that finds no room is drawn back by 5 mm at a time."""


async def arrive(game: Game[State], found: Aim, dice: int = 0, how: str = "charge") -> bool:
    """Whether the charger is in contact with its target on the zone it gets, both formed up (KEN-CHG-26 to KEN-CHG-29):
    unless something kept it from it on the way."""
    gone_to = found if has_turned(game.state, found) else await advance(game, found, home(game.state, found)[0], how)
    if gone_to is None:
        return False
    state, found = game.state, gone_to
    unit_id, target_id = found.start.id, found.foe.id
    taken = assigned(state, found.foe, found.start, found.taken) or found.taken
    went = state.units[unit_id]
    if not state.units[target_id].ranked:
        moved(game, placed_as(state, found.foe), unit_id, "form", CHARGED)
    last = squared(game.state, found, taken, went)
    if last != went:
        how = "square" if went.ranked else "form"
        moved(game, placed_as(game.state, last), target_id, how, FLAT if went.ranked else FORMS)
    meet(game, unit_id, target_id, found, taken, dice)
    touched(game, unit_id, target_id)
    expire(game)
    return True


def has_turned(state: State, found: Aim) -> bool:
    """Whether an Indirect Charge has come to where it pivots, and so goes no further unturned (KEN-CHG-33)."""
    now = state.units[found.start.id]
    return found.pivot and not found.across and distance(centre(state, now), centre(state, found.goal)) <= SLACK


def squared(state: State, found: Aim, taken: Taken, went: Unit) -> Unit:
    """The charger flat against the zone it got, or where it was stopped if there is no room (KEN-CHG-26)."""
    here = found.flush
    if taken.zone != found.taken.zone and not found.across:
        foe = state.units[found.foe.id]
        here = against(state, found.flush, foe, edges(state, foe)[taken.zone])
    foe = state.units[found.foe.id]
    if is_clear(state, here, foe):
        return here
    return went if went.ranked else narrowed(state, here, foe, found) or backed(state, foe, found)


def backed(state: State, foe: Unit, found: Aim) -> Unit:
    """A loose charger for whose ranks there is no room: it stays loose, as near as it can come (KEN-CHG-26)."""
    gone = found.length
    while gone > 0 and not is_clear(state, on_way(found, gone), foe):
        gone = max(0, gone - BACK)
    return on_way(found, gone)


def narrowed(state: State, here: Unit, foe: Unit, found: Aim) -> Unit | None:
    """A loose charger formed up on so few files that there is room, if that helps."""
    for files in range(here.files - 1, 0, -1):
        less = replace(here, files=files) if found.across else against(state, here, foe, found.edge, files)
        if is_clear(state, less, foe):
            return less
    return None


def meet(game: Game[State], unit_id: str, target_id: str, found: Aim, taken: Taken, dice: int) -> None:
    """The contact is on record; one that was running away is locked (KEN-CHG-57)."""
    state = game.state
    high = bool(found.across) and kind_of(piece_of(state, found.across)).very_high
    changed = taken.zone != found.taken.zone
    contact = Contact(
        by=UnitId(unit_id), on=UnitId(target_id), zone=taken.zone, oblique=taken.oblique, turn=state.turn,
        across=found.across, climb=state.turn if high else 0,
    )  # fmt: skip
    clause = CLIMBS if high else ACROSS if found.across else INSTEAD if changed else MADE
    game.emit(ContactMade(clause=clause, unit=unit_id, target=target_id, contact=contact, dice=dice,
                          moved_zone=found.taken.zone if changed else ""))  # fmt: skip
    if state.units[target_id].fleeing:
        game.emit(Locked(clause=LOCKS, unit=target_id, by=unit_id))


def touched(game: Game[State], unit_id: str, target_id: str) -> None:
    """Other enemies whom the charger now touches are engaged too, but none of them is its victim (KEN-CHG-36)."""
    state = game.state
    unit = state.units[unit_id]
    for foe in state.enemies_of(unit.seat):
        if foe.id == target_id or not foe.ranked or foe.building or foe.fleeing or foe in state.foes_of(unit_id):
            continue
        if is_within(state, unit, foe, 0):
            place = centre(state, unit)
            taken = Taken(closest(state, foe, place, tuple(zone_of(state, foe, place).split("-"))))
            if has_room(state, foe.id, taken, unit_id):
                mirror = closest(state, unit, centre(state, foe), ("front", "left", "right", "rear"))
                contact = Contact(by=UnitId(unit_id), on=foe.id, zone=taken.zone, mirror=mirror, own=False,
                                  turn=state.turn)  # fmt: skip
                game.emit(ContactMade(clause=OTHER, unit=unit_id, target=foe.id, contact=contact, bonus=False))
