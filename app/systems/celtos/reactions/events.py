"""What happens out of turn: Reaction markers, Reactions, responses."""

from __future__ import annotations

from app.engine.system import Telling
from app.systems.celtos.event import CeltosEvent
from app.systems.celtos.state import State, UnitId


class OrderLost(CeltosEvent, frozen=True, kw_only=True, tag="celtos.order-lost"):
    """An order was spent without effect: after a Reaction it could no longer be carried out (CEL-REA-09)."""

    unit: UnitId
    order: str
    target: str
    why: str

    def tell(self) -> Telling:
        """Which order, and why."""
        return Telling(about=f"{self.kind}.{self.order}", facts=self.facts(), pieces=(self.unit,))


class ReactionReadied(CeltosEvent, frozen=True, kw_only=True, tag="celtos.reaction-readied"):
    """A unit was put in Reaction and has its marker (CEL-REA-06)."""

    unit: UnitId

    def fold(self, state: State) -> State:
        """It has the marker."""
        return state.with_unit(self.unit, reaction=True)


class ReactionLost(CeltosEvent, frozen=True, kw_only=True, tag="celtos.reaction-lost"):
    """A unit came into contact and lost its Reaction marker (CEL-REA-06)."""

    unit: UnitId

    def fold(self, state: State) -> State:
        """The marker is gone."""
        return state.with_unit(self.unit, reaction=False)


class ReactionUsed(CeltosEvent, frozen=True, kw_only=True, tag="celtos.reaction-used"):
    """A unit spent its Reaction marker on what ``by`` did; ``trigger`` is move, shoot or assault (CEL-REA-08)."""

    unit: UnitId
    by: UnitId
    trigger: str

    def fold(self, state: State) -> State:
        """The marker is gone, whatever the check says."""
        return state.with_unit(self.unit, reaction=False)

    def tell(self) -> Telling:
        """Who reacts to what."""
        return Telling(about=f"{self.kind}.{self.trigger}", facts=self.facts(), pieces=(self.unit, self.by))


class Reacted(CeltosEvent, frozen=True, kw_only=True, tag="celtos.reacted"):
    """What a unit that passed the check of its marker does: shoot, assault, move or none (CEL-REA-08)."""

    unit: UnitId
    by: UnitId
    act: str

    def tell(self) -> Telling:
        """Its choice."""
        return Telling(about=f"{self.kind}.{self.act}", facts=self.facts(), pieces=(self.unit, self.by))


class Responded(CeltosEvent, frozen=True, kw_only=True, tag="celtos.responded"):
    """A unit tries its response of this turn: return-fire, counter-charge or evade (CEL-REA-16)."""

    unit: UnitId
    by: UnitId
    response: str

    def fold(self, state: State) -> State:
        """It has the Responded marker, whatever the check says."""
        return state.with_unit(self.unit, responded=True)

    def tell(self) -> Telling:
        """Which response, to whom."""
        return Telling(about=f"{self.kind}.{self.response}", facts=self.facts(), pieces=(self.unit, self.by))
