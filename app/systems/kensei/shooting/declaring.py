"""Declaring shots and loading (KEN-RNG-03, KEN-RNG-18, KEN-RNG-19)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from app.engine.domains import Choice, Menu, Option
from app.engine.orders import Orders
from app.engine.refusals import Clause, Fact, Refusal, refuse
from app.systems.kensei.army import Order, Unit
from app.systems.kensei.book import c
from app.systems.kensei.magic.declaring import refuse_later
from app.systems.kensei.orders.declaring import Action
from app.systems.kensei.orders.rules import AP, spare
from app.systems.kensei.shooting.rules import armed, crews, refuse_armed, refuse_named, refuse_state, to_load
from app.systems.kensei.sight.rules import sees
from app.systems.kensei.state import State

COSTS, EMPTY, FULL, NOBODY, LAST, PRECISE, LOADS = (
    c("KEN-ORD-14"), c("KEN-RNG-04"), c("KEN-RNG-02"), c("KEN-RNG-06"), c("KEN-CHG-05"), c("KEN-RNG-18"),
    c("KEN-RNG-03"),
)  # fmt: skip
COST = {"shoot": AP["shoot"], "precise": AP["precise"], "load": AP["load"]}


def refuse_declared(state: State, unit: Unit, key: str) -> Refusal | None:
    """Why a shot or loading cannot be declared: AP, a weapon that will be empty or full by then, a Charge before it."""
    no = refuse_armed(state, unit) or refuse_state(state, unit)
    if no is not None:
        return no
    if any(one.do in ("charge", "storm") and not one.state for one in unit.orders):
        return refuse("orders.after-charge", LAST, unit=unit.id)
    if not unit.host and (late := refuse_later(unit, "shoot")):
        return late
    ready, empty = foreseen(state, unit)
    if key == "load" and not empty:
        return refuse("fire.loaded", FULL, unit=unit.id)
    if key != "load" and not ready:
        return refuse("fire.not-loaded", EMPTY, unit=unit.id)
    if spare(unit) < COST[key]:
        return refuse("no_ap", COSTS, unit=unit.id, ap=spare(unit), needed=COST[key])
    return None


def foreseen(state: State, unit: Unit) -> tuple[bool, bool]:
    """Whether some weapon is ready, and some empty, once all that was declared before is done."""
    ready, empty = bool(crews(state, unit)), bool(to_load(state, unit))
    for one in unit.orders:
        if not one.state and one.do in ("load", "shoot"):
            ready, empty = one.do == "load", one.do == "shoot"
    return ready, empty


def targets(state: State, unit: Unit) -> Menu:
    """Every enemy, of an Assassin the characters in enemy units too; those it sees are likelier (KEN-RNG-06)."""
    return Menu({foe.id: target(state, unit, foe) for foe in foes(state, unit)})


def target(state: State, unit: Unit, foe: Unit) -> Option:
    """One of them: whether it is seen from here is said, not asked; by then it may be (KEN-RNG-06)."""
    seen = sees(state, unit, foe)
    return Option(refuse_named(state, unit, foe), about="orders.target" if seen else "orders.target-unseen",
                  facts={"unit": unit.id, "target": foe.id}, piece=foe.id, weight=6 if seen else 1)  # fmt: skip


def foes(state: State, unit: Unit) -> Iterator[Unit]:
    """Whom a unit may name as its target."""
    for foe in state.enemies_of(unit.seat):
        yield foe
        if unit.has("assassin"):
            yield from (one for one in state.inside(foe.id) if not one.concealed)


def none_open(state: State, unit: Unit) -> Refusal | None:
    """The reason why no enemy can be named, if none can."""
    reasons = [refuse_named(state, unit, foe) for foe in foes(state, unit)]
    if any(no is None for no in reasons):
        return None
    return reasons[0] if reasons else refuse("fire.nobody", NOBODY, unit=unit.id)


# -- the orders ------------------------------------------------------------------------------


def has_shots(state: State, unit: Unit) -> bool:
    """Whether it may declare anything about ranged weapons."""
    return bool(armed(state, unit)) and not (unit.host and unit.role == "bushi")


def shot(key: str, clause: Clause) -> Action:
    """A shot at one of its targets."""

    def barred(state: State, unit: Unit) -> Refusal | None:
        return refuse_declared(state, unit, key) or none_open(state, unit)

    def made(_: State, __: Unit, foe: Choice) -> Order:
        return Order(do="shoot", target=foe.key, precision=key == "precise", cost=COST[key])

    return Action(key=key, about=f"orders.{key}", clause=clause, bare=True, facts=partial(facts_of, key=key),
                  concerns=has_shots, barred=barred, below=targets, gesture="click", made=made)  # fmt: skip


def facts_of(_: State, unit: Unit, key: str) -> Mapping[str, Fact]:
    """Who, for how many AP."""
    return {"unit": unit.id, "ap": COST[key]}


ORDERS = Orders(
    shot("shoot", EMPTY),
    shot("precise", PRECISE),
    Action(key="load", about="orders.load", clause=LOADS, bare=True, facts=partial(facts_of, key="load"),
           concerns=has_shots, barred=partial(refuse_declared, key="load"), gesture="self",
           made=lambda *_: Order(do="load", cost=COST["load"])),
)  # fmt: skip
"""What a unit may declare about its ranged weapons; nothing at all if it has none."""
