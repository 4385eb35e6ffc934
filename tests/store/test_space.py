"""A file opened on a disk that has no room."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Event

import sqlalchemy as sa

from app.store import Store
from app.store.db import at_rest
from app.store.space import Opening
from app.store.tables import guest


def guests_of(db: sa.Connection) -> int:
    """How many guests there are."""
    return int(db.execute(sa.select(sa.func.count()).select_from(guest)).scalar_one())


def test_many_read_a_copy_that_was_put_back_where_its_log_has_no_room(tmp_path: Path) -> None:
    file = tmp_path / "copy.sqlite3"
    with closing(sqlite3.connect(file)) as made:
        made.executescript("CREATE TABLE game (id TEXT); INSERT INTO game VALUES ('a')")
    way = Opening(file)
    way.alone = True
    with closing(way.connect()) as first:
        first.isolation_level = None
        first.execute("BEGIN")
        assert first.execute("SELECT id FROM game").fetchall() == [("a",)]
        with closing(way.connect()) as second:
            assert second.execute("SELECT id FROM game").fetchall() == [("a",)]
            assert second.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_a_copy_put_back_on_a_full_disk_is_a_log_s_file_once_there_is_room(tmp_path: Path) -> None:
    file = tmp_path / "a.sqlite3"
    store = Store(f"sqlite:///{file}")
    store.migrate()
    store.close()
    with closing(sqlite3.connect(file)) as put_back:
        put_back.execute("PRAGMA journal_mode=DELETE")
    store = Store(f"sqlite:///{file}")
    assert store.opening
    store.opening.alone = store.full = True
    assert store.look_now(guests_of) == 0
    assert store.relieved()
    assert not store.full
    assert store.run_now(guests_of) == 0
    with closing(sqlite3.connect(file)) as other:
        assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert other.execute("SELECT count(*) FROM guest").fetchone() == (0,)
    store.close()


def test_threads_end_what_they_do_and_begin_nothing_until_all_go_on() -> None:
    done, begun = list[str](), Event()

    def before() -> None:
        begun.wait()
        done.append("before")

    with ThreadPoolExecutor(2) as two, ThreadPoolExecutor(1) as one:
        two.submit(before)
        one.submit(begun.set)
        with at_rest((two, 2), (one, 1)):
            later = [pool.submit(done.append, "after") for pool in (one, two)]
            assert done == ["before"]
        for task in later:
            task.result()
    assert done == ["before", "after", "after"]
