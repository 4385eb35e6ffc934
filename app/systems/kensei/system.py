"""Kensei as the engine sees it: everything wired together."""

from __future__ import annotations

from collections.abc import Mapping

from app.engine.battle_lines import by_default
from app.engine.events import Seat
from app.engine.flow import Game
from app.engine.geometry import Point
from app.engine.returning import Returning
from app.engine.system import Phase, PhaseId
from app.engine.told import Told
from app.engine.views import Inspection, View
from app.systems.kensei import interruptions
from app.systems.kensei.abilities.phase import ORDERS as ABILITIES
from app.systems.kensei.abilities.phase import abilities, afters
from app.systems.kensei.armies.builder import draft
from app.systems.kensei.armies.own import BOUNDS
from app.systems.kensei.book import BOOK, c
from app.systems.kensei.campaign.warbands import WARBANDS
from app.systems.kensei.cases.staging import KenseiStaging
from app.systems.kensei.charging.phase import ORDERS as CHARGES
from app.systems.kensei.charging.phase import charges
from app.systems.kensei.combat.phase import combat, is_over
from app.systems.kensei.deployment.begin import begin
from app.systems.kensei.deployment.phase import STAGES, setup
from app.systems.kensei.deployment.zones import zoning
from app.systems.kensei.desk.amending import amend, amendable
from app.systems.kensei.duels.duel import ANSWERS
from app.systems.kensei.event import KenseiEvent
from app.systems.kensei.flight.chase import chase
from app.systems.kensei.ideas.imagine import imagine
from app.systems.kensei.ideas.judgement import JUDGEMENT
from app.systems.kensei.magic.phase import ORDERS as SPIRITS
from app.systems.kensei.magic.phase import spirits
from app.systems.kensei.moving.phase import movement
from app.systems.kensei.moving.step import ORDERS as MOVEMENT
from app.systems.kensei.odds.charges import PROSPECTS as RUSHES
from app.systems.kensei.odds.duels import PROSPECTS as DUELS
from app.systems.kensei.odds.fights import PROSPECTS as FIGHTS
from app.systems.kensei.odds.rolls import PROSPECTS as ROLLS
from app.systems.kensei.odds.shots import PROSPECTS as SHOTS
from app.systems.kensei.odds.spells import PROSPECTS as SPELLS
from app.systems.kensei.orders.phase import ACTIONS, holds
from app.systems.kensei.orders.phase import orders as generic
from app.systems.kensei.page.catalogue import catalogue
from app.systems.kensei.page.inspect import inspect
from app.systems.kensei.page.pictures import ASKED, GRAVES, PICTURES, UNPICTURED, UPSHOTS, stands
from app.systems.kensei.page.view import on_go, view
from app.systems.kensei.resolution.phase import resolution
from app.systems.kensei.scenarios.ending import watch_end
from app.systems.kensei.scenarios.refusals import refuse_setup
from app.systems.kensei.scenarios.victory import conceded
from app.systems.kensei.sentences import SENTENCES
from app.systems.kensei.shooting.phase import ORDERS as SHOOTING
from app.systems.kensei.shooting.phase import shooting
from app.systems.kensei.special.phase import special
from app.systems.kensei.special.strategic import ORDERS as STRATEGIC
from app.systems.kensei.state import State
from app.systems.kensei.turn.bulks import BULKS, PASSING
from app.systems.kensei.turn.events import GoPassed
from app.systems.kensei.turn.midway import MIDWAY
from app.systems.kensei.turn.start import start
from app.systems.kensei.warnings.opportunity import respond

TURNS = c("KEN-TRN-01")
STEPS = ("special", "orders", "movement", "shooting", "spirits", "abilities", "charges")
"""The Orders and Actions of a player (KEN-TRN-01, KEN-ORD-03)."""


