"""A game of numbers in rooms with wires of string."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from app.live.connections import Audience, Connection
from app.live.rooms import Rooms

GAME = "g"
RED, BLUE = Audience("red", "en"), Audience("blue", "en")
WATCHER, OTHER = Audience(None, "en"), Audience(None, "es")


@dataclass
class Wire:
    """Keeps what is sent; a slow one waits until it is let go."""

    sent: list[dict[str, Any]] = field(default_factory=list)
    go: asyncio.Event = field(default_factory=asyncio.Event)

    async def send_text(self, data: str) -> None:
        await self.go.wait()
        self.sent.append(json.loads(data))


class Play:
    """A game of numbers: ``head`` is the version; a message holds the numbers after ``since``."""

    def __init__(self) -> None:
        self.head = 0
        self.rendered: list[tuple[Audience, int, str | None]] = []
        self.forgotten: list[Audience] = []
        self.meanwhile: Callable[[], None] = lambda: None
        self.rooms = Rooms(self.render, lambda game, audience: self.forgotten.append(audience))
        self.pumps: list[asyncio.Task[None]] = []

    async def render(self, game: str, audience: Audience, since: int, drawn: str | None) -> str | None:
        self.rendered.append((audience, since, drawn))
        if game != GAME:
            return None
        head = self.head
        await asyncio.sleep(0)
        self.meanwhile()
        return json.dumps({"v": head, "new": list(range(since + 1, head + 1))})

    async def come(self, audience: Audience, *, fast: bool = True, greeted: bool = True) -> tuple[Wire, Connection]:
        """Somebody comes who has seen all so far."""
        wire = Wire()
        if fast:
            wire.go.set()
        connection = self.rooms.enter(GAME, wire, audience, self.head)
        self.pumps.append(asyncio.ensure_future(connection.pump()))
        if greeted:
            await self.rooms.greet(GAME, connection, self.head)
        return wire, connection

    def commit(self, what: str = "events") -> None:
        """One more event is durable, and the hub is told."""
        self.head += 1
        self.rooms.told(GAME, self.head, what)

    async def settle(self) -> None:
        """All that was under way has come about."""
        while self.rooms.tasks:
            await asyncio.gather(*self.rooms.tasks)
        for _ in range(5):
            await asyncio.sleep(0)

    def end(self) -> None:
        """Nobody is there any more."""
        for pump in self.pumps:
            pump.cancel()


def played(story: Callable[[Play], Awaitable[None]]) -> Play:
    """The game after the story."""

    async def whole() -> Play:
        play = Play()
        try:
            await story(play)
            await play.settle()
        finally:
            play.end()
        return play

    return asyncio.run(whole())


def numbers(wire: Wire) -> list[int]:
    """All events a wire was told of, as they came."""
    return [n for message in wire.sent for n in message.get("new", ())]


def versions(wire: Wire) -> list[int]:
    """The versions a wire was told, as they came."""
    return [message["v"] for message in wire.sent if "v" in message]
