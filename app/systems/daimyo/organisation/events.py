"""Hits, stands and units lost, leaders struck down or carried to safety, guns that change hands."""

from __future__ import annotations

from msgspec.structs import replace

from app.engine.events import Seat
from app.engine.geometry import Point
from app.engine.system import Telling
from app.systems.daimyo.book import table
from app.systems.daimyo.event import DaimyoEvent
from app.systems.daimyo.state import Leader, State, UnitId

SAVED = "saved"
"""The fate of a unit that left by an exit: it is not lost."""
EACH: dict[str, int] = {
    "troops": table("organisation")["hits"]["stand"],
    "gun": table("guns")["artillery"]["hits"],
    "hq": table("organisation")["hq"]["hits"],
}
"""So many hits remove a stand, a gun or a headquarters (DAI-ORG-20, DAI-ART-12, DAI-ORG-27)."""


class HitsTaken(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.hits-taken"):
    """A unit took hits; ``carried`` of all its hits cost no stand yet (DAI-ORG-20).

    ``how``: fire, melee or pursuit.  ``by`` is the unit that struck.
    """

    unit: UnitId
    by: str
    how: str
    hits: int
    carried: int

    def fold(self, state: State) -> State:
        """It carries these hits; a campaign remembers which unit removed the stands."""
        state = self.credited(state)
        if self.how == "fire":
            return state.with_unit(self.unit, hits=self.carried, hit_by_fire=True)
        return state.with_unit(self.unit, hits=self.carried)

    def credited(self, state: State) -> State:
        """With one more for the unit that struck, for every stand that falls."""
        unit = state.units[self.unit]
        fallen = min((unit.hits + self.hits) // EACH[unit.kind], unit.stands)
        return state.with_credit(self.by, fallen) if fallen else state

    def tell(self) -> Telling:
        """How many, and how many it carries on."""
        return Telling(about=self.kind, facts=self.facts(), pieces=(self.unit,))


class StandLost(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.stand-lost"):
    """The last stand of the rearmost rank went (DAI-ORG-20, DAI-ORG-21).

    ``stands`` are left, in ``files`` with the middle of the front edge at ``at``; no other stand moves.
    """

    unit: UnitId
    stands: int
    files: int
    at: Point
    this_turn: int

    def fold(self, state: State) -> State:
        """The stands that are left."""
        return state.with_unit(self.unit, stands=self.stands, files=self.files, at=self.at,
                               lost_this_turn=self.this_turn)  # fmt: skip

    def tell(self) -> Telling:
        """Which unit, and what is left of it."""
        return Telling(about=self.kind, facts=self.facts(), pieces=(self.unit, f"{self.unit}-{self.stands + 1}"))


class UnitLost(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.unit-lost"):
    """A unit is off the table for good (DAI-ORG-22).

    ``fate``: destroyed, dispersed, captured, left or saved.  ``weight`` and ``number`` are added to what its side has
    lost (DAI-SCN-01, DAI-INI-08); both are 0 for a saved unit.
    """

    unit: UnitId
    seat: Seat
    fate: str
    stands: int
    weight: int
    number: int

    def fold(self, state: State) -> State:
        """It is gone, and its side counts it."""
        side = state.side(self.seat)
        by = self.seat if self.number else state.units[self.unit].lost_by
        state = state.with_unit(self.unit, fate=self.fate, stands=self.stands, lost_by=by, building="")
        if self.fate == SAVED:
            with_it = state.leaders_with(self.unit)
            gone: dict[str, Leader] = {m.id: replace(m, fate=SAVED, attached=UnitId("")) for m in with_it}
            state = state.with_(leaders={**state.leaders, **gone})
        return state.with_side(self.seat, lost=side.lost + self.weight, units_lost=side.units_lost + self.number)

    def tell(self) -> Telling:
        """Which unit and how it went."""
        return Telling(about=f"{self.kind}.{self.fate}", facts=self.facts(), pieces=(self.unit,))