def next_phase(state: State) -> PhaseId | None:
    """The phase to play now: the set-up, then the turn: one player, the other, Combats, Resolution (KEN-TRN-01)."""
    if state.outcome is not None:
        return None
    if state.phase in ("", "setup"):
        return PhaseId("start" if state.stage == STAGES[-1] else "setup")
    if state.phase in STEPS[:-1]:
        return PhaseId(STEPS[STEPS.index(state.phase) + 1])
    if state.phase == "combat":
        return PhaseId("resolution" if is_over(state) else "combat")
    if state.phase == "resolution":
        return PhaseId("start")
    return PhaseId("special" if state.go is not None else "combat")


def watched(phase: Phase[State]) -> Phase[State]:
    """The phase, after which a battle that is decided has ended; not while Combats of the same phase are left, so
    that two Generals may fall together (KEN-SCN-03)."""

    async def run(game: Game[State]) -> None:
        await phase(game)
        if game.state.phase != "combat" or is_over(game.state):
            watch_end(game)

    return run


def passing(phase: Phase[State]) -> Phase[State]:
    """The last step of a player's Actions: what follows step 5, then it is the other's go or the Combats'
    (KEN-TYP-39, KEN-TRN-01)."""

    async def run(game: Game[State]) -> None:
        seat = game.state.go
        await phase(game)
        await afters(game)
        if game.state.outcome is None and game.state.go == seat:
            second = seat is not None and seat == game.state.first
            game.emit(GoPassed(clause=TURNS, seat=game.state.other(seat) if second and seat else None))

    return run


class Kensei(Told[State]):
    """The rule system Kensei."""

    key = "kensei"
    version = 2
    mark = "M4 14h26v12H4zM12.7 14v12M21.3 14v12M17 14V6h8v5"
    state_type = State
    book, parent = BOOK, KenseiEvent
    pictures, unpictured, upshots = PICTURES, UNPICTURED, UPSHOTS
    graves, midway = GRAVES, MIDWAY
    asked = ASKED
    measures = False
    out_of_turn = c("KEN-ORD-01")
    sentences: Mapping[str, str] = SENTENCES
    staging = KenseiStaging()
    campaign = WARBANDS
    judgement = JUDGEMENT
    phases: Mapping[PhaseId, Phase[State]] = {
        PhaseId("setup"): setup, PhaseId("start"): start,
        PhaseId("special"): watched(special), PhaseId("orders"): watched(generic),
        PhaseId("movement"): watched(movement), PhaseId("shooting"): watched(shooting),
        PhaseId("spirits"): watched(spirits), PhaseId("abilities"): watched(abilities),
        PhaseId("charges"): watched(passing(charges)), PhaseId("combat"): watched(combat),
        PhaseId("resolution"): watched(resolution),
    }  # fmt: skip
    orders = (ACTIONS, MOVEMENT, SHOOTING, SPIRITS, ABILITIES, CHARGES, STRATEGIC, ANSWERS)
    begin = staticmethod(begin)
    next_phase = staticmethod(next_phase)
    go = staticmethod(on_go)
    imagine = staticmethod(imagine)
    prospects = (*SHOTS, *SPELLS, *FIGHTS, *ROLLS, *RUSHES, *DUELS)
    returning: Returning = (("orders.declare", ("*", "*")),)
    """What is declared for a unit in secret, until all is closed; whatever is carried out may meet a hidden warning."""
    concede = staticmethod(conceded)
    amendable = staticmethod(amendable)
    amend = staticmethod(amend)
    refuse_setup = staticmethod(refuse_setup)
    zoning = staticmethod(zoning)
    catalogue = staticmethod(catalogue)
    draft = staticmethod(draft)
    profiles = BOUNDS
    offered = staticmethod(by_default)
    holds = staticmethod(holds)
    bulks = BULKS
    passes_over = PASSING

    def view(self, state: State, viewer: Seat | None) -> View:
        """All that this seat may see."""
        return view(state, viewer)

    def stands(self, state: State, id: str) -> Point | None:
        """Where the middle of what a unit covers is; of who is in one, of his base."""
        return stands(state, id)

    def inspect(self, state: State, viewer: Seat | None, id: str) -> Inspection:
        """What can be seen of a unit by asking about it."""
        return inspect(state, viewer, id)


interruptions.chase.leads_to(chase)
interruptions.respond.leads_to(respond)
SYSTEM = Kensei()
