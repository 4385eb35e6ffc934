"""What happens before the first turn: the ground, edges and roles, tokens, deployment."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from app.engine.dice import Faces
from app.engine.events import Seat
from app.engine.geometry import Point
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.engine.table import Table, Terrain
from app.systems.celtos.events.base import CeltosEvent
from app.systems.celtos.state import Model, ModelId, State, Token, Unit, UnitId


class StageDone(CeltosEvent, frozen=True, kw_only=True, tag="celtos.stage-done"):
    """A stage of the set-up is finished."""

    stage: str

    def fold(self, state: State) -> State:
        """The stage counts as done."""
        return state.with_(stage=self.stage)

    def tell(self) -> Telling:
        """A quiet line."""
        return Telling(about=self.kind, facts=self.facts(), weight="quiet")


class TerrainDrawn(CeltosEvent, frozen=True, kw_only=True, tag="celtos.terrain-drawn"):
    """A random layout lies on the table: one die a piece for its kind, the others for the places (CEL-TER-10)."""

    faces: Faces
    places: Faces
    pieces: tuple[Terrain, ...]

    def fold(self, state: State) -> State:
        """The pieces lie there, and none else."""
        return state.with_(table=Table(state.table.width, state.table.depth, self.pieces))

    def tell(self) -> Telling:
        """The dice of the kinds and how many pieces lie there."""
        facts: dict[str, Fact] = {"number": len(self.pieces)}
        return Telling(about=self.kind, facts=facts, faces=(self.faces,), weight="roll")


class LayoutJudged(CeltosEvent, frozen=True, kw_only=True, tag="celtos.layout-judged"):
    """A player took the layout or used the one veto (CEL-SET-08)."""

    seat: Seat
    veto: bool

    def fold(self, state: State) -> State:
        """A veto is spent."""
        return state.with_side(self.seat, vetoed=True) if self.veto else state

    def tell(self) -> Telling:
        """Who, and what."""
        about = f"{self.kind}.veto" if self.veto else self.kind
        return Telling(about=about, facts=self.facts())


class EdgeTaken(CeltosEvent, frozen=True, kw_only=True, tag="celtos.edge-taken"):
    """A player has an edge; ``go`` is who is next to do something."""

    seat: Seat
    edge: str
    go: Seat

    def fold(self, state: State) -> State:
        """The edge is this side's."""
        return state.with_side(self.seat, edge=self.edge).with_(go=self.go)


class RoleTaken(CeltosEvent, frozen=True, kw_only=True, tag="celtos.role-taken"):
    """A player has a role, and the edge that goes with it, if any (CEL-SET-10)."""

    seat: Seat
    role: str
    edge: str = ""

    def fold(self, state: State) -> State:
        """The role is this side's."""
        return state.with_side(self.seat, role=self.role, edge=self.edge)


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


class GroundLaid(CeltosEvent, frozen=True, kw_only=True, tag="celtos.ground-laid"):
    """The scenario's own ground and tokens lie there; ``removed`` are pieces that were in their way (CEL-SET-10)."""

    pieces: tuple[Terrain, ...] = ()
    tokens: tuple[Token, ...] = ()
    removed: tuple[str, ...] = ()

    def fold(self, state: State) -> State:
        """The pieces in the way are gone, the scenario's lie there."""
        kept = tuple(p for p in state.table.pieces if p.id not in self.removed)
        board = Table(state.table.width, state.table.depth, (*kept, *self.pieces))
        return state.with_(table=board, tokens=(*state.tokens, *self.tokens))

    def tell(self) -> Telling:
        """How much lies there and how much was taken off."""
        facts: dict[str, Fact] = {"number": len(self.pieces) + len(self.tokens), "removed": len(self.removed)}
        return Telling(about=self.kind, facts=facts)


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


class UnitDeployed(CeltosEvent, frozen=True, kw_only=True, tag="celtos.unit-deployed"):
    """A unit stands on the table; ``go`` is who sets up next."""

    seat: Seat
    unit: UnitId
    places: dict[str, Point]
    go: Seat

    def fold(self, state: State) -> State:
        """Its models stand there; the unit is remembered as the last its side put down."""
        last = {**state.zones, f"last-{self.seat}": self.unit}
        return state.with_places(self.places).with_(go=self.go, zones=last)

    def tell(self) -> Telling:
        """Which unit."""
        return Telling(about=self.kind, facts={"seat": self.seat, "unit": self.unit}, pieces=(self.unit,))


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
