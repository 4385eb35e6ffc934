"""An exported campaign is checked in a process beside the event loop, once for as long as its ledger is as it is.

Sixty battles take seconds of a processor to be played again: no page waits for them, and the next who asks is told what
was found.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable

import msgspec
from msgspec import Struct

from app.campaigns.ledger.verifying import verify
from app.games.processes import Processes
from app.systems import SYSTEMS

log = logging.getLogger(__name__)
LONGEST, KEPT, QUEUE = 120.0, 256, 16
"""Seconds a check may take; of how many campaigns it is remembered; how many wait or are done at a time."""
Key = tuple[str, int]


class Check(Struct, frozen=True):
    """How far a check is: ``doing``, ``done`` with its ``faults`` in words, or ``short``: it took too long or too many
    wait, and whoever has the file does it himself."""

    state: str
    faults: tuple[str, ...] = ()


DOING, SHORT = Check("doing"), Check("short")


def work(raw: bytes) -> bytes:
    """What is wrong with an export, both as bytes."""
    return msgspec.msgpack.encode(verify(raw, SYSTEMS))


class Checks:
    """What was found out about campaigns, by campaign and how many entries it had."""

    def __init__(self, export: Callable[[str], Awaitable[bytes]]) -> None:
        self._export, self._processes, self._turn = export, Processes(1), asyncio.Lock()
        self._found = OrderedDict[Key, Check]()
        self._tasks: dict[Key, asyncio.Task[None]] = {}

    def of(self, campaign: str, seq: int) -> Check:
        """What was found out about a campaign of so many entries; if it was not looked at, that is begun."""
        key = campaign, seq
        if key in self._found:
            self._found.move_to_end(key)
            return self._found[key]
        if key not in self._tasks:
            if len(self._tasks) >= QUEUE:
                return SHORT
            task = self._tasks[key] = asyncio.get_running_loop().create_task(self._check(key))
            task.add_done_callback(lambda _: self._tasks.pop(key, None))
        return DOING

    async def _check(self, key: Key) -> None:
        """What is found out about it is kept."""
        try:
            async with self._turn:
                made = await self._processes.send(work, await self._export(key[0]), LONGEST)
            self._found[key] = Check("done", tuple(msgspec.msgpack.decode(made, type=list[str])))
        except Exception:
            log.exception("the check of campaign %s was not done", key[0])
            self._found[key] = SHORT
        while len(self._found) > KEPT:
            self._found.popitem(last=False)

    async def close(self) -> None:
        """Nothing is checked any more."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        await self._processes.close()
