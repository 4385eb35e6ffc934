"""Wounds taken, models and units lost, characters left alone."""

from __future__ import annotations

from app.engine.events import Seat
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.systems.kensei.abilities.effects import spell_ended
from app.systems.kensei.army import Unit, UnitId
from app.systems.kensei.event import KenseiEvent
from app.systems.kensei.state import State

LEFT = "left"
GONE = ("destroyed", LEFT)


class UnitLost(KenseiEvent, frozen=True, kw_only=True, tag="kensei.unit-lost"):
    """A unit or character is off the table for good (KEN-DEF-01 to KEN-DEF-06, KEN-RNG-35).

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


def inherited(one: Unit, host: Unit) -> dict[str, object]:
    """What a character left alone has of the unit he was in."""
    keys = ("charged", "charge_bonus", "charge_dice", "fleeing", "locked", "fled_now", "fled_charge", "defensive",
            "climbing", "building", "passed", "moved", "failed_charge", "stood_and_shot")  # fmt: skip
    return {key: getattr(host, key) for key in keys} | {"acted_last": one.acted_last or host.acted_last}


def without_spells_of(state: State, caster: str) -> State:
    """The state without the effects that last while a caster keeps his spells (KEN-SPI-20)."""
    return spell_ended(state, caster, "")
