"""What happens when a unit goes for another: the charge, or an assault that came to nothing."""

from __future__ import annotations

from app.engine.system import Telling
from app.systems.celtos.event import CeltosEvent
from app.systems.celtos.state import State, UnitId


class AssaultEvent(CeltosEvent, frozen=True, kw_only=True):
    """Something between a unit and the unit it goes for."""

    unit: UnitId
    target: UnitId

    def tell(self) -> Telling:
        """Who and whom."""
        return Telling(about=self.kind, facts=self.facts(), pieces=(self.unit, self.target))


class Charged(AssaultEvent, frozen=True, kw_only=True, tag="celtos.charged"):
    """An assault brought a unit into contact with the unit it named: it has charged (CEL-ASL-09).

    ``into``: for each unit concerned, the enemies whose contact it reached by charging or counter-charging.
    """

    into: dict[str, tuple[UnitId, ...]]

    def fold(self, state: State) -> State:
        """It has its Charged marker, and it is known who came at whom."""
        for id, units in self.into.items():
            state = state.with_unit(id, charged_into=units)
        return state.with_unit(self.unit, charged=True)


class AssaultFellShort(AssaultEvent, frozen=True, kw_only=True, tag="celtos.assault-fell-short"):
    """After the responses no model could reach contact (CEL-ASL-10).  ``gap``: how far off the target is."""

    gap: int


class CounterCharged(CeltosEvent, frozen=True, kw_only=True, tag="celtos.counter-charged"):
    """A unit moved on a passed counter-charge check and has its Charged marker (CEL-ASL-09)."""

    unit: UnitId
    by: UnitId

    def fold(self, state: State) -> State:
        """It has counter-charged."""
        return state.with_unit(self.unit, charged=True)
