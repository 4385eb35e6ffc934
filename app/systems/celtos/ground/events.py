"""What is done to the ground: the layout that dice drew."""

from __future__ import annotations

from app.engine.dice import Faces
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.engine.table import Table, Terrain
from app.systems.celtos.event import CeltosEvent
from app.systems.celtos.state import State


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
