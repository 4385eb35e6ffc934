"""Paying for actions with Action Points, and settling declared ones."""

from __future__ import annotations

from app.engine.events import Seat
from app.engine.flow import Game
from app.engine.refusals import Clause
from app.systems.kensei.book import c
from app.systems.kensei.orders.events import ApSpent, OrderSettled
from app.systems.kensei.orders.rules import todo
from app.systems.kensei.state import State

COSTS, GIVEN_UP, LAPSED = c("KEN-ORD-08"), c("KEN-ORD-13"), c("KEN-ORD-17")


def pay(game: Game[State], unit: str, ap: int, why: str, clause: Clause = COSTS) -> None:
    """A unit or character has so many AP fewer."""
    if ap:
        game.emit(ApSpent(clause=clause, unit=unit, ap=ap, why=why, seen_by=game.state.units[unit].known_to))


def settle(game: Game[State], unit: str, number: int, how: str) -> None:
    """A declared action is done, given-up or lapsed."""
    clause = {"given-up": GIVEN_UP, "lapsed": LAPSED}.get(how, COSTS)
    game.emit(OrderSettled(clause=clause, unit=unit, number=number, how=how, seen_by=game.state.units[unit].known_to))


def begin(game: Game[State], unit: str, number: int) -> bool:
    """Whether a declared action can still be paid for: its AP are spent and it counts as done; else it lapses
    (KEN-ORD-17)."""
    one = game.state.units[unit]
    order = one.orders[number]
    if one.ap < order.cost:
        settle(game, unit, number, "lapsed")
        return False
    pay(game, unit, order.cost, order.do)
    settle(game, unit, number, "done")
    return True


def lapse_unpaid(game: Game[State], seat: Seat, step: str) -> None:
    """The next action of a step lapses for every unit and character that can no longer pay for it (KEN-ORD-17)."""
    while found := next(((u.id, n) for u, n, one in todo(game.state, seat, step) if u.ap < one.cost), None):
        settle(game, *found, "lapsed")


def lapse(game: Game[State], unit: str) -> None:
    """All that a unit still had to carry out lapses: it flees, fights or is gone."""
    for number, order in enumerate(game.state.units[unit].orders):
        if not order.state:
            settle(game, unit, number, "lapsed")
