"""The step of Spiritual Actions (KEN-ORD-03): declared spells are cast in the order their owner chooses."""

from __future__ import annotations

from app.engine.asks import Ask
from app.engine.domains import Choice, Menu, Option
from app.engine.events import Seat
from app.engine.flow import Game, decide
from app.engine.orders import Orders
from app.engine.refusals import Refusal
from app.systems.kensei.army import Order, Unit
from app.systems.kensei.book import c
from app.systems.kensei.duels.parting import or_leaving, parted
from app.systems.kensei.magic.casting import cast
from app.systems.kensei.magic.effects.lasting import lasting
from app.systems.kensei.magic.rules import refuse_caster
from app.systems.kensei.orders.due import Due, at_nobody, at_somebody, carry_out, doing, offered
from app.systems.kensei.orders.rules import todo
from app.systems.kensei.orders.spending import settle, unpaid
from app.systems.kensei.state import State
from app.systems.kensei.turn.events import PhaseBegan

STEP, GIVES_UP, CASTS = c("KEN-ORD-03"), c("KEN-ORD-13"), c("KEN-SPI-01")
DONE = Choice("done")


async def spirits(game: Game[State]) -> None:
    """Every declared spell has been cast, has lapsed or was given up (KEN-ORD-12, KEN-ORD-13)."""
    seat = game.state.go or game.state.seats[0]
    game.emit(PhaseBegan(clause=STEP, phase="spirits", seat=seat))
    await lasting(game, seat)
    while game.state.outcome is None and (found := waiting(game, seat)):
        options = or_leaving(game.state, seat, offered(ORDERS, game.state, [*found.values()]))
        menu = Menu({**options, "done": Option(about="act.done")})
        said = await decide(Ask(seat, "act.spirits", menu, GIVES_UP, DONE))
        if said == DONE:
            break
        if not await parted(game, said.key):
            await carry_out(ORDERS, game, found[said.key])
    for unit, number, _ in rest(game.state, seat):
        settle(game, unit.id, number, "given-up")


def waiting(game: Game[State], seat: Seat) -> dict[str, Due]:
    """For each caster his next spell; those that can no longer be paid for lapse (KEN-ORD-17)."""
    while late := [one for one in todo(game.state, seat, "spirits") if one[0].ap < one[2].cost or one[2].do == "keep"]:
        for unit, number, order in late:
            if order.do == "keep":
                settle(game, unit.id, number, "done")
            else:
                unpaid(game, unit.id, number)
    return {str(due.unit.id): due for due in (Due(*one) for one in todo(game.state, seat, "spirits"))}


def rest(state: State, seat: Seat) -> list[tuple[Unit, int, Order]]:
    """All spells of a side that were not cast."""
    mine = [unit for unit in state.units.values() if unit.seat == seat]
    return [(unit, number, order) for unit in mine for number, order in enumerate(unit.orders)
            if order.do == "cast" and not order.state]  # fmt: skip


async def casting(game: Game[State], due: Due, _: None) -> None:
    """The spell has been cast."""
    await cast(game, *due.at)


def refuse_spell(state: State, due: Due) -> Refusal | None:
    """Why a spell cannot be begun now (KEN-TYP-14)."""
    return refuse_caster(state, due.unit)


ORDERS = Orders(*(
    doing("cast", CASTS, refuse_spell, casting, about, concerns=concerns, fact=lambda order: {"key": order.key})
    for about, concerns in (("act.cast.at", at_somebody), ("act.cast", at_nobody))
))  # fmt: skip
"""To cast a declared spell now."""
