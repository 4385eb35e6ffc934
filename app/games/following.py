"""A game that another process has played on is followed: the same answers lead to the same events, dice and all."""

from __future__ import annotations

from app.engine.events import Seat
from app.games.drive import Drive
from app.store.db import Row
from app.store.games import Later

PLAIN = ("answer", "throw")
KEPT = ("status", "reason", "tray", "motions", "outcome", "setup", "options", "rules_version")


def follow(drive: Drive, later: Later) -> bool:
    """Whether the game stands now where the store has it; if not, it is of no use any more and must be loaded.

    Only answers can be followed.  Whatever else has happened shows in the chain, the head or the status.
    """
    if drive.session is None or any(row["kind"] not in PLAIN or row["struck_by"] for row in later.tape):
        return False
    drive.seats = {Seat(row["seat"]): row for row in later.seats}
    for row in later.tape:
        if row["kind"] == "answer" and drive.answer(Seat(row["seat"]), row["body"], row["by"], row.get("hand")):
            return False
    drive.take()
    drive.clocks, drive.rev = later.clocks, later.game["rev"]
    return stands(drive, later.game)


def stands(drive: Drive, row: Row) -> bool:
    """Whether all that can be told apart is as stored; what only the row holds is taken from it."""
    same = (drive.head, drive.version, drive.tape_len, drive.chain, drive.draws) == (
        row["head"], row["version"], row["tape_len"], row["chain"], row["draws"],
    )  # fmt: skip
    drive.row["owner"], drive.row["next_id"] = row["owner"], row["next_id"]
    return same and all(drive.kept[key] == row[key] for key in KEPT)
