"""The step of Spiritual Actions (KEN-ORD-03)."""

from __future__ import annotations

from app.engine.flow import Game
from app.systems.kensei.book import c
from app.systems.kensei.events.turn import PhaseBegan
from app.systems.kensei.state import State

STEP = c("KEN-ORD-03")


async def spirits(game: Game[State]) -> None:
    """Every declared spell has been cast, has lapsed or was given up."""
    game.emit(PhaseBegan(clause=STEP, phase="spirits", seat=game.state.go))
