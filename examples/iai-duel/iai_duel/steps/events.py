"""What happens in steps."""

from __future__ import annotations

from app.engine.events import Seat
from app.engine.geometry import Point
from iai_duel.event import IaiEvent
from iai_duel.state import State


class Stepped(IaiEvent, frozen=True, kw_only=True, tag="iai.stepped"):
    """A duellist went along a path and stands at its end (IAI-STP-02)."""

    seat: Seat
    path: tuple[Point, ...]
    length: int

    def fold(self, state: State) -> State:
        """He stands there."""
        return state.with_side(self.seat, at=self.path[-1], still=False)


class Stood(IaiEvent, frozen=True, kw_only=True, tag="iai.stood"):
    """A duellist stands still (IAI-STP-03)."""

    seat: Seat

    def fold(self, state: State) -> State:
        """He has not moved in this exchange."""
        return state.with_side(self.seat, still=True)


class StepsDone(IaiEvent, frozen=True, kw_only=True, tag="iai.steps-done"):
    """Both have stepped (IAI-STP-01)."""

    def fold(self, state: State) -> State:
        """Stances come next."""
        return state.with_(phase="steps")
