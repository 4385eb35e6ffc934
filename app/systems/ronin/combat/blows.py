"""What the dice of a blow say."""

from __future__ import annotations

from app.engine.dice import Faces
from app.engine.modifiers import Line
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.systems.ronin.event import RoninEvent
from app.systems.ronin.state import ModelId, State
from app.systems.ronin.wounds.events import gone


class BlowThrown(RoninEvent, frozen=True, kw_only=True, tag="ronin.blow-thrown"):
    """The dice of both lie on the table, before rerolls and discards (RON-CBT-03, RON-ATT-03)."""

    model: ModelId
    target: ModelId
    attack: Faces
    defence: Faces

    def tell(self) -> Telling:
        """Both throws, the attacker's first."""
        facts: dict[str, Fact] = {"model": self.model, "target": self.target}
        return Telling(about=self.kind, facts=facts, faces=(self.attack, self.defence), weight="roll",
                       pieces=(self.model, self.target))  # fmt: skip


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
        how = "subdue" if self.attack == "subdue" else "strike"
        about = f"{self.kind}.{how}-{'kept' if len(self.kept) < len(self.faces) else 'plain'}"
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


class Subdued(RoninEvent, frozen=True, kw_only=True, tag="ronin.subdued"):
    """A Subdue attempt stunned a model and did no wound (RON-CBT-36)."""

    model: ModelId
    by: ModelId
    score: int
    stunned: int

    def fold(self, state: State) -> State:
        """It has the Stunned counters the event says."""
        return state.with_model(self.model, stunned=self.stunned)

    def tell(self) -> Telling:
        """Who was stunned."""
        return Telling(about=self.kind, facts=self.facts(), pieces=(self.model,))


class Captured(RoninEvent, frozen=True, kw_only=True, tag="ronin.captured"):
    """A model was taken alive and leaves no body; ``captures`` are its captor's so far (RON-CBT-36, RON-WND-07)."""

    model: ModelId
    by: ModelId
    captures: int

    def fold(self, state: State) -> State:
        """It is off the table, and its horse with it."""
        return gone(state, self.model, "captured").with_model(self.by, captures=self.captures)

    def tell(self) -> Telling:
        """Who was taken, and by whom."""
        return Telling(about=self.kind, facts=self.facts(), pieces=(self.model, self.by))
