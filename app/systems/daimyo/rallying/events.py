"""Routers that rally and frenzied units that come to themselves."""

from __future__ import annotations

from app.engine.dice import Faces
from app.engine.modifiers import Line
from app.engine.system import Telling
from app.systems.daimyo.morale.events import OfUnit
from app.systems.daimyo.state import State


class CalmTried(OfUnit, frozen=True, kw_only=True, tag="daimyo.calm-tried"):
    """A frenzied unit tested to come to itself (DAI-RAL-12)."""

    faces: Faces
    lines: tuple[Line, ...]
    total: int
    needed: int
    passed: bool

    def tell(self) -> Telling:
        """Dice, modifiers, the score needed."""
        about = f"{self.kind}.{'passed' if self.passed else 'failed'}"
        return Telling(about=about, facts=self.facts(), faces=(self.faces,), lines=self.lines, total=self.total,
                       needed=self.needed, weight="roll", pieces=(self.unit,))  # fmt: skip


class Rallied(OfUnit, frozen=True, kw_only=True, tag="daimyo.rallied"):
    """A routing unit rallied: it stays where it is, still disordered (DAI-RAL-02, DAI-RAL-07)."""

    def fold(self, state: State) -> State:
        """It routs no longer."""
        return state.with_unit(self.unit, routing=False, routing_since=0, rallied=True)
