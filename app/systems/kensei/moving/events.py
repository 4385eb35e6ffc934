"""What happens when units move: the way of a unit, friends passed, wet Teppos, buildings, who joins and who leaves."""

from __future__ import annotations

from msgspec.structs import replace

from app.engine.geometry import Point, Polygon
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.systems.kensei.army import Model, UnitId
from app.systems.kensei.charging.events import ChargeEvent
from app.systems.kensei.event import KenseiEvent
from app.systems.kensei.state import State

MODES = ("march", "run", "back")
TURN = 36_000


def stood(models: tuple[Model, ...], spots: tuple[Point, ...]) -> tuple[Model, ...]:
    """The models, each at its spot."""
    return tuple(replace(model, at=at) for model, at in zip(models, spots, strict=True))


class UnitMoved(KenseiEvent, frozen=True, kw_only=True, tag="kensei.unit-moved"):
    """A unit has gone or turned (KEN-MOV-03), by its own will or not.

    ``spots``: where each of its loose models stands; of a unit in ranks none.  ``mode``: march, run, back, else what
    moved it (charge, flee, chase, shift …).  ``cost``: what it used, in 1/100 mm.  ``way``: what it covered at each
    station, for drawing.
    """

    unit: UnitId
    at: Point
    facing: int
    files: int
    spots: tuple[Point, ...] = ()
    mode: str
    cost: int = 0
    way: tuple[Polygon, ...] = ()

    def fold(self, state: State) -> State:
        """It stands there; a march, run or backwards move is its Movement of the turn."""
        was = state.units[self.unit]
        moved = self.mode if self.mode in MODES else was.moved
        facing = self.facing % TURN
        if not self.spots:
            return state.with_unit(self.unit, at=self.at, facing=facing, files=self.files, moved=moved)
        models = stood(was.models, self.spots)
        return state.with_unit(self.unit, models=models, at=self.at, facing=facing, formed=False, moved=moved)

    def tell(self) -> Telling:
        """In which way, how far."""
        facts: dict[str, Fact] = {"unit": self.unit, "cost": self.cost, "mode": self.mode}
        about = self.kind if self.mode in MODES else f"{self.kind}.other"
        return Telling(about=f"{about}.{self.mode}" if self.mode in MODES else about, facts=facts, pieces=(self.unit,))


class FriendsPassed(KenseiEvent, frozen=True, kw_only=True, tag="kensei.friends-passed"):
    """A unit went through a friendly one, or had to stop short of it (KEN-MOV-13, KEN-MOV-14)."""

    unit: UnitId
    other: UnitId
    clear: bool

    def fold(self, state: State) -> State:
        """Both are marked."""
        return state.with_unit(self.unit, passed=True).with_unit(self.other, passed=True)

    def tell(self) -> Telling:
        """Who through whom."""
        about = self.kind if self.clear else f"{self.kind}.short"
        return Telling(about=about, facts={"unit": self.unit, "other": self.other}, pieces=(self.unit, self.other))


def _wet(model: Model, wet: bool) -> Model:
    return replace(model, wet=True) if wet else model


class BuildingOccupied(KenseiEvent, frozen=True, kw_only=True, tag="kensei.building-occupied"):
    """A unit has gone into a Construction (KEN-MOV-33); ``at`` and ``facing`` are where its figure is kept inside."""

    unit: UnitId
    piece: str
    at: Point
    facing: int

    def fold(self, state: State) -> State:
        """It is its garrison."""
        was = state.units[self.unit]
        models = tuple(replace(model, at=self.at) for model in was.models) if was.loose else was.models
        return state.with_unit(self.unit, building=self.piece, at=self.at, facing=self.facing, models=models,
                               occupied=True, formed=False)  # fmt: skip

    def tell(self) -> Telling:
        """Which."""
        return Telling(about=self.kind, facts={"unit": self.unit, "piece": self.piece}, pieces=(self.unit,))


class BuildingLeft(KenseiEvent, frozen=True, kw_only=True, tag="kensei.building-left"):
    """A unit has come out of a Construction and stands at its entrance, facing away from it (KEN-MOV-37)."""

    unit: UnitId
    piece: str
    at: Point
    facing: int
    spots: tuple[Point, ...] = ()

    def fold(self, state: State) -> State:
        """It stands there."""
        models, facing = state.units[self.unit].models, self.facing % TURN
        models = stood(models, self.spots) if self.spots else models
        return state.with_unit(self.unit, building="", at=self.at, facing=facing, models=models, occupied=True)

    def tell(self) -> Telling:
        """Which."""
        return Telling(about=self.kind, facts={"unit": self.unit, "piece": self.piece}, pieces=(self.unit,))


class BuildingStormed(ChargeEvent, frozen=True, kw_only=True, tag="kensei.building-stormed"):
    """A unit went into a Construction held by ``target`` (KEN-MOV-47)."""

    piece: str

    def fold(self, state: State) -> State:
        """It is inside."""
        return state.with_unit(self.unit, building=self.piece, occupied=True)

    def tell(self) -> Telling:
        """Into what."""
        return self.told(self.kind, piece=self.piece)
