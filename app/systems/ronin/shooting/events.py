"""What happens when models shoot."""

from __future__ import annotations

from app.engine.dice import Faces
from app.engine.modifiers import Line
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.systems.ronin.event import RoninEvent
from app.systems.ronin.state import ModelId, State


class Aimed(RoninEvent, frozen=True, kw_only=True, tag="ronin.aimed"):
    """A shot was ordered; everything but the dice is known (RON-SHO-34)."""

    model: ModelId
    target: ModelId
    weapon: str
    gap: int
    cover: str
    lines: tuple[Line, ...]
    defence: tuple[Line, ...]
    score: int

    def tell(self) -> Telling:
        """Range, cover and the score to beat."""
        facts: dict[str, Fact] = {
            "model": self.model,
            "target": self.target,
            "weapon": self.weapon,
            "gap": self.gap,
            "score": self.score,
        }
        facts["cover"] = self.cover or "none"
        return Telling(about=self.kind, facts=facts, lines=self.defence, pieces=(self.model, self.target))


class Shot(RoninEvent, frozen=True, kw_only=True, tag="ronin.shot"):
    """A model shot.  ``total`` is dice and ``lines``; ``wound`` the Wound Score, 0 or less a miss (RON-SHO-35)."""

    model: ModelId
    target: ModelId
    weapon: str
    faces: Faces
    lines: tuple[Line, ...]
    total: int
    score: int
    wound: int
    needed: int
    shots: int
    loaded: bool

    def fold(self, state: State) -> State:
        """The shot is spent, and a teppo is empty."""
        return state.with_model(self.model, shots=self.shots, loaded=self.loaded)

    def tell(self) -> Telling:
        """Dice, every line, the total and what was needed."""
        facts: dict[str, Fact] = {
            "model": self.model,
            "target": self.target,
            "weapon": self.weapon,
            "total": self.total,
            "score": self.score,
        }
        facts["wound"] = self.wound
        return Telling(about=f"{self.kind}.{'hits' if self.wound > 0 else 'misses'}", facts=facts, faces=(self.faces,),
                       lines=self.lines, total=self.total, needed=self.needed, weight="roll",
                       pieces=(self.model, self.target))  # fmt: skip


class ShotPassedOn(RoninEvent, frozen=True, kw_only=True, tag="ronin.shot-passed-on"):
    """A shot into combat missed and came to another of that combat (RON-SHO-28).  One candidate needs no die."""

    model: ModelId
    target: ModelId
    weapon: str
    faces: Faces
    candidates: tuple[ModelId, ...]
    total: int
    defence: tuple[Line, ...]
    score: int
    wound: int

    def tell(self) -> Telling:
        """Whom it came to, and what of it."""
        facts: dict[str, Fact] = {
            "model": self.model,
            "target": self.target,
            "total": self.total,
            "score": self.score,
            "wound": self.wound,
        }
        return Telling(about=f"{self.kind}.{'hits' if self.wound > 0 else 'misses'}", facts=facts,
                       faces=(self.faces,) if self.faces else (), lines=self.defence, total=self.total, weight="roll",
                       pieces=(self.model, self.target))  # fmt: skip
