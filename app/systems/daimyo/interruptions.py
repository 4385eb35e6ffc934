"""Where one chapter breaks into another that it rests on; ``system.py`` says what stands behind each door."""

from __future__ import annotations

from collections.abc import Awaitable

from app.engine.doors import Door
from app.engine.flow import Game
from app.systems.daimyo.state import State, UnitId

test: Door[[Game[State], UnitId, int, UnitId | None], Awaitable[str]] = Door("morale.test")
"""A unit that a pursuit reaches tests its morale for a reason, because of an enemy; the result (DAI-PUR-09)."""
carry_out: Door[[Game[State], UnitId, str, UnitId | None], Awaitable[None]] = Door("morale.carry-out")
"""It does what its test says (DAI-MOR-19 to -22)."""
