"""Results: how a battle ended, what an umpire says of it, and who gives one up."""

from __future__ import annotations

from msgspec import field

from app.campaigns.battles.fixtures import is_challenge, refuse_fixture, refuse_laid
from app.campaigns.book import c
from app.campaigns.desk import LEADER, SERVER, UMPIRE, Command, Decided, Desk, command
from app.campaigns.ledger.events import Ended, Voided
from app.campaigns.model import PLAYING
from app.campaigns.people.members import clean, refuse_reason
from app.campaigns.warbands.aftermath import fought
from app.engine.campaigns import Deed
from app.engine.refusals import refuse

RESULT, DECIDES, VOIDS, GIVES = c("CPN-RES-03"), c("CPN-RES-04"), c("CPN-RES-05"), c("CPN-RES-06")
TAKEN_UP = c("CPN-PAI-08")
DECIDABLE = ("won", "draw", "forfeit", "standoff")


# -- results ------------------------------------------------------------------------


class Over(Command, frozen=True, tag="over"):
    """A battle has ended at its table.  ``winner``: a warband, empty if nobody of the campaign has won.

    ``points``: battle points, ``deeds``: what members did, by warband; ``chain``: the last link of its record.
    """

    fixture: str
    winner: str = ""
    points: dict[str, int] = field(default_factory=dict)
    chain: str = ""
    deeds: dict[str, tuple[Deed, ...]] = field(default_factory=dict)
    facts: dict[str, int] = field(default_factory=dict)


@command(SERVER)
def over(desk: Desk, given: Over) -> Decided:
    """The battle is decided and all that follows from it is written (CPN-RES-03, CPN-RES-07)."""
    if no := refuse_fixture(desk.now, given.fixture):
        return no
    one = desk.now.fixtures[given.fixture]
    if one.state != PLAYING or (given.winner and given.winner not in one.sides):
        return refuse("campaign.round.not-fought", RESULT)
    others = bool(given.facts.get("garrison_won"))
    result = "won" if given.winner or others else "draw"
    ended = Ended(
        clause=RESULT, fixture=one.id, result=result, winner=given.winner, points=given.points, chain=given.chain
    )
    return [ended, *fought(desk, one, given.winner, given.deeds, given.facts, result == "draw")]


class Decide(Command, frozen=True, tag="decide"):
    """An umpire decides a battle: ``result`` is won, draw, forfeit or standoff."""

    fixture: str
    result: str
    winner: str = ""
    reason: str = ""


@command(UMPIRE)
def decide(desk: Desk, given: Decide) -> Decided:
    """The battle is decided as the umpire says (CPN-RES-04)."""
    reason = clean(given.reason)
    if no := refuse_fixture(desk.now, given.fixture) or refuse_reason(reason):
        return no
    one = desk.now.fixtures[given.fixture]
    if is_challenge(one):
        return refuse("campaign.challenge.waits", TAKEN_UP)
    sides = [side for side in one.sides if side]
    named = given.result in ("won", "forfeit")
    if given.result not in DECIDABLE or (given.winner in sides) != named or (given.winner and not named):
        return refuse("campaign.round.result", DECIDES)
    return [Ended(clause=DECIDES, fixture=one.id, result=given.result, winner=given.winner, reason=reason)]


class Void(Command, frozen=True, tag="void"):
    """An umpire declares a battle void."""

    fixture: str
    reason: str


@command(UMPIRE)
def void(desk: Desk, given: Void) -> Decided:
    """The battle counts for nothing (CPN-RES-05)."""
    reason = clean(given.reason)
    if no := refuse_fixture(desk.now, given.fixture) or refuse_reason(reason):
        return no
    return [Voided(clause=VOIDS, fixture=given.fixture, reason=reason)]


class Forfeit(Command, frozen=True, tag="forfeit"):
    """A leader gives a battle up before it is laid."""

    warband: str
    fixture: str


@command(LEADER)
def forfeit(desk: Desk, given: Forfeit) -> Decided:
    """The other side has won by forfeit (CPN-RES-06)."""
    if no := refuse_laid(desk.now, given.fixture, given.warband or "-"):
        return no
    one = desk.now.fixtures[given.fixture]
    if is_challenge(one):
        return refuse("campaign.challenge.waits", TAKEN_UP)
    winner = next(iter(one.others(given.warband)), "")
    return [Ended(clause=GIVES, fixture=one.id, result="forfeit" if winner else "standoff", winner=winner)]
