"""What blows do."""

from __future__ import annotations

from app.engine.dice import Faces
from app.engine.events import Seat
from app.engine.modifiers import Line
from app.engine.system import Telling
from iai_duel.event import IaiEvent
from iai_duel.state import State


class Struck(IaiEvent, frozen=True, kw_only=True, tag="iai.struck"):
    """A duellist struck (IAI-BLW-02): his die, what was added, what it came to."""

    seat: Seat
    faces: Faces
    lines: tuple[Line, ...]
    total: int

    def tell(self) -> Telling:
        """The die with its lines."""
        return Telling(about=self.kind, facts={"seat": self.seat, "total": self.total}, faces=(self.faces,),
                       lines=self.lines, total=self.total, weight="roll")  # fmt: skip


class Wounded(IaiEvent, frozen=True, kw_only=True, tag="iai.wounded"):
    """A duellist has so many wounds now (IAI-BLW-04)."""

    seat: Seat
    wounds: int

    def fold(self, state: State) -> State:
        """He has them."""
        return state.with_side(self.seat, wounds=self.wounds)


class ExchangeDone(IaiEvent, frozen=True, kw_only=True, tag="iai.exchange-done"):
    """An exchange is over (IAI-BLW-01)."""

    def fold(self, state: State) -> State:
        """The initiative comes next."""
        return state.with_(phase="blows")
