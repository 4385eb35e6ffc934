"""What is checked before a game is touched: who asks, whether the table is open, what is being asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from app.aside import aside
from app.engine.asks import Json
from app.engine.domains import READABLE
from app.engine.events import Seat
from app.engine.refusals import Refusal, refuse
from app.games import sentences as say
from app.games.drive import Drive
from app.games.hands import number_of
from app.games.results import NotYours, Result, Stale, Unknown

T = TypeVar("T")
DEEPEST = 32
TOO_DEEP = refuse("ask.unreadable", READABLE, expected=f"at most {DEEPEST} levels", got="more")
ANSWERED = ("agreed", "refused", "withdrawn")
BESIDE = frozenset({
    "engine.counselled", "engine.counsel-asked", "engine.counsel-opened", "engine.umpire-asked",
    "engine.takeback-outgrown",
    *(f"engine.{motion}-{said}" for motion in ("counsel", "umpire", "takeback", "draw") for said in ANSWERED),
})  # fmt: skip
"""What is told to all and changes nothing that is asked.  To ask for a take-back or to offer a draw is not of
it: an answer lets that lapse."""


class RuleCrash(Exception):
    """A rule raised; what it was given is kept with it."""

    def __init__(self, seat: Seat, ask_id: str = "", raw: Json = None) -> None:
        super().__init__(seat)
        self.seat, self.ask_id, self.raw = seat, ask_id, raw


async def guarded(crash: RuleCrash, fn: Callable[[], T]) -> T:
    """What the rules returned, beside the event loop; anything they raise becomes this crash."""
    try:
        return await aside(fn)
    except Exception as error:
        raise crash from error


def closed(drive: Drive) -> Refusal | None:
    """Why the table takes no answers now, or ``None``."""
    if drive.status == "playing":
        return None
    clause = {"paused": say.PAUSED, "held": say.HELD, "over": say.ENDED}.get(drive.status, say.BEGUN)
    return refuse("table." + drive.status, clause, reason=drive.reason)


def not_held(drive: Drive, seat: Seat, guest: str | None) -> Result | None:
    """Why this guest may not act for this seat, or ``None``."""
    if seat not in drive.seats:
        return Unknown("seat")
    return NotYours(seat) if number_of(drive.seats[seat], guest) is None else None


def too_deep(raw: Json) -> Refusal | None:
    """The refusal of JSON nested deeper than any answer is; the rules need not look at it."""
    level = [raw]
    for _ in range(DEEPEST):
        nested = [value for value in level if isinstance(value, dict | list | tuple)]
        level = [below for value in nested for below in (value.values() if isinstance(value, dict) else value)]
        if not level:
            return None
    return TOO_DEEP


def is_stale(drive: Drive, seat: Seat, ask_id: str, expected: int | None) -> bool:
    """Whether this is not the open question of this seat, or the game has moved on since."""
    if drive.question(seat) is None or ask_id != drive.ask_id(seat):
        return True
    return expected is not None and expected != drive.version and has_moved_on(drive, expected)


def has_moved_on(drive: Drive, version: int) -> bool:
    """Whether more than talk of the table was told to all since."""
    rows = drive.since(version) if version < drive.version else None
    return rows is None or any(row["kind"] not in BESIDE for row in rows if row["seen_by"] is None)


def asked_else(drive: Drive, seat: Seat, ask_id: str) -> Result:
    """What is wrong with an answer to a question that is not open: another seat's, gone by, or none of ours."""
    number, _, asked = ask_id.partition("-")
    if asked != seat and Seat(asked) in drive.seats:
        return NotYours(asked)
    known = number.isascii() and number.isdigit() and asked == seat
    return Stale(drive.version) if known else Unknown("question")
