"""Whose time runs, and what is left of it: each person's bank, moved on with every input of the game."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import NamedTuple

from app.engine.asks import AnyAsk, Ask
from app.engine.events import Seat
from app.games import sitting
from app.games.at_table import is_bot
from app.games.clock_rules import Terms, seconds_of
from app.games.drive import Drive
from app.games.results import ClockShown
from app.games.rows import is_for_all
from app.store.db import Row

GRACE, BACK = 30_000, 60_000
"""What a seat of a live table has at least after a default was given for it, and after a bot handed it back."""
log = logging.getLogger(__name__)


class Bank(NamedTuple):
    """What a seat had left when it was last looked at, and since when it runs; ``None``: it stands."""

    left_ms: int
    since_ms: int | None = None

    def left(self, now: int) -> int:
        """What is left at this moment; an hour that was set back costs and gives nothing."""
        return max(0, self.left_ms - (0 if self.since_ms is None else max(0, now - self.since_ms)))


Banks = dict[Seat, Bank]


def out_of_turn(drive: Drive) -> AnyAsk | None:
    """The question put openly to one person while it is another's go."""
    asked = drive.live.waiting if drive.status == "playing" and drive.session else None
    if not isinstance(asked, Ask) or asked.secret or is_bot(drive, asked.seat):
        return None
    go = whose_go(drive)
    return asked if go is not None and go != asked.seat else None


def whose_go(drive: Drive) -> Seat | None:
    """Whose go it is now; nobody's if the rules cannot tell."""
    try:
        return drive.system.go(drive.live.state)
    except Exception:
        log.exception("whose go it is cannot be told at table %s", drive.id)
        return None


def reacting(drive: Drive) -> AnyAsk | None:
    """The question whose own time to answer runs.

    Not a secret one: that its default stands must not be told.
    """
    return out_of_turn(drive) if seconds_of(drive) else None


def thinking(drive: Drive, now: int) -> tuple[Seat, ...]:
    """The seats whose bank runs: persons that are asked, but for a question with a time of its own."""
    if drive.status != "playing" or drive.session is None or sitting.awaited(drive, now):
        return ()
    timed = reacting(drive)
    return tuple(q.seat for q in drive.live.questions() if q is not timed and not is_bot(drive, q.seat))


def read(rows: Iterable[Row], drive: Drive) -> Banks:
    """The stored banks; a game that was held while it was loaded runs none."""
    runs = drive.status == "playing"
    return {Seat(row["seat"]): Bank(row["left_ms"], row["since_ms"] if runs else None) for row in rows}


def settle(drive: Drive, banks: Banks, terms: Terms, now: int) -> None:
    """The banks as they are after the change that is about to be written, and that change with them."""
    runs = thinking(drive, now)
    for seat, row in drive.seats.items():
        if row["kind"] != "bot":
            put(drive, banks, seat, turned(drive, banks.get(seat, Bank(terms.bank_ms)), seat, seat in runs, terms, now))


def put(drive: Drive, banks: Banks, seat: Seat, bank: Bank) -> None:
    """The seat has this bank, and it will be stored so."""
    if banks.get(seat) != bank:
        banks[seat] = bank
        drive.change.clocks[seat] = bank._asdict()


def turned(drive: Drive, bank: Bank, seat: Seat, runs: bool, terms: Terms, now: int) -> Bank:
    """The bank after the input just made."""
    did_run, had = bank.since_ms is not None, bank.left(now)
    left = letter(drive, had, seat, runs, did_run, terms) if terms.kind == "letter" else live(
        drive, had, seat, did_run, runs, terms.increment_ms)  # fmt: skip
    if drive.change.seats.get(seat, {}).get("stand_in") is False:
        left = max(left, min(BACK, terms.bank_ms) if terms.kind == "live" else terms.bank_ms)
    if runs:
        return bank if did_run and left == had else Bank(left, now)
    return Bank(left)


def letter(drive: Drive, left: int, seat: Seat, runs: bool, did_run: bool, terms: Terms) -> int:
    """Each question has its full hours; one that waited through a pause goes on with what it had.

    Those that follow each other in secret share them: how often somebody has answered must not show.
    """
    shows = not runs or any(is_for_all(event) for event in drive.change.events)
    answered = shows and deeds(drive, seat, "answer")
    return terms.bank_ms if answered or (runs and not did_run and drive.change.tape) else left


def live(drive: Drive, left: int, seat: Seat, did_run: bool, runs: bool, increment: int) -> int:
    """An answer after which others are asked earns the increment, and loses it when it is taken back."""
    answers = deeds(drive, seat, "answer")
    if did_run and "clock" in answers:
        return max(left, GRACE)
    if did_run and not runs and answers:
        return left + increment
    if runs and not did_run and deeds(drive, seat, "undo"):
        return max(left - increment, min(left, 1000))
    return left


def deeds(drive: Drive, seat: Seat, kind: str) -> list[str]:
    """By whom such an input of the seat was made in the change that is about to be written."""
    return [str(row["by"]) for row in drive.change.tape if row["kind"] == kind and row["seat"] == seat]


def shown(drive: Drive, banks: Banks, terms: Terms, now: int) -> tuple[ClockShown, ...]:
    """Every person's clock at this moment, in seat order."""
    full = Bank(terms.bank_ms)
    clocks = [(seat, banks.get(seat, full)) for seat, row in drive.seats.items() if row["kind"] != "bot"]
    return tuple(ClockShown(seat, bank.left(now), bank.since_ms is not None, terms.kind) for seat, bank in clocks)
