"""What happens in a turn."""

from __future__ import annotations

from app.engine.events import Seat
from app.engine.told import EndEvent, GivenUpEvent
from blank_game.event import BlankEvent
from blank_game.state import State


class Thrown(BlankEvent, frozen=True, kw_only=True, tag="blank.thrown"):
    """A player threw, and has so many points now (BLA-TRN-02)."""

    seat: Seat
    face: int
    points: int

    def fold(self, state: State) -> State:
        """The points stand."""
        return state.with_side(self.seat, points=self.points)


class StoodBy(BlankEvent, frozen=True, kw_only=True, tag="blank.stood-by"):
    """A player stood by (BLA-TRN-01)."""

    seat: Seat


class TurnEnded(BlankEvent, frozen=True, kw_only=True, tag="blank.turn-ended"):
    """A turn is over (BLA-TRN-01)."""

    turn: int

    def fold(self, state: State) -> State:
        """It is counted."""
        return state.with_(turn=self.turn)


class GameOver(EndEvent, BlankEvent, frozen=True, kw_only=True, tag="blank.game-over"):
    """The game is over (BLA-TRN-03)."""


class GivenUp(GivenUpEvent, BlankEvent, frozen=True, kw_only=True, tag="blank.given-up"):
    """A player gave up (BLA-TRN-04)."""
