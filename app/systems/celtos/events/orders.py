"""What happens around orders: activations, the orders themselves, Reaction markers, responses."""

from __future__ import annotations

from app.engine.events import Seat
from app.engine.system import Telling
from app.systems.celtos.events.base import CeltosEvent
from app.systems.celtos.state import State, UnitId


class UnitActivated(CeltosEvent, frozen=True, kw_only=True, tag="celtos.unit-activated"):
    """A player activates one of his units."""

    unit: UnitId
    seat: Seat

    def fold(self, state: State) -> State:
        """It is the active unit and has no orders yet."""
        return state.with_(active=self.unit).with_unit(self.unit, orders=())

    def tell(self) -> Telling:
        """Whose unit it is."""
        return Telling(about=self.kind, facts=self.facts(), weight="roll", pieces=(self.unit,))


class OrderGiven(CeltosEvent, frozen=True, kw_only=True, tag="celtos.order-given"):
    """The active unit was given an order; ``orders`` are all of this activation, ``target`` an enemy unit or empty."""

    unit: UnitId
    order: str
    target: str = ""
    orders: tuple[str, ...]

    def fold(self, state: State) -> State:
        """The order counts as given."""
        return state.with_unit(self.unit, orders=self.orders)

    def tell(self) -> Telling:
        """Which order, and at whom; that a unit is in Reaction is told by its marker."""
        about = f"{self.kind}.{self.order}" + (".target" if self.target else "")
        weight = "quiet" if self.order == "reaction" else "deed"
        pieces = tuple(p for p in (self.unit, self.target) if p)
        return Telling(about=about, facts=self.facts(), weight=weight, pieces=pieces)


class OrderLost(CeltosEvent, frozen=True, kw_only=True, tag="celtos.order-lost"):
    """An order was spent without effect: after a Reaction it could no longer be carried out (CEL-REA-09)."""

    unit: UnitId
    order: str
    target: str
    why: str

    def tell(self) -> Telling:
        """Which order, and why."""
        return Telling(about=f"{self.kind}.{self.order}", facts=self.facts(), pieces=(self.unit,))


class ActivationEnded(CeltosEvent, frozen=True, kw_only=True, tag="celtos.activation-ended"):
    """An activation is over; the go passes to ``go``."""

    unit: UnitId
    go: Seat

    def fold(self, state: State) -> State:
        """The unit is activated, nobody is active, and it is the next player's go."""
        return state.with_(active=None, go=self.go).with_unit(self.unit, activated=True, orders=())

    def tell(self) -> Telling:
        """Not worth a line where much happens."""
        return Telling(about=self.kind, facts=self.facts(), weight="quiet", pieces=(self.unit,))


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


class CounterCharged(CeltosEvent, frozen=True, kw_only=True, tag="celtos.counter-charged"):
    """A unit moved on a passed counter-charge check and has its Charged marker (CEL-ASL-09)."""

    unit: UnitId
    by: UnitId

    def fold(self, state: State) -> State:
        """It has counter-charged."""
        return state.with_unit(self.unit, charged=True)


EVENTS: tuple[type[CeltosEvent], ...] = (
    UnitActivated, OrderGiven, OrderLost, ActivationEnded, ReactionReadied, ReactionLost, ReactionUsed, Reacted,
    Responded, CounterCharged,
)  # fmt: skip
