"""Rooms: what the sockets of a game are told after each commit, by audience.

A message is rendered once for each audience (a seat or the watchers, and a
language), framed once, and the same bytes go to all its sockets.  Who has just
answered is told first.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

import msgspec

from app import metrics
from app.live.company import Company
from app.live.connections import RESYNC, Audience, Connection, Line, Room, Wire

TICK = 1.0
"""Seconds between two looks for those who are behind the game."""
FEW, PAUSE = 32, 0.25
"""In a room of more sockets who is here is told at most once in so many seconds."""
AGAIN, SELDOM = 1.0, 30.0
"""Seconds until what failed is tried again: at first, and after many failures."""
NEVER = -1
FRESH, GREETINGS = 0.5, 32
"""Seconds for which newcomers are told the same, and how many such messages are kept."""
log = logging.getLogger(__name__)
Forget = Callable[[str, Audience], None]
"""Nothing this audience was shown is remembered: its next message is whole."""
Present = tuple[str, Connection]
"""Somebody at a table."""
Render = Callable[[str, Audience, int, str | None], Awaitable[str | None]]
"""The message for an audience that has seen the game up to a version (with the mark of a page, or an empty one: for
one newcomer, whatever the others have); ``None`` if there is nothing to tell."""


class Clock(msgspec.Struct):
    """What a room reads of a clock; what is left of it changes by itself."""

    seat: str
    running: bool


class Head(msgspec.Struct):
    """What a room reads of a message."""

    v: int
    asked: list[str] = []
    status: str = ""
    clocks: list[Clock] = []
    resync: bool = False
    content: msgspec.Raw = msgspec.Raw()
    document: msgspec.Raw = msgspec.Raw()
    changes: msgspec.Raw = msgspec.Raw()
    events: msgspec.Raw = msgspec.Raw()
    gone: list[msgspec.Raw] = []
    may: msgspec.Raw = msgspec.Raw()

    @property
    def facts(self) -> tuple[object, ...]:
        """What every message says, news or not."""
        return self.status, self.asked, self.clocks

    @property
    def is_news(self) -> bool:
        """Whether it says anything besides the facts."""
        parts = (self.content, self.document, self.changes, self.events, self.may)
        return bool(self.resync or self.gone or any(bytes(part) for part in parts))


class Rooms(Company):
    """All rooms of one process."""

    def __init__(
        self, render: Render, forget: Forget = lambda _game, _audience: None,
        closed: Callable[[str], None] = lambda _game: None,
    ) -> None:  # fmt: skip
        super().__init__()
        self.render, self.forget, self.closed = render, forget, closed
        self.read = msgspec.json.Decoder(Head).decode
        self.tasks: set[asyncio.Task[None]] = set()
        self.recheck: Callable[[Sequence[Present]], Awaitable[None]] | None = None
        """Cuts those who may not see a game in the way they do."""

    # -- who comes and goes ----------------------------------------------------

    def enter(
        self, game: str, wire: Wire, audience: Audience, seen: int, guest: str = "", name: str = "", *,
        unseen: bool = False, line: Line | None = None,
    ) -> Connection:  # fmt: skip
        """A connection in the game's room; ``greet`` brings it up to date."""
        room = self.rooms.setdefault(game, Room())
        connection = Connection(wire, audience, guest, name, unseen, line)
        if not audience.borrowed:
            room.left.pop(audience.seat, None)
        room.add(connection)
        room.seen.setdefault(audience, seen)
        if audience.delay and room.ticker is None:
            room.ticker = asyncio.get_running_loop().create_task(self.tick(game, room))
        self._moved_here(game, room)
        return connection

    def leave(self, game: str, connection: Connection) -> None:
        """The connection is gone; an empty room is forgotten."""
        room = self.rooms[game]
        room.drop(connection)
        connection.gone()
        seat = connection.audience.seat
        if seat and not connection.audience.borrowed and not room.has(seat):
            room.left[seat] = asyncio.get_running_loop().time()
        if seat and connection.guest:
            self.missed(game, connection.guest)
        if connection.audience not in room.of:
            room.seen.pop(connection.audience, None)
            room.said.pop(connection.audience, None)
            room.failing.discard(connection.audience)
            self.forget(game, connection.audience)
        if room.connections:
            self._moved_here(game, room)
        else:
            for waits in (room.ticker, room.crowding, room.again):
                if waits:
                    waits.cancel()
            del self.rooms[game]
            self.moved(game)
            self.closed(game)

    def _moved_here(self, game: str, room: Room) -> None:
        """Who is here is told; not for each of many who come at once."""
        if len(room.connections) <= FEW:
            self.crowd(game)
        elif room.crowding is None:
            room.crowding = asyncio.get_running_loop().call_later(PAUSE, self._crowd_later, game, room)

    def _crowd_later(self, game: str, room: Room) -> None:
        room.crowding = None
        self.crowd(game)

    async def greet(self, game: str, connection: Connection, seen: int, drawn: str = "", changes: int = NEVER) -> None:
        """Tell a newcomer, and only it, what its audience knows since it last looked, at a page with this mark.

        What it may see was asked before it was here, at this number of ``changes``: after another it is asked again.
        """
        room, audience = self.rooms[game], connection.audience
        async with room.lock:
            changes = await self._ask_again(game, connection, changes)
            text = None if connection.cut.is_set() else await self._greeting(game, room, audience, seen, drawn)
            await self._ask_again(game, connection, changes)
            if connection.cut.is_set():
                return
            connection.greeted = True
            if text is not None:
                connection.version = self.read(text).v
                alone, claimed = room.of.get(audience, set()) <= {connection}, room.seen.get(audience, 0)
                room.seen[audience] = connection.version if alone else min(claimed, connection.version)
                metrics.told(len(text))
                connection.put(text)

    async def _ask_again(self, game: str, connection: Connection, changes: int) -> int:
        """It is cut if, by what has changed since then, it may not look on in this way; the changes known by now."""
        now = self.changes
        if self.recheck and changes != now:
            await self.recheck([(game, connection)])
        return now

    async def _greeting(self, game: str, room: Room, audience: Audience, seen: int, drawn: str) -> str | None:
        """What a newcomer is told; many who come at once are told the same."""
        kept, key = room.greetings, (audience, seen, drawn)
        if text := kept.get(key):
            return text
        given = await self.render(game, audience, seen, drawn)
        if given is not None and room.greetings is kept and len(kept) < GREETINGS:
            kept[key] = given
            asyncio.get_running_loop().call_later(FRESH, kept.pop, key, None)
        return given

    # -- what is told ----------------------------------------------------------

    def told(self, game: str, version: int, what: str) -> None:
        """The hub of the games: called after a commit.  Never blocks."""
        self.changes += what == "seats"
        room = self.rooms.get(game)
        if room is None:
            return
        room.greetings, room.reseated = {}, room.reseated or what == "seats"
        task = asyncio.get_running_loop().create_task(self.tell(game, what))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def tell(self, game: str, what: str) -> None:
        """Bring every audience of the room up to date, in order."""
        room = self.rooms.get(game)
        if room is None:
            return
        if what == "resync":
            for audience in [audience for audience in room.seen if not audience.delay]:
                self.forget(game, audience)
            self.say_here(game, RESYNC, ("pages", None))
            async with room.lock:
                for audience in [one for one in room.seen if one.form != "page" and not one.delay]:
                    await self._try(game, room, audience)
            self._see_to(game, room)
        elif not room.due:
            room.due = True
            async with room.lock:
                room.due = False
                await self._tell(game, room)
            self._see_to(game, room)

    async def _tell(self, game: str, room: Room) -> None:
        """Each audience in turn: seats that were asked, for one of them has answered; the other seats; watchers."""
        for audience in sorted(room.seen, key=lambda a: (a.seat is None, a.seat not in room.asked, a)):
            await self._look_at_people(game, room)
            if audience in room.seen and not audience.delay:
                await self._try(game, room, audience)
                await asyncio.sleep(0)  # what was written leaves this process when the loop goes round

    async def _look_at_people(self, game: str, room: Room) -> None:
        """After a change of seats those who may no longer look on in this way are cut; all, if nobody can say."""
        if room.reseated:
            room.reseated = False
            try:
                await self.look_at_all([game])
            except Exception:
                log.exception("who may see table %s is not known", game)
                self.cut_here(game=game)

    async def look_at_all(self, games: Sequence[str]) -> None:
        """Those at these tables who may not look on in this way are cut."""
        here = [(game, self.rooms[game]) for game in games if game in self.rooms]
        present = [(game, connection) for game, room in here for connection in room.connections]
        if self.recheck and present:
            await self.recheck(present)

    async def _try(self, game: str, room: Room, audience: Audience) -> None:
        """The audience is up to date, or known as one that could not be told."""
        try:
            await self.catch_up(game, room, audience)
            room.failing.discard(audience)
        except Exception:
            self.forget(game, audience)
            if audience in room.seen and audience not in room.failing:
                log.exception("some at table %s were not told of a change", game)
                room.failing.add(audience)

    def _see_to(self, game: str, room: Room) -> None:
        """The room is told again later if somebody could not be told; each time it waits longer."""
        if not any(not audience.delay for audience in room.failing):
            room.pause = 0.0
        elif room.again is None and self.rooms.get(game) is room:
            room.pause = min(2 * room.pause or AGAIN, SELDOM)
            room.again = asyncio.get_running_loop().call_later(room.pause, self._tell_again, game, room)

    def _tell_again(self, game: str, room: Room) -> None:
        room.again = None
        self.told(game, 0, "events")

    async def tick(self, game: str, room: Room) -> None:
        """Those behind the game are told as their time comes, for as long as any is here."""
        try:
            while any(audience.delay for audience in room.seen):
                await asyncio.sleep(TICK)
                async with room.lock:
                    for audience in [a for a in room.seen if a.delay]:
                        await self._try(game, room, audience)
        finally:
            room.ticker = None

    async def catch_up(self, game: str, room: Room, audience: Audience) -> None:
        """Render once for this audience and send it to each of its sockets, unless nothing in it is new."""
        since = room.seen[audience]
        text = await self.render(game, audience, since, None)
        await self._look_at_people(game, room)  # others may have sat down while it was made
        if audience not in room.seen:
            self.forget(game, audience)
        if text is None or audience not in room.seen:
            return
        head = self.read(text)
        facts, room.said[audience] = room.said.get(audience), head.facts
        room.seen[audience], room.asked = head.v, room.asked if audience.delay else head.asked
        if head.v != since:
            room.greetings = {}
        if head.v == since and facts == head.facts and not head.is_news:
            return
        here = [one for one in room.of[audience] if one.greeted and not one.cut.is_set()]
        metrics.told(len(text), len(here))
        for connection in here:
            if connection.version <= since:
                connection.put(text)
        for connection in here:
            if connection.version > since:
                await self.alone(game, connection)

    async def alone(self, game: str, connection: Connection) -> None:
        """Bring a newcomer who was ahead of its audience up to date with a message of its own."""
        text: str | None = RESYNC
        version = -1
        try:
            text = await self.render(game, connection.audience, connection.version, "")
            version = self.read(text).v if text else -1
        except Exception:
            log.exception("somebody new at table %s is to load it afresh", game)
        if room := self.rooms.get(game):
            await self._look_at_people(game, room)
        connection.version = version  # more may have happened meanwhile than the others were told
        if text is not None and not connection.cut.is_set():
            connection.put(text)
