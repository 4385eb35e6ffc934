"""A file opened on a disk that has no room."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from app.store.space import Opening


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
