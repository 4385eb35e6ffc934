"""C1: tests of morale at the end of the turn, unit by unit from one flank (DAI-MOR-17)."""

from __future__ import annotations

from app.engine.asks import Ask
from app.engine.domains import Pick
from app.engine.flow import Game, decide
from app.systems.daimyo.book import c
from app.systems.daimyo.measure import precedence
from app.systems.daimyo.morale.flow import carry_out, test
from app.systems.daimyo.morale.rules import may_test, reasons_due
from app.systems.daimyo.state import State, Unit, UnitId
from app.systems.daimyo.turn.events import FlankPicked, PhaseBegan

PHASE, FLANK, ORDER = c("DAI-MOR-08"), c("DAI-INI-07"), c("DAI-MOR-17")
ACROSS, ALONG = ("west", "east"), ("north", "south")


async def morale(game: Game[State]) -> None:
    """Every unit that had reason to has tested once, in the order of the field (DAI-MOR-08, -10, -17).

    A unit that routs now is a reason for those later in the order only.
    """
    game.emit(PhaseBegan(clause=PHASE, phase="morale"))
    if not anybody_due(game.state):
        return
    flank = await pick_flank(game)
    for unit_id in in_order(game.state, flank):
        if game.state.outcome is not None:
            return
        reasons = reasons_due(game.state, game.state.units[unit_id])
        if reasons:
            await carry_out(game, unit_id, await test(game, unit_id, reasons[-1]), None)


def anybody_due(state: State) -> bool:
    """Whether any unit has reason to test now."""
    return any(reasons_due(state, unit) for unit in state.fielded())


async def pick_flank(game: Game[State]) -> str:
    """The flank from which tests begin, picked by the player with the initiative (DAI-INI-07)."""
    state = game.state
    seat = state.initiative or state.seats[0]
    sideways = any(side.edge in ACROSS for side in state.sides)
    keys = ALONG if sideways else ACROSS
    pick = Pick(dict.fromkeys(keys))
    flank = await decide(Ask(seat, "morale.flank", pick, FLANK, default=keys[0]))
    game.emit(FlankPicked(clause=ORDER, seat=seat, flank=flank))
    return flank


def in_order(state: State, flank: str) -> tuple[UnitId, ...]:
    """Units of both sides as their reference points lie from a flank; ties by DAI-ORG-34."""
    tested = [unit for unit in state.fielded() if may_test(state, unit)]
    return tuple(u.id for u in sorted(tested, key=lambda u: (rank(u, flank), *precedence(state, u))))


def rank(unit: Unit, flank: str) -> int:
    """How far its reference point lies from a flank, counted from anywhere."""
    along = {"west": unit.at.x, "east": -unit.at.x, "north": unit.at.y, "south": -unit.at.y}
    return along[flank]
