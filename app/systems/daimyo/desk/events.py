"""What an umpire changed."""

from __future__ import annotations

from app.engine.geometry import Point
from app.engine.system import Telling
from app.systems.daimyo.event import DaimyoEvent
from app.systems.daimyo.state import LeaderId, State, UnitId


class UnitAmended(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.amended"):
    """An umpire put a unit elsewhere or set its hits or stands; ``field`` is empty for a place.

    ``parted``: the enemies it is no longer in melee with.
    """

    unit: UnitId
    at: Point
    facing: int
    files: int
    stands: int
    hits: int
    building: str
    parted: tuple[UnitId, ...] = ()
    field: str = ""
    value: int = 0

    def fold(self, state: State) -> State:
        """It stands there with so many stands and hits."""
        for foe in self.parted:
            state = state.without_pair(self.unit, foe)
        return state.with_unit(self.unit, at=self.at, facing=self.facing, files=self.files, stands=self.stands,
                               hits=self.hits, building=self.building)  # fmt: skip

    def tell(self) -> Telling:
        """Which unit stands elsewhere, or what was set."""
        about = f"{self.kind}.{'set' if self.field else 'placed'}"
        return Telling(about=about, facts=self.facts(), pieces=(self.unit,))


class LeaderAmended(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.leader-amended"):
    """An umpire put a leader elsewhere; he is with no unit and has no seat."""

    leader: LeaderId
    at: Point

    def fold(self, state: State) -> State:
        """He stands there by himself."""
        return state.with_leader(self.leader, at=self.at, attached=UnitId(""), seated=False)

    def tell(self) -> Telling:
        """Who."""
        return Telling(about=self.kind, facts=self.facts(), pieces=(self.leader,))
