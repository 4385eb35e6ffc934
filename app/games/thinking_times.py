"""How long a bot may think: seconds of a processor, and by the clock where the machine is busy."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, process_time

SLOWLY = 4
"""On a busy machine a bot waits so many times as long for its time of a processor."""


def until(seconds: float) -> Callable[[], bool]:
    """Whether this time of a processor, and what it may take on a busy machine, are not over yet."""
    end, late = process_time() + seconds, monotonic() + SLOWLY * seconds
    return lambda: process_time() < end and monotonic() < late
