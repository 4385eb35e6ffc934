"""Short questions to a PostgreSQL server, put to it from the thread of the event loop.

One connection takes them all: each is sent at once, none waits for the answer to the one before, and no thread is
changed.  What SQLAlchemy and a transaction would add takes many times as long as the server needs to answer.
"""

from __future__ import annotations

import asyncio
import select
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Any, NamedTuple

import msgspec
import psycopg
import sqlalchemy as sa
from psycopg.pq import ExecStatus
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg as Dialect

from app.store.glances import Query

Read = Callable[[bytes], Any]
Asked = asyncio.Future[dict[str, Any] | None]
READERS: tuple[tuple[type[sa.types.TypeEngine[Any]], Read], ...] = (
    (sa.JSON, msgspec.json.decode), (sa.Boolean, b"t".__eq__), (sa.Integer, int), (sa.String, bytes.decode),
    (sa.types.NullType, bytes.decode),
)  # fmt: skip
"""How the text of a value is read; what is of no such type cannot be asked for."""


PAUSE = 0.5
"""Seconds between two tries to open a connection."""


class Lost(Exception):
    """The connection was lost before the answer came."""


class Known(NamedTuple):
    """A query as the server has it prepared: its name there, its parameters in order, how each column is read."""

    name: bytes
    given: tuple[str, ...]
    readers: tuple[tuple[str, Read], ...]


def reader_of(type: sa.types.TypeEngine[Any]) -> Read:
    """How a value of this type is read from its text."""
    return next(read for known, read in READERS if isinstance(type, known))


def idle(pool: sa.Pool) -> psycopg.Connection[Any]:
    """A new connection like those of the pool, which does not count it; each statement is a transaction of its own."""
    lent = pool.connect()
    made: psycopg.Connection[Any] = lent.driver_connection  # type: ignore[assignment]
    lent.detach()
    made.autocommit = True
    return made


async def kept(opened: Future[psycopg.Connection[Any]]) -> psycopg.Connection[Any]:
    """The connection that a thread opens; whoever does not wait for it leaves none open."""
    try:
        return await asyncio.wrap_future(opened)
    except asyncio.CancelledError:
        opened.add_done_callback(unwanted)
        raise


def unwanted(opened: Future[psycopg.Connection[Any]]) -> None:
    """It is closed, if there is one."""
    if not opened.cancelled() and not opened.exception():
        opened.result().close()


def refuse_ended(connection: psycopg.Connection[Any], *_: object) -> None:
    """A connection that the server has ended is not used; to know that takes no question."""
    try:
        while has_news(connection.fileno()):
            connection.pgconn.consume_input()
    except (psycopg.Error, ValueError) as error:
        raise sa.exc.DisconnectionError from error


def has_news(socket: int) -> bool:
    """Whether something has come over a connection of which nothing was asked; its end is such a thing."""
    if not hasattr(select, "poll"):  # Windows
        return bool(select.select([socket], [], [], 0)[0])
    poll = select.poll()
    poll.register(socket, select.POLLIN)
    return bool(poll.poll(0))


def can_watch(loop: asyncio.AbstractEventLoop) -> bool:
    """Whether the loop says when something has come over a socket of somebody else's; that of Windows does not."""
    return type(loop).add_reader is not asyncio.AbstractEventLoop.add_reader


