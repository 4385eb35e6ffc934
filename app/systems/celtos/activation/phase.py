"""The Activation Phase: one activation, with every order of it and all that answers them (2.6, 2.7)."""

from __future__ import annotations

from app.engine.asks import AnyAsk, Ask
from app.engine.domains import Choice, Menu, Option
from app.engine.events import Seat
from app.engine.flow import Game, decide
from app.engine.options import Late
from app.engine.refusals import Clause, Refusal, refuse
from app.systems.celtos.activation.events import ActivationEnded, UnitActivated
from app.systems.celtos.activation.orders import LAST, ORDERS
from app.systems.celtos.book import c
from app.systems.celtos.measure import others
from app.systems.celtos.morale.rally import rally
from app.systems.celtos.scenarios.ending import activation_ended
from app.systems.celtos.scenarios.figures import may_be_activated, refuse_entry
from app.systems.celtos.state import State, Unit, UnitId
from app.systems.celtos.turn.events import PhaseBegan

PHASE, TURNS, ONCE, CHOOSES = c("CEL-TRN-01"), c("CEL-ACT-01"), c("CEL-ACT-02"), c("CEL-ACT-03")
OVER, ONE_BY_ONE = c("CEL-ACT-08"), c("CEL-ORD-04")
END = Choice("end")


async def activation(game: Game[State]) -> None:
    """The player whose go it is has activated one unit; nothing happened if nobody has one left (CEL-ACT-01 to -05)."""
    if game.state.phase != "activation":
        game.emit(PhaseBegan(clause=PHASE, phase="activation"))
    seat = whose_go(game.state)
    if seat is None:
        return
    choice = await decide(unit_ask(game.state, seat))
    unit = UnitId(choice.key)
    game.emit(UnitActivated(clause=TURNS, unit=unit, seat=seat))
    await rally(game, unit)
    await follow_orders(game, unit, choice.then)
    await finish(game, unit)


async def finish(game: Game[State], unit: UnitId) -> None:
    """The activation is over; what the scenario says of its end is done, and the go passes on (CEL-ACT-08)."""
    if game.state.outcome is None:
        await activation_ended(game, unit)
    if game.state.outcome is None:
        following = others(game.state, game.state.unit(unit).seat)[0]
        game.emit(ActivationEnded(clause=closing(game.state, unit), unit=unit, go=following))


# -- whose go, which unit ----------------------------------------------------------------


def ready(state: State, seat: Seat) -> tuple[Unit, ...]:
    """Units this player has yet to activate this turn, in the order of the list (CEL-ACT-02, CEL-ACT-11)."""
    return tuple(u for u in state.units.values() if u.seat == seat and may_be_activated(state, u))


def whose_go(state: State) -> Seat | None:
    """The player to activate a unit now; ``None`` when the phase is over (CEL-ACT-04, CEL-ACT-05, CEL-INI-05)."""
    first = state.go or state.first or state.seats[0]
    return next((seat for seat in state.seats_from(first) if ready(state, seat)), None)


def unit_ask(state: State, seat: Seat) -> Ask[Choice]:
    """The question which unit is activated and what its first order is (CEL-ACT-03)."""
    listed = tuple([u.id for u in state.units.values() if u.seat == seat and (u.waiting or state.living(u))])
    first = ready(state, seat)[0]
    default = Choice(first.id) if first.panic else Choice(first.id, END)
    menu = Menu(Late(listed, lambda id: unit_option(state, state.unit(id))))
    return Ask(seat, "activation.unit", menu, CHOOSES, default=default, facts={"turn": state.turn})


def holds(question: AnyAsk) -> bool:
    """Whether silence to this question means that a unit is activated and does nothing."""
    return question.about == "activation.unit" and question.default.then == END


def unit_option(state: State, unit: Unit) -> Option:
    """A unit of the list with its orders below; one in Panic tries to rally before it is given any (CEL-RAL-02)."""
    then = None if unit.panic else lambda: ORDERS.menu(state, unit)
    return Option(refuse_unit(state, unit), then, "option.unit", {"unit": unit.id}, piece=unit.id)


def refuse_unit(state: State, unit: Unit) -> Refusal | None:
    """Why this unit may not be activated now (CEL-ACT-02, CEL-ACT-11)."""
    if unit.activated:
        return refuse("activate.done", ONCE, unit=unit.id)
    return refuse_entry(state, unit) if unit.waiting else None


# -- one order after the other -------------------------------------------------------------


async def follow_orders(game: Game[State], unit: UnitId, first: Choice | None) -> None:
    """The unit has been given orders one by one, each resolved before the next, until its go is over (CEL-ORD-04)."""
    given = first
    while may_go_on(game.state, unit):
        order = given if given is not None else await decide(order_ask(game.state, unit))
        if order.key == "end":
            return
        await ORDERS.carry_out(game, game.state.unit(unit), order)
        given = None


def may_go_on(state: State, unit: UnitId) -> bool:
    """Whether the active unit may still be given an order (CEL-ACT-06 to -08, CEL-ASL-10)."""
    me = state.unit(unit)
    if state.outcome is not None or not (state.living(me) or me.waiting) or me.fate:
        return False
    return not me.orders or me.orders[-1] not in LAST


def order_ask(state: State, unit: UnitId) -> Ask[Choice]:
    """The question for the next order of the active unit (CEL-ORD-04)."""
    me = state.unit(unit)
    return Ask(me.seat, "activation.order", ORDERS.menu(state, me), ONE_BY_ONE, default=END, facts={"unit": unit})


def closing(state: State, unit: UnitId) -> Clause:
    """The clause under which the activation ended."""
    given = state.unit(unit).orders
    return LAST[given[-1]] if given and given[-1] in LAST else OVER
