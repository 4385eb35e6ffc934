"""What happens before the first turn."""

from __future__ import annotations

from msgspec.structs import replace

from app.engine.dice import Faces
from app.engine.events import Seat
from app.engine.geometry import Point
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.engine.table import Terrain
from app.systems.ronin.event import RoninEvent
from app.systems.ronin.state import ModelId, State


class StageDone(RoninEvent, frozen=True, kw_only=True, tag="ronin.stage-done"):
    """A stage of the set-up is finished: dice, edges, terrain, deployment (RON-SET-10)."""

    stage: str

    def fold(self, state: State) -> State:
        """The stage counts as done."""
        return state.with_(stage=self.stage)

    def tell(self) -> Telling:
        """A quiet line."""
        return Telling(about=self.kind, facts=self.facts(), weight="quiet")


class TerrainPlaced(RoninEvent, frozen=True, kw_only=True, tag="ronin.terrain-placed"):
    """A player placed a piece of terrain (RON-SET-07); ``go`` places the next."""

    seat: Seat
    piece: Terrain
    go: Seat

    def fold(self, state: State) -> State:
        """The piece lies on the table."""
        table = replace(state.table, pieces=(*state.table.pieces, self.piece))
        return state.with_(table=table, go=self.go)

    def tell(self) -> Telling:
        """Who placed what."""
        return Telling(about=self.kind, facts={"seat": self.seat, "kind": self.piece.kind}, pieces=(self.piece.id,))


class EdgesTaken(RoninEvent, frozen=True, kw_only=True, tag="ronin.edges-taken"):
    """Both sides have their own edge (RON-SET-08, RON-MOR-30); ``go`` sets up first."""

    seat: Seat
    edge: str
    other: Seat
    other_edge: str
    go: Seat

    def fold(self, state: State) -> State:
        """The edges are known."""
        sides = tuple(replace(s, edge=self.edge if s.seat == self.seat else self.other_edge) for s in state.sides)
        return state.with_(sides=sides, go=self.go)


class GoalDrawn(RoninEvent, frozen=True, kw_only=True, tag="ronin.goal-drawn"):
    """A side has its minor goal, seen by that side only (RON-SET-13)."""

    seat: Seat
    face: int
    goal: str

    def fold(self, state: State) -> State:
        """The goal is set."""
        return state.with_side(self.seat, goal=self.goal)

    def tell(self) -> Telling:
        """The die and the goal, to its owner."""
        return Telling(about=self.kind, facts=self.facts(), faces=((self.face,),), weight="roll")


class Deployed(RoninEvent, frozen=True, kw_only=True, tag="ronin.deployed"):
    """A model was set up (RON-SET-10); ``go`` sets up the next."""

    model: ModelId
    at: Point
    go: Seat

    def fold(self, state: State) -> State:
        """The model stands on the table."""
        return state.with_model(self.model, fate="", at=self.at).with_(go=self.go)

    def tell(self) -> Telling:
        """Who stands where."""
        return Telling(about=self.kind, facts={"model": self.model}, pieces=(self.model,))


class RolledOff(RoninEvent, frozen=True, kw_only=True, tag="ronin.rolled-off"):
    """Both sides rolled a die for something: ``faces`` in seat order, no winner when level (RON-SET-14)."""

    why: str
    faces: Faces
    seats: tuple[Seat, Seat]
    winner: Seat | None = None

    def fold(self, state: State) -> State:
        """Priority is taken and the winner of the terrain roll goes first; other rolls are told of by what follows."""
        if self.winner is None or self.why not in ("priority", "terrain"):
            return state
        return state.with_(priority=self.winner) if self.why == "priority" else state.with_(go=self.winner)

    def tell(self) -> Telling:
        """Both dice, and who won."""
        facts: dict[str, Fact] = {"why": self.why, "first": self.seats[0], "second": self.seats[1]}
        facts |= {"first_die": self.faces[0], "second_die": self.faces[1]}
        if self.winner is None:
            return Telling(about="ronin.rolled-off.level", facts=facts, faces=(self.faces,), weight="roll")
        return Telling(about=self.kind, facts={**facts, "winner": self.winner}, faces=(self.faces,), weight="roll")
