"""Ronin as the engine sees it: everything wired together."""

from __future__ import annotations

from collections.abc import Mapping

from app.engine.events import Event
from app.engine.system import Phase, PhaseId
from app.engine.told import Told, kinds_of
from app.systems.ronin.amending import amend, amendable
from app.systems.ronin.begin import begin
from app.systems.ronin.book import BOOK, c
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
from app.systems.ronin.view import on_go, view
from app.systems.ronin.warbands import WARBANDS

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
    book, clauses = BOOK, BOOK.clauses
    out_of_turn = c("RON-PRI-11")
    sentences: Mapping[str, str] = SENTENCES
    staging = RoninStaging()
    phases: Mapping[PhaseId, Phase[State]] = {
        PhaseId("move"): move,
        PhaseId("combat"): combat,
        PhaseId("action"): action,
        PhaseId("setup"): setup, PhaseId("priority"): priority, PhaseId("end"): end,
    }  # fmt: skip
    begin = staticmethod(begin)
    next_phase = staticmethod(next_phase)
    view = staticmethod(view)
    go = staticmethod(on_go)
    imagine = staticmethod(imagine)
    concede = staticmethod(conceded)
    amendable = staticmethod(amendable)
    amend = staticmethod(amend)
    refuse_setup = staticmethod(refuse_setup)
    catalogue = staticmethod(catalogue)
    draft = staticmethod(draft)
    campaign = WARBANDS


SYSTEM = Ronin()
