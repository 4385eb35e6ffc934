"""Why a unit moves, and what that lets its models do: how far, how near to enemies, whom they may touch."""

from __future__ import annotations

from msgspec import Struct

from app.engine.refusals import Clause
from app.systems.celtos.book import c, cm, table
from app.systems.celtos.measure import HALF
from app.systems.celtos.state import Model, State, UnitId

FIGURES = table("movement")["movement"]
CLEAR = cm(FIGURES["clear_of_enemies"])
"""Nearer than this to an enemy no Movement order leads (CEL-MOV-09)."""
RUN = FIGURES["run"]
GALLOP = cm(FIGURES["gallop"])
THROUGH = -HALF - 1
"""Less than this between two bases is on each other (CEL-GEN-04)."""


class Way(Struct, frozen=True):
    """What one reason to move allows.

    ``clear``: no part of the path nears an enemy (CEL-MOV-09).  ``beyond``: it ends more than that away.
    ``ends``: what holds of the distance to the target at the end: nearer, further, no-further or contact.
    ``holds``: models in contact stay.  ``gallop``: an assault move.  ``order``: a Movement order, by whose leave a
    model may quit the table.
    """

    limit: Clause
    times: int = 1
    clear: bool = False
    beyond: bool = False
    ends: str = ""
    ends_by: Clause = Clause("")
    touches: Clause = Clause("")
    holds: Clause = Clause("")
    gallop: bool = False
    order: bool = False
    runs: bool = False
    enters: bool = False


MOVES, RUNS, EVADES, COUNTERS = c("CEL-MOV-02"), c("CEL-MOV-03"), c("CEL-REA-14"), c("CEL-REA-12")
REACTS, ASSAULTS, PILES, APPROACHES = c("CEL-REA-08"), c("CEL-ASL-07"), c("CEL-ASL-04"), c("CEL-ASL-10")
FOLLOWS, STAY, STAYED, NAMED = c("CEL-RES-06"), c("CEL-ASL-05"), c("CEL-ASL-13"), c("CEL-ASL-08")
OTHERS = c("CEL-MOV-15")
WAYS = {
    "move": Way(MOVES, clear=True, order=True),
    "run": Way(RUNS, times=RUN, clear=True, order=True, runs=True),
    "enter": Way(MOVES, clear=True, enters=True),
    "enter-run": Way(RUNS, times=RUN, clear=True, runs=True, enters=True),
    "reaction-move": Way(REACTS, clear=True),
    "evade": Way(EVADES, clear=True, ends="further", ends_by=EVADES),
    "counter-charge": Way(COUNTERS, ends="nearer", ends_by=COUNTERS, touches=OTHERS),
    "assault": Way(ASSAULTS, ends="no-further", ends_by=ASSAULTS, touches=NAMED, holds=STAYED, gallop=True),
    "pile-in": Way(PILES, ends="contact", ends_by=PILES, touches=NAMED, holds=STAY),
    "approach": Way(APPROACHES, beyond=True, ends="nearer", ends_by=APPROACHES, gallop=True),
    "consolidation": Way(FOLLOWS, clear=True, beyond=True),
}


class Errand(Struct, frozen=True):
    """A unit on the move.

    ``target``: the unit assaulted, evaded or made for; ``touching``: others it may touch too.
    """

    how: str
    unit: UnitId
    target: UnitId | None = None
    touching: tuple[UnitId, ...] = ()

    @property
    def way(self) -> Way:
        """What its reason to move allows."""
        return WAYS[self.how]

    def may_touch(self, unit: str) -> bool:
        """Whether a model may end in contact with a model of this unit (CEL-ASL-08, CEL-MOV-15)."""
        return bool(self.way.touches) and (unit == self.target or unit in self.touching)

    def reach(self) -> int:
        """Up to which gap in 1/100 mm an enemy is too near all along the path."""
        way = self.way
        if way.beyond and way.clear:
            return CLEAR + HALF - 1
        return CLEAR - HALF - 1 if way.clear else THROUGH


def gallops(state: State, me: Model) -> bool:
    """Whether its assault moves are longer by the trait of its list."""
    return "gallop" in state.unit(me.unit).traits and me.has("mounted")


def allowance(state: State, me: Model, errand: Errand) -> int:
    """How far this model may move in 1/100 mm (CEL-MOV-02, -03, CEL-ASL-06)."""
    more = GALLOP if errand.way.gallop and gallops(state, me) else 0
    return me.movement * errand.way.times + more
