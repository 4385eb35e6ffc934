"""Challenges: players make the battles of a round themselves.

A challenge is a battle without a scenario; when it is taken up its scenario is drawn.
"""

from __future__ import annotations

from app.campaigns.battles.fixtures import is_challenge, refuse_fixture
from app.campaigns.book import c, table
from app.campaigns.desk import LEADER, Command, Decided, Desk, command
from app.campaigns.ledger.events import FixtureAdded, ScenarioSet, Voided
from app.campaigns.model import OPEN, VOID, Fixture
from app.campaigns.rounds.pairings import at_home, draft, last, place_of, scenario_of, whole
from app.engine.refusals import Refusal, refuse

CHALLENGES, TAKEN_UP = c("CPN-PAI-07"), c("CPN-PAI-08")


class Challenge(Command, frozen=True, tag="challenge"):
    """A warband challenges another."""

    warband: str
    other: str


@command(LEADER)
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
    """Why there are no challenges now, or none of these two (CPN-PAI-07)."""
    now = desk.now
    if now.settings.pairing != "challenge":
        return refuse("campaign.challenge.none", CHALLENGES)
    if now.state != "running" or now.round is None or now.round.state != OPEN:
        return refuse("campaign.round.none", CHALLENGES, state=now.state)
    known = [one.id for one in now.active()]
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


@command(LEADER)
def accept_challenge(desk: Desk, given: AcceptChallenge) -> Decided:
    """The battle is to be fought, its scenario drawn (CPN-PAI-08, CPN-PAI-09).  Taken up already: so it stays."""
    if no := refuse_fixture(desk.now, given.fixture, given.warband or "-"):
        return no
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


@command(LEADER)
def drop_challenge(desk: Desk, given: DropChallenge) -> Decided:
    """The challenge is off and counts for nothing (CPN-PAI-08)."""
    if no := refuse_fixture(desk.now, given.fixture, given.warband or "-"):
        return no
    one = desk.now.fixtures[given.fixture]
    if not is_challenge(one):
        return refuse("campaign.challenge.taken-up", TAKEN_UP)
    return [Voided(clause=TAKEN_UP, fixture=one.id, reason="")]
