"""Rooms: the sockets of a game by audience.

A message is rendered once for each audience (a seat or the watchers, and a
language) and the same bytes go to all its sockets.  A socket that cannot keep
up has its outbox emptied and is told to load afresh.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

import msgspec

OUTBOX = 256
TICK = 1.0
"""Seconds between two looks for those who are behind the game."""
BURST, EACH_SECOND = 8.0, 4.0
"""Points, rulers and the like that one socket may send at once, and again in a second."""
NAMED = 50
"""Watchers who are named; the rest are counted."""
log = logging.getLogger(__name__)


class Audience(NamedTuple):
    """Those who see the same bytes: a seat (``None``: watchers) in a language.

    ``shared``: both seats of the game sit at this screen.  ``whole``: all that the seats together may see.
    ``delay``: how many milliseconds behind the game.  ``borrowed``: an umpire looks through a seat's eyes.
    """

    seat: str | None
    language: str
    shared: bool = False
    whole: bool = False
    delay: int = 0
    borrowed: bool = False


class Wire(Protocol):
    """What a room needs of a socket."""

    async def send_text(self, data: str) -> None:
        """The text is on its way to the other end."""
        ...


Forget = Callable[[str, Audience], None]
"""Nothing this audience was shown is remembered: its next message is whole."""
Render = Callable[[str, Audience, int, bool], Awaitable[str | None]]
"""The message for an audience that has seen the game up to a version (whole: for one newcomer, whatever the
others have); ``None`` if there is nothing to tell."""


@dataclass(eq=False)
class Connection:
    """One socket: its audience, whose it is, whether it was greeted and at which version, and a bounded outbox."""

    wire: Wire
    audience: Audience
    guest: str = ""
    name: str = ""
    unseen: bool = False
    """Its owner does not want to be named among those who watch."""
    measures: bool | None = None
    """Whether rulers may be shown at this table, once that is known."""
    tokens: float = BURST
    spent_at: float = 0.0
    cut: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when its owner has lost the right to be here."""
    greeted: bool = False
    version: int = -1
    outbox: asyncio.Queue[str] = field(default_factory=lambda: asyncio.Queue(OUTBOX))

    def put(self, text: str) -> None:
        """Queue a message; when the outbox is full, ask the client to load afresh instead."""
        try:
            self.outbox.put_nowait(text)
        except asyncio.QueueFull:
            while not self.outbox.empty():
                self.outbox.get_nowait()
            self.outbox.put_nowait(RESYNC)

    def spend(self) -> bool:
        """Whether one more message of its owner may be told to others now."""
        now = asyncio.get_running_loop().time()
        self.tokens = min(BURST, self.tokens + (now - self.spent_at) * EACH_SECOND)
        self.spent_at = now
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True

    async def pump(self) -> None:
        """Send what is queued, for as long as the socket lives."""
        while True:
            await self.wire.send_text(await self.outbox.get())


RESYNC = msgspec.json.encode({"resync": True}).decode()


@dataclass
class Room:
    """The sockets of one game, and what each audience has been told so far."""

    connections: set[Connection] = field(default_factory=set)
    seen: dict[Audience, int] = field(default_factory=dict)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    ticker: asyncio.Task[None] | None = None
    left: dict[str | None, float] = field(default_factory=dict)
    """When the last socket of a seat went."""


