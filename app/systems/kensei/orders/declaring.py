"""Actions that are declared when they are chosen (KEN-ORD-11)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from app.engine.flow import Game
from app.engine.orders import Order
from app.systems.kensei.army import Order as Declared
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c
from app.systems.kensei.orders.events import OrderDeclared
from app.systems.kensei.state import State

IN_FULL = c("KEN-ORD-11")
KEPT = 8
"""How much likelier a bot declares an action than takes back those it has declared."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Action(Order[State, Unit]):
    """An action of a unit or character; ``made``: what is declared by an answer."""

    made: Callable[[State, Unit, Any], Declared]
    weight: int = KEPT
    firm: bool = True
    do: Callable[[Game[Any], Unit, Any], None] = field(init=False)

    def __post_init__(self) -> None:
        """To carry it out is to declare it."""
        object.__setattr__(self, "do", self.declare)

    def declare(self, game: Game[Any], unit: Unit, answer: Any) -> None:  # noqa: ANN401 - as its domain reads it
        """The action is added to those of the unit; only its owner sees it."""
        order = self.made(game.state, unit, answer)
        game.emit(OrderDeclared(clause=IN_FULL, unit=unit.id, order=order, seen_by=(unit.seat,)))
