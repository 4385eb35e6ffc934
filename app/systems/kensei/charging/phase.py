"""The Charge step of the Actions (KEN-ORD-03)."""

from __future__ import annotations

from app.engine.asks import Ask
from app.engine.domains import Choice, Menu, Option
from app.engine.events import Seat
from app.engine.flow import Game, decide
from app.engine.refusals import Refusal
from app.systems.kensei.abilities.phase import afters
from app.systems.kensei.army import Order, Unit
from app.systems.kensei.book import c
from app.systems.kensei.charging.flow import charge, dares
from app.systems.kensei.charging.ram import ram, refuse_ram
from app.systems.kensei.charging.rules import refuse_charge, refuse_charger
from app.systems.kensei.duels.parting import or_leaving, parted
from app.systems.kensei.ground.terrain import ground
from app.systems.kensei.moving.storm import refuse_storm
from app.systems.kensei.moving.storming import storm
from app.systems.kensei.orders.rules import todo
from app.systems.kensei.orders.spending import begin, lapse_unpaid, settle
from app.systems.kensei.state import State
from app.systems.kensei.turn.events import PhaseBegan

STEP = c("KEN-ORD-03")
DONE = Choice("done")


async def charges(game: Game[State]) -> None:
    """Every declared Charge has been made, has lapsed or was given up, in the order the player chose (KEN-ORD-12)."""
    seat = game.state.go or game.state.seats[0]
    game.emit(PhaseBegan(clause=STEP, phase="charges", seat=seat))
    while game.state.outcome is None and (waiting := waits(game, seat)):
        state = game.state
        options = {str(unit.id): option(state, unit, order) for unit, _, order in waiting}
        menu = Menu({**or_leaving(state, seat, options), "done": Option()})
        answer = await decide(Ask(seat, "act.charges", menu, STEP, DONE))
        if answer.key == "done":
            break
        if not await parted(game, answer.key):
            await carry_out(game, answer.key)
    for unit, number, _ in tuple(todo(game.state, seat, "charges")):
        settle(game, unit.id, number, "given-up")
    await afters(game)


def waits(game: Game[State], seat: Seat) -> list[tuple[Unit, int, Order]]:
    """What is still to be carried out; what can no longer be paid for lapses (KEN-ORD-17)."""
    lapse_unpaid(game, seat, "charges")
    return list(todo(game.state, seat, "charges"))


def option(state: State, unit: Unit, order: Order) -> Option:
    """To carry a unit's order out now."""
    facts = {"unit": unit.id, "target": order.target}
    mode = f".{order.mode}" if order.mode else ""
    return Option(no=lambda: refuse_order(state, unit, order), piece=unit.id, about=f"act.{order.do}{mode}",
                  facts=facts, weight=4)  # fmt: skip


def refuse_order(state: State, unit: Unit, order: Order) -> Refusal | None:
    """Why an order of the Charge step cannot be begun now."""
    if order.target in state.units:
        return refuse_charge(state, unit, state.units[order.target], order.mode, order.leave)
    no = refuse_charger(state, unit, order.mode)
    if no is not None:
        return no
    if order.do == "storm":
        return refuse_storm(state, unit, ground(state).named(order.target))
    return refuse_ram(state, unit, order.target)


async def carry_out(game: Game[State], unit_id: str) -> None:
    """The order is paid for and carried out, if it can be and is dared (KEN-ABI-14)."""
    number, order = next((n, o) for u, n, o in todo(game.state, game.state.units[unit_id].seat, "charges")
                         if u.id == unit_id)  # fmt: skip
    at_unit = order.target in game.state.units
    if at_unit and game.state.units[unit_id].ap >= order.cost and not await dares(game, unit_id, order.target):
        settle(game, unit_id, number, "lapsed")
        return
    if not begin(game, unit_id, number):
        return
    if order.do == "storm":
        await storm(game, unit_id, order.target)
    elif at_unit:
        await charge(game, unit_id, order.target, with_move=order.mode)
    else:
        await ram(game, unit_id, order.target, order.mode)
