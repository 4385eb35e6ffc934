"""The base of every event of Celtos."""

from __future__ import annotations

from app.engine.told import ToldEvent
from app.systems.celtos.state import State


class CeltosEvent(ToldEvent, frozen=True, kw_only=True):
    """An event of Celtos.  ``fold`` only assigns what the event states."""

    def fold(self, state: State) -> State:
        """The state after this event; unchanged unless a subclass says what it assigns."""
        return state
