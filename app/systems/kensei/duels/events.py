"""What happens when a character breaks away from a Combat: his attempt, and those who run after him."""

from __future__ import annotations

from msgspec.structs import replace

from app.engine.dice import Faces
from app.engine.geometry import Point
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.systems.kensei.army import UnitId
from app.systems.kensei.event import KenseiEvent
from app.systems.kensei.state import Contact, State


class LeaveTried(KenseiEvent, frozen=True, kw_only=True, tag="kensei.leave-tried"):
    """A character tried to leave his unit in Combat (KEN-CNF-06); ``reach``: how far he may go, in 1/100 mm."""

    unit: str
    host: str
    passed: bool
    faces: Faces = ()
    reach: int = 0

    def tell(self) -> Telling:
        """Whether he got away, and how far."""
        facts: dict[str, Fact] = {"unit": self.unit, "host": self.host, "reach": self.reach}
        about = f"{self.kind}.{'passed' if self.passed else 'failed'}"
        return Telling(about=about, facts=facts, faces=(self.faces,) if self.faces else (), pieces=(self.unit,),
                       weight="roll")  # fmt: skip


class PursuerMoved(KenseiEvent, frozen=True, kw_only=True, tag="kensei.pursuer-moved"):
    """A character has left his unit and run after one who broke away (KEN-CNF-10).

    ``at``: the middle of his base, ``front`` of its front edge, as he stands now.  ``reach``: his dice in 1/100 mm,
    ``gap``: what lay between the two.  ``contact``: where he reached him; the other turns to him, his front at
    ``target_front``.
    """

    unit: UnitId
    target: UnitId
    faces: Faces
    reach: int
    gap: int
    at: Point
    front: Point
    facing: int
    contact: Contact | None = None
    target_front: Point | None = None

    def fold(self, state: State) -> State:
        """He stands there by himself, in contact or not."""
        him = state.units[self.unit]
        met = self.contact is not None
        models = tuple(replace(model, at=self.at) for model in him.models)
        state = state.with_unit(self.unit, host=UnitId(""), models=models, at=self.front if met else self.at,
                                facing=self.facing, files=1, formed=met)  # fmt: skip
        if self.contact is None or self.target_front is None:
            return state
        if not state.units[self.target].formed:
            back = (self.facing + 18_000) % 36_000
            state = state.with_unit(self.target, at=self.target_front, facing=back, files=1, formed=True)
        return state.with_contact(self.contact)

    def tell(self) -> Telling:
        """Whether he reached him."""
        facts: dict[str, Fact] = {"unit": self.unit, "target": self.target, "reach": self.reach, "gap": self.gap}
        about = f"{self.kind}.{'reached' if self.contact else 'short'}"
        return Telling(about=about, facts=facts, faces=(self.faces,), total=sum(self.faces), weight="roll",
                       pieces=(self.unit, self.target))  # fmt: skip

