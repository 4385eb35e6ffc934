"""What the scenarios make happen: tokens held, granaries burnt, rites, a captive freed."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from app.engine.events import Seat
from app.engine.geometry import Point
from app.engine.modifiers import Line
from app.engine.refusals import Fact
from app.engine.system import Outcome, Telling
from app.engine.told import EndEvent
from app.systems.celtos.event import CeltosEvent
from app.systems.celtos.setup.events import GroundLaid
from app.systems.celtos.state import Model, ModelId, State, Unit, UnitId


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
    """The captive has gone with the unit it moves with (CEL-SCN-05)."""

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


class Scored(CeltosEvent, frozen=True, kw_only=True, tag="celtos.scored"):
    """The battle points of a side at the end, line by line (CEL-VIC-01)."""

    seat: Seat
    points: int
    lines: tuple[Line, ...] = ()

    def tell(self) -> Telling:
        """The points and what they are made of."""
        return Telling(about=self.kind, facts=self.facts(), lines=self.lines, total=self.points)


class GameOver(EndEvent, CeltosEvent, frozen=True, kw_only=True, tag="celtos.game-over"):
    """The battle has ended (CEL-VIC-02)."""


class Conceded(CeltosEvent, frozen=True, kw_only=True, tag="celtos.conceded"):
    """A player gave up: all units left to him are lost; no outcome while others fight on (CEL-VIC-03)."""

    seat: Seat
    units: tuple[UnitId, ...]
    models: tuple[ModelId, ...]
    outcome: Outcome | None = None
    go: Seat | None = None

    def fold(self, state: State) -> State:
        """His units are gone; what was being activated is no longer."""
        fallen: dict[str, Model] = {id: replace(state.models[id], fate="defeated") for id in self.models}
        lost: dict[str, Unit] = {id: replace(state.units[id], fate="defeated", waiting=False) for id in self.units}
        models, units = {**state.models, **fallen}, {**state.units, **lost}
        return state.with_(models=models, units=units, outcome=self.outcome, active=None, go=self.go)

    def tell(self) -> Telling:
        """Who gave up."""
        return Telling(about=self.kind, facts={"seat": self.seat}, weight="turn")


class EnvoyJoined(CeltosEvent, frozen=True, kw_only=True, tag="celtos.envoy-joined"):
    """The envoy goes with the escort (CEL-SCN-04)."""

    seat: Seat
    unit: Unit
    model: Model

    def fold(self, state: State) -> State:
        """The envoy is the last Individual of the escort's list."""
        units = {**state.units, self.unit.id: self.unit}
        models = {**state.models, self.model.id: self.model}
        return state.with_(
            units={u.id: u for seat in state.seats for u in units.values() if u.seat == seat},
            models={m.id: m for seat in state.seats for m in models.values() if m.seat == seat},
        )


class GranaryPlaced(GroundLaid, frozen=True, kw_only=True, tag="celtos.granary-placed"):
    """The defender has put a granary down (CEL-SCN-03)."""

    seat: Seat

    def tell(self) -> Telling:
        """Who put it there."""
        return Telling(about=self.kind, facts={"seat": self.seat}, pieces=tuple(t.id for t in self.tokens))


class DearestNamed(CeltosEvent, frozen=True, kw_only=True, tag="celtos.dearest-named"):
    """A player has named which of his equally dear Individuals is the dearest (CEL-VIC-01)."""

    seat: Seat
    unit: UnitId

    def fold(self, state: State) -> State:
        """It is known which."""
        return state.with_side(self.seat, dearest=self.unit)


class EdgesAssigned(CeltosEvent, frozen=True, kw_only=True, tag="celtos.edges-assigned"):
    """The ambusher has secretly given each unit an edge (CEL-SCN-06)."""

    seat: Seat
    edges: dict[str, str]

    def fold(self, state: State) -> State:
        """The assignment is kept; nobody else sees it."""
        return state.with_(zones={**state.zones, "assigned": self.edges})


class EdgesShown(CeltosEvent, frozen=True, kw_only=True, tag="celtos.edges-shown"):
    """The assignment of the ambusher is shown to all (CEL-SCN-06)."""

    reveals: ClassVar[bool] = True
    seat: Seat
    edges: dict[str, str]

    def fold(self, state: State) -> State:
        """The assignment is open."""
        return state.with_(zones={**state.zones, "assigned": self.edges, "shown": True})

    def tell(self) -> Telling:
        """How many come from where."""
        counts: dict[str, Fact] = {
            edge: sum(e == edge for e in self.edges.values()) for edge in ("north", "south", "east", "west")
        }
        return Telling(about=self.kind, facts={"seat": self.seat, **counts}, pieces=tuple(self.edges))
