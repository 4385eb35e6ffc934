"""What happens to morale: tests without dice, flight, regrouping, the chase."""

from __future__ import annotations

from msgspec.structs import replace

from app.engine.geometry import Point, Polygon
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.systems.kensei.army import Timed, Unit, UnitId
from app.systems.kensei.event import KenseiEvent
from app.systems.kensei.state import Contact, State


class HonourCertain(KenseiEvent, frozen=True, kw_only=True, tag="kensei.honour-certain"):
    """An Honour test was settled without a die (KEN-RUN-24, KEN-TER-70)."""

    unit: str
    why: str
    by: str
    passed: bool

    def tell(self) -> Telling:
        """How it ended, and why."""
        facts: dict[str, Fact] = {"unit": self.unit, "why": self.why, "by": self.by}
        return Telling(about=f"{self.kind}.{'passed' if self.passed else 'failed'}", facts=facts)


class FlightHeld(KenseiEvent, frozen=True, kw_only=True, tag="kensei.flight-held"):
    """A unit that would have fled (KEN-RUN-01) did not: Mystical Terrain is near (KEN-TER-91, KEN-TER-98)."""

    unit: str
    piece: str


class FlightBegan(KenseiEvent, frozen=True, kw_only=True, tag="kensei.flight-began"):
    """A unit began to run away (KEN-RUN-01): it is in no Combat and under no Warning Order any more (KEN-WRN-14).

    ``turn``: the turn, where it fled from a charge (KEN-RUN-07), else 0.
    """

    unit: str
    cause: str
    turn: int = 0

    def fold(self, state: State) -> State:
        """It runs away."""
        unit = state.units[self.unit]
        return state.without_contact(self.unit).with_unit(
            self.unit, fleeing=True, fled_now=True, warning=None, climbing="", defensive=False,
            fled_charge=self.turn or unit.fled_charge,
        )  # fmt: skip

    def tell(self) -> Telling:
        """Why."""
        return Telling(about=f"{self.kind}.{self.cause}", facts={"unit": self.unit}, pieces=(self.unit,))


class UnitFled(KenseiEvent, frozen=True, kw_only=True, tag="kensei.unit-fled"):
    """A unit ran away so far along a bearing (KEN-RUN-02) and stands there, if it is still on the table.

    ``stopped``: edge, terrain, mystical, enemy, friends (it came out 3 cm beyond them), or empty.  ``spots``: where
    each model stands, in loose order.  ``track``: the ground it ran over.
    """

    unit: str
    faces: tuple[int, ...]
    rolled: int
    distance: int
    bearing: int
    at: Point
    facing: int
    spots: tuple[Point, ...] = ()
    stopped: str = ""
    at_what: str = ""
    through: tuple[str, ...] = ()
    track: Polygon = ()

    def fold(self, state: State) -> State:
        """It stands there; it is in no building."""
        unit = moved(state.units[self.unit], self.at, self.facing, self.spots)
        return state.with_unit(
            self.unit, at=unit.at, facing=unit.facing, models=unit.models, building="", fled_now=True,
            formed=unit.formed and not self.spots,
        )  # fmt: skip

    def tell(self) -> Telling:
        """How far, and what stopped it."""
        facts: dict[str, Fact] = {"unit": self.unit, "distance": self.distance, "rolled": self.rolled,
                                  "what": self.at_what, "friends": len(self.through)}  # fmt: skip
        about = f"{self.kind}.{self.stopped}" if self.stopped else self.kind
        return Telling(about=about, facts=facts, faces=(self.faces,), total=self.rolled // 1_000, weight="roll",
                       pieces=(self.unit,))  # fmt: skip


class RanThrough(KenseiEvent, frozen=True, kw_only=True, tag="kensei.ran-through"):
    """Friends ran through a unit that stands all the same: Honour and Initiative suffer until a turn (KEN-RUN-22)."""

    unit: str
    by: str
    honour: int
    initiative: int
    until: int

    def fold(self, state: State) -> State:
        """It does, whatever earlier friends did to it."""
        unit = state.units[self.unit]
        kept = tuple(one for one in unit.timed if one.key != "run-through")
        more = tuple(
            Timed(key="run-through", stat=stat, add=add, until=self.until, clause=self.clause)
            for stat, add in (("honour", self.honour), ("initiative", self.initiative))
        )
        return state.with_unit(self.unit, timed=(*kept, *more))


