"""What checks say: the die itself, Panic, Defeat, rallying."""

from __future__ import annotations

from app.engine.events import Seat
from app.engine.modifiers import Line
from app.engine.system import Telling
from app.systems.celtos.events.base import CeltosEvent
from app.systems.celtos.state import ModelId, State, UnitId


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


class Panicked(UnitTold, frozen=True, kw_only=True, tag="celtos.panicked"):
    """A unit fell into Panic and lost its Reaction marker (CEL-MOR-08, CEL-MOR-15)."""

    def fold(self, state: State) -> State:
        """It is in Panic."""
        return state.with_unit(self.unit, panic=True, reaction=False)


class PanicStayed(UnitTold, frozen=True, kw_only=True, tag="celtos.panic-stayed"):
    """A unit already in Panic failed again and stays so (CEL-MOR-16)."""


class Defeated(UnitTold, frozen=True, kw_only=True, tag="celtos.defeated"):
    """A unit was defeated: all its miniatures are taken off, counted to seat ``by`` (CEL-MOR-13, CEL-VIC-05)."""

    models: tuple[ModelId, ...]
    by: Seat

    def fold(self, state: State) -> State:
        """Those still standing are off the table."""
        for id in self.models:
            state = state.with_model(id, fate="defeated")
        return state.with_unit(self.unit, fate="defeated", felled_by=self.by, reaction=False)


class Rallied(UnitTold, frozen=True, kw_only=True, tag="celtos.rallied"):
    """A unit shook its Panic off (CEL-RAL-02)."""

    def fold(self, state: State) -> State:
        """It is in Panic no longer."""
        return state.with_unit(self.unit, panic=False)


EVENTS: tuple[type[CeltosEvent], ...] = (CheckRolled, Panicked, PanicStayed, Defeated, Rallied)
