"""What happens around orders: activations, the orders themselves, Reaction markers, responses."""

from __future__ import annotations

from msgspec.structs import replace

from app.engine.events import Seat
from app.engine.system import Telling
from app.systems.celtos.event import CeltosEvent
from app.systems.celtos.state import Model, ModelId, State, UnitId


class UnitActivated(CeltosEvent, frozen=True, kw_only=True, tag="celtos.unit-activated"):
    """A player activates one of his units (CEL-ACT-01)."""

    unit: UnitId
    seat: Seat

    def fold(self, state: State) -> State:
        """It is the active unit and has no orders yet."""
        return state.with_(active=self.unit).with_unit(self.unit, orders=())

    def tell(self) -> Telling:
        """Whose unit it is."""
        return Telling(about=self.kind, facts=self.facts(), weight="roll", pieces=(self.unit,))


class OrderGiven(CeltosEvent, frozen=True, kw_only=True, tag="celtos.order-given"):
    """The active unit was given an order (CEL-ORD-01).

    ``orders`` are all of this activation, ``target`` an enemy unit or empty.
    """

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


class ActivationEnded(CeltosEvent, frozen=True, kw_only=True, tag="celtos.activation-ended"):
    """An activation is over; the go passes to ``go`` (CEL-ACT-01)."""

    unit: UnitId
    go: Seat

    def fold(self, state: State) -> State:
        """The unit is activated, nobody is active, and it is the next player's go."""
        return state.with_(active=None, go=self.go).with_unit(self.unit, activated=True, orders=())

    def tell(self) -> Telling:
        """Not worth a line where much happens."""
        return Telling(about=self.kind, facts=self.facts(), weight="quiet", pieces=(self.unit,))


class UnitWaits(CeltosEvent, frozen=True, kw_only=True, tag="celtos.unit-waits"):
    """A unit stays off the table and enters later; ``go`` is who sets up next (CEL-ACT-11)."""

    seat: Seat
    unit: UnitId
    go: Seat

    def fold(self, state: State) -> State:
        """The unit waits."""
        return state.with_unit(self.unit, waiting=True).with_(go=self.go)


class UnitLeftOut(CeltosEvent, frozen=True, kw_only=True, tag="celtos.unit-left-out"):
    """No place was left for a unit: it was never on the table (CEL-ACT-11)."""

    unit: UnitId
    models: tuple[ModelId, ...]

    def fold(self, state: State) -> State:
        """The unit counts as destroyed."""
        gone: dict[str, Model] = {id: replace(state.models[id], fate="defeated") for id in self.models}
        models = {**state.models, **gone}
        return state.with_(models=models).with_unit(self.unit, fate="destroyed")
