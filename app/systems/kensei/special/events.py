"""What happens in the Special Orders."""

from __future__ import annotations

from app.engine.events import Seat
from app.engine.geometry import Point
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.systems.kensei.army import UnitId
from app.systems.kensei.event import KenseiEvent
from app.systems.kensei.flight.events import moved
from app.systems.kensei.state import State


class SpecialStep(KenseiEvent, frozen=True, kw_only=True, tag="kensei.special-step"):
    """A step of the Special Orders begins (KEN-SPO-02)."""

    seat: Seat
    step: str

    def fold(self, state: State) -> State:
        """From the Regroup step on no earlier one comes back (KEN-SPO-06)."""
        return state.with_side(self.seat, regrouping=self.step != "taisho")

    def tell(self) -> Telling:
        """Its name."""
        return Telling(about=f"{self.kind}.{self.step}", facts={"seat": self.seat}, weight="quiet")


class AbilityAnnounced(KenseiEvent, frozen=True, kw_only=True, tag="kensei.ability-announced"):
    """A player said which Taisho ability he will use, and on whom (KEN-SPO-04)."""

    seat: Seat
    ability: str
    target: str = ""

    def tell(self) -> Telling:
        """Its name and its target."""
        facts: dict[str, Fact] = {"seat": self.seat, "ability": self.ability, "target": self.target}
        return Telling(about=f"{self.kind}{'.target' if self.target else ''}", facts=facts)


class StrategicAnnounced(KenseiEvent, frozen=True, kw_only=True, tag="kensei.strategic-announced"):
    """A player said which unit he orders against an enemy it does not see (KEN-SPO-04)."""

    unit: str
    order: str
    target: str

    def tell(self) -> Telling:
        """Unit, order and target."""
        facts: dict[str, Fact] = {"unit": self.unit, "target": self.target}
        return Telling(about=f"{self.kind}.{self.order}", facts=facts)


class StrategicGiven(KenseiEvent, frozen=True, kw_only=True, tag="kensei.strategic-given"):
    """A Strategic Order stands, paid for: the unit may do this in the step of its kind (KEN-SPO-30)."""

    unit: str
    order: str
    target: str

    def fold(self, state: State) -> State:
        """The unit has this leave."""
        leaves = (*state.units[self.unit].leaves, (self.order, self.target))
        return state.with_unit(self.unit, leaves=leaves)


class ApGained(KenseiEvent, frozen=True, kw_only=True, tag="kensei.ap-gained"):
    """A unit has more AP this turn (KEN-SPO-07)."""

    unit: UnitId
    ap: int
    why: str

    def fold(self, state: State) -> State:
        """It has so many more."""
        return state.with_unit(self.unit, ap=state.units[self.unit].ap + self.ap)


class TaishoTried(KenseiEvent, frozen=True, kw_only=True, tag="kensei.taisho-tried"):
    """A Taisho ability is used, whatever its Ki roll will say (KEN-SPO-07, KEN-SPO-11).  ``spent``: once a battle."""

    seat: Seat
    unit: UnitId
    ability: str
    target: str = ""
    spent: bool = False

    def fold(self, state: State) -> State:
        """One more was tried this turn."""
        side = state.side(self.seat)
        spent = (*side.spent, self.ability) if self.spent else side.spent
        return state.with_side(self.seat, abilities_used=side.abilities_used + 1, spent=spent)

    def tell(self) -> Telling:
        """Which, on whom."""
        return Telling(about=f"{self.kind}{'.at' if self.target else ''}", facts=self.facts(), pieces=(self.unit,))


class RegroupTried(KenseiEvent, frozen=True, kw_only=True, tag="kensei.regroup-tried"):
    """A unit that runs is called upon to regroup (KEN-SPO-13); ``free``: without a Command Point."""

    unit: str
    free: bool = False

    def tell(self) -> Telling:
        """Whether it cost anything."""
        return Telling(about=f"{self.kind}{'.free' if self.free else ''}", facts={"unit": self.unit}, weight="quiet")


class Regrouped(KenseiEvent, frozen=True, kw_only=True, tag="kensei.regrouped"):
    """A unit that ran away is its player's again (KEN-SPO-14).  ``how``: honour, mystical or over (KEN-RUN-31)."""

    unit: str
    how: str
    ap: int = 0

    def fold(self, state: State) -> State:
        """It obeys orders again, with so many AP fewer."""
        unit = state.units[self.unit]
        return state.with_unit(
            self.unit, fleeing=False, locked=False, fled_now=True, defensive=False, ap=max(0, unit.ap - self.ap)
        )

    def tell(self) -> Telling:
        """How."""
        return Telling(about=f"{self.kind}.{self.how}", facts={"unit": self.unit, "ap": self.ap})


class RegroupBarred(KenseiEvent, frozen=True, kw_only=True, tag="kensei.regroup-barred"):
    """Heinin are too near an enemy to regroup (KEN-SPO-19, KEN-ARM-12)."""

    unit: str


class Faced(KenseiEvent, frozen=True, kw_only=True, tag="kensei.faced"):
    """A unit turned to another facing for free (KEN-SPO-15, KEN-RES-17)."""

    unit: str
    at: Point
    facing: int
    spots: tuple[Point, ...] = ()

    def fold(self, state: State) -> State:
        """It faces there."""
        unit = moved(state.units[self.unit], self.at, self.facing, self.spots)
        return state.with_unit(self.unit, at=unit.at, facing=unit.facing, models=unit.models)

    def tell(self) -> Telling:
        """A quiet line."""
        return Telling(about=self.kind, facts={"unit": self.unit}, weight="quiet")
