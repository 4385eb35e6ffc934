"""Actions, step 1: the Movements that were ordered, Occupying and coming out, joining and leaving (KEN-ORD-03)."""

from __future__ import annotations

from app.engine.asks import Ask
from app.engine.domains import Choice, Menu
from app.engine.events import Seat
from app.engine.flow import Game, decide
from app.systems.kensei.book import c
from app.systems.kensei.duels.parting import or_leaving, parted
from app.systems.kensei.moving.step import DONE, ORDERS, STEP, current, menu
from app.systems.kensei.orders.rules import todo
from app.systems.kensei.orders.spending import lapse_unpaid, settle
from app.systems.kensei.state import State
from app.systems.kensei.turn.events import PhaseBegan

PHASE, ANY_ORDER = c("KEN-ORD-03"), c("KEN-ORD-07")


async def movement(game: Game[State]) -> None:
    """The side whose Actions they are has moved, unit by unit as it likes; what it gave up is not done (KEN-ORD-12,
    KEN-ORD-13)."""
    seat = game.state.go
    assert seat is not None
    game.emit(PhaseBegan(clause=PHASE, phase=STEP, seat=seat))
    while game.state.outcome is None and await one(game, seat):
        pass
    give_up(game, seat)


async def one(game: Game[State], seat: Seat) -> bool:
    """One unit has carried out its next action of the step; ``False`` if the player is done."""
    lapse_unpaid(game, seat, STEP)
    said = await decide(question(game.state, seat))
    if said.key == DONE:
        return False
    if await parted(game, said.key):
        return True
    due = current(game.state, game.state.units[said.key])
    await ORDERS.carry_out(game, due, Choice(due.order.do, said.then))
    return True


def question(state: State, seat: Seat) -> Ask[Choice]:
    """Which unit carries out its next action, or who leaves his unit before that (KEN-CNF-30)."""
    options = dict(menu(state, seat).options)
    done = options.pop(DONE)
    found = Menu({**or_leaving(state, seat, options), DONE: done})
    return Ask(seat, "act.movement", found, ANY_ORDER, default=Choice(DONE))


def give_up(game: Game[State], seat: Seat) -> None:
    """What is still declared for this step is given up, its AP kept (KEN-ORD-13)."""
    while found := next(todo(game.state, seat, STEP), None):
        settle(game, found[0].id, found[1], "given-up")
