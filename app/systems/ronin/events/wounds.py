"""What becomes of those who are struck: wounds, death, capture."""

from __future__ import annotations

from app.engine.geometry import Point
from app.engine.refusals import Clause
from app.engine.system import Telling
from app.systems.ronin.events.base import RoninEvent
from app.systems.ronin.state import Body, ModelId, State


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


class Wounded(RoninEvent, frozen=True, kw_only=True, tag="ronin.wounded"):
    """A model was hurt: ``result`` is stunned, light or grievous.  ``cause`` is the clause of the blow."""

    model: ModelId
    result: str
    score: int
    stunned: int
    light: int
    grievous: int
    by: str
    how: str
    cause: Clause

    def fold(self, state: State) -> State:
        """Its counters are as the event says (RON-WND-05)."""
        return state.with_model(self.model, stunned=self.stunned, light=self.light, grievous=self.grievous)

    def tell(self) -> Telling:
        """What the Wound Score did."""
        return Telling(about=f"{self.kind}.{self.result}", facts=self.facts(), pieces=(self.model,))


class Killed(RoninEvent, frozen=True, kw_only=True, tag="ronin.killed"):
    """A model is dead.  ``fallen`` and ``leader`` are its side's losses of this turn, ``kills`` its killer's so far."""

    model: ModelId
    by: str
    how: str
    cause: Clause
    at: Point
    radius: int
    fallen: int
    leader: bool
    kills: int

    def fold(self, state: State) -> State:
        """It is off the table and a body marker lies there; its horse is gone (RON-WND-07)."""
        body = Body(f"body-{self.model}", self.model, self.at, self.radius)
        state = gone(state, self.model, "dead").with_(bodies=(*state.bodies, body))
        state = state.with_side(state.model(self.model).seat, killed_now=self.fallen, leader_killed_now=self.leader)
        return state.with_model(self.by, kills=self.kills) if self.by else state

    def tell(self) -> Telling:
        """Who fell, and by whom."""
        about = self.kind if self.by else f"{self.kind}.{self.how}"
        return Telling(about=about, facts=self.facts(), pieces=(self.model,))


class Subdued(RoninEvent, frozen=True, kw_only=True, tag="ronin.subdued"):
    """A Subdue attempt stunned a model and did no wound (RON-CBT-36)."""

    model: ModelId
    by: ModelId
    score: int
    stunned: int

    def fold(self, state: State) -> State:
        """It has the Stunned counters the event says."""
        return state.with_model(self.model, stunned=self.stunned)

    def tell(self) -> Telling:
        """Who was stunned."""
        return Telling(about=self.kind, facts=self.facts(), pieces=(self.model,))


class Captured(RoninEvent, frozen=True, kw_only=True, tag="ronin.captured"):
    """A model was taken alive and leaves no body; ``captures`` are its captor's so far (RON-CBT-36, RON-WND-07)."""

    model: ModelId
    by: ModelId
    captures: int

    def fold(self, state: State) -> State:
        """It is off the table, and its horse with it."""
        return gone(state, self.model, "captured").with_model(self.by, captures=self.captures)

    def tell(self) -> Telling:
        """Who was taken, and by whom."""
        return Telling(about=self.kind, facts=self.facts(), pieces=(self.model, self.by))


def gone(state: State, id: ModelId, fate: str) -> State:
    """The state without this model on the table, nor its horse (RON-WND-07)."""
    horses = tuple(horse for horse in state.horses if horse.rider != id)
    return state.with_model(id, fate=fate, mounted=False).with_(horses=horses)


EVENTS: tuple[type[RoninEvent], ...] = (WoundPassed, Wounded, Killed, Subdued, Captured)
