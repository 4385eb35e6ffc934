"""How orders are offered, and actions that are declared when they are chosen (KEN-ORD-11)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from app.engine.domains import Option
from app.engine.flow import Game
from app.engine.orders import Order
from app.systems.kensei.army import Order as Declared
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c
from app.systems.kensei.orders.events import OrderDeclared
from app.systems.kensei.state import State

S = TypeVar("S")
U = TypeVar("U")
IN_FULL = c("KEN-ORD-11")
KEPT = 8
"""How much likelier a bot declares an action than takes back those it has declared."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer(Order[S, U]):
    """An order that is closed to every answer where nothing open was found below it.

    ``bare``: no clause stands beside its name.  ``piece``: the counter it stands for.
    """

    bare: bool = False
    piece: Callable[[U], str] | None = None

    def option(self, state: S, unit: U) -> Option:
        """It as one of a menu."""
        found = Order.option(self, state, unit)
        return Option(
            lambda: found.no, found.then, self.about, found.facts, self.piece(unit) if self.piece else "",
            None if self.bare else found.clause, weight=self.weight, gesture=self.gesture,
        )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Action(Offer[State, Unit]):
    """An action of a unit or character; ``made``: what is declared by an answer."""

    made: Callable[[State, Unit, Any], Declared]
    weight: int = KEPT
    do: Callable[[Game[Any], Unit, Any], None] = field(init=False)

    def __post_init__(self) -> None:
        """To carry it out is to declare it."""
        object.__setattr__(self, "do", self.declare)

    def declare(self, game: Game[Any], unit: Unit, answer: Any) -> None:  # noqa: ANN401 - as its domain reads it
        """The action is added to those of the unit; only its owner sees it."""
        order = self.made(game.state, unit, answer)
        game.emit(OrderDeclared(clause=IN_FULL, unit=unit.id, order=order, seen_by=(unit.seat,)))
