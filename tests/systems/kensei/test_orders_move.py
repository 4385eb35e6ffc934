"""Declaring Movement: what may be ordered, and that a direction alone is pointed at."""

from __future__ import annotations

from typing import Any

from app.engine.domains import Choice
from app.systems.kensei.army import Order, Unit
from app.systems.kensei.moving import declaring as moving
from app.systems.kensei.state import State
from app.systems.kensei.troops import declaring as joining
from tests.systems.kensei.fields import BLUE, EAST, SOUTH, declared, field, hero, pick, unit

ORDERS = moving.ORDERS + joining.ORDERS
MARCH = Order(do="move", mode="march")


def foot(*orders: Order, **more: Any) -> Unit:
    return unit("A", BLUE, 60, 60, **{"orders": orders or (MARCH,), **more})


def declarable(state: State, id: str) -> dict[str, str]:
    return {key: o.no.code if o.no else "" for key, o in ORDERS.options(state, state.units[id]).items()}


def test_what_a_unit_may_be_ordered_to_do() -> None:
    plain = foot(orders=())
    assert declarable(field(plain), "A") == {"move": "", "run": "", "back": ""}
    again = declarable(field(foot(MARCH)), "A")
    assert again == {"move": "move.once", "run": "move.once", "back": "move.once"}
    tired = declarable(field(foot(orders=(), failed_charge=1), turn=2), "A")
    assert tired == {"move": "", "run": "orders.failed-charge", "back": ""}
    assert declarable(field(foot(orders=(), failed_charge=1), turn=3), "A")["run"] == ""
    charging = (Order(do="charge", target="R"),)
    assert declarable(field(foot(orders=charging)), "A")["move"] == "orders.later-step"
    assert declarable(field(foot(orders=(), ap=0)), "A")["move"] == "no_ap"


def test_a_direction_is_pointed_at_and_nothing_is_measured() -> None:
    state = field(foot(orders=()))
    unit_a = state.units["A"]
    option = ORDERS.options(state, unit_a)["run"]
    assert option.then is not None
    domain: Any = option.then()
    answer = domain.read(pick("none", [100_000, 62_500]))
    assert domain.refuse(answer) is None
    assert declared(ORDERS, state, unit_a, Choice("run", answer)) == Order(do="move", mode="run", bearing=EAST)
    behind = domain.read(pick("none", [60_000, 90_000]))
    assert domain.refuse(behind).code == "move.not-ahead"
    turned = domain.read(pick("pivot", [60_000, 90_000]))
    assert domain.refuse(turned) is None
    made = declared(ORDERS, state, unit_a, Choice("move", turned))
    assert (made.bearing, made.special, made.mode) == (SOUTH, "pivot", "march")


def test_one_who_is_to_leave_may_be_told_whom_to_join() -> None:
    him = hero("K", BLUE, host="A")
    state = field(foot(orders=()), unit("B", BLUE, 60, 40), him)
    assert declarable(state, "K") == {"leave": ""}
    leaving = hero("K", BLUE, host="A", orders=(Order(do="leave"),))
    found = declarable(field(foot(orders=()), unit("B", BLUE, 60, 40), leaving), "K")
    assert found == {"leave": "move.once", "join": ""}
    walked = hero("K", BLUE, host="A", moved="march")
    assert declarable(field(foot(orders=()), walked), "K") == {"leave": "move.once"}
