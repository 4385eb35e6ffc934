"""What a failed check does: Panic, Defeat, and how a unit rallies."""

from __future__ import annotations

from app.engine.events import Seat
from app.systems.celtos.checks.events import UnitTold
from app.systems.celtos.state import ModelId, State


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
