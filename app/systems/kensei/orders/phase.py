"""Generic Orders: everything is declared in secret, closed, shown; then the enemy may announce Blocks (KEN-ORD-01)."""

from __future__ import annotations

from functools import partial

from app.engine.asks import AnyAsk, Ask
from app.engine.domains import Choice, Menu, Option, yes_no
from app.engine.events import Seat
from app.engine.flow import Game, ask, decide
from app.engine.orders import Order, Orders
from app.engine.refusals import Refusal, refuse
from app.systems.kensei.abilities import declaring as abilities
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c
from app.systems.kensei.charging import declaring as charges
from app.systems.kensei.duels.parting import LEAVE_NOW
from app.systems.kensei.magic import declaring as spells
from app.systems.kensei.magic.declaring import blocker
from app.systems.kensei.magic.events import BlockAnnounced
from app.systems.kensei.moving import declaring as moving
from app.systems.kensei.orders.events import OrdersCleared, OrdersClosed, OrderTold
from app.systems.kensei.orders.told import told
from app.systems.kensei.shooting import declaring as shots
from app.systems.kensei.special.phase import mover
from app.systems.kensei.state import State
from app.systems.kensei.troops import declaring as joining
from app.systems.kensei.turn.events import PhaseBegan

GENERIC, IN_FULL, SHOWN, BLOCK, OBEYS_NOT, COSTS = (
    c("KEN-ORD-01"), c("KEN-ORD-11"), c("KEN-ORD-16"), c("KEN-SPI-02"), c("KEN-RUN-25"), c("KEN-ORD-08"),
)  # fmt: skip
TOPICS = moving.ORDERS + joining.ORDERS + shots.ORDERS + spells.ORDERS + abilities.ORDERS + charges.ORDERS
"""The actions a unit or character may declare."""
DONE = Choice("done")


async def orders(game: Game[State]) -> None:
    """The player declares every action of every unit; when he closes, all see them (KEN-ORD-11, KEN-ORD-16)."""
    seat = mover(game.state)
    game.emit(PhaseBegan(clause=GENERIC, phase="orders", seat=seat))
    while (answer := await declaration(game, seat)) != DONE:
        await ACTIONS.carry_out(game, game.state.units[answer.key], answer.then)
    close(game, seat)
    await countermands(game, seat)


async def declaration(game: Game[State], seat: Seat) -> Choice:
    """The next action to be declared, or that all is declared.

    Whoever hides somebody is asked also where nothing is open: that he alone can act must not show (KEN-ARM-23).
    """
    ready = sum(unit.seat == seat and bool(unit.orders) for unit in game.state.units.values())
    menu = Menu({**unit_options(game.state, seat), "done": Option(weight=1 + 3 * ready)})
    asked = Ask(seat, "orders.declare", menu, IN_FULL, DONE, secret=True)
    return await (ask(asked) if game.state.hides(seat) else decide(asked))


def holds(question: AnyAsk) -> bool:
    """Whether silence to this question means that whoever has no order yet gets none."""
    return question.about == "orders.declare"


def unit_options(state: State, seat: Seat) -> dict[str, Option]:
    """Every unit and character of a seat, with what it may declare."""
    return {
        unit.id: Option(no=partial(refuse_commanded, state, unit), then=partial(ACTIONS.menu, state, unit),
                        piece=unit.id, weight=1 if unit.orders else 3, told=told(unit),
                        undo="clear" if told(unit) else "")
        for unit in state.units.values() if unit.seat == seat and unit.on_table
    }  # fmt: skip


def refuse_commanded(state: State, unit: Unit) -> Refusal | None:
    """Why nothing can be declared for a unit: it Runs Away (KEN-RUN-25), has no AP, or no action is open to it."""
    if state.body(unit).fleeing:
        return refuse("orders.fleeing", OBEYS_NOT, unit=unit.id)
    if told(unit):
        return None  # what is declared may be taken back
    first: Refusal | None = None
    for order in TOPICS:
        if order.concerns(state, unit):
            no = order.option(state, unit).no
            if no is None:
                return None
            first = first or no
    return first or refuse("no_ap", COSTS, unit=unit.id, ap=unit.ap, needed=1)


def is_declared(_: State, unit: Unit) -> bool:
    """Whether something is declared for a unit that is still to be carried out."""
    return any(not order.state for order in unit.orders)


def take_back(game: Game[State], unit: Unit, _: None) -> None:
    """What was declared for a unit is taken back; only its owner sees it."""
    game.emit(OrdersCleared(clause=IN_FULL, unit=unit.id, seen_by=(unit.seat,)))


ACTIONS = TOPICS + Orders(Order(key="clear", clause=IN_FULL, bare=True, concerns=is_declared, do=take_back), LEAVE_NOW)
"""What may be said for a unit: what it does, that this is taken back, that he leaves his unit at once (KEN-CNF-06)."""


def close(game: Game[State], seat: Seat) -> None:
    """The declaration is closed and told."""
    named = [(unit.id, order) for unit in game.state.units.values() if unit.seat == seat
             for order in unit.orders if not order.state]  # fmt: skip
    sealed = {id for id, _ in named if game.state.units[id].concealed}
    shown = tuple((id, one.do, one.target) for id, one in named if id not in sealed)
    game.emit(OrdersClosed(clause=SHOWN, seat=seat, told=shown))
    for id, one in named:
        hidden = (seat,) if id in sealed else None
        game.emit(OrderTold(clause=SHOWN, unit=id, order=one.do, mode=one.mode, target=one.target, key=one.key,
                            seen_by=hidden))  # fmt: skip


async def countermands(game: Game[State], seat: Seat) -> None:
    """The enemy says which of the declared spells his own Onmyouji will try to Block (KEN-SPI-02)."""
    enemy = game.state.other(seat)
    for unit in tuple(game.state.units.values()):
        for number, order in enumerate(unit.orders):
            if unit.seat != seat or order.do != "cast" or order.state:
                continue
            who = blocker(game.state, enemy)
            if who is None:
                return
            facts = {"caster": unit.id, "unit": who.id, "key": order.key, "target": order.target}
            if await ask(Ask(enemy, "orders.block", yes_no(), BLOCK, "no", facts=facts)) == "yes":
                game.emit(BlockAnnounced(clause=BLOCK, unit=unit.id, number=number, key=order.key))
