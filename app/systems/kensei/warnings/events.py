"""What happens to Warning Orders."""

from __future__ import annotations

from typing import ClassVar

from app.engine.events import Seat
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.systems.kensei.army import Warning
from app.systems.kensei.event import KenseiEvent
from app.systems.kensei.state import State


class WarningGiven(KenseiEvent, frozen=True, kw_only=True, tag="kensei.warning-given"):
    """A unit has a Warning Order; only its owner may see this, for the condition is in it (KEN-WRN-19)."""

    unit: str
    warning: Warning

    def fold(self, state: State) -> State:
        """It stands until used or lapsed."""
        return state.with_unit(self.unit, warning=self.warning)

    def tell(self) -> Telling:
        """The unit, what it will do, and when."""
        about = f"{self.kind}.{self.warning.trigger['type']}"
        return Telling(about=about, facts=worded(self.unit, self.warning), weight="quiet")


class WarningTold(KenseiEvent, frozen=True, kw_only=True, tag="kensei.warning-told"):
    """All are told that a unit has a Warning Order and what it will do, not when (KEN-WRN-19)."""

    unit: str
    response: str
    pool: int
    """Command Points left to its side."""

    def fold(self, state: State) -> State:
        """The Command Point is spent (KEN-WRN-01)."""
        return state.with_side(state.units[self.unit].seat, pool=self.pool)

    def tell(self) -> Telling:
        """The unit and its response."""
        return Telling(about=f"{self.kind}.{self.response}", facts={"unit": self.unit})


class WarningLapsed(KenseiEvent, frozen=True, kw_only=True, tag="kensei.warning-lapsed"):
    """A Warning Order is over without having been used (KEN-WRN-14)."""

    unit: str

    def fold(self, state: State) -> State:
        """It has none."""
        return state.with_unit(self.unit, warning=None)


class OpportunityTaken(KenseiEvent, frozen=True, kw_only=True, tag="kensei.opportunity-taken"):
    """A Warning Order is sprung: the condition is told now, and what the unit does (KEN-WRN-04)."""

    story: ClassVar[str] = "interruption+"

    seat: Seat
    unit: str
    foe: str
    warning: Warning

    def fold(self, state: State) -> State:
        """It is used up, and so is the side's one of this turn (KEN-WRN-13)."""
        return state.with_unit(self.unit, warning=None).with_side(self.seat, opportunity=state.turn)

    def tell(self) -> Telling:
        """The unit, its enemy, the condition."""
        facts = {**worded(self.unit, self.warning), "foe": self.foe}
        return Telling(about=f"{self.kind}.{self.warning.trigger['type']}", facts=facts, weight="phase")


class OpportunityOffered(KenseiEvent, frozen=True, kw_only=True, tag="kensei.opportunity-offered"):
    """A sealed condition came true and its owner is asked (KEN-WRN-15): who sprang it cannot go back."""

    reveals: ClassVar[bool] = True

    seat: Seat

    def tell(self) -> Telling:
        """For whom play waits."""
        return Telling(about=self.kind, facts={"seat": self.seat}, weight="quiet")


class OpportunityPassed(KenseiEvent, frozen=True, kw_only=True, tag="kensei.opportunity-passed"):
    """A condition came true and its owner let it pass (KEN-WRN-06)."""

    seat: Seat

    def tell(self) -> Telling:
        """Who let it pass."""
        return Telling(about=self.kind, facts={"seat": self.seat}, weight="quiet")


def worded(unit: str, warning: Warning) -> dict[str, Fact]:
    """The facts of a Warning Order that a sentence can name."""
    trigger = warning.trigger
    facts: dict[str, Fact] = {"unit": unit, "response": f"response-{warning.response}"}
    for key in ("cm", "terrain", "side"):
        if isinstance(trigger.get(key), int | str):
            facts[key] = trigger[key]
    return facts
