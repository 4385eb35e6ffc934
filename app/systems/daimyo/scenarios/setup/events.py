"""What happens before the first turn: terrain, who sets up first, where everybody stands."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from app.engine.events import Seat
from app.engine.geometry import Point, Polygon
from app.engine.modifiers import Line
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.engine.table import Terrain
from app.engine.told import StageEvent
from app.systems.daimyo.event import DaimyoEvent
from app.systems.daimyo.state import ClanId, LeaderId, State, UnitId


class StageDone(StageEvent, DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.stage-done"):
    """A step of the set-up is finished (DAI-SCN-12)."""


class PiecePlaced(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.piece-placed"):
    """A player has placed a piece of terrain (DAI-SCN-08)."""

    seat: Seat
    piece: Terrain

    def fold(self, state: State) -> State:
        """It lies there."""
        return state.with_(table=replace(state.table, pieces=(*state.table.pieces, self.piece)))

    def tell(self) -> Telling:
        """Whose piece and what."""
        return Telling(about=self.kind, facts={"seat": self.seat, "kind": self.piece.kind}, pieces=(self.piece.id,))


class PieceTested(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.piece-tested"):
    """The die for a piece of terrain: taken away, left, or the other side's to shift (DAI-SCN-08)."""

    piece: str
    terrain: str
    face: int
    fate: str

    def fold(self, state: State) -> State:
        """A piece that is taken away is gone."""
        if self.fate != "removed":
            return state
        kept = tuple(p for p in state.table.pieces if p.id != self.piece)
        return state.with_(table=replace(state.table, pieces=kept))

    def tell(self) -> Telling:
        """The die and what it means."""
        return Telling(about=f"{self.kind}.{self.fate}", facts={"kind": self.terrain}, faces=((self.face,),),
                       total=self.face, weight="die", pieces=(self.piece,))  # fmt: skip


class PieceShifted(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.piece-shifted"):
    """The other side has shifted a piece (DAI-SCN-08)."""

    seat: Seat
    piece: str
    outline: Polygon

    def fold(self, state: State) -> State:
        """It lies elsewhere."""
        moved = tuple(replace(p, outline=self.outline) if p.id == self.piece else p for p in state.table.pieces)
        return state.with_(table=replace(state.table, pieces=moved))

    def tell(self) -> Telling:
        """Who shifted it."""
        return Telling(about=self.kind, facts={"seat": self.seat}, pieces=(self.piece,))


class DeploymentRolled(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.deployment-rolled"):
    """One side's die for who sets up first (DAI-SCN-07)."""

    seat: Seat
    face: int
    lines: tuple[Line, ...]
    total: int

    def tell(self) -> Telling:
        """Die and total."""
        return Telling(about=self.kind, facts={"seat": self.seat}, faces=((self.face,),), lines=self.lines,
                       total=self.total, weight="roll")  # fmt: skip


class FirstToDeploy(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.first-to-deploy"):
    """A side sets up first (DAI-SCN-07)."""

    seat: Seat

    def fold(self, state: State) -> State:
        """It is its go."""
        return state.with_(go=self.seat)


class UnitDeployed(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.unit-deployed"):
    """A unit has been set up: the middle of its front edge, its facing and its files (DAI-SCN-12)."""

    seat: Seat
    unit: UnitId
    at: Point
    facing: int
    files: int
    disordered: bool = False

    def fold(self, state: State) -> State:
        """It stands there, in good order unless the scenario says otherwise."""
        return state.with_unit(self.unit, at=self.at, facing=self.facing, files=self.files, fate="",
                               disordered=self.disordered)  # fmt: skip

    def tell(self) -> Telling:
        """Which unit."""
        return Telling(about=self.kind, facts={"seat": self.seat, "unit": self.unit}, pieces=(self.unit,))


class LeaderDeployed(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.leader-deployed"):
    """A leader has been set up: with a unit, seated in his headquarters, or by himself (DAI-SCN-12)."""

    seat: Seat
    leader: LeaderId
    at: Point
    attached: UnitId = UnitId("")
    seated: bool = False

    def fold(self, state: State) -> State:
        """He is there."""
        return state.with_leader(self.leader, at=self.at, attached=self.attached, seated=self.seated, fate="")

    def tell(self) -> Telling:
        """Who, and whether with a unit or seated."""
        how = "seated" if self.seated else "attached" if self.attached else "alone"
        facts: dict[str, Fact] = {"leader": self.leader, "unit": self.attached}
        return Telling(about=f"{self.kind}.{how}", facts=facts, pieces=(self.leader,))


class UnitKeptBack(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.unit-kept-back"):
    """No room was left for a unit in its zone: it comes on later from its base edge (DAI-SCN-09, DAI-SCN-12)."""

    unit: UnitId

    def fold(self, state: State) -> State:
        """It is remembered as one that was not set up."""
        return state.with_(notes={**state.notes, f"back:{self.unit}": 1})


class ClanHeldBack(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.clan-held-back"):
    """A clan is held back, to come on later from its base edge (DAI-SCN-16)."""

    clan: ClanId

    def fold(self, state: State) -> State:
        """It waits."""
        return state.with_clan(self.clan, waiting=True)

    def tell(self) -> Telling:
        """Which clan."""
        return Telling(about=self.kind, facts={"clan": self.clan})


class ClanDeployed(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.clan-deployed"):
    """A clan, a household or a whole army has been set up; ``go`` is who sets up next (DAI-SCN-07)."""

    seat: Seat
    clan: str
    go: Seat | None

    def fold(self, state: State) -> State:
        """It is done."""
        return state.with_(notes={**state.notes, f"deployed:{self.clan}": 1}, go=self.go)

    def tell(self) -> Telling:
        """A quiet line."""
        return Telling(about=self.kind, facts={"seat": self.seat}, weight="quiet")


class AllegianceDrawn(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.allegiance-drawn"):
    """In secret: to which side a clan that has yet to decide leans (DAI-SCN-05)."""

    loyalty: int

    def fold(self, state: State) -> State:
        """It is known to nobody."""
        return state.with_(secrets={**state.secrets, "loyalty": self.loyalty})

    def tell(self) -> Telling:
        """That it was drawn."""
        return Telling(about=self.kind, weight="quiet")


class ArmiesReady(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.armies-ready"):
    """Both armies stand; what each counts for victory is fixed (DAI-SCN-03)."""

    reveals: ClassVar[bool] = True
    weights: dict[Seat, int]

    def fold(self, state: State) -> State:
        """The totals stand."""
        for seat, weight in self.weights.items():
            state = state.with_side(seat, weight=weight, deployed=True)
        return state.with_(go=None)

    def tell(self) -> Telling:
        """Both totals."""
        first, second = self.weights
        facts: dict[str, Fact] = {"first": first, "first_weight": self.weights[first], "second": second}
        return Telling(about=self.kind, facts={**facts, "second_weight": self.weights[second]})
