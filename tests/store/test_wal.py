"""A byte that is changed in the middle of the log is noticed; an end that a cut of power leaves is not."""

from __future__ import annotations

import logging
import shutil
import sqlite3
import struct
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from app.store import Store
from app.store.wal import FRAME, HEADER, kept, look, lost_in

ROWS = 12


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A database with a log of some transactions, as a killed server leaves it."""
    made, left = tmp_path / "made.sqlite3", tmp_path / "left.sqlite3"
    with closing(sqlite3.connect(made, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("PRAGMA wal_autocheckpoint=0")
        database.execute("CREATE TABLE t (n INTEGER, text TEXT)")
        for n in range(ROWS):
            database.execute("INSERT INTO t VALUES (?, ?)", (n, "x" * 5000))
        for end in ("", "-wal"):
            shutil.copyfile(f"{made}{end}", f"{left}{end}")
    return left


def frames(raw: bytes) -> list[tuple[int, bool]]:
    """Where each frame begins, and whether it ends a transaction."""
    step = FRAME + struct.unpack_from(">I", raw, 8)[0]
    return [(at, raw[at + 4 : at + 8] != bytes(4)) for at in range(HEADER, len(raw), step)]


def rows_left(file: Path, raw: bytes) -> int:
    """How many rows SQLite finds with this log."""
    copy = file.with_name("copy.sqlite3")
    shutil.copyfile(file, copy)
    copy.with_name("copy.sqlite3-wal").write_bytes(raw)
    copy.with_name("copy.sqlite3-shm").unlink(missing_ok=True)
    with closing(sqlite3.connect(copy)) as database:
        return int(database.execute("SELECT count(*) FROM t").fetchone()[0])


def test_a_sound_log_and_one_with_a_torn_end_have_lost_nothing(file: Path, tried: Callable[[str], None]) -> None:
    raw = file.with_name(file.name + "-wal").read_bytes()
    assert lost_in(raw) == 0
    assert rows_left(file, raw) == ROWS
    ends = [at for at, commits in frames(raw) if commits]
    before_last = ends[-2] + FRAME + struct.unpack_from(">I", raw, 8)[0]
    cuts = range(before_last, len(raw), 97)
    assert {lost_in(raw[:cut]) for cut in cuts} == {0}
    noise = [raw[:cut] + bytes((b + 1) % 256 for b in raw[cut:]) for cut in cuts[::8]]
    assert {lost_in(one) for one in noise} == {0}
    assert {lost_in(one) for one in (b"", raw[:20], bytes(len(raw)), raw[:HEADER])} == {0}
    tried(f"{len(cuts)} torn ends, {len(noise)} of noise")


def test_a_byte_changed_before_the_last_transaction_is_counted(file: Path, tried: Callable[[str], None]) -> None:
    raw = file.with_name(file.name + "-wal").read_bytes()
    ends = [at for at, commits in frames(raw) if commits]
    count = 0
    for at, _ in frames(raw):
        for byte in (at + 17, at + FRAME + 100):
            bad = bytearray(raw)
            bad[byte] ^= 4
            lost = lost_in(bytes(bad))
            assert lost == sum(at <= end for end in ends[:-1])
            count += lost > 0
    bad = bytearray(raw)
    bad[ends[3] + FRAME + 7] ^= 1
    assert rows_left(file, bytes(bad)) < ROWS - 1 - lost_in(bytes(bad)) + 2
    assert count > 10
    tried(f"{count} flipped bytes, each noticed")


def test_a_store_tells_of_it_keeps_the_log_and_opens(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    log = file.with_name(file.name + "-wal")
    bad = bytearray(log.read_bytes())
    bad[frames(bytes(bad))[5][0] + FRAME] ^= 1
    log.write_bytes(bytes(bad))
    with caplog.at_level(logging.ERROR):
        store = Store(f"sqlite:///{file}")
    try:
        assert "broken in its middle" in caplog.text
        assert kept(file).read_bytes() == bytes(bad)
        assert look(file.with_name("none.sqlite3")) == 0
    finally:
        store.close()
