"""What happens when troops and leaders move: orders given, obedience, the way of a unit, who goes to whom."""

from __future__ import annotations

from app.engine.formations import ROUND
from app.engine.geometry import Point, Polygon
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.systems.daimyo.event import DaimyoEvent
from app.systems.daimyo.state import State, UnitId

AS_PURSUER = ("pursuit", "follow", "push")
"""Moves after which a unit that pursued still does (DAI-MOR-27)."""


class UnitMoved(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.unit-moved"):
    """A unit has moved or manoeuvred, by its own will or not (DAI-MOV-20).

    ``how``: move, charge, counter-charge, retire, retreat, rout, push, follow, advance, pursuit, face, reform, enter,
    leave.  ``stations`` are footprints it passed, for drawing; ``used`` and ``allowed`` in 1/100 mm.
    """

    unit: UnitId
    how: str
    at: Point
    facing: int
    files: int
    stations: tuple[Polygon, ...] = ()
    used: int = 0
    allowed: int = 0
    changed: bool = True
    """Whether place, facing or formation changed at all."""

    def fold(self, state: State) -> State:
        """It stands there, out of any building, and has moved; it pursues no longer if it did this by choice."""
        was = state.units[self.unit]
        return state.with_unit(
            self.unit, at=self.at, facing=self.facing % ROUND, files=self.files, moved=self.changed or was.moved,
            building="", pursuing_until=was.pursuing_until if self.how in AS_PURSUER else 0,
        )  # fmt: skip

    def tell(self) -> Telling:
        """In which way, how far of how much."""
        facts: dict[str, Fact] = {"unit": self.unit, "used": self.used, "allowed": self.allowed}
        return Telling(about=f"{self.kind}.{self.how}", facts=facts, pieces=(self.unit,))


class BuildingEntered(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.building-entered"):
    """A unit has gone into a building (DAI-MOV-31)."""

    unit: UnitId
    building: str
    at: Point
    used: int = 0
    allowed: int = 0

    def fold(self, state: State) -> State:
        """It occupies it."""
        return state.with_unit(self.unit, building=self.building, at=self.at, moved=True)

    def tell(self) -> Telling:
        """Which."""
        return Telling(about=self.kind, facts={"unit": self.unit, "piece": self.building}, pieces=(self.unit,))


class PalisadeWorked(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.palisade-worked"):
    """A unit spends its activation tearing at a palisade (DAI-MOV-32)."""

    unit: UnitId
    piece: str

    def fold(self, state: State) -> State:
        """It does nothing else."""
        return state.with_unit(self.unit, idle_activation=True)

    def tell(self) -> Telling:
        """Who, and where."""
        return Telling(about=self.kind, facts=self.facts(), pieces=(self.unit,))


class PalisadeOpened(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.palisade-opened"):
    """A stretch of a palisade is gone: ``gaps`` are all its gaps now, along its line in 1/100 mm (DAI-MOV-32)."""

    unit: UnitId
    piece: str
    gaps: tuple[tuple[int, int], ...]
    removed: int

    def fold(self, state: State) -> State:
        """It has those gaps."""
        return state.with_(gaps={**state.gaps, self.piece: self.gaps})

    def tell(self) -> Telling:
        """How much."""
        return Telling(about=self.kind, facts=self.facts(), pieces=(self.unit,))
