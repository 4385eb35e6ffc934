"""The record of a finished game: everything needed to check it without this server."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from app.engine.asks import Json
from app.engine.system import Outcome, Setup
from app.games.drive import Drive
from app.store.db import Row

FORMAT, OLDEST = 2, 1
"""Format 1 is of a time in which the ways to throws were not kept."""


class SeatLine(Struct, frozen=True):
    """A seat: its name as shown, and the bytes it gave, in hexadecimal."""

    seat: str
    kind: str
    name: str
    entropy: str


class TapeLine(Struct, frozen=True):
    """An input in the order it came; ``struck_by`` names the entry that undid it."""

    seq: int
    kind: str
    seat: str | None
    ask_id: str | None
    by: str
    body: Any
    struck_by: int | None


class EventLine(Struct, frozen=True):
    """An event with its link of the chain and the input that led to it."""

    seq: int
    tape_seq: int
    body: dict[str, Any]
    chain: str
    struck_by: int | None


class Record(Struct, frozen=True, kw_only=True):
    """A finished game, whole."""

    format: int
    game: str
    system: str
    rules: int
    setup: Setup
    seats: tuple[SeatLine, ...]
    seed: str
    outcome: Outcome
    since: int = 0
    """The last tape entry before the ways to throws were kept (``dice.py``)."""
    tape: tuple[TapeLine, ...]
    events: tuple[EventLine, ...]


def lines(rows: Any, kind: type[Any]) -> list[Row]:
    """Rows with the fields of a line only."""
    return [{name: row[name] for name in kind.__struct_fields__} for row in rows]


def record_of(drive: Drive, tape: list[Row], events: list[Row]) -> Json:
    """The record as JSON.  Who a guest is stays here."""
    row = drive.row
    return {
        "format": FORMAT, "game": drive.id, "system": row["system"], "rules": row["rules_version"],
        "setup": row["setup"], "seats": lines(drive.seats.values(), SeatLine), "seed": row["seed"],
        "outcome": msgspec.to_builtins(drive.outcome), "since": drive.dice.since, "tape": lines(tape, TapeLine),
        "events": lines(events, EventLine),
    }  # fmt: skip
