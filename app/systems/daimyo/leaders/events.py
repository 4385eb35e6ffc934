"""What happens to leaders: where they go, their dangers, single combat."""

from __future__ import annotations

from app.engine.events import Seat
from app.engine.geometry import Point
from app.engine.modifiers import Line
from app.engine.paths import Path
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.systems.daimyo.event import DaimyoEvent
from app.systems.daimyo.state import LeaderId, State, UnitId


class LeaderDiced(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.leader-diced"):
    """A die for a leader in danger.  ``why``: stand, destroyed, touched or hq (DAI-LDR-09, DAI-LDR-10)."""

    leader: LeaderId
    why: str
    face: int
    killed: bool

    def tell(self) -> Telling:
        """The die and what it says."""
        about = f"{self.kind}.{'killed' if self.killed else 'spared'}"
        return Telling(about=about, facts=self.facts(), faces=((self.face,),), weight="roll", pieces=(self.leader,))


class LeaderKilled(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.leader-killed"):
    """A leader is dead, and was where it is said (DAI-LDR-11, DAI-MOR-34)."""

    leader: LeaderId
    seat: Seat
    at: Point

    def fold(self, state: State) -> State:
        """He is dead, and his side remembers the place this turn."""
        killed = (*state.side(self.seat).killed, (self.leader, self.at))
        state = state.with_leader(self.leader, fate="dead", attached=UnitId(""), seated=False, at=self.at)
        return state.with_side(self.seat, killed=killed)

    def tell(self) -> Telling:
        """Who."""
        return Telling(about=self.kind, facts=self.facts(), pieces=(self.leader,))


class LeaderEscaped(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.leader-escaped"):
    """A leader whose unit or seat is lost is now with the nearest friendly unit (DAI-LDR-09, DAI-LDR-10)."""

    leader: LeaderId
    unit: UnitId
    attached: bool
    at: Point

    def fold(self, state: State) -> State:
        """He stands with it, attached if he may be."""
        joined = self.unit if self.attached else UnitId("")
        return state.with_leader(self.leader, attached=joined, at=self.at, seated=False)

    def tell(self) -> Telling:
        """Who and where to."""
        return Telling(about=self.kind, facts=self.facts(), pieces=(self.leader, self.unit))


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


class ChallengeMade(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.challenge-made"):
    """A leader called another out (DAI-LDR-15).

    ``answer``: accepted, refused (``unit`` loses what its leaders add in this round) or declined (without penalty).
    """

    leader: LeaderId
    foe: LeaderId
    unit: UnitId
    answer: str

    def tell(self) -> Telling:
        """Who called whom out, and the answer."""
        return Telling(about=f"{self.kind}.{self.answer}", facts=self.facts(), pieces=(self.leader, self.foe))


class ChallengeRolled(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.challenge-rolled"):
    """One leader's die in a single combat (DAI-LDR-15)."""

    leader: LeaderId
    face: int
    lines: tuple[Line, ...]
    total: int

    def tell(self) -> Telling:
        """Die and total."""
        return Telling(about=self.kind, facts=self.facts(), faces=((self.face,),), lines=self.lines,
                       total=self.total, weight="roll", pieces=(self.leader,))  # fmt: skip


class ChallengeEnded(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.challenge-ended"):
    """A single combat is over; no ``loser``: it was level (DAI-LDR-15)."""

    winner: str = ""
    loser: str = ""

    def fold(self, state: State) -> State:
        """Nothing but what a campaign remembers: who has slain a leader."""
        return state.with_credit(self.winner, 1) if self.winner else state

    def tell(self) -> Telling:
        """Who fell, if anybody."""
        about = f"{self.kind}.{'won' if self.loser else 'level'}"
        return Telling(about=about, facts=self.facts(), pieces=tuple(id for id in (self.winner, self.loser) if id))
