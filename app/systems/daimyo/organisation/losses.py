"""From hits to stands to units lost, and guns that change hands (ORG, ART, LDR)."""

from __future__ import annotations

from app.engine.flow import Game
from app.engine.formations import spot
from app.engine.geometry import Point
from app.engine.refusals import Clause
from app.systems.daimyo.book import c
from app.systems.daimyo.guns.events import GunAbandoned, GunTaken
from app.systems.daimyo.leaders.flow import diced, endangered, has_seat
from app.systems.daimyo.measure import ground_of, nearest, touching
from app.systems.daimyo.organisation.events import EACH, SAVED, HitsTaken, StandLost, UnitLost
from app.systems.daimyo.scenarios.ending import watch
from app.systems.daimyo.state import State, Unit, UnitId

REMOVED, DESTROYED, HQ, GUN, ABANDONED, CAPTURED = (
    c("DAI-ORG-20"), c("DAI-ORG-22"), c("DAI-ORG-27"), c("DAI-ART-12"), c("DAI-ART-08"), c("DAI-ART-09"),
)  # fmt: skip
CLAUSES = {"troops": REMOVED, "gun": GUN, "hq": HQ}


# -- hits -------------------------------------------------------------------------------


async def take_hits(game: Game[State], unit_id: UnitId, hits: int, by: str, clause: Clause, how: str = "melee") -> None:
    """The unit carries these hits, and stands have gone for every third of them (DAI-ORG-20, DAI-LDR-09).

    ``by`` is the unit that struck; ``how``: fire, melee or pursuit.  Hits beyond the last stand are lost.
    """
    unit = game.state.units[unit_id]
    if hits <= 0 or not unit.on_table:
        return
    each = EACH[unit.kind]
    fallen = min((unit.hits + hits) // each, unit.stands)
    carried = unit.hits + hits - fallen * each if fallen < unit.stands else 0
    game.emit(HitsTaken(clause=clause, unit=unit_id, by=by, how=how, hits=hits, carried=carried))
    for _ in range(fallen):
        await fall(game, unit_id)


async def fall(game: Game[State], unit_id: UnitId) -> None:
    """One stand has gone, with the dice of the leaders there; with its last stand the unit (DAI-ORG-21, -22)."""
    unit = game.state.units[unit_id]
    if unit.stands <= 1:
        await lose(game, unit_id, "destroyed", DESTROYED if unit.kind == "troops" else CLAUSES[unit.kind])
        return
    game.emit(stand_lost(unit))
    for leader in game.state.leaders_with(unit_id):
        await diced(game, leader.id, "stand")


def stand_lost(unit: Unit) -> StandLost:
    """What is left when the last stand of the rearmost rank goes; the others stay where they are (DAI-ORG-21)."""
    left = unit.stands - 1
    files = min(unit.files, left)
    at = unit.at if unit.building else front_of(unit, files)
    return StandLost(clause=REMOVED, unit=unit.id, stands=left, files=files, at=at, this_turn=unit.lost_this_turn + 1)


def front_of(unit: Unit, files: int) -> Point:
    """The middle of the front edge of the left ``files`` of a unit."""
    gone = unit.files - files
    return spot(unit.at, unit.facing, -gone * unit.stand_width // 2, 0) if gone else unit.at


# -- units ------------------------------------------------------------------------------


async def lose(game: Game[State], unit_id: UnitId, fate: str, clause: Clause) -> None:
    """The unit is off the table for good and counted, and the leaders that were with it are seen to (DAI-ORG-22).

    ``fate``: destroyed, dispersed, captured, left; saved for one that leaves by an exit and is not lost.
    """
    state = game.state
    unit = state.units[unit_id]
    if not unit.on_table:
        return
    with_it, ground = state.leaders_with(unit_id), ground_of(state, unit)
    seated = unit.kind == "hq" and has_seat(state, unit.seat)
    game.emit(unit_lost(unit, fate, clause))
    for leader in with_it if fate != SAVED else ():
        await endangered(game, leader.id, "destroyed", ground)
    if seated:
        await endangered(game, state.side(unit.seat).general, "hq")
    watch(game)


def unit_lost(unit: Unit, fate: str, clause: Clause) -> UnitLost:
    """The loss and what it counts: nothing if it is saved, no weight a second time (DAI-SCN-01, DAI-ART-14)."""
    counts = fate != SAVED
    return UnitLost(
        clause=clause, unit=unit.id, seat=unit.seat, fate=fate, stands=0 if fate == "destroyed" else unit.stands,
        weight=unit.weight if counts and not unit.lost_by else 0, number=int(counts),
    )  # fmt: skip


# -- guns -------------------------------------------------------------------------------


def abandon(game: Game[State], gun_id: UnitId) -> None:
    """The crew is gone and the piece stands where it was, for whoever comes first (DAI-ART-08)."""
    gun = game.state.units[gun_id]
    if gun.kind == "gun" and gun.on_table and not gun.abandoned:
        game.emit(GunAbandoned(clause=ABANDONED, unit=gun_id))


async def capture(game: Game[State], gun_id: UnitId, by: UnitId, clause: Clause = CAPTURED) -> None:
    """The piece belongs to the clan of this unit, to be used from next turn on (DAI-ART-09, DAI-ART-14)."""
    state = game.state
    gun, taker = state.units[gun_id], state.units[by]
    if gun.kind != "gun" or not gun.on_table:
        return
    with_it, ground = state.leaders_with(gun_id), ground_of(state, gun)
    game.emit(taken(state, gun, taker, clause))
    for leader in with_it if taker.seat != gun.seat else ():
        await endangered(game, leader.id, "destroyed", ground)
    watch(game)


def taken(state: State, gun: Unit, taker: Unit, clause: Clause) -> GunTaken:
    """The taking of a piece: lost for an enemy who had it, once (DAI-ART-14)."""
    foe = taker.seat != gun.seat
    return GunTaken(
        clause=clause, unit=gun.id, by=taker.id, seat=taker.seat, old=gun.seat, clan=taker.clan, turn=state.turn,
        weight=gun.weight if foe and not gun.lost_by else 0, number=int(foe),
    )  # fmt: skip


async def claim_guns(game: Game[State]) -> None:
    """Every abandoned piece that a unit touches belongs to it, of several to the nearest in order (DAI-ART-08)."""
    for gun in [u for u in game.state.fielded() if u.abandoned]:
        state = game.state
        near = [u for u in state.fielded() if may_take(u) and touching(state, gun, u)]
        taker = nearest(state, gun, near)
        if taker is not None:
            await capture(game, gun.id, taker.id, ABANDONED)


def may_take(unit: Unit) -> bool:
    """Whether a unit can take a piece over: troops that do not rout."""
    return unit.troops and not unit.routing
