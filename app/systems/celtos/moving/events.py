"""What happens when units move: the way of each model, what the unit has done by it, models that quit the table."""

from __future__ import annotations

from app.engine.paths import Path
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.systems.celtos.event import CeltosEvent
from app.systems.celtos.state import ModelId, State, UnitId


class ModelMoved(CeltosEvent, frozen=True, kw_only=True, tag="celtos.model-moved"):
    """A model went along a path, on some errand; ``used`` and ``allowed`` in 1/100 mm (CEL-MOV-07)."""

    model: ModelId
    how: str
    path: Path
    used: int
    allowed: int

    def fold(self, state: State) -> State:
        """It stands at the end of the path."""
        return state.with_places({self.model: self.path[-1]})

    def tell(self) -> Telling:
        """How far of how much."""
        return Telling(about=self.kind, facts=self.facts(), weight="quiet", pieces=(self.model,))


class UnitMoved(CeltosEvent, frozen=True, kw_only=True, tag="celtos.unit-moved"):
    """A unit has moved on some errand, whichever of its models did (CEL-MOV-12)."""

    unit: UnitId
    how: str
    models: tuple[ModelId, ...]

    def fold(self, state: State) -> State:
        """It has the Moved marker, and waits no longer."""
        return state.with_unit(self.unit, moved=True, waiting=False)

    def tell(self) -> Telling:
        """In which way, with how many models; a Movement order has been told as it was given."""
        facts: dict[str, Fact] = {"unit": self.unit, "how": self.how, "models": len(self.models)}
        weight = "quiet" if self.how in ("move", "run") else "deed"
        return Telling(about=f"{self.kind}.{self.how}", facts=facts, weight=weight, pieces=self.models)


class ModelLeft(CeltosEvent, frozen=True, kw_only=True, tag="celtos.model-left"):
    """A model quit the table by an edge its scenario opens (CEL-MOV-14, CEL-SCN-08); ``fate`` is its unit's."""

    model: ModelId
    unit: UnitId
    edge: str
    fate: str = ""

    def fold(self, state: State) -> State:
        """It is off the table; the unit with its last model."""
        return state.with_model(self.model, fate="left").with_unit(self.unit, fate=self.fate)

    def tell(self) -> Telling:
        """By which edge."""
        facts: dict[str, Fact] = {"model": self.model, "unit": self.unit, "edge": self.edge}
        return Telling(about=self.kind, facts=facts, pieces=(self.model,))
