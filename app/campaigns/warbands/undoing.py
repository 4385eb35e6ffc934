"""A player takes a choice or a purchase back: another line of the ledger, until the round moves on."""

from __future__ import annotations

from app.campaigns.book import c
from app.campaigns.desk import LEADER, Command, Decided, Desk, command
from app.campaigns.ledger.books import UNDO
from app.campaigns.warbands.deeds import post, refuse_locked
from app.campaigns.warbands.redoing import between
from app.engine.campaigns import Step
from app.engine.refusals import refuse

UNDOING = c("CPN-WAR-13")


class Undo(Command, frozen=True, tag="undo"):
    """A player takes back the last line that he wrote for his warband.  ``line``: the number of its entry."""

    warband: str
    line: int


@command(LEADER)
def undo(desk: Desk, given: Undo) -> Decided:
    """What the line changed is as it was before it (CPN-WAR-13)."""
    if no := refuse_locked(desk, given.warband, UNDOING):
        return no
    books = desk.past.books
    open_ = books.open.get(given.warband, []) if books else []
    if books is None or not open_ or open_[-1].seq != given.line:
        return refuse("warband.no-undo", UNDOING)
    before, after = books.around(given.warband, open_[-1])
    step = Step(UNDO, UNDOING, "warband.undone", {"line": given.line}, between(after, before))
    return post(desk, given.warband, step)
