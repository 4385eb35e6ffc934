"""What happens when a character breaks away from a Combat: his attempt, and those who run after him."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from app.engine.dice import Faces
from app.engine.geometry import Point
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.systems.kensei.army import Timed, UnitId
from app.systems.kensei.destruction.events import inherited
from app.systems.kensei.event import KenseiEvent
from app.systems.kensei.moving.events import stood
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


class LeftAlone(KenseiEvent, frozen=True, kw_only=True, tag="kensei.left-alone"):
    """A character whose unit is gone is a unit of his own, and stands in its contacts (KEN-CNF-02).

    ``at``: the middle of his base; ``front``: of its front edge.  ``contacts``: those he takes over.
    """

    unit: UnitId
    host: UnitId
    at: Point
    front: Point
    facing: int
    contacts: tuple[Contact, ...]

    def fold(self, state: State) -> State:
        """He stands there alone, fighting or fleeing as his unit did."""
        one, host = state.units[self.unit], state.units[self.host]
        models = tuple(replace(model, at=self.at) for model in one.models)
        state = state.with_unit(
            self.unit, host=UnitId(""), models=models, at=self.front, facing=self.facing, files=1,
            formed=bool(self.contacts), concealed=False, **inherited(one, host),
        )  # fmt: skip
        state = state.with_(contacts=(*state.contacts, *self.contacts))
        after = {id: replace(foe, charged=self.unit) for id, foe in state.units.items() if foe.charged == self.host}
        return state.with_units(after)

    def tell(self) -> Telling:
        """Who is left of which unit."""
        facts: dict[str, Fact] = {"unit": self.unit, "host": self.host}
        return Telling(about=self.kind, facts=facts, pieces=(self.unit,))


class CharacterLeft(KenseiEvent, frozen=True, kw_only=True, tag="kensei.character-left"):
    """A character has gone out of his unit, which loses Honour until turn ``until`` begins (KEN-CNF-07, KEN-CNF-08)."""

    unit: UnitId
    host: UnitId
    at: Point
    facing: int
    honour: int
    until: int
    cost: int = 0
    way: tuple[Point, ...] = ()
    moved: str = ""

    def fold(self, state: State) -> State:
        """He stands by himself, for all to see (KEN-ARM-23)."""
        him, host = state.units[self.unit], state.units[self.host]
        models = stood(him.models, (self.at,))
        lost = Timed(key="character-left", stat="honour", add=self.honour, until=self.until, clause=self.clause)
        state = state.with_unit(self.host, timed=(*host.timed, lost))
        return state.with_unit(self.unit, host=UnitId(""), models=models, at=self.at, facing=self.facing, formed=False,
                               concealed=False, moved=self.moved or him.moved)  # fmt: skip

    def tell(self) -> Telling:
        """Who whom."""
        facts: dict[str, Fact] = {"unit": self.unit, "host": self.host, "honour": self.honour}
        return Telling(about=self.kind, facts=facts, pieces=(self.unit, self.host))
