"""What happens when models move: orders, ways walked, answers to a Withdraw, the river, leaving the table."""

from __future__ import annotations

from app.engine.dice import Faces
from app.engine.events import Seat
from app.engine.modifiers import Line
from app.engine.paths import Path
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.systems.ronin.events.base import RoninEvent
from app.systems.ronin.state import ModelId, State


class Activated(RoninEvent, frozen=True, kw_only=True, tag="ronin.activated"):
    """A model has had its go in this phase; the go passes on (RON-PRI-06, RON-PRI-08)."""

    model: ModelId
    phase: str
    go: Seat

    def fold(self, state: State) -> State:
        """The model is used up for this phase."""
        used = {"acted": True} if self.phase == "action" else {"activated": True}
        return state.with_model(self.model, **used).with_(go=self.go)

    def tell(self) -> Telling:
        """A quiet line."""
        return Telling(about=self.kind, facts={"model": self.model}, weight="quiet", pieces=(self.model,))


class Held(RoninEvent, frozen=True, kw_only=True, tag="ronin.held"):
    """A model did nothing with its activation (RON-PRI-07)."""

    model: ModelId

    def tell(self) -> Telling:
        """A quiet line."""
        return Telling(about=self.kind, facts={"model": self.model}, weight="quiet", pieces=(self.model,))


class Moved(RoninEvent, frozen=True, kw_only=True, tag="ronin.moved"):
    """A model walked a path.  ``how``: normal, run, gallop, ride-by, ride-by-2 or withdraw; ``causes`` halved it."""

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
        return Telling(about=about, facts=facts, pieces=pieces)


class WithdrawOrdered(RoninEvent, frozen=True, kw_only=True, tag="ronin.withdraw-ordered"):
    """A model is about to step away from its enemies; each of them answers (RON-MOV-23)."""

    model: ModelId
    path: Path

    def tell(self) -> Telling:
        """Who steps away."""
        return Telling(about=self.kind, facts={"model": self.model}, pieces=(self.model,))


class WithdrawAnswered(RoninEvent, frozen=True, kw_only=True, tag="ronin.withdraw-answered"):
    """An enemy answered a Withdraw: follow, free-attack or nothing."""

    model: ModelId
    of: ModelId
    answer: str

    def fold(self, state: State) -> State:
        """A free attack is a fact of this turn."""
        return state.with_model(self.model, free_attack=True) if self.answer == "free-attack" else state

    def tell(self) -> Telling:
        """Which answer."""
        facts: dict[str, Fact] = {"model": self.model, "of": self.of}
        weight = "quiet" if self.answer == "nothing" else "deed"
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


class RiverEntered(RoninEvent, frozen=True, kw_only=True, tag="ronin.river-entered"):
    """A model that came into the river rolled a die (RON-TER-07)."""

    model: ModelId
    faces: Faces
    swept: bool

    def tell(self) -> Telling:
        """The die, and whether the current took it."""
        about = f"{self.kind}.{'swept' if self.swept else 'stands'}"
        return Telling(
            about=about, facts={"model": self.model}, faces=(self.faces,), total=sum(self.faces), weight="roll",
            pieces=(self.model,),
        )  # fmt: skip


class Drifted(RoninEvent, frozen=True, kw_only=True, tag="ronin.drifted"):
    """The current swept a model downstream; it is Stunned (RON-TER-07, RON-TER-12)."""

    model: ModelId
    faces: Faces
    path: Path
    length: int
    stunned: int

    def fold(self, state: State) -> State:
        """It lies where the current left it."""
        return state.with_model(self.model, at=self.path[-1], stunned=self.stunned)

    def tell(self) -> Telling:
        """The dice and how far it came."""
        facts: dict[str, Fact] = {"model": self.model, "length": self.length, "stunned": self.stunned}
        return Telling(about=self.kind, facts=facts, faces=(self.faces,), total=sum(self.faces), weight="roll",
                       pieces=(self.model,))  # fmt: skip


class DrowningRolled(RoninEvent, frozen=True, kw_only=True, tag="ronin.drowning-rolled"):
    """A swept model rolled for drowning; from ``needed`` on it is a Critical wound (RON-TER-08)."""

    model: ModelId
    faces: Faces
    lines: tuple[Line, ...]
    total: int
    needed: int

    def tell(self) -> Telling:
        """The die with the weight of the armour."""
        about = f"{self.kind}.{'drowns' if self.total >= self.needed else 'swims'}"
        return Telling(
            about=about, facts={"model": self.model, "total": self.total}, faces=(self.faces,), lines=self.lines,
            total=self.total, needed=self.needed, weight="roll", pieces=(self.model,),
        )  # fmt: skip


class LeftTable(RoninEvent, frozen=True, kw_only=True, tag="ronin.left-table"):
    """A model left by an edge: ``fate`` exited as its scenario rewards, or fled by Routing."""

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


EVENTS: tuple[type[RoninEvent], ...] = (
    Activated, Held, Moved, WithdrawOrdered, WithdrawAnswered, Followed, FollowFailed, RiverEntered, Drifted,
    DrowningRolled, LeftTable,
)  # fmt: skip
