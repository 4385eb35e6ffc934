"""The orders of B3: what each unit of the active clan and its leader may be told to do (DAI-ACT-08)."""

from __future__ import annotations

from functools import partial

from app.engine.domains import Menu, Option
from app.engine.options import Once
from app.engine.orders import any_open
from app.engine.refusals import Refusal
from app.systems.daimyo.activation.rules import is_household, owner
from app.systems.daimyo.book import c
from app.systems.daimyo.leaders import orders as leader_orders
from app.systems.daimyo.leaders.flow import is_put_out
from app.systems.daimyo.moving import orders as unit_orders
from app.systems.daimyo.moving.judging import refuse_order
from app.systems.daimyo.state import Leader, State, Unit

LEADS, STEPS = c("DAI-LDR-08"), c("DAI-ACT-07")
DONE = "done"


def orders(state: State) -> Menu:
    """Every unit with what it may be told or why it takes no orders, the active leader, and to be done (D8 to D10)."""
    mine = (unit for unit in state.fielded(owner(state, state.active)) if not state.neutral(unit))
    found = {str(unit.id): unit_option(state, unit) for unit in mine}
    led = {str(leader.id): leader_option(state, leader) for leader in leaders(state)}
    return Menu({**found, **led, DONE: Option(about="option.move-done", clause=STEPS)})


def leaders(state: State) -> tuple[Leader, ...]:
    """Whose move it is besides the units: the active Daimyo, or a General who can act (DAI-ACT-18, DAI-LDR-14)."""
    if is_household(state.active):
        general = state.general_of(owner(state, state.active))
        leader = None if is_put_out(state, general) else general
    else:
        leader = state.leaders.get(state.clans[state.active].daimyo)
    return (leader,) if leader is not None and leader.on_table else ()


def leader_option(state: State, leader: Leader) -> Option:
    """A leader with what he may do."""
    menu = Once(partial(leader_orders.ORDERS.menu, state, leader))

    def idle() -> Refusal | None:
        return menu().options["go"].no if leader_orders.is_idle(menu()) else None

    return Option(idle, menu, "option.order-leader", {"leader": leader.id}, leader.id, LEADS)


def unit_option(state: State, unit: Unit) -> Option:
    """A unit with what it may be told."""
    menu = Once(partial(unit_orders.ORDERS.menu, state, unit))
    no = partial(refuse_indoors if unit.building else refuse_order_of, state, unit, menu)
    return Option(no, menu, "option.order-unit", {"unit": unit.id}, unit.id)


def refuse_order_of(state: State, unit: Unit, _: Once[Menu]) -> Refusal | None:
    """Why a unit takes no orders; on open ground it may always be told to stay."""
    return refuse_order(state, unit)


def refuse_indoors(state: State, unit: Unit, menu: Once[Menu]) -> Refusal | None:
    """Why a unit in a building takes no orders: for itself, or because it cannot come out (DAI-MOV-31)."""
    return refuse_order(state, unit) or (None if any_open(menu()) else menu().options["leave"].no)
