"""What checks say: the die itself, Panic, Defeat, rallying."""

from __future__ import annotations

from app.engine.modifiers import Line
from app.engine.system import Telling
from app.systems.celtos.event import CeltosEvent
from app.systems.celtos.state import UnitId


class CheckRolled(CeltosEvent, frozen=True, kw_only=True, tag="celtos.check-rolled"):
    """A unit rolled a check: reaction, morale or rally (CEL-TST-04).

    ``active`` is the characteristic the table was read with, against ``dif``; ``commander`` lent his MN (CEL-ABL-08).
    """

    unit: UnitId
    check: str
    natural: int
    lines: tuple[Line, ...] = ()
    total: int
    needed: int
    passed: bool
    active: int
    dif: int
    commander: str = ""

    def tell(self) -> Telling:
        """The face, every modifier, the score needed, and whether it passed."""
        about = f"{self.kind}.{self.check}.{'passed' if self.passed else 'failed'}"
        about += ".commander" if self.commander else ""
        pieces = tuple(p for p in (self.unit, self.commander) if p)
        return Telling(about=about, facts=self.facts(), faces=((self.natural,),), lines=self.lines, total=self.total,
                       needed=self.needed, weight="roll", pieces=pieces)  # fmt: skip


class UnitTold(CeltosEvent, frozen=True, kw_only=True):
    """Something that happened to one unit as a whole."""

    unit: UnitId

    def tell(self) -> Telling:
        """Which unit."""
        return Telling(about=self.kind, facts=self.facts(), pieces=(self.unit,))
