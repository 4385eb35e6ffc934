"""What happens at the end of a turn and of the battle."""

from __future__ import annotations

from app.engine.events import Seat
from app.engine.modifiers import Line
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.engine.told import EndEvent, GivenUpEvent
from app.systems.kensei.event import KenseiEvent
from app.systems.kensei.state import State


class CampLost(KenseiEvent, frozen=True, kw_only=True, tag="kensei.camp-lost"):
    """A side has lost its camp (KEN-SCN-07)."""

    seat: Seat

    def fold(self, state: State) -> State:
        """It is lost for good."""
        return state.with_(notes={**state.notes, f"camp-lost:{self.seat}": state.turn})


class ScoreCounted(KenseiEvent, frozen=True, kw_only=True, tag="kensei.score-counted"):
    """What a side has towards its own victory condition at the end of a turn."""

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


class TurnEnded(KenseiEvent, frozen=True, kw_only=True, tag="kensei.turn-ended"):
    """A turn is over."""

    turn: int

    def tell(self) -> Telling:
        """A quiet line."""
        return Telling(about=self.kind, facts={"turn": self.turn}, weight="quiet")


class GameOver(EndEvent, KenseiEvent, frozen=True, kw_only=True, tag="kensei.game-over"):
    """The battle has ended."""


class Conceded(GivenUpEvent, KenseiEvent, frozen=True, kw_only=True, tag="kensei.conceded"):
    """A player gave up, and the battle is over."""
