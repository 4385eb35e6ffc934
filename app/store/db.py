"""The database as a value: run a function in a transaction, in a thread of its own.

SQLite has one writing connection in one thread, and others that can only read.
PostgreSQL has eight connections for both.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

import msgspec
import psycopg
import sqlalchemy as sa
from alembic import command
from alembic.config import Config

from app.store import wal
from app.store.glances import Glances, Query
from app.store.lock import Lock
from app.store.pipes import Asked, Lost, Pipes, refuse_ended
from app.store.space import Opening, lacks_room

P = ParamSpec("P")
T = TypeVar("T")
MIGRATIONS = Path(__file__).resolve().parents[2] / "migrations"
MIGRATION_LOCK = 723_401
THREADS, READERS = 8, 2
PATIENCE = 8.0
"""Seconds after which a database server that has not answered is away."""
HURRY = 0.25
"""Seconds that it is given then, until it answers anything again: those who wait for each other do not add up."""
SERVER_LIMITS = {
    "statement_timeout": "10s", "lock_timeout": "5s", "idle_in_transaction_session_timeout": "5s",
    "tcp_keepalives_idle": "10",
}  # fmt: skip
"""What the server is told: a process that was frozen while it held a row does not hold it for long."""
LIMITS = {
    "connect_timeout": 3, "keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 2,
    "tcp_user_timeout": 6000, "prepare_threshold": None,
    "options": " ".join(f"-c {name}={value}" for name, value in SERVER_LIMITS.items()),
}  # fmt: skip


class StorageFull(Exception):
    """The disk has no room left: the change was not made."""


class StorageBusy(Exception):
    """Another process works on this data."""


class StorageAway(StorageBusy):
    """The database does not answer; whether a change was kept will show once it does: at the latest when ``later`` is
    done, where there is one."""

    def __init__(self, words: str, later: asyncio.Future[Any] | None = None) -> None:
        super().__init__(words)
        self.later = later


class Ended(StorageAway):
    """The connection was closed, and nothing was kept."""


class Unstorable(Exception):
    """A value no row can hold: a number out of range, or a text with a sign that no text has."""


class Conflict(Exception):
    """Somebody else changed the row meanwhile: load it again."""


def encode(value: object) -> str:
    """A value as the JSON text that is stored."""
    return msgspec.json.encode(value).decode()


def config_of(connection: sa.Connection) -> Config:
    """The migration settings for an open connection; there is no ini file."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config


def migrate(engine: sa.Engine, to: str = "head") -> None:
    """The schema stands at this revision; on PostgreSQL one process at a time works on it."""
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.exec_driver_sql("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0")
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
        step = command.downgrade if to == "base" else command.upgrade
        step(config_of(connection), to)


def check(engine: sa.Engine) -> None:
    """An error unless the migrated schema is exactly the tables of this program."""
    with engine.begin() as connection:
        command.check(config_of(connection))


def path_of(url: str) -> Path | None:
    """The file of an SQLite address; ``None`` for a server."""
    made = sa.make_url(url)
    if made.get_backend_name() != "sqlite":
        return None
    if not made.database or made.database == ":memory:":
        raise ValueError("the database must be a file or a PostgreSQL address: " + url)
    return Path(made.database)


