"""What happens about the turn: phases, the Commandment roll, whose Orders and Actions come."""

from __future__ import annotations

from app.engine.events import Seat
from app.engine.system import Telling
from app.systems.kensei.event import KenseiEvent
from app.systems.kensei.state import State

LOUD = ("setup", "special", "movement", "combat", "resolution")


class PhaseBegan(KenseiEvent, frozen=True, kw_only=True, tag="kensei.phase-began"):
    """A phase begins; ``seat`` is whose Orders or Actions it belongs to, if anybody's."""

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
