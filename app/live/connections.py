"""The sockets of a game: whose each is, what it has been told, and how much may wait for it.

A socket that cannot keep up loses what waits, and is told to load afresh.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple, Protocol

import msgspec

from app import metrics
from app.engine.events import Seat
from app.games.eyes import Eyes

OUTBOX = 256
"""Messages that may wait for a socket without a line."""
MOST = 256 * 1024
"""Bytes that may wait for a socket with one before it loses what follows."""
SILENT = 30.0
"""Seconds after which a socket that has not taken nearly all of what waits is ended, however slowly it reads."""
BURST, EACH_SECOND = 8.0, 4.0
"""Points, rulers and the like that one socket may send at once, and again in a second."""
RESYNC = msgspec.json.encode({"resync": True}).decode()
SHORT, LONG = 126, 1 << 16
"""Sizes from which a frame's head needs two bytes more to tell it, and eight."""


class Audience(NamedTuple):
    """Those who see the same bytes: a seat (``None``: watchers) in a language.

    ``shared``: both seats of the game sit at this screen.  ``whole``: all that the seats together may see.
    ``delay``: how many milliseconds behind the game.  ``borrowed``: an umpire looks through a seat's eyes.
    ``form``: in which form they are told, ``page`` or ``data``.
    """

    seat: str | None
    language: str
    shared: bool = False
    whole: bool = False
    delay: int = 0
    borrowed: bool = False
    form: str = "page"

    @property
    def eyes(self) -> Eyes:
        """The eyes they look through."""
        return Eyes(Seat(self.seat) if self.seat else None, self.whole, self.delay, None, self.borrowed)


class Wire(Protocol):
    """What a room needs of a socket."""

    async def send_text(self, data: str) -> None:
        """The text is on its way to the other end."""
        ...


class Line(Protocol):
    """What a room writes to where the server lets it write frames."""

    drained: Callable[[], None]
    """Called when the other end has taken most of what waited for it."""

    def write(self, frame: bytes) -> None:
        """The frame is on its way, after all that was written before."""
        ...

    def waiting(self) -> int:
        """How many bytes the other end has not taken yet."""
        ...

    def abort(self) -> None:
        """The connection is over."""
        ...


@lru_cache(maxsize=32)
def framed(text: str) -> bytes:
    """A text as a server's websocket frame; made once for all who are sent the same."""
    data = text.encode()
    size = len(data)
    if size < SHORT:
        return bytes((0x81, size)) + data
    return (b"\x81\x7e" + size.to_bytes(2) if size < LONG else b"\x81\x7f" + size.to_bytes(8)) + data


@dataclass(eq=False)
class Connection:
    """One socket: its audience, whose it is, whether it was greeted and at which version, and what waits for it."""

    wire: Wire
    audience: Audience
    guest: str = ""
    name: str = ""
    unseen: bool = False
    """Its owner does not want to be named among those who watch."""
    line: Line | None = None
    measures: bool | None = None
    """Whether rulers may be shown at this table, once that is known."""
    tokens: float = BURST
    spent_at: float = 0.0
    cut: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when its owner has lost the right to be here."""
    greeted: bool = False
    version: int = -1
    behind: asyncio.TimerHandle | None = None
    """Runs while too much waits for it."""

    @cached_property
    def outbox(self) -> asyncio.Queue[str]:
        """What waits for a socket without a line."""
        return asyncio.Queue(OUTBOX)

    def put(self, text: str) -> None:
        """The text is on its way; where too much waits already, the client is asked to load afresh instead."""
        if self.line is None:
            self._queue(text)
        elif self.behind is None:
            if self.line.waiting() > MOST:
                self._fall_behind(self.line)
            else:
                self.line.write(framed(text))

    def _queue(self, text: str) -> None:
        try:
            self.outbox.put_nowait(text)
        except asyncio.QueueFull:
            while not self.outbox.empty():
                self.outbox.get_nowait()
            self.outbox.put_nowait(RESYNC)
            metrics.resynced()

    def _fall_behind(self, line: Line) -> None:
        """Nothing more is written until it has taken what waits."""
        line.drained = self._caught_up
        self.behind = asyncio.get_running_loop().call_later(SILENT, line.abort)

    def _caught_up(self) -> None:
        if self.behind and self.line:
            self.behind.cancel()
            self.behind = None
            self.line.write(framed(RESYNC))
            metrics.resynced()

    def gone(self) -> None:
        """Nothing is awaited of it any more."""
        if self.behind:
            self.behind.cancel()

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
        """Send what is queued, for as long as the socket lives; it needs none where there is a line."""
        while True:
            await self.wire.send_text(await self.outbox.get())


@dataclass
class Room:
    """The sockets of one game, and what each audience has been told so far."""

    connections: set[Connection] = field(default_factory=set)
    of: dict[Audience, set[Connection]] = field(default_factory=dict)
    """The same sockets by audience."""
    seen: dict[Audience, int] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    """The seats that were asked when the room was last told something."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    due: bool = False
    """The room is about to be told."""
    reseated: bool = False
    """Seats have changed since it was asked who may see the game."""
    ticker: asyncio.Task[None] | None = None
    crowding: asyncio.TimerHandle | None = None
    """Runs until who is here is told to a large room."""
    failing: set[Audience] = field(default_factory=set)
    """The audiences that could not be told what is new."""
    again: asyncio.TimerHandle | None = None
    """Runs until these are tried again."""
    pause: float = 0.0
    """How many seconds were waited before they were tried the last time; 0 while all are told."""
    said: dict[Audience, tuple[object, ...]] = field(default_factory=dict)
    """The facts that each audience was told last."""
    greetings: dict[tuple[Audience, int, str], str] = field(default_factory=dict)
    """What newcomers were told a moment ago: nothing of it has changed since."""
    left: dict[str | None, float] = field(default_factory=dict)
    """When the last socket of a seat went."""

    def has(self, seat: str) -> bool:
        """Whether somebody has this seat's table open."""
        return any(audience.seat == seat and not audience.borrowed for audience in self.of)

    def add(self, connection: Connection) -> None:
        """The socket is here."""
        self.connections.add(connection)
        self.of.setdefault(connection.audience, set()).add(connection)

    def drop(self, connection: Connection) -> None:
        """The socket is here no longer; an audience without any is not known any more."""
        self.connections.discard(connection)
        mine = self.of.get(connection.audience, set())
        mine.discard(connection)
        if not mine:
            self.of.pop(connection.audience, None)
