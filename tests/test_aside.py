"""What is done on the event loop itself is what is known to be short."""

from __future__ import annotations

import asyncio
import threading
from time import sleep, thread_time

import pytest

from app import aside
from app.aside import BRIEF, THREADS, briefly


def slow() -> bool:
    """Whether it was done on the loop; it takes longer than that may."""
    until = thread_time() + 2 * BRIEF
    while thread_time() < until:
        pass
    return threading.current_thread() is threading.main_thread()


def test_a_work_that_was_short_last_time_is_done_on_the_loop_and_no_other() -> None:
    async def run() -> list[bool]:
        found = [await briefly("short", lambda: threading.current_thread() is threading.main_thread()) for _ in "12"]
        return found + [await briefly("long", slow) for _ in "12"]

    assert asyncio.run(run()) == [False, True, False, False]


def test_a_work_that_was_given_up_is_not_taken_for_a_short_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aside, "TOOK", type(aside.TOOK)())

    async def run() -> bool:
        busy = [asyncio.create_task(aside.aside(lambda: sleep(0.2))) for _ in range(THREADS)]
        await asyncio.sleep(0)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.02):
                await briefly("given up", slow)
        await asyncio.gather(*busy)
        return await briefly("given up", slow)

    assert not asyncio.run(run())
