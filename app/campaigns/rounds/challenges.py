"""Challenges: players make the battles of a round themselves.

A challenge is a battle without a scenario; when it is taken up its scenario is drawn.
"""

from __future__ import annotations

from app.campaigns.battles.fixtures import is_challenge
from app.campaigns.book import table
from app.campaigns.desk import Command, Decided, Desk
from app.campaigns.ledger.events import FixtureAdded, ScenarioSet, Voided
from app.campaigns.model import VOID, Fixture
from app.campaigns.rounds.moves import clauses, move
from app.campaigns.rounds.pairings import at_home, draft, last, place_of, scenario_of, whole
from app.engine.refusals import Refusal, refuse

CHALLENGES, TAKEN_UP = clauses("challenge", "accept-challenge")


class Challenge(Command, frozen=True, tag="challenge"):
    """A warband challenges another."""

    warband: str
    other: str


@move
def challenge(desk: Desk, given: Challenge) -> Decided:
    """The challenge stands until it is taken up, turned down or taken back (CPN-PAI-07).  Made already: so it stays."""
    if no := refuse_challenge(desk, given.warband, given.other):
        return no
    now = desk.now
    mine = [f for f in battles(desk) if {*f.sides} == {given.warband, given.other}]
    if any(is_challenge(f) and f.options["challenger"] == given.warband and not f.is_over for f in mine):
        return []
    if mine:
        return refuse("campaign.challenge.twice", CHALLENGES)
    if no := refuse_many(desk, given.warband) or refuse_many(desk, given.other):
        return no
    place = len(list(now.fights(last(now).number))) + 1
    new = draft(now, at_home(now, given.warband, given.other), options={"challenger": given.warband})
    return [FixtureAdded(clause=CHALLENGES, fixture=whole(desk, new, place))]


def refuse_challenge(desk: Desk, warband: str, other: str) -> Refusal | None:
    """Why these two have no battle with each other (CPN-PAI-07)."""
    known = [one.id for one in desk.now.active()]
    if warband not in known or other not in known or warband == other:
        return refuse("campaign.challenge.nobody", CHALLENGES)
    return None


def battles(desk: Desk) -> list[Fixture]:
    """The battles of this round that are not void."""
    return [f for f in desk.now.fights(last(desk.now).number) if f.state != VOID]


def refuse_many(desk: Desk, warband: str) -> Refusal | None:
    """Why a warband has no more battles in this round (CPN-PAI-07)."""
    most, got = int(table("rounds")["challenge"]["battles"]), sum(warband in f.sides for f in battles(desk))
    return refuse("campaign.challenge.many", CHALLENGES, warband=warband, most=most) if got >= most else None


class AcceptChallenge(Command, frozen=True, tag="accept-challenge"):
    """Who is challenged takes it up."""

    warband: str
    fixture: str


@move
def accept_challenge(desk: Desk, given: AcceptChallenge) -> Decided:
    """The battle is to be fought, its scenario drawn (CPN-PAI-08, CPN-PAI-09).  Taken up already: so it stays."""
    one = desk.now.fixtures[given.fixture]
    if not is_challenge(one):
        return [] if "challenger" in one.options else refuse("campaign.challenge.none", TAKEN_UP)
    if one.options["challenger"] == given.warband:
        return refuse("campaign.challenge.own", TAKEN_UP)
    scenario = scenario_of(desk, one, place_of(desk.now, one))
    return [ScenarioSet(clause=TAKEN_UP, fixture=one.id, scenario=scenario, by=given.warband)]


class DropChallenge(Command, frozen=True, tag="drop-challenge"):
    """One side takes a challenge back or turns it down."""

    warband: str
    fixture: str


@move
def drop_challenge(_desk: Desk, given: DropChallenge) -> Decided:
    """The challenge is off and counts for nothing (CPN-PAI-08)."""
    return [Voided(clause=TAKEN_UP, fixture=given.fixture, reason="")]
