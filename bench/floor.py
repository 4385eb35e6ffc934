"""The floor: a bare websocket server that makes one durable commit, answers, then writes one frame to everybody.

Run as ``python -m bench.floor FOLDER``: prints its port and serves until it is
ended.  Whoever connects to ``/act`` acts, all others watch; ``/act/NAME`` and
``/watch/NAME`` are a room of their own.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import sys
from collections import defaultdict
from pathlib import Path
from time import perf_counter
from typing import Any

from bench.spectators import run

BODY = "x" * 350
MESSAGE = 700
"""Bytes of the message to everybody."""
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL")


class Ledger:
    """A game's row and its events in SQLite, as durable as ours: WAL, synchronous FULL."""

    def __init__(self, file: Path) -> None:
        self.db = sqlite3.connect(file, isolation_level=None)
        for pragma in PRAGMAS:
            self.db.execute(f"PRAGMA {pragma}").fetchall()
        self.db.execute("CREATE TABLE game (id INTEGER PRIMARY KEY, head INTEGER)")
        self.db.execute("CREATE TABLE event (seq INTEGER PRIMARY KEY, body TEXT)")
        self.db.execute("INSERT INTO game VALUES (1, 0)")
        self.head = 0

    def commit(self) -> int:
        """One more event is durable; its number."""
        self.head += 1
        self.db.execute("BEGIN IMMEDIATE")
        self.db.execute("UPDATE game SET head = ? WHERE id = 1", (self.head,))
        self.db.execute("INSERT INTO event VALUES (?, ?)", (self.head, BODY))
        self.db.execute("COMMIT")
        return self.head

    def close(self) -> None:
        """The file is closed."""
        self.db.close()


def commits(folder: Path, count: int = 200) -> list[float]:
    """Seconds of each of so many bare durable commits."""
    ledger, found = Ledger(folder / "commits.sqlite3"), []
    for _ in range(count):
        began = perf_counter()
        ledger.commit()
        found.append(perf_counter() - began)
    ledger.close()
    return found


def message(version: int) -> bytes:
    """What everybody is told of a version."""
    head = f'{{"v":{version},"x":"'
    return (head + "x" * (MESSAGE - len(head) - 2) + '"}').encode()


async def serve(folder: Path) -> None:
    """The port stands on standard output; serves until the process is ended."""
    from websockets.asyncio.server import ServerConnection
    from websockets.asyncio.server import serve as open_server
    from websockets.exceptions import ConnectionClosed
    from websockets.frames import Frame, Opcode

    ledger, rooms = Ledger(folder / "floor.sqlite3"), defaultdict[str, set[Any]](set)

    async def handle(socket: ServerConnection) -> None:
        deed, _, room = socket.request.path[1:].partition("/") if socket.request else ("", "", "")
        watchers = rooms[room]
        if deed != "act":
            watchers.add(socket.transport)
            await socket.wait_closed()
            watchers.discard(socket.transport)
            return
        with contextlib.suppress(ConnectionClosed):
            async for _ in socket:
                frame = Frame(Opcode.TEXT, message(ledger.commit())).serialize(mask=False)
                socket.transport.write(frame)
                for transport in watchers:
                    transport.write(frame)

    async with open_server(handle, "127.0.0.1", 0, compression=None, ping_interval=None) as server:
        print(next(iter(server.sockets)).getsockname()[1], flush=True)
        await asyncio.get_running_loop().create_future()


if __name__ == "__main__":
    run(serve(Path(sys.argv[1])))
