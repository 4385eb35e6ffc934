"""The step of Special Actions (KEN-ORD-03), and what Special Characters in units do after the rest (KEN-TYP-39)."""

from __future__ import annotations

from app.engine.asks import Ask
from app.engine.domains import Choice, Menu, Option
from app.engine.events import Seat
from app.engine.flow import Game, decide
from app.engine.orders import Orders
from app.engine.refusals import Refusal
from app.systems.kensei.abilities.flow import use
from app.systems.kensei.abilities.rules import refuse_user
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c
from app.systems.kensei.duels.parting import or_leaving, parted
from app.systems.kensei.orders.due import Due, at_nobody, at_somebody, carry_out, doing, offered
from app.systems.kensei.orders.rules import todo
from app.systems.kensei.orders.spending import pay, settle, unpaid
from app.systems.kensei.state import State
from app.systems.kensei.turn.events import PhaseBegan

STEP, LAST, GIVES_UP, SPENT = c("KEN-ORD-03"), c("KEN-TYP-12"), c("KEN-ORD-13"), c("KEN-ABI-04")
DONE = Choice("done")


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
        options = or_leaving(game.state, seat, offered(ORDERS, game.state, [*found.values()]))
        menu = Menu({**options, "done": Option(about="act.done")})
        said = await decide(Ask(seat, "act.abilities", menu, LAST if late else GIVES_UP, DONE))
        if said == DONE:
            break
        if not await parted(game, said.key):
            await carry_out(ORDERS, game, found[said.key])
    for unit in tuple(game.state.units.values()):
        for number, order in enumerate(unit.orders):
            if unit.seat == seat and order.do == "ability" and not order.state and (late or not waits(unit)):
                settle(game, unit.id, number, "given-up")
                pay(game, unit.id, min(game.state.units[unit.id].ap, order.cost), "ability", SPENT)


def waits(unit: Unit) -> bool:
    """Whether he is a Special Character in a unit."""
    return unit.role == "special" and bool(unit.host)


def waiting(game: Game[State], seat: Seat, late: bool) -> dict[str, Due]:
    """For each unit its next ability; those that can no longer be paid for lapse (KEN-ORD-17)."""
    while short := [(u, n) for u, n, order in todo(game.state, seat, "abilities") if u.ap < order.cost]:
        for unit, number in short:
            unpaid(game, unit.id, number)
    dues = (Due(*one) for one in todo(game.state, seat, "abilities"))
    return {str(due.unit.id): due for due in dues if late or not waits(due.unit)}


async def using(game: Game[State], due: Due, _: None) -> None:
    """The ability has been tried."""
    await use(game, *due.at)


def refuse_ability(state: State, due: Due) -> Refusal | None:
    """Why an ability cannot be used now."""
    return refuse_user(state, due.unit, due.order.key)


ORDERS = Orders(*(
    doing("ability", SPENT, refuse_ability, using, about, concerns=concerns, fact=lambda order: {"key": order.key})
    for about, concerns in (("act.ability.at", at_somebody), ("act.ability", at_nobody))
))  # fmt: skip
"""To use a declared ability now."""
