"""Copies of an SQLite database that are whole, taken while the server runs, and put back while it does not."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from app.store.db import StorageBusy
from app.store.lock import Lock


class BadBackup(Exception):
    """The file is no sound copy of a database of this program."""


def back_up(file: Path, copy: Path) -> None:
    """``copy`` holds the database as of one instant.  An existing file is not overwritten."""
    if not file.exists():
        raise FileNotFoundError(f"there is no database at {file}")
    if copy.exists():
        raise FileExistsError(f"{copy} exists already; choose another name")
    draft = copy.with_name(copy.name + ".part")
    draft.unlink(missing_ok=True)
    address = f"{file.resolve().as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True)) as source, closing(sqlite3.connect(draft)) as target:
        source.backup(target)
        target.execute("PRAGMA journal_mode=DELETE")
    check(draft)
    draft.replace(copy)


def check(file: Path) -> None:
    """The file is a sound database with games in it, or ``BadBackup``."""
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as database:
            sound = database.execute("PRAGMA integrity_check").fetchone()
            tables = {row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except sqlite3.DatabaseError as error:
        raise BadBackup(f"{file} is no database: {error}") from error
    if sound != ("ok",) or not {"game", "tape", "event", "alembic_version"} <= tables:
        raise BadBackup(f"{file} is not a sound backup of Gunbai")


def restore(copy: Path, file: Path) -> None:
    """The database is that of the copy; the one before is kept beside it as ``.before``."""
    if not copy.exists():
        raise FileNotFoundError(f"there is no backup at {copy}")
    check(copy)
    lock = Lock(file.with_name(file.name + ".lock"))
    if not lock.take():
        raise StorageBusy(f"{file} is in use by a running server; stop it first")
    try:
        put_back(copy, file)
    finally:
        lock.give_back()


def put_back(copy: Path, file: Path) -> None:
    """The copy stands in place of the file, in one step."""
    draft = file.with_name(file.name + ".part")
    draft.write_bytes(copy.read_bytes())
    with draft.open("rb") as written:
        os.fsync(written.fileno())
    if file.exists():
        with closing(sqlite3.connect(file)) as old:  # the log goes into the file before it is set aside
            old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        file.replace(file.with_name(file.name + ".before"))
    for rest in ("-wal", "-shm"):
        file.with_name(file.name + rest).unlink(missing_ok=True)
    draft.replace(file)
