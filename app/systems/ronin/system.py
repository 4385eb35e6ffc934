"""Ronin as the engine sees it: everything wired together."""

from __future__ import annotations

from collections.abc import Mapping

from app.engine.asks import Json
from app.engine.clauses import ClauseIndex
from app.engine.drafts import Draft
from app.engine.events import Event, Seat
from app.engine.luck import Luck
from app.engine.refusals import Refusal
from app.engine.system import Phase, PhaseId, Setup
from app.engine.told import Told, kinds_of
from app.engine.views import View
from app.systems.ronin.begin import begin
from app.systems.ronin.book import CLAUSES, c, rulebook
from app.systems.ronin.builder import draft
from app.systems.ronin.catalogue import catalogue
from app.systems.ronin.events.base import RoninEvent
from app.systems.ronin.imagine import imagine
from app.systems.ronin.phases.action import action
from app.systems.ronin.phases.combat import combat
from app.systems.ronin.phases.end import end
from app.systems.ronin.phases.move import move
from app.systems.ronin.phases.priority import priority
from app.systems.ronin.phases.setup import STAGES, setup
from app.systems.ronin.sentences import SENTENCES
from app.systems.ronin.staging import RoninStaging
from app.systems.ronin.state import State
from app.systems.ronin.table_rules import refuse_setup
from app.systems.ronin.victory import conceded
from app.systems.ronin.view import view

ORDER = ("priority", "move", "combat", "action", "end")


def next_phase(state: State) -> PhaseId | None:
    """The phase to play now: the set-up, then the five of a turn, each combat by itself (RON-PRI-01)."""
    if state.outcome is not None:
        return None
    if state.phase in ("", "setup"):
        return PhaseId("priority" if state.stage == STAGES[-1] else "setup")
    if state.phase == "combat" and any(not fight.fought for fight in state.combats):
        return PhaseId("combat")
    return PhaseId(ORDER[(ORDER.index(state.phase) + 1) % len(ORDER)])


class Ronin(Told[State]):
    """The rule system Ronin."""

    key = "ronin"
    version = 1
    state_type = State
    event_types: tuple[type[Event], ...] = tuple(kinds_of(RoninEvent, "ronin"))
    clauses = CLAUSES
    out_of_turn = c("RON-PRI-11")
    sentences: Mapping[str, str] = SENTENCES
    staging = RoninStaging()
    phases: Mapping[PhaseId, Phase[State]] = {
        PhaseId("move"): move,
        PhaseId("combat"): combat,
        PhaseId("action"): action,
        PhaseId("setup"): setup, PhaseId("priority"): priority, PhaseId("end"): end,
    }  # fmt: skip

    def begin(self, setup: Setup) -> State:
        """The state before the set-up."""
        return begin(setup)

    def next_phase(self, state: State) -> PhaseId | None:
        """The phase to play now; ``None`` when the game is over."""
        return next_phase(state)

    def view(self, state: State, viewer: Seat | None) -> View:
        """All that this seat may see."""
        return view(state, viewer)

    def imagine(self, state: State, seat: Seat, luck: Luck) -> State:
        """A state that agrees with all this seat knows."""
        return imagine(state, seat, luck)

    def concede(self, state: State, seat: Seat) -> Event:
        """The event that ends the game because this seat gave up (RON-SCN-12)."""
        return conceded(state, seat)

    def refuse_setup(self, setup: Setup) -> tuple[Refusal, ...]:
        """All that stands against a set-up."""
        return refuse_setup(setup)

    def rulebook(self, language: str) -> ClauseIndex:
        """The clauses as readers of a language read them."""
        return rulebook(language)

    def catalogue(self) -> Json:
        """What a page needs to set a game up."""
        return catalogue()

    def draft(self, roster: Json, limit: int, changes: Mapping[str, str]) -> Draft:
        """A roster in the making, with the changes made."""
        return draft(roster, limit, changes)


SYSTEM = Ronin()
