"""The base of every event of Celtos."""

from __future__ import annotations

from msgspec.structs import asdict

from app.engine.events import Event
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.systems.celtos.state import State


class CeltosEvent(Event, frozen=True, kw_only=True):
    """An event of Celtos.  ``fold`` only assigns what the event states."""

    def fold(self, state: State) -> State:
        """The state after this event; unchanged unless a subclass says what it assigns."""
        return state

    def facts(self) -> dict[str, Fact]:
        """The fields a sentence can name: numbers, words, ids of models and units."""
        found = asdict(self)
        return {k: v for k, v in found.items() if isinstance(v, int | str) and k != "clause"}

    def tell(self) -> Telling:
        """As the log tells it: the sentence of its kind with its plain fields."""
        return Telling(about=self.kind, facts=self.facts())
