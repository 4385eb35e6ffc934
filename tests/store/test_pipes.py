"""Questions to a PostgreSQL server from the loop: each sees what is committed, and none is lost with its connection."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa

from app.store import StorageAway, Store, guests, pipes
from app.store.pipes import Lost, idle

pytestmark = pytest.mark.servers
HASH = "a" * 64
ANA = {"id": "a", "name": "Ana", "token_hash": HASH, "created": "2026-01-01T00:00:00Z"}


def told(url: str, story: Callable[[Store], Awaitable[None]]) -> None:
    """The story of a store with one guest and its pipe open."""

    async def whole() -> None:
        store = Store(url)
        store.migrate()
        await store.run(guests.add, ANA)
        await piped(store)
        await story(store)
        await asyncio.to_thread(store.close)

    asyncio.run(whole())


async def piped(store: Store) -> None:
    """The pipe is open."""
    async with asyncio.timeout(10):
        while store.ahead(guests.BY_HASH, hash=HASH) is None:
            await asyncio.sleep(0.01)


async def name(store: Store) -> str:
    """What the guest is called."""
    row = await store.glance(guests.BY_HASH, hash=HASH)
    return row["name"] if row else ""


def end_all(db: sa.Connection) -> None:
    """The server has ended every connection but this."""
    db.exec_driver_sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                       "WHERE datname = current_database() AND pid <> pg_backend_pid()")  # fmt: skip


def test_each_sees_what_is_committed_and_finds_its_own(empty_postgres: str) -> None:
    async def story(store: Store) -> None:
        for called in ("Aki", "Mika", "Käthe 鶴"):
            await store.run(guests.rename, "a", called)
            assert await name(store) == called
        many = [store.glance(guests.BY_HASH, hash=HASH if n % 3 else "b" * 64) for n in range(300)]
        found = [row and row["id"] for row in await asyncio.gather(*many)]
        assert found == ["a" if n % 3 else None for n in range(300)]

    told(empty_postgres, story)


def test_a_connection_that_is_lost_loses_no_question_and_no_change(empty_postgres: str) -> None:
    async def story(store: Store) -> None:
        for round in ("Aki", "Mika"):
            other = sa.create_engine(store.writing.url)
            with other.begin() as db:
                end_all(db)
            other.dispose()
            await store.run(guests.rename, "a", round)
            assert await asyncio.gather(*(name(store) for _ in range(20))) == [round] * 20
            await piped(store)

    told(empty_postgres, story)


def test_who_waits_when_it_is_lost_is_told_so(empty_postgres: str) -> None:
    async def story(store: Store) -> None:
        asked = store.ahead(guests.BY_HASH, hash=HASH)
        assert asked is not None
        assert store._pipes is not None
        store._pipes.drop()
        with pytest.raises(Lost):
            await store.answered(asked)
        assert await name(store) == "Ana"

    told(empty_postgres, story)


def test_a_connection_that_is_opened_when_the_loop_has_ended_is_closed(
    empty_postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, ended, made = Store(empty_postgres), threading.Event(), list[psycopg.Connection[Any]]()

    def late(pool: sa.Pool) -> psycopg.Connection[Any]:
        ended.wait(10)
        made.append(idle(pool))
        return made[0]

    async def asked() -> None:
        assert store.ahead(guests.BY_HASH, hash=HASH) is None
        await asyncio.sleep(0)

    monkeypatch.setattr(pipes, "idle", late)
    asyncio.run(asked())
    ended.set()
    store.close()
    assert [connection.closed for connection in made] == [True]


def test_a_server_that_is_silent_is_away(empty_postgres: str) -> None:
    async def story(store: Store) -> None:
        assert await name(store) == "Ana"
        slow = sa.select(sa.func.pg_sleep(sa.cast(sa.bindparam("seconds"), sa.Float))).with_only_columns(
            sa.cast(sa.func.pg_sleep(sa.cast(sa.bindparam("seconds"), sa.Float)), sa.String).label("slept")
        )
        store._patience = 0.2
        with pytest.raises(StorageAway):
            await store.glance(slow, seconds="5")
        assert await name(store) == "Ana"

    told(empty_postgres, story)
