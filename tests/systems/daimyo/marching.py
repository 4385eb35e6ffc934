"""Fields on which a clan is about to move, and orders as they come over the wire."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.engine.domains import Menu
from app.engine.formations import Step
from app.engine.geometry import CM
from app.engine.options import Option
from app.systems.daimyo.activation.ordering import orders
from app.systems.daimyo.moving.judging import refuse_steps
from app.systems.daimyo.state import State, Unit
from tests.systems.daimyo.nerves import RED, field, leader

NEAR = [leader("red-L1", RED, 100, 70)]
DONE = "done"


def at_work(*units: Unit, leaders: Sequence[Any] = NEAR, **more: Any) -> State:
    """A field on which red's clan is active and its Daimyo near."""
    return field(*units, leaders=leaders, active="red-c1", phase="move", go=RED, **more)


def told(id: str, key: str, then: Any) -> dict[str, Any]:
    """An answer that orders a unit or a leader."""
    return {"pick": id, "then": key if then is None else {"pick": key, "then": then}}


def steps(*rows: tuple[str, int]) -> tuple[Step, ...]:
    """Steps, lengths in cm and angles in degrees."""
    scale = {"forward": CM, "back": CM, "wheel": 100, "turn": 100, "files": 1, "face": 100}
    return tuple(Step(do, by * scale[do]) for do, by in rows)


def wire(*rows: tuple[str, int]) -> list[list[Any]]:
    """The same as they come over the wire."""
    return [[step.do, step.by] for step in steps(*rows)]


def code(state: State, *rows: tuple[str, int], id: str = "A") -> str:
    """What stands against these steps of a unit, if anything."""
    no = refuse_steps(state, state.units[id], steps(*rows))
    return no.code if no else ""


def option(state: State, *path: str) -> Option:
    """An option of the menu of orders, by its keys."""
    menu: Any = orders(state)
    for key in path[:-1]:
        menu = menu.options[key].then()
    assert isinstance(menu, Menu)
    return menu.options[path[-1]]


def shut(state: State, *path: str) -> str:
    """Why an option is closed, if it is."""
    no = option(state, *path).no
    return no.code if no else ""
