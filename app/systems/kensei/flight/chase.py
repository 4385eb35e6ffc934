"""Going after those who flee from a Combat (KEN-RUN-12 to KEN-RUN-18)."""

from __future__ import annotations

from app.engine.asks import Ask
from app.engine.dice import Dice
from app.engine.domains import yes_no
from app.engine.flow import Game, decide, roll
from app.engine.refusals import Fact
from app.systems.kensei.book import c
from app.systems.kensei.combat.blows.dice import total_dice
from app.systems.kensei.combat.blows.strike import strike
from app.systems.kensei.destruction.flow import destroy
from app.systems.kensei.flight.chasing import Pursuit, may_chase, pursuit
from app.systems.kensei.flight.events import ChaseCharged, ChaseChosen, Chased, ChaseMet, Locked
from app.systems.kensei.flight.flow import flee, meet
from app.systems.kensei.flight.way import Flight, dice_of
from app.systems.kensei.moving.facing import face
from app.systems.kensei.moving.flow import soak
from app.systems.kensei.state import State

CHASES, DICE, REACHED, MEETS, AGAIN, CAUGHT, TURNS, NEXT, LOCKS, TOUCHES = (
    c("KEN-RUN-12"), c("KEN-RUN-15"), c("KEN-RUN-14"), c("KEN-RUN-17"), c("KEN-RUN-18"), c("KEN-DEF-03"),
    c("KEN-RES-17"), c("KEN-RUN-17"), c("KEN-CHG-57"), c("KEN-CBT-01"),
)  # fmt: skip

DEFEAT = "defeat"
"""The cause of a flight after a lost Combat."""


async def chase(game: Game[State], flight: Flight) -> None:
    """Enemies left in Combat by a unit that fled have chased it or not; those it reached have struck, and if it lives
    it has fled once more (KEN-RUN-18).  Those who stayed may have turned (KEN-RES-17)."""
    if not flight.ran:
        return
    went = [id for id in flight.foes if await wants(game, id, flight)]
    caught = [id for id in went if await follow(game, id, flight)]
    for id in caught:
        await attack(game, id, flight)
    quarry = game.state.units[flight.unit]
    if caught and quarry.on_table and quarry.locked:
        stay(game, caught, flight)
    elif caught and quarry.on_table and quarry.fleeing:
        await flee(game, flight.unit, "again", AGAIN, chased=False)
    for id in flight.foes if flight.cause == DEFEAT else ():
        if id not in went:
            await turn(game, id)


def stay(game: Game[State], caught: list[str], flight: Flight) -> None:
    """Chasers of a unit that another enemy has locked, and that lives, are in contact with it (KEN-CBT-01)."""
    for id in caught:
        if game.state.units[id].on_table and not game.state.fighting(id):
            engage(game, id, flight.unit, flight.bearing, own=False)


async def turn(game: Game[State], unit_id: str) -> None:
    """A winner with no enemy left in contact may have turned to any facing (KEN-RES-17)."""
    unit = game.state.units[unit_id]
    if unit.on_table and not unit.fleeing and not game.state.fighting(unit_id):
        await face(game, unit_id, TURNS)


async def wants(game: Game[State], unit_id: str, flight: Flight) -> bool:
    """Whether a unit goes after one that fled from it, having seen the flight."""
    state = game.state
    unit, quarry = state.units[unit_id], state.units[flight.unit]
    if not quarry.on_table or not may_chase(state, unit) or state.outcome is not None:
        return False
    facts: dict[str, Fact] = {"unit": unit_id, "target": flight.unit, "distance": flight.distance}
    goes = await decide(Ask(unit.seat, "chase.unit", yes_no(), CHASES, default="no", facts=facts)) == "yes"
    game.emit(ChaseChosen(clause=CHASES, unit=unit_id, target=flight.unit, goes=goes))
    return goes


async def follow(game: Game[State], unit_id: str, flight: Flight) -> bool:
    """Whether the unit reached those it chases; it has moved (KEN-RUN-15)."""
    unit = game.state.units[unit_id]
    faces = await roll(Dice(dice_of(unit), 10), "chase", DICE, by=unit.seat)
    state = game.state
    rolled = sum(faces) * 1_000
    found = pursuit(state, unit, flight.unit, flight.bearing, rolled, flight.distance)
    if found.reached and not found.met and not is_prey(state, flight.unit):
        found = found._replace(met=flight.unit)
    recorded(game, unit_id, flight, faces, found)
    await soak(game, unit_id, (found.start, found.end))
    if found.met:
        engage(game, unit_id, found.met, flight.bearing, own=True)
    return found.reached and not found.met


def engage(game: Game[State], unit_id: str, foe_id: str, way: int, *, own: bool) -> None:
    """A chaser and an enemy it came to are in contact; one that runs away is locked (KEN-CHG-57).  ``own``: it counts
    as a Charge (KEN-RUN-17)."""
    contact = meet(game, unit_id, foe_id, way, own=own)
    game.emit(ChaseMet(clause=MEETS if own else TOUCHES, unit=unit_id, target=foe_id, contact=contact))
    foe = game.state.units[foe_id]
    if foe.fleeing and not foe.locked:
        game.emit(Locked(clause=LOCKS, unit=foe_id, by=unit_id))


def is_prey(state: State, id: str) -> bool:
    """Whether those who fled are still there and in flight."""
    return state.units[id].on_table and state.units[id].fleeing


def recorded(game: Game[State], unit_id: str, flight: Flight, faces: tuple[int, ...], found: Pursuit) -> None:
    """The chase is on record."""
    end = found.end
    spots = () if end.ranked else tuple(model.at for model in end.models)
    game.emit(Chased(
        clause=MEETS if found.met else DICE, unit=unit_id, target=flight.unit, faces=faces, rolled=sum(faces) * 1_000,
        distance=found.distance, bearing=flight.bearing, reached=found.reached, at=end.at, facing=end.facing,
        spots=spots, met=found.met,
    ))  # fmt: skip


async def attack(game: Game[State], unit_id: str, flight: Flight) -> None:
    """Those who were reached are destroyed if terrain stopped them (KEN-DEF-03), else struck with all Combat Dice,
    without Charge bonus or characters (KEN-RUN-16)."""
    state = game.state
    quarry = state.units[flight.unit]
    if not quarry.on_table or not state.units[unit_id].on_table:
        return
    if flight.stopped == "terrain":
        destroy(game, flight.unit, "chase", CAUGHT, unit_id)
        return
    await strike(game, unit_id, flight.unit, total_dice(state, state.units[unit_id], free=True), free=True)


def carry_over(game: Game[State]) -> None:
    """Chases of last turn that ran into another enemy count as Charges made this turn (KEN-RUN-17): called when a turn
    has begun."""
    for contact in game.state.contacts:
        if contact.own and contact.turn == game.state.turn and not game.state.units[contact.by].charged:
            game.emit(ChaseCharged(clause=NEXT, unit=contact.by, target=contact.on))
