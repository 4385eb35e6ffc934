"""The other processes of this server: what this one tells them, and what it does when they tell something.

Each says who is at its tables whenever that changes, and all of it now and again; one that is silent for long is
believed to be gone.  Without a Valkey nobody is told: then each looks what the others have changed, if there are
others.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from app.live.rooms import Rooms
from app.live.sweep import Sweep
from app.live.telling import Cut, Everyone, Here, Message, Said, Told, WhoIsHere

if TYPE_CHECKING:
    from app.live.bus import Bus

BEAT, SOON = 10.0, 0.25
"""Seconds between two words on who is here at all tables; until a change at one of them is told."""


class Neighbours:
    """All other processes.  ``sweep``: the looks, over a database that others may change.

    ``on_told`` is called with game and version when another process has changed a game.
    """

    def __init__(
        self, url: str, channel: str, rooms: Rooms, sweep: Sweep | None = None,
        on_told: Callable[[str, int], None] = lambda _game, _version: None,
    ) -> None:  # fmt: skip
        self._rooms, self._sweep, self._on_told = rooms, sweep, on_told
        self._due: dict[str, asyncio.TimerHandle] = {}
        self._beating: asyncio.Task[None] | None = None
        self.bus: Bus | None = None
        if url:
            from app.live.bus import Bus  # the client takes a third of a second to load, and few need it

            self.bus = Bus(url, channel, self.heard, self._joined)
            rooms.publish, rooms.moved = self.bus.publish, self._moved

    @property
    def is_up(self) -> bool:
        """Whether other processes hear this one, and this one them."""
        return self.bus is not None and self.bus.is_up

    async def start(self) -> None:
        """The line to the others is being opened, and the looks begin."""
        if self._sweep:
            self._sweep.start()
        if self.bus:
            await self.bus.start()
            self._beating = asyncio.create_task(self._beat())

    async def close(self) -> None:
        """The looks have ended, the others know that nobody is here any more, the line is closed."""
        if self._sweep:
            await self._sweep.close()
        for timer in self._due.values():
            timer.cancel()
        if self._beating:
            self._beating.cancel()
            await asyncio.gather(self._beating, return_exceptions=True)
        if self.bus:
            await self.bus.close(Everyone())

    def told(self, game: str, version: int, what: str) -> None:
        """The hub of the games: called after a commit.  The others are told.  Never blocks, never fails."""
        if self.bus:
            self.bus.publish(Told(game, version, what))

    # -- who is here -----------------------------------------------------------

    def _moved(self, game: str) -> None:
        """Those who come and go in quick succession are told of at once."""
        if game not in self._due:
            self._due[game] = asyncio.get_running_loop().call_later(SOON, self._tell, game)

    def _tell(self, game: str) -> None:
        del self._due[game]
        self._rooms.publish(self._rooms.here(game))

    def _tell_all(self) -> None:
        self._rooms.publish(Everyone([self._rooms.here(game) for game in self._rooms.rooms]))

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            self._tell_all()
            self._rooms.drop_silent()

    def _joined(self) -> None:
        self._rooms.publish(WhoIsHere())
        self._tell_all()
        if self._sweep:
            self._sweep.afresh()

    # -- what the others tell --------------------------------------------------

    def heard(self, process: str, message: Message) -> None:
        """What another process has told is passed on to those whom it concerns here."""
        match message:
            case Told(game, version, what):
                self._rooms.told(game, version, what)
                self._on_told(game, version)
            case Said(game, text, rule, value, apart):
                self._rooms.say_here(game, text, (rule, value), apart=apart)
            case Cut(game, guest):
                self._rooms.cut_here(game=game, guest=guest)
            case Here():
                self._rooms.heard(process, message)
            case Everyone(tables):
                self._rooms.replaced(process, tables)
            case WhoIsHere():
                self._tell_all()
