"""What happens by the scenario: roles, edges, length, reserves, points, the end."""

from __future__ import annotations

from msgspec.structs import replace

from app.engine.dice import Faces
from app.engine.events import Seat
from app.engine.modifiers import Line
from app.engine.refusals import Fact
from app.engine.system import Outcome, Telling
from app.engine.told import GivenUpEvent
from app.systems.ronin.event import RoninEvent
from app.systems.ronin.state import ModelId, State


class ReservesCalled(RoninEvent, frozen=True, kw_only=True, tag="ronin.reserves-called"):
    """A die said how many reserves may come on this turn (RON-SCN-72)."""

    seat: Seat
    faces: Faces
    number: int

    def fold(self, state: State) -> State:
        """So many may come."""
        return state.with_side(self.seat, arriving=self.number)

    def tell(self) -> Telling:
        """The die and the number."""
        return Telling(about=self.kind, facts=self.facts(), faces=(self.faces,), weight="roll")


class Unbound(RoninEvent, frozen=True, kw_only=True, tag="ronin.unbound"):
    """In a Duel, the others are held back no longer (RON-SCN-80)."""

    def fold(self, state: State) -> State:
        """All may act."""
        return state.with_(bound=False)


class LeaderTaken(RoninEvent, frozen=True, kw_only=True, tag="ronin.leader-taken"):
    """In a Duel, a side has killed or captured the enemy Leader (RON-SCN-81)."""

    seat: Seat
    vp: int
    bonus: int

    def fold(self, state: State) -> State:
        """The points stand."""
        return state.with_side(self.seat, bonus=self.bonus, leader_taken=True)


class Scored(RoninEvent, frozen=True, kw_only=True, tag="ronin.scored"):
    """The Victory Points of a side as of now, and what they are made of (RON-SCN-06)."""

    seat: Seat
    score: int
    lines: tuple[Line, ...] = ()

    def fold(self, state: State) -> State:
        """The side has this score."""
        return state.with_side(self.seat, score=self.score)

    def tell(self) -> Telling:
        """The sum, line by line."""
        return Telling(about=self.kind, facts=self.facts(), lines=self.lines, total=self.score)


class GoalScored(RoninEvent, frozen=True, kw_only=True, tag="ronin.goal-scored"):
    """A side reached its minor goal, which is shown (RON-SCN-13)."""

    reveals = True
    seat: Seat
    goal: str
    vp: int

    def fold(self, state: State) -> State:
        """The goal is scored, and everybody knows it."""
        return state.with_side(self.seat, goal=self.goal, goal_scored=True)


class LastTurnKnown(RoninEvent, frozen=True, kw_only=True, tag="ronin.last-turn-known"):
    """The length die fell; ``turns`` is the last turn if it said so, else 0 (RON-SCN-08)."""

    faces: Faces
    needed: int
    turns: int

    def fold(self, state: State) -> State:
        """The last turn is known, if it is."""
        return state.with_(turns=self.turns) if self.turns else state

    def tell(self) -> Telling:
        """The die and what it had to reach."""
        about = self.kind if self.turns else f"{self.kind}.not-yet"
        faces = (self.faces,) if self.faces else ()
        return Telling(about=about, facts={"turns": self.turns, "needed": self.needed}, faces=faces, needed=self.needed,
                       total=sum(self.faces) if self.faces else None, weight="roll")  # fmt: skip


class GameOver(RoninEvent, frozen=True, kw_only=True, tag="ronin.game-over"):
    """The game is over (RON-SCN-01)."""

    outcome: Outcome

    def fold(self, state: State) -> State:
        """The outcome stands."""
        return state.with_(outcome=self.outcome)

    def tell(self) -> Telling:
        """Who won, by what."""
        won = self.outcome.winner
        facts: dict[str, Fact] = {**self.outcome.facts, "reason": self.outcome.reason}
        if won is None:
            return Telling(about="ronin.game-over.draw", facts=facts, weight="turn")
        why = self.outcome.reason.removeprefix("outcome.")
        about = f"{self.kind}.{why}" if why in ("object", "wounds") else self.kind
        return Telling(about=about, facts={**facts, "winner": won}, weight="turn")


class Conceded(GivenUpEvent, RoninEvent, frozen=True, kw_only=True, tag="ronin.conceded"):
    """A player gave up (RON-SCN-12)."""


class LengthSet(RoninEvent, frozen=True, kw_only=True, tag="ronin.length-set"):
    """How many turns the game lasts; the die if it was rolled (RON-SCN-03)."""

    turns: int
    faces: Faces = ()

    def fold(self, state: State) -> State:
        """The last turn is known."""
        return state.with_(turns=self.turns)

    def tell(self) -> Telling:
        """The die, if any, and the number."""
        faces = (self.faces,) if self.faces else ()
        return Telling(about=self.kind, facts=self.facts(), faces=faces, weight="roll" if faces else "deed")


class RolesTaken(RoninEvent, frozen=True, kw_only=True, tag="ronin.roles-taken"):
    """Who attacks and who defends; ``left_out`` are models that come only with an attacker (RON-SCN-51)."""

    attacker: Seat
    defender: Seat
    left_out: tuple[ModelId, ...] = ()
    starts: dict[str, int]

    def fold(self, state: State) -> State:
        """Both sides have their roles, and the strength they start with."""
        roles = {self.attacker: "attacker", self.defender: "defender"}
        sides = tuple(replace(s, role=roles[s.seat], start=self.starts[s.seat]) for s in state.sides)
        return state.with_(sides=sides, models={id: m for id, m in state.models.items() if id not in self.left_out})


class EdgesPaired(RoninEvent, frozen=True, kw_only=True, tag="ronin.edges-paired"):
    """Which pair of edges the sides will have (RON-SCN-24)."""

    faces: Faces
    edges: tuple[str, str]

    def fold(self, state: State) -> State:
        """The pair is known."""
        return state.with_(zones={**state.zones, "edges": list(self.edges)})

    def tell(self) -> Telling:
        """The die and the edges."""
        facts: dict[str, Fact] = {"one": self.edges[0], "other": self.edges[1]}
        return Telling(about=self.kind, facts=facts, faces=(self.faces,), weight="roll")
