"""The state of a duel: values only, changed by folding events."""

from __future__ import annotations

from msgspec import Struct

from app.engine.battles import Battle
from app.engine.events import Seat
from app.engine.geometry import Base, Point
from app.engine.system import Outcome
from iai_duel.book import cm, table

NEXT = {"": "initiative", "initiative": "steps", "steps": "stances", "stances": "blows", "blows": "initiative"}
"""The phase after each (IAI-YRD-04)."""
RADIUS = cm(table("yard")["base"]["across"]) // 2


class Side(Struct, frozen=True, kw_only=True):
    """A duellist: his school, where he stands, what he has suffered and what he chose last."""

    seat: Seat
    school: str
    at: Point
    wounds: int = 0
    stance: str = ""
    still: bool = False

    @property
    def base(self) -> Base:
        """Where his base stands."""
        return Base(self.at, RADIUS)


class State(Battle[Side], frozen=True, kw_only=True, dict=True):
    """A duel.  ``turn`` counts its exchanges; ``first`` has the initiative."""

    turn: int = 0
    phase: str = ""
    first: Seat | None = None
    outcome: Outcome | None = None

    def in_order(self) -> tuple[Side, Side]:
        """Both, who has the initiative first."""
        first = self.first or self.seats[0]
        return self.side(first), self.side(self.other(first))
