"""How much room people take: tables at once, bytes of one, and how long what nobody uses is kept."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import msgspec
from msgspec import Struct

from app.engine.asks import Json
from app.engine.refusals import Refusal, refuse
from app.games import sentences as say
from app.store import Store, room

STALE = timedelta(days=30)
"""After so long an open table no longer counts for its network."""
GUEST_DAYS = 180
"""After so many days a guest who holds nothing is forgotten."""
PAUSE = 3600.0
"""Seconds between two rounds."""
log = logging.getLogger(__name__)


class Room(Struct, frozen=True):
    """What the host lets people take: tables that are not over a guest, an account and a network; bytes of what a table
    is laid with; days that a table is kept which nobody joined or played.  0 has no end."""

    guest: int = 0
    account: int = 0
    network: int = 0
    bytes: int = 0
    days: int = 0

    def refuse_bytes(self, laid: Json) -> tuple[Refusal, ...]:
        """Why a table may not be laid with this, or nothing."""
        size = len(msgspec.json.encode(laid)) if self.bytes else 0
        return (refuse("room.bytes", say.SEATED, bytes=size, most=self.bytes),) if size > self.bytes else ()

    def most(self, place: str | None) -> room.Most | None:
        """The same as the database asks it now; nothing where nobody in particular lays the table."""
        return (
            None
            if place is None
            else room.Most(self.guest, self.account, self.network, place, ago(timedelta(days=1)), ago(STALE))
        )


def room_of(tables: str, bytes: int, days: int) -> Room:
    """The host's settings: ``guest/account/network``."""
    guest, account, network = map(int, tables.split("/"))
    return Room(guest, account, network, bytes, days)


def ago(time: timedelta) -> str:
    """That long before now, as times are stored."""
    return (datetime.now(UTC) - time).strftime("%Y-%m-%dT%H:%M:%SZ")


class Sweep:
    """Puts away tables nobody came to and guests who hold nothing, once an hour."""

    def __init__(self, store: Store, days: int, forget: Callable[[str], None]) -> None:
        self._store, self._days, self._forget = store, days, forget
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """From now on, if tables are not kept for ever."""
        if self._days:
            self._task = asyncio.create_task(self._rounds())

    async def close(self) -> None:
        """No more."""
        if self._task:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def once(self) -> tuple[int, int]:
        """How many tables and guests were put away."""
        games = await self._store.run(room.sweep_games, ago(timedelta(days=self._days)))
        for game in games:
            self._forget(game)
        return len(games), await self._store.run(room.sweep_guests, ago(timedelta(days=GUEST_DAYS)))

    async def _rounds(self) -> None:
        while True:
            try:
                if any(done := await self.once()):
                    log.info("put away: %d tables nobody came to, %d guests who held nothing", *done)
            except Exception as error:  # a full or silent database: the next round does it
                log.warning("nothing was put away: %s", error)
            await asyncio.sleep(PAUSE)
