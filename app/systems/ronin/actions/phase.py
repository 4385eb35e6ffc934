"""The Action Phase: one model after another takes an action, or none (RON-ACT-01 to 18)."""

from __future__ import annotations

from app.engine.flow import Game
from app.systems.ronin.actions.orders import ORDERS
from app.systems.ronin.book import c
from app.systems.ronin.state import Model, State
from app.systems.ronin.turn.activation import Round, alternate
from app.systems.ronin.turn.events import PhaseBegan

PHASE = c("RON-PRI-01")


async def action(game: Game[State]) -> None:
    """Every model has had its go in the Action Phase."""
    game.emit(PhaseBegan(clause=PHASE, phase="action"))
    await alternate(game, ROUND)


def is_ready(_: State, me: Model) -> bool:
    """Whether this model may still act in this phase."""
    return me.on_table and not me.acted


ROUND = Round("action", is_ready, ORDERS, likely="rest")
