"""A house that hosts games and tells its people, on a clock that stands."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from app.games.results import Accepted, GameId, What
from app.live.rooms import Rooms
from app.notices.guard import Guard
from app.notices.mail import Mailer
from app.notices.service import Notices
from app.settings import Settings
from app.store.house_tables import account
from tests.games.table import Host
from tests.toy import BLUE, RED

NOON = 1_784_116_800.0  # 15 July 2026, 12:00 UTC
QUIET = {"from": "13:00", "to": "15:00", "zone": "Europe/Madrid"}  # 11:00 to 13:00 UTC


class Wire:
    """A socket that swallows everything."""

    async def send_text(self, data: str) -> None:
        """Nobody reads it."""


class Commits(list[tuple[str, int, What]]):
    """What the hub hears, passed on."""

    def __init__(self, notices: Notices) -> None:
        self.notices = notices

    def append(self, told: tuple[str, int, What]) -> None:
        """The notices hear of the commit."""
        self.notices.told(GameId(told[0]))


class House:
    """A host with notices that goes as a server does: told after each commit, with a clock that stands."""

    def __init__(self, folder: Path, mail_port: int = 0) -> None:
        self.host = Host(folder)
        self.games, self.now = self.host.games, NOON
        settings = Settings(
            data=str(folder),
            base_url="https://g.example",
            smtp_url=f"smtp://127.0.0.1:{mail_port}" if mail_port else "",
        )

        async def render(*_: Any) -> None:
            return None

        self.rooms = Rooms(render, lambda *_: None)
        self.notices = Notices(self.host.store, settings, b"k" * 32, self.games, self.rooms, Mailer(settings))
        self.notices.grace, self.notices.now = 0, lambda: self.now
        self.notices.channels.guard = Guard(loopback=True)
        self.host.told = Commits(self.notices)

    async def settled(self) -> None:
        """Everything that is due has been done."""
        while self.notices._due or self.notices._tasks:
            await asyncio.sleep(0.002)

    async def due(self, game: GameId) -> None:
        """The look at this table that is due one day is taken now."""
        self.notices._due[game].cancel()
        self.notices._begin(game)
        while self.notices._tasks:
            await asyncio.sleep(0.002)

    async def table(self) -> tuple[GameId, str]:
        """A game at its first question, and the id of red."""
        game = await self.host.table()
        await self.settled()
        return game, await self.guest(game, RED)

    async def guest(self, game: GameId, seat: str) -> str:
        """Who holds a seat."""
        info = await self.games.info(game)
        assert info is not None
        return next(s.guest for s in info.seats if s.seat == seat) or ""

    async def sign_up(self, guest: str, **more: Any) -> None:
        """The guest has an account with a confirmed address."""
        row = {
            "guest_id": guest, "handle": "red", "mail": "red@example.org", "mail_ok": True, "password": "-",
            "role": "player", "banned": None, "prefs": {}, "vacation": None, "created": "", **more,
        }  # fmt: skip
        await self.host.store.run(lambda db: db.execute(account.insert(), row) and None)

    async def turn(self, game: GameId) -> None:
        """Both have bid and red has done, then blue: the bids of a new turn are asked."""
        await self.host.bids(game)
        for seat in (RED, BLUE):
            assert isinstance(await self.host.say(game, seat, "done"), Accepted)
        await self.settled()

    async def tell(self, guest: str, kind: str = "challenge", game: GameId | None = None) -> None:
        """The guest has been told, or not."""
        await self.notices.tell(guest, kind, {"name": "Ana", "game": "Meadow"}, game)
        await self.settled()

    async def log(self, guest: str) -> list[tuple[str, str]]:
        """What the guest was told and what came of it, the oldest first."""
        return [(row["kind"], row["result"]) for row in reversed(await self.notices.log(guest))]

    async def close(self) -> None:
        """All is stopped; the data stays."""
        await self.notices.close()
        await self.games.close()


@asynccontextmanager
async def house(folder: Path, mail_port: int = 0) -> AsyncIterator[House]:
    """A house that is open."""
    made = House(folder, mail_port)
    await made.notices.start()
    try:
        yield made
    finally:
        await made.close()
