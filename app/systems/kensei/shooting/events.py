"""Volleys, their dice, and loading (topic RNG)."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from app.engine.dice import Faces
from app.engine.events import Seat
from app.engine.modifiers import Line
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.systems.kensei.army import Model, Timed, UnitId
from app.systems.kensei.event import KenseiEvent
from app.systems.kensei.state import State

Fired = tuple[tuple[UnitId, tuple[int, ...]], ...]
"""For each crew its unit and the models that fired, numbered from 0."""


class VolleyFired(KenseiEvent, frozen=True, kw_only=True, tag="kensei.volley-fired"):
    """A unit fires, and its weapons are empty; only now the distance is known (KEN-RNG-07).

    ``band``: short, medium, long, or empty when the target proved out of range (KEN-RNG-09).
    """

    story: ClassVar[str] = "volley+"
    reveals: ClassVar[bool] = True

    unit: UnitId
    target: UnitId
    weapon: str
    distance: int
    band: str
    dice: int
    fired: Fired
    precision: bool = False
    turn: int = 0
    shot_start: int = 0
    """Wounds of the target when the Actions began, as far as is known (KEN-RUN-11)."""

    def fold(self, state: State) -> State:
        """Those who fired have empty weapons; who shot from inside shows himself (KEN-TER-42)."""
        for id, numbers in self.fired:
            one = state.units[id]
            models = tuple(replace(m, loaded=m.loaded and n not in numbers) for n, m in enumerate(one.models))
            state = state.with_unit(id, models=models)
        body = state.body(state.units[self.unit])
        for id in dict.fromkeys((self.unit, *(id for id, _ in self.fired))):
            state = state.with_unit(id, shots=state.units[id].shots + 1)
        if body.building:
            state = state.with_unit(body.id, fired_inside=self.turn)
        return state.with_unit(self.target, shot_start=self.shot_start)

    def tell(self) -> Telling:
        """Who fires at whom, at what distance."""
        facts: dict[str, Fact] = {"unit": self.unit, "target": self.target, "weapon": self.weapon, "dice": self.dice,
                                  "distance": self.distance, "band": f"range-{self.band}"}  # fmt: skip
        how = "far" if not self.band else "precise" if self.precision else "plain"
        return Telling(about=f"{self.kind}.{how}", facts=facts, weight="roll", pieces=(self.unit, self.target))


class ShotsRolled(KenseiEvent, frozen=True, kw_only=True, tag="kensei.shots-rolled"):
    """The Attack dice of one crew: each must be higher than ``needed`` (KEN-RNG-16)."""

    story: ClassVar[str] = "volley"

    unit: UnitId
    target: UnitId
    faces: Faces
    lines: tuple[Line, ...]
    needed: int
    hits: int

    def tell(self) -> Telling:
        """The dice and the hits."""
        facts: dict[str, Fact] = {"unit": self.unit, "target": self.target, "hits": self.hits, "needed": self.needed}
        return Telling(about=self.kind, facts=facts, faces=(self.faces,), lines=self.lines, needed=self.needed,
                       weight="roll", pieces=(self.unit, self.target),
                       good=tuple(face > self.needed for face in self.faces))  # fmt: skip


class ShotsParried(KenseiEvent, frozen=True, kw_only=True, tag="kensei.shots-parried"):
    """The Defense dice against the hits of a volley, in their order (KEN-RNG-23).

    ``needed``: for each what its die had to stay below.  ``by``: the model whose Defense counted (KEN-RNG-24).
    """

    story: ClassVar[str] = "volley"

    unit: UnitId
    by: UnitId
    faces: Faces
    lines: tuple[Line, ...]
    needed: tuple[int, ...]
    through: int

    def tell(self) -> Telling:
        """The dice and how many hits come through."""
        facts: dict[str, Fact] = {"unit": self.unit, "by": self.by, "through": self.through,
                                  "needed": max(self.needed)}  # fmt: skip
        about = f"{self.kind}.own" if self.by == self.unit else self.kind
        return Telling(about=about, facts=facts, faces=(self.faces,), lines=self.lines, needed=max(self.needed),
                       weight="roll", pieces=(self.unit,),
                       good=tuple(face < most for face, most in zip(self.faces, self.needed, strict=True)))  # fmt: skip


class ShotsHurt(KenseiEvent, frozen=True, kw_only=True, tag="kensei.shots-hurt"):
    """The Damage dice of the hits that got through, in their order, and the Wounds of each (KEN-RNG-28 to KEN-RNG-31).

    ``armour`` is what is taken from each die; ``lines`` what was added to the dice.
    """

    story: ClassVar[str] = "volley"

    unit: UnitId
    target: UnitId
    faces: Faces
    armour: tuple[int, ...]
    lines: tuple[Line, ...]
    packets: tuple[int, ...]

    def tell(self) -> Telling:
        """The dice and the Wounds."""
        hits = sum(size > 0 for size in self.packets)
        facts: dict[str, Fact] = {"unit": self.unit, "target": self.target, "armour": max(self.armour),
                                  "wounds": sum(self.packets), "hits": hits}  # fmt: skip
        return Telling(about=self.kind, facts=facts, faces=(self.faces,), lines=self.lines, weight="roll",
                       pieces=(self.unit, self.target), good=tuple(size > 0 for size in self.packets))  # fmt: skip


class WeaponsLoaded(KenseiEvent, frozen=True, kw_only=True, tag="kensei.weapons-loaded"):
    """A unit, and the Bushi in it who fire with it, loaded (KEN-RNG-02); ``models``: only these, if any are named."""

    unit: UnitId
    who: tuple[UnitId, ...]
    models: tuple[int, ...] = ()

    def fold(self, state: State) -> State:
        """Their weapons are loaded; a wet Teppo stays useless."""
        for id in self.who:
            some = self.models if id == self.unit else ()
            models = tuple(replace(m, loaded=m.loaded or not some or n in some)
                           for n, m in enumerate(state.units[id].models))  # fmt: skip
            state = state.with_unit(id, models=models)
        return state

    def tell(self) -> Telling:
        """Who."""
        return Telling(about=self.kind, facts={"unit": self.unit}, pieces=(self.unit,))


class ShotHampered(KenseiEvent, frozen=True, kw_only=True, tag="kensei.shot-hampered"):
    """What a weapon or an arrow does beside its Wounds (KEN-RNG-33): effects on the unit that was hit."""

    unit: UnitId
    cause: str
    effects: tuple[Timed, ...]

    def fold(self, state: State) -> State:
        """They hold; the same cause does not add to itself."""
        kept = tuple(effect for effect in state.units[self.unit].timed if effect not in self.effects)
        return state.with_unit(self.unit, timed=(*kept, *self.effects))

    def tell(self) -> Telling:
        """Who, by what."""
        return Telling(about=f"{self.kind}.{self.cause}", facts={"unit": self.unit, "cause": self.cause},
                       pieces=(self.unit,))  # fmt: skip


class WoundsTaken(KenseiEvent, frozen=True, kw_only=True, tag="kensei.wounds-taken"):
    """A unit lost Wounds, each packet on one model (KEN-RNG-36).

    ``given``: for every packet the model it fell on, numbered from 1 as they stood before.  ``models`` are left, in
    order; ``koku`` is what those who fell were worth.  ``by`` did it, if anybody.  ``shots``: by shooting.
    """

    unit: UnitId
    seat: Seat
    by: str
    packets: tuple[int, ...]
    given: tuple[int, ...]
    wounds: int
    fallen: int
    models: tuple[Model, ...]
    koku: int
    shots: bool = False

    def fold(self, state: State) -> State:
        """These models are left, and their side has lost so much."""
        unit = state.units[self.unit]
        state = state.with_unit(self.unit, models=self.models,
                                shot_lost=unit.shot_lost + (self.wounds if self.shots else 0))  # fmt: skip
        return state.with_side(self.seat, fallen=state.side(self.seat).fallen + self.koku)

    def tell(self) -> Telling:
        """How many Wounds, how many models."""
        facts: dict[str, Fact] = {"unit": self.unit, "by": self.by, "wounds": self.wounds, "fallen": self.fallen,
                                  "left": len(self.models)}  # fmt: skip
        about = f"{self.kind}{'.models' if self.fallen else ''}"
        return Telling(about=about, facts=facts, pieces=(self.unit,))
