"""Ronin as the engine sees it: everything wired together."""

from __future__ import annotations

from collections.abc import Mapping

from app.engine.events import Seat
from app.engine.reach import Threat
from app.engine.returning import Returning
from app.engine.system import Phase, PhaseId
from app.engine.told import Told
from app.engine.views import Inspection
from app.systems.ronin.actions.orders import ORDERS as ACTING
from app.systems.ronin.actions.phase import action
from app.systems.ronin.book import BOOK, c
from app.systems.ronin.campaign.warbands import WARBANDS
from app.systems.ronin.cases.staging import RoninStaging
from app.systems.ronin.combat.counters import asked_of
from app.systems.ronin.combat.fighting import ORDERS as FIGHTING
from app.systems.ronin.combat.phase import combat
from app.systems.ronin.desk.amending import amend, amendable
from app.systems.ronin.event import RoninEvent
from app.systems.ronin.ideas.imagine import imagine
from app.systems.ronin.ideas.judgement import JUDGEMENT
from app.systems.ronin.moving.orders import ORDERS as MOVING
from app.systems.ronin.moving.phase import move
from app.systems.ronin.odds.blows import PROSPECTS as BLOWS
from app.systems.ronin.odds.morale import PROSPECTS as TESTS
from app.systems.ronin.odds.pools import PROSPECTS as POOLS
from app.systems.ronin.odds.shots import PROSPECTS as SHOTS
from app.systems.ronin.page.catalogue import catalogue
from app.systems.ronin.page.inspect import inspect
from app.systems.ronin.page.pictures import ASKED, GRAVES, PICTURES, STORIES, UNPICTURED, UPSHOTS
from app.systems.ronin.page.threat import threat
from app.systems.ronin.page.view import on_go, view
from app.systems.ronin.scenarios.victory import conceded
from app.systems.ronin.sentences import SENTENCES
from app.systems.ronin.setup.begin import begin
from app.systems.ronin.setup.offer import offered
from app.systems.ronin.setup.phase import STAGES, setup
from app.systems.ronin.setup.refusals import refuse_setup
from app.systems.ronin.setup.zones import zoning
from app.systems.ronin.state import State
from app.systems.ronin.turn.activation import holds
from app.systems.ronin.turn.bulks import BULKS
from app.systems.ronin.turn.end import end
from app.systems.ronin.turn.midway import MIDWAY
from app.systems.ronin.turn.priority import priority
from app.systems.ronin.warband.builder import draft
from app.systems.ronin.warband.own import BOUNDS

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
    mark = "M17 11.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM13 7.5l4-4 4 4"
    state_type = State
    plain = True
    bodies = False
    book, parent = BOOK, RoninEvent
    pictures, unpictured, stories, upshots = PICTURES, UNPICTURED, STORIES, UPSHOTS
    graves, midway = GRAVES, MIDWAY
    asked = ASKED
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
    asked_of = staticmethod(asked_of)
    amendable = staticmethod(amendable)
    amend = staticmethod(amend)
    refuse_setup = staticmethod(refuse_setup)
    zoning = staticmethod(zoning)
    catalogue = staticmethod(catalogue)
    draft = staticmethod(draft)
    profiles = BOUNDS
    offered = staticmethod(offered)
    holds = staticmethod(holds)
    bulks = BULKS
    campaign = WARBANDS
    judgement = JUDGEMENT
    orders = (ACTING, FIGHTING, MOVING)
    prospects = (*SHOTS, *BLOWS, *TESTS, *POOLS)
    returning: Returning = (("withdraw.order", ()),)
    """In which order those answer who are left; the models of both sides go by turns: all else passes the go."""

    def inspect(self, state: State, viewer: Seat | None, id: str) -> Inspection:
        """The card of a model or a body: the same for all, since it tells nothing that is hidden."""
        return inspect(state, id)

    def threat(self, state: State, viewer: Seat | None, id: str) -> tuple[Threat, ...]:
        """How far a piece goes and shoots, as all see it stand."""
        return threat(state, viewer, id)


SYSTEM = Ronin()
