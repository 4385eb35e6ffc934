"""What happens in close combat: rounds, weapons, steps of weapon speed, blows, casualties swapped, the result."""

from __future__ import annotations

from app.engine.refusals import Fact
from app.engine.system import Telling
from app.systems.celtos.event import CeltosEvent
from app.systems.celtos.shooting.events import DieRolled
from app.systems.celtos.state import ModelId, State, UnitId


class CombatBegan(CeltosEvent, frozen=True, kw_only=True, tag="celtos.combat-began"):
    """The active unit and every enemy unit touching it fight (CEL-CBT-01).  ``first``: a first round (CEL-WPN-02)."""

    unit: UnitId
    foes: tuple[UnitId, ...]
    first: bool

    def tell(self) -> Telling:
        """Who fights whom."""
        facts: dict[str, Fact] = {**self.facts(), "number": len(self.foes), "target": self.foes[0]}
        about = f"{self.kind}.{'first' if self.first else 'later'}"
        return Telling(about=about, facts=facts, weight="roll", pieces=(self.unit, *self.foes))


class WeaponTaken(CeltosEvent, frozen=True, kw_only=True, tag="celtos.weapon-taken"):
    """A model fights with a shooting weapon instead of its hand weapon (CEL-CBT-17)."""

    model: ModelId
    weapon: str

    def tell(self) -> Telling:
        """Which one."""
        return Telling(about=self.kind, facts=self.facts(), pieces=(self.model,))


class StepBegan(CeltosEvent, frozen=True, kw_only=True, tag="celtos.step-began"):
    """The attacks of one step are made: First Strike, or one weapon speed (CEL-CBT-05).  ``speed`` 0: First Strike."""

    unit: UnitId
    speed: int
    attacks: int

    def tell(self) -> Telling:
        """Which step, and how many attacks of both sides it holds."""
        about = f"{self.kind}.{'speed' if self.speed else 'first-strike'}"
        return Telling(about=about, facts=self.facts())


class BlowRolled(DieRolled, frozen=True, kw_only=True, tag="celtos.blow-rolled"):
    """One attack of ``model`` on ``target``; ``attacker`` and ``defender`` are the AS the table was read with.

    CEL-CBT-06; ``speed`` is the step it belongs to, 0 for First Strike.
    """

    weapon: str
    attacker: int
    defender: int
    speed: int


class CombatEnded(CeltosEvent, frozen=True, kw_only=True, tag="celtos.combat-ended"):
    """Wounds and standards of both sides were compared (CEL-RES-02).

    ``lost``: active, enemies, both (wiped out together) or none; ``losers`` are the units that have lost and live.
    """

    unit: UnitId
    foes: tuple[UnitId, ...]
    wounds: int
    standards: int
    enemy_wounds: int
    enemy_standards: int
    total: int
    enemy_total: int
    lost: str
    losers: tuple[UnitId, ...]

    def fold(self, state: State) -> State:
        """Losers whom nobody of this combat has wounded were bested by the first of their enemies (CEL-CAM-04)."""
        for loser in self.losers:
            foes = self.foes if loser == self.unit else (self.unit,)
            if state.unit(loser).bested_by not in foes:
                state = state.with_unit(loser, bested_by=foes[0])
        return state

    def tell(self) -> Telling:
        """The two totals, what standards add to them, and who has lost."""
        facts: dict[str, Fact] = {**self.facts(), "target": self.foes[0]}
        about = f"{self.kind}.{self.lost}{'.standards' if self.standards or self.enemy_standards else ''}"
        return Telling(about=about, facts=facts, weight="roll", pieces=(self.unit, *self.foes))
