"""The base of every event of Ronin."""

from __future__ import annotations

from app.engine.system import Telling
from app.engine.told import ToldEvent
from app.systems.ronin.state import ModelId, State


class RoninEvent(ToldEvent, frozen=True, kw_only=True):
    """An event of Ronin.  ``fold`` only assigns what the event states."""

    def fold(self, state: State) -> State:
        """The state after this event; unchanged unless a subclass says what it assigns."""
        return state


class ActionEvent(RoninEvent, frozen=True, kw_only=True):
    """An event about one model."""

    model: ModelId

    def tell(self) -> Telling:
        """The sentence of its kind, and the model to show."""
        return Telling(about=self.kind, facts=self.facts(), pieces=(self.model,))
