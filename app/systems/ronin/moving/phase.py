"""The Move Phase: one model after another holds, moves, withdraws, shoots or comes on."""

from __future__ import annotations

from app.engine.flow import Game
from app.systems.ronin.book import c
from app.systems.ronin.moving.enter import refuse_to_enter
from app.systems.ronin.moving.orders import ORDERS
from app.systems.ronin.scenarios.figures import call_reserves
from app.systems.ronin.state import Model, State
from app.systems.ronin.turn.activation import Round, alternate
from app.systems.ronin.turn.events import PhaseBegan

PHASE = c("RON-PRI-01")


async def move(game: Game[State]) -> None:
    """Every model has had its go in the Move Phase."""
    game.emit(PhaseBegan(clause=PHASE, phase="move"))
    await call_reserves(game)
    await alternate(game, ROUND)


def is_ready(state: State, me: Model) -> bool:
    """Whether this model may still be activated in this Move Phase (RON-PRI-08, RON-SET-15)."""
    if me.activated:
        return False
    return me.on_table or (me.fate == "reserve" and refuse_to_enter(state, me) is None)


ROUND = Round("move", is_ready, ORDERS, likely="move")
