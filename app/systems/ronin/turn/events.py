"""What happens to a turn as a whole: phases, Priority, Morale, Stunned counters, points, the end."""

from __future__ import annotations

from msgspec.structs import replace

from app.engine.dice import Faces
from app.engine.events import Seat
from app.engine.modifiers import Line
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.systems.ronin.event import RoninEvent
from app.systems.ronin.state import Model, ModelId, Side, State


class TurnBegan(RoninEvent, frozen=True, kw_only=True, tag="ronin.turn-began"):
    """A turn begins (RON-PRI-01)."""

    turn: int

    def fold(self, state: State) -> State:
        """The turn is counted."""
        return state.with_(turn=self.turn)

    def tell(self) -> Telling:
        """A heading of the log."""
        return Telling(about=self.kind, facts=self.facts(), weight="turn")


class PhaseBegan(RoninEvent, frozen=True, kw_only=True, tag="ronin.phase-began"):
    """A phase begins (RON-PRI-01).  Whose go it is stands open, unless play takes up a phase already begun."""

    phase: str

    def fold(self, state: State) -> State:
        """The phase is on; a position that stood in it keeps its go."""
        return state if state.phase == self.phase else state.with_(phase=self.phase, go=None)

    def tell(self) -> Telling:
        """A heading of the log."""
        return Telling(about=f"{self.kind}.{self.phase}", facts=self.facts(), weight="phase")


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


class Activated(RoninEvent, frozen=True, kw_only=True, tag="ronin.activated"):
    """A model has had its go in this phase; the go passes on (RON-PRI-06, RON-PRI-08)."""

    model: ModelId
    phase: str
    go: Seat

    def fold(self, state: State) -> State:
        """The model is used up for this phase."""
        used = {"acted": True} if self.phase == "action" else {"activated": True}
        return state.with_model(self.model, **used).with_(go=self.go)

    def tell(self) -> Telling:
        """A quiet line."""
        return Telling(about=self.kind, facts={"model": self.model}, weight="quiet", pieces=(self.model,))


class Held(RoninEvent, frozen=True, kw_only=True, tag="ronin.held"):
    """A model did nothing with its activation (RON-PRI-07)."""

    model: ModelId

    def tell(self) -> Telling:
        """Who."""
        return Telling(about=self.kind, facts={"model": self.model}, weight="idle", pieces=(self.model,))
