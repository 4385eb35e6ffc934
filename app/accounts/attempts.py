"""How often something may be tried, by whom or from where: counted for all processes, else for this one."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from limits import parse
from limits.aio.storage import MemoryStorage, RedisStorage
from limits.aio.strategies import MovingWindowRateLimiter, RateLimiter

T = TypeVar("T")
PATIENCE, AGAIN, CONNECTIONS = 0.2, 5.0, 16
"""Seconds until an answer of Valkey is given up, and until it is asked again; connections to it at most."""
log = logging.getLogger(__name__)


class Shared:
    """A Valkey in which all processes count.  It is left alone for a while whenever it does not answer in time."""

    def __init__(self, url: str, patience: float = PATIENCE, again: float = AGAIN) -> None:
        from redis import RedisError  # the client takes a third of a second to load, and few need it
        from redis.asyncio import BlockingConnectionPool
        from redis.asyncio.retry import Retry
        from redis.backoff import NoBackoff

        self._patience, self._again, self._not_before, self._is_up = patience, again, 0.0, True
        self._down = (RedisError, OSError, TimeoutError)
        self._pool = BlockingConnectionPool.from_url(
            url, max_connections=CONNECTIONS, timeout=patience, socket_connect_timeout=patience,
            socket_timeout=patience, retry=Retry(NoBackoff(), 0), protocol=2,
        )  # fmt: skip
        options: dict[str, Any] = {"connection_pool": self._pool}
        self.storage = RedisStorage("redis://", implementation="redispy", key_prefix="gunbai", **options)

    async def ask(self, work: Callable[[], Awaitable[T]]) -> T | None:
        """What came of it; ``None`` if Valkey does not answer, or did not a short while ago.  Never an error."""
        now = asyncio.get_running_loop().time()
        if now < self._not_before:
            return None
        try:
            async with asyncio.timeout(self._patience):
                done = await work()
        except self._down as error:
            if self._is_up:
                why = str(error) or type(error).__name__
                log.warning("counting in this process alone: Valkey does not answer: %s", why)
            self._is_up, self._not_before = False, now + self._again
            return None
        self._is_up = True
        return done

    async def close(self) -> None:
        """No connection is left."""
        await self._pool.aclose()


class Tally:
    """Counts of one kind under one limit, in Valkey while it answers, else in this process's memory."""

    def __init__(self, way: type[RateLimiter], rate: str, shared: Shared | None = None) -> None:
        self.rate, self._shared = parse(rate), shared
        self._near, self._far = way(MemoryStorage()), way(shared.storage) if shared else None

    async def hit(self, *key: str) -> bool:
        """Whether one more is allowed; it is counted."""
        return await self._ask(lambda counts: counts.hit(self.rate, *key))

    async def test(self, *key: str) -> bool:
        """Whether one more would be allowed; it is not counted."""
        return await self._ask(lambda counts: counts.test(self.rate, *key))

    async def clear(self, *key: str) -> None:
        """What was counted is forgotten."""
        await self._near.clear(self.rate, *key)
        far = self._far
        if self._shared and far:
            await self._shared.ask(lambda: far.clear(self.rate, *key))

    async def _ask(self, question: Callable[[RateLimiter], Awaitable[bool]]) -> bool:
        far = self._far
        found = await self._shared.ask(lambda: question(far)) if self._shared and far else None
        return await question(self._near) if found is None else found


class Attempts:
    """So many tries in a moving window for each key."""

    def __init__(self, rate: str = "10 per 10 minutes", shared: Shared | None = None) -> None:
        self.counts = Tally(MovingWindowRateLimiter, rate, shared)

    async def allow(self, *keys: str) -> bool:
        """Whether one more is allowed for every key; it is counted for each."""
        return all([await self.counts.hit(key) for key in keys if key])

    async def is_open(self, key: str) -> bool:
        """Whether one more would be allowed; it is not counted."""
        return not key or await self.counts.test(key)

    async def forgive(self, key: str) -> None:
        """What was counted for a key is forgotten: the right secret was given."""
        await self.counts.clear(key)
