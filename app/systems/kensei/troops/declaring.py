"""Declaring that a character joins a unit or leaves it; nothing here measures (KEN-TYP-33, KEN-STA-37)."""

from __future__ import annotations

from app.engine.domains import Pick
from app.engine.orders import Orders, first_reason
from app.engine.refusals import Refusal
from app.systems.kensei.army import Order, Unit
from app.systems.kensei.book import c
from app.systems.kensei.moving.declaring import declared, facts_of, refuse_new, refuse_twice
from app.systems.kensei.orders.declaring import Action
from app.systems.kensei.orders.rules import AP
from app.systems.kensei.state import State
from app.systems.kensei.troops.joining import refuse_host, refuse_leave

JOINS = c("KEN-TYP-33")


def is_hosted(_: State, unit: Unit) -> bool:
    """Whether he is in a unit."""
    return bool(unit.host)


def may_join(_: State, unit: Unit) -> bool:
    """Whether he is alone, or will be."""
    return declared(unit, "leave") if unit.host else unit.is_character


def refuse_leaving(state: State, him: Unit) -> Refusal | None:
    """Why a character cannot be ordered to leave his unit."""
    return refuse_new(state, him) or refuse_twice(him, "leave") or refuse_leave(state, him)


def hosts(state: State, him: Unit) -> Pick:
    """The units he may be ordered to join, wherever they are (KEN-TYP-34)."""
    twice = refuse_twice(him, "join")
    others = [u for u in state.fielded(him.seat) if u.id not in (him.id, him.host) and not u.is_character]
    return Pick({u.id: twice or refuse_host(state, him, u) for u in others}, {u.id: u.id for u in others})


ORDERS = Orders(
    Action(key="leave", about="orders.give.leave", clause=JOINS, facts=facts_of("leave"), concerns=is_hosted,
           barred=refuse_leaving, gesture="self", made=lambda *_: Order(do="leave", cost=AP["leave"])),
    Action(key="join", about="orders.give.join", clause=JOINS, facts=facts_of("join"), concerns=may_join,
           barred=refuse_new, below=hosts, nothing=first_reason("orders.nothing-there", JOINS), gesture="onto",
           made=lambda _, __, host: Order(do="join", target=host, cost=AP["join"])),
)  # fmt: skip
