"""A character leaves his unit at a moment of his owner's choice, between two actions (KEN-CNF-06, KEN-CNF-30)."""

from __future__ import annotations

from typing import cast

from app.engine.asks import Ask
from app.engine.domains import Option
from app.engine.events import Seat
from app.engine.flow import Game, ask
from app.engine.groups import Paths
from app.engine.orders import Order
from app.engine.refusals import Refusal
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c
from app.systems.kensei.duels.events import LeaveTried
from app.systems.kensei.duels.leaving import leave_combat
from app.systems.kensei.moving.acting import step_out
from app.systems.kensei.moving.declaring import declared, refuse_any
from app.systems.kensei.moving.step import leave
from app.systems.kensei.orders.rules import AP, short
from app.systems.kensei.orders.spending import pay
from app.systems.kensei.state import State
from app.systems.kensei.troops.joining import refuse_leave

LEAVES, GOES = c("KEN-CNF-06"), c("KEN-CNF-08")
NOW = "leave-"
"""Before the id of a character: he leaves his unit now."""


def or_leaving(state: State, seat: Seat, options: dict[str, Option]) -> dict[str, Option]:
    """The actions open in a step, and that a character leaves his unit before any of them; nothing if none is open."""
    if all(option.no is not None for option in options.values()):
        return options
    return {**options, **{f"{NOW}{him.id}": LEAVE_NOW.option(state, him) for him in may_part(state, seat)}}


def may_part(state: State, seat: Seat) -> list[Unit]:
    """The characters of a seat in units, but those who are ordered to leave in this turn."""
    return [him for him in state.units.values() if him.seat == seat and parts(state, him)]


def parts(_: State, him: Unit) -> bool:
    """Whether he is in a unit that he is not ordered to leave in this turn."""
    return him.on_table and bool(him.host) and not declared(him, "leave")


def refuse_parting(state: State, him: Unit) -> Refusal | None:
    """Why a character cannot leave his unit now (KEN-CHG-05, KEN-CNF-08); what he was ordered keeps its AP."""
    return refuse_any(state, him) or refuse_leave(state, him) or short(him, AP["leave"])


async def parted(game: Game[State], key: str) -> bool:
    """Whether an answer was that a character leaves his unit; then he has tried to, and paid (KEN-CNF-06)."""
    if not key.startswith(NOW):
        return False
    await part(game, key.removeprefix(NOW))
    return True


async def part(game: Game[State], id: str) -> None:
    """A character has left his unit: out of a Combat as that lets him, else with his own Movement, if there is room for
    him round about (KEN-CNF-06, KEN-CNF-08)."""
    him = game.state.units[id]
    pay(game, id, AP["leave"], "leave", GOES)
    if game.state.fighting(him.host):
        await leave_combat(game, id)
        return
    ways = leave(game.state, game.state.units[id])
    if not (sure := ways.certain()):
        game.emit(LeaveTried(clause=GOES, unit=id, host=him.host, passed=False))
        return
    said = await ask(Ask(him.seat, "leave.walk", ways, GOES, default=sure[0], facts={"unit": id}))
    await step_out(game, id, cast(Paths, said))


LEAVE_NOW: Order[State, Unit] = Order(
    key="leave-now", about="act.leave-now", clause=LEAVES, facts=lambda _, him: {"unit": him.id, "ap": AP["leave"]},
    concerns=parts, barred=refuse_parting, piece=lambda _, him: him.id, gesture="self", weight=0,
    do=lambda game, him, _: part(game, him.id),
)  # fmt: skip
"""That a character leaves his unit now; no distance is looked at before he does (KEN-STA-37)."""
