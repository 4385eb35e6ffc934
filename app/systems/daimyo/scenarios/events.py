"""What scenarios alone make happen: units that come on or leave, clans that decide, what is remembered."""

from __future__ import annotations

from msgspec.structs import replace

from app.engine.dice import Faces
from app.engine.events import Seat
from app.engine.geometry import Point
from app.engine.modifiers import Line
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.engine.told import EndEvent, GivenUpEvent
from app.systems.daimyo.chance.events import _after
from app.systems.daimyo.event import DaimyoEvent
from app.systems.daimyo.state import ClanId, LeaderId, State, Unit, UnitId


class ArrivalRolled(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.arrival-rolled"):
    """The die by which clans off the table arrive; 0: it came to the last turn that needs none (DAI-SCN-09)."""

    seat: Seat
    face: int
    needed: int
    arrived: bool

    def fold(self, state: State) -> State:
        """They may come on from now, or not yet."""
        return state.with_(notes={**state.notes, "arrived": state.turn}) if self.arrived else state

    def tell(self) -> Telling:
        """The die and what it had to show."""
        about = f"{self.kind}.{'arrived' if self.arrived else 'late'}"
        faces: tuple[Faces, ...] = ((self.face,),) if self.face else ()
        return Telling(about=about, facts={"seat": self.seat}, faces=faces, total=self.face or None,
                       needed=self.needed if self.face else None, weight="roll")  # fmt: skip


class UnitEntered(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.unit-entered"):
    """A unit has come on from an edge, its move of this turn (DAI-SCN-09)."""

    unit: UnitId
    edge: str
    at: Point
    facing: int
    files: int
    used: int
    allowed: int

    def fold(self, state: State) -> State:
        """It stands there and has had its order."""
        return state.with_unit(self.unit, at=self.at, facing=self.facing, files=self.files, fate="", moved=True,
                               ordered=True)  # fmt: skip

    def tell(self) -> Telling:
        """Which unit and how far."""
        facts: dict[str, Fact] = {"unit": self.unit, "edge": self.edge, "used": self.used, "allowed": self.allowed}
        return Telling(about=self.kind, facts=facts, pieces=(self.unit,))


class LeaderEntered(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.leader-entered"):
    """A leader has come on with a unit (DAI-SCN-09)."""

    leader: LeaderId
    unit: UnitId
    at: Point

    def fold(self, state: State) -> State:
        """He is with it."""
        return state.with_leader(self.leader, attached=self.unit, at=self.at, fate="", moved=True)

    def tell(self) -> Telling:
        """Who and with whom."""
        return Telling(about=self.kind, facts={"leader": self.leader, "unit": self.unit}, pieces=(self.leader,))


class ClanArrived(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.clan-arrived"):
    """All of a clan that was off the table has come on (DAI-SCN-09)."""

    clan: ClanId

    def fold(self, state: State) -> State:
        """It no longer waits."""
        return state.with_clan(self.clan, waiting=False)

    def tell(self) -> Telling:
        """A quiet line."""
        return Telling(about=self.kind, facts={"clan": self.clan}, weight="quiet")


class UnitSaved(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.unit-saved"):
    """A unit has left the table by the way its scenario leaves open; its leaders go with it (DAI-SCN-05)."""

    unit: UnitId
    leaders: tuple[LeaderId, ...]

    def fold(self, state: State) -> State:
        """It is saved: neither lost nor in play."""
        state = state.with_unit(self.unit, fate="saved", ordered=True, moved=True)
        for leader in self.leaders:
            state = state.with_leader(leader, fate="saved", attached=UnitId(""))
        return state

    def tell(self) -> Telling:
        """Which unit."""
        return Telling(about=self.kind, facts={"unit": self.unit}, pieces=(self.unit,))


class Provoked(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.provoked"):
    """A clan was shot at or charged, or a unit was charged, and the scenario remembers it (DAI-SCN-05)."""

    subject: str
    why: str

    def fold(self, state: State) -> State:
        """It is remembered."""
        return state.with_(notes={**state.notes, f"{self.why}:{self.subject}": max(1, state.turn)})

    def tell(self) -> Telling:
        """A quiet line."""
        return Telling(about=f"{self.kind}.{self.why}", facts={"subject": self.subject}, weight="quiet")


class ShotsNear(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.shots-near"):
    """At the end of a turn a missile unit stood near the hill of the clan that has yet to decide (DAI-SCN-05)."""

    unit: UnitId

    def fold(self, state: State) -> State:
        """It weighs in the next turn."""
        return state.with_(notes={**state.notes, "shots": state.turn})

    def tell(self) -> Telling:
        """Which unit."""
        return Telling(about=self.kind, facts={"unit": self.unit}, weight="quiet")


class AllegianceRolled(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.allegiance-rolled"):
    """The roll by which a clan decides: ``side`` is whom it joins, empty while it waits (DAI-SCN-05).

    The lines are those that everybody sees; while it waits, what it leans to stays hidden and so does the total.
    """

    clan: ClanId
    faces: Faces
    lines: tuple[Line, ...]
    side: Seat | None = None

    def tell(self) -> Telling:
        """The dice, and the total once it is no secret."""
        about = f"{self.kind}.{'joins' if self.side else 'waits'}"
        score = sum(self.faces) + sum(line.adds for line in self.lines) if self.side else None
        return Telling(about=about, facts={"clan": self.clan, "seat": self.side or ""}, faces=(self.faces,),
                       lines=self.lines, total=score, weight="roll")  # fmt: skip


class ClanJoined(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.clan-joined"):
    """A clan has joined a side and acts from this turn; its weight counts there (DAI-SCN-13)."""

    clan: ClanId
    seat: Seat
    weight: int

    def fold(self, state: State) -> State:
        """It belongs to that side, with its leader and all its units."""
        state = state.with_clan(self.clan, seat=self.seat, allegiance="own")
        units = {id: replace(u, seat=self.seat) if u.clan == self.clan else u for id, u in state.units.items()}
        leaders = {id: replace(m, seat=self.seat) if m.clan == self.clan else m for id, m in state.leaders.items()}
        side = state.side(self.seat)
        state = state.with_(units=units, leaders=leaders, secrets={})
        return state.with_side(self.seat, weight=side.weight + self.weight)

    def tell(self) -> Telling:
        """Who joins whom."""
        return Telling(about=self.kind, facts={"clan": self.clan, "seat": self.seat}, weight="turn")


class CoatTested(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.coat-tested"):
    """The die by which a unit turns its coat and joins the clan that has gone over, or stays (DAI-SCN-13)."""

    unit: UnitId
    face: int
    needed: int
    seat: Seat
    clan: ClanId
    weight: int
    turned: bool

    def fold(self, state: State) -> State:
        """Its weight leaves the total of its old side and joins the new one."""
        if not self.turned:
            return state
        old, new = state.side(state.units[self.unit].seat), state.side(self.seat)
        state = state.with_unit(self.unit, seat=self.seat, clan=self.clan)
        state = state.with_side(old.seat, weight=old.weight - self.weight)
        return state.with_side(self.seat, weight=new.weight + self.weight)

    def tell(self) -> Telling:
        """The die."""
        about = f"{self.kind}.{'turned' if self.turned else 'stays'}"
        return Telling(about=about, facts={"unit": self.unit, "seat": self.seat}, faces=((self.face,),),
                       total=self.face, needed=self.needed, weight="roll", pieces=(self.unit,))  # fmt: skip


class IntentDeclared(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.intent-declared"):
    """A player said before the roll whether a clan will move or charge this turn (a scenario) (DAI-SCN-05)."""

    clan: str
    moves: bool

    def fold(self, state: State) -> State:
        """A clan that holds may only fire and fight this turn."""
        return state.with_clan(self.clan, holding=not self.moves)

    def tell(self) -> Telling:
        """What he said."""
        return Telling(about=f"{self.kind}.{'moves' if self.moves else 'holds'}", facts={"clan": self.clan})


class LossesCounted(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.losses-counted"):
    """What a side has lost of its weight, at the check of a turn (DAI-SCN-01)."""

    seat: Seat
    lost: int
    weight: int
    lines: tuple[Line, ...] = ()

    def tell(self) -> Telling:
        """Lost, of how much."""
        facts: dict[str, Fact] = {"seat": self.seat, "lost": self.lost, "weight": self.weight}
        return Telling(about=self.kind, facts=facts, lines=self.lines, weight="quiet")


class GameOver(EndEvent, DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.game-over"):
    """The battle has ended (DAI-SCN-01)."""


class Conceded(GivenUpEvent, DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.conceded"):
    """A player gave up, and the battle is over (DAI-SCN-10)."""


class LateArrivals(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.late-arrivals"):
    """Ronin join a clan and will come on from the base edge; its total grows (DAI-SCN-03)."""

    seat: Seat
    unit: Unit

    def fold(self, state: State) -> State:
        """The unit is off the table, ready to come on."""
        side = state.side(self.seat)
        state = state.with_(units=_after(state, self.unit))
        return state.with_side(self.seat, late_arrivals=True, weight=side.weight + self.unit.weight)

    def tell(self) -> Telling:
        """Which clan they join."""
        facts: dict[str, Fact] = {"seat": self.seat, "unit": self.unit.id, "clan": self.unit.clan}
        return Telling(about=self.kind, facts=facts, pieces=(self.unit.id,))
