"""What happens in a Combat: positions, weapons, Hidden models, the order of striking, the dice of blows."""

from __future__ import annotations

from typing import ClassVar

from app.engine.dice import Faces
from app.engine.modifiers import Line
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.systems.kensei.event import KenseiEvent
from app.systems.kensei.state import State


class CombatBegan(KenseiEvent, frozen=True, kw_only=True, tag="kensei.combat-began"):
    """A Combat is resolved for all units involved in it (KEN-CBT-02)."""

    story: ClassVar[str] = "combat+"

    units: tuple[str, ...]

    def tell(self) -> Telling:
        """Who fights."""
        facts: dict[str, Fact] = {"unit": self.units[0], "units": len(self.units)}
        return Telling(about=self.kind, facts=facts, pieces=self.units, weight="roll")


class HiddenRevealed(KenseiEvent, frozen=True, kw_only=True, tag="kensei.hidden-revealed"):
    """A Hidden model is in Combat (KEN-CBT-01) and is seen for what it is (KEN-ARM-23)."""

    unit: str

    def fold(self, state: State) -> State:
        """All know it."""
        return state.with_unit(self.unit, concealed=False)


class PositionTaken(KenseiEvent, frozen=True, kw_only=True, tag="kensei.position-taken"):
    """A unit gives up Combat Dice for a Defensive Position (KEN-CBT-04)."""

    unit: str

    def fold(self, state: State) -> State:
        """It is in one."""
        return state.with_unit(self.unit, defensive=True)


class WeaponChosen(KenseiEvent, frozen=True, kw_only=True, tag="kensei.weapon-chosen"):
    """A unit or character chose what to fight with in this Combat (KEN-CBT-14)."""

    unit: str
    weapon: str

    def fold(self, state: State) -> State:
        """It fights with that."""
        return state.with_unit(self.unit, weapon=self.weapon)


class InitiativeOrder(KenseiEvent, frozen=True, kw_only=True, tag="kensei.initiative-order"):
    """In which order the units and Special Characters of a Combat strike (KEN-CBT-13)."""

    story: ClassVar[str] = "combat"

    units: tuple[str, ...]

    def tell(self) -> Telling:
        """Who strikes first."""
        facts: dict[str, Fact] = {"unit": self.units[0] if self.units else "", "units": len(self.units)}
        return Telling(about=self.kind, facts=facts, pieces=self.units, weight="roll" if self.units else "quiet")


class StrikeBegan(KenseiEvent, frozen=True, kw_only=True, tag="kensei.strike-began"):
    """The Combat Dice of a unit or character were counted and divided among its enemies (KEN-CBT-15, KEN-CBT-21)."""

    unit: str
    lines: tuple[Line, ...]
    dice: int
    shares: dict[str, int]

    def tell(self) -> Telling:
        """How many dice."""
        facts: dict[str, Fact] = {"unit": self.unit, "dice": self.dice, "targets": len(self.shares)}
        return Telling(about=self.kind, facts=facts, lines=self.lines, total=self.dice,
                       pieces=(self.unit, *self.shares))  # fmt: skip


class StrikeDice(KenseiEvent, frozen=True, kw_only=True):
    """Dice of one kind of one strike, all that were rolled together (KEN-RNG-40).

    ``unit`` rolls against ``target``; ``needed`` is what the stat came to; ``good``: how many did what they should.
    ``how``: melee, free, duel or wall.
    """

    unit: str
    target: str
    faces: Faces
    lines: tuple[Line, ...]
    needed: int
    good: int
    how: str = "melee"

    def tell(self) -> Telling:
        """Dice, what they needed, and how many of them were good."""
        facts: dict[str, Fact] = {"unit": self.unit, "target": self.target, "needed": self.needed, "good": self.good,
                                  "dice": len(self.faces), "how": self.how}  # fmt: skip
        about = f"{self.kind}{'.wall' if self.how == 'wall' else ''}"
        return Telling(about=about, facts=facts, faces=(self.faces,), lines=self.lines, total=self.good,
                       needed=self.needed, weight="roll", pieces=(self.unit, self.target),
                       good=self.each())  # fmt: skip

    def each(self) -> tuple[bool, ...]:
        """Of each die whether it was good."""
        return tuple(face > self.needed for face in self.faces)


class AttackRolled(StrikeDice, frozen=True, kw_only=True, tag="kensei.attack-rolled"):
    """Combat Dice: each above the Attack hits (KEN-CBT-27)."""


class DefenceRolled(StrikeDice, frozen=True, kw_only=True, tag="kensei.defence-rolled"):
    """Defense dice, one a hit in the order of the hits: each below the Defense stops its hit (KEN-CBT-29).

    ``against``: the Defense of each, lower where its hit was a 10.
    """

    against: tuple[int, ...] = ()

    def each(self) -> tuple[bool, ...]:
        """Of each die whether its hit was stopped."""
        return tuple(face < most for face, most in zip(self.faces, self.against, strict=False))


class DamageRolled(StrikeDice, frozen=True, kw_only=True, tag="kensei.damage-rolled"):
    """Damage dice, one a hit that was not stopped: each above the Armor wounds (KEN-CBT-30).

    ``lines`` make up the Armor, ``adds`` is added to each die; ``wounds`` of each.  ``good``: Wounds in all.
    """

    adds: int = 0
    wounds: tuple[int, ...] = ()

    def each(self) -> tuple[bool, ...]:
        """Of each die whether it wounds."""
        return tuple(size > 0 for size in self.wounds)
