"""Daimyo as the engine sees it: everything wired together."""

from __future__ import annotations

from collections.abc import Mapping

from app.engine.events import Seat
from app.engine.flow import Game
from app.engine.geometry import Point
from app.engine.reach import Threat
from app.engine.returning import Returning
from app.engine.system import Phase, PhaseId
from app.engine.told import Told
from app.engine.views import Inspection, View
from app.systems.daimyo import interruptions
from app.systems.daimyo.activation.phase import clan
from app.systems.daimyo.activation.rules import anything_left
from app.systems.daimyo.armies.builder import draft
from app.systems.daimyo.armies.own import BOUNDS
from app.systems.daimyo.book import BOOK, c
from app.systems.daimyo.campaign.warbands import WARBANDS
from app.systems.daimyo.cases.staging import DaimyoStaging
from app.systems.daimyo.desk.amending import amend, amendable
from app.systems.daimyo.event import DaimyoEvent
from app.systems.daimyo.fire.phase import DEFENCE, fire
from app.systems.daimyo.ideas.imagine import imagine
from app.systems.daimyo.ideas.judgement import JUDGEMENT
from app.systems.daimyo.ideas.line import offered
from app.systems.daimyo.ideas.solo import by_itself
from app.systems.daimyo.leaders.orders import ORDERS as LEADING
from app.systems.daimyo.melee.phase import melee
from app.systems.daimyo.morale.flow import carry_out, test
from app.systems.daimyo.morale.phase import morale
from app.systems.daimyo.moving.orders import ORDERS as MOVING
from app.systems.daimyo.moving.phase import move
from app.systems.daimyo.odds.melees import PROSPECTS as MELEES
from app.systems.daimyo.odds.others import PROSPECTS as OTHERS
from app.systems.daimyo.odds.rolls import PROSPECTS as ROLLS
from app.systems.daimyo.page.catalogue import catalogue
from app.systems.daimyo.page.inspect import inspect
from app.systems.daimyo.page.pictures import ASKED, GRAVES, PICTURES, STORIES, UNPICTURED, UPSHOTS, stands
from app.systems.daimyo.page.threat import threat
from app.systems.daimyo.page.view import on_go, view
from app.systems.daimyo.pursuit.phase import routers
from app.systems.daimyo.rallying.phase import rally
from app.systems.daimyo.scenarios.drawn import zoning
from app.systems.daimyo.scenarios.ending import watch
from app.systems.daimyo.scenarios.flow import notice
from app.systems.daimyo.scenarios.setup.begin import begin
from app.systems.daimyo.scenarios.setup.phase import STAGES, setup
from app.systems.daimyo.scenarios.setup.refusals import refuse_setup
from app.systems.daimyo.scenarios.victory import conceded
from app.systems.daimyo.sentences import SENTENCES
from app.systems.daimyo.state import State
from app.systems.daimyo.turn.bulks import BULKS, PASSING, holds
from app.systems.daimyo.turn.end import end
from app.systems.daimyo.turn.midway import MIDWAY
from app.systems.daimyo.turn.reforming import ORDERS as REFORMING
from app.systems.daimyo.turn.start import start

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
    mark = "M4 8h11v7H4zM19 8h11v7H19zM4 20h11v7H4zM19 20h11v7H19z"
    state_type = State
    plain = True
    opening = frozenset({"start.first"})
    book, parent = BOOK, DaimyoEvent
    pictures, unpictured, stories, upshots = PICTURES, UNPICTURED, STORIES, UPSHOTS
    graves, midway = GRAVES, MIDWAY
    asked = ASKED
    out_of_turn = c("DAI-INI-09")
    sentences: Mapping[str, str] = SENTENCES
    staging = DaimyoStaging()
    campaign = WARBANDS
    judgement = JUDGEMENT
    orders = (DEFENCE, LEADING, MOVING, REFORMING)
    prospects = (*ROLLS, *MELEES, *OTHERS)
    returning: Returning = (
        ("move.unit", ("+", "go")), ("move.unit", ("+", "attach")),
        ("end.leader", ("+", "go")), ("end.leader", ("+", "attach")),
    )  # fmt: skip
    """Where a leader goes, while somebody else is left to order; a unit may have to throw for obedience or ground."""
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
    zoning = staticmethod(zoning)
    catalogue = staticmethod(catalogue)
    draft = staticmethod(draft)
    profiles = BOUNDS
    offered = staticmethod(offered)
    holds = staticmethod(holds)
    bulks = BULKS
    passes_over = PASSING

    def view(self, state: State, viewer: Seat | None) -> View:
        """All that this seat may see: the same for all, since what is hidden is hidden from both."""
        return view(state)

    def stands(self, state: State, id: str) -> Point | None:
        """Where the middle of what a unit covers is, or a leader."""
        return stands(state, id)

    def inspect(self, state: State, viewer: Seat | None, id: str) -> Inspection:
        """What can be seen of a unit, a leader or a clan by asking about it."""
        return inspect(state, id)

    def threat(self, state: State, viewer: Seat | None, id: str) -> tuple[Threat, ...]:
        """How far a piece goes and shoots: the same for all, since all see how it stands."""
        return threat(state, id)


interruptions.test.leads_to(test)
interruptions.carry_out.leads_to(carry_out)
SYSTEM = Daimyo()
