"""Celtos as the engine sees it: everything wired together."""

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
from app.systems.celtos.begin import begin
from app.systems.celtos.book import CLAUSES, c, rulebook
from app.systems.celtos.builder import draft
from app.systems.celtos.catalogue import catalogue
from app.systems.celtos.events.base import CeltosEvent
from app.systems.celtos.imagine import imagine
from app.systems.celtos.phases.activation import activation
from app.systems.celtos.phases.end import end
from app.systems.celtos.phases.initiative import initiative
from app.systems.celtos.phases.marker import marker
from app.systems.celtos.phases.setup import STAGES, setup
from app.systems.celtos.scenarios import may_be_activated
from app.systems.celtos.sentences import SENTENCES
from app.systems.celtos.staging import CeltosStaging
from app.systems.celtos.state import State
from app.systems.celtos.table_rules import refuse_setup
from app.systems.celtos.victory import conceded
from app.systems.celtos.view import view

ORDER = ("marker", "initiative", "activation", "end")


def next_phase(state: State) -> PhaseId | None:
    """The phase to play now: the set-up, then the three of a turn and its end, each activation by itself.

    CEL-TRN-01, CEL-ACT-05.
    """
    if state.outcome is not None:
        return None
    if state.phase in ("", "setup"):
        return PhaseId("marker" if state.stage == STAGES[-1] else "setup")
    if state.phase == "activation" and any(may_be_activated(state, u) for u in state.units.values()):
        return PhaseId("activation")
    return PhaseId(ORDER[(ORDER.index(state.phase) + 1) % len(ORDER)])


class Celtos(Told[State]):
    """The rule system Celtos."""

    key = "celtos"
    version = 1
    state_type = State
    event_types: tuple[type[Event], ...] = tuple(kinds_of(CeltosEvent, "celtos"))
    clauses = CLAUSES
    out_of_turn = c("CEL-ACT-01")
    sentences: Mapping[str, str] = SENTENCES
    staging = CeltosStaging()
    phases: Mapping[PhaseId, Phase[State]] = {
        PhaseId("setup"): setup, PhaseId("marker"): marker, PhaseId("initiative"): initiative,
        PhaseId("activation"): activation, PhaseId("end"): end,
    }  # fmt: skip

    def begin(self, setup: Setup) -> State:
        """The state before the set-up."""
        return begin(setup)

    def next_phase(self, state: State) -> PhaseId | None:
        """The phase to play now; ``None`` when the game is over."""
        return next_phase(state)

    def view(self, state: State, viewer: Seat | None) -> View:
        """All that this seat may see: the same for all, since nothing on the table is hidden."""
        return view(state)

    def imagine(self, state: State, seat: Seat, luck: Luck) -> State:
        """A state that agrees with all this seat knows."""
        return imagine(state, seat, luck)

    def concede(self, state: State, seat: Seat) -> Event:
        """The event by which this seat gives up (CEL-VIC-03)."""
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


SYSTEM = Celtos()
