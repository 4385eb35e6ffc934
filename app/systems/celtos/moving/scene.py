"""Who stands about a unit that moves, found once for each state."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from app.engine.same import Same
from app.engine.table import Edge, Table
from app.systems.celtos.scenarios.figures import exits
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


def scene(state: State, unit: UnitId) -> Scene:
    """Who stands about this unit; asked again of the same state it is not looked for again."""
    return _scene(Same(state), unit)


@lru_cache(maxsize=8)
def _scene(same: Same[State], id: UnitId) -> Scene:
    state, unit = same.it, same.it.unit(id)
    mine = state.living(unit) or tuple(state.model(m) for m in unit.models if unit.waiting)
    return Scene(
        state=state, table=state.table, unit=unit, mine=mine,
        foes=state.foes_of(unit.seat),
        rest=tuple([m for m in state.standing() if m.unit != id]), exits=exits(state, id),
    )  # fmt: skip
