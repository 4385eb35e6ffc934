"""What happens to the duel as a whole."""

from __future__ import annotations

from app.engine.events import Seat
from app.engine.told import EndEvent, GivenUpEvent
from iai_duel.event import IaiEvent
from iai_duel.state import State


class InitiativeTaken(IaiEvent, frozen=True, kw_only=True, tag="iai.initiative-taken"):
    """Both threw for the initiative, and one has it (IAI-YRD-05)."""

    seat: Seat
    faces: dict[str, int]

    def fold(self, state: State) -> State:
        """The first exchange begins."""
        return state.with_(first=self.seat, turn=1, phase="initiative")


class InitiativePassed(IaiEvent, frozen=True, kw_only=True, tag="iai.initiative-passed"):
    """The next exchange begins, and the other has the initiative (IAI-YRD-05)."""

    seat: Seat
    turn: int

    def fold(self, state: State) -> State:
        """Nobody has a stance."""
        for seat in state.seats:
            state = state.with_side(seat, stance="", still=False)
        return state.with_(first=self.seat, turn=self.turn, phase="initiative")


class DuelEnded(EndEvent, IaiEvent, frozen=True, kw_only=True, tag="iai.duel-ended"):
    """The duel is over (IAI-YRD-06)."""


class GivenUp(GivenUpEvent, IaiEvent, frozen=True, kw_only=True, tag="iai.given-up"):
    """A duellist gave up (IAI-YRD-07)."""
