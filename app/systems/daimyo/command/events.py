"""Whether a unit out of command obeys."""

from __future__ import annotations

from app.engine.dice import Faces
from app.engine.modifiers import Line
from app.engine.system import Telling
from app.systems.daimyo.event import DaimyoEvent
from app.systems.daimyo.state import State, UnitId


class ObedienceTested(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.obedience-tested"):
    """A unit out of command rolled whether it moves as told (DAI-OBE-02)."""

    unit: UnitId
    leader: str
    face: int
    lines: tuple[Line, ...]
    total: int
    needed: int
    obeys: bool

    def fold(self, state: State) -> State:
        """It has tested in this activation (DAI-OBE-08)."""
        return state.with_unit(self.unit, obedience="passed" if self.obeys else "failed")

    def tell(self) -> Telling:
        """Die, rating, need."""
        about = f"{self.kind}.{'passed' if self.obeys else 'failed'}"
        faces: tuple[Faces, ...] = ((self.face,),)
        return Telling(about=about, facts={"unit": self.unit, "leader": self.leader}, faces=faces, lines=self.lines,
                       total=self.total, needed=self.needed, weight="roll", pieces=(self.unit,))  # fmt: skip
