"""Celtos as the engine sees it: everything wired together."""

from __future__ import annotations

from collections.abc import Mapping

from app.engine.events import Seat
from app.engine.reach import Threat
from app.engine.returning import Returning
from app.engine.system import Phase, PhaseId
from app.engine.told import Told
from app.engine.views import Inspection, View
from app.systems.celtos import interruptions
from app.systems.celtos.activation.orders import ORDERS
from app.systems.celtos.activation.phase import activation, holds
from app.systems.celtos.bands.builder import draft
from app.systems.celtos.bands.own import BOUNDS
from app.systems.celtos.book import BOOK, c
from app.systems.celtos.campaign.warbands import WARBANDS
from app.systems.celtos.cases.staging import CeltosStaging
from app.systems.celtos.desk.amending import amend, amendable
from app.systems.celtos.event import CeltosEvent
from app.systems.celtos.ideas.imagine import imagine
from app.systems.celtos.ideas.judgement import JUDGEMENT
from app.systems.celtos.odds.checks import PROSPECTS as CHECKS
from app.systems.celtos.odds.fights import PROSPECTS as FIGHTS
from app.systems.celtos.page.catalogue import catalogue
from app.systems.celtos.page.inspect import inspect
from app.systems.celtos.page.pictures import ASKED, CARRIED, GRAVES, PICTURES, STORIES, UNPICTURED, UPSHOTS
from app.systems.celtos.page.threat import threat
from app.systems.celtos.page.view import on_go, view
from app.systems.celtos.reactions.flow import ACTS, return_fire
from app.systems.celtos.scenarios.figures import may_be_activated
from app.systems.celtos.scenarios.victory import conceded
from app.systems.celtos.scenarios.zones import zoning
from app.systems.celtos.sentences import SENTENCES
from app.systems.celtos.setup.begin import begin
from app.systems.celtos.setup.offer import offered
from app.systems.celtos.setup.phase import STAGES, setup
from app.systems.celtos.setup.refusals import refuse_setup
from app.systems.celtos.state import State
from app.systems.celtos.turn.end import end
from app.systems.celtos.turn.initiative import initiative
from app.systems.celtos.turn.marker import marker
from app.systems.celtos.turn.midway import MIDWAY

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
    mark = (
        "M17 5a6 6 0 1 0 0 12 6 6 0 0 0 0-12z"
        "M10.5 16a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM23.5 16a6 6 0 1 0 0 12 6 6 0 0 0 0-12z"
    )
    state_type = State
    plain = True
    book, parent = BOOK, CeltosEvent
    pictures, unpictured, stories, upshots = PICTURES, UNPICTURED, STORIES, UPSHOTS
    graves, midway = GRAVES, MIDWAY
    asked = ASKED
    carried = CARRIED
    out_of_turn = c("CEL-ACT-01")
    sentences: Mapping[str, str] = SENTENCES
    staging = CeltosStaging()
    campaign = WARBANDS
    judgement = JUDGEMENT
    orders = (ORDERS, ACTS)
    prospects = (*CHECKS, *FIGHTS)
    returning: Returning = ()
    """Nothing: a unit that reacts may break in on whatever is ordered, and units are set up by turns."""
    phases: Mapping[PhaseId, Phase[State]] = {
        PhaseId("setup"): setup, PhaseId("marker"): marker, PhaseId("initiative"): initiative,
        PhaseId("activation"): activation, PhaseId("end"): end,
    }  # fmt: skip
    begin = staticmethod(begin)
    next_phase = staticmethod(next_phase)
    go = staticmethod(on_go)
    imagine = staticmethod(imagine)
    concede = staticmethod(conceded)
    amendable = staticmethod(amendable)
    amend = staticmethod(amend)
    refuse_setup = staticmethod(refuse_setup)
    zoning = staticmethod(zoning)
    catalogue = staticmethod(catalogue)
    draft = staticmethod(draft)
    profiles = BOUNDS
    offered = staticmethod(offered)
    holds = staticmethod(holds)

    def view(self, state: State, viewer: Seat | None) -> View:
        """All that this seat may see: the same for all, since nothing on the table is hidden."""
        return view(state)

    def inspect(self, state: State, viewer: Seat | None, id: str) -> Inspection:
        """The card of a unit or a model: the same for all, since nothing on the table is hidden."""
        return inspect(state, id)

    def threat(self, state: State, viewer: Seat | None, id: str) -> tuple[Threat, ...]:
        """How far a piece goes and shoots: the same for all, since all see how it stands."""
        return threat(state, id)


interruptions.return_fire.leads_to(return_fire)
SYSTEM = Celtos()
