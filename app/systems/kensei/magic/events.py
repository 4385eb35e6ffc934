"""What happens when spells are cast, Blocked, kept up and let go (topic SPI)."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from app.engine.dice import Faces
from app.engine.events import Seat
from app.engine.geometry import Point, Polygon
from app.engine.modifiers import Line
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.systems.kensei.abilities.effects import spell_ended
from app.systems.kensei.abilities.events import SKY
from app.systems.kensei.army import Kept, Model, Timed, UnitId, Written
from app.systems.kensei.event import KenseiEvent
from app.systems.kensei.state import State


class SpellBegun(KenseiEvent, frozen=True, kw_only=True, tag="kensei.spell-begun"):
    """A caster begins a spell that is paid for (KEN-SPI-04); he uses magic this turn (KEN-TYP-14)."""

    story: ClassVar[str] = "spell+"

    unit: UnitId
    spell: str
    target: str = ""

    def fold(self, state: State) -> State:
        """He has cast."""
        return state.with_unit(self.unit, magic="cast")

    def tell(self) -> Telling:
        """Who, what, at whom."""
        facts: dict[str, Fact] = {"unit": self.unit, "spell": self.spell, "target": self.target}
        return Telling(about=f"{self.kind}{'.at' if self.target else ''}", facts=facts, pieces=(self.unit,))


class Meditated(KenseiEvent, frozen=True, kw_only=True, tag="kensei.meditated"):
    """A caster meditated over a spell, whose range is ``further`` longer if his Ki check passed (KEN-SPI-34).

    ``free``: the one that a Temple gives him (KEN-TER-65).
    """

    unit: UnitId
    spell: str
    further: int
    free: bool = False

    def fold(self, state: State) -> State:
        """A free one is used up for this turn (KEN-TER-68)."""
        return state.with_unit(self.unit, meditated=True) if self.free else state

    def tell(self) -> Telling:
        """How much further it reaches."""
        about = f"{self.kind}.{'further' if self.further else 'nothing'}"
        return Telling(about=about, facts=self.facts(), weight="quiet")


class SpellRolled(KenseiEvent, frozen=True, kw_only=True, tag="kensei.spell-rolled"):
    """The casting roll: die, Ki, bonuses and penalties, which must exceed the difficulty (KEN-SPI-13)."""

    story: ClassVar[str] = "spell"

    unit: UnitId
    spell: str
    face: int
    lines: tuple[Line, ...]
    total: int
    needed: int
    passed: bool

    def tell(self) -> Telling:
        """The total against the difficulty."""
        facts: dict[str, Fact] = {"unit": self.unit, "spell": self.spell, "total": self.total, "needed": self.needed}
        about = f"{self.kind}.{'passed' if self.passed else 'failed'}"
        return Telling(about=about, facts=facts, faces=((self.face,),), lines=self.lines, total=self.total,
                       needed=self.needed, weight="roll", pieces=(self.unit,))  # fmt: skip


class SpellFailed(KenseiEvent, frozen=True, kw_only=True, tag="kensei.spell-failed"):
    """A spell came to nothing before its roll: the target is gone, out of sight or out of range (KEN-SPI-37)."""

    story: ClassVar[str] = "spell"
    reveals: ClassVar[bool] = True
    """Nobody tries how far a target is and goes back (KEN-STA-37)."""

    unit: UnitId
    spell: str
    why: str
    target: str = ""

    def tell(self) -> Telling:
        """Why."""
        return Telling(about=f"{self.kind}.{self.why}", facts=self.facts(), pieces=(self.unit,))


class BlockTried(KenseiEvent, frozen=True, kw_only=True, tag="kensei.block-tried"):
    """An Onmyouji tried to Block a spell: his die must be higher than ``needed`` (KEN-SPI-29, KEN-SPI-30)."""

    story: ClassVar[str] = "spell"

    unit: UnitId
    caster: UnitId
    spell: str
    face: int
    lines: tuple[Line, ...]
    needed: int
    blocked: bool

    def fold(self, state: State) -> State:
        """He casts nothing this turn (KEN-TYP-15)."""
        return state.with_unit(self.unit, magic="block")

    def tell(self) -> Telling:
        """Whether the spell is stopped."""
        facts: dict[str, Fact] = {"unit": self.unit, "caster": self.caster, "spell": self.spell, "needed": self.needed}
        about = f"{self.kind}.{'blocked' if self.blocked else 'failed'}"
        return Telling(about=about, facts=facts, faces=((self.face,),), lines=self.lines, total=self.face,
                       needed=self.needed, weight="roll", pieces=(self.unit, self.caster))  # fmt: skip


class MagicDiceRolled(KenseiEvent, frozen=True, kw_only=True, tag="kensei.magic-dice-rolled"):
    """Magic Dice against a target: each that exceeds its Ki deals the difference in Wounds (KEN-SPI-21, KEN-SPI-22)."""

    story: ClassVar[str] = "spell"

    unit: UnitId
    target: UnitId
    key: str
    faces: Faces
    lines: tuple[Line, ...]
    needed: int
    packets: tuple[int, ...]

    def tell(self) -> Telling:
        """The dice and the Wounds."""
        facts: dict[str, Fact] = {"unit": self.unit, "target": self.target, "key": self.key, "needed": self.needed,
                                  "hits": len(self.packets), "wounds": sum(self.packets)}  # fmt: skip
        return Telling(about=self.kind, facts=facts, faces=(self.faces,), lines=self.lines, needed=self.needed,
                       weight="roll", pieces=(self.unit, self.target))  # fmt: skip


class Resisted(KenseiEvent, frozen=True, kw_only=True, tag="kensei.resisted"):
    """A target's rolls to resist: die and Ki must exceed ``needed`` each time (KEN-SPI-24, KEN-SPI-25)."""

    story: ClassVar[str] = "spell"

    unit: UnitId
    by: UnitId
    key: str
    faces: Faces
    lines: tuple[Line, ...]
    needed: int
    failures: int

    def tell(self) -> Telling:
        """How many failed."""
        facts: dict[str, Fact] = {"unit": self.unit, "by": self.by, "key": self.key, "needed": self.needed,
                                  "failures": self.failures, "dice": len(self.faces)}  # fmt: skip
        return Telling(about=self.kind, facts=facts, faces=(self.faces,), lines=self.lines, needed=self.needed,
                       weight="roll", pieces=(self.unit,))  # fmt: skip


