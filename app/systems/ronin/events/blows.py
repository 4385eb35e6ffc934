"""What the dice of a blow say."""

from __future__ import annotations

from app.engine.dice import Faces
from app.engine.modifiers import Line
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.systems.ronin.events.base import RoninEvent
from app.systems.ronin.state import ModelId, State


class BlowThrown(RoninEvent, frozen=True, kw_only=True, tag="ronin.blow-thrown"):
    """The dice of both lie on the table, before rerolls and discards (RON-ATT-03)."""

    model: ModelId
    target: ModelId
    attack: Faces
    defence: Faces

    def tell(self) -> Telling:
        """Both throws, the attacker's first."""
        facts: dict[str, Fact] = {"model": self.model, "target": self.target}
        return Telling(about=self.kind, facts=facts, faces=(self.attack, self.defence), weight="roll",
                       pieces=(self.model, self.target))  # fmt: skip


class DieRerolled(RoninEvent, frozen=True, kw_only=True, tag="ronin.die-rerolled"):
    """A model rolled one die again by its bujutsu (RON-ATT-02, RON-ATT-03).  ``why``: the roll it belongs to."""

    model: ModelId
    why: str
    die: int
    was: int
    faces: Faces

    def fold(self, state: State) -> State:
        """Its bujutsu is used for this phase."""
        return state.with_model(self.model, bujutsu_used=True)

    def tell(self) -> Telling:
        """Which die, and what it shows now."""
        facts: dict[str, Fact] = {"model": self.model, "why": self.why}
        facts |= {"was": self.was, "now": self.faces[0]}
        return Telling(about=self.kind, facts=facts, faces=(self.faces,), weight="roll", pieces=(self.model,))


class AttackRolled(RoninEvent, frozen=True, kw_only=True, tag="ronin.attack-rolled"):
    """An Attack Roll: all dice, those kept, what is added (RON-CBT-03, RON-CBT-04)."""

    model: ModelId
    target: ModelId
    attack: str
    weapon: str
    faces: Faces
    kept: Faces
    lines: tuple[Line, ...]
    total: int

    def tell(self) -> Telling:
        """The dice, every line, the total."""
        facts: dict[str, Fact] = {"model": self.model, "target": self.target, "weapon": self.weapon}
        facts["total"] = self.total
        about = f"{self.kind}.{'kept' if len(self.kept) < len(self.faces) else 'plain'}"
        facts["kept"] = " + ".join(str(face) for face in self.kept)
        return Telling(about=about, facts=facts, faces=(self.faces,), lines=self.lines, total=self.total,
                       weight="roll", pieces=(self.model, self.target))  # fmt: skip


class DefenceRolled(RoninEvent, frozen=True, kw_only=True, tag="ronin.defence-rolled"):
    """A Defence Roll: all dice count (RON-CBT-05, RON-CBT-06)."""

    model: ModelId
    faces: Faces
    lines: tuple[Line, ...]
    total: int

    def tell(self) -> Telling:
        """The dice, every line, the total."""
        return Telling(about=self.kind, facts=self.facts(), faces=(self.faces,), lines=self.lines, total=self.total,
                       weight="roll", pieces=(self.model,))  # fmt: skip


class BlowScored(RoninEvent, frozen=True, kw_only=True, tag="ronin.blow-scored"):
    """The Wound Score of a blow: attack less defence; 0 or less does nothing (RON-WND-02)."""

    model: ModelId
    target: ModelId
    attack: int
    defence: int
    score: int

    def tell(self) -> Telling:
        """Both totals and the difference."""
        about = f"{self.kind}.{'hits' if self.score > 0 else 'misses'}"
        return Telling(about=about, facts=self.facts(), total=self.attack, needed=self.defence + 1,
                       pieces=(self.model, self.target))  # fmt: skip


class FreeAttackTaken(RoninEvent, frozen=True, kw_only=True, tag="ronin.free-attack-taken"):
    """A model strikes one that steps away (RON-MOV-35)."""

    model: ModelId
    target: ModelId
    weapon: str

    def fold(self, state: State) -> State:
        """It has taken a free attack this turn."""
        return state.with_model(self.model, free_attack=True)

    def tell(self) -> Telling:
        """Who strikes at whom, with what."""
        return Telling(about=self.kind, facts=self.facts(), pieces=(self.model, self.target))


EVENTS: tuple[type[RoninEvent], ...] = (
    BlowThrown, DieRerolled, AttackRolled, DefenceRolled, BlowScored, FreeAttackTaken,
)  # fmt: skip
