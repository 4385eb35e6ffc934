"""What happens to a turn as a whole: phases, Priority, Morale, Stunned counters, points, the end."""

from __future__ import annotations

from msgspec.structs import replace

from app.engine.dice import Faces
from app.engine.events import Seat
from app.engine.modifiers import Line
from app.engine.refusals import Fact
from app.engine.system import Outcome, Telling
from app.engine.told import GivenUpEvent
from app.systems.ronin.events.base import RoninEvent
from app.systems.ronin.state import Model, ModelId, Side, State


class TurnBegan(RoninEvent, frozen=True, kw_only=True, tag="ronin.turn-began"):
    """A turn begins."""

    turn: int

    def fold(self, state: State) -> State:
        """The turn is counted."""
        return state.with_(turn=self.turn)

    def tell(self) -> Telling:
        """A heading of the log."""
        return Telling(about=self.kind, facts=self.facts(), weight="turn")


class PhaseBegan(RoninEvent, frozen=True, kw_only=True, tag="ronin.phase-began"):
    """A phase begins.  Whose go it is stands open, unless play takes up a phase already begun."""

    phase: str

    def fold(self, state: State) -> State:
        """The phase is on; a position that stood in it keeps its go."""
        return state if state.phase == self.phase else state.with_(phase=self.phase, go=None)

    def tell(self) -> Telling:
        """A heading of the log."""
        return Telling(about=f"{self.kind}.{self.phase}", facts=self.facts(), weight="phase")


class RolledOff(RoninEvent, frozen=True, kw_only=True, tag="ronin.rolled-off"):
    """Both sides rolled a die for something: ``faces`` in seat order, no winner when level (RON-SET-14)."""

    why: str
    faces: Faces
    seats: tuple[Seat, Seat]
    winner: Seat | None = None

    def fold(self, state: State) -> State:
        """Priority is taken and the winner of the terrain roll goes first; other rolls are told of by what follows."""
        if self.winner is None or self.why not in ("priority", "terrain"):
            return state
        return state.with_(priority=self.winner) if self.why == "priority" else state.with_(go=self.winner)

    def tell(self) -> Telling:
        """Both dice, and who won."""
        facts: dict[str, Fact] = {"why": self.why, "first": self.seats[0], "second": self.seats[1]}
        facts |= {"first_die": self.faces[0], "second_die": self.faces[1]}
        if self.winner is None:
            return Telling(about="ronin.rolled-off.level", facts=facts, faces=(self.faces,), weight="roll")
        return Telling(about=self.kind, facts={**facts, "winner": self.winner}, faces=(self.faces,), weight="roll")


class MoraleTested(RoninEvent, frozen=True, kw_only=True, tag="ronin.morale-tested"):
    """A Buntai rolled for its morale.  ``reasons`` are why it had to; ``natural`` is 2 or 12 where the dice decide."""

    seat: Seat
    reasons: tuple[str, ...]
    faces: Faces
    lines: tuple[Line, ...]
    total: int
    rating: int
    passed: bool
    reroll: bool = False

    def tell(self) -> Telling:
        """The dice, every modifier, what was needed, and whether it held."""
        about = f"{self.kind}.{'passed' if self.passed else 'failed'}"
        facts: dict[str, Fact] = {"seat": self.seat, "total": self.total, "rating": self.rating}
        facts["reason"] = self.reasons[0]
        return Telling(
            about=about, facts=facts, faces=(self.faces,), lines=self.lines, total=self.total, needed=self.rating,
            weight="roll",
        )  # fmt: skip


class MoraleChanged(RoninEvent, frozen=True, kw_only=True, tag="ronin.morale-changed"):
    """The Morale of a Buntai changed."""

    seat: Seat
    morale: str

    def fold(self, state: State) -> State:
        """The side has its new Morale."""
        return state.with_side(self.seat, morale=self.morale)


class MoraleHeld(RoninEvent, frozen=True, kw_only=True, tag="ronin.morale-held"):
    """A Buntai passed while Steady: nothing changes (RON-MOR-09)."""

    seat: Seat


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


class StunnedRolled(RoninEvent, frozen=True, kw_only=True, tag="ronin.stunned-rolled"):
    """A model rolled to shake off Stunned counters; ``stunned`` are left (RON-END-04)."""

    model: ModelId
    faces: Faces
    lines: tuple[Line, ...]
    total: int
    removed: int
    stunned: int

    def fold(self, state: State) -> State:
        """The model has the counters that are left."""
        return state.with_model(self.model, stunned=self.stunned)

    def tell(self) -> Telling:
        """The die, its lines, how many went."""
        facts: dict[str, Fact] = {"model": self.model, "total": self.total, "removed": self.removed}
        return Telling(
            about=self.kind,
            facts={**facts, "stunned": self.stunned},
            faces=(self.faces,),
            lines=self.lines,
            total=self.total,
            weight="roll",
            pieces=(self.model,),
        )


class Scored(RoninEvent, frozen=True, kw_only=True, tag="ronin.scored"):
    """The Victory Points of a side as of now, and what they are made of."""

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


class TurnEnded(RoninEvent, frozen=True, kw_only=True, tag="ronin.turn-ended"):
    """All that held for this turn only is cleared (RON-END-09)."""

    turn: int

    def fold(self, state: State) -> State:
        """Nobody has moved, shot or Rested this turn; losses and contacts are now those of the turn before."""
        models = {id: fresh_model(model) for id, model in state.models.items()}
        return state.with_(models=models, sides=tuple(fresh_side(s) for s in state.sides), combats=(), go=None)

    def tell(self) -> Telling:
        """A quiet line."""
        return Telling(about=self.kind, facts=self.facts(), weight="quiet")


class GameOver(RoninEvent, frozen=True, kw_only=True, tag="ronin.game-over"):
    """The game is over."""

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


def fresh_model(model: Model) -> Model:
    """The model as it starts a new turn (RON-END-09)."""
    return replace(
        model, activated=False, acted=False, moved="none", shots=0, rested=False, free_attack=False, bujutsu_used=False,
        shot_reroll_used=False, guarded=False, weapon="", touched_before=model.touched, touched=(),
    )  # fmt: skip


def fresh_side(side: Side) -> Side:
    """The side as it starts a new turn: this turn's losses are last turn's."""
    return replace(
        side, killed_before=side.killed_now, killed_now=0, leader_killed_before=side.leader_killed_now,
        leader_killed_now=False, arriving=0,
    )  # fmt: skip


EVENTS: tuple[type[RoninEvent], ...] = (
    TurnBegan, PhaseBegan, RolledOff, MoraleTested, MoraleChanged, MoraleHeld, ReservesCalled, Unbound, LeaderTaken,
    StunnedRolled, Scored, GoalScored, LastTurnKnown, TurnEnded, GameOver, Conceded,
)  # fmt: skip