class SpellUpheld(KenseiEvent, frozen=True, kw_only=True, tag="kensei.spell-upheld"):
    """A Variable spell works and drains its caster until he lets it go (KEN-SPI-16, KEN-SPI-19)."""

    unit: UnitId
    kept: Kept

    def fold(self, state: State) -> State:
        """He keeps it up; the same spell on the same target begins anew."""
        others = tuple(one for one in state.units[self.unit].kept
                       if (one.spell, one.target) != (self.kept.spell, self.kept.target))  # fmt: skip
        return state.with_unit(self.unit, kept=(*others, self.kept))

    def tell(self) -> Telling:
        """Which spell."""
        facts: dict[str, Fact] = {"unit": self.unit, "spell": self.kept.spell, "target": self.kept.target}
        return Telling(about=self.kind, facts=facts, weight="quiet")


class SpellSustained(KenseiEvent, frozen=True, kw_only=True, tag="kensei.spell-sustained"):
    """A spell enters its next active turn: AP are taken, and more Ki (KEN-SPI-17, KEN-SPI-18)."""

    unit: UnitId
    spell: str
    target: str
    turns: int
    ki: int
    ap: int

    def fold(self, state: State) -> State:
        """It has lasted so many turns, and he has so many AP fewer."""
        unit = state.units[self.unit]
        kept = tuple(replace(one, turns=self.turns) if (one.spell, one.target) == (self.spell, self.target) else one
                     for one in unit.kept)  # fmt: skip
        return state.with_unit(self.unit, kept=kept, ap=max(0, unit.ap - self.ap))

    def tell(self) -> Telling:
        """What it takes."""
        return Telling(about=self.kind, facts=self.facts())


class SpellKept(KenseiEvent, frozen=True, kw_only=True, tag="kensei.spell-kept"):
    """A caster keeps a spell up this turn; it counts as one that is cast (KEN-SPI-16)."""

    unit: UnitId
    spell: str
    target: str = ""


class SpellDropped(KenseiEvent, frozen=True, kw_only=True, tag="kensei.spell-dropped"):
    """A Variable spell is over: its effects end and all that it drained comes back (KEN-SPI-19, KEN-SPI-20).

    ``why``: chosen, ap, gone, flees, attacked.
    """

    unit: UnitId
    spell: str
    why: str
    target: str = ""

    def fold(self, state: State) -> State:
        """He does not keep it, and nothing of it holds."""
        kept = tuple(one for one in state.units[self.unit].kept
                     if (one.spell, one.target) != (self.spell, self.target))  # fmt: skip
        return spell_ended(state.with_unit(self.unit, kept=kept), self.unit, self.spell, self.target)

    def tell(self) -> Telling:
        """Which, and why."""
        return Telling(about=f"{self.kind}.{self.why}", facts=self.facts())


