"""The step of Spiritual Actions (KEN-ORD-03): declared spells are cast in the order their owner chooses."""

from __future__ import annotations

from app.engine.asks import Ask
from app.engine.domains import Choice, Menu, Option
from app.engine.events import Seat
from app.engine.flow import Game, decide
from app.engine.refusals import Refusal
from app.systems.kensei.army import Order, Unit
from app.systems.kensei.book import c
from app.systems.kensei.duels.parting import or_leaving, parted
from app.systems.kensei.magic.casting import cast
from app.systems.kensei.magic.effects import lasting
from app.systems.kensei.magic.rules import refuse_caster
from app.systems.kensei.orders.rules import todo
from app.systems.kensei.orders.spending import settle
from app.systems.kensei.state import State
from app.systems.kensei.turn.events import PhaseBegan

STEP, GIVES_UP = c("KEN-ORD-03"), c("KEN-ORD-13")
DONE = Choice("done")
Todo = dict[str, tuple[int, Order]]


async def spirits(game: Game[State]) -> None:
    """Every declared spell has been cast, has lapsed or was given up (KEN-ORD-12, KEN-ORD-13)."""
    seat = game.state.go or game.state.seats[0]
    game.emit(PhaseBegan(clause=STEP, phase="spirits", seat=seat))
    await lasting(game, seat)
    while game.state.outcome is None and (found := waiting(game, seat)):
        options = {id: option(game.state, game.state.units[id], order) for id, (_, order) in found.items()}
        menu = Menu({**or_leaving(game.state, seat, options), "done": Option(about="act.done")})
        said = await decide(Ask(seat, "act.spirits", menu, GIVES_UP, DONE))
        if said == DONE:
            break
        if await parted(game, said.key):
            continue
        await cast(game, said.key, found[said.key][0])
    for unit, number, _ in rest(game.state, seat):
        settle(game, unit.id, number, "given-up")


def waiting(game: Game[State], seat: Seat) -> Todo:
    """For each caster his next spell; those that can no longer be paid for lapse (KEN-ORD-17)."""
    while late := [one for one in todo(game.state, seat, "spirits") if one[0].ap < one[2].cost or one[2].do == "keep"]:
        for unit, number, order in late:
            settle(game, unit.id, number, "done" if order.do == "keep" else "lapsed")
    return {str(unit.id): (number, order) for unit, number, order in todo(game.state, seat, "spirits")}


def rest(state: State, seat: Seat) -> list[tuple[Unit, int, Order]]:
    """All spells of a side that were not cast."""
    mine = [unit for unit in state.units.values() if unit.seat == seat]
    return [(unit, number, order) for unit in mine for number, order in enumerate(unit.orders)
            if order.do == "cast" and not order.state]  # fmt: skip


def option(state: State, unit: Unit, order: Order) -> Option:
    """To carry out one spell now."""
    facts = {"unit": unit.id, "target": order.target, "key": order.key}
    about = f"act.cast{'.at' if order.target else ''}"
    return Option(lambda: refuse_order(state, unit), about=about, facts=facts, piece=unit.id, weight=6)


def refuse_order(state: State, unit: Unit) -> Refusal | None:
    """Why a spell cannot be begun now (KEN-TYP-14)."""
    return refuse_caster(state, unit)
