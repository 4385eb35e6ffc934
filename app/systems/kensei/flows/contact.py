"""The moves of a charge and the contact it ends in."""

from __future__ import annotations

from msgspec.structs import replace

from app.engine.flow import Game
from app.engine.geometry import distance
from app.engine.refusals import Clause
from app.systems.kensei.approach import against, facing_about
from app.systems.kensei.army import Unit, UnitId
from app.systems.kensei.book import c
from app.systems.kensei.charge import home, stands
from app.systems.kensei.charge_way import Aim, anchor, is_clear, on_way
from app.systems.kensei.contact import Taken, assigned, closest, edges, has_room
from app.systems.kensei.events.charge import ChargeMoved, ContactMade
from app.systems.kensei.events.flight import Locked
from app.systems.kensei.flows.moving import drawn
from app.systems.kensei.measure import centre, is_within, piece_of, zone_of
from app.systems.kensei.state import Contact, State
from app.systems.kensei.terrain import kind_of
from app.systems.kensei.travel import path_cost

STRAIGHT, PIVOT, FLAT, FORMS, CHARGED, MADE, OTHER, ACROSS, CLIMBS, INSTEAD, LOCKS, COUNTERS = (
    c("KEN-CHG-16"), c("KEN-CHG-32"), c("KEN-CHG-53"), c("KEN-CHG-29"), c("KEN-CHG-56"), c("KEN-CHG-20"),
    c("KEN-CHG-36"), c("KEN-CHG-19"), c("KEN-TER-88"), c("KEN-CHG-27"), c("KEN-CHG-57"), c("KEN-CHG-48"),
)  # fmt: skip
BACK = 500
"""A loose body that finds no room is drawn back by 5 mm at a time."""


def moved(game: Game[State], here: Unit, target: str, how: str, clause: Clause, cost: int = 0) -> None:
    """A body stands so; what it covered before is drawn."""
    before = game.state.units[here.id]
    length = distance(anchor(before), anchor(here)) if before.ranked == here.ranked else 0
    way = (*drawn(game.state, before), *drawn(game.state, here))
    spots = () if here.ranked else tuple(model.at for model in here.models)
    game.emit(ChargeMoved(
        clause=clause, unit=here.id, target=target, how=how, at=here.at, facing=here.facing, files=here.files,
        formed=here.formed, spots=spots, length=length, cost=cost, way=way,
    ))  # fmt: skip


def advance(game: Game[State], found: Aim, here: Unit, how: str) -> None:
    """The charger has gone straight on to there."""
    state = game.state
    now = state.units[here.id]
    clause = COUNTERS if how == "counter" else STRAIGHT
    moved(game, placed_as(state, here), found.foe.id, how, clause, path_cost(state, now, now, here))


def placed_as(state: State, here: Unit) -> Unit:
    """The unit as it is now, standing as another picture of it does."""
    now = state.units[here.id]
    models = now.models if here.ranked else tuple(
        replace(model, at=there.at) for model, there in zip(now.models, here.models, strict=True)
    )  # fmt: skip
    return replace(now, at=here.at, facing=here.facing, files=here.files, formed=here.formed, models=models)


def pivot(game: Game[State], found: Aim) -> None:
    """The charger has turned about its centre towards the edge it means to hit, if there is room (KEN-CHG-32)."""
    state = game.state
    turned = facing_about(state, state.units[found.start.id], found.edge.inward)
    if is_clear(state, turned, found.foe) and stands(state, turned):
        moved(game, turned, found.foe.id, "pivot", PIVOT)


def arrive(game: Game[State], unit_id: str, target_id: str, found: Aim, dice: int = 0, how: str = "charge") -> None:
    """The charger is in contact with its target on the zone it gets, both formed up (KEN-CHG-26 to KEN-CHG-29)."""
    state = game.state
    taken = assigned(state, found.foe, found.start, found.taken) or found.taken
    was_loose = not state.units[target_id].ranked
    went, _ = home(state, found)
    advance(game, found, went, how)
    if was_loose:
        moved(game, placed_as(game.state, found.foe), unit_id, "form", CHARGED)
    last = squared(game.state, found, taken, went)
    if last != game.state.units[unit_id]:
        moved(game, placed_as(game.state, last), target_id, "square" if went.ranked else "form",
              FLAT if went.ranked else FORMS)  # fmt: skip
    meet(game, unit_id, target_id, found, taken, dice)
    touched(game, unit_id, target_id)


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
