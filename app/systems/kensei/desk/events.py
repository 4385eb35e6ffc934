"""What an umpire changed."""

from __future__ import annotations

from app.engine.geometry import Point
from app.engine.system import Telling
from app.systems.kensei.army import Model, UnitId
from app.systems.kensei.event import KenseiEvent
from app.systems.kensei.state import State


class Amended(KenseiEvent, frozen=True, kw_only=True, tag="kensei.amended"):
    """An umpire put a unit elsewhere or set its models or Wounds; ``field`` is empty for a place.

    One that is put elsewhere is in contact with nobody and no longer formed up.
    """

    unit: UnitId
    at: Point
    facing: int
    models: tuple[Model, ...]
    field: str = ""
    value: int = 0

    def fold(self, state: State) -> State:
        """It stands there with these models."""
        if self.field:
            return state.with_unit(self.unit, models=self.models, at=self.at)
        state = state.without_contact(self.unit)
        return state.with_unit(self.unit, models=self.models, at=self.at, facing=self.facing, formed=False,
                               locked=False, climbing="")  # fmt: skip

    def tell(self) -> Telling:
        """Which unit stands elsewhere, or what was set."""
        about = f"{self.kind}.{'set' if self.field else 'placed'}"
        return Telling(about=about, facts=self.facts(), pieces=(self.unit,))
