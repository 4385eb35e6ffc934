"""Webhooks of the house: what anybody may know is told, signed, until it is taken; nothing else is."""

from __future__ import annotations

import asyncio
import hmac
import re
import time
from base64 import b64decode, b64encode
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from app.bootstrap.places import ROOT
from app.games.agreed import read
from app.games.listing import list_as
from app.games.results import Accepted, GameId
from app.notices import hooks
from app.notices.guard import Guard
from app.notices.news import KINDS
from app.store import hooks as rows
from app.store.campaign_tables import campaign, campaign_entry
from app.store.house_tables import delivery
from tests.games.table import PEOPLE
from tests.notices.house import House, house
from tests.notices.servers import Receiver
from tests.toy import BLUE, RED, setup

TICK = hooks.Hooks._tick
LISTED: Mapping[str, Any] = {"listed": True}


@pytest.fixture(autouse=True)
def by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is looked for or sent but when a test says so."""

    async def still(_: hooks.Hooks) -> None:
        return None

    monkeypatch.setattr(hooks.Hooks, "_tick", still)


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[House]:
    """A house at the present time."""
    async with house(folder) as here:
        here.now = time.time()
        yield here


async def hooked(here: House, url: str, *kinds: str, format: str = "json") -> str:
    """The secret of a hook that is told all, or these kinds."""
    no, secret = await here.notices.hooks.add(url, format, "en", kinds or KINDS)
    assert no == ""
    return secret


async def laid(here: House, options: Mapping[str, Any] = LISTED) -> GameId:
    """A table at which nobody sits yet."""
    game = await here.games.create("toy", setup(), PEOPLE, options=dict(options))
    assert isinstance(game, str), game
    here.now = max(here.now, time.time())
    return game


async def fought(here: House, options: Mapping[str, Any] = LISTED) -> GameId:
    """A game that red has given up."""
    game = await laid(here, options)
    for seat in (RED, BLUE):
        guest, _ = await here.games.guests.welcome(seat.title())
        assert isinstance(await here.games.join(game, seat, guest.id, seat.title(), b"-"), Accepted)
    assert isinstance(await here.games.resign(game, RED), Accepted)
    here.now = max(here.now, time.time())
    await here.settled()
    return game


async def told(here: House) -> None:
    """All there is to tell is found, and what is due is sent."""
    await here.notices.hooks.look()
    await here.notices.hooks.send()


async def results(here: House) -> list[tuple[str, int]]:
    """What came of all messages, and after how many tries."""
    kept = sa.select(delivery.c.result, delivery.c.tries).order_by(delivery.c.at_ms)
    return [(row.result, row.tries) for row in await here.host.store.look(lambda db: db.execute(kept).all())]


def is_signed(got: tuple[str, dict[str, str], bytes], secret: str) -> bool:
    """Whether a receiver that knows the secret takes this for ours (Standard Webhooks)."""
    _, headers, body = got
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    mac = hmac.new(b64decode(secret.removeprefix("whsec_")), signed, "sha256").digest()
    return headers["webhook-signature"] == f"v1,{b64encode(mac).decode()}"


def documented() -> Callable[[str, Mapping[str, str], bytes], bool]:
    """How docs/notices.md has a receiver look at the signature."""
    block = re.search(r"```python\n(.*?)```", (ROOT / "docs/notices.md").read_text(encoding="utf-8"), re.DOTALL)
    assert block
    scope: dict[str, Any] = {}
    exec(block[1], scope)
    found: Callable[[str, Mapping[str, str], bytes], bool] = scope["is_ours"]
    return found


def test_a_receiver_that_fails_twice_has_it_at_last_signed_and_over_a_restart(tmp_path: Path, there: Receiver) -> None:
    there.first = [500, 503]

    async def first() -> tuple[str, str, float]:
        async with opened(tmp_path) as here:
            secret, game = await hooked(here, there.url), await laid(here)
            await told(here)
            assert await results(here) == [("failed: status 500", 1)]
            here.now += hooks.WAITS[0] - 1
            await told(here)
            assert len(there.got) == 1, "it is not yet time"
            here.now += 1
            await told(here)
            assert await results(here) == [("failed: status 503", 2)]
            return secret, game, here.now

    async def second(since: float) -> None:
        async with opened(tmp_path) as here:
            here.now = since + hooks.WAITS[1] + 1
            await told(here)
            assert await results(here) == [("sent", 3)]
            here.now += 86_400
            await told(here)

    secret, game, since = asyncio.run(first())
    asyncio.run(second(since))
    assert len(there.got) == 3
    assert len({headers["webhook-id"] for _, headers, _ in there.got}) == 1, "who had it before knows it again"
    assert len({body for _, _, body in there.got}) == 1
    stamps = [int(headers["webhook-timestamp"]) for _, headers, _ in there.got]
    assert stamps[0] < stamps[1] < stamps[2]
    assert all(is_signed(got, secret) for got in there.got)
    assert not is_signed(there.got[0], "whsec_" + b64encode(b"x" * 32).decode())
    assert not is_signed((*there.got[0][:2], there.got[0][2] + b" "), secret)
    said = there.said[0]
    assert said["type"] == "table.opened"
    assert said["data"] == {
        "id": game, "system": "toy", "scenario": "meadow", "players": [], "free": 2,
        "text": "A table waits for players: meadow, toy.", "url": f"https://g.example/lobby/{game}",
    }  # fmt: skip


def test_nobody_need_say_that_it_is_time(tmp_path: Path, there: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks.Hooks, "_tick", TICK)
    monkeypatch.setattr(hooks, "EVERY", 0.01)
    monkeypatch.setattr(hooks, "WAITS", (0.02, 0.02))
    there.first = [500, 500]

    async def run() -> None:
        async with house(tmp_path) as here:
            here.notices.now = time.time
            await hooked(here, there.url, "table.opened")
            await laid(here)
            async with asyncio.timeout(60):
                while await results(here) != [("sent", 3)]:
                    await asyncio.sleep(0.02)
            assert len(there.got) == 3

    asyncio.run(run())


def test_messages_are_put_away_after_a_month_while_the_server_runs(
    tmp_path: Path, there: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hooks, "EVERY", 0.01)

    async def until(here: House, wanted: list[tuple[str, int]]) -> None:
        async with asyncio.timeout(60):
            while await results(here) != wanted:
                await asyncio.sleep(0.02)

    async def run() -> None:
        async with opened(tmp_path) as here:
            await hooked(here, there.url, "table.opened")
            await laid(here)
            runs = asyncio.create_task(TICK(here.notices.hooks))
            await until(here, [("sent", 1)])
            here.now += 29 * 86_400
            await asyncio.sleep(0.1)
            assert await results(here) == [("sent", 1)]
            here.now += 2 * 86_400
            await until(here, [])
            runs.cancel()

    asyncio.run(run())


def test_a_battle_is_told_when_it_is_over_and_once(tmp_path: Path, there: Receiver) -> None:
    async def run() -> None:
        async with opened(tmp_path) as here:
            await hooked(here, there.url, "battle.over")
            game = await fought(here)
            await here.notices.hooks.look_around()
            await told(here)
            (said,) = there.said
            assert said["type"] == "battle.over"
            assert said["data"]["players"] == ["Red", "Blue"]
            assert said["data"]["winner"] == "Blue"
            assert said["data"]["url"] == f"https://g.example/play/{game}"
            assert said["data"]["text"] == ("The battle is over: meadow, toy. Blue wins. It was fought by Red, Blue.")

    asyncio.run(run())


def test_what_nobody_saw_end_is_told_by_whoever_looks_around(tmp_path: Path, there: Receiver) -> None:
    async def run() -> None:
        async with opened(tmp_path) as here:
            here.notices.told = lambda game: None  # type: ignore[method-assign]
            await hooked(here, there.url, "battle.over")
            await fought(here)
            await told(here)
            assert there.got == []
            await here.notices.look_around()
            await told(here)
            assert len(there.got) == 1

    asyncio.run(run())


def test_nothing_hidden_is_told(tmp_path: Path, there: Receiver) -> None:
    async def run() -> None:
        async with opened(tmp_path) as here:
            await hooked(here, there.url)
            await laid(here, {})
            for hidden in ({}, {"listed": True, "watch": {"who": "none"}}, {"listed": True, "watch": {"who": "link"}}):
                await fought(here, hidden)
            await round_of(here, "secret", public=False)
            await round_of(here, "sealed", public=True, seen_by=["somebody"])
            await here.notices.hooks.look_around()
            await told(here)
            assert there.got == []
            assert await results(here) == []

    asyncio.run(run())


def test_who_watches_late_is_not_told_the_end_before(tmp_path: Path, there: Receiver) -> None:
    async def run() -> None:
        async with opened(tmp_path) as here:
            await hooked(here, there.url, "battle.over")
            delayed = {"listed": True, "watch": {"who": "anyone", "view": "all", "delay": 10}}
            assert read(delayed).watch.delay == 10
            await fought(here, delayed)
            await told(here)
            here.now += 500
            await told(here)
            assert there.got == []
            here.now += 110
            await told(here)
            assert len(there.got) == 1

    asyncio.run(run())


def test_what_is_private_by_the_time_it_would_be_sent_is_not_told(tmp_path: Path, there: Receiver) -> None:
    there.first = [500]

    async def run() -> None:
        async with opened(tmp_path) as here:
            await hooked(here, there.url)
            game = await laid(here)
            await told(here)
            await list_as(here.games.mailbox, game, on=False)
            here.now += 60
            await told(here)
            assert len(there.got) == 1
            assert await results(here) == [(hooks.MOOT, 1)]

    asyncio.run(run())


def test_a_round_of_a_public_campaign_is_told(tmp_path: Path, there: Receiver) -> None:
    async def run() -> None:
        async with opened(tmp_path) as here:
            await hooked(here, there.url, format="discord")
            await round_of(here, "spring", public=True)
            await told(here)
            (said,) = there.said
            assert said[
                "content"
            ] == "Round 2 of spring @everyone has begun.\n<https://g.example/campaign/spring>".replace("@", "\\@")
            assert said["allowed_mentions"] == {"parse": []}

    asyncio.run(run())


def test_of_what_was_before_nothing_is_told(tmp_path: Path, there: Receiver) -> None:
    async def run() -> None:
        async with opened(tmp_path) as here:
            await laid(here)
            await fought(here)
            here.now += 2
            await hooked(here, there.url)
            await here.notices.hooks.look_around()
            await told(here)
            assert there.got == []

    asyncio.run(run())


def test_what_never_arrives_is_given_up_and_who_takes_nothing_is_switched_off(tmp_path: Path, there: Receiver) -> None:
    there.status = 500

    async def run() -> None:
        async with opened(tmp_path) as here:
            await hooked(here, there.url, "table.opened")
            for n in range(rows.MOST_FAILURES + 1):
                await laid(here)
                await here.notices.hooks.look(30 * hooks.DAY_MS)
                for wait in (0, *hooks.WAITS):
                    here.now += wait + 0.01
                    await here.notices.hooks.send()
                assert len(there.got) == (n + 1) * (len(hooks.WAITS) + 1)
            (hook,) = await here.notices.hooks.all()
            assert not hook.on
            await laid(here)
            await told(here)
            assert len(await results(here)) == rows.MOST_FAILURES + 1

    asyncio.run(run())


def test_a_receiver_that_says_it_is_gone_is_asked_no_more(tmp_path: Path, there: Receiver) -> None:
    there.status = 410

    async def run() -> None:
        async with opened(tmp_path) as here:
            await hooked(here, there.url, "table.opened")
            await laid(here)
            await told(here)
            (hook,) = await here.notices.hooks.all()
            assert not hook.on
            assert hook.messages[0].next_ms is None
            assert await here.notices.hooks.switch(hook.id, on=True)
            here.now += 600
            await told(here)
            assert len(there.got) == 1

    asyncio.run(run())


def test_two_processes_tell_it_once(tmp_path: Path, there: Receiver) -> None:
    async def run() -> None:
        async with opened(tmp_path) as here:
            await hooked(here, there.url, "table.opened")
            await laid(here)
            one = here.notices.hooks
            other = hooks.Hooks(here.host.store, one._settings, one._channels, one._word, one._ms)
            await asyncio.gather(one.look(), other.look())
            await asyncio.gather(one.send(), other.send(), one.send())
            assert len(there.got) == 1

    asyncio.run(run())


def test_a_message_whose_sender_died_is_sent_by_another(tmp_path: Path, there: Receiver) -> None:
    async def run() -> None:
        async with opened(tmp_path) as here:
            await hooked(here, there.url, "table.opened")
            await laid(here)
            await here.notices.hooks.look()
            at = int(here.now * 1000)
            (row,) = await here.host.store.look(rows.due, at)
            assert await here.host.store.run(rows.claim, row["id"], at, at + hooks.LEASE_MS)
            await told(here)
            assert there.got == []
            here.now += hooks.LEASE_MS / 1000
            await told(here)
            assert len(there.got) == 1

    asyncio.run(run())


def test_a_trial_arrives_at_once_and_says_what_went_wrong(tmp_path: Path, there: Receiver) -> None:
    there.first = [403]

    async def run() -> None:
        async with opened(tmp_path) as here:
            secret = await hooked(here, there.url)
            (hook,) = await here.notices.hooks.all()
            assert await here.notices.hooks.test(hook.id) == "status 403"
            assert await here.notices.hooks.test(hook.id) == ""
            _, headers, body = there.got[1]
            assert is_signed(there.got[1], secret)
            assert documented()(secret, headers, body)
            assert not documented()(secret, headers, body + b" ")
            assert not documented()(secret, {**headers, "webhook-timestamp": "1"}, body)
            assert there.said[1]["type"] == "test"
            for _ in range(hooks.TESTS - 2):
                await here.notices.hooks.test(hook.id)
            assert await here.notices.hooks.test(hook.id) == "too-many-tests"
            assert await here.notices.hooks.test("nobody") == "no-hook"
            here.now += 86_400
            await told(here)
            assert len(there.got) == hooks.TESTS, "a trial is not tried again"

    asyncio.run(run())


def test_the_own_network_is_not_called(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as here:
            add = here.notices.hooks.add
            here.notices.channels.guard = Guard()
            assert await add("https://127.0.0.1/in", "json", "en", KINDS) == ("not-public", "")
            assert await add("http://example.org/in", "json", "en", KINDS) == ("not-https", "")
            assert await add("https://[::ffff:10.0.0.1]/in", "json", "en", KINDS) == ("not-public", "")
            here.notices.channels.guard = Guard(loopback=True)
            await hooked(here, "http://127.0.0.1:9/in", "table.opened")
            here.notices.channels.guard = Guard()
            await laid(here)
            await told(here)
            assert await results(here) == [("failed: not-https", 1)]

    asyncio.run(run())


def test_a_hook_is_refused_in_codes_and_there_are_ten(tmp_path: Path, there: Receiver) -> None:
    async def run() -> None:
        async with opened(tmp_path) as here:
            add = here.notices.hooks.add
            assert await add(there.url, "xml", "en", KINDS) == ("no-format", "")
            assert await add(there.url, "json", "en", ()) == ("no-kinds", "")
            assert await add(there.url, "json", "en", ("secrets",)) == ("no-kinds", "")
            for _ in range(hooks.MOST):
                await hooked(here, there.url)
            assert await add(there.url, "json", "en", KINDS) == ("too-many-hooks", "")
            gone, off, *_ = await here.notices.hooks.all()
            assert await here.notices.hooks.remove(gone.id)
            assert not await here.notices.hooks.remove(gone.id)
            assert await here.notices.hooks.switch(off.id, on=False)
            assert not await here.notices.hooks.switch(gone.id, on=True)
            assert await here.notices.hooks.test(off.id) == "off"

    asyncio.run(run())


def test_what_goes_wrong_in_a_look_is_in_the_log_and_stops_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        async with opened(tmp_path) as here:

            async def breaks() -> None:
                raise ZeroDivisionError

            assert not await here.notices.hooks._guarded(breaks)
            assert await here.notices.hooks._guarded(here.notices.hooks.send)

    asyncio.run(run())
    assert [record.message for record in caplog.records] == ["webhooks of the house"]


async def round_of(here: House, id: str, *, public: bool, seen_by: list[str] | None = None) -> None:
    """A campaign whose second round has just been opened."""
    stamp = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    row = {
        "id": id, "system": "toy", "name": f"{id} @everyone", "state": "running", "public": public, "seq": 1,
        "chain": "", "seeds": {}, "origin": None, "due_ms": None, "created": stamp, "changed": stamp,
    }  # fmt: skip
    body = {"kind": "round-opened", "round": {"number": 2, "commit": "x"}, **({"seen_by": seen_by} if seen_by else {})}
    entry = {
        "campaign_id": id, "seq": 1, "kind": "round-opened", "warband": "", "by_id": None,
        "at_ms": int(here.now * 1000), "seen_by": seen_by, "body": body, "digest": "", "chain": "",
    }  # fmt: skip

    def write(db: sa.Connection) -> None:
        db.execute(campaign.insert(), row)
        db.execute(campaign_entry.insert(), entry)

    await here.host.store.run(write)
