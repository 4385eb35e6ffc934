"""What follows a Combat of the turn."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from app.engine.refusals import Fact
from app.engine.system import Telling
from app.systems.kensei.army import UnitId
from app.systems.kensei.event import KenseiEvent
from app.systems.kensei.state import Fought, State


class CombatFought(KenseiEvent, frozen=True, kw_only=True, tag="kensei.combat-fought"):
    """A Combat of this turn is over; its numbers wait for the Resolution (KEN-RES-01).

    ``wounds``, ``killed``, ``left``: by seat, Wounds inflicted, characters killed, Wounds left.  ``walls``: nobody
    fought, a Construction was struck or let be.
    """

    story: ClassVar[str] = "combat-"

    units: tuple[UnitId, ...]
    wounds: dict[str, int]
    winner: str = ""
    difference: int = 0
    value: int = 0
    losers: tuple[UnitId, ...] = ()
    killed: dict[str, int]
    left: dict[str, int]
    walls: bool = False

    def fold(self, state: State) -> State:
        """It is on record, and nobody is in Defensive Position any more."""
        for id in self.units:
            if state.units[id].defensive:
                state = state.with_unit(id, defensive=False)
        made = Fought(units=self.units, winner=self.winner, difference=self.difference, value=self.value,
                      losers=self.losers, done=self.walls)  # fmt: skip
        return state.with_(fought=(*state.fought, made))

    def tell(self) -> Telling:
        """Winner, Damage Difference and Confrontation Value."""
        about = f"{self.kind}.{'won' if self.winner else 'wall' if self.walls else 'draw'}"
        facts: dict[str, Fact] = {"winner": self.winner, "difference": self.difference, "value": self.value,
                                  "losers": len(self.losers), "unit": self.units[0]}  # fmt: skip
        return Telling(about=about, facts=facts, pieces=self.units, weight="quiet" if self.walls else "roll")


class CombatSettled(KenseiEvent, frozen=True, kw_only=True, tag="kensei.combat-settled"):
    """What followed from a combat of this turn is done (KEN-RES-16, KEN-TRN-07)."""

    number: int

    def fold(self, state: State) -> State:
        """It is."""
        done = replace(state.fought[self.number], done=True)
        return state.with_(fought=(*state.fought[: self.number], done, *state.fought[self.number + 1 :]))

    def tell(self) -> Telling:
        """A quiet line."""
        return Telling(about=self.kind, facts={"number": self.number + 1}, weight="quiet")


class HonourDue(KenseiEvent, frozen=True, kw_only=True, tag="kensei.honour-due"):
    """A defeated unit must test its Honour, or need not (KEN-RES-13 to KEN-RES-15)."""

    unit: str
    difference: int
    value: int
    honour: int
    due: bool

    def tell(self) -> Telling:
        """The numbers compared."""
        facts: dict[str, Fact] = {"unit": self.unit, "difference": self.difference, "value": self.value,
                                  "honour": self.honour}  # fmt: skip
        return Telling(about=self.kind if self.due else f"{self.kind}.not", facts=facts)
