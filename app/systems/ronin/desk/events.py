"""What an umpire changed."""

from __future__ import annotations

from app.engine.geometry import Point
from app.engine.system import Telling
from app.systems.ronin.event import RoninEvent
from app.systems.ronin.state import Combat, ModelId, State


class Amended(RoninEvent, frozen=True, kw_only=True, tag="ronin.amended"):
    """An umpire put a model elsewhere or set its counters; ``field`` is empty for a place.

    ``combats``: those of this turn as they are after it.
    """

    model: ModelId
    at: Point
    stunned: int
    light: int
    grievous: int
    combats: tuple[Combat, ...]
    field: str = ""
    value: int = 0

    def fold(self, state: State) -> State:
        """It stands there with these counters."""
        wounds = {"stunned": self.stunned, "light": self.light, "grievous": self.grievous}
        return state.with_model(self.model, at=self.at, **wounds).with_(combats=self.combats)

    def tell(self) -> Telling:
        """Who stands elsewhere, or what was set."""
        about = f"{self.kind}.{'set' if self.field else 'placed'}"
        return Telling(about=about, facts=self.facts(), pieces=(self.model,))


class CombatsAmended(RoninEvent, frozen=True, kw_only=True, tag="ronin.combats-amended"):
    """The combats of this turn that are still to be fought are others now that an umpire removed a model."""

    combats: tuple[Combat, ...]

    def fold(self, state: State) -> State:
        """These are the combats."""
        return state.with_(combats=self.combats)

    def tell(self) -> Telling:
        """A quiet line."""
        return Telling(about=self.kind, weight="quiet")