class Rooms:
    """All rooms of one process."""

    def __init__(self, render: Render, forget: Forget = lambda _game, _audience: None) -> None:
        self.render, self.forget = render, forget
        self.rooms: dict[str, Room] = {}
        self.tasks: set[asyncio.Task[None]] = set()

    def enter(
        self, game: str, wire: Wire, audience: Audience, seen: int, guest: str = "", name: str = "", *,
        unseen: bool = False,
    ) -> Connection:  # fmt: skip
        """A connection in the game's room; ``greet`` brings it up to date."""
        room = self.rooms.setdefault(game, Room())
        connection = Connection(wire, audience, guest, name, unseen)
        if not audience.borrowed:
            room.left.pop(audience.seat, None)
        room.connections.add(connection)
        room.seen.setdefault(audience, seen)
        if audience.delay and room.ticker is None:
            room.ticker = asyncio.get_running_loop().create_task(self.tick(game, room))
        self.crowd(game)
        return connection

    async def tick(self, game: str, room: Room) -> None:
        """Those behind the game are told as their time comes, for as long as any is here."""
        try:
            while any(audience.delay for audience in room.seen):
                await asyncio.sleep(TICK)
                async with room.lock:
                    for audience in [a for a in room.seen if a.delay]:
                        await self.catch_up(game, room, audience)
        except Exception:
            log.exception("those who watch %s later are not told any more", game)
        finally:
            room.ticker = None

    async def greet(self, game: str, connection: Connection, seen: int) -> None:
        """Tell a newcomer, and only it, what its audience knows since it last looked."""
        room = self.rooms[game]
        async with room.lock:
            audience = connection.audience
            text = await self.render(game, audience, seen, True)
            connection.greeted = True
            if text is not None:
                connection.version = msgspec.json.decode(text)["v"]
                if not any(c.audience == audience and c is not connection for c in room.connections):
                    room.seen[audience] = max(room.seen[audience], connection.version)
                connection.put(text)

    def leave(self, game: str, connection: Connection) -> None:
        """The connection is gone; an empty room is forgotten."""
        room = self.rooms[game]
        room.connections.discard(connection)
        seat = connection.audience.seat
        if seat and not connection.audience.borrowed and not self.is_here(game, seat):
            room.left[seat] = asyncio.get_running_loop().time()
        if not any(c.audience == connection.audience for c in room.connections):
            room.seen.pop(connection.audience, None)
            self.forget(game, connection.audience)
        if room.connections:
            self.crowd(game)
        else:
            if room.ticker:
                room.ticker.cancel()
            del self.rooms[game]

    def crowd(self, game: str) -> None:
        """Tell everybody in the room who watches, which seats are here, and since when the others are away."""
        room = self.rooms[game]
        seats = sorted({c.audience.seat for c in room.connections if c.audience.seat and not c.audience.borrowed})
        watching = [c for c in room.connections if c.audience.seat is None]
        names = sorted({c.name for c in watching if c.name and not c.unseen})[:NAMED]
        now = asyncio.get_running_loop().time()
        away = {seat: round(now - at) for seat, at in room.left.items() if seat is not None}
        crowd = {"watchers": len(watching), "seats": seats, "names": names, "away": away}
        text = msgspec.json.encode({"crowd": crowd}).decode()
        for connection in room.connections:
            connection.put(text)

    def watchers(self, game: str) -> int:
        """How many watch without a seat."""
        room = self.rooms.get(game)
        return sum(c.audience.seat is None for c in room.connections) if room else 0

    def is_here(self, game: str, seat: str) -> bool:
        """Whether somebody has this seat's table open."""
        room = self.rooms.get(game)
        return room is not None and any(c.audience.seat == seat and not c.audience.borrowed for c in room.connections)

    def say(
        self, game: str, text: str, to: Callable[[Audience], bool] = lambda _: True, but: Connection | None = None
    ) -> None:
        """Send one text as it is to these audiences, but not to one connection."""
        for connection in self.rooms[game].connections if game in self.rooms else ():
            if connection is not but and to(connection.audience):
                connection.put(text)

    def cut(self, keep: Callable[[str, Connection], bool]) -> None:
        """Sockets that may not stay are told to go: ``keep(game, connection)`` says which may."""
        for game, room in self.rooms.items():
            for connection in room.connections:
                if not keep(game, connection):
                    connection.cut.set()

    def told(self, game: str, version: int, what: str) -> None:
        """The hub of the games: called after a commit.  Never blocks."""
        if game in self.rooms:
            task = asyncio.get_running_loop().create_task(self.tell(game, what))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def tell(self, game: str, what: str) -> None:
        """Bring every audience of the room up to date, in order."""
        room = self.rooms.get(game)
        if room is None:
            return
        if what == "resync":
            live = [audience for audience in room.seen if not audience.delay]
            for audience in live:
                self.forget(game, audience)
            self.say(game, RESYNC, lambda audience: not audience.delay)
            return
        async with room.lock:
            for audience in sorted(room.seen, key=lambda a: (a.seat is None, a.seat or "", a.language)):
                if audience in room.seen and not audience.delay:
                    await self.catch_up(game, room, audience)

    async def catch_up(self, game: str, room: Room, audience: Audience) -> None:
        """Render once for this audience and queue it for each of its sockets."""
        since = room.seen[audience]
        text = await self.render(game, audience, since, False)
        if audience not in room.seen:
            self.forget(game, audience)
        if text is None or audience not in room.seen:
            return
        version = msgspec.json.decode(text)["v"]
        room.seen[audience] = max(since, version)
        here = [c for c in room.connections if c.audience == audience and c.greeted]
        for connection in here:
            if connection.version <= since:
                connection.put(text)
        for connection in here:
            if connection.version > since:
                await self.alone(game, connection)

    async def alone(self, game: str, connection: Connection) -> None:
        """Bring a newcomer who was ahead of its audience up to date with a message of its own."""
        text = await self.render(game, connection.audience, connection.version, True)
        connection.version = -1
        if text is not None:
            connection.put(text)
