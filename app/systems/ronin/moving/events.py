"""What happens when models move: orders, ways walked, answers to a Withdraw, the river, leaving the table."""

from __future__ import annotations

from msgspec.structs import replace

from app.engine.geometry import Point
from app.engine.paths import Path
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.systems.ronin.event import ActionEvent, RoninEvent
from app.systems.ronin.state import ModelId, State

ENGAGING = ("normal", "ride-by")
"""Ways of moving that may end in contact with an enemy who was not touched before."""


class Moved(RoninEvent, frozen=True, kw_only=True, tag="ronin.moved"):
    """A model walked a path (RON-MOV-13).  ``how``: normal, run, gallop, ride-by, ride-by-2
    or withdraw; ``causes`` halved it.
    """

    model: ModelId
    how: str
    path: Path
    used: int
    allowed: int
    causes: tuple[str, ...] = ()
    touches: tuple[ModelId, ...] = ()
    entered: bool = False
    arriving: int = 0
    """Reserves that may still come on after this one."""

    def fold(self, state: State) -> State:
        """It stands at the end of the path and has moved this turn."""
        how = "ride-by" if self.how == "ride-by-2" else self.how
        moved = state.with_model(self.model, at=self.path[-1], moved=how, fate="")
        seat = state.model(self.model).seat
        return moved.with_side(seat, arriving=self.arriving) if self.entered else moved

    def tell(self) -> Telling:
        """How, how far of how much, and whom it engages."""
        about = "ronin.entered" if self.entered else f"{self.kind}.{self.how}"
        pieces = (self.model, *self.touches)
        facts: dict[str, Fact] = {"model": self.model, "how": self.how, "used": self.used, "allowed": self.allowed}
        if self.touches and (self.entered or self.how in ENGAGING):
            about, facts = f"{about}.contact", {**facts, "enemy": self.touches[0]}
        return Telling(about=about, facts=facts, pieces=pieces)


class WithdrawOrdered(RoninEvent, frozen=True, kw_only=True, tag="ronin.withdraw-ordered"):
    """A model is about to step away from its enemies; each of them answers (RON-MOV-23)."""

    model: ModelId
    path: Path

    def tell(self) -> Telling:
        """Who steps away."""
        return Telling(about=self.kind, facts={"model": self.model}, pieces=(self.model,))


class WithdrawAnswered(RoninEvent, frozen=True, kw_only=True, tag="ronin.withdraw-answered"):
    """An enemy answered a Withdraw: follow, free-attack or nothing (RON-MOV-23)."""

    model: ModelId
    of: ModelId
    answer: str

    def fold(self, state: State) -> State:
        """A free attack is a fact of this turn."""
        return state.with_model(self.model, free_attack=True) if self.answer == "free-attack" else state

    def tell(self) -> Telling:
        """Which answer."""
        facts: dict[str, Fact] = {"model": self.model, "of": self.of}
        weight = "idle" if self.answer == "nothing" else "deed"
        return Telling(about=f"{self.kind}.{self.answer}", facts=facts, weight=weight, pieces=(self.model, self.of))


class Followed(RoninEvent, frozen=True, kw_only=True, tag="ronin.followed"):
    """An enemy went after the model that withdrew; it costs no activation and is no move (RON-MOV-25)."""

    model: ModelId
    of: ModelId
    path: Path
    used: int
    allowed: int
    causes: tuple[str, ...] = ()

    def fold(self, state: State) -> State:
        """It stands at the end of the path."""
        return state.with_model(self.model, at=self.path[-1])

    def tell(self) -> Telling:
        """Who followed whom, how far."""
        return Telling(about=self.kind, facts=self.facts(), pieces=(self.model, self.of))


class FollowFailed(RoninEvent, frozen=True, kw_only=True, tag="ronin.follow-failed"):
    """No way leads the follower back into contact (RON-MOV-34)."""

    model: ModelId
    of: ModelId


class LeftTable(RoninEvent, frozen=True, kw_only=True, tag="ronin.left-table"):
    """A model left by an edge (RON-MOV-29): ``fate`` exited as its scenario rewards, or fled by Routing."""

    model: ModelId
    edge: str
    fate: str

    def fold(self, state: State) -> State:
        """It is out of the game."""
        return state.with_model(self.model, fate=self.fate)

    def tell(self) -> Telling:
        """How it left."""
        facts: dict[str, Fact] = {"model": self.model, "edge": self.edge}
        return Telling(about=f"{self.kind}.{self.fate}", facts=facts, pieces=(self.model,))


class Dropped(ActionEvent, frozen=True, kw_only=True, tag="ronin.dropped"):
    """An object fell at its carrier's base (RON-MOV-31)."""

    item: str
    at: Point

    def fold(self, state: State) -> State:
        """It lies on the table."""
        left = tuple(o for o in state.model(self.model).objects if o != self.item)
        items = tuple(replace(i, carrier="", at=self.at) if i.id == self.item else i for i in state.items)
        return state.with_model(self.model, objects=left).with_(items=items)


class FreeAttackTaken(RoninEvent, frozen=True, kw_only=True, tag="ronin.free-attack-taken"):
    """A model strikes one that steps away (RON-MOV-35)."""

    model: ModelId
    target: ModelId
    weapon: str

    def fold(self, state: State) -> State:
        """It has taken a free attack this turn."""
        return state.with_model(self.model, free_attack=True)

    def tell(self) -> Telling:
        """Who strikes at whom, with what."""
        return Telling(about=self.kind, facts=self.facts(), pieces=(self.model, self.target))
