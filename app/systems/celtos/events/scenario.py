"""What the scenarios make happen: tokens held, granaries burnt, rites, a captive freed."""

from __future__ import annotations

from app.engine.events import Seat
from app.engine.geometry import Point
from app.engine.system import Telling
from app.systems.celtos.events.base import CeltosEvent
from app.systems.celtos.state import State, UnitId


class TokenHeld(CeltosEvent, frozen=True, kw_only=True, tag="celtos.token-held"):
    """A token has come into other hands; no ``seat``: nobody holds it (CEL-SCN-08)."""

    token: str
    seat: str = ""

    def fold(self, state: State) -> State:
        """It is held by that side."""
        return state.with_token(self.token, held_by=self.seat)

    def tell(self) -> Telling:
        """Who holds it, or that nobody does."""
        about = self.kind if self.seat else f"{self.kind}.nobody"
        return Telling(about=about, facts=self.facts(), pieces=(self.token,))


class TokenScored(CeltosEvent, frozen=True, kw_only=True, tag="celtos.token-scored"):
    """Battle points for what a side holds: ``score`` is its own sum then (CEL-SCN-02, CEL-SCN-06, CEL-SCN-07)."""

    seat: Seat
    number: int
    points: int
    score: int

    def fold(self, state: State) -> State:
        """The sum of the side."""
        return state.with_side(self.seat, score=self.score)


class GranaryLit(CeltosEvent, frozen=True, kw_only=True, tag="celtos.granary-lit"):
    """A granary burns (CEL-SCN-03)."""

    token: str
    unit: UnitId

    def fold(self, state: State) -> State:
        """It is alight."""
        return state.with_token(self.token, alight=True)

    def tell(self) -> Telling:
        """Who lit which."""
        return Telling(about=self.kind, facts=self.facts(), pieces=(self.token, self.unit))


class RiteMade(CeltosEvent, frozen=True, kw_only=True, tag="celtos.rite-made"):
    """The captors have added a rite mark (CEL-SCN-05)."""

    seat: Seat
    marks: int

    def fold(self, state: State) -> State:
        """The marks are counted."""
        return state.with_(marks=self.marks)


class CaptiveFreed(CeltosEvent, frozen=True, kw_only=True, tag="celtos.captive-freed"):
    """A unit has freed the captive, who moves with it from now on (CEL-SCN-05)."""

    token: str
    unit: UnitId

    def fold(self, state: State) -> State:
        """The captive goes with the unit."""
        return state.with_token(self.token, carrier=self.unit, held_by=state.unit(self.unit).seat)

    def tell(self) -> Telling:
        """Which unit."""
        return Telling(about=self.kind, facts=self.facts(), pieces=(self.token, self.unit))


class CaptiveMoved(CeltosEvent, frozen=True, kw_only=True, tag="celtos.captive-moved"):
    """The captive has gone with the unit it moves with."""

    token: str
    at: Point

    def fold(self, state: State) -> State:
        """It stands there."""
        return state.with_token(self.token, at=self.at)

    def tell(self) -> Telling:
        """A quiet line."""
        return Telling(about=self.kind, facts=self.facts(), weight="quiet", pieces=(self.token,))


class CaptiveLeft(CeltosEvent, frozen=True, kw_only=True, tag="celtos.captive-left"):
    """The unit with the captive is gone: captive and shrine token lie where its last model stood (CEL-SCN-05)."""

    token: str
    at: Point

    def fold(self, state: State) -> State:
        """Nobody has the captive."""
        return state.with_token(self.token, at=self.at, carrier="", held_by="")

    def tell(self) -> Telling:
        """Where it lies."""
        return Telling(about=self.kind, facts=self.facts(), pieces=(self.token,))
