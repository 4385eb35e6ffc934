"""Work that may be long, beside the event loop: in a few threads, so that others are served between its steps.

What it takes of a processor is counted for whoever caused it.
"""

from __future__ import annotations

import asyncio
import sys
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar, copy_context
from time import thread_time
from typing import TypeVar

T = TypeVar("T")
THREADS = 4
"""So many such works are under way at one time in one process; more wait, and the loop is served among these."""
TURN = 0.001
"""Seconds after which a thread lets others go on; Python's own 5 ms are felt where several work."""
BRIEF, KNOWN = 0.003, 8192
"""Seconds that a work may take on the loop, and of how many works it is known how long they took."""
TOOK: OrderedDict[Hashable, float] = OrderedDict()


class Spent:
    """Seconds of a processor that somebody's request has taken so far, on the loop and beside it."""

    __slots__ = ("seconds",)

    def __init__(self) -> None:
        self.seconds = 0.0

    def add(self, seconds: float) -> None:
        """So many seconds more."""
        self.seconds += seconds


SPENT: ContextVar[Spent | None] = ContextVar("spent", default=None)
"""Where what is done now is counted; ``None``: nobody's request caused it."""
POOL = ThreadPoolExecutor(THREADS, "aside")


async def aside(work: Callable[[], T]) -> T:
    """What the work returned, or its exception; the loop went on meanwhile."""
    context, spent, took = copy_context(), SPENT.get(), 0.0

    def timed() -> T:
        nonlocal took
        begun = thread_time()
        try:
            return context.run(work)
        finally:
            took = thread_time() - begun

    try:
        return await asyncio.get_running_loop().run_in_executor(POOL, timed)
    finally:
        if spent is not None:
            spent.add(took)


async def briefly(what: Hashable, work: Callable[[], T]) -> T:
    """What the work returned, or its exception: done here and now where it was short last time, for going to a thread
    and back costs a tenth of a millisecond; else, and the first time, beside the loop."""
    took = BRIEF  # of what is given up before its end nobody knows how long it takes

    def timed() -> T:
        nonlocal took
        begun = thread_time()
        try:
            return work()
        finally:
            took = thread_time() - begun

    try:
        return timed() if TOOK.get(what, BRIEF) < BRIEF else await aside(timed)
    finally:
        TOOK[what] = took
        TOOK.move_to_end(what)
        if len(TOOK) > KNOWN:
            TOOK.popitem(last=False)


def share_fairly() -> None:
    """Threads of this process take turns more often than Python does by itself."""
    sys.setswitchinterval(TURN)