class ModelsRestored(KenseiEvent, frozen=True, kw_only=True, tag="kensei.models-restored"):
    """Models of a unit that had fallen stand in it again (KEN-SPI-13).  ``koku``: what its side has lost less."""

    unit: UnitId
    seat: Seat
    by: str
    models: tuple[Model, ...]
    number: int
    koku: int

    def fold(self, state: State) -> State:
        """They do."""
        state = state.with_unit(self.unit, models=self.models)
        return state.with_side(self.seat, fallen=max(0, state.side(self.seat).fallen - self.koku))

    def tell(self) -> Telling:
        """How many."""
        facts: dict[str, Fact] = {"unit": self.unit, "by": self.by, "number": self.number}
        return Telling(about=self.kind, facts=facts, pieces=(self.unit,))


class Bolted(KenseiEvent, frozen=True, kw_only=True, tag="kensei.bolted"):
    """Mounts took fright and carried a unit away from a caster (KEN-SPI-13)."""

    unit: UnitId
    by: UnitId
    distance: int
    rolled: int
    at: Point
    facing: int
    spots: tuple[Point, ...] = ()
    track: Polygon = ()

    def fold(self, state: State) -> State:
        """It stands there."""
        unit = state.units[self.unit]
        models = tuple(replace(m, at=at) for m, at in zip(unit.models, self.spots, strict=True)) if self.spots else None
        return state.with_unit(self.unit, at=self.at, facing=self.facing, models=models or unit.models,
                               formed=unit.formed and not self.spots)  # fmt: skip

    def tell(self) -> Telling:
        """How far."""
        facts: dict[str, Fact] = {"unit": self.unit, "by": self.by, "distance": self.distance}
        return Telling(about=self.kind, facts=facts, pieces=(self.unit,))


class LightningLeft(KenseiEvent, frozen=True, kw_only=True, tag="kensei.lightning-left"):
    """A unit left the table in a flash (KEN-SPI-13); its owner writes down next where it means to come down again."""

    unit: UnitId
    effect: Timed
    written: Written | None = None
    """Battles of before told it here."""

    def fold(self, state: State) -> State:
        """It is off the table."""
        unit = state.units[self.unit]
        return state.with_unit(self.unit, fate="reserve", written=self.written, orders=(), formed=False, warning=None,
                               timed=(*unit.timed, self.effect))  # fmt: skip

    def tell(self) -> Telling:
        """Who."""
        return Telling(about=self.kind, facts={"unit": self.unit})


class LightningTried(KenseiEvent, frozen=True, kw_only=True, tag="kensei.lightning-tried"):
    """A unit in the sky tried to come down (KEN-SPI-13): ``effect`` if it waits on, ``spots`` if it drifted."""

    unit: UnitId
    effect: Timed | None
    spots: tuple[Point, ...]
    drift: int = 0
    turn: int = 0

    def fold(self, state: State) -> State:
        """It waits on, or comes down now at these places."""
        unit = state.units[self.unit]
        timed = tuple(one for one in unit.timed if one.stat != SKY)
        waits = (self.effect,) if self.effect else ()
        written = Written(spots=self.spots, facing=unit.facing, turn=self.turn)
        return state.with_unit(self.unit, timed=(*timed, *waits), written=written)

    def tell(self) -> Telling:
        """Whether it comes, and how far off."""
        how = "waits" if self.effect else "drifts" if self.drift else "comes"
        return Telling(about=f"{self.kind}.{how}", facts={"unit": self.unit, "drift": self.drift})


class BlockAnnounced(KenseiEvent, frozen=True, kw_only=True, tag="kensei.block-announced"):
    """The enemy will try to Block a declared spell (KEN-SPI-02)."""

    unit: str
    number: int
    key: str

    def fold(self, state: State) -> State:
        """The order of the spell says so."""
        orders = state.units[self.unit].orders
        changed = replace(orders[self.number], block=True)
        return state.with_unit(self.unit, orders=(*orders[: self.number], changed, *orders[self.number + 1 :]))

    def tell(self) -> Telling:
        """Which spell."""
        return Telling(about=self.kind, facts={"unit": self.unit, "key": self.key})
