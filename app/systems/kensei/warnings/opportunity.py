"""What units do whose Warning Orders are sprung: shoot, charge, or move and charge (KEN-WRN-03)."""

from __future__ import annotations

from app.engine.flow import Game
from app.systems.kensei.army import Warning
from app.systems.kensei.charging.flow import charge
from app.systems.kensei.shooting.flow import volley
from app.systems.kensei.state import State


async def shoot(game: Game[State], unit: str, foe: str, _: Warning) -> None:
    """An ordinary shot, never of Greater Precision (KEN-WRN-17)."""
    await volley(game, unit, foe)


async def rush(game: Game[State], unit: str, foe: str, _: Warning) -> None:
    """An ordinary Charge; the enemy reacts as to any (KEN-WRN-18)."""
    await charge(game, unit, foe, opportunity=True)


async def move_and_rush(game: Game[State], unit: str, foe: str, warning: Warning) -> None:
    """A Charge after a march or run along the bearing that was fixed."""
    await charge(game, unit, foe, with_move=warning.mode, bearing=warning.bearing, opportunity=True)


RESPONSES = {"shoot": shoot, "charge": rush, "move_then_charge": move_and_rush}


async def respond(game: Game[State], unit: str, foe: str, warning: Warning) -> None:
    """The unit has done what its Warning Order says."""
    await RESPONSES[warning.response](game, unit, foe, warning)
