"""What happens after a rout: advances, pursuits and what they reach (DAI-PUR)."""

from __future__ import annotations

from app.engine.system import Telling
from app.systems.daimyo.event import DaimyoEvent
from app.systems.daimyo.state import State, UnitId


class AfterRout(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.after-rout"):
    """What a winner does once its enemy has fled: hold, advance or pursue (DAI-PUR-04)."""

    unit: UnitId
    target: UnitId
    choice: str

    def tell(self) -> Telling:
        """The choice."""
        return Telling(about=f"{self.kind}.{self.choice}", facts=self.facts(), pieces=(self.unit,))


class PursuitRolled(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.pursuit-rolled"):
    """How far a unit pursues, in 1/100 mm (DAI-PUR-06); it counts as pursuing to the end of turn ``until``."""

    unit: UnitId
    target: UnitId
    face: int
    distance: int
    until: int

    def fold(self, state: State) -> State:
        """It pursues."""
        return state.with_unit(self.unit, pursuing_until=self.until)

    def tell(self) -> Telling:
        """The die and the distance."""
        pieces = (self.unit, self.target)
        return Telling(about=self.kind, facts=self.facts(), faces=((self.face,),), weight="roll", pieces=pieces)


class PursuitMet(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.pursuit-met"):
    """A pursuer ran into a fresh enemy; it has fought for this turn (DAI-PUR-09)."""

    unit: UnitId
    target: UnitId

    def fold(self, state: State) -> State:
        """They are in contact, and none of the pursuer's stands fights again this turn."""
        unit = state.units[self.unit]
        met = (*unit.pursued_into, *(() if self.target in unit.pursued_into else (self.target,)))
        return state.with_unit(self.unit, pursued_into=met, fought=tuple(range(unit.stands)))

    def tell(self) -> Telling:
        """Who met whom."""
        return Telling(about=self.kind, facts=self.facts(), pieces=(self.unit, self.target))


class PursuitAttack(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.pursuit-attack"):
    """A unit caught routers and strikes at their backs (DAI-PUR-08); ``stands`` is how many of it strike."""

    unit: UnitId
    target: UnitId
    stands: int

    def tell(self) -> Telling:
        """Who strikes whom."""
        return Telling(about=self.kind, facts=self.facts(), weight="roll", pieces=(self.unit, self.target))


class FollowedUp(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.followed-up"):
    """A unit went after one it pushed back; the melee goes on (DAI-PUR-02)."""

    unit: UnitId
    target: UnitId

    def fold(self, state: State) -> State:
        """It counts as following up in their next round."""
        return state.with_pair(self.unit, self.target, following=self.unit)

    def tell(self) -> Telling:
        """Who after whom."""
        return Telling(about=self.kind, facts=self.facts(), pieces=(self.unit, self.target))
