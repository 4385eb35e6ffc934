"""What happens at the end of a turn and of the game."""

from __future__ import annotations

from msgspec.structs import replace

from app.engine.events import Seat
from app.engine.geometry import Point
from app.engine.modifiers import Line
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.engine.told import EndEvent, GivenUpEvent
from app.systems.daimyo.events.base import DaimyoEvent
from app.systems.daimyo.state import State, UnitId

TURN_FLAGS: dict[str, object] = {
    "activated": False, "ordered": False, "obedience": "", "moved": False, "charged": False, "charged_into": (),
    "charges": (), "tested": (), "fired": (), "fought": (), "shot_at": False, "hit_by_fire": False,
    "melee_this_turn": False, "lost_this_turn": 0, "passed_through": False, "legs": (), "tested_at_end": False,
    "idle_activation": False, "rallied": False,
}  # fmt: skip
"""What holds of a unit for one turn only (DAI-END-04)."""


class UnitReformed(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.unit-reformed"):
    """A unit has taken a facing and a formation at the end of a turn (DAI-DIS-09, DAI-END-05)."""

    unit: UnitId
    at: Point
    facing: int
    files: int

    def fold(self, state: State) -> State:
        """It stands so."""
        return state.with_unit(self.unit, at=self.at, facing=self.facing, files=self.files)

    def tell(self) -> Telling:
        """Which unit."""
        return Telling(about=self.kind, facts={"unit": self.unit, "files": self.files}, pieces=(self.unit,))


class TurnEnded(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.turn-ended"):
    """A turn is over; what held for the turn alone is gone (DAI-END-04)."""

    turn: int

    def fold(self, state: State) -> State:
        """Every flag of the turn is off, for units, leaders, clans and sides."""
        units = {id: replace(u, **TURN_FLAGS) for id, u in state.units.items()}
        leaders = {id: replace(m, activated=False, moved=False, ran_with=()) for id, m in state.leaders.items()}
        clans = {id: replace(clan, tried=False, holding=False) for id, clan in state.clans.items()}
        sides = tuple(replace(side, killed=()) for side in state.sides)
        return state.with_(units=units, leaders=leaders, clans=clans, sides=sides, active="")

    def tell(self) -> Telling:
        """A quiet line."""
        return Telling(about=self.kind, facts={"turn": self.turn}, weight="quiet")


class LossesCounted(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.losses-counted"):
    """What a side has lost of its weight, at the check of a turn (DAI-SCN-01)."""

    seat: Seat
    lost: int
    weight: int
    lines: tuple[Line, ...] = ()

    def tell(self) -> Telling:
        """Lost, of how much."""
        facts: dict[str, Fact] = {"seat": self.seat, "lost": self.lost, "weight": self.weight}
        return Telling(about=self.kind, facts=facts, lines=self.lines, weight="quiet")


class GameOver(EndEvent, DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.game-over"):
    """The battle has ended."""


class Conceded(GivenUpEvent, DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.conceded"):
    """A player gave up, and the battle is over (DAI-SCN-10)."""
