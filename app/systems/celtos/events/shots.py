"""What happens when units shoot, and how hits become casualties wherever they come from."""

from __future__ import annotations

from app.engine.events import Seat
from app.engine.modifiers import Line
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.systems.celtos.events.base import CeltosEvent
from app.systems.celtos.state import ModelId, State, UnitId


class DieRolled(CeltosEvent, frozen=True, kw_only=True):
    """One die of many against a score; ``total`` is the face and all lines (CEL-GEN-13)."""

    model: str
    target: str
    natural: int
    lines: tuple[Line, ...] = ()
    total: int
    needed: int
    passed: bool

    def tell(self) -> Telling:
        """The face, what it was added to and needed, and whether it passed."""
        about = f"{self.kind}.{'passed' if self.passed else 'failed'}"
        return Telling(about=about, facts=self.facts(), faces=((self.natural,),), lines=self.lines, total=self.total,
                       needed=self.needed, weight="die", pieces=(self.model, self.target))  # fmt: skip


class VolleyAimed(CeltosEvent, frozen=True, kw_only=True, tag="celtos.volley-aimed"):
    """A unit shoots at another; all but the dice is known.  ``how``: order, reaction or return."""

    unit: UnitId
    target: UnitId
    how: str
    shooters: int
    distance: int
    moved: bool

    def tell(self) -> Telling:
        """Who shoots at whom, how far, with how many dice."""
        return Telling(about=f"{self.kind}.{self.how}", facts=self.facts(), weight="roll",
                       pieces=(self.unit, self.target))  # fmt: skip


class HitRolled(DieRolled, frozen=True, kw_only=True, tag="celtos.hit-rolled"):
    """One shooter's die: ``target`` is the unit shot at, ``distance`` to the nearest of it he sees (CEL-SHT-11)."""

    weapon: str
    band: str
    distance: int
    strength: int


class HitsShared(CeltosEvent, frozen=True, kw_only=True, tag="celtos.hits-shared"):
    """The player of the target unit gave out the hits; ``models`` in the order of the hits (CEL-ALC-01)."""

    unit: UnitId
    target: UnitId
    hits: int
    models: tuple[ModelId, ...]

    def tell(self) -> Telling:
        """How many hits fell on the unit."""
        return Telling(about=self.kind, facts=self.facts(), pieces=tuple(dict.fromkeys(self.models)))


class NoHits(CeltosEvent, frozen=True, kw_only=True, tag="celtos.no-hits"):
    """A volley hit nobody."""

    unit: UnitId
    target: UnitId


class HitPassedThrough(CeltosEvent, frozen=True, kw_only=True, tag="celtos.hit-passed-through"):
    """An ordinary missile hit an ethereal model and did nothing (CEL-ABL-24)."""

    model: ModelId
    by: ModelId

    def tell(self) -> Telling:
        """Whom it could not harm."""
        return Telling(about=self.kind, facts=self.facts(), weight="quiet", pieces=(self.model,))


class SaveRolled(DieRolled, frozen=True, kw_only=True, tag="celtos.save-rolled"):
    """One cover save: ``model`` is in the cover named, ``target`` shot at it (CEL-ALC-06)."""

    cover: str


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
    """These models were removed together (CEL-PRO-22).  ``where``: shooting or combat.

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


EVENTS: tuple[type[CeltosEvent], ...] = (
    VolleyAimed, HitRolled, HitsShared, NoHits, HitPassedThrough, SaveRolled, DamageRolled, Casualties,
)  # fmt: skip
