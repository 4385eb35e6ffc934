"""A server that stands still, for a moment or for long, in the middle of whatever it was doing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import ExitStack
from random import Random

import pytest
import sqlalchemy as sa

from app.engine.asks import AnyAsk
from app.engine.events import Seat
from app.games.drive import Drive
from app.store import workers
from app.store.house_tables import clock
from app.store.tables import game as games_table
from app.systems import SYSTEMS, system_of
from tests.cluster.conftest import Found
from tests.cluster.settling import closed, counted, recorded, seen_at, settled
from tests.cluster.town import Shared, Town, Worker, pages, played_until, table
from tests.faults.house import until
from tests.faults.tables import plain

pytestmark = [pytest.mark.servers, pytest.mark.slow]
FREEZES, LONG = 5, 12.5
"""Short ones; seconds of the long one, after which a silent server counts as dead."""
LEFT_MS = 15_000
"""Enough to catch a server in; it wakes with the alarm overdue or stale."""
RED, BLUE = Seat("red"), Seat("blue")


def test_a_server_stands_still(found: Found, tried: Callable[[str], None]) -> None:
    tried(asyncio.run(frozen(found())))


async def frozen(town: Town) -> str:
    """Servers stood still, often and briefly and once for long; what was tried, in words."""
    await town.open()
    first = town.workers[0]
    games = [await table(town, system.key, 7, patience=1.0) for system in SYSTEMS]
    boards = [await pages(one) for one in games]
    orphans = [
        await table(town, "ronin", 7, [first], bot=True),
        await table(town, "ronin", 8, [first], clock={"kind": "live", "minutes": 1}, zero="forfeit"),
    ]
    enough = asyncio.Event()
    play = asyncio.gather(*(played_until(one, enough) for one in games))
    await often(town)
    took = await once(town, *orphans)
    await asyncio.sleep(1)
    enough.set()
    await play
    try:
        await settled(town, games, boards)
        for one in orphans:
            await agreed(one)
        events = [await recorded(one) for one in orphans]
    finally:
        closed([*games, *orphans], boards)
    return (
        f"{FREEZES} short freezes and one of {took:.1f} s in which the other took over a bot and a clock; "
        f"{counted(games, boards)}; {sum(events)} events verified"
    )


async def often(town: Town) -> None:
    """One server or the other stood still, at random instants, for fractions of a second."""
    rng = Random(7)
    for _ in range(FREEZES):
        await asyncio.sleep(rng.random() * 0.4)
        with rng.choice(town.workers).still():
            await asyncio.sleep(0.1 + rng.random() * 0.4)


async def once(town: Town, bots: Shared, timed: Shared) -> float:
    """One server stood still until the other had done what it owed, at least so long that it counted as dead."""
    first, loop = town.workers[0], asyncio.get_running_loop()
    town.read(short_of_time, timed.id)
    await timed.give()
    with await caught(first, bots):
        assert timed.stored()[0]["status"] == "playing", "it took too long to catch the server"
        began, owed = loop.time(), length(bots)
        await until(lambda: length(bots) > owed, "nobody minds the bot")
        await until(lambda: timed.stored()[0]["status"] == "over", "nobody minds the clock")
        await asyncio.sleep(began + LONG - loop.time())
        minds = [one.stored()[0]["worker"] for one in (bots, timed)]
        assert minds == town.read(workers.living) * 2
        return loop.time() - began


def short_of_time(db: sa.Connection, game: str) -> None:
    """Nobody has much time left at a table."""
    db.execute(clock.update().where(clock.c.game_id == game).values(left_ms=LEFT_MS))
    db.execute(games_table.update().where(games_table.c.id == game).values(rev=games_table.c.rev + 1))


async def caught(worker: Worker, one: Shared) -> ExitStack:
    """The server stands still, and its bot has not done what it owes."""
    for _ in range(50):
        await until(lambda: bot_owes(one), "the bot is never asked")
        with ExitStack() as stack:
            stack.enter_context(worker.still())
            await asyncio.sleep(0.1)
            if BLUE in asked(one):
                return stack.pop_all()
    raise AssertionError("the bot is too quick")


async def bot_owes(one: Shared) -> bool:
    """Whether the bot is asked now; if not, its opponent has answered."""
    questions = asked(one)
    if RED in questions and BLUE not in questions:
        id, question = questions[RED]
        raw = question.domain.write(question.domain.sample(one.rng))
        await one.people[RED].need("POST", f"{one.path}/answers", plain({"ask": id, "answer": raw, "seat": RED}))
    return BLUE in questions


def asked(one: Shared) -> dict[Seat, tuple[str, AnyAsk]]:
    """The questions that are open at a table as it is stored."""
    saved = one.town.saved(one.id)
    drive = Drive(system_of(one.system), saved.game, saved.seats)
    drive.restore(saved)
    return {question.seat: (drive.ask_id(question.seat), question) for question in drive.live.questions()}


def length(one: Shared) -> int:
    """How many answers and throws are stored."""
    return int(one.stored()[0]["tape_len"])


async def agreed(one: Shared) -> None:
    """Both servers show a table alike, as it is stored, once no bot is asked there."""
    await until(lambda: BLUE not in asked(one) or one.stored()[0]["status"] == "over")
    shown = [await seen_at(worker, one, f"&seat={RED}", one.people[RED].cookie) for worker in one.town.workers]
    assert shown[0] == shown[1]
    assert shown[0]["version"] == one.stored()[0]["head"]
