"""The database: schema, transactions, locks, and clear words when it cannot write."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from app.store import Conflict, StorageBusy, StorageFull, Store, games, guests, people
from app.store.backup import BadBackup, back_up, restore
from app.store.db import Row, check, looking_engine, migrate, path_of, transact
from app.store.tables import guest


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An empty store in a file."""
    store = Store(f"sqlite:///{tmp_path / 'a.sqlite3'}")
    store.migrate()
    yield store
    store.close()


def ana(id: str = "a") -> dict[str, str]:
    """A guest."""
    return {"id": id, "token_hash": id * 64, "name": "Ana", "created": "2026-01-01T00:00:00Z"}


def count(db: sa.Connection) -> int:
    """How many guests there are."""
    return int(db.execute(sa.select(sa.func.count()).select_from(guest)).scalar_one())


def fill(db: sa.Connection) -> None:
    """More guests than a page holds."""
    for n in range(1000):
        guests.add(db, ana(f"{n:03}"))


def round_trip(engine: sa.Engine) -> None:
    """The schema can be made, is that of the program, can be taken down and made again."""
    migrate(engine)
    check(engine)
    migrate(engine, "base")
    migrate(engine)
    check(engine)


def test_the_schema_on_sqlite(store: Store) -> None:
    round_trip(store.writing)


@pytest.mark.servers
def test_the_schema_on_postgresql(empty_postgres: str) -> None:
    store = Store(empty_postgres)
    round_trip(store.writing)
    store.close()


def test_sqlite_is_set_for_safety(store: Store) -> None:
    def pragmas(db: sa.Connection) -> list[object]:
        names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        return [db.exec_driver_sql("PRAGMA " + name).scalar_one() for name in names]

    assert store.run_now(pragmas) == ["wal", 2, 1, 5000]
    assert store.look_now(pragmas) == ["wal", 2, 1, 5000]


def test_an_error_undoes_the_transaction(store: Store) -> None:
    def bad(db: sa.Connection) -> None:
        guests.add(db, ana())
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        store.run_now(bad)
    assert store.look_now(count) == 0


def test_readers_cannot_write(store: Store) -> None:
    with pytest.raises(sa.exc.OperationalError, match="readonly"):
        store.look_now(guests.add, ana())


def test_readers_see_what_was_committed(store: Store) -> None:
    async def both() -> int:
        await store.run(guests.add, ana())
        return await store.look(count)

    assert asyncio.run(both()) == 1


def test_many_writers_wait_for_each_other(store: Store) -> None:
    async def many() -> None:
        await asyncio.gather(*(store.run(guests.add, ana(f"{n:02}")) for n in range(50)))

    asyncio.run(many())
    assert store.look_now(count) == 50


def test_a_key_used_twice_is_a_conflict(store: Store) -> None:
    store.run_now(guests.add, ana())
    with pytest.raises(Conflict):
        store.run_now(guests.add, ana())


def test_a_full_disk_is_told_in_words(store: Store) -> None:
    store.run_now(lambda db: db.exec_driver_sql("PRAGMA max_page_count=1"))
    with pytest.raises(StorageFull, match="the disk is full: nothing was changed"):
        store.run_now(fill)
    assert store.look_now(count) == 0


