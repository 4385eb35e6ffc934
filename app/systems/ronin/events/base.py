"""The base of every event of Ronin."""

from __future__ import annotations

from msgspec.structs import asdict

from app.engine.events import Event
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.systems.ronin.state import State


class RoninEvent(Event, frozen=True, kw_only=True):
    """An event of Ronin.  ``fold`` only assigns what the event states."""

    def fold(self, state: State) -> State:
        """The state after this event; unchanged unless a subclass says what it assigns."""
        return state

    def facts(self) -> dict[str, Fact]:
        """The fields a sentence can name: numbers, words, ids of models."""
        found = asdict(self)
        return {k: v for k, v in found.items() if isinstance(v, int | str) and k != "clause"}

    def tell(self) -> Telling:
        """As the log tells it: the sentence of its kind with its plain fields."""
        return Telling(about=self.kind, facts=self.facts())
