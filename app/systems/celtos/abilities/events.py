"""What abilities do: a hit passes through, one model falls for another."""

from __future__ import annotations

from app.engine.geometry import Point
from app.engine.system import Telling
from app.systems.celtos.event import CeltosEvent
from app.systems.celtos.state import ModelId, State


class HitPassedThrough(CeltosEvent, frozen=True, kw_only=True, tag="celtos.hit-passed-through"):
    """An ordinary missile hit an ethereal model and did nothing (CEL-ABL-24)."""

    model: ModelId
    by: ModelId

    def tell(self) -> Telling:
        """Whom it could not harm."""
        return Telling(about=self.kind, facts=self.facts(), weight="quiet", pieces=(self.model,))


class Swapped(CeltosEvent, frozen=True, kw_only=True, tag="celtos.swapped"):
    """An ordinary model falls instead of a command model, which takes its place (CEL-ABL-07)."""

    model: ModelId
    instead: ModelId
    at: Point
    wounds: int

    def fold(self, state: State) -> State:
        """The command model stands where the other stood, with the wounds it had."""
        state = state.with_model(self.instead, wounds=0, slain_by=state.model(self.model).slain_by)
        return state.with_model(self.model, wounds=self.wounds, at=self.at, slain_by="")

    def tell(self) -> Telling:
        """Who falls for whom."""
        return Telling(about=self.kind, facts=self.facts(), pieces=(self.model, self.instead))