class Pipe:
    """A connection over which queries follow each other.  Each sees all that is committed when it is answered.

    Whatever goes wrong ends it: all who wait are told that it is ``Lost``, and so is who asks later.
    """

    def __init__(self, connection: psycopg.Connection[Any], loop: asyncio.AbstractEventLoop) -> None:
        self.loop, self.is_open = loop, True
        self._connection, self._server = connection, connection.pgconn
        self._known: dict[Query, Known] = {}
        self._waiting: deque[tuple[Known, Asked]] = deque()
        self._row: dict[str, Any] | None = None
        self._server.nonblocking = 1
        self._server.enter_pipeline_mode()
        self._socket = self._server.socket
        loop.add_reader(self._socket, self._read)

    def ask(self, query: Query, given: Mapping[str, str]) -> Asked:
        """The first row that answers the query, or ``None``: once the server has answered."""
        found: Asked = self.loop.create_future()
        found.add_done_callback(lambda done: done.cancelled() or done.exception())  # it may be that nobody waits
        if not self.is_open:
            found.set_exception(Lost("the connection is closed"))
            return found
        try:
            known = self._known.get(query) or self._learn(query)
            self._server.send_query_prepared(known.name, [given[name].encode() for name in known.given])
            self._waiting.append((known, found))
            self._server.pipeline_sync()
            self._flush()
        except psycopg.Error as error:
            found.set_exception(Lost(str(error)))
            self.end(error)
        return found

    def _learn(self, query: Query) -> Known:
        """The server has the query under a name; its answer to that comes before the first row."""
        made = query.compile(dialect=Dialect())  # type: ignore[no-untyped-call]
        name = f"q{len(self._known)}".encode()
        columns = query.selected_columns
        readers = tuple((str(column.key), reader_of(column.type)) for column in columns)
        self._server.send_prepare(name, str(made).encode())
        self._known[query] = known = Known(name, tuple(made.positiontup or ()), readers)
        return known

    def _flush(self) -> None:
        """What was asked is on its way; the rest of it as soon as there is room."""
        if self._server.flush():
            self.loop.add_writer(self._socket, self._more)

    def _more(self) -> None:
        try:
            if not self._server.flush():
                self.loop.remove_writer(self._socket)
        except psycopg.Error as error:
            self.end(error)

    def _read(self) -> None:
        """Whatever the server has answered is told to who asked."""
        try:
            self._server.consume_input()
            while self._waiting and not self._server.is_busy():
                if result := self._server.get_result():
                    self._take(result)
        except (psycopg.Error, ValueError, LookupError) as error:
            self.end(error)

    def _take(self, result: psycopg.pq.abc.PGresult) -> None:
        """One part of an answer: a row, or that it is all."""
        known, found = self._waiting[0]
        if result.status == ExecStatus.PIPELINE_SYNC:
            self._waiting.popleft()
            row, self._row = self._row, None
            if not found.done():
                found.set_result(row)
        elif result.status == ExecStatus.TUPLES_OK and result.ntuples:
            self._row = {
                name: None if (value := result.get_value(0, n)) is None else read(value)
                for n, (name, read) in enumerate(known.readers)
            }
        elif result.status not in (ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK):
            raise psycopg.OperationalError(result.error_message.decode(errors="replace"))

    def end(self, error: Exception | None = None) -> None:
        """The connection is closed; who still waits has the error."""
        if not self.is_open:
            return
        self.is_open = False
        if not self.loop.is_closed():
            self.loop.remove_reader(self._socket)
            self.loop.remove_writer(self._socket)
        why = Lost(str(error or "the connection is closed"))
        while self._waiting:
            _, found = self._waiting.popleft()
            if not found.done() and not self.loop.is_closed():
                found.set_exception(why)
        self._connection.close()


class Pipes:
    """The pipe of this process: opened in a thread while others do without, and again when it has ended."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._pipe: Pipe | None = None
        self._opening: asyncio.Future[Any] | None = None
        self._closed = False

    def here(self, pool: Any) -> Pipe | None:
        """The pipe, if it is open; if not, it is being opened in a thread of the pool."""
        loop = asyncio.get_running_loop()
        if self._closed or not can_watch(loop):
            return None
        if self._pipe and self._pipe.is_open and self._pipe.loop is loop:
            return self._pipe
        if self._opening is None or self._opening.done() or self._opening.get_loop() is not loop:
            self._opening = asyncio.ensure_future(self._open(loop, pool))
        return None

    async def _open(self, loop: asyncio.AbstractEventLoop, pool: Any) -> None:
        try:
            opened: Future[psycopg.Connection[Any]] = pool.submit(idle, self._engine.pool)
            connection = await kept(opened)
        except (sa.exc.SQLAlchemyError, psycopg.Error, RuntimeError):  # the last: the threads have ended
            await asyncio.sleep(PAUSE)
            return
        if self._closed:
            connection.close()
            return
        if self._pipe:
            self._pipe.end()
        self._pipe = Pipe(connection, loop)

    def drop(self) -> None:
        """Nobody waits any more, and the next who asks finds another pipe."""
        if self._pipe:
            self._pipe.end()

    def close(self) -> None:
        """No pipe is open; it may be called from any thread."""
        self._closed = True
        pipe, self._pipe = self._pipe, None
        if pipe is None:
            return
        if pipe.loop.is_running():
            pipe.loop.call_soon_threadsafe(pipe.end)
        else:
            pipe.end()
