"""The Resolution phase: in the order the Combats were fought Honour tests, flights and chases, then panic for a dead
Taisho and the checks of the end of the turn (KEN-TRN-07)."""

from __future__ import annotations

from app.engine.events import Seat
from app.engine.flow import Game
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c
from app.systems.kensei.flight.chase import turn
from app.systems.kensei.flight.flow import test_or_flee
from app.systems.kensei.resolution.events import CombatSettled, HonourDue
from app.systems.kensei.scenarios.ending import end_of_turn
from app.systems.kensei.special.events import Regrouped
from app.systems.kensei.state import Fought, State
from app.systems.kensei.turn.events import GoPassed, PhaseBegan

PHASE, BY_VALUE, BY_HONOUR, SETTLED, TAISHO, OVER = (
    c("KEN-TRN-07"), c("KEN-RES-13"), c("KEN-RES-14"), c("KEN-RES-06"), c("KEN-RUN-28"), c("KEN-RUN-31"),
)  # fmt: skip
WHEEL = "wheel_of_dharma"


async def resolution(game: Game[State]) -> None:
    """What the Combats of the turn came to has been carried out, and the turn is over."""
    game.emit(PhaseBegan(clause=PHASE, phase="resolution"))
    if game.state.go is not None:
        game.emit(GoPassed(clause=PHASE, seat=None))
    for number, fought in enumerate(game.state.fought):
        if not fought.done:
            await resolve(game, fought)
            game.emit(CombatSettled(clause=SETTLED, number=number))
    await mourn(game)
    settle_locked(game)
    if game.state.outcome is None:
        end_of_turn(game)


# -- combats ---------------------------------------------------------------------------------


async def resolve(game: Game[State], fought: Fought) -> None:
    """The defeated units of a Combat have tested where they must, fled and been chased; winners left without an enemy
    may have turned (KEN-RES-09 to KEN-RES-17)."""
    free = [id for id in fought.units if fought.winner and not game.state.fighting(id)]
    for id in in_order(game.state, fought.losers):
        if game.state.outcome is None:
            await judge(game, fought, id)
    for id in free:
        if game.state.units[id].seat == fought.winner and game.state.outcome is None:
            await turn(game, id)


def in_order(state: State, ids: tuple[str, ...]) -> list[str]:
    """Units as they stand in their lists."""
    return [id for id in state.units if id in ids]


async def judge(game: Game[State], fought: Fought, unit_id: str) -> None:
    """A defeated unit has tested its Honour if it must, once (KEN-RES-13 to KEN-RES-15)."""
    unit = game.state.units[unit_id]
    if not unit.on_table or unit.host or unit.fleeing:
        return
    by_value = fought.difference > fought.value
    due = by_value or fought.difference > unit.honour
    clause = BY_VALUE if by_value else BY_HONOUR
    game.emit(HonourDue(clause=clause, unit=unit_id, difference=fought.difference, value=fought.value,
                      honour=unit.honour, due=due))  # fmt: skip
    if due:
        await test_or_flee(game, unit_id, "defeat", clause)


# -- the Taisho is dead ----------------------------------------------------------------------


async def mourn(game: Game[State]) -> None:
    """Every unit of a side whose Taisho died this turn has tested once (KEN-RUN-28, KEN-RUN-29)."""
    done: dict[Seat, None] = {}
    while (seat := bereft(game.state, done)) is not None:
        done[seat] = None
        for id in [unit.id for unit in game.state.fielded(seat)]:
            if game.state.outcome is None and mourns(game.state, game.state.units[id]):
                await test_or_flee(game, id, "taisho", TAISHO)


def bereft(state: State, done: dict[Seat, None]) -> Seat | None:
    """The first side whose Taisho died this turn and whose units have not tested."""
    fallen = (side.seat for side in state.sides if side.taisho_fell and side.taisho_fell == state.turn)
    return next((seat for seat in fallen if seat not in done), None)


def mourns(state: State, unit: Unit) -> bool:
    """Whether the death of its Taisho can shake a unit: not one that flees, not the Undead, nobody under the Wheel Of
    Dharma (KEN-ARM-28)."""
    calm = unit.has("undead") or WHEEL in state.side(unit.seat).abilities
    return unit.on_table and not unit.host and not unit.fleeing and not calm


# -- what is over ----------------------------------------------------------------------------


def settle_locked(game: Game[State]) -> None:
    """Units locked in a Combat that is over count as Regrouped (KEN-RUN-31)."""
    for unit in tuple(game.state.fielded()):
        if unit.locked and not game.state.fighting(unit.id):
            game.emit(Regrouped(clause=OVER, unit=unit.id, how="over"))
