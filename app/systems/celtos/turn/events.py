"""What happens to a turn as a whole: phases, roll-offs, who goes first, points, the end."""

from __future__ import annotations

from app.engine.events import Seat
from app.engine.system import Telling
from app.systems.celtos.event import CeltosEvent
from app.systems.celtos.state import State, UnitId

MARKERS = ("activated", "moved", "reaction", "responded", "charged")
"""The markers of a turn (CEL-MRK-02)."""


class TurnBegan(CeltosEvent, frozen=True, kw_only=True, tag="celtos.turn-began"):
    """A turn begins (CEL-TRN-01)."""

    turn: int

    def fold(self, state: State) -> State:
        """The turn is counted."""
        return state.with_(turn=self.turn)

    def tell(self) -> Telling:
        """A heading of the log."""
        return Telling(about=self.kind, facts=self.facts(), weight="turn")


class PhaseBegan(CeltosEvent, frozen=True, kw_only=True, tag="celtos.phase-began"):
    """A phase begins (CEL-TRN-01).  Whose go it is stands open, unless play takes up a phase already begun."""

    phase: str

    def fold(self, state: State) -> State:
        """The phase is on; a position that stood in it keeps its go."""
        return state if state.phase == self.phase else state.with_(phase=self.phase, go=None, active=None)

    def tell(self) -> Telling:
        """A heading of the log."""
        return Telling(about=f"{self.kind}.{self.phase}", facts=self.facts(), weight="phase")


class MarkersRemoved(CeltosEvent, frozen=True, kw_only=True, tag="celtos.markers-removed"):
    """The markers of the turn before are taken off a unit; its Panic stays (CEL-MRK-01, CEL-MRK-03)."""

    unit: UnitId
    markers: tuple[str, ...]

    def fold(self, state: State) -> State:
        """The unit has no marker and no order left."""
        return state.with_unit(self.unit, **dict.fromkeys(self.markers, False), orders=())

    def tell(self) -> Telling:
        """A quiet line with the number of markers."""
        return Telling(about=self.kind, facts={**self.facts(), "number": len(self.markers)}, weight="quiet",
                       pieces=(self.unit,))  # fmt: skip


class RolledOff(CeltosEvent, frozen=True, kw_only=True, tag="celtos.rolled-off"):
    """One player's die of a roll-off: ``why`` is initiative, edge or role (CEL-INI-01, CEL-SET-06)."""

    seat: Seat
    why: str
    natural: int

    def tell(self) -> Telling:
        """The die."""
        return Telling(about=self.kind, facts=self.facts(), faces=((self.natural,),), total=self.natural, weight="die")


class RollTied(CeltosEvent, frozen=True, kw_only=True, tag="celtos.roll-tied"):
    """Players are level for the highest and roll again among themselves (CEL-INI-03)."""

    why: str
    seats: tuple[Seat, ...]

    def tell(self) -> Telling:
        """How many they are."""
        return Telling(about=self.kind, facts={**self.facts(), "number": len(self.seats)}, weight="quiet")


class RollWon(CeltosEvent, frozen=True, kw_only=True, tag="celtos.roll-won"):
    """A player has rolled the highest (CEL-INI-02)."""

    why: str
    seat: Seat

    def tell(self) -> Telling:
        """Who."""
        return Telling(about=self.kind, facts=self.facts(), weight="roll")


class FirstChosen(CeltosEvent, frozen=True, kw_only=True, tag="celtos.first-chosen"):
    """It is settled who goes first this turn; ``by`` is who chose, if anybody did (CEL-INI-02)."""

    seat: Seat
    by: str = ""

    def fold(self, state: State) -> State:
        """That player goes first."""
        return state.with_(first=self.seat, go=None)


class TurnEnded(CeltosEvent, frozen=True, kw_only=True, tag="celtos.turn-ended"):
    """A turn is over (CEL-TRN-02)."""

    turn: int

    def tell(self) -> Telling:
        """A quiet line."""
        return Telling(about=self.kind, facts=self.facts(), weight="quiet")
