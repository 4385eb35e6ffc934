"""A lesson at a hosted table: how far it has come, which stands among the options of its game, and going on in it."""

from __future__ import annotations

from app.engine.events import Seat
from app.games import agreed
from app.games.coach import Given
from app.games.drive import Drive
from app.games.seats import now
from app.store import progress


def at_of(drive: Drive) -> int:
    """The beat a lesson has come to."""
    lesson = agreed.read(drive.row.get("options")).lesson
    return lesson.at if lesson else 0


def go_on(drive: Drive) -> None:
    """The lesson is a beat further, and it is kept how far the learner has come."""
    options = drive.row.get("options") or {}
    at = at_of(drive) + 1
    drive.row["options"] = {**options, "lesson": {**options["lesson"], "at": at}}
    keep(drive, at)


def keep(drive: Drive, at: int) -> None:
    """It is written with this change how far the owner of the table has come."""
    if drive.coach and drive.row["owner"]:
        who, key, is_done = str(drive.row["owner"]), drive.coach.key, at >= drive.coach.beats
        drive.change.beside.append(lambda db: progress.come(db, who, key, at, is_done, now()))


def reads(drive: Drive) -> bool:
    """Whether the learner is to read on."""
    return drive.coach is not None and drive.coach.reads(at_of(drive))


def wanted(drive: Drive) -> Given | None:
    """What the learner would rightly answer now."""
    return drive.coach.wanted(drive.live, at_of(drive)) if drive.coach else None


def learner(drive: Drive) -> Seat | None:
    """Whose lesson it is."""
    return drive.coach.seats[0] if drive.coach else None
