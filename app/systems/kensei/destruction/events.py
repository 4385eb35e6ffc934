"""Wounds taken, models and units lost, characters left alone."""

from __future__ import annotations

from msgspec.structs import replace

from app.engine.events import Seat
from app.engine.geometry import Point
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.systems.kensei.abilities.effects import spell_ended
from app.systems.kensei.army import Model, Unit, UnitId
from app.systems.kensei.event import KenseiEvent
from app.systems.kensei.state import Contact, State

LEFT = "left"
GONE = ("destroyed", LEFT)


class WoundsTaken(KenseiEvent, frozen=True, kw_only=True, tag="kensei.wounds-taken"):
    """A unit lost Wounds, each packet on one model (KEN-RNG-36).

    ``given``: for every packet the model it fell on, numbered from 1 as they stood before.  ``models`` are left, in
    order; ``koku`` is what those who fell were worth.  ``by`` did it, if anybody.  ``shots``: by shooting.
    """

    unit: UnitId
    seat: Seat
    by: str
    packets: tuple[int, ...]
    given: tuple[int, ...]
    wounds: int
    fallen: int
    models: tuple[Model, ...]
    koku: int
    shots: bool = False

    def fold(self, state: State) -> State:
        """These models are left, and their side has lost so much."""
        unit = state.units[self.unit]
        state = state.with_unit(self.unit, models=self.models,
                                shot_lost=unit.shot_lost + (self.wounds if self.shots else 0))  # fmt: skip
        return state.with_side(self.seat, fallen=state.side(self.seat).fallen + self.koku)

    def tell(self) -> Telling:
        """How many Wounds, how many models."""
        facts: dict[str, Fact] = {"unit": self.unit, "by": self.by, "wounds": self.wounds, "fallen": self.fallen,
                                  "left": len(self.models)}  # fmt: skip
        about = f"{self.kind}{'.models' if self.fallen else ''}"
        return Telling(about=about, facts=facts, pieces=(self.unit,))


class UnitLost(KenseiEvent, frozen=True, kw_only=True, tag="kensei.unit-lost"):
    """A unit or character is off the table for good.

    ``how``: slain (its last model fell), or what destroyed it: pincer, chase, left, building, …  ``koku``: what its
    models that were left were worth; ``standards``: 1 if its standard is lost; ``taisho``: the turn of his death if it
    was the Taisho.
    """

    unit: UnitId
    seat: Seat
    how: str
    by: str = ""
    koku: int = 0
    standards: int = 0
    taisho: int = 0

    def fold(self, state: State) -> State:
        """It is gone, with its orders, its contacts and the spells it kept; its side counts it."""
        fate = LEFT if self.how == LEFT else "destroyed"
        state = state.with_unit(
            self.unit, fate=fate, models=(), lost_by=self.by, host=UnitId(""), building="", orders=(), warning=None,
            fleeing=False, locked=False, formed=False, climbing="", kept=(), timed=(), ap=0,
        )  # fmt: skip
        side = state.side(self.seat)
        state = state.with_side(
            self.seat, fallen=side.fallen + self.koku, standards_lost=side.standards_lost + self.standards,
            taisho_fell=self.taisho or side.taisho_fell,
        )  # fmt: skip
        return without_spells_of(state.without_contact(self.unit), self.unit)

    def tell(self) -> Telling:
        """Who, and how."""
        facts: dict[str, Fact] = {"unit": self.unit, "how": self.how, "by": self.by}
        about = f"{self.kind}.{'taisho' if self.taisho else self.how}"
        return Telling(about=about, facts=facts, weight="roll" if self.taisho else "deed", pieces=(self.unit,))


class LeftAlone(KenseiEvent, frozen=True, kw_only=True, tag="kensei.left-alone"):
    """A character whose unit is gone is a unit of his own, and stands in its contacts (KEN-CNF-02).

    ``at``: the middle of his base; ``front``: of its front edge.  ``contacts``: those he takes over.
    """

    unit: UnitId
    host: UnitId
    at: Point
    front: Point
    facing: int
    contacts: tuple[Contact, ...]

    def fold(self, state: State) -> State:
        """He stands there alone, fighting or fleeing as his unit did."""
        one, host = state.units[self.unit], state.units[self.host]
        models = tuple(replace(model, at=self.at) for model in one.models)
        state = state.with_unit(
            self.unit, host=UnitId(""), models=models, at=self.front, facing=self.facing, files=1,
            formed=bool(self.contacts), concealed=False, **inherited(one, host),
        )  # fmt: skip
        state = state.with_(contacts=(*state.contacts, *self.contacts))
        after = {id: replace(foe, charged=self.unit) for id, foe in state.units.items() if foe.charged == self.host}
        return state.with_units(after)

    def tell(self) -> Telling:
        """Who is left of which unit."""
        facts: dict[str, Fact] = {"unit": self.unit, "host": self.host}
        return Telling(about=self.kind, facts=facts, pieces=(self.unit,))


def inherited(one: Unit, host: Unit) -> dict[str, object]:
    """What a character left alone has of the unit he was in."""
    keys = ("charged", "charge_bonus", "charge_dice", "fleeing", "locked", "fled_now", "fled_charge", "defensive",
            "climbing", "building", "passed", "moved", "failed_charge", "stood_and_shot")  # fmt: skip
    return {key: getattr(host, key) for key in keys} | {"acted_last": one.acted_last or host.acted_last}


def without_spells_of(state: State, caster: str) -> State:
    """The state without the effects that last while a caster keeps his spells (KEN-SPI-20)."""
    return spell_ended(state, caster, "")
