"""Daimyo as the engine sees it: everything wired together."""

from __future__ import annotations

from collections.abc import Mapping

from app.engine.events import Event, Seat
from app.engine.flow import Game
from app.engine.system import Phase, PhaseId
from app.engine.told import Told, kinds_of
from app.engine.views import Inspection, View
from app.systems.daimyo.activation import anything_left
from app.systems.daimyo.amending import amend, amendable
from app.systems.daimyo.begin import begin
from app.systems.daimyo.book import BOOK, c
from app.systems.daimyo.builder import draft
from app.systems.daimyo.catalogue import catalogue
from app.systems.daimyo.events.base import DaimyoEvent
from app.systems.daimyo.flows.ending import watch
from app.systems.daimyo.flows.scenario import notice
from app.systems.daimyo.imagine import imagine
from app.systems.daimyo.inspect import inspect
from app.systems.daimyo.phases.clan import clan
from app.systems.daimyo.phases.end import end
from app.systems.daimyo.phases.fire import fire
from app.systems.daimyo.phases.melee import melee
from app.systems.daimyo.phases.morale import morale
from app.systems.daimyo.phases.move import move
from app.systems.daimyo.phases.rally import rally
from app.systems.daimyo.phases.routers import routers
from app.systems.daimyo.phases.setup import STAGES, setup
from app.systems.daimyo.phases.start import start
from app.systems.daimyo.sentences import SENTENCES
from app.systems.daimyo.solo import by_itself
from app.systems.daimyo.staging import DaimyoStaging
from app.systems.daimyo.state import State
from app.systems.daimyo.table_rules import refuse_setup
from app.systems.daimyo.victory import conceded
from app.systems.daimyo.view import on_go, view
from app.systems.daimyo.warbands import WARBANDS

STEPS = ("rally", "move", "fire", "melee")
"""What an active clan works through (DAI-ACT-07)."""
AFTER = {"start": "clan", "melee": "clan", "routers": "morale", "morale": "end", "end": "start"}


def next_phase(state: State) -> PhaseId | None:
    """The phase to play now: the set-up, then the turn, each attempt to activate a clan by itself (DAI-INI-01)."""
    if state.outcome is not None:
        return None
    if state.phase in ("", "setup"):
        return PhaseId("start" if state.stage == STAGES[-1] else "setup")
    if state.phase == "clan":
        return PhaseId("rally" if state.active else "clan" if anything_left(state) else "routers")
    if state.phase in STEPS[:-1]:
        return PhaseId(STEPS[STEPS.index(state.phase) + 1])
    return PhaseId(AFTER[state.phase])


def watched(phase: Phase[State]) -> Phase[State]:
    """The phase, after which what a scenario remembers is noted and a battle that is decided has ended."""

    async def run(game: Game[State]) -> None:
        await by_itself(phase)(game)
        notice(game)
        watch(game)

    return run


class Daimyo(Told[State]):
    """The rule system Daimyo."""

    key = "daimyo"
    version = 1
    state_type = State
    event_types: tuple[type[Event], ...] = tuple(kinds_of(DaimyoEvent, "daimyo"))
    book, clauses = BOOK, BOOK.clauses
    out_of_turn = c("DAI-INI-09")
    sentences: Mapping[str, str] = SENTENCES
    staging = DaimyoStaging()
    campaign = WARBANDS
    phases: Mapping[PhaseId, Phase[State]] = {
        PhaseId("setup"): by_itself(setup), PhaseId("start"): by_itself(start), PhaseId("clan"): by_itself(clan),
        PhaseId("rally"): watched(rally),
        PhaseId("move"): watched(move), PhaseId("fire"): watched(fire), PhaseId("melee"): watched(melee),
        PhaseId("routers"): watched(routers), PhaseId("morale"): watched(morale), PhaseId("end"): by_itself(end),
    }  # fmt: skip
    begin = staticmethod(begin)
    next_phase = staticmethod(next_phase)
    go = staticmethod(on_go)
    imagine = staticmethod(imagine)
    concede = staticmethod(conceded)
    amendable = staticmethod(amendable)
    amend = staticmethod(amend)
    refuse_setup = staticmethod(refuse_setup)
    catalogue = staticmethod(catalogue)
    draft = staticmethod(draft)

    def view(self, state: State, viewer: Seat | None) -> View:
        """All that this seat may see: the same for all, since what is hidden is hidden from both."""
        return view(state)

    def inspect(self, state: State, viewer: Seat | None, id: str) -> Inspection:
        """What can be seen of a unit, a leader or a clan by asking about it."""
        return inspect(state, id)


SYSTEM = Daimyo()
