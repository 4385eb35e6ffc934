"""What happens about the turn: phases, the Commandment roll, whose Orders and Actions come."""

from __future__ import annotations

from msgspec.structs import replace

from app.engine.events import Seat
from app.engine.system import Telling
from app.systems.kensei.army import Unit
from app.systems.kensei.event import KenseiEvent
from app.systems.kensei.state import State
from app.systems.kensei.turn.refill import FRESH, has_more

LOUD = ("setup", "special", "movement", "combat", "resolution")


class PhaseBegan(KenseiEvent, frozen=True, kw_only=True, tag="kensei.phase-began"):
    """A phase begins (KEN-TRN-01); ``seat`` is whose Orders or Actions it belongs to, if anybody's."""

    phase: str
    seat: Seat | None = None

    def fold(self, state: State) -> State:
        """It is the phase at hand; Orders that begin are not closed."""
        state = state.with_(phase=self.phase)
        return state.with_(closed=False) if self.phase == "special" else state

    def tell(self) -> Telling:
        """Its name, and whose it is."""
        about = f"{self.kind}.{self.phase}"
        return Telling(about=about, facts={"seat": self.seat or ""},
                       weight="phase" if self.phase in LOUD else "quiet")  # fmt: skip


class GoPassed(KenseiEvent, frozen=True, kw_only=True, tag="kensei.go-passed"):
    """It is a player's Orders and Actions now; nobody's while Combat and Resolution are shared (KEN-TRN-01)."""

    seat: Seat | None

    def fold(self, state: State) -> State:
        """It is his go."""
        return state.with_(go=self.seat, closed=False)

    def tell(self) -> Telling:
        """Whose go it is."""
        return Telling(about=self.kind, facts={"seat": self.seat or ""}, weight="quiet")


class TurnEnded(KenseiEvent, frozen=True, kw_only=True, tag="kensei.turn-ended"):
    """A turn is over (KEN-TRN-07)."""

    turn: int

    def tell(self) -> Telling:
        """A quiet line."""
        return Telling(about=self.kind, facts={"turn": self.turn}, weight="quiet")


class TurnBegan(KenseiEvent, frozen=True, kw_only=True, tag="kensei.turn-began"):
    """A turn begins (KEN-TRN-04): AP are full, ``formation`` for units in ranks, ``alone`` for all others.

    Effects that end with this turn have lapsed (KEN-TRN-05, KEN-ORD-09, KEN-ORD-10).
    """

    turn: int
    formation: int
    alone: int

    def fold(self, state: State) -> State:
        """Nothing of the last turn is left."""
        units = {id: self._fresh(unit) for id, unit in state.units.items()}
        sides = tuple(replace(side, abilities_used=0, regrouping=False) for side in state.sides)
        return state.with_(turn=self.turn, units=units, sides=sides, fought=(), first=None, go=None, closed=False)

    def _fresh(self, unit: Unit) -> Unit:
        timed = tuple(one for one in unit.timed if one.kept or not one.until or one.until > self.turn)
        ap = self.alone if has_more(unit) else self.formation
        return replace(unit, ap=ap, timed=timed, **FRESH)

    def tell(self) -> Telling:
        """Which turn."""
        return Telling(about=self.kind, facts={"turn": self.turn}, weight="turn")


class PoolFilled(KenseiEvent, frozen=True, kw_only=True, tag="kensei.pool-filled"):
    """A player has so many Command Points this turn (KEN-TRN-04, KEN-STA-06, KEN-STA-40)."""

    seat: Seat
    pool: int

    def fold(self, state: State) -> State:
        """They are his."""
        return state.with_side(self.seat, pool=self.pool)

    def tell(self) -> Telling:
        """How many."""
        return Telling(about=self.kind, facts={"seat": self.seat, "pool": self.pool}, weight="quiet")


class FirstTaken(KenseiEvent, frozen=True, kw_only=True, tag="kensei.first-taken"):
    """A player has the Initiative this turn (KEN-TRN-02)."""

    seat: Seat

    def fold(self, state: State) -> State:
        """It is his."""
        return state.with_(first=self.seat)
