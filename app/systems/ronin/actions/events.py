"""What happens in the Action Phase, and to the things models carry."""

from __future__ import annotations

from msgspec.structs import replace

from app.engine.geometry import Point
from app.engine.system import Telling
from app.systems.ronin.event import ActionEvent
from app.systems.ronin.state import Body, Horse, ModelId, State


class Reloaded(ActionEvent, frozen=True, kw_only=True, tag="ronin.reloaded"):
    """A teppo is loaded again (RON-ACT-02)."""

    def fold(self, state: State) -> State:
        """It may be fired."""
        return state.with_model(self.model, loaded=True)


class Looted(ActionEvent, frozen=True, kw_only=True, tag="ronin.looted"):
    """A model took the loot of a body (RON-ACT-12)."""

    body: str
    of: ModelId
    loot: int

    def fold(self, state: State) -> State:
        """It carries the token; the body has none."""
        return state.with_model(self.model, loot=self.loot).with_(bodies=stripped(state.bodies, self.body, "loot"))


class HeadTaken(ActionEvent, frozen=True, kw_only=True, tag="ronin.head-taken"):
    """A model took the head of a body (RON-ACT-12)."""

    body: str
    of: ModelId
    rank: int
    heads: tuple[int, ...]

    def fold(self, state: State) -> State:
        """It carries the head; the body has none."""
        return state.with_model(self.model, heads=self.heads).with_(bodies=stripped(state.bodies, self.body, "head"))


class PickedUp(ActionEvent, frozen=True, kw_only=True, tag="ronin.picked-up"):
    """A model took an object; ``giver`` is the friend who carried it, if any (RON-ACT-13, RON-SCN-32)."""

    item: str
    giver: str = ""

    def fold(self, state: State) -> State:
        """It carries the object."""
        if self.giver:
            left = tuple(o for o in state.model(self.giver).objects if o != self.item)
            state = state.with_model(self.giver, objects=left)
        state = state.with_model(self.model, objects=(*state.model(self.model).objects, self.item))
        return state.with_(items=tuple(replace(i, carrier=self.model) if i.id == self.item else i for i in state.items))

    def tell(self) -> Telling:
        """From the ground or out of a friend's hands."""
        about = "ronin.taken-over" if self.giver else self.kind
        return Telling(about=about, facts=self.facts(), pieces=(self.model, *((self.giver,) if self.giver else ())))


class GotOn(ActionEvent, frozen=True, kw_only=True, tag="ronin.mounted"):
    """A model mounted its horse and stands where that stood (RON-ACT-14)."""

    at: Point

    def fold(self, state: State) -> State:
        """It is a rider."""
        horses = tuple(h for h in state.horses if h.rider != self.model)
        return state.with_model(self.model, at=self.at, mounted=True).with_(horses=horses)


class GotOff(ActionEvent, frozen=True, kw_only=True, tag="ronin.dismounted"):
    """A rider stands on foot beside its horse (RON-ACT-14)."""

    at: Point
    horse: Point

    def fold(self, state: State) -> State:
        """The horse stays as a marker."""
        horses = (*state.horses, Horse(self.model, self.horse))
        return state.with_model(self.model, at=self.at, mounted=False).with_(horses=horses)


class Rested(ActionEvent, frozen=True, kw_only=True, tag="ronin.rested"):
    """A model Rested (RON-ACT-15)."""

    def fold(self, state: State) -> State:
        """It has its bonus in this End Phase."""
        return state.with_model(self.model, rested=True)


def stripped(bodies: tuple[Body, ...], id: str, what: str) -> tuple[Body, ...]:
    """The markers with one token taken; a body with neither left is gone (RON-ACT-12)."""
    left = (replace(b, **{what: False}) if b.id == id else b for b in bodies)
    return tuple(b for b in left if b.loot or b.head)
