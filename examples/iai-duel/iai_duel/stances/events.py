"""What happens to stances."""

from __future__ import annotations

from typing import ClassVar

from app.engine.refusals import Fact
from iai_duel.event import IaiEvent
from iai_duel.state import State


class StancesShown(IaiEvent, frozen=True, kw_only=True, tag="iai.stances-shown"):
    """Both have chosen, and all see it (IAI-STN-01).  ``stances``: by seat."""

    reveals: ClassVar[bool] = True
    stances: dict[str, str]

    def fold(self, state: State) -> State:
        """Each has his stance; blows come next."""
        for side in state.sides:
            state = state.with_side(side.seat, stance=self.stances[side.seat])
        return state.with_(phase="stances")

    def facts(self) -> dict[str, Fact]:
        """By seat."""
        return {**self.stances}
