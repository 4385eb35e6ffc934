"""What happens before the first turn."""

from __future__ import annotations

from msgspec.structs import replace

from app.engine.dice import Faces
from app.engine.events import Seat
from app.engine.geometry import Point
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.engine.table import Terrain
from app.systems.ronin.events.base import RoninEvent
from app.systems.ronin.state import ModelId, State


class StageDone(RoninEvent, frozen=True, kw_only=True, tag="ronin.stage-done"):
    """A stage of the set-up is finished."""

    stage: str

    def fold(self, state: State) -> State:
        """The stage counts as done."""
        return state.with_(stage=self.stage)

    def tell(self) -> Telling:
        """A quiet line."""
        return Telling(about=self.kind, facts=self.facts(), weight="quiet")


class LengthSet(RoninEvent, frozen=True, kw_only=True, tag="ronin.length-set"):
    """How many turns the game lasts; the die if it was rolled."""

    turns: int
    faces: Faces = ()

    def fold(self, state: State) -> State:
        """The last turn is known."""
        return state.with_(turns=self.turns)

    def tell(self) -> Telling:
        """The die, if any, and the number."""
        faces = (self.faces,) if self.faces else ()
        return Telling(about=self.kind, facts=self.facts(), faces=faces, weight="roll" if faces else "deed")


class RolesTaken(RoninEvent, frozen=True, kw_only=True, tag="ronin.roles-taken"):
    """Who attacks and who defends; ``left_out`` are models that come only with an attacker (RON-SCN-51)."""

    attacker: Seat
    defender: Seat
    left_out: tuple[ModelId, ...] = ()
    starts: dict[str, int]

    def fold(self, state: State) -> State:
        """Both sides have their roles, and the strength they start with."""
        roles = {self.attacker: "attacker", self.defender: "defender"}
        sides = tuple(replace(s, role=roles[s.seat], start=self.starts[s.seat]) for s in state.sides)
        return state.with_(sides=sides, models={id: m for id, m in state.models.items() if id not in self.left_out})


class WeatherRolled(RoninEvent, frozen=True, kw_only=True, tag="ronin.weather-rolled"):
    """Whether there is weather, and which: the die that asks, then the die of the table."""

    faces: Faces
    weather: str = ""

    def fold(self, state: State) -> State:
        """The weather is known."""
        return state.with_(weather=self.weather)

    def tell(self) -> Telling:
        """The dice and what they brought."""
        about = self.kind if self.weather else f"{self.kind}.none"
        return Telling(about=about, facts=self.facts(), faces=(self.faces,), weight="roll")


class TimeRolled(RoninEvent, frozen=True, kw_only=True, tag="ronin.time-rolled"):
    """Whether it is dusk or night: the die that asks, then the die of the table."""

    faces: Faces
    time_of_day: str = ""

    def fold(self, state: State) -> State:
        """The time of day is known."""
        return state.with_(time_of_day=self.time_of_day)

    def tell(self) -> Telling:
        """The dice and what they brought."""
        about = self.kind if self.time_of_day else f"{self.kind}.none"
        return Telling(about=about, facts=self.facts(), faces=(self.faces,), weight="roll")


class FlowRolled(RoninEvent, frozen=True, kw_only=True, tag="ronin.flow-rolled"):
    """Which way the river flows (RON-SCN-59)."""

    faces: Faces
    flow: str

    def fold(self, state: State) -> State:
        """The flow is known."""
        return state.with_(flow=self.flow)

    def tell(self) -> Telling:
        """The die and the edge."""
        return Telling(about=self.kind, facts=self.facts(), faces=(self.faces,), weight="roll")


class EdgesPaired(RoninEvent, frozen=True, kw_only=True, tag="ronin.edges-paired"):
    """Which pair of edges the sides will have (RON-SCN-24)."""

    faces: Faces
    edges: tuple[str, str]

    def fold(self, state: State) -> State:
        """The pair is known."""
        return state.with_(zones={**state.zones, "edges": list(self.edges)})

    def tell(self) -> Telling:
        """The die and the edges."""
        facts: dict[str, Fact] = {"one": self.edges[0], "other": self.edges[1]}
        return Telling(about=self.kind, facts=facts, faces=(self.faces,), weight="roll")


class TerrainPlaced(RoninEvent, frozen=True, kw_only=True, tag="ronin.terrain-placed"):
    """A player placed a piece of terrain; ``go`` places the next."""

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
    """Both sides have their own edge (RON-MOR-30); ``go`` sets up first."""

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
    """A model was set up; ``go`` sets up the next."""

    model: ModelId
    at: Point
    go: Seat

    def fold(self, state: State) -> State:
        """The model stands on the table."""
        return state.with_model(self.model, fate="", at=self.at).with_(go=self.go)

    def tell(self) -> Telling:
        """Who stands where."""
        return Telling(about=self.kind, facts={"model": self.model}, pieces=(self.model,))
