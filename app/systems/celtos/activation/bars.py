"""What stands against giving a unit an order now, whatever its target (CEL-ORD-02 to -11)."""

from __future__ import annotations

from app.engine.refusals import Refusal, refuse
from app.systems.celtos.book import c
from app.systems.celtos.measure import in_coherency, in_combat, units_touched
from app.systems.celtos.scenarios.figures import refuse_order
from app.systems.celtos.state import State, Unit

RANK = {"move": 1, "run": 1, "reaction": 2, "shoot": 3, "assault": 4}
"""The printed order of the four orders (CEL-ORD-01, CEL-ORD-02)."""
CHAIN = c("CEL-ORD-02")
CONTACT, NO_WATCH, PANIC, LOOSE = c("CEL-ORD-07"), c("CEL-ORD-06"), c("CEL-ORD-08"), c("CEL-ORD-10")
FURY = c("CEL-ABL-19")


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
    """In Panic and out of contact there is only Movement (CEL-ORD-08, CEL-ORD-09, CEL-REA-03)."""
    bars = unit.panic and RANK[order] > RANK["move"] and not in_combat(state, unit)
    return refuse("order.panic", PANIC, unit=unit.id) if bars else None


def refuse_nature(state: State, unit: Unit, order: str) -> Refusal | None:
    """Fury takes no Reaction order; out of coherency and contact no Shooting, no Assault (CEL-ABL-19, CEL-ORD-10)."""
    if order == "reaction" and any(m.has("fury") for m in state.living(unit)):
        return refuse("order.fury", FURY, unit=unit.id)
    if order not in ("shoot", "assault") or in_coherency(state, unit) or in_combat(state, unit):
        return None
    return refuse("order.coherency", LOOSE, unit=unit.id)
