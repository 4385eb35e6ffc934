"""What an umpire changed."""

from __future__ import annotations

from app.engine.geometry import Point
from app.engine.system import Telling
from app.systems.celtos.event import CeltosEvent
from app.systems.celtos.state import ModelId, State


class Amended(CeltosEvent, frozen=True, kw_only=True, tag="celtos.amended"):
    """An umpire put a model elsewhere or set its wounds; ``field`` is empty for a place."""

    model: ModelId
    at: Point
    wounds: int
    field: str = ""
    value: int = 0

    def fold(self, state: State) -> State:
        """It stands there with so many wounds left."""
        return state.with_model(self.model, at=self.at, wounds=self.wounds)

    def tell(self) -> Telling:
        """Who stands elsewhere, or what was set."""
        about = f"{self.kind}.{'set' if self.field else 'placed'}"
        return Telling(about=about, facts=self.facts(), pieces=(self.model,))
