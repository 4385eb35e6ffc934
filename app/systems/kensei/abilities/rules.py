"""Action Abilities: who may use which on whom (topic ABI, sections 4.7 and 4.8)."""

from __future__ import annotations

from collections.abc import Iterator

from app.engine.refusals import Clause, Refusal, refuse
from app.systems.kensei.armies.lists import ABILITIES, Ability
from app.systems.kensei.army import Order, Unit
from app.systems.kensei.book import c
from app.systems.kensei.measure import is_within
from app.systems.kensei.shooting.rules import crews
from app.systems.kensei.sight.rules import sees
from app.systems.kensei.state import State

DECLARED, FIGHTS, BOUND, CHARGED, LOADED, LAST = (
    c("KEN-ABI-03"), c("KEN-CBT-37"), c("KEN-ABI-16"), c("KEN-CHG-05"), c("KEN-RNG-04"), c("KEN-RUN-25"),
)  # fmt: skip
SHOTS = ("shot", "alternated_shot")
"""Rules of abilities that fire a weapon."""
RIDE, ALTERNATED, NO_RUN = "ride_the_lightning", "alternated_shot", "no_run"
OWN = ("own", "enemies", "spot")
"""Abilities of these targets name none; of ``own`` those that fire name one all the same."""


def actions_of(unit: Unit) -> dict[str, Ability]:
    """The Action Abilities a unit or character may be ordered to use, in the order of its entry (KEN-ABI-03)."""
    found = ((key, ABILITIES[key]) for key in unit.abilities if key in ABILITIES)
    return {key: one for key, one in found if one.kind == "action" and one.moment == "orders"}


def fires(ability: Ability) -> bool:
    """Whether using it fires a weapon."""
    return any(effect.rule in SHOTS for effect in ability.effect)


def has_rule(ability: Ability, rule: str) -> bool:
    """Whether one of its effects is this rule."""
    return any(effect.rule == rule for effect in ability.effect)


def names_target(ability: Ability) -> bool:
    """Whether it is used on one unit that is named."""
    return ability.target not in OWN or fires(ability)


# -- whom -----------------------------------------------------------------------------


def candidates(state: State, unit: Unit, ability: Ability) -> Iterator[Unit]:
    """The units an ability can be meant for, suitable or not, in list order."""
    friendly = ability.target in ("friend", "friends")
    for one in state.fielded():
        if (one.seat == unit.seat) == friendly and (friendly or not one.concealed):
            yield one


def refuse_target(state: State, ability: Ability, one: Unit) -> Refusal | None:
    """Why an ability cannot be used on a unit, by what it is and does alone."""
    if not one.on_table:
        return refuse("ability.gone", DECLARED, target=one.id)
    if ability.target == "fleeing_enemy" and not one.fleeing:
        return refuse("ability.not-fleeing", DECLARED, target=one.id)
    if ability.only and not one.has(ability.only):
        return refuse("ability.not-suited", DECLARED, target=one.id, trait=ability.only)
    if fires(ability) and state.fighting(one.id):
        return refuse("fire.at-combat", c("KEN-RNG-05"), target=one.id)
    return None


# -- may it -------------------------------------------------------------------------------


def refuse_user(state: State, unit: Unit, key: str) -> Refusal | None:
    """Why a unit or character cannot use an ability as things are, whoever the target."""
    ability, body = ABILITIES[key], state.body(unit)
    if body.fleeing:
        return refuse("orders.fleeing", LAST, unit=unit.id)
    if unit.under("no_action"):
        return refuse("orders.no-action", BOUND, unit=unit.id)
    if body.acted_last and not unit.host:
        return refuse("orders.charged", CHARGED, unit=unit.id)
    if (fires(ability) or ability.target == "spot") and state.fighting(body.id):
        return refuse("in_combat", FIGHTS, unit=unit.id)
    if fires(ability) and not crews(state, unit):
        return refuse("not_loaded", LOADED, unit=unit.id)
    if has_rule(ability, NO_RUN) and unit.moved == "run":
        return refuse("ability.has-run", Clause(ability.clause), unit=unit.id, key=key)
    return None


def runs(unit: Unit) -> bool:
    """Whether it is to run this turn."""
    return any(order.mode == "run" and not order.state for order in unit.orders)


# -- when it is used ------------------------------------------------------------------


def missed(state: State, unit: Unit, order: Order, ability: Ability) -> str:
    """Why an ability does not come to work on the unit it was declared on: gone, unfit, far or unseen."""
    if not names_target(ability):
        return ""
    target = state.units.get(order.target)
    if target is None or not target.on_table:
        return "gone"
    if refuse_target(state, ability, target) is not None:
        return "unfit"
    if ability.range and not is_within(state, unit, target, ability.reach):
        return "far"
    return "unseen" if (ability.sight or fires(ability)) and not sees(state, unit, target) else ""


def near_enemies(state: State, unit: Unit, ability: Ability) -> tuple[Unit, ...]:
    """The enemy units within the reach of an ability, in list order."""
    return tuple(foe for foe in state.enemies_of(unit.seat) if is_within(state, unit, foe, ability.reach))
