"""Which orders a unit may be given now, and why the others are closed (2.7)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.engine.asks import Domain
from app.engine.domains import Menu, Option, Pick
from app.engine.options import Closed, Once
from app.engine.refusals import Refusal, refuse
from app.systems.celtos.assault.flow import assault_targets, refuse_assault
from app.systems.celtos.book import c
from app.systems.celtos.ideas.proposals import WEIGHTS
from app.systems.celtos.measure import in_coherency, in_combat, units_touched
from app.systems.celtos.moving.rules import errand_of, moves_of, refuse_any
from app.systems.celtos.scenarios.figures import refuse_order
from app.systems.celtos.shooting.rules import refuse_to_shoot
from app.systems.celtos.shooting.targets import shooting_targets
from app.systems.celtos.state import State, Unit, UnitId

MOVE, RUN, REACTION, SHOOT, ASSAULT, END = (
    c("CEL-MOV-02"),
    c("CEL-MOV-03"),
    c("CEL-REA-01"),
    c("CEL-SHT-01"),
    c("CEL-ASL-01"),
    c("CEL-ACT-08"),
)
CLAUSES = {"move": MOVE, "run": RUN, "reaction": REACTION, "shoot": SHOOT, "assault": ASSAULT, "end": END}
RANK = {"move": 1, "run": 1, "reaction": 2, "shoot": 3, "assault": 4}
"""The printed order of the four orders (CEL-ORD-01, CEL-ORD-02)."""
LAST = {"run": c("CEL-ACT-06"), "reaction": c("CEL-ACT-07"), "assault": c("CEL-ACT-08")}
"""Orders after which the activation is over."""
CHAIN = c("CEL-ORD-02")
CONTACT, NO_WATCH, PANIC, LOOSE = c("CEL-ORD-07"), c("CEL-ORD-06"), c("CEL-ORD-08"), c("CEL-ORD-10")
FURY, ROOM, NOBODY = c("CEL-ABL-19"), c("CEL-MOV-08"), {"shoot": c("CEL-SHT-03"), "assault": c("CEL-ASL-06")}


def orders(state: State, id: UnitId) -> Menu:
    """Every order, those closed with the reason (CEL-ORD-01 to -11); ``end`` gives no other (CEL-ACT-03)."""
    unit = state.unit(id)
    return Menu({
        "move": moving(state, unit, "move"),
        "run": moving(state, unit, "run"),
        "reaction": option("reaction", lambda: refuse_given(state, unit, "reaction")),
        "shoot": aiming(state, unit, "shoot", lambda: shooting_targets(state, unit)),
        "assault": assaulting(state, unit),
        "end": option("end", None),
    })  # fmt: skip


def option(
    key: str, no: Closed | Callable[[], Closed], then: Callable[[], Domain[Any]] | None = None, hollow: bool = False
) -> Option:
    """An order with its sentence and clause."""
    return Option(no, then, about=f"option.{key}", clause=CLAUSES[key], hollow=hollow, weight=WEIGHTS.get(key, 1))


def moving(state: State, unit: Unit, order: str) -> Option:
    """A Movement order: where the models go, onto the table for a unit that waits (CEL-MOV-01, CEL-ACT-11)."""
    moves = Once(lambda: moves_of(state, errand_of(state, unit.id, order)))

    def no() -> Refusal | None:
        barred = refuse_given(state, unit, order) or refuse_any(state, unit, order)
        if barred is not None or not errand_of(state, unit.id, order).way.enters:
            return barred  # who is on the table may stay
        return None if moves().certain() else refuse("move.no-room", ROOM, unit=unit.id)

    return option(order, no, moves)


def aiming(state: State, unit: Unit, order: str, targets: Callable[[], Pick]) -> Option:
    """An order that names an enemy unit; closed as a whole where none may be named."""
    found = Once(targets)
    barred = refuse_given(state, unit, order) or (refuse_to_shoot(state, unit) if order == "shoot" else None)
    if barred is not None:
        return option(order, barred, found)
    return option(order, lambda: refuse_all(unit, found(), order), found, hollow=True)


def refuse_all(unit: Unit, targets: Pick, order: str) -> Refusal | None:
    """Why no enemy unit may be named: the reason of the first of them."""
    if targets.any_open():
        return None
    return next(iter(targets.options.values()), None) or refuse(f"{order}.nobody", NOBODY[order], unit=unit.id)


def assaulting(state: State, unit: Unit) -> Option:
    """An Assault order: as it stands for a unit in contact, else at an enemy to be named (CEL-ASL-03, CEL-ASL-06)."""
    if not in_combat(state, unit):
        return aiming(state, unit, "assault", lambda: assault_targets(state, unit))
    return option("assault", lambda: refuse_given(state, unit, "assault") or refuse_assault(state, unit, None, "order"))


# -- what bars an order ---------------------------------------------------------------


def refuse_given(state: State, unit: Unit, order: str) -> Refusal | None:
    """Why a unit may not be given this kind of order now, whatever its target (CEL-ORD-02, -06 to -11)."""
    return (
        refuse_sequence(state, unit, order)
        or refuse_contact(state, unit, order)
        or refuse_panic(state, unit, order)
        or refuse_nature(state, unit, order)
        or refuse_order(state, unit, order)
    )


def refuse_sequence(state: State, unit: Unit, order: str) -> Refusal | None:
    """Each order once, and only in the printed order (CEL-ORD-02, CEL-ORD-03)."""
    given = unit.orders[-1] if unit.orders and state.active == unit.id else None
    if given is None:
        return None
    if RANK[order] == RANK[given]:
        return refuse("order.again", CHAIN, unit=unit.id, given=given)
    return refuse("order.too-late", CHAIN, unit=unit.id, given=given) if RANK[order] < RANK[given] else None


def refuse_contact(state: State, unit: Unit, order: str) -> Refusal | None:
    """In contact there is only Assault (CEL-ORD-06, CEL-ORD-07)."""
    foe = next(iter(units_touched(state, unit)), None)
    if foe is None or order == "assault":
        return None
    return refuse("order.contact", NO_WATCH if order == "reaction" else CONTACT, unit=unit.id, enemy=foe.id)


def refuse_panic(state: State, unit: Unit, order: str) -> Refusal | None:
    """In Panic and out of contact there is only Movement (CEL-ORD-08, CEL-ORD-09)."""
    bars = unit.panic and RANK[order] > RANK["move"] and not in_combat(state, unit)
    return refuse("order.panic", PANIC, unit=unit.id) if bars else None


def refuse_nature(state: State, unit: Unit, order: str) -> Refusal | None:
    """Fury takes no Reaction order; out of coherency and contact no Shooting, no Assault (CEL-ABL-19, CEL-ORD-10)."""
    if order == "reaction" and any(m.has("fury") for m in state.living(unit)):
        return refuse("order.fury", FURY, unit=unit.id)
    if order not in ("shoot", "assault") or in_coherency(state, unit) or in_combat(state, unit):
        return None
    return refuse("order.coherency", LOOSE, unit=unit.id)
