"""Rolls of the dice that decide something by themselves."""

from __future__ import annotations

from app.engine.events import Seat
from app.engine.modifiers import Line
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.systems.kensei.event import KenseiEvent
from app.systems.kensei.state import State


class Tested(KenseiEvent, frozen=True, kw_only=True, tag="kensei.tested"):
    """A unit took an Attribute Test: the die must be lower than ``needed`` (KEN-STA-13)."""

    unit: str
    stat: str
    why: str
    face: int
    lines: tuple[Line, ...]
    needed: int
    passed: bool

    def tell(self) -> Telling:
        """Die, stat and what it meant."""
        facts: dict[str, Fact] = {
            "unit": self.unit, "stat": self.stat, "why": self.why, "needed": self.needed, "passed": self.passed,
        }  # fmt: skip
        about = f"{self.kind}.{'passed' if self.passed else 'failed'}"
        return Telling(about=about, facts=facts, faces=((self.face,),), lines=self.lines, total=self.face,
                       needed=self.needed, below=True, weight="roll")  # fmt: skip


class Opposed(KenseiEvent, frozen=True, kw_only=True, tag="kensei.opposed"):
    """One side's die of an Opposed Roll: d10 plus a stat (KEN-STA-25).  ``unit`` is empty for a player's own roll."""

    seat: Seat
    unit: str
    why: str
    face: int
    lines: tuple[Line, ...]
    total: int

    def tell(self) -> Telling:
        """Die and total."""
        facts: dict[str, Fact] = {"seat": self.seat, "unit": self.unit, "why": self.why, "total": self.total}
        about = f"{self.kind}{'.unit' if self.unit else ''}"
        return Telling(about=about, facts=facts, faces=((self.face,),), lines=self.lines, total=self.total,
                       weight="roll")  # fmt: skip


class RolledAgain(KenseiEvent, frozen=True, kw_only=True, tag="kensei.rolled-again"):
    """A failed test is rolled again (KEN-STA-35); ``used``: what allows it is used up for this turn."""

    unit: str
    by: str
    used: bool

    def fold(self, state: State) -> State:
        """What was used up is noted."""
        return state.with_unit(self.unit, used=(*state.units[self.unit].used, self.by)) if self.used else state


class CommandSpent(KenseiEvent, frozen=True, kw_only=True, tag="kensei.command-spent"):
    """A side spent Command Points (KEN-STA-04)."""

    seat: Seat
    points: int
    why: str

    def fold(self, state: State) -> State:
        """It has so many fewer."""
        return state.with_side(self.seat, pool=state.side(self.seat).pool - self.points)

    def tell(self) -> Telling:
        """How many, for what."""
        return Telling(about=self.kind, facts={"seat": self.seat, "points": self.points, "why": self.why},
                       weight="quiet")  # fmt: skip
