"""The course of a round and of its battles in one table: what can be done in which state, by whom, and what follows.

A round is in a **stage**, a battle in a **standing**; both follow from the campaign.  A row says what is done or comes
by itself (``SERVER``), from which stages of the round or standings of the battle, by which clause, and where it leads.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, NamedTuple

from msgspec import Struct

from app.campaigns.battles.fixtures import is_challenge
from app.campaigns.book import c
from app.campaigns.desk import HOST, LEADER, SERVER, UMPIRE, C, Decided, Desk, command, leads, tag_of, taken_by
from app.campaigns.model import DONE, OPEN, PLAYING, VOID, Campaign, Fixture
from app.campaigns.people.members import refuse_reason
from app.engine.refusals import Clause, Refusal, refuse

RECRUITING, CLOSED, ENDED = "recruiting", "closed", "ended"
INCOME, ORDERS, BATTLES, RECOVERED = "income", "orders", "battles", "recovered"
UNDERWAY = (OPEN, INCOME, ORDERS, BATTLES, RECOVERED)
"""Stages of a round that is open; those after the first are the steps of a season on a map."""
RUNNING = (*UNDERWAY, CLOSED)
CHALLENGE = "challenge"
UNLAID, LIVE, OVER = (CHALLENGE, OPEN), (CHALLENGE, OPEN, PLAYING), (DONE, VOID)
"""Standings of a battle: before its table is laid, until it is over, and then."""


def stage(now: Campaign) -> str:
    """The stage of the last round: recruiting before the first, ``closed`` between two, ``ended`` after the last."""
    if now.state != "running" or now.round is None:
        return now.state
    return (now.round.step or OPEN) if now.round.state == OPEN else CLOSED


def standing(one: Fixture) -> str:
    """The standing of a battle: its state, a challenge that nobody took up apart."""
    return CHALLENGE if one.state == OPEN and is_challenge(one) else one.state


# -- the table ----------------------------------------------------------------------


class No(NamedTuple):
    """A refusal of the table; ``told``: the fact it names."""

    code: str
    clause: Clause
    told: str = ""


class Move(Struct, frozen=True, kw_only=True):
    """A row: ``do`` is the tag of the command, or the name of what comes by itself; empty states are any.

    ``stays``: states in which it is done already, so that nothing changes.  ``no``: the refusal in other states, where
    it is not the usual one.  ``reason``: whether one must be given.  ``judge``: whether it is a ruling on a battle,
    which nobody gives whose warband fights it.  ``only``: the format in which alone it is done,
    and the refusal in others.
    """

    do: str
    who: tuple[str, ...]
    clause: Clause
    stages: tuple[str, ...] = ()
    battle: tuple[str, ...] = ()
    to: tuple[str, ...] = ()
    stays: tuple[str, ...] = ()
    no: No | None = None
    reason: bool = False
    judge: bool = False
    only: tuple[str, No] | None = None


IDLE = "campaign.round.none"
STARTS, OPENS, CLOSES = c("CPN-RND-01"), c("CPN-RND-02"), c("CPN-RND-05")
RESULT, CHOICES, CHALLENGES, TAKEN_UP = c("CPN-RES-03"), c("CPN-RES-08"), c("CPN-PAI-07"), c("CPN-PAI-08")
YEAR, ON_MAP, SEALED = c("CPN-YEA-01"), c("CPN-YEA-02"), c("CPN-YEA-04")
OWN = c("CPN-RUL-05")
NOT_THERE = No("campaign.round.no-battle", RESULT, "fixture")
BARRED: Mapping[str, No] = {
    CHALLENGE: No("campaign.challenge.waits", TAKEN_UP),
    PLAYING: No("campaign.round.laid", RESULT),
    DONE: No("campaign.round.over", RESULT, "result"),
    VOID: No("campaign.round.over", RESULT, "result"),
}
"""What a battle is in that bars a move, unless its row has a refusal of its own; over is over for all."""

BY_PEOPLE = (
    Move(do="start", who=(HOST,), clause=STARTS, stages=(RECRUITING,), to=(OPEN,), stays=RUNNING,
         no=No(IDLE, STARTS, "state")),
    Move(do="set-map", who=(HOST,), clause=ON_MAP, stages=(RECRUITING,), no=No("season.begun", ON_MAP)),
    Move(do="march", who=(LEADER,), clause=SEALED, stages=(ORDERS,), no=No("season.no-orders", SEALED)),
    Move(do="choose", who=(LEADER,), clause=CHOICES, stages=RUNNING, no=No(IDLE, CHOICES, "state")),
    Move(do="extend", who=(UMPIRE,), clause=c("CPN-RND-04"), stages=UNDERWAY, battle=LIVE, judge=True,
         no=No(IDLE, OPENS, "state")),
    Move(do="close-round", who=(HOST, UMPIRE), clause=CLOSES, stages=UNDERWAY, to=(CLOSED,), stays=(CLOSED,),
         reason=True, no=No(IDLE, OPENS, "state")),
    Move(do="open-round", who=(HOST, UMPIRE), clause=c("CPN-RND-08"), stages=(CLOSED,), to=(OPEN,), stays=UNDERWAY,
         no=No(IDLE, OPENS, "state")),
    Move(do="end-campaign", who=(HOST,), clause=c("CPN-RND-06"), stages=(RECRUITING, *RUNNING), to=(ENDED,),
         stays=(ENDED,), reason=True),
    Move(do="challenge", who=(LEADER,), clause=CHALLENGES, stages=UNDERWAY, no=No(IDLE, CHALLENGES, "state"),
         only=(CHALLENGE, No("campaign.challenge.none", CHALLENGES))),
    Move(do="accept-challenge", who=(LEADER,), clause=TAKEN_UP, battle=LIVE, to=(OPEN,)),
    Move(do="drop-challenge", who=(LEADER,), clause=TAKEN_UP, battle=(CHALLENGE,), to=(VOID,),
         no=No("campaign.challenge.taken-up", TAKEN_UP)),
    Move(do="propose", who=(LEADER,), clause=c("CPN-SCH-01"), battle=(OPEN,)),
    Move(do="accept", who=(LEADER,), clause=c("CPN-SCH-02"), battle=(OPEN,)),
    Move(do="hasten", who=(LEADER,), clause=c("CPN-SCH-03"), battle=(OPEN,)),
    Move(do="muster", who=(LEADER,), clause=c("CPN-RES-09"), battle=(OPEN,)),
    Move(do="unmuster", who=(LEADER,), clause=c("CPN-RES-11"), battle=UNLAID),
    Move(do="stand-in", who=(LEADER, UMPIRE), clause=c("CPN-ABS-01"), battle=LIVE, judge=True),
    Move(do="forfeit", who=(LEADER,), clause=c("CPN-RES-06"), battle=(OPEN,), to=(DONE,)),
    Move(do="decide", who=(UMPIRE,), clause=c("CPN-RES-04"), battle=(OPEN, PLAYING), to=(DONE,), reason=True,
         judge=True),
    Move(do="overturn", who=(UMPIRE,), clause=c("CPN-RES-14"), battle=OVER, to=OVER, reason=True, judge=True,
         no=No("campaign.round.not-over", c("CPN-RES-14"))),
    Move(do="dispute", who=(LEADER,), clause=c("CPN-RUL-07"), battle=OVER, reason=True,
         no=No("campaign.round.not-over", c("CPN-RUL-07"))),
    Move(do="uphold", who=(UMPIRE,), clause=c("CPN-RUL-08"), battle=OVER, reason=True, judge=True,
         no=No("campaign.round.not-over", c("CPN-RUL-08"))),
    Move(do="void", who=(UMPIRE,), clause=c("CPN-RES-05"), battle=LIVE, to=(VOID,), reason=True, judge=True),
    Move(do="chair", who=(UMPIRE,), clause=c("CPN-RUL-06"), battle=(PLAYING,), judge=True,
         no=No("campaign.round.not-fought", c("CPN-RUL-06"))),
)  # fmt: skip
BY_TABLES = (
    Move(do="lay", who=(SERVER,), clause=c("CPN-RES-01"), battle=(OPEN,), to=(PLAYING,), stays=(PLAYING, *OVER)),
    Move(do="unlaid", who=(SERVER,), clause=c("CPN-RES-02"), battle=(OPEN,), to=(VOID,), stays=(PLAYING, *OVER)),
    Move(do="over", who=(SERVER,), clause=RESULT, battle=(PLAYING,), to=(DONE,),
         no=No("campaign.round.not-fought", RESULT)),
)  # fmt: skip
BY_ITSELF = (
    Move(do="bye", who=(SERVER,), clause=c("CPN-PAI-04"), battle=(OPEN,), to=(DONE,)),
    Move(do="retired", who=(SERVER,), clause=c("CPN-ABS-07"), battle=UNLAID, to=OVER),
    Move(do="deadline", who=(SERVER,), clause=c("CPN-ABS-02"), battle=LIVE, to=OVER),
    Move(do="income", who=(SERVER,), clause=YEAR, stages=(OPEN,), to=(INCOME,)),
    Move(do="orders", who=(SERVER,), clause=YEAR, stages=(INCOME,), to=(ORDERS,)),
    Move(do="battles", who=(SERVER,), clause=SEALED, stages=(ORDERS,), to=(BATTLES,)),
    Move(do="recovered", who=(SERVER,), clause=YEAR, stages=(BATTLES,), to=(RECOVERED,)),
    Move(do="close", who=(SERVER,), clause=CLOSES, stages=(OPEN, RECOVERED), to=(CLOSED,)),
    Move(do="next", who=(SERVER,), clause=OPENS, stages=(CLOSED,), to=(OPEN, ENDED)),
)  # fmt: skip
MOVES: Mapping[str, Move] = {row.do: row for row in (*BY_PEOPLE, *BY_TABLES, *BY_ITSELF)}


def clauses(*named: str) -> tuple[Clause, ...]:
    """The clauses of these rows."""
    return tuple(MOVES[do].clause for do in named)


# -- asking it ----------------------------------------------------------------------


def move(decide: Callable[[Desk, C], Decided]) -> Callable[[Desk, C], Decided]:
    """The decision of the command it takes, which the table names: it is asked only where the table lets it be."""
    taken = taken_by(decide)
    row = MOVES[tag_of(taken)]

    @wraps(decide)
    def decided(desk: Desk, given: C) -> Decided:
        states = (stage(desk.now), battle_state(desk.now, row, given))
        if any(state in row.stays for state in states):
            return []
        return refuse_move(desk.now, row, given) or refuse_own(desk, row, given) or decide(desk, given)

    return command(*row.who)(decided)


def refuse_move(now: Campaign, row: Move, given: Any) -> Refusal | None:
    """Why this is not done now, the first reason of the table."""
    return next((no for ask in ASKED if (no := ask(now, row, given))), None)


def refuse_own(desk: Desk, row: Move, given: Any) -> Refusal | None:
    """Why somebody rules on no battle that his own warband fights (CPN-RUL-05); what its leader may do he may."""
    one = desk.now.fixtures.get(given.fixture) if row.judge else None
    mine = [side for side in one.sides if leads(desk.now, side, desk.by.id)] if one else []
    return refuse("ruling.own", OWN) if mine and getattr(given, "warband", "") not in mine else None


def battle_state(now: Campaign, row: Move, given: Any) -> str:
    """The standing of the battle that a command names; empty if it names none."""
    one = now.fixtures.get(given.fixture) if row.battle else None
    return standing(one) if one else ""


def is_of_battle(row: Move, given: Any) -> bool:
    """Whether a command is about a battle, not about the round."""
    return bool(row.battle) and (bool(given.fixture) or not row.stages)


def refuse_stage(now: Campaign, row: Move, _given: Any = None) -> Refusal | None:
    """Why not in this format, or in this stage of the round."""
    if row.only and now.settings.pairing != row.only[0]:
        return refuse_by(row.only[1])
    if not row.stages or stage(now) in row.stages:
        return None
    return refuse_by(row.no or No(IDLE, row.clause, "state"), state=now.state)


def refuse_over(now: Campaign, row: Move, given: Any) -> Refusal | None:
    """Why nothing can be said about this battle: it is not there, not of this warband, or over."""
    if not is_of_battle(row, given):
        return None
    one, warband = now.fixtures.get(given.fixture), getattr(given, "warband", None)
    if one is None or (warband is not None and (warband or "-") not in one.sides):
        return refuse_by(NOT_THERE, fixture=given.fixture[:40])
    barred = one.is_over and one.state not in row.battle
    return refuse_by(BARRED[one.state], result=one.result or one.state) if barred else None


def refuse_unreasoned(_now: Campaign, row: Move, given: Any) -> Refusal | None:
    """Why the reason given is none, where one must be."""
    return refuse_reason(given.reason) if row.reason else None


def refuse_standing(now: Campaign, row: Move, given: Any) -> Refusal | None:
    """Why a battle that is not over is in no state for this."""
    at = battle_state(now, row, given)
    return refuse_by(row.no or BARRED[at]) if at and at not in row.battle else None


ASKED = (refuse_stage, refuse_over, refuse_unreasoned, refuse_standing)
"""What is asked of every move, in this order."""


def refuse_by(no: No, **facts: str) -> Refusal:
    """The refusal with the fact it names."""
    return refuse(no.code, no.clause, **{name: fact for name, fact in facts.items() if name == no.told})


def refusal_of(do: str, **facts: str) -> Refusal:
    """The refusal of a row, for what its command finds besides."""
    no = MOVES[do].no
    if no is None:
        raise KeyError(do)
    return refuse_by(no, **facts)
