"""Declared actions: what they cost, and which of them are still to be carried out."""

from __future__ import annotations

from collections.abc import Iterator

from app.engine.events import Seat
from app.engine.refusals import Refusal, refuse
from app.systems.kensei.army import Order, Unit
from app.systems.kensei.book import c, table
from app.systems.kensei.state import State

TOTAL = c("KEN-ORD-14")
AP = table("orders")["ap"]
STEP = {
    "move": "movement", "occupy": "movement", "exit": "movement", "join": "movement", "leave": "movement",
    "load": "shooting", "shoot": "shooting", "cast": "spirits", "keep": "spirits", "ability": "abilities",
    "charge": "charges", "storm": "charges",
}  # fmt: skip
"""The step of the Actions in which each kind of action is carried out (KEN-ORD-03)."""
STEPS = ("movement", "shooting", "spirits", "abilities", "charges")


def todo(state: State, seat: Seat, step: str) -> Iterator[tuple[Unit, int, Order]]:
    """For each unit and character of a seat the first action of a step that is still to be carried out: its unit, its
    number among the unit's orders, and itself."""
    for unit in state.units.values():
        if unit.orders and unit.seat == seat and not unit.fate:
            found = next(((n, o) for n, o in enumerate(unit.orders) if not o.state and STEP[o.do] == step), None)
            if found:
                yield unit, found[0], found[1]


def declared(unit: Unit) -> int:
    """AP of its declared actions that are still to be carried out."""
    return sum(order.cost for order in unit.orders if not order.state)


def spare(unit: Unit) -> int:
    """AP it has beyond what its declared actions need (KEN-ORD-14)."""
    return unit.ap - declared(unit)


def short(unit: Unit, ap: int) -> Refusal | None:
    """Why a unit cannot declare an action of this cost beside those it has declared (KEN-ORD-14)."""
    left = spare(unit)
    return refuse("no_ap", TOTAL, unit=unit.id, ap=left, needed=ap) if left < ap else None
