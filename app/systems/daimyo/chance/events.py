"""Random events of step C5 (DAI-EVT-02)."""

from __future__ import annotations

from msgspec.structs import replace

from app.engine.dice import Faces
from app.engine.events import Seat
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.systems.daimyo.event import DaimyoEvent
from app.systems.daimyo.state import ClanId, LeaderId, State, Unit, UnitId


class EventTested(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.event-tested"):
    """The die that brings an event or none (DAI-EVT-01)."""

    seat: Seat
    face: int
    needed: int
    happens: bool

    def tell(self) -> Telling:
        """The die."""
        about = f"{self.kind}.{'happens' if self.happens else 'nothing'}"
        return Telling(about=about, facts={"seat": self.seat}, faces=((self.face,),), total=self.face,
                       needed=self.needed, weight="roll")  # fmt: skip


class EventSideRolled(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.event-side-rolled"):
    """Whom the event concerns (DAI-EVT-02)."""

    seat: Seat
    face: int

    def tell(self) -> Telling:
        """The die and the side."""
        return Telling(about=self.kind, facts={"seat": self.seat}, faces=((self.face,),), weight="roll")


class EventCame(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.event-came"):
    """The event of the table that came; ``applies`` is false where it can have no effect (DAI-EVT-03)."""

    seat: Seat
    event: str
    faces: Faces
    applies: bool

    def tell(self) -> Telling:
        """The dice and the event."""
        about = self.kind if self.applies else f"{self.kind}.void"
        return Telling(about=about, facts={"seat": self.seat, "event": self.event}, faces=(self.faces,),
                       total=sum(self.faces), weight="roll")  # fmt: skip


class ClanWavers(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.clan-wavers"):
    """A clan cannot be activated next turn; ``face``: the die that chose it, 0 if there was one only (DAI-EVT-02)."""

    clan: ClanId
    face: int
    until: int

    def fold(self, state: State) -> State:
        """It is barred."""
        return state.with_clan(self.clan, barred_until=self.until)

    def tell(self) -> Telling:
        """Which clan."""
        faces: tuple[Faces, ...] = ((self.face,),) if self.face else ()
        return Telling(about=self.kind, facts={"clan": self.clan, "turn": self.until}, faces=faces)


class AssassinStruck(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.assassin-struck"):
    """The die of the assassin: killed, incapacitated or nothing (DAI-EVT-02)."""

    leader: LeaderId
    face: int
    result: str
    until: int

    def fold(self, state: State) -> State:
        """A wounded leader is out of action for the next turn."""
        return state.with_leader(self.leader, incapacitated_until=self.until) if self.result == "hurt" else state

    def tell(self) -> Telling:
        """The die and what it did."""
        return Telling(about=f"{self.kind}.{self.result}", facts={"leader": self.leader}, faces=((self.face,),),
                       total=self.face, weight="roll", pieces=(self.leader,))  # fmt: skip


class SignalsConfused(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.signals-confused"):
    """A side has no bonus for a seated General next turn (DAI-EVT-02)."""

    seat: Seat
    until: int

    def fold(self, state: State) -> State:
        """It has none."""
        return state.with_side(self.seat, seated_off_until=self.until)


class ShotRanShort(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.shot-ran-short"):
    """A missile unit cannot fire next turn (DAI-EVT-02)."""

    unit: UnitId
    until: int

    def fold(self, state: State) -> State:
        """It holds its fire."""
        return state.with_unit(self.unit, held_until=self.until)

    def tell(self) -> Telling:
        """Which unit."""
        return Telling(about=self.kind, facts={"unit": self.unit, "turn": self.until}, pieces=(self.unit,))


class SquallCame(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.squall-came"):
    """All arquebus fire is hindered next turn (DAI-EVT-02)."""

    turn: int

    def fold(self, state: State) -> State:
        """In that turn."""
        return state.with_(squall=self.turn)


class DrumsSounded(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.drums-sounded"):
    """Disordered units near their General reform at once (DAI-EVT-02)."""

    seat: Seat
    units: tuple[UnitId, ...]

    def tell(self) -> Telling:
        """How many."""
        facts: dict[str, Fact] = {"seat": self.seat, "number": len(self.units)}
        return Telling(about=self.kind, facts=facts, pieces=tuple(self.units))


class GuideFound(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.guide-found"):
    """Difficult terrain is good to a unit next turn (DAI-EVT-02)."""

    unit: UnitId
    until: int

    def fold(self, state: State) -> State:
        """In that turn."""
        return state.with_unit(self.unit, guided_until=self.until)

    def tell(self) -> Telling:
        """Which unit."""
        return Telling(about=self.kind, facts={"unit": self.unit, "turn": self.until}, pieces=(self.unit,))


class OmenSeen(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.omen-seen"):
    """Next turn both sides add to, or take from, every activation roll (DAI-EVT-02)."""

    until: int
    adds: dict[Seat, int]

    def fold(self, state: State) -> State:
        """The bonuses stand for that turn."""
        sides = tuple(
            replace(s, activation_bonus=self.adds.get(s.seat, 0), activation_bonus_until=self.until)
            for s in state.sides
        )
        return state.with_(sides=sides)

    def tell(self) -> Telling:
        """For whom it is good."""
        best = max(self.adds, key=lambda seat: self.adds[seat])
        return Telling(about=self.kind, facts={"seat": best, "turn": self.until})


def _after(state: State, unit: Unit) -> dict[str, Unit]:
    """The units with one more, behind the last of its side (DAI-ORG-34)."""
    last = max((n for n, u in enumerate(state.units.values()) if u.seat == unit.seat), default=len(state.units) - 1)
    rows = list(state.units.items())
    return dict([*rows[: last + 1], (str(unit.id), unit), *rows[last + 1 :]])
