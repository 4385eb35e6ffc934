"""Who stands about a unit that moves, found once for each state."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from app.engine.table import Edge, Table
from app.systems.celtos.scenarios import exits
from app.systems.celtos.state import Model, State, Unit, UnitId


class Scene(NamedTuple):
    """The table as a moving unit finds it: its models, its enemies, every other model that stands."""

    state: State
    table: Table
    unit: Unit
    mine: tuple[Model, ...]
    foes: tuple[Model, ...]
    rest: tuple[Model, ...]
    exits: tuple[Edge, ...]


class Same:
    """A state known by its identity, so that what was found out about it can be kept."""

    __slots__ = ("state",)

    def __init__(self, state: State) -> None:
        self.state = state

    def __hash__(self) -> int:
        return id(self.state)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.state is self.state


def scene(state: State, unit: UnitId) -> Scene:
    """Who stands about this unit; asked again of the same state it is not looked for again."""
    return _scene(Same(state), unit)


@lru_cache(maxsize=8)
def _scene(same: Same, id: UnitId) -> Scene:
    state, unit = same.state, same.state.unit(id)
    standing = tuple(state.standing())
    mine = state.living(unit) or tuple(state.model(m) for m in unit.models if unit.waiting)
    return Scene(
        state=state, table=state.table, unit=unit, mine=mine,
        foes=tuple(m for m in standing if m.seat != unit.seat),
        rest=tuple(m for m in standing if m.unit != id), exits=exits(state, id),
    )  # fmt: skip