def sqlite_engine(url: str, *, writes: bool, opening: Opening | None = None) -> sa.Engine:
    """An engine on an SQLite file: one connection that writes, or those that only read.

    Of these each thread has one, one is for glances, and one for whoever looks without a thread.
    """
    way = opening or Opening(Path(sa.make_url(url).database or ""))
    engine = sa.create_engine(
        url, pool_size=1 if writes else READERS + 2, max_overflow=0, poolclass=sa.QueuePool, creator=way.connect,
        json_serializer=encode, json_deserializer=msgspec.json.decode, hide_parameters=True,
    )  # fmt: skip

    def connected(connection: sqlite3.Connection, _: object) -> None:
        connection.isolation_level = None  # the driver must not begin on its own
        connection.create_function("lower", 1, lambda text: text and str(text).lower())  # its own knows A to Z only
        if not writes:
            connection.execute("PRAGMA query_only=ON")

    def begun(connection: sa.Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    sa.event.listen(engine, "connect", connected)
    sa.event.listen(engine, "begin", begun)
    return engine


def server_engine(url: str) -> sa.Engine:
    """An engine on a PostgreSQL server, through psycopg; nothing waits for ever, neither here nor there."""
    made = sa.make_url(url)
    if made.drivername in ("postgresql", "postgres"):
        made = made.set(drivername="postgresql+psycopg")
    engine = sa.create_engine(
        made, pool_size=THREADS, max_overflow=0, connect_args=LIMITS,
        json_serializer=encode, json_deserializer=msgspec.json.decode, hide_parameters=True,
    )  # fmt: skip
    sa.event.listen(engine, "checkout", refuse_ended)
    return engine


def at_one_instant(engine: sa.Engine) -> sa.Engine:
    """The same server, read in transactions that see one instant: what others commit meanwhile tears nothing apart."""
    return engine.execution_options(isolation_level="REPEATABLE READ")


def looking_engine(url: str) -> sa.Engine:
    """An engine that can only read, each time as of one instant, also beside a server; ``FileNotFoundError`` if there
    is no such file."""
    file = path_of(url)
    if file is None:
        return at_one_instant(server_engine(url)).execution_options(postgresql_readonly=True)
    if not file.exists():
        raise FileNotFoundError(f"there is no database at {file}")
    address = f"{file.absolute().as_uri()}?mode=ro"
    engine = sa.create_engine(
        url, creator=lambda: sqlite3.connect(address, uri=True, isolation_level=None), poolclass=sa.StaticPool,
        json_serializer=encode, json_deserializer=msgspec.json.decode, hide_parameters=True,
    )  # fmt: skip
    sa.event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
    return engine


def named(error: sa.exc.DBAPIError | sqlite3.Error | psycopg.Error) -> Exception:
    """The same error under its own name, where it has one."""
    cause = error.orig if isinstance(error, sa.exc.DBAPIError) else error
    text = str(cause)
    if lacks_room(cause):
        return StorageFull("the disk is full: nothing was changed; make room and try again")
    if "database is locked" in text:
        return StorageBusy("another program holds the database; nothing was changed")
    if isinstance(cause, (sqlite3.IntegrityError, psycopg.IntegrityError)):
        return Conflict(text)
    if isinstance(cause, (sqlite3.DataError, psycopg.DataError)):
        return Unstorable("what was sent cannot be kept: a number is too large, or a text holds a sign that none may")
    if isinstance(cause, psycopg.OperationalError) or getattr(error, "connection_invalidated", False):
        return StorageAway("the database does not answer")
    return error


class Store:
    """A database, open.  ``close`` gives its file back."""

    def __init__(self, url: str) -> None:
        file = path_of(url)
        self.lock = Lock(file.with_name(file.name + ".lock")) if file else None
        if self.lock and not self.lock.take():
            raise StorageBusy(f"{file} is in use by another process; stop it first, or give this one its own file")
        if file:
            wal.look(file)
        self.opening = way = Opening(file) if file else None
        self.full = False
        """Whether something could not be written for want of room, and there has been none since."""
        self.writing = sqlite_engine(url, writes=True, opening=way) if file else server_engine(url)
        self.reading = sqlite_engine(url, writes=False, opening=way) if file else at_one_instant(self.writing)
        self._writers: Executor = ThreadPoolExecutor(1 if file else THREADS, "store")
        self._readers: Executor = ThreadPoolExecutor(READERS, "look") if file else self._writers
        self.glances = Glances(self.reading) if file else None
        self._pipes = Pipes(self.writing) if file is None else None
        self._patience = PATIENCE

    @property
    def is_shared(self) -> bool:
        """Whether other processes may work on the same database."""
        return self.lock is None

    def migrate(self) -> None:
        """The schema is that of this program; ``StorageFull`` if there is no room to make it so."""
        try:
            migrate(self.writing)
        except sa.exc.DBAPIError as error:
            raise named(error) from error
        self.full = self.opening is not None and self.opening.alone

    async def run(self, fn: Callable[Concatenate[sa.Connection, P], T], *args: P.args, **kw: P.kwargs) -> T:
        """What ``fn(connection, …)`` returned, durably committed; or its error, and nothing changed."""
        return await self._in(self._writers, lambda: self.run_now(fn, *args, **kw))

    async def look(self, fn: Callable[Concatenate[sa.Connection, P], T], *args: P.args, **kw: P.kwargs) -> T:
        """What ``fn(connection, …)`` read."""
        return await self._in(self._readers, lambda: self.look_now(fn, *args, **kw))

    async def glance(self, query: Query, **given: str) -> Row | None:
        """The row that answers a query which was made once and for all, for what is found at once by its key.

        It is asked here and now: a change of threads and back costs many times the read, which nothing can hold up.
        """
        try:
            if self.glances:
                return self.glances.row(query, given)
            if asked := self.ahead(query, **given):
                return await self.answered(asked)
        except (sqlite3.Error, Lost):
            pass
        return await self.look(row_of, query, given)

    def ahead(self, query: Query, **given: str) -> Asked | None:
        """A server is asked already what ``answered`` will tell; ``None`` where that is not possible now."""
        pipe = self._pipes.here(self._readers) if self._pipes else None
        return pipe.ask(query, given) if pipe else None

    async def answered(self, asked: Asked) -> Row | None:
        """The row for which a server was asked; ``Lost`` if that cannot be known."""
        try:
            async with asyncio.timeout(self._patience):
                row = await asked
        except TimeoutError:
            self._patience = HURRY
            if self._pipes:
                self._pipes.drop()
            raise StorageAway("the database does not answer") from None
        self._patience = PATIENCE
        return row

    async def _in(self, pool: Executor, work: Callable[[], T]) -> T:
        """What came of it in one of these threads; of a server that keeps silent it is not awaited for ever."""
        if not self.is_shared:
            return await asyncio.get_running_loop().run_in_executor(pool, work)
        doing = asyncio.get_running_loop().run_in_executor(pool, self._answered, work)
        doing.add_done_callback(lambda done: done.cancelled() or done.exception())  # it may be that nobody waits then
        try:
            async with asyncio.timeout(self._patience):
                return await asyncio.shield(doing)
        except TimeoutError:
            self._patience = HURRY
            raise StorageAway("the database does not answer", doing) from None

    def _answered(self, work: Callable[[], T]) -> T:
        """What came of it; the server has answered, perhaps when nobody waited any more."""
        try:
            done = work()
        except StorageAway:
            raise
        except Exception:
            self._patience = PATIENCE
            raise
        self._patience = PATIENCE
        return done

    def run_now(self, fn: Callable[Concatenate[sa.Connection, P], T], *args: P.args, **kw: P.kwargs) -> T:
        """As ``run``, in the calling thread."""
        try:
            return transact(self.writing, fn, *args, **kw)
        except StorageFull:
            self.full = True
            raise

    def look_now(self, fn: Callable[Concatenate[sa.Connection, P], T], *args: P.args, **kw: P.kwargs) -> T:
        """As ``look``, in the calling thread."""
        return transact(self.reading, fn, *args, **kw)

    def relieved(self) -> bool:
        """Whether there is room again, to be asked once something was written; a file opened without it is opened
        afresh, so that other programs can read it."""
        way = self.opening
        if way is not None and not way.has_room:
            return False
        if way is not None and way.alone:
            self._reopen(way)
        self.full = way is not None and way.alone
        return not self.full

    def _reopen(self, way: Opening) -> None:
        """All connections are others: one that stayed open would keep the file from everybody."""
        with at_rest((self._writers, 1), (self._readers, READERS)):
            if self.glances:
                self.glances.close()
            for engine in (self.reading, self.writing):
                engine.dispose()
            way.afresh()
            self.look_now(lambda db: db.exec_driver_sql("SELECT count(*) FROM sqlite_schema"))
            way.check()

    def close(self) -> None:
        """All connections are closed and the file is free for another process."""
        for pool in (self._writers, self._readers):
            pool.shutdown(wait=True)
        for opened in (self.glances, self._pipes):
            if opened:
                opened.close()
        for engine in (self.reading, self.writing):
            engine.dispose()
        if self.lock:
            self.lock.give_back()


@contextmanager
def at_rest(*pools: tuple[Executor, int]) -> Iterator[None]:
    """None of these threads, so many of each pool, does anything meanwhile."""
    met, on = threading.Barrier(1 + sum(threads for _, threads in pools)), threading.Event()

    def rest() -> None:
        met.wait()
        on.wait()

    for pool, threads in pools:
        for _ in range(threads):
            pool.submit(rest)
    met.wait()
    try:
        yield
    finally:
        on.set()


def transact(engine: sa.Engine, fn: Callable[Concatenate[sa.Connection, P], T], *args: P.args, **kw: P.kwargs) -> T:
    """Run in one transaction, its errors under their own names.

    Where a server ends the connection before it is told to keep anything, it is run once more on another.
    """
    try:
        return once(engine, fn, *args, **kw)
    except Ended:
        return once(engine, fn, *args, **kw)


def once(engine: sa.Engine, fn: Callable[Concatenate[sa.Connection, P], T], *args: P.args, **kw: P.kwargs) -> T:
    """As ``transact``, but ``Ended`` if the connection was.

    After an error the connection is not used again: rows that were not yet read would hold it at the old snapshot.
    """
    try:
        with engine.begin() as connection:
            try:
                return fn(connection, *args, **kw)
            except Conflict:
                raise
            except BaseException as error:
                ended = connection.invalidated or getattr(connection.connection.driver_connection, "broken", False)
                connection.invalidate()
                if ended:
                    raise Ended("the database has closed the connection") from error
                raise
    except (sa.exc.DBAPIError, sqlite3.Error, psycopg.Error) as error:
        raise named(error) from error


def row_of(db: sa.Connection, query: Query, given: dict[str, str]) -> Row | None:
    """The first row that answers a query, if there is one."""
    found = db.execute(query, given).mappings().first()
    return dict(found) if found else None


Row = dict[str, Any]
