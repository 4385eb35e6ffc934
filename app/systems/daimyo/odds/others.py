"""What a single combat of leaders, a test of obedience and a pursuit may bring."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from app.engine.asks import Json
from app.engine.events import Event
from app.engine.prospects import Asked, Deed, Outcome, Prospect
from app.engine.views import Note
from app.systems.daimyo.command.events import ObedienceTested
from app.systems.daimyo.command.flow import TEST, obeys
from app.systems.daimyo.command.rules import NEEDED, must_obey, obedience_rating
from app.systems.daimyo.ideas.solo import automatic_seat
from app.systems.daimyo.leaders.challenge import CHALLENGE, Duel, fight
from app.systems.daimyo.leaders.events import ChallengeEnded
from app.systems.daimyo.leaders.flow import rating
from app.systems.daimyo.odds.silence import silence, unless
from app.systems.daimyo.organisation.events import UnitLost
from app.systems.daimyo.pursuit.events import PursuitAttack, PursuitMet
from app.systems.daimyo.pursuit.flow import RUNS, pursue
from app.systems.daimyo.state import State, UnitId

DUELS = (Outcome("odds.we-die", 4), Outcome("odds.both-live", 0), Outcome("odds.he-dies", 3, wanted=True))
OBEYS = (Outcome("odds.halts", 1), Outcome("odds.obeys", 2, wanted=True))
CHASES = (
    Outcome("odds.escapes", 0), Outcome("odds.runs-into", 1), Outcome("odds.reached", 2, wanted=True),
    Outcome("odds.cut-down", 3, wanted=True),
)  # fmt: skip
STAYS = ("stay", "done")
"""Orders that need no obedience."""


# -- leaders ---------------------------------------------------------------------------------


def ended(mine: str, events: Sequence[Event]) -> str:
    """Who lived."""
    winner = next(e.winner for e in events if isinstance(e, ChallengeEnded))
    return "odds.both-live" if not winner else "odds.he-dies" if winner == mine else "odds.we-die"


def single(state: State, mine: str, theirs: str, unit: UnitId) -> Deed[State]:
    """The single combat of two leaders (DAI-LDR-15)."""
    duel = Duel(state.leaders[mine], state.leaders[theirs], unit, unit)
    lead = rating(state, duel.leader) - rating(state, duel.foe)
    return Deed(
        play=lambda game: fight(game, duel), tell=partial(ended, mine), outcomes=DUELS,
        needs=Note("odds.lead", {"lead": lead}, CHALLENGE), answers=unless({"challenge.answer": "yes"}),
    )  # fmt: skip


def of_duel(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """A single combat that is offered, if it is accepted; or that is accepted."""
    if raw != "yes":
        return None
    mine, theirs, unit = (str(asked.facts[key]) for key in ("leader", "foe", "unit"))
    if asked.about == "challenge.offer" and state.leaders[theirs].seat == automatic_seat(state):
        return None  # it never accepts
    return single(state, mine, theirs, UnitId(unit))


# -- obedience -------------------------------------------------------------------------------


def obeyed(events: Sequence[Event]) -> str:
    """Whether the unit does what it is told."""
    return "odds.obeys" if next(e.obeys for e in events if isinstance(e, ObedienceTested)) else "odds.halts"


def of_order(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """An order to a unit out of command (DAI-OBE-02)."""
    unit = state.units.get(UnitId(asked.at[0]))
    if unit is None or raw in STAYS or not must_obey(state, unit):
        return None
    needs = Note("odds.on-one", {"dice": max(1, NEEDED - obedience_rating(state, unit))}, TEST)
    return Deed(play=lambda game: obeys(game, unit.id), tell=obeyed, outcomes=OBEYS, needs=needs)


# -- pursuit ---------------------------------------------------------------------------------


def caught(target: str, events: Sequence[Event]) -> str:
    """What became of those who ran."""
    if any(isinstance(e, UnitLost) and e.unit == target for e in events):
        return "odds.cut-down"
    if any(isinstance(e, PursuitAttack) and e.target == target for e in events):
        return "odds.reached"
    return "odds.runs-into" if any(isinstance(e, PursuitMet) for e in events) else "odds.escapes"


def of_chase(_: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """A pursuit of one who fled, if nobody else pursues (DAI-PUR-06)."""
    if raw != "pursue":
        return None
    unit, target = UnitId(str(asked.facts["unit"])), UnitId(str(asked.facts["target"]))
    return Deed(play=lambda game: pursue(game, unit, target), tell=partial(caught, target), outcomes=CHASES,
                answers=silence, notes=(Note("odds.runs-alone", {}, RUNS),))  # fmt: skip


PROSPECTS: tuple[Prospect[State], ...] = (
    Prospect("challenge.offer", (), of_duel), Prospect("challenge.answer", (), of_duel),
    Prospect("move.unit", ("*",), of_order), Prospect("rout.after", (), of_chase),
)  # fmt: skip
