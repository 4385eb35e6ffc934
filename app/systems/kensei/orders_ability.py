"""Declaring Action Abilities (KEN-ABI-03)."""

from __future__ import annotations

from app.engine.domains import Choice, Option
from app.systems.kensei.army import Order, Unit
from app.systems.kensei.state import State


def options(state: State, unit: Unit) -> dict[str, Option]:
    """The Action Abilities a unit or character may declare."""
    return {}


def order(state: State, unit: Unit, choice: Choice) -> Order:
    """The declared ability that an answer stands for."""
    return Order(do="ability")