class Locked(KenseiEvent, frozen=True, kw_only=True, tag="kensei.locked"):
    """A unit that runs away is locked in Combat: it ran into an enemy or was charged (KEN-RUN-23, KEN-CHG-57)."""

    unit: str
    by: str
    contact: Contact | None = None
    """The contact that came of it, if it is not recorded by another event."""

    def fold(self, state: State) -> State:
        """It is, and they are in contact."""
        if self.contact is not None:
            state = state.with_contact(self.contact)
        return state.with_unit(self.unit, fleeing=True, locked=True)


class ChaseChosen(KenseiEvent, frozen=True, kw_only=True, tag="kensei.chase-chosen"):
    """Whether a unit goes after one that fled from it (KEN-RUN-12)."""

    unit: str
    target: str
    goes: bool

    def tell(self) -> Telling:
        """Whether it does."""
        facts: dict[str, Fact] = {"unit": self.unit, "target": self.target}
        return Telling(about=self.kind if self.goes else f"{self.kind}.stays", facts=facts)


class Chased(KenseiEvent, frozen=True, kw_only=True, tag="kensei.chased"):
    """A unit went after one that fled (KEN-RUN-15).

    ``met``: another enemy it ran into (KEN-RUN-17).
    """

    unit: str
    target: str
    faces: tuple[int, ...]
    rolled: int
    distance: int
    bearing: int
    reached: bool
    at: Point
    facing: int
    spots: tuple[Point, ...] = ()
    met: str = ""
    track: Polygon = ()

    def fold(self, state: State) -> State:
        """It stands there."""
        unit = moved(state.units[self.unit], self.at, self.facing, self.spots)
        formed = unit.formed and not self.spots
        return state.with_unit(self.unit, at=unit.at, facing=unit.facing, models=unit.models, formed=formed)

    def tell(self) -> Telling:
        """How far, and whether it reached them."""
        facts: dict[str, Fact] = {"unit": self.unit, "target": self.target, "distance": self.distance,
                                  "rolled": self.rolled, "met": self.met}  # fmt: skip
        how = "met" if self.met else "reached" if self.reached else "short"
        return Telling(about=f"{self.kind}.{how}", facts=facts, faces=(self.faces,), total=self.rolled // 1_000,
                       weight="roll", pieces=(self.unit, self.target))  # fmt: skip


class ChaseMet(KenseiEvent, frozen=True, kw_only=True, tag="kensei.chase-met"):
    """A chase ended in contact with another enemy: a Charge that is resolved next turn (KEN-RUN-17)."""

    unit: str
    target: str
    contact: Contact

    def fold(self, state: State) -> State:
        """They are in contact."""
        return state.with_contact(self.contact)


class ChaseCharged(KenseiEvent, frozen=True, kw_only=True, tag="kensei.chase-charged"):
    """A chase of last turn met another enemy: it counts as a Charge made this turn (KEN-RUN-17)."""

    unit: str
    target: str

    def fold(self, state: State) -> State:
        """It has its Charge bonuses."""
        return state.with_unit(self.unit, charged=UnitId(self.target), charge_bonus=True, acted_last=True)


def moved(unit: Unit, at: Point, facing: int, spots: tuple[Point, ...]) -> Unit:
    """The unit at a place; each model at its own where it stands in loose order."""
    models = unit.models
    if spots:
        models = tuple(replace(model, at=spot) for model, spot in zip(models, spots, strict=True))
    return replace(unit, at=at, facing=facing, models=models)


class HalfShot(KenseiEvent, frozen=True, kw_only=True, tag="kensei.half-shot"):
    """A unit has lost half its Wounds to shooting in one player's Actions and is tested for it, once (KEN-RUN-11)."""

    unit: UnitId
    lost: int
    start: int

    def fold(self, state: State) -> State:
        """It is not tested for this again."""
        return state.with_unit(self.unit, shot_tested=True)

    def tell(self) -> Telling:
        """How much of how much."""
        facts: dict[str, Fact] = {"unit": self.unit, "lost": self.lost, "start": self.start}
        return Telling(about=self.kind, facts=facts, pieces=(self.unit,))
