"""The state of a game: values only, changed by folding events."""

from __future__ import annotations

from msgspec import Struct

from app.engine.battles import Battle
from app.engine.events import Seat
from app.engine.geometry import Point
from app.engine.system import Outcome


class Side(Struct, frozen=True, kw_only=True):
    """A player: where the counter stands, and the points."""

    seat: Seat
    at: Point
    points: int = 0


class State(Battle[Side], frozen=True, kw_only=True, dict=True):
    """A game; ``turn`` counts its turns."""

    turn: int = 0
    outcome: Outcome | None = None
