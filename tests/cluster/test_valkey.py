"""What the servers tell each other by goes away in every way, while people at all of them look on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from app.systems import SYSTEMS
from tests.cluster.conftest import Found
from tests.cluster.engines import Valkey
from tests.cluster.line import Line
from tests.cluster.settling import closed, counted, settled
from tests.cluster.town import Follower, Shared, pages, played_until, table
from tests.faults.house import until

pytestmark = [pytest.mark.servers, pytest.mark.slow]


def test_it_goes_away_in_every_way(found: Found, valkey: Valkey, tried: Callable[[str], None]) -> None:
    tried(asyncio.run(without(found, valkey)))


async def without(found: Found, valkey: Valkey) -> str:
    """Everybody was told everything, with Valkey or without; what was tried, in words."""
    line = Line(valkey.port)
    town = found(valkey_port=line.port)
    await town.open()
    games = [await table(town, system.key, 3) for system in SYSTEMS]
    boards = [[*await pages(one), *await pages(one, town.workers[::-1])] for one in games]
    enough = asyncio.Event()
    play = asyncio.gather(*(played_until(one, enough, 0.05) for one in games))
    spans = await gone(valkey, line, games, boards)
    enough.set()
    await play
    try:
        await settled(town, games, boards)
    finally:
        closed(games, boards)
        line.close()
    worst = {name: late(games, boards, *span) for name, span in spans.items()}
    said = ", ".join(f"{name} {seconds:.2f} s" for name, seconds in worst.items())
    return f"{counted(games, boards)}; the last of them told after at most: {said}"


async def gone(
    valkey: Valkey, line: Line, games: list[Shared], boards: list[list[Follower]]
) -> dict[str, tuple[float, float]]:
    """It was killed, cut off from one server, and frozen, each until all were told without it: from when to when."""
    loop, spans = asyncio.get_running_loop(), dict[str, tuple[float, float]]()
    for name, fault in (("there", there), ("killed", killed), ("cut off", cut_off), ("frozen", frozen)):
        began = loop.time()
        async with fault(valkey, line):
            await asyncio.gather(*(told(*one, began) for one in zip(games, boards, strict=True)))
        spans[name] = began, loop.time()
    return spans


async def told(one: Shared, followers: list[Follower], since: float) -> None:
    """An answer given since then is on every page."""

    def is_told() -> bool:
        given = [version for version, at in one.given.items() if at >= since]
        return one.is_over or (bool(given) and all(page.seen.version >= min(given) for page in followers))

    await until(is_told, f"{one.system}: not all are told")


@asynccontextmanager
async def there(valkey: Valkey, line: Line) -> AsyncIterator[None]:
    """Nothing is wrong."""
    yield


@asynccontextmanager
async def killed(valkey: Valkey, line: Line) -> AsyncIterator[None]:
    """It is dead meanwhile."""
    valkey.end()
    yield
    await asyncio.to_thread(valkey.start)


@asynccontextmanager
async def cut_off(valkey: Valkey, line: Line) -> AsyncIterator[None]:
    """One server does not reach it meanwhile; all it was connected by is lost at last."""
    line.die()
    yield
    line.live()
    line.reset()


@asynccontextmanager
async def frozen(valkey: Valkey, line: Line) -> AsyncIterator[None]:
    """It takes what is sent, and does nothing."""
    with valkey.frozen():
        yield


def late(games: list[Shared], boards: list[list[Follower]], since: float, until: float) -> float:
    """How long after an answer in this time was acknowledged the last page showed it, at most."""
    worst = 0.0
    for one, followers in zip(games, boards, strict=True):
        for version, at in one.given.items():
            if since <= at <= until:
                worst = max(worst, *(page.shown(version) - at for page in followers))
    return worst
