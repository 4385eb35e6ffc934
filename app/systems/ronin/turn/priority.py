"""The Priority Phase: who goes first this turn, then Morale (RON-PRI-02)."""

from __future__ import annotations

from app.engine.flow import Game
from app.systems.ronin.book import c
from app.systems.ronin.morale.tests import test_morale
from app.systems.ronin.scenarios.figures import watch_turn
from app.systems.ronin.state import State
from app.systems.ronin.turn.events import PhaseBegan, TurnBegan
from app.systems.ronin.turn.rolloff import roll_off

TURN, STEPS, PRIORITY = c("RON-PRI-01"), c("RON-PRI-02"), c("RON-PRI-03")


async def priority(game: Game[State]) -> None:
    """Priority is settled and Morale tested in its order.

    A position that already stands in this phase keeps its turn; any other begins the next.
    """
    turn = game.state.turn if game.state.phase == "priority" else game.state.turn + 1
    game.emit(TurnBegan(clause=TURN, turn=turn))
    game.emit(PhaseBegan(clause=STEPS, phase="priority"))
    watch_turn(game)
    await roll_off(game, "priority", PRIORITY)
    for seat in game.state.by_priority():
        await test_morale(game, seat)
