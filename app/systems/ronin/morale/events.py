"""What happens to the Morale of a Buntai."""

from __future__ import annotations

from app.engine.dice import Faces
from app.engine.events import Seat
from app.engine.modifiers import Line
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.systems.ronin.event import RoninEvent
from app.systems.ronin.state import State


class MoraleTested(RoninEvent, frozen=True, kw_only=True, tag="ronin.morale-tested"):
    """A Buntai rolled for its Morale (RON-MOR-04).  ``reasons`` are why; ``natural`` is 2 or 12 if the dice decide."""

    seat: Seat
    reasons: tuple[str, ...]
    faces: Faces
    lines: tuple[Line, ...]
    total: int
    rating: int
    passed: bool
    reroll: bool = False

    def tell(self) -> Telling:
        """The dice, every modifier, what was needed, and whether it held."""
        about = f"{self.kind}.{'passed' if self.passed else 'failed'}"
        facts: dict[str, Fact] = {"seat": self.seat, "total": self.total, "rating": self.rating}
        facts["reason"] = self.reasons[0]
        return Telling(
            about=about, facts=facts, faces=(self.faces,), lines=self.lines, total=self.total, needed=self.rating + 1,
            below=True, weight="roll",
        )  # fmt: skip


class MoraleChanged(RoninEvent, frozen=True, kw_only=True, tag="ronin.morale-changed"):
    """The Morale of a Buntai changed (RON-MOR-09)."""

    seat: Seat
    morale: str

    def fold(self, state: State) -> State:
        """The side has its new Morale."""
        return state.with_side(self.seat, morale=self.morale)


class MoraleHeld(RoninEvent, frozen=True, kw_only=True, tag="ronin.morale-held"):
    """A Buntai passed while Steady: nothing changes (RON-MOR-09)."""

    seat: Seat
