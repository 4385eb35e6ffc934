"""What a unit has declared, in a few words beside its name while its owner declares (KEN-ORD-11)."""

from __future__ import annotations

from app.engine.refusals import Fact
from app.engine.views import Note
from app.systems.kensei.army import Order, Unit
from app.systems.kensei.book import c

IN_FULL = c("KEN-ORD-11")


def told(unit: Unit) -> tuple[Note, ...]:
    """One note for each declared action that is still to be carried out."""
    return tuple(note(order) for order in unit.orders if not order.state)


def note(order: Order) -> Note:
    """A declared action, its target and, of a Movement, its direction."""
    facts: dict[str, Fact] = {"mode": order.mode, "target": order.target, "key": order.key}
    way: dict[str, Fact] = {"degrees": (order.bearing + 50) // 100 % 360} if order.do == "move" else {}
    return Note(f"orders.has.{kind(order)}", {**facts, **way}, IN_FULL)


def kind(order: Order) -> str:
    """Which sentence tells of it."""
    if order.do == "move":
        return f"move{'.' + order.special if order.special else ''}" if order.mode != "back" else "back"
    if order.do == "shoot":
        return "precise" if order.precision else "shoot"
    if order.do == "charge":
        return f"charge{'.' + order.mode if order.mode else ''}"
    return f"{order.do}.at" if order.target and order.do in ("cast", "ability") else order.do
