"""Hosted games in a database of their own, and the ways in which one grows: a longer past, more games beside it."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

from app.engine.asks import Json
from app.engine.events import Seat
from app.engine.system import RuleSystem
from app.games.results import Accepted, GameId
from app.games.service import Games
from app.store import Store

FILE = "games.sqlite3"
OF_GAME = ("seat", "checkpoint", "tape", "event")
BATCH = 500


def opened(folder: Path) -> Store:
    """The database of this folder, migrated."""
    store = Store(f"sqlite:///{folder / FILE}")
    store.migrate()
    return store


def hosted(folder: Path, systems: Sequence[RuleSystem[Any]]) -> Games:
    """The hosted games of a database in this folder, nobody listening."""
    return Games(Store(f"sqlite:///{folder / FILE}"), systems, b"k" * 32, lambda *_: None, bot_delay=0)


async def answer(games: Games, game: GameId, seat: Seat, raw: Json) -> float:
    """Seconds until an answer to what the seat is asked was durable."""
    async with games.mailbox.enter(game) as drive:
        assert drive is not None
        ask = drive.ask_id(seat)
    began = perf_counter()
    result = await games.answer(game, seat, ask, raw)
    took = perf_counter() - began
    if not isinstance(result, Accepted):
        raise RuntimeError(f"{seat}: {result}")
    return took


def again(folder: Path, name: str) -> Path:
    """A copy of a folder beside it."""
    made = folder.with_name(name)
    shutil.copytree(folder, made)
    return made


def lengthen(file: Path, events: int) -> None:
    """The one game's past is longer: copies of its first events and inputs lie before the last checkpoint, renumbered.

    What is played from here on is the same whatever the length, so that only the length differs.
    """
    with sqlite3.connect(file) as db:
        head, tape = db.execute("SELECT head, tape_len FROM game").fetchone()
        more = max(0, events - head)
        inputs = more * tape // max(1, head)
        moved = (("event", "seq", more), ("tape", "seq", inputs), ("checkpoint", "tape_seq", inputs))
        for table, column, shift in moved:
            db.execute(f"UPDATE {table} SET {column} = -({column} + ?)", (shift,))
            db.execute(f"UPDATE {table} SET {column} = -{column}")
        db.execute("UPDATE event SET tape_seq = tape_seq + ?", (inputs,))
        db.execute("UPDATE checkpoint SET head = head + ?, base = base + ?", (more, inputs))
        fill(db, "event", more)
        fill(db, "tape", inputs)
        db.execute("UPDATE game SET head = head + ?, tape_len = tape_len + ?", (more, inputs))
    db.close()


def fill(db: sqlite3.Connection, table: str, count: int) -> None:
    """So many rows, copies of the table's own in turn, are numbered 1 to ``count``."""
    cursor = db.execute(f"SELECT * FROM {table} ORDER BY seq LIMIT {BATCH}")
    names = [column[0] for column in cursor.description]
    rows, at = cursor.fetchall(), names.index("seq")
    made = [(*row[:at], n + 1, *row[at + 1 :]) for n in range(count) for row in (rows[n % len(rows)],)]
    if "tape_seq" in names:
        made = [(*r[:t], 1, *r[t + 1 :]) for t in (names.index("tape_seq"),) for r in made]
    db.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(names))})", made)


def multiply(file: Path, count: int) -> list[GameId]:
    """So many copies of the one game lie beside it, each with its last checkpoint and what followed; their ids.

    With the checkpoint comes what it rests on.
    """
    with sqlite3.connect(file) as db:
        (first,) = db.execute("SELECT id FROM game").fetchone()
        since, head = db.execute("SELECT tape_seq, head FROM checkpoint ORDER BY tape_seq DESC LIMIT 1").fetchone()
        (whole,) = db.execute("SELECT max(tape_seq) FROM checkpoint WHERE base IS NULL").fetchone()
        where = {"checkpoint": f"tape_seq >= {whole}", "tape": f"seq > {since}", "event": f"seq > {head}"}
        for table in ("game", *OF_GAME):
            spread(db, table, first, where.get(table, "1"), count)
    db.close()
    return [GameId(f"copy{n:06d}") for n in range(1, count + 1)]


def spread(db: sqlite3.Connection, table: str, game: str, where: str, count: int) -> None:
    """The game's rows of a table stand there so many times more, under the ids of the copies."""
    key = "id" if table == "game" else "game_id"
    names = [f'"{row[1]}"' for row in db.execute(f"PRAGMA table_info({table})")]
    values = ["printf('copy%06d', number.n)" if name == f'"{key}"' else f"{table}.{name}" for name in names]
    db.execute(
        f"WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?) "
        f"INSERT INTO {table} ({', '.join(names)}) SELECT {', '.join(values)} FROM number, {table} "
        f"WHERE {table}.{key} = ? AND {where}",
        (count, game),
    )
