"""The processes that serve one database.  None is special: whose process is gone, that table another one minds.

Who writes last to a game minds its clocks and its bots.  Each process says again and again that it lives; a table
whose process does not is claimed by whoever looks first.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence

from app.games.hours import Time
from app.store import StorageFull, Store, clocks, workers

BEAT = 2.0
"""Seconds between two signs of life."""
Take = Callable[[Sequence[str], Sequence[str]], None]
"""Games with clocks or orders, and games with bots, are minded here from now on."""
log = logging.getLogger(__name__)


async def nothing() -> None:
    """Nothing else is to be done for those who died."""


def nobody() -> None:
    """No game is in memory."""


class Crew:
    """This process among those on its database.  ``died``: called when another was found dead.

    Where the disk is full at the start it signs on later, before anything is done at any table: only then do clocks
    know that nobody was here.  ``late``: called then, for games that were loaded meanwhile.
    """

    def __init__(self, store: Store, time: Time, take: Take) -> None:
        self.me = secrets.token_hex(8)
        self.died: Callable[[], Awaitable[None]] = nothing
        self.late: Callable[[], None] = nobody
        self._store, self._time, self._take = store, time, take
        self._beating: asyncio.Task[None] | None = None
        self._mourning: asyncio.Task[None] | None = None
        self._dead, self._unsure = False, False
        self._waits = self._resting = False
        self._signing = asyncio.Lock()

    async def start(self) -> None:
        """This process is known to live and minds the tables that nobody minds, or will as soon as there is room."""
        self._waits = True
        try:
            await self.ready()
        except StorageFull:
            log.error("the disk is full: people can read and watch, and nothing is written until there is room")
        self._beating = asyncio.ensure_future(self._keep_beating())

    async def ready(self) -> None:
        """Signed on, if ``start`` was called; ``StorageFull`` if there is no room for it yet, or not any more."""
        if not self._waits:
            return
        async with self._signing:
            if self._resting:
                raise StorageFull("this process ends and has not signed on")
            if self._waits:
                await self._store.run(workers.sign_on, self.me, self._time.wall(), alone=not self._store.is_shared)
                self.late()
                await self._claim()
                self._waits = False

    async def rest(self) -> None:
        """No table is taken any more."""
        self._resting = True
        tasks = [task for task in (self._beating, self._mourning) if task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def close(self) -> None:
        """The others need not wait until this process is missed."""
        try:
            if not self._waits:
                await self._store.run(workers.sign_off, self.me)
        except StorageFull:
            log.warning("the disk is full: this process could not sign off")
        except Exception:
            log.exception("this process could not sign off")

    async def _claim(self) -> None:
        """What nobody minds is minded here; after a claim whose end is not known, also what may be claimed already."""
        unsure, self._unsure = self._unsure, True
        self._take(*await self._store.run(workers.take_over, self.me, again=unsure))
        self._unsure = False

    async def _keep_beating(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self._beat()
            except Exception as error:
                log.warning("no sign of life could be given: %s", str(error) or type(error).__name__)
            if self._dead and (self._mourning is None or self._mourning.done()):
                self._dead = False
                self._mourning = asyncio.ensure_future(self._mourn())

    async def _beat(self) -> None:
        """A sign of life, where others look for one; where the disk was full it is found out whether it still is."""
        await self.ready()
        if self._store.is_shared:
            self._dead |= await self._store.run(workers.beat, self.me)
            await self._claim()
        if self._store.full:
            await self._store.run(clocks.beat, self._time.wall())
            if self._store.relieved():
                log.warning("there is room on the disk again: everything goes on")

    async def _mourn(self) -> None:
        """What a dead process had begun is taken up; if that fails, again."""
        log.warning("a process on this database is gone: its tables are minded by the others")
        try:
            await self.died()
        except Exception:
            log.exception("what a dead process had begun could not be taken up yet")
            await asyncio.sleep(BEAT)
            self._dead = True
