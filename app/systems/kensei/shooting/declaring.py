"""Declaring shots and loading (KEN-RNG-03, KEN-RNG-18, KEN-RNG-19)."""

from __future__ import annotations

from collections.abc import Iterator

from app.engine.domains import Choice, Menu, Option
from app.engine.refusals import Refusal, refuse
from app.systems.kensei.army import Order, Unit
from app.systems.kensei.book import c
from app.systems.kensei.magic.declaring import refuse_later
from app.systems.kensei.orders.rules import AP, spare
from app.systems.kensei.shooting.rules import armed, crews, refuse_armed, refuse_named, refuse_state, to_load
from app.systems.kensei.sight.rules import sees
from app.systems.kensei.state import State

COSTS, EMPTY, FULL, NOBODY, LAST = (
    c("KEN-ORD-14"), c("KEN-RNG-04"), c("KEN-RNG-02"), c("KEN-RNG-06"), c("KEN-CHG-05"),
)  # fmt: skip
COST = {"shoot": AP["shoot"], "precise": AP["precise"], "load": AP["load"]}


def options(state: State, unit: Unit) -> dict[str, Option]:
    """What a unit may declare about its ranged weapons; nothing at all if it has none."""
    if not armed(state, unit) or (unit.host and unit.role == "bushi"):
        return {}
    found = {key: shot(state, unit, key) for key in ("shoot", "precise")}
    found["load"] = Option(lambda: refuse_declared(state, unit, "load"), about="orders.load",
                           facts={"unit": unit.id, "ap": COST["load"]})  # fmt: skip
    return found


def shot(state: State, unit: Unit, key: str) -> Option:
    """A shot with all its targets below, or why none can be declared."""
    return Option(lambda: refuse_declared(state, unit, key) or none_open(state, unit), lambda: targets(state, unit),
                  f"orders.{key}", {"unit": unit.id, "ap": COST[key]})  # fmt: skip


def order(_: State, __: Unit, choice: Choice) -> Order:
    """The action declared."""
    if choice.key == "load":
        return Order(do="load", cost=COST["load"])
    return Order(do="shoot", target=choice.then.key, precision=choice.key == "precise", cost=COST[choice.key])


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
