"""What becomes of those who are struck: wounds, death, capture."""

from __future__ import annotations

from app.engine.geometry import Point
from app.engine.refusals import Clause
from app.engine.system import Telling
from app.systems.ronin.event import RoninEvent
from app.systems.ronin.state import Body, ModelId, State


class Wounded(RoninEvent, frozen=True, kw_only=True, tag="ronin.wounded"):
    """A model was hurt (RON-WND-01): ``result`` is stunned, light or grievous.  ``cause`` is the clause of the blow."""

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
    """A model is dead (RON-WND-07).  ``fallen`` and ``leader`` are its side's losses of this turn, ``kills``
    its killer's so far.
    """

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


def gone(state: State, id: ModelId, fate: str) -> State:
    """The state without this model on the table, nor its horse (RON-WND-07)."""
    horses = tuple(horse for horse in state.horses if horse.rider != id)
    return state.with_model(id, fate=fate, mounted=False).with_(horses=horses)


class BlowScored(RoninEvent, frozen=True, kw_only=True, tag="ronin.blow-scored"):
    """The Wound Score of a blow: attack less defence; 0 or less does nothing (RON-WND-02)."""

    model: ModelId
    target: ModelId
    attack: int
    defence: int
    score: int

    def tell(self) -> Telling:
        """Both totals and the difference."""
        about = f"{self.kind}.{'hits' if self.score > 0 else 'misses'}"
        return Telling(about=about, facts=self.facts(), total=self.attack, needed=self.defence + 1,
                       pieces=(self.model, self.target))  # fmt: skip
