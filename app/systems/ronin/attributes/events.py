"""What attributes do: a die thrown again, a wound taken for another, a counter turned over."""

from __future__ import annotations

from app.engine.dice import Faces
from app.engine.events import Seat
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.systems.ronin.combat.events import with_counters
from app.systems.ronin.event import RoninEvent
from app.systems.ronin.state import Counters, ModelId, State


class WoundPassed(RoninEvent, frozen=True, kw_only=True, tag="ronin.wound-passed"):
    """A Bodyguard took the wound of a friend (RON-ATT-13)."""

    model: ModelId
    of: ModelId
    score: int

    def fold(self, state: State) -> State:
        """The Bodyguard does so no more this turn."""
        return state.with_model(self.model, guarded=True)

    def tell(self) -> Telling:
        """Who stepped in for whom."""
        return Telling(about=self.kind, facts=self.facts(), pieces=(self.model, self.of))


class DieRerolled(RoninEvent, frozen=True, kw_only=True, tag="ronin.die-rerolled"):
    """A model rolled one die again by its bujutsu (RON-ATT-02, RON-ATT-03).  ``why``: the roll it belongs to."""

    model: ModelId
    why: str
    die: int
    was: int
    faces: Faces

    def fold(self, state: State) -> State:
        """Its bujutsu is used for this phase."""
        return state.with_model(self.model, bujutsu_used=True)

    def tell(self) -> Telling:
        """Which die, and what it shows now."""
        facts: dict[str, Fact] = {"model": self.model, "why": self.why}
        facts |= {"was": self.was, "now": self.faces[0]}
        return Telling(about=self.kind, facts=facts, faces=(self.faces,), weight="roll", pieces=(self.model,))


class CounterTurned(RoninEvent, frozen=True, kw_only=True, tag="ronin.counter-turned"):
    """A counter was turned over by Intuition; ``to`` is its new colour (RON-ATT-09)."""

    combat: str
    seat: Seat
    model: ModelId
    to: str
    counters: Counters

    def fold(self, state: State) -> State:
        """The side has these counters."""
        return with_counters(state, self.combat, self.seat, self.counters)

    def tell(self) -> Telling:
        """Who turned it, and what it is now."""
        facts: dict[str, Fact] = {"model": self.model, "to": self.to, "seat": self.seat}
        return Telling(about=self.kind, facts=facts, pieces=(self.model,))


class ShotRerolled(RoninEvent, frozen=True, kw_only=True, tag="ronin.shot-rerolled"):
    """One die of a shot was rolled again (RON-ATT-05)."""

    model: ModelId
    weapon: str
    die: int
    was: int
    faces: Faces

    def fold(self, state: State) -> State:
        """The reroll of this turn is used."""
        return state.with_model(self.model, shot_reroll_used=True)

    def tell(self) -> Telling:
        """Which die, and what it shows now."""
        facts: dict[str, Fact] = {"model": self.model, "was": self.was, "now": self.faces[0], "weapon": self.weapon}
        return Telling(about=self.kind, facts=facts, faces=(self.faces,), weight="roll", pieces=(self.model,))
