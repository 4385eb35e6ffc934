"""What a seat wishes for now alone: kept beside its standing orders, told to nobody."""

from __future__ import annotations

from app.engine.events import Seat
from app.games.drive import Drive

WISH = "@"
"""What begins so is wished for now, all else is a standing order."""
REST, OFFER, BULK, LAST = "rest", "offer", "bulk", "last"
"""That the others hold, as long as what is asked stays the same; that the set-up is done as offered; what is answered
in bulk; what was answered that may be repeated."""


def kept(drive: Drive, seat: Seat) -> dict[str, str]:
    """All that is kept for the seat."""
    return dict(drive.seats[seat].get("orders") or {})


def keep(drive: Drive, seat: Seat, what: str, said: str) -> None:
    """It is so from now on, and will be stored."""
    drive.seats[seat]["orders"] = {**kept(drive, seat), what: said}
    drive.change.seats.setdefault(seat, {})["orders"] = drive.seats[seat]["orders"]


def wish_of(drive: Drive, seat: Seat, what: str) -> str:
    """What the seat wishes; empty if nothing of the kind."""
    return kept(drive, seat).get(WISH + what, "")


def wish(drive: Drive, seat: Seat, what: str, said: str) -> None:
    """The seat wishes this; nothing said: no longer."""
    if wish_of(drive, seat, what) != said:
        keep(drive, seat, WISH + what, said)


def forget(drive: Drive) -> None:
    """Nobody wishes anything any more, and what was answered is not repeated: the game has gone back."""
    for seat in drive.seats:
        for what in (REST, OFFER, BULK, LAST):
            wish(drive, seat, what, "")
