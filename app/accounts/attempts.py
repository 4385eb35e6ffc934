"""How often a secret may be tried: by name and by address, in this process's memory."""

from __future__ import annotations

from limits import parse
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import MovingWindowRateLimiter


class Attempts:
    """So many tries in a moving window for each key."""

    def __init__(self, rate: str = "10 per 10 minutes") -> None:
        self.rate, self.counts = parse(rate), MovingWindowRateLimiter(MemoryStorage())

    async def allow(self, *keys: str) -> bool:
        """Whether one more is allowed for every key; it is counted for each."""
        return all([await self.counts.hit(self.rate, key) for key in keys if key])

    async def is_open(self, key: str) -> bool:
        """Whether one more would be allowed; it is not counted."""
        return not key or await self.counts.test(self.rate, key)

    async def forgive(self, key: str) -> None:
        """What was counted for a key is forgotten: the right secret was given."""
        await self.counts.clear(self.rate, key)
