"""Events that word themselves for the log by their kind and their plain fields."""

from __future__ import annotations

from msgspec.structs import asdict

from app.engine.events import Event
from app.engine.refusals import Fact
from app.engine.system import Telling


class ToldEvent(Event, frozen=True, kw_only=True):
    """An event that tells itself; a subclass says more where its sentence needs more."""

    def facts(self) -> dict[str, Fact]:
        """The fields a sentence can name: numbers, words, ids of counters."""
        found = asdict(self)
        return {k: v for k, v in found.items() if isinstance(v, int | str) and k != "clause"}

    def tell(self) -> Telling:
        """As the log tells it: the sentence of its kind with its plain fields."""
        return Telling(about=self.kind, facts=self.facts())
