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
from app.store import Store, workers

BEAT = 2.0
"""Seconds between two signs of life."""
Take = Callable[[Sequence[str], Sequence[str]], None]
"""Games with clocks or orders, and games with bots, are minded here from now on."""
log = logging.getLogger(__name__)


async def nothing() -> None:
    """Nothing else is to be done for those who died."""


class Crew:
    """This process among those on its database.  ``died``: called when another was found dead."""

    def __init__(self, store: Store, time: Time, take: Take) -> None:
        self.me = secrets.token_hex(8)
        self.died: Callable[[], Awaitable[None]] = nothing
        self._store, self._time, self._take = store, time, take
        self._beating: asyncio.Task[None] | None = None
        self._mourning: asyncio.Task[None] | None = None
        self._dead, self._unsure = False, False

    async def start(self) -> None:
        """This process is known to live and minds the tables that nobody minds."""
        await self._store.run(workers.sign_on, self.me, self._time.wall(), alone=not self._store.is_shared)
        await self._claim()
        if self._store.is_shared:
            self._beating = asyncio.ensure_future(self._keep_beating())

    async def rest(self) -> None:
        """No table is taken any more."""
        tasks = [task for task in (self._beating, self._mourning) if task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def close(self) -> None:
        """The others need not wait until this process is missed."""
        try:
            await self._store.run(workers.sign_off, self.me)
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
                self._dead |= await self._store.run(workers.beat, self.me)
                await self._claim()
            except Exception as error:
                log.warning("no sign of life could be given: %s", str(error) or type(error).__name__)
            if self._dead and (self._mourning is None or self._mourning.done()):
                self._dead = False
                self._mourning = asyncio.ensure_future(self._mourn())

    async def _mourn(self) -> None:
        """What a dead process had begun is taken up; if that fails, again."""
        log.warning("a process on this database is gone: its tables are minded by the others")
        try:
            await self.died()
        except Exception:
            log.exception("what a dead process had begun could not be taken up yet")
            await asyncio.sleep(BEAT)
            self._dead = True
