"""Who umpires the table of a campaign's battle: an umpire of the campaign who takes the chair, and nobody else."""

from __future__ import annotations

from app.campaigns.desk import Command, Decided, Desk
from app.campaigns.ledger.events import Chaired
from app.campaigns.rounds.moves import clauses, move

(CHAIR,) = clauses("chair")


class Chair(Command, frozen=True, tag="chair"):
    """An umpire of the campaign takes the chair at the table of a battle."""

    fixture: str


@move
def chair(desk: Desk, given: Chair) -> Decided:
    """He umpires the table, and all are told (CPN-RUL-06).  There already: so it stays."""
    if desk.by.id in desk.now.fixtures[given.fixture].chairs:
        return []
    return [Chaired(clause=CHAIR, fixture=given.fixture, guest=desk.by.id)]
