"""A look at what other processes have changed, for what was not told: nobody stays behind for long.

Once a second, over a shared database and for the tables that somebody has open here: one query for the games, one
for the talk; now and again one for the people, of whom some may have lost the right to be here.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress

import msgspec

from app.live.rooms import Rooms
from app.store.talk import Fresh

LATE = 50
"""So many numbers after a line of talk, one that has a lower number may still become durable."""
EVERY, RECHECK = 1.0, 10
"""Seconds between two looks; looks from one at the people to the next."""
Heads = Callable[[Sequence[str]], Awaitable[Mapping[str, int]]]
"""How often each of these games has been changed."""
Lines = Callable[[Sequence[str], int | None], Awaitable[tuple[int, Sequence[Fresh]]]]
"""The number of the last line of talk, and those of these games after a number (``None``: none)."""
log = logging.getLogger(__name__)


class Sweep:
    """The looks of one process, one at a time."""

    def __init__(self, rooms: Rooms, heads: Heads, lines: Lines | None = None, every: float = EVERY) -> None:
        self._rooms, self._heads, self._lines, self._every = rooms, heads, lines, every
        self._revs: dict[str, int] = {}
        self._line: int | None = None
        self._named: dict[str, set[int]] = {}
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._is_well = True
        self.looks = 0
        """Looks that came to an end."""

    def start(self) -> None:
        """Looks follow one another until ``close``."""
        self._task = asyncio.get_running_loop().create_task(self._going())

    async def close(self) -> None:
        """No look is under way, and none follows."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def afresh(self) -> None:
        """The next look is at once, and every room is told where its game stands."""
        self._revs = {}
        self._wake.set()

    async def _going(self) -> None:
        while True:
            try:
                await self.look()
                self._is_well = True
            except Exception:
                if self._is_well:
                    log.exception("changes by other processes cannot be looked for")
                self._is_well = False
            with suppress(TimeoutError):
                async with asyncio.timeout(self._every):
                    await self._wake.wait()
            self._wake.clear()

    async def look(self) -> None:
        """All rooms of this process have been told what they had missed until now."""
        games = list(self._rooms.rooms)
        if not games:
            self._revs, self._line, self._named = {}, None, {}
            return
        await self._look_at_games(games)
        if self._lines:
            await self._look_at_talk(games, self._lines)
        self.looks += 1
        if self.looks % RECHECK == 0:
            await self._rooms.look_at_all(games)

    async def _look_at_games(self, games: Sequence[str]) -> None:
        """A room is told if its game has another number than at the last look, whatever the room was told since.

        Those who may look on no longer are cut before.  What was told already is told to nobody again: a room sends
        only what is new.
        """
        found = await self._heads(games)
        changed = [game for game, rev in found.items() if self._revs.get(game) != rev]
        await self._rooms.look_at_all(changed)
        for game in changed:
            self._rooms.told(game, found[game], "events")
        self._revs = dict(found)

    async def _look_at_talk(self, games: Sequence[str], lines: Lines) -> None:
        """Pages learn the numbers of new lines that are for them; they ask for those that they do not have."""
        since, known = self._line, self._named
        if since is None:
            since, _ = await lines(games, None)
        self._line, found = await lines(games, since - LATE)
        self._named = {game: {line.id for line in found if line.game == game} for game in games}
        fresh = [line for line in found if line.id > since or line.id not in known.get(line.game, (line.id,))]
        last = {(line.game, line.scope, line.seat, line.over): line.id for line in fresh}
        for (game, scope, seat, over), id in last.items():
            text = msgspec.json.encode({"talk_after": id}).decode()
            self._rooms.say_here(game, text, ("talk", [scope, seat, over]))
