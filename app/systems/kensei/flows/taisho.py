"""Taisho abilities: what may be used now, and their use (KEN-SPO-07 to KEN-SPO-12)."""

from __future__ import annotations

from app.engine.domains import Option
from app.engine.events import Seat
from app.engine.flow import Game
from app.systems.kensei.state import State


def taisho_options(state: State, seat: Seat) -> dict[str, Option]:
    """The Taisho abilities of a side, each with its targets."""
    return {}


async def use_taisho(game: Game[State], seat: Seat, key: str, target: str) -> None:
    """A Taisho ability has been tried; if its Ki roll passed its effects hold."""
