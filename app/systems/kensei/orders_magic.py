"""Declaring spells, and who may Block them (KEN-SPI-01, KEN-SPI-02)."""

from __future__ import annotations

from app.engine.domains import Choice, Option
from app.engine.events import Seat
from app.systems.kensei.army import Order, Unit
from app.systems.kensei.state import State


def options(state: State, unit: Unit) -> dict[str, Option]:
    """The spells a Spiritual Character may declare."""
    return {}


def order(state: State, unit: Unit, choice: Choice) -> Order:
    """The declared spell that an answer stands for."""
    return Order(do="cast")


def blocker(state: State, seat: Seat) -> Unit | None:
    """The Onmyouji of a side who could try to Block one more of the declared spells."""
    return None
