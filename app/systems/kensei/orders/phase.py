"""Generic Orders: everything is declared in secret, closed, shown; then the enemy may announce Blocks (KEN-ORD-01)."""

from __future__ import annotations

from functools import partial
from typing import Any

from app.engine.asks import Ask
from app.engine.domains import Choice, Menu, Option, yes_no
from app.engine.events import Seat
from app.engine.flow import Game, ask, decide
from app.engine.refusals import Refusal, refuse
from app.systems.kensei.abilities import declaring as orders_ability
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c
from app.systems.kensei.charging import declaring as orders_charge
from app.systems.kensei.duels.parting import leaving, may_part, part
from app.systems.kensei.magic import declaring as orders_magic
from app.systems.kensei.magic.declaring import blocker
from app.systems.kensei.magic.events import BlockAnnounced
from app.systems.kensei.moving import declaring as orders_move
from app.systems.kensei.orders.events import OrderDeclared, OrdersCleared, OrdersClosed, OrderTold
from app.systems.kensei.orders.told import told
from app.systems.kensei.shooting import declaring as orders_fire
from app.systems.kensei.special.phase import mover
from app.systems.kensei.state import State
from app.systems.kensei.turn.events import PhaseBegan

GENERIC, IN_FULL, SHOWN, BLOCK, OBEYS_NOT, COSTS = (
    c("KEN-ORD-01"), c("KEN-ORD-11"), c("KEN-ORD-16"), c("KEN-SPI-02"), c("KEN-RUN-25"), c("KEN-ORD-08"),
)  # fmt: skip
TOPICS: tuple[Any, ...] = (orders_move, orders_fire, orders_magic, orders_ability, orders_charge)
"""Each offers actions a unit may declare, and makes orders of what was chosen."""
DONE = Choice("done")
LEAVE_NOW = "leave-now"
KEPT = 8
"""How much likelier a bot declares an action than takes back those it has declared."""


async def orders(game: Game[State]) -> None:
    """The player declares every action of every unit; when he closes, all see them (KEN-ORD-11, KEN-ORD-16)."""
    seat = mover(game.state)
    game.emit(PhaseBegan(clause=GENERIC, phase="orders", seat=seat))
    while (answer := await declaration(game, seat)) != DONE:
        if answer.then.key == LEAVE_NOW:
            await part(game, answer.key)
        else:
            declare(game, seat, answer.key, answer.then)
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


def unit_options(state: State, seat: Seat) -> dict[str, Option]:
    """Every unit and character of a seat, with what it may declare."""
    return {
        unit.id: Option(no=partial(refuse_commanded, state, unit), then=partial(action_menu, state, unit),
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
    for topic in TOPICS:
        for option in topic.options(state, unit).values():
            if option.no is None:
                return None
            first = first or option.no
    return first or refuse("no_ap", COSTS, unit=unit.id, ap=unit.ap, needed=1)


def action_menu(state: State, unit: Unit) -> Menu:
    """What a unit may declare now."""
    return Menu(actions(state, unit))


def actions(state: State, unit: Unit) -> dict[str, Option]:
    """What a unit may declare now, by topic; ``clear`` takes back what it has declared; a character may leave
    his unit at once (KEN-CNF-06)."""
    found: dict[str, Option] = {}
    for topic in TOPICS:
        found.update(topic.options(state, unit))
    for option in found.values():
        option.weight *= KEPT
    if any(not order.state for order in unit.orders):
        found["clear"] = Option()
    if unit in may_part(state, unit.seat):
        found[LEAVE_NOW] = leaving(state, unit)
    return found


def declare(game: Game[State], seat: Seat, id: str, choice: Choice) -> None:
    """An action is added to those of a unit, or they are taken back; only its owner sees it."""
    unit = game.state.units[id]
    if choice.key == "clear":
        game.emit(OrdersCleared(clause=IN_FULL, unit=id, seen_by=(seat,)))
        return
    topic = next(topic for topic in TOPICS if choice.key in topic.options(game.state, unit))
    order = topic.order(game.state, unit, choice)
    game.emit(OrderDeclared(clause=IN_FULL, unit=id, order=order, seen_by=(seat,)))


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
