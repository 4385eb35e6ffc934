"""What happens about the turn: phases, weather, initiative, activation."""

from __future__ import annotations

from app.engine.events import Seat
from app.engine.modifiers import Line
from app.engine.system import Telling
from app.systems.daimyo.event import DaimyoEvent
from app.systems.daimyo.state import State


class PhaseBegan(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.phase-began"):
    """A phase begins (DAI-INI-01)."""

    phase: str

    def fold(self, state: State) -> State:
        """It is the phase at hand."""
        return state.with_(phase=self.phase)

    def tell(self) -> Telling:
        """Its name."""
        return Telling(about=f"{self.kind}.{self.phase}", weight="phase" if self.phase in LOUD else "quiet")


LOUD = ("setup", "start", "morale", "end")


class TurnBegan(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.turn-began"):
    """A turn begins (DAI-INI-01)."""

    turn: int

    def fold(self, state: State) -> State:
        """It is that turn; nobody has the initiative yet."""
        return state.with_(turn=self.turn, initiative=None, go=None, active="", deck=(), put_back=False)

    def tell(self) -> Telling:
        """Its number."""
        return Telling(about=self.kind, facts={"turn": self.turn}, weight="turn")


class InitiativeRolled(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.initiative-rolled"):
    """One side's die for the initiative and what was added (DAI-INI-02 to DAI-INI-04)."""

    seat: Seat
    face: int
    lines: tuple[Line, ...]
    total: int

    def fold(self, state: State) -> State:
        """Its total stands."""
        return state.with_side(self.seat, initiative=self.total)

    def tell(self) -> Telling:
        """Die and total."""
        return Telling(about=self.kind, facts={"seat": self.seat, "total": self.total}, faces=((self.face,),),
                       lines=self.lines, total=self.total, weight="roll")  # fmt: skip


class InitiativeWon(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.initiative-won"):
    """A side has the initiative this turn (DAI-INI-02)."""

    seat: Seat

    def fold(self, state: State) -> State:
        """It is the initiative side, and its go until it chooses."""
        return state.with_(initiative=self.seat, go=self.seat)


class FirstChosen(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.first-chosen"):
    """Who tries first to activate a clan (DAI-INI-06)."""

    seat: Seat

    def fold(self, state: State) -> State:
        """It is its go."""
        return state.with_(go=self.seat)


def _tried(state: State, clan: str, active: bool, led: bool = True) -> State:
    kind, _, seat = clan.partition(":")
    if kind == "general":
        notes = {**state.notes, f"household:{seat}": state.turn}
        state = state.with_(notes=notes)
        general = state.side(Seat(seat)).general
        state = state.with_leader(general, activated=True) if active and led else state
        return state.with_(active=clan, go=Seat(seat)) if active else state
    found = state.clans[clan]
    state = state.with_clan(clan, tried=True)
    if not active:
        return state
    state = state.with_leader(found.daimyo, activated=True) if found.daimyo in state.leaders else state
    return state.with_(active=clan, go=found.seat)


class FlankPicked(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.flank-picked"):
    """The initiative player picked the flank from which units test (DAI-INI-07)."""

    seat: Seat
    flank: str
