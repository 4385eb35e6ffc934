"""Declaring Action Abilities (KEN-ABI-03); nothing here measures (KEN-STA-37)."""

from __future__ import annotations

from functools import partial

from app.engine.domains import Choice, Menu, Option
from app.engine.orders import Orders
from app.engine.refusals import Clause, Refusal, refuse
from app.systems.kensei.abilities.rules import (
    NO_RUN,
    actions_of,
    candidates,
    has_rule,
    names_target,
    refuse_target,
    refuse_user,
    runs,
)
from app.systems.kensei.armies.lists import ABILITIES, Ability, line_of
from app.systems.kensei.army import Order, Unit
from app.systems.kensei.book import c
from app.systems.kensei.magic.declaring import refuse_later
from app.systems.kensei.orders.declaring import KEPT, Action
from app.systems.kensei.orders.rules import AP, short
from app.systems.kensei.sight.rules import sees
from app.systems.kensei.state import State

DECLARED, NOBODY = c("KEN-ABI-03"), c("KEN-ABI-03")


def refuse_declared(state: State, unit: Unit) -> Refusal | None:
    """Why no ability can be declared: AP, an action of a later step, or none of its abilities is open."""
    no = refuse_after(unit) or short(unit, AP["ability"])
    if no is not None:
        return no
    found = [refuse_one(state, unit, key, ability) for key, ability in actions_of(unit).items()]
    return None if None in found else found[0]


def refuse_after(unit: Unit) -> Refusal | None:
    """Why an ability cannot follow what is declared; a Special Character in a unit acts last whatever that does
    (KEN-TYP-39)."""
    return None if unit.host else refuse_later(unit, "ability")


def refuse_one(state: State, unit: Unit, key: str, ability: Ability) -> Refusal | None:
    """Why one ability cannot be declared: not as things are, or on nobody."""
    if no := refuse_user(state, unit, key):
        return no
    if has_rule(ability, NO_RUN) and runs(unit):
        return refuse("ability.has-run", Clause(ability.clause), unit=unit.id, key=key)
    if not names_target(ability):
        return None
    found = [refuse_target(state, ability, one) for one in candidates(state, unit, ability)]
    if None in found:
        return None
    return next(iter(found), None) or refuse("ability.nobody", NOBODY, unit=unit.id, key=key)


def book(state: State, unit: Unit) -> Menu:
    """The abilities of a unit or character."""
    return Menu({
        key: Option(partial(refuse_one, state, unit, key, ability),
                    partial(targets, state, unit, ability) if names_target(ability) else None,
                    "orders.ability.one", {"key": key}, clause=Clause(ability.clause),
                    told=line_of("abilities", key, ability.clause))
        for key, ability in actions_of(unit).items()
    })  # fmt: skip


def targets(state: State, unit: Unit, ability: Ability) -> Menu:
    """Whom it may be used on; range counts when it is used."""
    return Menu({one.id: target(state, unit, ability, one) for one in candidates(state, unit, ability)})


def target(state: State, unit: Unit, ability: Ability, one: Unit) -> Option:
    """One of them: whether it is seen from here is said, not asked."""
    seen = one.id == unit.id or sees(state, unit, one)
    return Option(refuse_target(state, ability, one), about="orders.target" if seen else "orders.target-unseen",
                  facts={"unit": unit.id, "target": one.id}, piece=one.id, weight=4 if seen else 1)  # fmt: skip


def ability_of(_: State, __: Unit, chosen: Choice) -> Order:
    """The declared ability that an answer stands for."""
    named = chosen.then.key if chosen.then is not None else ""
    assert chosen.key in ABILITIES, "the menu offers what the unit has"
    return Order(do="ability", key=chosen.key, target=named, cost=AP["ability"])


def has_abilities(_: State, unit: Unit) -> bool:
    """Whether it has an Action Ability."""
    return bool(actions_of(unit))


ORDERS = Orders(
    Action(key="ability", about="orders.ability", clause=DECLARED, bare=True, concerns=has_abilities,
           facts=lambda _, unit: {"unit": unit.id, "ap": AP["ability"]}, barred=refuse_declared, below=book,
           gesture="click", weight=3 * KEPT, made=ability_of),
)  # fmt: skip
"""The Action Abilities a unit or character may declare, each with its targets."""
