"""The order to shoot."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from app.engine.asks import Domain
from app.engine.domains import Choice, Menu, Option
from app.engine.flow import Game
from app.engine.orders import Order, none_open
from app.engine.refusals import Refusal, refuse
from app.systems.ronin.book import c
from app.systems.ronin.shooting.flow import shoot
from app.systems.ronin.shooting.rules import NO_MISSILE, missiles_of, refuse_shooter, targets
from app.systems.ronin.state import Model, ModelId, State

NO_AIM = c("RON-SHO-29")
no_target = none_open("shoot.no-target", NO_AIM)


def refuse_shot(state: State, me: Model) -> Refusal | None:
    """Why a model may not shoot at all: it has no missile weapon, or may use none."""
    reasons = [refuse_shooter(state, me, weapon) for weapon in missiles_of(me)]
    if not reasons:
        return refuse("shoot.no-missile", NO_MISSILE)
    return None if None in reasons else reasons[0]


def aims(state: State, me: Model) -> Domain[Any]:
    """Whom to shoot at; with more than one missile weapon the weapon is named first."""
    weapons = missiles_of(me)
    if len(weapons) == 1:
        return targets(state, me, weapons[0])
    return Menu({weapon: weapon_option(state, me, weapon) for weapon in weapons})


def weapon_option(state: State, me: Model, weapon: str) -> Option:
    """One weapon, and below it whom."""
    domain = targets(state, me, weapon)
    return Option(refuse_shooter(state, me, weapon), lambda: domain, f"word.{weapon}", clause=NO_MISSILE,
                  nothing=lambda: no_target(state, me, domain))  # fmt: skip


async def carry_out_shot(game: Game[State], me: Model, answer: Choice | str) -> None:
    """The shot of this answer has been made."""
    if isinstance(answer, Choice):
        await shoot(game, me.id, ModelId(answer.then), answer.key)
    else:
        await shoot(game, me.id, ModelId(answer), missiles_of(me)[0])


def is_able(state: State, me: Model) -> bool:
    """Whether a model on the table may shoot with something."""
    return me.on_table and refuse_shot(state, me) is None


def is_unable(state: State, me: Model) -> bool:
    """Whether it may shoot with nothing."""
    return me.on_table and refuse_shot(state, me) is not None


SHOOT: Order[State, Model] = Order(
    key="shoot", about="option.shoot", clause=NO_MISSILE, concerns=is_able, below=aims, nothing=no_target,
    gesture="click", do=carry_out_shot,
)  # fmt: skip
NO_SHOT = replace(SHOOT, concerns=is_unable, barred=refuse_shot, below=None, nothing=None)
