"""What happens to victory: proposals, camps, scores, and the end of the battle."""

from __future__ import annotations

from app.engine.events import Seat
from app.engine.geometry import Point
from app.engine.modifiers import Line
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.engine.told import EndEvent, GivenUpEvent
from app.systems.kensei.event import KenseiEvent
from app.systems.kensei.state import State


class VictoryProposed(KenseiEvent, frozen=True, kw_only=True, tag="kensei.victory-proposed"):
    """A player has proposed victory conditions for himself (KEN-SCN-01)."""

    seat: Seat
    proposals: tuple[str, ...]

    def tell(self) -> Telling:
        """Whose, and which."""
        facts: dict[str, Fact] = {"seat": self.seat, **{f"n{n}": key for n, key in enumerate(self.proposals, 1)}}
        return Telling(about=self.kind, facts=facts)


class VictorySettled(KenseiEvent, frozen=True, kw_only=True, tag="kensei.victory-settled"):
    """It is settled what a player needs to win, and how long the battle lasts at most (KEN-SCN-01)."""

    seat: Seat
    victory: str
    turns: int

    def fold(self, state: State) -> State:
        """It is his condition."""
        return state.with_side(self.seat, victory=self.victory).with_(turns=self.turns)

    def tell(self) -> Telling:
        """Whose, and which."""
        return Telling(about=self.kind, facts={"seat": self.seat, "victory": self.victory})


class CampMarked(KenseiEvent, frozen=True, kw_only=True, tag="kensei.camp-marked"):
    """A player has marked his camp (KEN-SCN-07)."""

    seat: Seat
    at: Point

    def fold(self, state: State) -> State:
        """The camp is there."""
        return state.with_(zones={**state.zones, f"camp-{self.seat}": [self.at.x, self.at.y]})

    def tell(self) -> Telling:
        """Whose."""
        return Telling(about=self.kind, facts={"seat": self.seat})


class CampLost(KenseiEvent, frozen=True, kw_only=True, tag="kensei.camp-lost"):
    """A side has lost its camp (KEN-SCN-07)."""

    seat: Seat

    def fold(self, state: State) -> State:
        """It is lost for good."""
        return state.with_(notes={**state.notes, f"camp-lost:{self.seat}": state.turn})


class ScoreCounted(KenseiEvent, frozen=True, kw_only=True, tag="kensei.score-counted"):
    """What a side has towards its own victory condition at the end of a turn (KEN-SCN-01)."""

    seat: Seat
    victory: str
    score: int
    lines: tuple[Line, ...] = ()

    def tell(self) -> Telling:
        """How much, and of what."""
        facts: dict[str, Fact] = {"seat": self.seat, "victory": self.victory, "score": self.score}
        return Telling(about=self.kind, facts=facts, lines=self.lines, weight="quiet")


class ConditionDecided(KenseiEvent, frozen=True, kw_only=True, tag="kensei.condition-decided"):
    """Whether a side has met its own victory condition is settled, while the battle goes on (KEN-SCN-01)."""

    seat: Seat
    victory: str
    met: bool

    def fold(self, state: State) -> State:
        """It stays so."""
        return state.with_(notes={**state.notes, f"decided:{self.seat}": 1 if self.met else -1})

    def tell(self) -> Telling:
        """Met or missed."""
        about = f"{self.kind}.{'met' if self.met else 'missed'}"
        return Telling(about=about, facts={"seat": self.seat, "victory": self.victory}, weight="phase")


class GameOver(EndEvent, KenseiEvent, frozen=True, kw_only=True, tag="kensei.game-over"):
    """The battle has ended (KEN-SCN-02 to KEN-SCN-09)."""


class Conceded(GivenUpEvent, KenseiEvent, frozen=True, kw_only=True, tag="kensei.conceded"):
    """A player gave up, and the battle is over (KEN-SCN-01)."""
