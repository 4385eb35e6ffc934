"""Servers that are killed, and servers that are replaced one after the other, while people play and look on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random

import pytest

from app.systems import SYSTEMS
from tests.cluster.conftest import Found
from tests.cluster.settling import counted, proven
from tests.cluster.town import Town, Worker, pages, played_until, table

pytestmark = [pytest.mark.servers, pytest.mark.slow]
KILLS = 2


def test_servers_come_and_go(found: Found, tried: Callable[[str], None]) -> None:
    tried(asyncio.run(replaced(found())))


async def replaced(town: Town) -> str:
    """Servers were killed, and then all were replaced; what was tried, in words."""
    await town.open()
    games = [await table(town, system.key, 6) for system in SYSTEMS]
    boards = [await pages(one) for one in games]
    enough = asyncio.Event()
    play = asyncio.gather(*(played_until(one, enough) for one in games))
    rng = Random(6)
    for n in range(KILLS):
        await asyncio.sleep(rng.random() * 0.8)
        await killed(town.workers[n % 2])
    for worker in town.workers:
        await asyncio.sleep(0.5)
        await asyncio.to_thread(worker.stop)
        await worker.start()
    await asyncio.sleep(0.5)
    enough.set()
    await play
    events = await proven(town, games, boards)
    assert all(page.cuts for followers in boards for page in followers)
    lives = sum(worker.lives for worker in town.workers)
    return f"{KILLS} kills, {lives} lives of 2 servers; {counted(games, boards)}; {events} events verified"


async def killed(worker: Worker) -> None:
    """It was killed, and lives again."""
    worker.kill()
    await worker.start()
