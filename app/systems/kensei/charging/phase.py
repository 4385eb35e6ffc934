"""The Charge step of the Actions (KEN-ORD-03)."""

from __future__ import annotations

from app.engine.asks import Ask
from app.engine.domains import Choice, Menu, Option
from app.engine.events import Seat
from app.engine.flow import Game, decide
from app.engine.orders import Order, Orders
from app.engine.refusals import Refusal
from app.systems.kensei.abilities.phase import afters
from app.systems.kensei.army import Order as Declared
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c
from app.systems.kensei.charging.flow import charge, dares
from app.systems.kensei.charging.rules import refuse_charge, refuse_charger
from app.systems.kensei.charging.way.ram import ram, refuse_ram
from app.systems.kensei.duels.parting import or_leaving, parted
from app.systems.kensei.ground.terrain import ground
from app.systems.kensei.moving.buildings.storm import refuse_storm
from app.systems.kensei.moving.buildings.storming import storm
from app.systems.kensei.orders.due import Due, carry_out, doing, give_up, offered
from app.systems.kensei.orders.rules import todo
from app.systems.kensei.orders.spending import begin, lapse_unpaid, settle
from app.systems.kensei.state import State
from app.systems.kensei.turn.events import PhaseBegan

STEP, CHARGES = c("KEN-ORD-03"), c("KEN-CHG-01")
DONE = Choice("done")


async def charges(game: Game[State]) -> None:
    """Every declared Charge has been made, has lapsed or was given up, in the order the player chose (KEN-ORD-12)."""
    seat = game.state.go or game.state.seats[0]
    game.emit(PhaseBegan(clause=STEP, phase="charges", seat=seat))
    while game.state.outcome is None and (waiting := waits(game, seat)):
        state = game.state
        options = offered(ORDERS, state, waiting)
        menu = Menu({**or_leaving(state, seat, options), "done": Option()})
        answer = await decide(Ask(seat, "act.charges", menu, STEP, DONE))
        if answer.key == "done":
            break
        if not await parted(game, answer.key):
            await carry_out(ORDERS, game, next(due for due in waiting if due.unit.id == answer.key))
    for left in tuple(todo(game.state, seat, "charges")):
        give_up(ORDERS, game, Due(*left))
    await afters(game)


def waits(game: Game[State], seat: Seat) -> list[Due]:
    """What is still to be carried out; what can no longer be paid for lapses (KEN-ORD-17)."""
    lapse_unpaid(game, seat, "charges")
    return [Due(*one) for one in todo(game.state, seat, "charges")]


def refuse_order(state: State, unit: Unit, order: Declared) -> Refusal | None:
    """Why an order of the Charge step cannot be begun now."""
    if order.target in state.units:
        return refuse_charge(state, unit, state.units[order.target], order.mode, order.leave)
    no = refuse_charger(state, unit, order.mode)
    if no is not None:
        return no
    if order.do == "storm":
        return refuse_storm(state, unit, ground(state).named(order.target))
    return refuse_ram(state, unit, order.target)


def refuse_due(state: State, due: Due) -> Refusal | None:
    """The same of one that is due."""
    return refuse_order(state, due.unit, due.order)


async def storms(game: Game[State], due: Due, _: None) -> None:
    """The Construction is stormed, if it can be paid for."""
    if begin(game, *due.at):
        await storm(game, due.unit.id, due.order.target)


async def runs_at(game: Game[State], due: Due, _: None) -> None:
    """The Charge is paid for and made, if it can be and is dared (KEN-ABI-14)."""
    unit, order = due.unit, due.order
    at_unit = order.target in game.state.units
    if at_unit and game.state.units[unit.id].ap >= order.cost and not await dares(game, unit.id, order.target):
        settle(game, *due.at, "lapsed")
        return
    if not begin(game, *due.at):
        return
    if at_unit:
        await charge(game, unit.id, order.target, with_move=order.mode)
    else:
        await ram(game, unit.id, order.target, order.mode)


def charging(mode: str) -> Order[State, Due]:
    """To make a declared Charge of this kind now."""
    return doing("charge", CHARGES, refuse_due, runs_at, f"act.charge{f'.{mode}' if mode else ''}", weight=4,
                 concerns=lambda _, due: due.order.mode == mode)  # fmt: skip


ORDERS = Orders(
    *map(charging, ("", "march", "run")), doing("storm", CHARGES, refuse_due, storms, "act.storm", weight=4)
)
"""To do now what a unit declared for the Charge step."""
