"""Processes beside the event loop for work that may be long: begun when first needed, ended together."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import parent_process
from threading import Thread

LOWER = 5
"""How much these processes stand back behind those that serve."""


class Processes:
    """So many at most."""

    def __init__(self, number: int) -> None:
        self._number, self._turns = number, asyncio.Semaphore(max(number, 1))
        self._pool: ProcessPoolExecutor | None = None
        self._is_closed = False

    async def send(self, work: Callable[[bytes], bytes], packed: bytes, longest: float) -> bytes:
        """What a process made of it, when its turn had come; where one dies, or is not done after so many seconds of
        work, all of them end, and the next task begins others.  Once they are closed there are none."""
        async with self._turns:
            return await self._done(work, packed, longest)

    async def _done(self, work: Callable[[bytes], bytes], packed: bytes, longest: float) -> bytes:
        if self._is_closed:
            raise BrokenExecutor("these processes are closed")
        pool = self._pool
        if pool is None:
            spawn = multiprocessing.get_context("spawn")
            pool = self._pool = ProcessPoolExecutor(self._number, mp_context=spawn, initializer=begin)
        try:
            async with asyncio.timeout(longest):
                return await asyncio.get_running_loop().run_in_executor(pool, work, packed)
        except (BrokenExecutor, TimeoutError):
            await self._end(pool)
            raise
        except asyncio.CancelledError:
            if (task := asyncio.current_task()) and task.cancelling():
                raise
            raise BrokenExecutor("these processes were ended") from None  # by another task of theirs

    async def _end(self, pool: ProcessPoolExecutor) -> None:
        """Nothing is done by these processes any more."""
        if self._pool is not pool:
            return  # another task has ended them
        self._pool = None
        for process in list((pool._processes or {}).values()):  # there is no other way to end them in mid-task
            with suppress(ProcessLookupError):
                process.terminate()
        await asyncio.to_thread(pool.shutdown, wait=True, cancel_futures=True)

    async def close(self) -> None:
        """The processes have ended, and none begins any more."""
        self._is_closed = True
        if self._pool is not None:
            await self._end(self._pool)


def begin() -> None:
    """This process stands back behind others, and ends with the one that began it."""
    with suppress(OSError, AttributeError):  # Windows knows none
        os.nice(LOWER)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(0)
