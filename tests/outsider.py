"""A rule system as another package might bring it, and some that no server can play."""

from __future__ import annotations

from collections.abc import Mapping

from app.engine.asks import Json
from app.engine.clauses import ClauseIndex
from app.engine.refusals import Clause
from app.engine.system import PhaseId
from tests.toy import BID, Drew, State, Toy

ASKED = ClauseIndex.read(f'[{BID}]\ntag = "R"\ntitle = "A bid"\ntext = "Both bid in secret."\n')


class Meadow(Toy):
    """The toy, with all that the contract asks for."""

    clauses, out_of_turn = ASKED, BID
    sentences: Mapping[str, str] = {"system.name": "A Meadow", "system.tagline": "Two walk it."}
    translations: Mapping[str, Mapping[str, str]] = {"es": {"A Meadow": "Un prado"}}

    @property
    def staging(self) -> object:  # type: ignore[override]
        return self


class Endless(Meadow):
    """It never ends."""

    key = "endless"

    def next_phase(self, state: State) -> PhaseId | None:
        return PhaseId("bid")


class Nameless(Meadow):
    """It has no name."""

    sentences: Mapping[str, str] = {}


class Loud(Meadow):
    """Its key is no key."""

    key = "TOY!"


class Scrawled(Meadow):
    """Its mark is no path."""

    mark = 'M0 0"/><script>'


class Twice(Meadow):
    """One event stands twice among its own."""

    event_types = (*Meadow.event_types, Drew)


class Bare(Meadow):
    """It offers nothing to play."""

    def catalogue(self) -> Json:
        return {"scenarios": [], "samples": [{"id": "band"}]}


class Lawless(Meadow):
    """It refuses with a clause it does not have."""

    out_of_turn = Clause("TOY-NOT-01")


class Cracked(Meadow):
    """It breaks when it is asked what it offers."""

    def catalogue(self) -> Json:
        raise ZeroDivisionError("no meadow")


class Usurper(Meadow):
    """It calls itself as one of the house's does."""

    key = "ronin"
    event_types = ()


MEADOW, ENDLESS, NAMELESS, LOUD, TWICE = Meadow(), Endless(), Nameless(), Loud(), Twice()
BARE, LAWLESS, CRACKED, USURPER, NOTHING, SCRAWLED = Bare(), Lawless(), Cracked(), Usurper(), object(), Scrawled()
