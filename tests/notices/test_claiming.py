"""Several processes with notices to send: each goes out once, and none is left behind by one that died."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
import sqlalchemy as sa

from app.games.seats import Guests
from app.notices.guard import Guard
from app.notices.mail import Mailer
from app.notices.service import CLAIMED_MS, Notices
from app.settings import Settings
from app.store import Store
from app.store import notices as rows
from app.store.house_tables import notice
from tests.notices.house import NOON, QUIET, House, house
from tests.notices.servers import Receiver

Tried = Callable[[str], None]
HELD = 30


def draft(guest: str, channel: str | None, n: int = 0, result: str = "quiet", at: float = NOON) -> dict[str, Any]:
    """A notice that somebody was challenged."""
    return {
        "guest_id": guest, "game_id": None, "channel_id": channel, "kind": "challenge", "wait": f"w{n}",
        "text": f"Challenge {n}", "at_ms": int(at * 1000), "result": result,
    }  # fmt: skip


def another(here: House, folder: Path) -> Notices:
    """The notices of another process over the same store."""
    settings = Settings(data=str(folder))
    made = Notices(here.host.store, settings, b"k" * 32, here.games, here.rooms, Mailer(settings))
    made.grace, made.now, made.alone = 0, lambda: here.now, False
    made.channels.guard = Guard(loopback=True)
    return made


async def reached(here: House, url: str) -> tuple[str, str]:
    """Somebody with a webhook, and the webhook."""
    guest, _ = await here.games.guests.welcome("Ana")
    assert await here.notices.channels.add_webhook(guest.id, url, "json", "en") == ""
    (channel,) = await here.host.store.look(rows.channels, guest.id)
    return guest.id, channel["id"]


def test_two_that_sweep_and_start_at_once_send_each_notice_once(tmp_path: Path, there: Receiver, tried: Tried) -> None:
    async def run() -> None:
        async with house(tmp_path) as here:
            guest, channel = await reached(here, there.url)
            both = [another(here, tmp_path) for _ in range(2)]
            for n in range(HELD):
                await here.host.store.run(rows.add, [draft(guest, channel, n, "quiet" if n % 2 else "")])
            await asyncio.gather(*(one.start() for one in both), *(one.release() for one in both))
            while any(one._tasks for one in both):
                await asyncio.sleep(0.005)
            assert sorted(told["text"] for told in there.said) == sorted(f"Challenge {n}" for n in range(HELD))
            assert await here.log(guest) == [("challenge", "sent")] * HELD
            for one in both:
                await one.close()

    asyncio.run(run())
    tried(f"{HELD} notices, two processes starting and sweeping at once: each sent once")


def test_what_a_dead_process_had_claimed_is_sent_after_five_minutes(tmp_path: Path, there: Receiver) -> None:
    async def run() -> None:
        async with house(tmp_path) as here:
            guest, channel = await reached(here, there.url)
            await here.host.store.run(rows.add, [draft(guest, channel, 1, rows.SENDING)])
            other = another(here, tmp_path)
            for waited in (0.0, CLAIMED_MS / 1000):
                here.now = NOON + waited
                await other.release()
                await here.notices.release()
            assert there.got == []
            here.now += 1
            await asyncio.gather(other.release(), here.notices.release())
            assert [told["text"] for told in there.said] == ["Challenge 1"]

    asyncio.run(run())


def test_where_no_other_can_be_a_start_takes_up_what_was_claimed_at_once(tmp_path: Path, there: Receiver) -> None:
    async def run() -> None:
        async with house(tmp_path) as here:
            guest, channel = await reached(here, there.url)
            await here.host.store.run(rows.add, [draft(guest, channel, 1, rows.SENDING)])
            await here.notices.close()
            other = another(here, tmp_path)
            await other.start()
            await other.close()
            assert there.got == []
        async with house(tmp_path) as here:
            await here.settled()
        assert [told["text"] for told in there.said] == ["Challenge 1"]

    asyncio.run(run())


def test_what_is_held_for_quiet_hours_is_not_claimed(tmp_path: Path, there: Receiver) -> None:
    async def run() -> None:
        async with house(tmp_path) as here:
            guest, _ = await reached(here, there.url)
            await here.sign_up(guest, prefs={"quiet": QUIET})
            await here.tell(guest)
            await another(here, tmp_path).release()
            assert await here.log(guest) == [("challenge", "quiet")]
            here.now += 3600
            await another(here, tmp_path).release()
            assert await here.log(guest) == [("challenge", "sent")]

    asyncio.run(run())


@pytest.mark.servers
def test_on_a_server_of_many_at_once_one_keeps_a_notice_and_one_claims_it(empty_postgres: str, tried: Tried) -> None:
    store = Store(empty_postgres)
    store.migrate()
    guest, _ = asyncio.run(Guests(store, b"k" * 32).welcome("Ana"))
    many, start = 8, Barrier(8)

    def at_once(work: Callable[[], Any]) -> Any:
        start.wait()
        return work()

    with ThreadPoolExecutor(many) as pool:
        for n in range(5):
            row = draft(guest.id, None, n)
            kept = list(pool.map(at_once, [lambda row=row: store.run_now(rows.add, [row])] * many))
            assert sorted(map(len, kept)) == [0] * (many - 1) + [1]
            id = next(one[0]["id"] for one in kept if one)
            mine = list(pool.map(at_once, [lambda id=id: store.run_now(rows.claim, id, 1, 0)] * many))
            assert sorted(mine) == [False] * (many - 1) + [True]
    assert store.look_now(lambda db: db.execute(sa.select(sa.func.count(notice.c.id))).scalar_one()) == 5
    store.close()
    tried(f"5 notices, each kept and claimed by {many} connections at once: one of them had it")
