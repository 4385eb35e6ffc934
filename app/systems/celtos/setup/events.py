"""What happens before the first turn: the ground, edges and roles, tokens, deployment."""

from __future__ import annotations

from app.engine.events import Seat
from app.engine.geometry import Point
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.engine.table import Table, Terrain
from app.systems.celtos.event import CeltosEvent
from app.systems.celtos.state import State, Token, UnitId


class StageDone(CeltosEvent, frozen=True, kw_only=True, tag="celtos.stage-done"):
    """A stage of the set-up is finished (CEL-SET-06)."""

    stage: str

    def fold(self, state: State) -> State:
        """The stage counts as done."""
        return state.with_(stage=self.stage)

    def tell(self) -> Telling:
        """A quiet line."""
        return Telling(about=self.kind, facts=self.facts(), weight="quiet")


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
    """A player has an edge; ``go`` is who is next to do something (CEL-SET-06)."""

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


class UnitDeployed(CeltosEvent, frozen=True, kw_only=True, tag="celtos.unit-deployed"):
    """A unit stands on the table; ``go`` is who sets up next (CEL-SET-07)."""

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
