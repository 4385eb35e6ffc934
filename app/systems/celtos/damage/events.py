"""What damage does: dice, and those who are removed."""

from __future__ import annotations

from app.engine.events import Seat
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.systems.celtos.event import CeltosEvent
from app.systems.celtos.shooting.events import DieRolled
from app.systems.celtos.state import ModelId, State, UnitId


class DamageRolled(DieRolled, frozen=True, kw_only=True, tag="celtos.damage-rolled"):
    """One damage die of ``model`` against ``target``, which has ``wounds`` left after it (CEL-DMG-04).

    ``active`` and ``dif`` are what the table was read with: strength and RS, or both Commands (CEL-ABL-24).
    """

    active: int
    dif: int
    wounds: int

    def fold(self, state: State) -> State:
        """The target has the wounds the event says; whose unit took one is remembered (CEL-CAM-04)."""
        target, by = state.model(self.target), state.model(self.model).unit
        if self.wounds >= target.wounds:
            return state.with_model(self.target, wounds=self.wounds)
        slain = state.with_model(self.target, wounds=self.wounds, slain_by="" if self.wounds else by)
        return slain.with_unit(target.unit, bested_by=by)


class Casualties(CeltosEvent, frozen=True, kw_only=True, tag="celtos.casualties"):
    """These models were removed together (CEL-DMG-04, CEL-PRO-22).  ``where``: shooting or combat.

    ``units`` are those whose last model fell, by the dice of seat ``by`` (CEL-VIC-05).
    """

    models: tuple[ModelId, ...]
    by: Seat
    where: str
    units: tuple[UnitId, ...] = ()
    count: int

    def fold(self, state: State) -> State:
        """The models are dead, and the units that lost their last are destroyed."""
        for id in self.models:
            state = state.with_model(id, fate="dead", wounds=0)
        for unit in self.units:
            state = state.with_unit(unit, fate="destroyed", felled_by=self.by, reaction=False)
        return state

    def tell(self) -> Telling:
        """Who fell."""
        facts: dict[str, Fact] = {**self.facts(), "model": self.models[0]}
        about = f"{self.kind}.{'one' if self.count == 1 else 'many'}"
        return Telling(about=about, facts=facts, pieces=tuple(self.models))
