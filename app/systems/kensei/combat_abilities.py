"""Combat Abilities: which may be used now, and their use (KEN-ABI-06 to KEN-ABI-10)."""

from __future__ import annotations

from app.engine.domains import Option
from app.engine.flow import Game
from app.systems.kensei.army import Unit
from app.systems.kensei.state import State


def usable(state: State, unit: Unit, foe: Unit) -> dict[str, Option]:
    """The Combat Abilities a unit or character may try against an enemy now; none yet."""
    return {}


async def use(game: Game[State], unit_id: str, key: str, foe: str) -> None:
    """An ability has been tried and, if its Ki roll passed, its effects hold."""
