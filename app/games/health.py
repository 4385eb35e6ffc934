"""How this server does, and what its host is told of: cases, reports, all games."""

from __future__ import annotations

import asyncio
import logging
import os
import platform
import shutil
import time
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import Any, BinaryIO

import redis.asyncio as redis
from msgspec import Struct

from app.games import look
from app.games.lobby import Found
from app.games.service import Games
from app.live.rooms import Rooms
from app.store import games as rows_of_games
from app.store import health, schema, wal
from app.store import room as rows_of_room
from app.store.backup import back_up
from app.store.db import Row, path_of

log = logging.getLogger(__name__)
STARTED = time.monotonic()
DAY_MS = 86_400_000
WINDOWS = os.name == "nt"
STATUSES = ("open", "playing", "paused", "held", "over")
MOST_NOTE = 200
PATIENCE = 2.0
"""Seconds in which a database that is well answers."""
VALKEY_PATIENCE = 0.5


class Vitals(Struct, frozen=True, kw_only=True):
    """How the server does at this moment; sizes in bytes, times in seconds.

    ``wal``: what SQLite has yet to put into its file; ``None`` for a server database.  ``sent`` and ``failed``: notices
    of the last day.
    """

    uptime: int
    python: str
    database: str
    size: int
    wal: int | None
    free: int
    memory: int
    games: dict[str, int]
    inputs: int
    rooms: int
    sockets: int
    watchers: int
    clocks: int
    bots: int
    sent: int
    failed: int
    accounts: int
    cases: int
    reports: int
    room: dict[str, int]
    """Tables that are not over, ``bytes`` they were laid with, those from the busiest ``network``, plain ``guests``."""
    broken: str
    """The file in which a log of the database is kept that was broken in its middle; empty if there is none."""
    full: bool
    """Whether nothing can be written for want of room."""
    holders: list[dict[str, Any]]
    """Who has laid the most that is not over."""


class Case(Struct, frozen=True):
    """A rule that broke, in one line."""

    id: int
    game: str
    seat: str
    ask: str
    why: str
    created: str


class Report(Struct, frozen=True, kw_only=True):
    """What somebody reported.  ``about_account``: whether its author can be banned;
    ``line``: the line of talk, which ``said`` tells; ``likeness``: the address of one.
    """

    id: int
    kind: str
    game: str
    by: str
    about: str
    about_id: str
    about_account: bool
    banned: bool
    line: int
    said: str
    likeness: str
    hidden: bool
    text: str
    created: str
    done: str | None


async def vitals(games: Games, rooms: Rooms, database: str, folder: Path) -> Vitals:
    """How the server does now."""
    since = time.time_ns() // 1_000_000 - DAY_MS
    kind, size = await games.store.look(health.engine_of)
    counted = await games.store.look(health.counts, since)
    sockets = [one for room in rooms.rooms.values() for one in room.connections]
    return Vitals(
        uptime=int(time.monotonic() - STARTED), python=platform.python_version(), database=kind, size=size,
        wal=log_size(database), free=shutil.disk_usage(folder).free, memory=memory(),
        rooms=len(rooms.rooms), sockets=len(sockets), watchers=sum(one.audience.seat is None for one in sockets),
        bots=len(games._bots._tasks), **counted, broken=broken_log(database), full=games.store.full,
        room=await games.store.look(rows_of_room.taken), holders=await games.store.look(rows_of_room.holders),
    )  # fmt: skip


# -- ready or not ------------------------------------------------------------------


async def unready(games: Games) -> list[str]:
    """Why this process cannot serve now; empty when it can."""
    try:
        found = await asyncio.wait_for(games.store.look(schema.revision), PATIENCE)
    except TimeoutError:
        return [f"the database did not answer within {PATIENCE:g} seconds"]
    except Exception as error:
        log.warning("the database does not answer: %s", type(error).__name__)
        return ["the database does not answer"]
    wanted = schema.newest()
    return [] if found == wanted else [f"the schema of the database is {found or 'none'}, not {wanted}"]


async def valkey(url: str) -> str:
    """``up``, ``down``, or ``none`` where none is set."""
    if not url:
        return "none"
    client = redis.Redis.from_url(
        url, socket_connect_timeout=VALKEY_PATIENCE, socket_timeout=VALKEY_PATIENCE, retry=None
    )
    try:
        await asyncio.wait_for(client.echo(""), 2 * VALKEY_PATIENCE)
    except (OSError, redis.RedisError):
        return "down"
    finally:
        await client.aclose()
    return "up"


