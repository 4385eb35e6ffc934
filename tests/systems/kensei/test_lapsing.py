"""What is told of orders that lapse."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from app.engine.flow import Game
from app.systems.kensei.army import Order
from app.systems.kensei.orders.events import OrderBarred, OrderSettled
from app.systems.kensei.orders.spending import lapse
from app.systems.kensei.state import State


class Told:
    """A game that only remembers what it is told."""

    def __init__(self, *orders: Order) -> None:
        self.events: list[OrderBarred | OrderSettled] = []
        unit = SimpleNamespace(id="Ash", orders=orders, known_to=None)
        self.state = SimpleNamespace(units={"Ash": unit})

    def emit(self, event: Any) -> None:
        """One more has happened."""
        self.events.append(event)


def test_why_the_orders_of_who_flees_lapse_is_told_once_of_each_kind() -> None:
    game = Told(Order(do="cast"), Order(do="shoot", state="done"), Order(do="cast"), Order(do="move"))
    lapse(cast(Game[State], game), "Ash")
    told = [("why", e.order) if isinstance(e, OrderBarred) else (e.number, e.order) for e in game.events]
    assert told == [("why", "cast"), (0, "cast"), (2, "cast"), ("why", "move"), (3, "move")]
