"""What all have agreed to is done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.games import consent, takeback
from app.games import sentences as say
from app.games.drive import Drive
from app.games.results import UMPIRE
from app.games.seats import now
from app.store import Store, umpires

UMPIRES = "umpires"
"""The option of a table that names them."""


async def settle(drive: Drive, store: Store) -> None:
    """Everything for which no consent is missing any more has happened."""
    await takeback.settle(drive, store)
    motion = consent.carried(drive, UMPIRE)
    if motion:
        drive.lapse(UMPIRE)
        name_umpire(drive, motion.guest, motion.who)


def name_umpire(drive: Drive, guest: str, name: str) -> None:
    """The guest umpires the game from now on, and all are told."""
    drive.change.beside.append(lambda db: umpires.name(db, drive.id, guest, now()))
    drive.tell("engine.umpire-named", say.UMPIRE, who=name)
    note_umpires(drive, [*umpires_of(drive.row.get("options") or {}), name])


def umpires_of(options: Mapping[str, Any]) -> list[str]:
    """The names of those who umpire a game, as its options say it."""
    return list(options.get(UMPIRES, ()))


def note_umpires(drive: Drive, names: list[str]) -> None:
    """The table says who umpires it, in every list and to whoever thinks of sitting down."""
    options = {key: value for key, value in (drive.row.get("options") or {}).items() if key != UMPIRES}
    drive.row["options"] = {**options, UMPIRES: names} if names else options