def test_a_locked_file_is_told_in_words(store: Store, tmp_path: Path) -> None:
    store.run_now(lambda db: db.exec_driver_sql("PRAGMA busy_timeout=1"))
    with closing(sqlite3.connect(tmp_path / "a.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StorageBusy, match="another program"):
            store.run_now(guests.add, ana())


def test_the_lock_goes_with_its_holder(store: Store, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'a.sqlite3'}"
    with pytest.raises(StorageBusy):
        Store(url)
    store.close()
    Store(url).close()


def test_a_database_in_memory_is_refused() -> None:
    with pytest.raises(ValueError, match="must be a file"):
        path_of("sqlite://")
    assert path_of("postgresql+psycopg://x/y") is None


def test_a_change_from_an_older_version_is_a_conflict(store: Store) -> None:
    with pytest.raises(Conflict):
        store.run_now(games.commit, games.Change("none", 0, values={"head": 1}))


def test_a_backup_of_an_open_database_can_be_put_back(store: Store, tmp_path: Path) -> None:
    file, copy = tmp_path / "a.sqlite3", tmp_path / "copy"
    store.run_now(guests.add, ana())
    back_up(file, copy)
    store.run_now(guests.add, ana("b"))
    with pytest.raises(StorageBusy, match="stop it first"):
        restore(copy, file)
    store.close()
    restore(copy, file)
    again = Store(f"sqlite:///{file}")
    assert again.look_now(count) == 1
    again.close()
    with closing(sqlite3.connect(tmp_path / "a.sqlite3.before")) as before:
        assert before.execute("SELECT count(*) FROM guest").fetchone() == (2,)


def test_what_is_no_backup_is_refused(store: Store, tmp_path: Path) -> None:
    file, odd = tmp_path / "a.sqlite3", tmp_path / "odd"
    with pytest.raises(FileNotFoundError):
        back_up(tmp_path / "none", odd)
    with pytest.raises(FileNotFoundError):
        restore(tmp_path / "none", file)
    odd.write_text("not a database, but long enough to be taken for one " * 30)
    with pytest.raises(BadBackup):
        restore(odd, file)
    with pytest.raises(FileExistsError):
        back_up(file, odd)
    empty = tmp_path / "empty"
    sqlite3.connect(empty).close()
    with pytest.raises(BadBackup):
        restore(empty, file)


def test_a_reader_that_broke_off_sees_what_is_written_later(store: Store) -> None:
    half_read: list[sa.CursorResult[tuple[str]]] = []

    def break_off(db: sa.Connection) -> None:
        half_read.append(db.execute(sa.select(guest.c.id)))
        half_read[-1].fetchone()
        raise KeyError

    def add(db: sa.Connection, name: str) -> None:
        db.execute(guest.insert(), {"id": name, "token_hash": name, "name": name, "created": "now"})

    for name in ("Aki", "Mika"):
        store.run_now(add, name)
    for _ in range(2):
        with pytest.raises(KeyError):
            store.look_now(break_off)
    store.run_now(add, "Ori")
    count = sa.select(sa.func.count()).select_from(guest)
    assert [store.look_now(lambda db: db.execute(count).scalar()) for _ in range(4)] == [3, 3, 3, 3]


def known_to(store: Store) -> list[Row | None]:
    """An account by its session and by its token, a guest by its cookie, and nobody: as glances give them."""
    store.run_now(guests.add, ana("a"))
    store.run_now(guests.add, ana("g"))
    new = {
        "guest_id": "a", "handle": "ana", "mail": None, "mail_ok": False, "password": "x", "role": "host",
        "banned": None, "prefs": {"lang": "es"}, "vacation": {}, "created": "now",
    }  # fmt: skip
    opened = {"id": "s", "guest_id": "a", "token_hash": "t" * 64, "agent": "", "created": "now", "seen": "2026"}
    said = store.run_now(people.sign_up, new, opened, "Ana", known=True, spoilt="x" * 64, code="")
    token = {"id": "p", "guest_id": "a", "token_hash": "p" * 64, "name": "bot", "scopes": ["read", "play"],
             "created": "now", "used": None, "ends": None}  # fmt: skip
    assert not said
    assert store.run_now(people.add_token, token, 5)

    async def asked() -> list[Row | None]:
        cookies = [("t" * 64, "2025"), ("t" * 64, "2027"), ("g" * 64, "2025"), ("n" * 64, "2025")]
        found = [await store.glance(people.BY_COOKIE, token=hash, since=since) for hash, since in cookies]
        return [*found, await store.glance(people.BY_TOKEN, hash="p" * 64)]

    return asyncio.run(asked())


KNOWN = {"id": "a", "name": "Ana", "named": True, "role": "host", "prefs": {"lang": "es"}, "banned": None}
FOUND = [
    {**KNOWN, "session": "s", "seen": "2026"},
    None,
    {
        "id": "g",
        "name": "Ana",
        "named": True,
        "role": None,
        "prefs": None,
        "banned": None,
        "session": None,
        "seen": None,
    },
    None,
    {**KNOWN, "token": "p", "scopes": ["read", "play"], "used": None, "ends": None},
]


def test_a_glance_finds_who_somebody_is(store: Store) -> None:
    assert known_to(store) == FOUND


@pytest.mark.servers
def test_a_glance_at_postgresql_finds_the_same(empty_postgres: str) -> None:
    store = Store(empty_postgres)
    store.migrate()
    assert known_to(store) == FOUND
    store.close()


def test_a_glance_sees_each_commit_and_holds_nothing_up(store: Store, tmp_path: Path) -> None:
    async def names() -> list[str]:
        found = []
        for name in ("Ana", "Aki", "Mika"):
            await store.run(guests.rename, "a", name)
            row = await store.glance(guests.BY_HASH, hash="a" * 64)
            found.append(row["name"] if row else "")
        return found

    store.run_now(guests.add, ana())
    assert asyncio.run(names()) == ["Ana", "Aki", "Mika"]
    with closing(sqlite3.connect(tmp_path / "a.sqlite3")) as other:
        assert other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0


def test_a_glance_that_fails_is_a_look(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.run_now(guests.add, ana())
    asked = list[str]()
    before = store.look_now

    def look_now(*args: Any) -> Any:
        asked.append("look")
        return before(*args)

    monkeypatch.setattr(store, "look_now", look_now)
    for broken in (False, True, False):
        if broken and store.glances:
            store.glances._driver().close()
        row = asyncio.run(store.glance(guests.BY_HASH, hash="a" * 64))
        assert row is not None
        assert row["name"] == "Ana"
    assert asked == ["look"]


def test_who_only_looks_sees_one_instant(store: Store) -> None:
    looking = looking_engine(store.writing.url.render_as_string(hide_password=False))

    def looked(db: sa.Connection) -> tuple[int, int]:
        before = count(db)
        transact(store.writing, guests.add, ana())
        return before, count(db)

    assert transact(looking, looked) == (0, 0)
    assert transact(looking, count) == 1
    looking.dispose()
