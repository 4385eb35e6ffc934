"""Where one chapter breaks into another that it rests on; ``system.py`` says what stands behind each door."""

from __future__ import annotations

from collections.abc import Awaitable

from app.engine.doors import Door
from app.engine.flow import Game
from app.systems.kensei.army import Warning
from app.systems.kensei.flight.way import Flight
from app.systems.kensei.state import State

chase: Door[[Game[State], Flight], Awaitable[None]] = Door("flight.chase")
"""Enemies whom a unit in flight left in Combat have chased it or not; it may flee again (KEN-RUN-12, KEN-RUN-18)."""
respond: Door[[Game[State], str, str, Warning], Awaitable[None]] = Door("warnings.respond")
"""A unit whose Warning Order an enemy sprang has done what it says (KEN-WRN-03)."""
