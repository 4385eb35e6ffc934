"""What happens when abilities are used, and what effects come to hold (topics ABI and SPO, sections 4.5 to 4.8)."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from app.engine.events import Seat
from app.engine.geometry import Point, Polygon
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.systems.kensei.abilities.effects import Laid, laid_on
from app.systems.kensei.army import Model, Timed, UnitId, Written
from app.systems.kensei.event import KenseiEvent
from app.systems.kensei.state import State

SKY = "in_the_sky"
"""The rule under which a unit is that rides the lightning; its figure: how often it has tried to come back."""


class EffectsLaid(KenseiEvent, frozen=True, kw_only=True, tag="kensei.effects-laid"):
    """An ability or spell works: these effects hold on these units (KEN-ABI-10, KEN-ABI-16, KEN-SPI-15)."""

    key: str
    laid: Laid
    by: str = ""

    def fold(self, state: State) -> State:
        """They hold."""
        return laid_on(state, self.laid)

    def tell(self) -> Telling:
        """What, on whom."""
        facts: dict[str, Fact] = {"key": self.key, "by": self.by, "units": len(self.laid),
                                  "unit": self.laid[0][0] if self.laid else self.by}  # fmt: skip
        return Telling(about=f"{self.kind}{'.many' if len(self.laid) > 1 else ''}", facts=facts,
                       pieces=tuple(id for id, _ in self.laid))  # fmt: skip


class ApGained(KenseiEvent, frozen=True, kw_only=True, tag="kensei.ap-gained"):
    """A unit has more AP this turn."""

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


class AbilityTried(KenseiEvent, frozen=True, kw_only=True, tag="kensei.ability-tried"):
    """A unit or character uses an ability; its AP are spent whether or not it works (KEN-ABI-04)."""

    unit: UnitId
    ability: str
    target: str = ""

    def fold(self, state: State) -> State:
        """It has used it this turn."""
        return state.with_unit(self.unit, used=(*state.units[self.unit].used, self.ability))

    def tell(self) -> Telling:
        """Which, on whom."""
        return Telling(about=f"{self.kind}{'.at' if self.target else ''}", facts=self.facts(), pieces=(self.unit,))


class AbilityFailed(KenseiEvent, frozen=True, kw_only=True, tag="kensei.ability-failed"):
    """An ability came to nothing though its roll passed: the target is gone, out of range or out of sight."""

    reveals: ClassVar[bool] = True

    unit: UnitId
    ability: str
    why: str
    target: str = ""

    def tell(self) -> Telling:
        """Why."""
        return Telling(about=f"{self.kind}.{self.why}", facts=self.facts(), pieces=(self.unit,))


class Spied(KenseiEvent, frozen=True, kw_only=True, tag="kensei.spied"):
    """A Spy has seen all that an enemy unit contains; Hidden characters in it are revealed."""

    unit: UnitId
    target: UnitId
    found: tuple[UnitId, ...]

    def fold(self, state: State) -> State:
        """They are known."""
        return state.with_units({id: replace(state.units[id], concealed=False) for id in self.found})

    def tell(self) -> Telling:
        """How many were found."""
        facts: dict[str, Fact] = {"unit": self.unit, "target": self.target, "found": len(self.found)}
        return Telling(about=self.kind, facts=facts, pieces=(self.unit, self.target))


class ModelsRestored(KenseiEvent, frozen=True, kw_only=True, tag="kensei.models-restored"):
    """Models of a unit that had fallen stand in it again.  ``koku``: what its side has lost less."""

    unit: UnitId
    seat: Seat
    by: str
    models: tuple[Model, ...]
    number: int
    koku: int

    def fold(self, state: State) -> State:
        """They do."""
        state = state.with_unit(self.unit, models=self.models)
        return state.with_side(self.seat, fallen=max(0, state.side(self.seat).fallen - self.koku))

    def tell(self) -> Telling:
        """How many."""
        facts: dict[str, Fact] = {"unit": self.unit, "by": self.by, "number": self.number}
        return Telling(about=self.kind, facts=facts, pieces=(self.unit,))


class Bolted(KenseiEvent, frozen=True, kw_only=True, tag="kensei.bolted"):
    """Mounts took fright and carried a unit away from a caster."""

    unit: UnitId
    by: UnitId
    distance: int
    rolled: int
    at: Point
    facing: int
    spots: tuple[Point, ...] = ()
    track: Polygon = ()

    def fold(self, state: State) -> State:
        """It stands there."""
        unit = state.units[self.unit]
        models = tuple(replace(m, at=at) for m, at in zip(unit.models, self.spots, strict=True)) if self.spots else None
        return state.with_unit(self.unit, at=self.at, facing=self.facing, models=models or unit.models,
                               formed=unit.formed and not self.spots)  # fmt: skip

    def tell(self) -> Telling:
        """How far."""
        facts: dict[str, Fact] = {"unit": self.unit, "by": self.by, "distance": self.distance}
        return Telling(about=self.kind, facts=facts, pieces=(self.unit,))


class LightningLeft(KenseiEvent, frozen=True, kw_only=True, tag="kensei.lightning-left"):
    """A unit left the table in a flash; its owner writes down next where it means to come down again."""

    unit: UnitId
    effect: Timed
    written: Written | None = None
    """Battles of before told it here."""

    def fold(self, state: State) -> State:
        """It is off the table."""
        unit = state.units[self.unit]
        return state.with_unit(self.unit, fate="reserve", written=self.written, orders=(), formed=False, warning=None,
                               timed=(*unit.timed, self.effect))  # fmt: skip

    def tell(self) -> Telling:
        """Who."""
        return Telling(about=self.kind, facts={"unit": self.unit})


class LightningTried(KenseiEvent, frozen=True, kw_only=True, tag="kensei.lightning-tried"):
    """A unit in the sky tried to come down: ``effect`` while it must wait on, ``spots`` if it drifted off its mark."""

    unit: UnitId
    effect: Timed | None
    spots: tuple[Point, ...]
    drift: int = 0
    turn: int = 0

    def fold(self, state: State) -> State:
        """It waits on, or comes down now at these places."""
        unit = state.units[self.unit]
        timed = tuple(one for one in unit.timed if one.stat != SKY)
        waits = (self.effect,) if self.effect else ()
        written = Written(spots=self.spots, facing=unit.facing, turn=self.turn)
        return state.with_unit(self.unit, timed=(*timed, *waits), written=written)

    def tell(self) -> Telling:
        """Whether it comes, and how far off."""
        how = "waits" if self.effect else "drifts" if self.drift else "comes"
        return Telling(about=f"{self.kind}.{how}", facts={"unit": self.unit, "drift": self.drift})
