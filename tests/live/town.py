"""A server of several processes in one: their rooms, a game of numbers they share, and what sockets were sent."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

from app.live.connections import Audience, Connection
from app.live.neighbours import Neighbours
from app.live.rooms import Rooms
from app.live.sweep import Sweep

GAME = "g"
RED, BLUE, WATCHER = Audience("red", "en"), Audience("blue", "en"), Audience(None, "en")


class Wire:
    """Keeps what it is sent."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []

    async def send_text(self, data: str) -> None:
        self.sent.append(json.loads(data))

    @property
    def numbers(self) -> list[int]:
        """All events it was told of, as they came."""
        return [n for message in self.sent for n in message.get("new", ())]

    @property
    def crowd(self) -> dict[str, Any]:
        """Who is here, as it was told last."""
        return next((m["crowd"] for m in reversed(self.sent) if "crowd" in m), {})


class Database:
    """What all processes share: how far the game has come."""

    def __init__(self) -> None:
        self.head, self.asked = 0, 0
        self.fails = False

    async def heads(self, games: Sequence[str]) -> dict[str, int]:
        """How often each game was changed; an error while the database fails."""
        self.asked += 1
        if self.fails:
            raise OSError("the database does not answer")
        return {game: self.head for game in games if game == GAME}


class Process:
    """One process: its rooms and what it knows of the others."""

    def __init__(self, database: Database, url: str, channel: str, every: float | None) -> None:
        self.database, self.heard = database, list[tuple[str, int]]()
        self.rooms = Rooms(self.render)
        self.sweep = Sweep(self.rooms, database.heads, every=every) if every else None
        self.neighbours = Neighbours(url, channel, self.rooms, self.sweep, lambda *told: self.heard.append(told))
        self.pumps: list[asyncio.Task[None]] = []

    async def render(self, _game: str, _audience: Audience, since: int, _drawn: str | None) -> str | None:
        """A message with the numbers after ``since``."""
        head = self.database.head
        await asyncio.sleep(0)
        return json.dumps({"v": head, "new": list(range(since + 1, head + 1))})

    async def come(self, audience: Audience, name: str = "", guest: str = "") -> tuple[Wire, Connection]:
        """Somebody opens the game here."""
        wire = Wire()
        connection = self.rooms.enter(GAME, wire, audience, self.database.head, guest, name)
        self.pumps.append(asyncio.ensure_future(connection.pump()))
        await self.rooms.greet(GAME, connection, self.database.head)
        return wire, connection

    def commit(self) -> None:
        """One more event is durable, and the hub of this process is told."""
        self.database.head += 1
        self.rooms.told(GAME, self.database.head, "events")
        self.neighbours.told(GAME, self.database.head, "events")

    async def close(self) -> None:
        """The process has ended in good order."""
        for pump in self.pumps:
            pump.cancel()
        await self.neighbours.close()


@asynccontextmanager
async def processes(
    url: str, channel: str, count: int = 2, every: float | None = None, database: Database | None = None
) -> AsyncIterator[list[Process]]:
    """Processes that hear each other, if there is a Valkey; ``every``: seconds between two looks at the database."""
    database = database or Database()
    made = [Process(database, url, channel, every) for _ in range(count)]
    try:
        for process in made:
            await process.neighbours.start()
        if url:
            await until(lambda: all(process.neighbours.is_up for process in made))
        yield made
    finally:
        await asyncio.gather(*(process.close() for process in made))


async def until(is_so: Callable[[], bool], seconds: float = 20.0) -> None:
    """It is so; an error if it has not come about in this time."""
    async with asyncio.timeout(seconds):
        while not is_so():
            await asyncio.sleep(0.01)
