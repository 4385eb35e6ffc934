"""Disputes: a player does not take a result; until an umpire has answered, what hangs on it is provisional."""

from __future__ import annotations

from app.campaigns.desk import Command, Decided, Desk
from app.campaigns.ledger.events import Disputed, Upheld
from app.campaigns.model import DAY_MS
from app.campaigns.people.members import clean
from app.campaigns.rounds.moves import clauses, move
from app.engine.refusals import refuse

DISPUTES, UPHOLDS = clauses("dispute", "uphold")


class Dispute(Command, frozen=True, tag="dispute"):
    """A leader disputes how a battle ended, or what was ruled of it."""

    warband: str
    fixture: str
    reason: str = ""


@move
def dispute(desk: Desk, given: Dispute) -> Decided:
    """It stands against the battle until an umpire has answered (CPN-RUL-07).  So already: so it stays."""
    one, days = desk.now.fixtures[given.fixture], desk.now.settings.disputes
    if given.warband in one.disputed:
        return []
    if desk.clock > desk.past.at + days * DAY_MS:
        return refuse("campaign.dispute.late", DISPUTES, days=days)
    return [Disputed(clause=DISPUTES, fixture=one.id, warband=given.warband, reason=clean(given.reason))]


class Uphold(Command, frozen=True, tag="uphold"):
    """An umpire says that a disputed result stands."""

    fixture: str
    reason: str = ""


@move
def uphold(desk: Desk, given: Uphold) -> Decided:
    """The dispute is answered (CPN-RUL-08)."""
    if not desk.now.fixtures[given.fixture].disputed:
        return refuse("campaign.dispute.none", UPHOLDS)
    return [Upheld(clause=UPHOLDS, fixture=given.fixture, by=desk.by.id, reason=clean(given.reason))]
