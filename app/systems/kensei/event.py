"""The base of every event of Kensei."""

from __future__ import annotations

from app.engine.told import ToldEvent
from app.systems.kensei.state import State


class KenseiEvent(ToldEvent, frozen=True, kw_only=True):
    """An event of Kensei.  ``fold`` only assigns what the event states."""

    def fold(self, state: State) -> State:
        """The state after this event; unchanged unless a subclass says what it assigns."""
        return state
