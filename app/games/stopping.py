"""A game pauses.  One that an umpire stopped goes on once he, or every player, says so."""

from __future__ import annotations

from app.engine.events import Seat
from app.engine.refusals import Refusal, refuse
from app.games import sentences as say
from app.games.agreed import GOES_ON, PAUSED, RESUMED, WISHED, fits, note, read
from app.games.consent import is_a_persons
from app.games.drive import Drive


def is_stopped(drive: Drive) -> bool:
    """Whether an umpire stopped the game."""
    return read(drive.row.get("options")).stopped is not None


def wishes(drive: Drive) -> list[str]:
    """The seats that want a stopped game to go on."""
    return list(read(drive.row.get("options")).stopped or ())


def pause(drive: Drive, seat: Seat, reason: str) -> None:
    """The game takes no answers for now; nothing stands against it while it is played."""
    drive.status, drive.reason = "paused", reason
    drive.tell("engine.paused", say.PAUSED, seat=seat, reason=reason)


def resume(drive: Drive, seat: Seat) -> Refusal | None:
    """The game takes answers again, unless an umpire stopped it and not all want that; or was not paused."""
    if not fits(GOES_ON, drive.status):
        return refuse("table.not-paused", say.PAUSED)
    if is_stopped(drive) and not wish(drive, seat):
        return None
    drive.status, drive.reason = "playing", ""
    drive.tell("engine.resumed", say.PAUSED, seat=seat)
    return None


def stop(drive: Drive, who: str, reason: str) -> None:
    """The game takes no answers until its umpire, or every player, lets it go on."""
    drive.status, drive.reason = "paused", reason
    note(drive.row, PAUSED, [])
    drive.tell("engine.umpire-paused", say.STOPPED, who=who, reason=reason)


def release(drive: Drive, who: str) -> None:
    """The umpire lets the game go on."""
    drive.status, drive.reason = "playing", ""
    note(drive.row, RESUMED, None)
    drive.tell("engine.umpire-resumed", say.STOPPED, who=who)


def wish(drive: Drive, seat: Seat) -> bool:
    """Whether every player now wants the game to go on; then it is no longer stopped."""
    asked = [*dict.fromkeys((*wishes(drive), seat))]
    if seat not in wishes(drive):
        drive.tell("engine.resume-wished", say.STOPPED, seat=seat)
    missing = [row for name, row in drive.seats.items() if is_a_persons(row) and name not in asked]
    note(drive.row, WISHED if missing else GOES_ON, asked if missing else None)
    return not missing
