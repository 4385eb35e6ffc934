"""What happens to and by the ground: walls struck and reached, Teppos that get wet."""

from __future__ import annotations

from app.engine.dice import Faces
from app.engine.modifiers import Line
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.systems.kensei.army import UnitId
from app.systems.kensei.charging.events import ChargeEvent
from app.systems.kensei.event import KenseiEvent
from app.systems.kensei.moving.events import _wet
from app.systems.kensei.state import State


class WallStruck(KenseiEvent, frozen=True, kw_only=True, tag="kensei.wall-struck"):
    """A Construction lost Wounds to blows (KEN-TER-45)."""

    unit: str
    piece: str
    wounds: int
    left: int

    def fold(self, state: State) -> State:
        """It has so many left."""
        return state.with_(works={**state.works, self.piece: self.left})

    def tell(self) -> Telling:
        """How many, and whether it fell."""
        about = f"{self.kind}.{'standing' if self.left else 'destroyed'}"
        return Telling(about=about, facts=self.facts(), pieces=(self.unit,))


class TeppoSoaked(KenseiEvent, frozen=True, kw_only=True, tag="kensei.teppo-soaked"):
    """Models with a Teppo went into water: a die each, those that failed have it wet for good (KEN-TER-36).

    ``models``: their numbers, front rank first, from the left; ``wet``: those that failed.
    """

    unit: UnitId
    models: tuple[int, ...]
    faces: Faces
    lines: tuple[Line, ...]
    needed: int
    wet: tuple[int, ...]

    def fold(self, state: State) -> State:
        """Theirs are useless."""
        return state.with_unit(self.unit, models=tuple(_wet(m, n in self.wet) for n, m in
                                                       enumerate(state.units[self.unit].models)))  # fmt: skip

    def tell(self) -> Telling:
        """Dice, stat, how many."""
        facts: dict[str, Fact] = {"unit": self.unit, "wet": len(self.wet), "models": len(self.models)}
        return Telling(about=self.kind, facts=facts, faces=(self.faces,), lines=self.lines, needed=self.needed,
                       weight="roll", pieces=(self.unit,))  # fmt: skip


class WallReached(ChargeEvent, frozen=True, kw_only=True, tag="kensei.wall-reached"):
    """A unit that breaks walls has charged a Construction (KEN-TER-100)."""

    def fold(self, state: State) -> State:
        """It has its Charge bonuses."""
        return state.with_unit(self.unit, charge_bonus=True)
