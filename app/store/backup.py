"""Copies of an SQLite database that are whole, taken while the server runs, and put back while it does not."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing, suppress
from filecmp import cmp
from pathlib import Path

from app.store.db import Row, StorageBusy, StorageFull, encode
from app.store.house_tables import house
from app.store.lock import Lock
from app.store.schema import newest, steps

FIRST = {"game", "tape", "event", "alembic_version"}
"""Tables that every version had."""
NOTED = "backup"
"""Under which key the house remembers its last copy."""


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
    try:
        draw_off(file, draft)
        check(draft)
        draft.replace(copy)
    finally:
        draft.unlink(missing_ok=True)


def keep_older(file: Path) -> Path | None:
    """A copy of the database as it stood before this program brings its schema up to date; ``None``: it need not.

    Its name ends with the revision it stands at, and a number where another is there already: a database that was put
    back and played on is not that one.
    """
    if not file.exists():
        return None
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as database:
            row = database.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.DatabaseError:
        return None  # it is no database of ours: who opens it says so
    if not row or row[0] == newest() or row[0] not in known():
        return None
    kept, copy = list[Path](), file.with_name(f"{file.name}.{row[0]}")
    while copy.exists():
        kept.append(copy)
        copy = file.with_name(f"{file.name}.{row[0]}.{len(kept) + 1}")
    back_up(file, copy)
    if any(cmp(copy, other, shallow=False) for other in kept):
        copy.unlink()  # a start that broke off before it changed anything made it
        return None
    return copy


def known() -> set[str]:
    """The revisions that this program knows."""
    return {step.revision for step in steps().walk_revisions()}


def draw_off(file: Path, draft: Path) -> None:
    """The draft holds the database, without a log beside it."""
    address = f"{file.resolve().as_uri()}?mode=ro"
    try:
        with closing(sqlite3.connect(address, uri=True)) as source, closing(sqlite3.connect(draft)) as target:
            source.backup(target)
            target.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.DatabaseError as error:
        if "disk is full" in str(error):
            raise StorageFull("the disk is full: no copy was made") from error
        raise BadBackup(f"{file} cannot be copied: {error}") from error


def note(file: Path, value: Row) -> None:
    """The house remembers this of its last copy; one that is busy, or too old to have a house, does not."""
    add = "INSERT INTO house (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
    with suppress(sqlite3.OperationalError), closing(sqlite3.connect(file)) as database, database:
        database.execute(add, (NOTED, encode(value)))


def check(file: Path) -> None:
    """The file is a sound database with games in it that this program can read, or ``BadBackup``."""
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as database:
            sound = database.execute("PRAGMA integrity_check").fetchone()
            tables = {row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if sound != ("ok",) or not tables >= FIRST:
                raise BadBackup(f"{file} is not a sound backup of Gunbai")
            revision = database.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.DatabaseError as error:
        raise BadBackup(f"{file} is no database: {error}") from error
    check_revision(file, revision[0] if revision else "", tables)


def check_revision(file: Path, revision: str, tables: set[str]) -> None:
    """The copy's schema is one this program knows; of the newest all tables are there."""
    if revision not in known():
        raise BadBackup(f"{file} is of another version of Gunbai (its schema is {revision or 'nameless'})")
    missing = set(house.metadata.tables) - tables if revision == newest() else set()
    if missing:
        raise BadBackup(f"{file} is not a sound backup of Gunbai: it lacks {', '.join(sorted(missing))}")


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
    shutil.copyfile(copy, draft)
    with draft.open("r+b") as written:  # Windows puts on the disk only what may be written
        os.fsync(written.fileno())
    if file.exists():
        set_aside(file)
    for rest in ("-wal", "-shm"):
        file.with_name(file.name + rest).unlink(missing_ok=True)
    draft.replace(file)


def set_aside(file: Path) -> None:
    """What was there lies beside as ``.before``, with its log if that cannot be put into it."""
    with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(file)) as old:
        old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before, log = file.with_name(file.name + ".before"), file.with_name(file.name + "-wal")
    before.with_name(before.name + "-wal").unlink(missing_ok=True)
    file.replace(before)
    if log.exists() and log.stat().st_size:
        log.replace(before.with_name(before.name + "-wal"))
