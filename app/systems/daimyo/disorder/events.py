"""How disorder comes and goes."""

from __future__ import annotations

from app.engine.geometry import Point
from app.engine.system import Telling
from app.systems.daimyo.event import DaimyoEvent
from app.systems.daimyo.morale.events import OfUnit
from app.systems.daimyo.state import State, UnitId


class Disordered(OfUnit, frozen=True, kw_only=True, tag="daimyo.disordered"):
    """A unit fell into disorder by one of the six causes (DAI-DIS-02)."""

    cause: int
    turn: int

    def fold(self, state: State) -> State:
        """It bears the marker since this turn."""
        return state.with_unit(self.unit, disordered=True, disordered_since=self.turn)

    def tell(self) -> Telling:
        """Which unit and why."""
        return Telling(about=f"{self.kind}.{self.cause}", facts=self.facts(), pieces=(self.unit,))


class OrderRestored(OfUnit, frozen=True, kw_only=True, tag="daimyo.order-restored"):
    """A unit's disorder marker came off (DAI-DIS-10, DAI-RAL-07)."""

    def fold(self, state: State) -> State:
        """It is in good order, unless it routs."""
        return state.with_unit(self.unit, disordered=False, disordered_since=0)


class PushBlocked(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.push-blocked"):
    """A unit could not be pushed back; those it fought count as following up (DAI-DIS-01, DAI-DIS-15).

    ``why``: unit, ground, edge or walls; ``piece`` is what bars the way, if anything.
    """

    unit: UnitId
    by: tuple[UnitId, ...]
    why: str
    piece: str = ""

    def fold(self, state: State) -> State:
        """Its opponents follow up."""
        for foe in self.by:
            state = state.with_pair(self.unit, foe, following=foe)
        return state

    def tell(self) -> Telling:
        """What bars the way."""
        return Telling(about=f"{self.kind}.{self.why}", facts=self.facts(), pieces=(self.unit,))


class UnitReformed(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.unit-reformed"):
    """A unit has taken a facing and a formation at the end of a turn (DAI-DIS-09, DAI-END-05)."""

    unit: UnitId
    at: Point
    facing: int
    files: int

    def fold(self, state: State) -> State:
        """It stands so."""
        return state.with_unit(self.unit, at=self.at, facing=self.facing, files=self.files)

    def tell(self) -> Telling:
        """Which unit."""
        return Telling(about=self.kind, facts={"unit": self.unit, "files": self.files}, pieces=(self.unit,))
