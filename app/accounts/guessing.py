"""Wrong passwords slow down whoever gives them, longer and longer; nobody is shut out by what strangers do.

What was tried is counted by name and network together, by network, and by name from everywhere.  The first tries of a
network for a name pass by the last of these: else two networks that never rest would win every turn there is, and who
comes from a third would wait for ever.  They are counted together too, so that many networks have an end.  A browser in
which the account was signed in before is counted for itself alone: nothing that others do makes it wait.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from ipaddress import IPv6Address, ip_address
from typing import Protocol

from msgspec import Struct

from app.accounts.attempts import Shared

REMEMBERED = 3600
"""Seconds after its first wrong try that a count is forgotten."""
PREFIX = 64
"""Bits of an IPv6 address that say whose network it is: the rest anybody chooses for himself."""
WIDE = 48
"""Bits of an IPv6 address that first tries are counted for: whole blocks of networks are one person's too."""
MANY = 50_000
"""Counts in memory, from which on those that have ended are looked for."""


def network_of(address: str, bits: int = PREFIX) -> str:
    """Whom an address counts for: an IPv4 address for itself, an IPv6 address for its network of so many bits."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return f"{IPv6Address(int(found) >> (128 - bits) << (128 - bits))}/{bits}"


class Pace(Struct, frozen=True):
    """So many tries are ``free``; after the last of them there is a wait of ``first`` seconds, doubled with each
    further one up to ``most``."""

    free: int
    first: int = 15
    most: int = 60

    def wait(self, tries: int) -> int:
        """Seconds to wait after so many tries."""
        beyond = tries - self.free
        return 0 if beyond < 0 else min(self.most, self.first << min(beyond, 16))


HERE, PLACE, EVERYWHERE = Pace(10), Pace(30), Pace(60)
"""For a name from one network (or a known browser), for all names from one network, for a name from everywhere."""
FIRST, FIRSTS = Pace(3), Pace(300)
"""How many tries of one network for a name, and of all networks, pass by what counts from everywhere."""


class Counts(Protocol):
    """Numbers that are forgotten after a while."""

    async def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """The number, so much higher; forgotten so many seconds after it was first counted."""

    async def get(self, key: str) -> int:
        """The number, or 0."""

    async def get_expiry(self, key: str) -> float:
        """When it is forgotten, in seconds of the system's clock."""

    async def clear(self, key: str) -> None:
        """It is 0."""


class Near:
    """Counts of this process."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock, self._kept = clock, dict[str, tuple[int, float]]()

    def _of(self, key: str) -> tuple[int, float]:
        number, ends = self._kept.get(key, (0, 0.0))
        return (number, ends) if ends > self._clock() else (0, 0.0)

    async def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """So much more."""
        if len(self._kept) > MANY:
            self._kept = {key: kept for key, kept in self._kept.items() if kept[1] > self._clock()}
        number, ends = self._of(key)
        self._kept[key] = (number + amount, ends or self._clock() + expiry)
        return number + amount

    async def get(self, key: str) -> int:
        """The number, or 0."""
        return self._of(key)[0]

    async def get_expiry(self, key: str) -> float:
        """When it is forgotten."""
        return self._of(key)[1]

    async def clear(self, key: str) -> None:
        """It is 0."""
        self._kept.pop(key, None)


Key = tuple[str, Pace]


class Guesses:
    """How long somebody waits before the next try; counted for all processes, else for this one."""

    def __init__(self, shared: Shared | None = None, clock: Callable[[], float] = time.time) -> None:
        self._clock, self._shared, self._near = clock, shared, Near(clock)

    async def take(self, *keys: Key) -> int:
        """0 if one may try now, which is counted for each key; else the seconds to wait, and nothing is counted."""
        shared = self._shared
        found = await shared.ask(lambda: self._take(shared.storage, keys)) if shared else None
        return await self._take(self._near, keys) if found is None else found

    async def are_free(self, *keys: Key) -> bool:
        """Whether there are free tries left for each of these keys."""
        shared = self._shared
        found = await shared.ask(lambda: self._free(shared.storage, keys)) if shared else None
        return await self._free(self._near, keys) if found is None else found

    async def forgive(self, *keys: Key) -> None:
        """What was counted for these keys is forgotten: the right secret was given."""
        await self._undo(self._forget, keys)

    async def give_back(self, *keys: Key) -> None:
        """The last try is not counted for these keys: it was right, which says nothing of those before."""
        await self._undo(self._less, keys)

    async def _undo(self, how: Callable[[Counts, str], Awaitable[None]], keys: Sequence[Key]) -> None:
        shared = self._shared
        for key, _ in keys:
            if shared is None or await shared.ask(partial(done, how, shared.storage, key)) is None:
                await how(self._near, key)

    async def _take(self, counts: Counts, keys: Sequence[Key]) -> int:
        waits = [await self._left(counts, key) for key, _ in keys]
        if longest := max(waits, default=0):
            return longest
        return max([await self._count(counts, key, pace) for key, pace in keys], default=0)

    async def _free(self, counts: Counts, keys: Sequence[Key]) -> bool:
        return all([await counts.get(tries(key)) < pace.free for key, pace in keys])

    async def _left(self, counts: Counts, key: str) -> int:
        if not await counts.get(gate(key)):
            return 0
        return max(1, round(await counts.get_expiry(gate(key)) - self._clock()))

    async def _count(self, counts: Counts, key: str, pace: Pace) -> int:
        """0, or the seconds to wait where many came through at once and another was first."""
        wait = pace.wait(await counts.incr(tries(key), REMEMBERED))
        return wait if wait and await counts.incr(gate(key), wait) > 1 else 0

    async def _forget(self, counts: Counts, key: str) -> None:
        await counts.clear(tries(key))
        await counts.clear(gate(key))

    async def _less(self, counts: Counts, key: str) -> None:
        await counts.incr(tries(key), REMEMBERED, -1)
        await counts.clear(gate(key))


async def done(how: Callable[[Counts, str], Awaitable[None]], counts: Counts, key: str) -> bool:
    """True, once it is."""
    await how(counts, key)
    return True


def tries(key: str) -> str:
    """Where it stands how often was tried."""
    return f"tried {key}"


def gate(key: str) -> str:
    """What stands while nobody may try."""
    return f"wait {key}"