def held(games: Games, rooms: Rooms, folder: Path) -> dict[str, int]:
    """How much this process holds: games, tasks and bytes."""
    return {
        "open_rooms": len(rooms.rooms), "games_in_memory": len(games._rooms._rooms),
        "bots_thinking": len(games._bots._tasks), "memory_bytes": memory(), "free": shutil.disk_usage(folder).free,
    }  # fmt: skip


def broken_log(database: str) -> str:
    """The name of the file that holds a broken log, if one was found."""
    file = path_of(database)
    return wal.kept(file).name if file and wal.kept(file).exists() else ""


def log_size(database: str) -> int | None:
    """How much of an SQLite database lies in its log."""
    file = path_of(database)
    if file is None:
        return None
    log = file.with_name(file.name + "-wal")
    return log.stat().st_size if log.exists() else 0


def memory() -> int:
    """How much memory this process holds; 0 where the system does not say."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


# -- cases ---------------------------------------------------------------------


async def cases(games: Games, limit: int, offset: int, after: int | None = None) -> tuple[tuple[Case, ...], int]:
    """A page of the cases, the latest first, and how many there are; ``after``: behind the one of this number."""
    rows, total = await games.store.look(health.cases, limit, offset, after)
    return tuple(case_of(row) for row in rows), total


def case_of(row: Row) -> Case:
    """A stored case in one line: the last of its traceback says what it was."""
    lines = [line.strip() for line in row["why"].splitlines() if line.strip()]
    why = lines[-1] if lines else ""
    return Case(row["id"], row["game_id"], row["seat"] or "", row["ask_id"] or "", why, row["created"])


async def case(games: Games, id: int) -> dict[str, Any] | None:
    """All that is kept of a case: what was answered, why it broke, the tape that leads there."""
    return await games.store.look(rows_of_games.case_of, id) if id < 1 << 31 else None


# -- reports -------------------------------------------------------------------


async def open_reports(games: Games) -> int:
    """How many reports nothing has come of yet."""
    return await games.store.look(health.open_reports)


async def reports(
    games: Games, *, all: bool, limit: int, offset: int, after: int | None = None
) -> tuple[tuple[Report, ...], int]:
    """A page of the reports, the latest first, and how many there are: all, or those that are open."""
    rows, total = await games.store.look(health.reports, all=all, limit=limit, offset=offset, after=after)
    return tuple(report_of(row) for row in rows), total


async def report(games: Games, id: int) -> Report | None:
    """One report."""
    row = await games.store.look(health.report_of, id) if id < 1 << 31 else None
    return report_of(row) if row else None


async def settle(games: Games, id: int, note: str) -> bool:
    """Whether the report was open; then this came of it."""
    return await games.store.run(health.settle, id, " ".join(note.split())[:MOST_NOTE])


def report_of(row: Row) -> Report:
    """A stored report."""
    return Report(
        id=row["id"], kind=row["kind"], game=row["game_id"] or "", by=row["by_name"], about=row["about_name"] or "",
        about_id=row["about_id"] or "", about_account=row["handle"] is not None, banned=row["banned"] is not None,
        line=row["ref"] or 0, said=row["said"] or "", likeness=row["likeness"] or "",
        hidden=bool(row["hidden"]), text=row["text"], created=row["created"], done=row["done"],
    )  # fmt: skip


# -- games and copies ------------------------------------------------------------


async def all_games(games: Games, query: str, status: str, limit: int, offset: int) -> Found:
    """A page of all games of a status whose id, scenario or players' names hold the text."""
    (rows, seats), total = await games.store.look(health.games, query, status, limit, offset)
    return Found(look.infos(rows, seats), total)


async def copied(database: str) -> tuple[BinaryIO, int] | None:
    """A whole copy of the database as of now, open and nameless, and its size; ``None`` for a server database."""
    file = path_of(database)
    return await asyncio.to_thread(copy_of, file) if file else None


def copy_of(file: Path) -> tuple[BinaryIO, int]:
    """The copy lies on the same disk and is gone once it is closed."""
    with TemporaryDirectory(dir=file.parent, prefix="backup-") as folder:
        copy = Path(folder) / file.name
        back_up(file, copy)
        return nameless(copy, file.parent), copy.stat().st_size


def nameless(copy: Path, folder: Path) -> BinaryIO:
    """The copy, open, whose name may go; on Windows no open file's may, so there its bytes are written once more."""
    if not WINDOWS:
        return copy.open("rb")
    opened = TemporaryFile(dir=folder)  # noqa: SIM115 - it is handed on
    with copy.open("rb") as written:
        shutil.copyfileobj(written, opened)
    opened.seek(0)
    return opened
