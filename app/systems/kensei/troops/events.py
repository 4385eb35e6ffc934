"""What happens to characters in units."""

from __future__ import annotations

from app.engine.system import Telling
from app.systems.kensei.army import UnitId
from app.systems.kensei.event import KenseiEvent
from app.systems.kensei.state import State


class MagicForgone(KenseiEvent, frozen=True, kw_only=True, tag="kensei.magic-forgone"):
    """A Spiritual Character attacked, and uses no magic this turn (KEN-TYP-14)."""

    unit: str

    def fold(self, state: State) -> State:
        """He has attacked."""
        return state.with_unit(self.unit, magic="attack")

    def tell(self) -> Telling:
        """Who."""
        return Telling(about=self.kind, facts={"unit": self.unit}, weight="quiet")


class CharacterJoined(KenseiEvent, frozen=True, kw_only=True, tag="kensei.character-joined"):
    """A character has a place in the front rank of a unit (KEN-TYP-34)."""

    unit: UnitId
    host: UnitId

    def fold(self, state: State) -> State:
        """He is in it."""
        return state.with_unit(self.unit, host=self.host, formed=False)

    def tell(self) -> Telling:
        """Who whom."""
        return Telling(about=self.kind, facts={"unit": self.unit, "host": self.host}, pieces=(self.unit, self.host))
