"""One server does not reach the database, and nobody tells it: it says so in time, and the others play on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from app.systems import SYSTEMS
from tests.cluster.conftest import Found
from tests.cluster.engines import Postgres
from tests.cluster.line import Line
from tests.cluster.settling import closed, counted, settled
from tests.cluster.town import Shared, Worker, goes_on, pages, played_until, table
from tests.faults.house import until
from tests.faults.tables import Caller

pytestmark = [pytest.mark.servers, pytest.mark.slow]
HOLES = (False, True)
"""Whether all connections are broken when the line comes back."""
PAUSE = 0.2
"""Seconds between two answers at a table: nobody is more than 500 events behind at the end."""


def test_a_server_without_its_database_says_so(
    found: Found, postgres: Postgres, tried: Callable[[str], None]
) -> None:  # fmt: skip
    tried(asyncio.run(cut_off(found, postgres)))


async def cut_off(found: Found, postgres: Postgres) -> str:
    """The line between one server and the database went dead, and came back, twice; what was tried, in words."""
    line = Line(postgres.port)
    town = found(postgres_port=line.port)
    await town.open()
    cut, well = town.workers
    there = [await table(town, system.key, 4, [cut], patience=30) for system in SYSTEMS[:2]]
    here = [await table(town, system.key, 5, [well]) for system in SYSTEMS[2:]]
    games = [*there, *here]
    boards = [await pages(one) for one in games]
    enough = asyncio.Event()
    play = asyncio.gather(*(played_until(one, enough, PAUSE) for one in games))
    alive = asyncio.create_task(beats(cut, enough))
    meanwhile = 0
    for broken in HOLES:
        await asyncio.gather(*(goes_on(one) for one in games))
        line.die()
        before = sum(len(one.tape) for one in here)
        await asyncio.gather(*(is_told_to_wait(one) for one in there), *(goes_on(one) for one in here))
        meanwhile += sum(len(one.tape) for one in here) - before
        line.live()
        if broken:
            line.reset()
        await asyncio.gather(*(goes_on(one) for one in there))
    enough.set()
    await play
    count, slowest = await alive
    try:
        await settled(town, games, boards)
    finally:
        closed(games, boards)
        line.close()
    callers = [who for one in there for who in one.players]
    waited, away = max(who.slowest for who in callers), sum(who.away for who in callers)
    return (
        f"{len(HOLES)} cuts: {away} times told to wait, the longest after {waited:.1f} s; {count} signs of life "
        f"meanwhile, the slowest after {slowest:.2f} s; {meanwhile} answers elsewhere; {counted(games, boards)}"
    )


async def beats(worker: Worker, enough: asyncio.Event) -> tuple[int, float]:
    """How often a server said that it lives, and how long that took at most; it says so whatever happens."""
    loop, caller, count, slowest = asyncio.get_running_loop(), Caller(worker), 0, 0.0
    while not enough.is_set():
        began = loop.time()
        status, _ = await caller.call("GET", "/healthz")
        assert status == 200
        count, slowest = count + 1, max(slowest, loop.time() - began)
        await asyncio.sleep(0.1)
    caller.close()
    return count, slowest


async def is_told_to_wait(one: Shared) -> None:
    """Somebody at a table was told that the database does not answer, while it does not."""
    before = sum(who.away for who in one.players)
    await until(lambda: sum(who.away for who in one.players) > before, f"{one.system}: nobody is told")
