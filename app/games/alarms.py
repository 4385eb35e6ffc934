"""Alarms of tables: what is to be done after a time, unless it is no longer wanted by then."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple

from app.games.hours import Time
from app.games.results import GameId, Refused, Result, Stale

AGAIN = 5.0
"""After how many seconds a deed is tried again that the store could not keep."""
UNKEPT = ("table.disk-full", "table.busy", "table.away")
log = logging.getLogger(__name__)


class Wanted(NamedTuple):
    """What is to happen: ``name`` tells it from what was wanted before, ``ring`` does it."""

    name: str
    seconds: float
    ring: Callable[[Alarm], Awaitable[None]]


class Alarm:
    """One that runs.  While it is ``ringing`` its deed is being done and it is not stopped."""

    def __init__(self, game: GameId, key: str, name: str, ends: float) -> None:
        self.game, self.key, self.name, self.ends, self.ringing = game, key, name, ends, False


class Alarms:
    """The alarms of all tables: at most one of each key at a table."""

    def __init__(self, time: Time) -> None:
        self.time = time
        self._alarms: dict[GameId, dict[str, Alarm]] = {}
        self._tasks: dict[Alarm, asyncio.Task[None]] = {}

    def set(self, game: GameId, wanted: Mapping[str, Wanted]) -> None:
        """These alarms run at the table and no others; one that runs already under its name goes on."""
        for key, alarm in list(self._of(game).items()):
            if key not in wanted or wanted[key].name != alarm.name:
                self._stop(alarm)
        for key, one in wanted.items():
            if key not in self._of(game):
                self._start(game, key, one)

    def left(self, game: GameId, key: str) -> tuple[str, float] | None:
        """The name of a running alarm and its seconds left."""
        alarm = self._of(game).get(key)
        return (alarm.name, max(0.0, round(alarm.ends - self.time.now(), 3))) if alarm else None

    def is_wanted(self, alarm: Alarm) -> bool:
        """Whether nothing has taken its place."""
        return self._of(alarm.game).get(alarm.key) is alarm

    def drop(self, alarm: Alarm) -> None:
        """It counts as running no longer."""
        if self.is_wanted(alarm):
            del self._alarms[alarm.game][alarm.key]
            if not self._alarms[alarm.game]:
                del self._alarms[alarm.game]

    async def tried(self, alarm: Alarm, deed: Callable[[], Awaitable[Result]]) -> Result | None:
        """What the deed led to, tried until it could be kept; ``None``: it was no longer wanted."""
        while True:
            alarm.ringing = True
            said = await deed()
            alarm.ringing = False
            if not self.is_wanted(alarm) or isinstance(said, Stale):
                return None
            if not (isinstance(said, Refused) and said.refusal.code in UNKEPT):
                return said
            await self.time.sleep(AGAIN)

    async def close(self) -> None:
        """None runs any more; a deed that was being done is done."""
        for game in list(self._alarms):
            self.set(game, {})
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    # -- internals -----------------------------------------------------------

    def _of(self, game: GameId) -> Mapping[str, Alarm]:
        return self._alarms.get(game, {})

    def _stop(self, alarm: Alarm) -> None:
        self.drop(alarm)
        if not alarm.ringing:
            self._tasks[alarm].cancel()

    def _start(self, game: GameId, key: str, one: Wanted) -> None:
        alarm = Alarm(game, key, one.name, self.time.now() + one.seconds)
        self._alarms.setdefault(game, {})[key] = alarm
        self._tasks[alarm] = asyncio.ensure_future(self._running(alarm, one))
        self._tasks[alarm].add_done_callback(lambda _: self._tasks.pop(alarm))

    async def _running(self, alarm: Alarm, one: Wanted) -> None:
        try:
            await self.time.sleep(max(0.0, alarm.ends - self.time.now()))
            while not await self._rung(alarm, one):
                await self.time.sleep(AGAIN)
        finally:
            self.drop(alarm)

    async def _rung(self, alarm: Alarm, one: Wanted) -> bool:
        """Whether it is done, or no longer wanted; whatever goes wrong, a table must not stand still for it."""
        try:
            await one.ring(alarm)
        except Exception:
            log.exception("an alarm failed at table %s", alarm.game)
            alarm.ringing = False
            return not self.is_wanted(alarm)
        return True
