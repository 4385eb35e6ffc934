"""Where one chapter breaks into another that it rests on; ``system.py`` says what stands behind each door."""

from __future__ import annotations

from collections.abc import Awaitable

from app.engine.doors import Door
from app.engine.flow import Game
from app.systems.celtos.state import State, UnitId

return_fire: Door[[Game[State], UnitId, UnitId, tuple[UnitId, ...]], Awaitable[None]] = Door("shooting.return-fire")
"""The survivors of a Shooting order's target shoot back (CEL-REA-11, CEL-REA-23)."""
