"""An exported campaign is checked in a process beside the event loop, once for as long as its ledger is as it is.

Sixty battles take seconds of a processor to be played again: no page waits for them, and the next who asks is told what
was found.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from time import monotonic

import msgspec
from msgspec import Struct

from app.campaigns.ledger.verifying import examined
from app.games.processes import Processes
from app.games.verify import Earlier, Found
from app.systems import SYSTEMS

log = logging.getLogger(__name__)
LONGEST, KEPT, QUEUE, OWN = 120.0, 256, 16, 2
"""Seconds a check may take; of how many campaigns it is remembered; how many wait or are done at a time, and of those
how many that one asked for."""
AGAIN = 600.0
"""Seconds after which what there was no time for is begun anew."""


class Check(Struct, frozen=True):
    """How far a check is: ``doing``, ``done`` with its ``faults`` in words and the battles that earlier rules may
    account for, or ``short``: it took too long or too many wait, and whoever has the file does it himself."""

    state: str
    faults: tuple[str, ...] = ()
    earlier: tuple[Earlier, ...] = ()


class Known(Struct, frozen=True):
    """What was found out about a campaign of so many entries, and when."""

    seq: int
    at: float
    check: Check


class Task(Struct, frozen=True):
    """An export, and the systems that are played here."""

    raw: bytes
    systems: tuple[str, ...]


DOING, SHORT = Check("doing"), Check("short")


def work(packed: bytes) -> bytes:
    """What is wrong with an export, both as bytes."""
    task = msgspec.msgpack.decode(packed, type=Task)
    return msgspec.msgpack.encode(examined(task.raw, [one for one in SYSTEMS if one.key in task.systems]))


class Checks:
    """What was found out about campaigns, each as long as it has no more entries."""

    def __init__(
        self, export: Callable[[str], Awaitable[bytes]], systems: Iterable[str], clock: Callable[[], float] = monotonic
    ) -> None:
        self._export, self._systems, self._clock = export, tuple(systems), clock
        self._processes, self._turn = Processes(1), asyncio.Lock()
        self._found = OrderedDict[str, Known]()
        self._tasks = dict[str, tuple[str, asyncio.Task[None]]]()

    def of(self, campaign: str, seq: int, by: str) -> Check:
        """What was found out about a campaign of so many entries; if nothing was, that is begun for who asks."""
        found = self._found.get(campaign)
        if found and found.seq >= seq and (found.check != SHORT or self._clock() - found.at < AGAIN):
            self._found.move_to_end(campaign)
            return found.check
        if campaign not in self._tasks:
            asked = [one for one, _ in self._tasks.values()]
            if len(asked) >= QUEUE or asked.count(by) >= OWN:
                return SHORT
            task = asyncio.get_running_loop().create_task(self._check(campaign, seq))
            task.add_done_callback(lambda _: self._tasks.pop(campaign, None))
            self._tasks[campaign] = by, task
        return DOING

    async def _check(self, campaign: str, seq: int) -> None:
        """What is found out about it is kept."""
        try:
            async with self._turn:
                task = Task(await self._export(campaign), self._systems)
                made = await self._processes.send(work, msgspec.msgpack.encode(task), LONGEST)
            found = msgspec.msgpack.decode(made, type=Found)
            check = Check("done", found.faults, found.earlier)
        except Exception:
            log.exception("the check of campaign %s was not done", campaign)
            check = SHORT
        self._found[campaign] = Known(seq, self._clock(), check)
        while len(self._found) > KEPT:
            self._found.popitem(last=False)

    async def close(self) -> None:
        """Nothing is checked any more."""
        tasks = [task for _, task in self._tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._processes.close()
