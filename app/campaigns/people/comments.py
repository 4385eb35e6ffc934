"""What people of a campaign say beside a battle that is over."""

from __future__ import annotations

from collections.abc import Sequence

from app.campaigns.book import c
from app.campaigns.desk import ANYBODY, HOST, PLAYER, UMPIRE, Command, Decided, Desk, command
from app.campaigns.ledger.events import Commented, Unsaid
from app.campaigns.model import Comment as Said
from app.campaigns.people.members import COMMENTATOR, FIGURES, WATCHER, clean, refuse_text
from app.engine.refusals import Refusal, refuse

COMMENTS = c("CPN-PEO-12")


class Comment(Command, frozen=True, tag="comment"):
    """Somebody says something beside a battle."""

    fixture: str
    text: str


@command(HOST, UMPIRE, PLAYER, COMMENTATOR, WATCHER)
def comment(desk: Desk, given: Comment) -> Decided:
    """It stands beside the battle for all who read the campaign (CPN-PEO-12)."""
    one = desk.now.fixtures.get(given.fixture)
    if one is None or not one.is_over:
        return refuse("campaign.comment.not-over", COMMENTS)
    if no := refuse_many(one.comments, desk.by.id) or refuse_text("reason", given.text.replace("\n", " ")):
        return no
    said = clean(given.text.replace("\n", " "))
    return [Commented(clause=COMMENTS, fixture=one.id, guest=desk.by.id, at=desk.clock, text=said)]


def refuse_many(said: Sequence[Said], guest: str) -> Refusal | None:
    """Why nothing more is said beside a battle: by all, or by him, whose own count also where they were taken out."""
    most, each = int(FIGURES["comments"]["most"]), int(FIGURES["comments"]["each"])
    if sum(one.guest == guest for one in said) >= each:
        return refuse("campaign.comment.each", COMMENTS, most=each)
    return refuse("campaign.comment.many", COMMENTS, most=most) if sum(bool(one.text) for one in said) >= most else None


class Unsay(Command, frozen=True, tag="unsay"):
    """A comment is taken back by who wrote it, or taken out by a host or an umpire.  ``number``: from 0."""

    fixture: str
    number: int


@command(ANYBODY)
def unsay(desk: Desk, given: Unsay) -> Decided:
    """It is shown no more; taken back already: so it stays (CPN-PEO-12)."""
    one = desk.now.fixtures.get(given.fixture)
    said = one.comments[given.number] if one and 0 <= given.number < len(one.comments) else None
    if no := refuse_others(desk, said):
        return no
    if one is None or said is None:
        return refuse("campaign.comment.none", COMMENTS)
    return [Unsaid(clause=COMMENTS, fixture=one.id, number=given.number)] if said.text else []


def refuse_others(desk: Desk, said: Said | None) -> Refusal | None:
    """Why somebody may not take out what another wrote; who is not in the campaign is told of nothing else."""
    his = said.guest == desk.by.id if said else desk.now.has(desk.by.id, PLAYER, COMMENTATOR, WATCHER)
    may = his or not desk.by.id or desk.now.has(desk.by.id, HOST, UMPIRE)
    return None if may else refuse("campaign.comment.not-yours", COMMENTS)
