"""The time of day and the time that passes, as values: tests bring their own."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import NamedTuple


def wall_ms() -> int:
    """Milliseconds since 1970, as this machine's clock has it."""
    return time.time_ns() // 1_000_000


class Time(NamedTuple):
    """Seconds that only go forward, a way to let some pass, and the hour in milliseconds since 1970."""

    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    wall: Callable[[], int] = wall_ms


def settled(time: Time) -> Time:
    """The same, with an hour that nobody can set: the one it is now, and the time that passes since.

    A machine's clock that is set, or a machine that slept, must not cost a player time to think, nor show those who
    watch later what they may not see yet.
    """
    first = time.wall() - round(time.now() * 1000)
    return time._replace(wall=lambda: first + round(time.now() * 1000))


REAL = settled(Time())
