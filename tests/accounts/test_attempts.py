"""Attempts counted in a Valkey by several processes, and by each for itself while it does not answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
from limits.aio.strategies import FixedWindowRateLimiter, MovingWindowRateLimiter, RateLimiter

from app.accounts.attempts import Attempts, Shared, Tally
from tests.mortal import mortal

pytestmark = [pytest.mark.servers, pytest.mark.anyio]
Tried = Callable[[str], None]
LONG = 60.0
"""Seconds; longer than a test lasts."""


@asynccontextmanager
async def shared(*urls: str, again: float = LONG) -> AsyncIterator[list[Shared]]:
    """A connection of one process for each address, with patience for a slow machine."""
    made = [Shared(url, patience=2.0, again=again) for url in urls]
    async with AsyncExitStack() as stack:
        for one in made:
            stack.push_async_callback(one.close)
        yield made


async def allowed(attempts: Attempts, times: int) -> list[bool]:
    """Whether each of so many tries is allowed."""
    return [await attempts.allow("ana") for _ in range(times)]


async def test_processes_count_together_and_forgive_together(empty_valkey: str) -> None:
    async with shared(empty_valkey, empty_valkey) as both:
        one, two = (Attempts("4 per minute", each) for each in both)
        assert await allowed(one, 2) + await allowed(two, 3) == [True] * 4 + [False]
        assert [await one.is_open("ana"), await one.is_open("bea"), await one.is_open("")] == [False, True, True]
        assert [await two.allow("bea", "ana"), await two.allow("bea", "")] == [False, True]
        await two.forgive("ana")
        assert await one.allow("ana")
        other = Attempts("4 per hour", both[0])  # another limit is counted apart
        assert await allowed(other, 5) == [True] * 4 + [False]


@pytest.mark.parametrize("way", [MovingWindowRateLimiter, FixedWindowRateLimiter])
async def test_a_valkey_killed_in_the_middle_is_no_error_and_is_asked_again_later(
    way: type[RateLimiter], tried: Tried
) -> None:
    with mortal() as valkey:
        async with shared(valkey.url, again=0.3) as (one,):
            tally = Tally(way, "5/hour", one)
            first = [await tally.hit("x") for _ in range(4)]
            valkey.kill()
            killed = [await tally.hit("x") for _ in range(7)]
            await tally.clear("x")
            cleared = await tally.hit("x")
            valkey.revive()
            still = await tally.test("x")
            await asyncio.sleep(0.35)
            back = [await tally.hit("x") for _ in range(6)]
            assert [first, killed, cleared, still] == [[True] * 4, [True] * 5 + [False] * 2, True, True]
            assert back == [True] * 5 + [False]  # a new Valkey knows nothing of before
            assert await one.storage.get("LIMITER/x/5/1/hour") == 6 if way is FixedWindowRateLimiter else True
    tried("19 attempts, the Valkey killed after 4 and back after 12: each counted somewhere, no error")


async def test_a_valkey_that_says_nothing_is_waited_for_once(tried: Tried) -> None:
    with mortal() as valkey:
        one = Shared(valkey.url, patience=1.0, again=LONG)
        attempts = Attempts("20 per hour", one)
        assert await attempts.allow("ana")
        valkey.freeze()
        asked = 0

        async def question() -> bool:
            nonlocal asked
            asked += 1
            return await one.storage.check()

        assert await one.ask(lambda: one.storage.get("x")) is None
        assert [await one.ask(question) for _ in range(50)] == [None] * 50
        assert asked == 0
        assert sum([await attempts.allow("ana") for _ in range(30)]) == 20
        valkey.thaw()
        await one.close()
    tried("81 questions to a frozen Valkey: one of them waited")


async def test_no_valkey_at_all_is_no_error() -> None:
    async with shared("redis://127.0.0.1:1/0", "unix:///nowhere/valkey.sock") as both:
        for one in both:
            assert await allowed(Attempts("2 per minute", one), 3) == [True, True, False]
