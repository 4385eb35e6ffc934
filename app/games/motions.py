"""What all have agreed to is done."""

from __future__ import annotations

from app.games import agreed, consent, hands, takeback
from app.games import sentences as say
from app.games.drive import Drive
from app.games.results import COUNSEL, DRAW, UMPIRE
from app.games.seats import now
from app.store import Store, umpires


async def settle(drive: Drive, store: Store) -> None:
    """Everything for which no consent is missing any more has happened."""
    await takeback.settle(drive, store)
    if consent.carried(drive, COUNSEL):
        drive.lapse(COUNSEL)
        drive.tell("engine.counsel-opened", say.COUNSELLED)
        agreed.note(drive.row, agreed.OPENED, True)
    if drive.status == "playing" and consent.carried(drive, DRAW):
        drive.close("draw", "table")
    motion = consent.carried(drive, UMPIRE)
    if motion and any(hands.leads(row, motion.guest) for row in drive.seats.values()):
        consent.withdraw(drive, motion)
    elif motion:
        drive.lapse(UMPIRE)
        name_umpire(drive, motion.guest, motion.who)


def name_umpire(drive: Drive, guest: str, name: str) -> None:
    """The guest umpires the game from now on, and all are told."""
    drive.change.beside.append(lambda db: umpires.name(db, drive.id, guest, now()))
    drive.tell("engine.umpire-named", say.UMPIRE, who=name)
    named = agreed.read(drive.row.get("options")).umpires
    agreed.note(drive.row, agreed.NAMED, [*named, name])
