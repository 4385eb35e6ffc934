"""What happens in a Combat besides blows: positions, weapons, Hidden models, Confrontations, its result."""

from __future__ import annotations

from typing import ClassVar

from app.engine.refusals import Fact
from app.engine.system import Telling
from app.systems.kensei.army import UnitId
from app.systems.kensei.event import KenseiEvent
from app.systems.kensei.state import Fought, State


class CombatBegan(KenseiEvent, frozen=True, kw_only=True, tag="kensei.combat-began"):
    """A Combat is resolved for all units involved in it (KEN-CBT-02)."""

    story: ClassVar[str] = "combat+"

    units: tuple[str, ...]

    def tell(self) -> Telling:
        """Who fights."""
        facts: dict[str, Fact] = {"unit": self.units[0], "units": len(self.units)}
        return Telling(about=self.kind, facts=facts, pieces=self.units, weight="roll")


class HiddenRevealed(KenseiEvent, frozen=True, kw_only=True, tag="kensei.hidden-revealed"):
    """A Hidden model is in Combat and is seen for what it is (KEN-ARM-23)."""

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
    """A unit or character chose what to fight with in this Combat."""

    unit: str
    weapon: str

    def fold(self, state: State) -> State:
        """It fights with that."""
        return state.with_unit(self.unit, weapon=self.weapon)


class ChallengeMade(KenseiEvent, frozen=True, kw_only=True, tag="kensei.challenge-made"):
    """A character called another out (KEN-CNF-15)."""

    story: ClassVar[str] = "duel+"

    unit: str
    target: str
    turn: int

    def fold(self, state: State) -> State:
        """The other has been challenged this turn."""
        return state.with_unit(self.target, challenged=self.turn)


class ChallengeRejected(KenseiEvent, frozen=True, kw_only=True, tag="kensei.challenge-rejected"):
    """The challenged one would not fight: his unit has none of his bonuses for the rest of the battle (KEN-CNF-18)."""

    story: ClassVar[str] = "duel"

    unit: str
    target: str

    def fold(self, state: State) -> State:
        """He gives nothing."""
        return state.with_unit(self.unit, gives=False)


class ConfrontationBegan(KenseiEvent, frozen=True, kw_only=True, tag="kensei.confrontation-began"):
    """Two fight a duel, the only one of the turn; ``unit`` has the first attack (KEN-CNF-14, KEN-CNF-16)."""

    story: ClassVar[str] = "duel"

    unit: str
    target: str
    turn: int

    def fold(self, state: State) -> State:
        """It is used up, and characters who fight it do nothing more in the Attack step."""
        for id in (self.unit, self.target):
            state = state.with_unit(id, duelled=self.turn)
        return state.with_(confrontation=self.turn)


class DuelRound(KenseiEvent, frozen=True, kw_only=True, tag="kensei.duel-round"):
    """A round of a Confrontation; ``unit`` attacks first (KEN-CNF-25, KEN-CNF-26)."""

    story: ClassVar[str] = "duel"

    unit: str
    target: str
    number: int

    def tell(self) -> Telling:
        """Which round, and who is first."""
        return Telling(about=self.kind, facts=self.facts(), pieces=(self.unit, self.target), weight="roll")


class HideTried(KenseiEvent, frozen=True, kw_only=True, tag="kensei.hide-tried"):
    """A duellist tried to hide among his unit (KEN-CNF-23, KEN-CNF-24)."""

    story: ClassVar[str] = "duel"

    unit: str
    passed: bool

    def fold(self, state: State) -> State:
        """One who hides gives nothing for the rest of the battle (KEN-CNF-29)."""
        return state.with_unit(self.unit, gives=False) if self.passed else state

    def tell(self) -> Telling:
        """Whether he got away."""
        about = f"{self.kind}.{'passed' if self.passed else 'failed'}"
        return Telling(about=about, facts=self.facts(), pieces=(self.unit,))


class ConfrontationEnded(KenseiEvent, frozen=True, kw_only=True, tag="kensei.confrontation-ended"):
    """A Confrontation is over.  ``how``: killed, hidden (``loser`` got away) or idle (KEN-CNF-22, KEN-CNF-28)."""

    story: ClassVar[str] = "duel-"

    winner: str
    loser: str
    how: str

    def tell(self) -> Telling:
        """How."""
        about = f"{self.kind}.{self.how}"
        return Telling(about=about, facts=self.facts(), pieces=(self.winner, self.loser), weight="roll")


class MagicForgone(KenseiEvent, frozen=True, kw_only=True, tag="kensei.magic-forgone"):
    """A Spiritual Character attacked, and uses no magic this turn (KEN-TYP-14)."""

    unit: str

    def fold(self, state: State) -> State:
        """He has attacked."""
        return state.with_unit(self.unit, magic="attack")

    def tell(self) -> Telling:
        """Who."""
        return Telling(about=self.kind, facts={"unit": self.unit}, weight="quiet")


class CombatFought(KenseiEvent, frozen=True, kw_only=True, tag="kensei.combat-fought"):
    """A Combat of this turn is over; its numbers wait for the Resolution (KEN-RES-01).

    ``wounds``, ``killed``, ``left``: by seat, Wounds inflicted, characters killed, Wounds left.  ``walls``: nobody
    fought, a Construction was struck or let be.
    """

    story: ClassVar[str] = "combat-"

    units: tuple[UnitId, ...]
    wounds: dict[str, int]
    winner: str = ""
    difference: int = 0
    value: int = 0
    losers: tuple[UnitId, ...] = ()
    killed: dict[str, int]
    left: dict[str, int]
    walls: bool = False

    def fold(self, state: State) -> State:
        """It is on record, and nobody is in Defensive Position any more."""
        for id in self.units:
            if state.units[id].defensive:
                state = state.with_unit(id, defensive=False)
        made = Fought(units=self.units, winner=self.winner, difference=self.difference, value=self.value,
                      losers=self.losers, done=self.walls)  # fmt: skip
        return state.with_(fought=(*state.fought, made))

    def tell(self) -> Telling:
        """Winner, Damage Difference and Confrontation Value."""
        about = f"{self.kind}.{'won' if self.winner else 'wall' if self.walls else 'draw'}"
        facts: dict[str, Fact] = {"winner": self.winner, "difference": self.difference, "value": self.value,
                                  "losers": len(self.losers), "unit": self.units[0]}  # fmt: skip
        return Telling(about=about, facts=facts, pieces=self.units, weight="quiet" if self.walls else "roll")

