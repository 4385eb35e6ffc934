"""What happens when units shoot, and how hits become casualties wherever they come from."""

from __future__ import annotations

from app.engine.modifiers import Line
from app.engine.system import Telling
from app.systems.celtos.event import CeltosEvent
from app.systems.celtos.state import ModelId, UnitId


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
    """A unit shoots at another; all but the dice is known (CEL-SHT-01).  ``how``: order, reaction or return."""

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
    """A volley hit nobody (CEL-HIT-01)."""

    unit: UnitId
    target: UnitId


class SaveRolled(DieRolled, frozen=True, kw_only=True, tag="celtos.save-rolled"):
    """One cover save: ``model`` is in the cover named, ``target`` shot at it (CEL-ALC-06)."""

    cover: str
