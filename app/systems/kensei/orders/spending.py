"""Paying for actions with Action Points, and settling declared ones."""

from __future__ import annotations

from app.engine.events import Seat
from app.engine.flow import Game
from app.engine.refusals import Clause
from app.systems.kensei.book import c
from app.systems.kensei.orders.events import ApSpent, OrderBarred, OrderSettled
from app.systems.kensei.orders.rules import todo
from app.systems.kensei.state import State

COSTS, GIVEN_UP, LAPSED, FLEES = c("KEN-ORD-08"), c("KEN-ORD-13"), c("KEN-ORD-17"), c("KEN-RUN-25")


def pay(game: Game[State], unit: str, ap: int, why: str, clause: Clause = COSTS) -> None:
    """A unit or character has so many AP fewer."""
    if ap:
        game.emit(ApSpent(clause=clause, unit=unit, ap=ap, why=why, seen_by=game.state.units[unit].known_to))


def settle(game: Game[State], unit: str, number: int, how: str) -> None:
    """A declared action is done, given-up or lapsed."""
    clause = {"given-up": GIVEN_UP, "lapsed": LAPSED}.get(how, COSTS)
    one = game.state.units[unit]
    game.emit(OrderSettled(clause=clause, unit=unit, number=number, how=how, order=one.orders[number].do,
                           seen_by=one.known_to))  # fmt: skip


def unpaid(game: Game[State], unit: str, number: int) -> None:
    """A declared action lapses, for its unit can no longer pay for it (KEN-ORD-17)."""
    one = game.state.units[unit]
    order = one.orders[number]
    game.emit(OrderBarred(clause=LAPSED, unit=unit, order=order.do, code="no_ap", seen_by=one.known_to,
                          told={"ap": one.ap, "needed": order.cost}))  # fmt: skip
    settle(game, unit, number, "lapsed")


def begin(game: Game[State], unit: str, number: int) -> bool:
    """Whether a declared action can still be paid for: its AP are spent and it counts as done; else it lapses
    (KEN-ORD-17)."""
    one = game.state.units[unit]
    order = one.orders[number]
    if one.ap < order.cost:
        unpaid(game, unit, number)
        return False
    pay(game, unit, order.cost, order.do)
    settle(game, unit, number, "done")
    return True


def lapse_unpaid(game: Game[State], seat: Seat, step: str) -> None:
    """The next action of a step lapses for every unit and character that can no longer pay for it (KEN-ORD-17)."""
    while found := next(((u.id, n) for u, n, one in todo(game.state, seat, step) if u.ap < one.cost), None):
        unpaid(game, *found)


def lapse(game: Game[State], unit: str) -> None:
    """All that a unit still had to carry out lapses: it flees (KEN-RUN-25).  That is told once of orders of a kind."""
    one, told = game.state.units[unit], set[str]()
    for number, order in enumerate(one.orders):
        if order.state:
            continue
        if order.do not in told:
            game.emit(OrderBarred(clause=FLEES, unit=unit, order=order.do, code="orders.fleeing", seen_by=one.known_to))
        told.add(order.do)
        settle(game, unit, number, "lapsed")
