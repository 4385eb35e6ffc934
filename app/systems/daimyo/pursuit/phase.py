"""The end of phase B: routing units whose clan did not act make their rout move (DAI-PUR-10)."""

from __future__ import annotations

from app.engine.flow import Game
from app.systems.daimyo.book import c
from app.systems.daimyo.morale.rules import must_run, side_in_number_order
from app.systems.daimyo.pursuit.rout import rout_move
from app.systems.daimyo.state import State, UnitId
from app.systems.daimyo.turn.events import PhaseBegan

COMPULSORY = c("DAI-PUR-10")


async def routers(game: Game[State]) -> None:
    """Every routing unit that broke in an earlier turn has made one rout move this turn (DAI-PUR-10)."""
    game.emit(PhaseBegan(clause=COMPULSORY, phase="routers"))
    for unit_id in due(game.state):
        if game.state.outcome is None and must_run(game.state, game.state.units[unit_id]):
            await rout_move(game, unit_id)


def due(state: State) -> tuple[UnitId, ...]:
    """Units with a rout move to make: the initiative side's first, each side in number order (DAI-ORG-34)."""
    return tuple(u.id for seat in side_in_number_order(state) for u in state.fielded(seat) if must_run(state, u))
