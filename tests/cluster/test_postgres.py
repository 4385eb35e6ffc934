"""The database crashes, stops, and comes back, and is set up by several at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
import sqlalchemy as sa

from app.store.db import check
from app.systems import SYSTEMS
from tests.cluster.conftest import Found
from tests.cluster.engines import Postgres
from tests.cluster.settling import closed, counted, proven, settled
from tests.cluster.town import Shared, Town, goes_on, pages, played_until, table
from tests.faults.tables import Caller

pytestmark = [pytest.mark.servers, pytest.mark.slow]
RESTARTS, COMMANDS = ("immediate", "fast"), 20


def test_four_that_start_at_once_make_one_schema(found: Found) -> None:
    town = found(4)
    asyncio.run(town.open())
    rows = town.read(lambda db: db.execute(sa.text("SELECT version_num FROM alembic_version")).scalars().all())
    assert len(rows) == 1
    check(town.engine)
    for worker in town.workers:
        assert "Traceback" not in worker.words()


def test_it_is_restarted_while_people_play(found: Found, postgres: Postgres, tried: Callable[[str], None]) -> None:
    tried(asyncio.run(restarted(found(), postgres)))


async def restarted(town: Town, postgres: Postgres) -> str:
    """People played on through crashes and stops of the database; what was tried, in words."""
    await town.open()
    games = [await table(town, system.key, 1) for system in SYSTEMS]
    boards = [await pages(one) for one in games]
    enough = asyncio.Event()
    play = asyncio.gather(*(played_until(one, enough) for one in games))
    for how in RESTARTS:
        await asyncio.gather(*(goes_on(one) for one in games))
        await asyncio.to_thread(postgres.restart, how)
    await asyncio.gather(*(goes_on(one) for one in games))
    enough.set()
    await play
    events = await proven(town, games, boards)
    away = sum(who.away for one in games for who in one.players)
    assert away
    return f"{len(RESTARTS)} restarts, {away} times told to wait; {counted(games, boards)}; {events} events"


def test_a_command_that_comes_to_both_is_done_once(found: Found, tried: Callable[[str], None]) -> None:
    tried(asyncio.run(doubled(found())))


async def doubled(town: Town) -> str:
    """The same command came to both servers at the same instant, again and again; what was tried, in words."""
    await town.open()
    games = [await table(town, system.key, 2) for system in SYSTEMS]
    count = 0
    while count < COMMANDS:
        for one in games:
            if not one.is_over:
                await twice(town, one)
                count += 1
    try:
        await settled(town, games)
    finally:
        closed(games)
    return f"{count} commands, each to {len(town.workers)} servers at once"


async def twice(town: Town, one: Shared) -> None:
    """Both servers were sent the same, and said the same."""
    sent = one.drawn()
    callers = [Caller(worker) for worker in town.workers]
    for caller in callers:
        caller.cookie = one.people[sent.seat].cookie
    said = await asyncio.gather(*(c.call("POST", f"{one.path}/answers", sent.body()) for c in callers))
    for caller in callers:
        caller.close()
    assert [status for status, _ in said] == [200, 200], said
    assert said[0] == said[1]
    sent.came = said[0]
    one.stands(sent, said[0][1]["version"])
