"""The step of Special Actions (KEN-ORD-03), and what Special Characters in units do after the rest (KEN-TYP-39)."""

from __future__ import annotations

from app.engine.asks import Ask
from app.engine.domains import Choice, Menu, Option
from app.engine.events import Seat
from app.engine.flow import Game, decide
from app.engine.refusals import Refusal
from app.systems.kensei.abilities.flow import use
from app.systems.kensei.abilities.rules import refuse_user
from app.systems.kensei.army import Order, Unit
from app.systems.kensei.book import c
from app.systems.kensei.duels.parting import or_leaving, parted
from app.systems.kensei.orders.rules import todo
from app.systems.kensei.orders.spending import pay, settle
from app.systems.kensei.state import State
from app.systems.kensei.turn.events import PhaseBegan

STEP, LAST, GIVES_UP, SPENT = c("KEN-ORD-03"), c("KEN-TYP-12"), c("KEN-ORD-13"), c("KEN-ABI-04")
DONE = Choice("done")
Todo = dict[str, tuple[int, Order]]


async def abilities(game: Game[State]) -> None:
    """Every declared ability has been tried, has lapsed or was given up; Special Characters in units wait.

    The AP of one that is given up are spent all the same (KEN-ABI-04, KEN-ORD-13).
    """
    seat = game.state.go or game.state.seats[0]
    game.emit(PhaseBegan(clause=STEP, phase="abilities", seat=seat))
    await tried(game, seat, late=False)


async def afters(game: Game[State]) -> None:
    """Special Characters in units have used their abilities, their units having finished (KEN-TYP-12, KEN-TYP-39)."""
    seat = game.state.go or game.state.seats[0]
    await tried(game, seat, late=True)


async def tried(game: Game[State], seat: Seat, *, late: bool) -> None:
    """The abilities of those whose moment it is, one after another as their owner chooses."""
    while game.state.outcome is None and (found := waiting(game, seat, late)):
        options = {id: option(game.state, game.state.units[id], order) for id, (_, order) in found.items()}
        menu = Menu({**or_leaving(game.state, seat, options), "done": Option(about="act.done")})
        said = await decide(Ask(seat, "act.abilities", menu, LAST if late else GIVES_UP, DONE))
        if said == DONE:
            break
        if await parted(game, said.key):
            continue
        await use(game, said.key, found[said.key][0])
    for unit in tuple(game.state.units.values()):
        for number, order in enumerate(unit.orders):
            if unit.seat == seat and order.do == "ability" and not order.state and (late or not waits(unit)):
                settle(game, unit.id, number, "given-up")
                pay(game, unit.id, min(game.state.units[unit.id].ap, order.cost), "ability", SPENT)


def waits(unit: Unit) -> bool:
    """Whether he is a Special Character in a unit."""
    return unit.role == "special" and bool(unit.host)


def waiting(game: Game[State], seat: Seat, late: bool) -> Todo:
    """For each unit its next ability; those that can no longer be paid for lapse (KEN-ORD-17)."""
    while short := [(u, n) for u, n, order in todo(game.state, seat, "abilities") if u.ap < order.cost]:
        for unit, number in short:
            settle(game, unit.id, number, "lapsed")
    return {str(unit.id): (number, order) for unit, number, order in todo(game.state, seat, "abilities")
            if late or not waits(unit)}  # fmt: skip


def option(state: State, unit: Unit, order: Order) -> Option:
    """To use one ability now."""
    facts = {"unit": unit.id, "target": order.target, "key": order.key}
    return Option(lambda: refuse_order(state, unit, order), about=f"act.ability{'.at' if order.target else ''}",
                  facts=facts, piece=unit.id, weight=6)  # fmt: skip


def refuse_order(state: State, unit: Unit, order: Order) -> Refusal | None:
    """Why an ability cannot be used now."""
    return refuse_user(state, unit, order.key)
