"""The orders of an activation, each declared once, and how they are carried out (2.7)."""

from __future__ import annotations

from functools import partial

from app.engine.domains import Pick
from app.engine.flow import Game
from app.engine.groups import Moves, Paths
from app.engine.orders import Order, Orders, first_reason
from app.engine.refusals import Fact, Refusal, refuse
from app.systems.celtos.activation.bars import refuse_given
from app.systems.celtos.activation.events import OrderGiven
from app.systems.celtos.assault.flow import assault, assault_targets, refuse_assault
from app.systems.celtos.book import c
from app.systems.celtos.measure import in_combat
from app.systems.celtos.moving.errands import allowance
from app.systems.celtos.moving.rules import carry_out, errand_of, moves_of, refuse_any
from app.systems.celtos.reactions.events import OrderLost, ReactionReadied
from app.systems.celtos.reactions.flow import (
    Trigger,
    respond_to_assault,
    still_legal_assault,
    still_legal_shooting,
    watchers,
)
from app.systems.celtos.shooting.flow import shoot
from app.systems.celtos.shooting.rules import refuse_to_shoot
from app.systems.celtos.shooting.targets import shooting_targets
from app.systems.celtos.state import State, Unit, UnitId

MOVE, RUN, REACTION, SHOOT, ASSAULT, END = (
    c("CEL-MOV-02"), c("CEL-MOV-03"), c("CEL-REA-01"), c("CEL-SHT-01"), c("CEL-ASL-01"), c("CEL-ACT-08"),
)  # fmt: skip
CLAUSES = {"move": MOVE, "run": RUN, "reaction": REACTION, "shoot": SHOOT, "assault": ASSAULT}
ROOM, NO_AIM, NOT_NAMED = c("CEL-MOV-08"), c("CEL-SHT-03"), c("CEL-ASL-06")
READIED, LOST = c("CEL-REA-06"), c("CEL-REA-09")
LAST = {"run": c("CEL-ACT-06"), "reaction": c("CEL-ACT-07"), "assault": c("CEL-ACT-08")}
"""Orders after which the activation is over."""


# -- moving ---------------------------------------------------------------------------


def moving(key: str, weight: int) -> Order[State, Unit]:
    """A Movement order: where the models go, onto the table for a unit that waits (CEL-MOV-01, CEL-ACT-11)."""

    async def do(game: Game[State], me: Unit, paths: Paths) -> None:
        errand = errand_of(game.state, me.id, key)
        give(game, me.id, key)
        await carry_out(game, paths, errand, errand.way.limit)
        await watchers(game, Trigger("move", me.id))  # CEL-REA-07, CEL-ACT-10

    return Order(key=key, about=f"option.{key}", clause=CLAUSES[key], facts=partial(reach_of, order=key),
                 barred=partial(refuse_move, order=key), below=partial(moves, order=key), gesture="drag",
                 weight=weight, do=do)  # fmt: skip


def reach_of(state: State, unit: Unit, order: str) -> dict[str, Fact]:
    """How far it leads the slowest of its models."""
    errand = errand_of(state, unit.id, order)
    return {"reach": min((allowance(state, state.models[id], errand) for id in unit.models), default=0)}


def moves(state: State, unit: Unit, order: str) -> Moves:
    """Where its models may go."""
    return moves_of(state, errand_of(state, unit.id, order))


def refuse_move(state: State, unit: Unit, order: str) -> Refusal | None:
    """Why a unit may not be given this Movement order; no room bars only who waits, others may stay."""
    if barred := refuse_given(state, unit, order) or refuse_any(state, unit, order):
        return barred
    shut_out = unit.waiting and not moves(state, unit, order).certain()
    return refuse("move.no-room", ROOM, unit=unit.id) if shut_out else None


# -- shooting and Assault -------------------------------------------------------------


def refuse_shooting(state: State, unit: Unit) -> Refusal | None:
    """Why a unit may not be given a Shooting order, whoever is named."""
    return refuse_given(state, unit, "shoot") or refuse_to_shoot(state, unit)


