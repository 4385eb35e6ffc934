"""What passive abilities of units near by add to a stat."""

from __future__ import annotations

from app.engine.modifiers import Line
from app.systems.kensei.army import Unit
from app.systems.kensei.ground import lines as ground_lines
from app.systems.kensei.state import State


def aura_lines(state: State, unit: Unit, stat: str) -> tuple[Line, ...]:
    """Lines from passive abilities and from terrain near by."""
    return ground_lines(state, unit, stat)
