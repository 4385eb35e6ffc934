"""Spells kept up (KEN-SPI-16 to KEN-SPI-20)."""

from __future__ import annotations

from app.engine.events import Seat
from app.engine.flow import Game
from app.systems.kensei.state import State


async def keep_or_drop(game: Game[State], seat: Seat) -> None:
    """At the start of his Orders a player has said which spells he keeps up."""


def refresh(game: Game[State]) -> None:
    """At the start of a turn the spells kept up have taken their AP, and their Ki."""