def refuse_fight(state: State, unit: Unit) -> Refusal | None:
    """Why a unit in contact may not be given an Assault order (CEL-ASL-03)."""
    return refuse_given(state, unit, "assault") or refuse_assault(state, unit, None, "order")


def targets(state: State, unit: Unit) -> Pick:
    """Whom to shoot at."""
    return shooting_targets(state, unit)


def is_apart(state: State, unit: Unit) -> bool:
    """Whether a unit is in contact with no enemy."""
    return not in_combat(state, unit)


# -- carrying out ---------------------------------------------------------------------


def give(game: Game[State], unit: UnitId, order: str, target: str = "") -> None:
    """The order counts as given (CEL-ORD-02)."""
    given = (*game.state.unit(unit).orders, order)
    game.emit(OrderGiven(clause=CLAUSES[order], unit=unit, order=order, target=target, orders=given))


def ready(game: Game[State], me: Unit, _: None) -> None:
    """The unit has a Reaction marker (CEL-REA-06)."""
    give(game, me.id, "reaction")
    game.emit(ReactionReadied(clause=READIED, unit=me.id))


async def shooting(game: Game[State], me: Unit, target: str) -> None:
    """A Shooting order is resolved, unless Reactions to it left nothing to shoot with or at (CEL-REA-09)."""
    unit = me.id
    give(game, unit, "shoot", target)
    used = await watchers(game, Trigger("shoot", unit, target))
    if game.state.outcome is not None:
        return
    if no := still_legal_shooting(game.state, unit, UnitId(target)):
        lose(game, unit, "shoot", target, no)
    else:
        await shoot(game, unit, UnitId(target), "order", used)


async def fight_on(game: Game[State], me: Unit, _: None) -> None:
    """An Assault order from contact is resolved at once (CEL-ASL-03)."""
    give(game, me.id, "assault")
    await assault(game, me.id, None, "order")


async def assaulting(game: Game[State], me: Unit, target: str) -> None:
    """An Assault order is resolved after Reactions and the response of the named unit (CEL-ASL-06)."""
    unit = me.id
    give(game, unit, "assault", target)
    used = await watchers(game, Trigger("assault", unit, target))
    if game.state.outcome is not None:
        return
    if no := still_legal_assault(game.state, unit, UnitId(target)):
        lose(game, unit, "assault", target, no)
        return
    met = await respond_to_assault(game, unit, UnitId(target), used)
    await assault(game, unit, UnitId(target), "order", countered=met == "counter-charge")


def lose(game: Game[State], unit: UnitId, order: str, target: str, no: Refusal) -> None:
    """The order is spent without effect (CEL-REA-09)."""
    game.emit(OrderLost(clause=LOST, unit=unit, order=order, target=target, why=no.code))


ORDERS = Orders(
    moving("move", weight=3),
    moving("run", weight=2),
    Order(key="reaction", about="option.reaction", clause=REACTION, gesture="self", do=ready,
          barred=partial(refuse_given, order="reaction")),
    Order(key="shoot", about="option.shoot", clause=SHOOT, barred=refuse_shooting, below=targets, gesture="click",
          nothing=first_reason("shoot.nobody", NO_AIM, "unit"), weight=6, do=shooting),
    Order(key="assault", about="option.assault", clause=ASSAULT, concerns=in_combat, barred=refuse_fight,
          gesture="self", weight=6, do=fight_on),
    Order(key="assault", about="option.assault", clause=ASSAULT, concerns=is_apart, gesture="onto", weight=6,
          barred=partial(refuse_given, order="assault"), below=assault_targets,
          nothing=first_reason("assault.nobody", NOT_NAMED, "unit"), do=assaulting),
    Order(key="end", about="option.end", clause=END, do=lambda *_: None),
)  # fmt: skip
"""Those closed carry the reason (CEL-ORD-01 to -11); ``end`` gives no other (CEL-ACT-03)."""
