"""Statements that are sent to a PostgreSQL server all at once over a connection of psycopg, by the thread that has it.

psycopg's own pipeline waits at each statement until the socket takes it, which costs more than all the rest.
"""

from __future__ import annotations

import select
from collections.abc import Sequence
from typing import Any
from weakref import WeakKeyDictionary

import psycopg
from psycopg import errors
from psycopg.pq import ExecStatus, TransactionStatus
from psycopg.pq.abc import PGconn, PGresult

Statement = tuple[str, Sequence[Any]]
PREPARED: WeakKeyDictionary[psycopg.Connection[Any], dict[str, bytes]] = WeakKeyDictionary()
"""Under which name each connection has a statement; psycopg prepares none there, so it never has all forgotten."""


def written(value: Any) -> bytes | None:
    """A value as the server reads it; no text holds a zero byte."""
    made = None if value is None else str(value).encode()
    if made and b"\0" in made:
        raise psycopg.DataError("a text cannot hold a zero byte")
    return made


def send(connection: psycopg.Connection[Any], statements: Sequence[Statement]) -> list[int]:
    """All are carried out in the connection's transaction, which is begun if need be: how many rows each met.

    The first error is raised; nothing behind it is carried out then.
    """
    server, names = connection.pgconn, PREPARED.setdefault(connection, {})
    ahead = int(server.transaction_status == TransactionStatus.IDLE)
    said = [("BEGIN", list[bytes | None]())][:ahead] + [(text, list(map(written, given))) for text, given in statements]
    server.enter_pipeline_mode()
    for text, values in said:
        if text not in names:
            names[text] = name = f"said{len(names)}".encode()
            server.send_prepare(name, text.encode())
        server.send_query_prepared(names[text], values)
    server.pipeline_sync()
    counts, wrong = received(server)
    server.exit_pipeline_mode()
    if wrong:
        PREPARED.pop(connection, None)
        raise errors.error_from_result(wrong)
    return counts[ahead:]


def received(server: PGconn) -> tuple[list[int], PGresult | None]:
    """How many rows each statement met, and the first error if there is one, once the server has answered all."""
    counts, wrong = list[int](), None
    while True:
        waited(server)
        result = server.get_result()
        if result is None:
            continue
        if result.status == ExecStatus.PIPELINE_SYNC:
            return counts, wrong
        if result.status == ExecStatus.FATAL_ERROR:
            wrong = wrong or result
        elif result.command_status:
            counts.append(result.command_tuples or 0)


def waited(server: PGconn) -> None:
    """All is sent and the next answer is here."""
    while server.flush() or server.is_busy():
        ready(server.socket, write=bool(server.flush()))
        server.consume_input()


def ready(socket: int, *, write: bool) -> None:
    """There is something to be read, or room to write."""
    if not hasattr(select, "poll"):  # Windows
        select.select([socket], [socket] if write else [], [])
        return
    poll = select.poll()
    poll.register(socket, select.POLLIN | (select.POLLOUT if write else 0))
    poll.poll()
