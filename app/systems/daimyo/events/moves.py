"""What happens when troops and leaders move: orders given, obedience, the way of a unit, who goes to whom."""

from __future__ import annotations

from app.engine.dice import Faces
from app.engine.formations import ROUND
from app.engine.geometry import Point, Polygon
from app.engine.modifiers import Line
from app.engine.paths import Path
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.systems.daimyo.events.base import DaimyoEvent
from app.systems.daimyo.state import LeaderId, State, UnitId

AS_PURSUER = ("pursuit", "follow", "push")
"""Moves after which a unit that pursued still does (DAI-MOR-27)."""


class OrderGiven(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.order-given"):
    """A unit has its order of this activation: move, charge, stay, enter, leave or work (DAI-ACT-08)."""

    unit: UnitId
    order: str
    target: str = ""

    def fold(self, state: State) -> State:
        """It has had it."""
        return state.with_unit(self.unit, ordered=True)

    def tell(self) -> Telling:
        """What it was told to do."""
        facts: dict[str, Fact] = {"unit": self.unit, "target": self.target}
        return Telling(about=f"{self.kind}.{self.order}", facts=facts, weight="quiet", pieces=(self.unit,))


class ObedienceTested(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.obedience-tested"):
    """A unit out of command rolled whether it moves as told (DAI-OBE-02)."""

    unit: UnitId
    leader: str
    face: int
    lines: tuple[Line, ...]
    total: int
    needed: int
    obeys: bool

    def fold(self, state: State) -> State:
        """It has tested in this activation (DAI-OBE-08)."""
        return state.with_unit(self.unit, obedience="passed" if self.obeys else "failed")

    def tell(self) -> Telling:
        """Die, rating, need."""
        about = f"{self.kind}.{'passed' if self.obeys else 'failed'}"
        faces: tuple[Faces, ...] = ((self.face,),)
        return Telling(about=about, facts={"unit": self.unit, "leader": self.leader}, faces=faces, lines=self.lines,
                       total=self.total, needed=self.needed, weight="roll", pieces=(self.unit,))  # fmt: skip


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


class RoutersPassed(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.routers-passed"):
    """Routers went through a friendly unit: it has reason 7 at the end of the turn (DAI-PUR-11)."""

    unit: UnitId
    routers: UnitId

    def fold(self, state: State) -> State:
        """It is marked."""
        return state.with_unit(self.unit, passed_through=True)

    def tell(self) -> Telling:
        """Who went through whom."""
        return Telling(about=self.kind, facts=self.facts(), pieces=(self.unit, self.routers))


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


class LeaderMoved(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.leader-moved"):
    """A leader went along a path, with no unit (DAI-LDR-08); ``used`` and ``allowed`` in 1/100 mm."""

    leader: LeaderId
    path: Path
    used: int
    allowed: int

    def fold(self, state: State) -> State:
        """He stands at its end, attached to nobody and not seated."""
        return state.with_leader(self.leader, at=self.path[-1], attached=UnitId(""), seated=False, moved=True)

    def tell(self) -> Telling:
        """How far of how much."""
        facts: dict[str, Fact] = {"leader": self.leader, "used": self.used, "allowed": self.allowed}
        return Telling(about=self.kind, facts=facts, pieces=(self.leader,))


class LeaderAttached(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.leader-attached"):
    """A leader joined a unit (DAI-LDR-06)."""

    leader: LeaderId
    unit: UnitId

    def fold(self, state: State) -> State:
        """He is with it, at its centre, and not seated."""
        where = state.units[self.unit].formation.centre
        return state.with_leader(self.leader, at=where, attached=self.unit, seated=False, moved=True)

    def tell(self) -> Telling:
        """Who with whom."""
        return Telling(about=self.kind, facts=self.facts(), pieces=(self.leader, self.unit))


class GeneralSat(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.general-sat"):
    """A General sat down at his headquarters (DAI-LDR-05)."""

    leader: LeaderId
    hq: UnitId

    def fold(self, state: State) -> State:
        """He is seated."""
        return state.with_leader(self.leader, seated=True)

    def tell(self) -> Telling:
        """Where."""
        return Telling(about=self.kind, facts=self.facts(), pieces=(self.leader, self.hq))


EVENTS: tuple[type[DaimyoEvent], ...] = (
    OrderGiven, ObedienceTested, UnitMoved, RoutersPassed, BuildingEntered, PalisadeWorked, PalisadeOpened,
    LeaderMoved, LeaderAttached, GeneralSat,
)  # fmt: skip
