"""The step of Special Actions (KEN-ORD-03), and what Special Characters in units do after it (KEN-TYP-39)."""

from __future__ import annotations

from app.engine.flow import Game
from app.systems.kensei.book import c
from app.systems.kensei.events.turn import PhaseBegan
from app.systems.kensei.state import State

STEP = c("KEN-ORD-03")


async def abilities(game: Game[State]) -> None:
    """Every declared ability has been tried, has lapsed or was given up."""
    game.emit(PhaseBegan(clause=STEP, phase="abilities", seat=game.state.go))


async def afters(game: Game[State]) -> None:
    """The abilities of Special Characters in units have been tried, at the end of the owner's Actions."""
