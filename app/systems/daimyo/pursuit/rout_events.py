"""What happens to routing units: they break, run, and are run through."""

from __future__ import annotations

from app.engine.geometry import Polygon
from app.engine.system import Telling
from app.systems.daimyo.event import DaimyoEvent
from app.systems.daimyo.morale.events import OfUnit
from app.systems.daimyo.state import Leg, State, UnitId


class RoutRolled(OfUnit, frozen=True, kw_only=True, tag="daimyo.rout-rolled"):
    """How far a routing unit runs, in 1/100 mm (DAI-PUR-01)."""

    face: int
    distance: int

    def tell(self) -> Telling:
        """The die and the distance."""
        return Telling(about=self.kind, facts=self.facts(), faces=((self.face,),), weight="roll", pieces=(self.unit,))


class RoutMoved(OfUnit, frozen=True, kw_only=True, tag="daimyo.rout-moved"):
    """A rout move was made from footprint to footprint; ``end`` empty: off the table (DAI-PUR-10, DAI-MOV-25).

    ``barred``: it could not run at all (DAI-PUR-16).  ``heading`` in 1/100 degree; ``aside``: how far it lies
    from the ideal one.
    """

    start: Polygon
    end: Polygon
    heading: int
    aside: int = 0
    distance: int = 0
    barred: bool = False

    def fold(self, state: State) -> State:
        """One rout move more, the leaders with it carried along."""
        unit = state.units[self.unit]
        legs = (*unit.legs, Leg(start=self.start, end=self.end))
        for leader in state.leaders_with(self.unit):
            state = state.with_leader(leader.id, ran_with=(*leader.ran_with, self.unit))
        return state.with_unit(self.unit, legs=legs, rout_moves=unit.rout_moves + 1)

    def tell(self) -> Telling:
        """How far it ran, and whether off the table."""
        about = f"{self.kind}.barred" if self.barred else self.kind if self.end else f"{self.kind}.off"
        return Telling(about=about, facts=self.facts(), pieces=(self.unit,))


class RoutersPassed(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.routers-passed"):
    """Routers went through a friendly unit: it has reason 7 at the end of the turn (DAI-PUR-11)."""

    unit: UnitId
    routers: UnitId

    def fold(self, state: State) -> State:
        """It is marked."""
        return state.with_unit(self.unit, passed_through=True)

    def tell(self) -> Telling:
        """Who went through whom."""
        return Telling(about=self.kind, facts=self.facts(), pieces=(self.unit, self.routers))
