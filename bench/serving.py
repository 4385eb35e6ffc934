"""A server of ours in a process of its own, and what it takes of the processor."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic
from typing import NamedTuple

import sqlalchemy as sa

from app.engine.asks import Json
from app.engine.events import Seat
from app.games.seats import Guests
from app.store import Store
from app.store.tables import seat as seats
from bench.hosting import FILE
from bench.latency import HOST, SERVE, line_of, process
from bench.recorded import Kept, host

KEY = "bench" * 8
UNBOUND = {"GUNBAI_RATE": "100000/second", "GUNBAI_WORK": "0/0/0", "GUNBAI_TABLES": "0/0/0", "GUNBAI_SENT": "0"}
"""Nobody is told to wait: all clients are one address here."""
STEP, REST, NOTHING, PATIENCE = 0.002, 0.01, 5e-5, 5.0
"""Seconds: between two looks at a clock, for how long it must stand still, how far it may go in a step, and at most."""
PROCESS_CLOCK = 2
WARMING, IDLE = 30.0, 0.05
"""Seconds for which a new server may be busy with itself, and how much of one it may take once it is ready."""


class Server(NamedTuple):
    """A server that runs."""

    port: int
    pid: int

    def spent(self) -> float:
        """Seconds of the processor that all its threads have taken."""
        return spent(self.pid)


class Laid(NamedTuple):
    """A game that lies in the server's database: its id, what is answered from there, and the cookies of its seats."""

    id: str
    inputs: Sequence[tuple[Seat, Json]]
    cookies: Mapping[str, str]


def spent(pid: int) -> float:
    """Seconds of the processor that a process has taken, to the microsecond: Linux keeps a clock for each."""
    return time.clock_gettime(~pid << 3 | PROCESS_CLOCK)


async def still(pid: int) -> float:
    """What a process has taken of the processor, once it does nothing any more."""
    last, since, until = spent(pid), monotonic(), monotonic() + PATIENCE
    while monotonic() < until:
        await asyncio.sleep(STEP)
        now = spent(pid)
        if now - last > NOTHING:
            since = monotonic()
        elif monotonic() - since >= REST:
            return now
        last = now
    raise RuntimeError("a server that should rest does not")


async def idle(pid: int) -> float:
    """What a process takes in a second in which nobody asks it for anything, once all it begins with is done."""
    until = monotonic() + WARMING
    while True:
        before = await still(pid)
        await asyncio.sleep(1)
        if (found := spent(pid) - before) < IDLE or monotonic() > until:
            return found


@asynccontextmanager
async def served(folder: Path, **settings: str) -> AsyncIterator[Server]:
    """A server on the database that was laid in this folder, with the key of those seated there."""
    database = f"sqlite:///{folder / FILE}"
    settings = {"GUNBAI_DATABASE_URL": database, "GUNBAI_SECRET": KEY, "GUNBAI_LOG": "error", **UNBOUND, **settings}
    command = ("-c", SERVE, "serve", "--host", HOST, "--port", "0", "--data", str(folder))
    async with process(*command, **settings) as made:
        yield Server(int((await line_of(made)).rsplit(":", 1)[1]), made.pid)


async def seated(store: Store, game: Kept, id: str, inputs: int = 0) -> dict[str, str]:
    """The store holds the game after so many inputs, a guest at each seat: by seat the cookie that shows who it is."""
    host(store, game, inputs, id=id)
    return await taken(store, id, [str(side.seat) for side in game.setup.sides])


async def taken(store: Store, id: str, names: list[str]) -> dict[str, str]:
    """Each of these seats of a game has a guest of its own."""
    found, guests = dict[str, str](), Guests(store, KEY.encode())
    for seat in names:
        guest, token = await guests.welcome(seat)
        here = (seats.c.game_id == id) & (seats.c.seat == seat)
        await store.run(written, seats.update().where(here).values(guest_id=guest.id))
        found[seat] = f"gunbai={token}"
    return found


def written(db: sa.Connection, update: sa.Update) -> None:
    """It is so from now on."""
    db.execute(update)
