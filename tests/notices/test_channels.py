"""Channels: what each is sent, which are refused, which are given up."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from app.notices.guard import Guard
from app.notices.push import raw
from app.notices.sealing import OVERHEAD, RECORD, sealed
from app.store.house_tables import account
from app.store.notices import MOST_FAILURES
from tests.notices.house import house
from tests.notices.servers import Browser, Receiver, Relay
from tests.toy import BLUE


def test_a_channel_that_fails_too_often_is_off(tmp_path: Path, there: Receiver) -> None:
    async def run() -> None:
        async with house(tmp_path) as here:
            _, red = await here.table()
            channels = here.notices.channels
            await channels.add_webhook(red, there.url, "json", "en")
            there.status = 500
            for _ in range(MOST_FAILURES):
                await here.tell(red)
            (one,) = await channels.of(red)
            assert (one.on, one.failures) == (True, MOST_FAILURES)
            await here.tell(red)
            (one,) = await channels.of(red)
            assert (one.on, one.broken) == (False, True)
            await here.tell(red)
            assert len(there.got) == MOST_FAILURES + 1
            assert (await here.log(red))[-1] == ("challenge", "failed: status 500")
            there.status = 204
            assert await here.notices.test(red, one.id) == ""
            await channels.switch(red, one.id, True)
            await here.tell(red)
            (one,) = await channels.of(red)
            assert (one.on, one.failures) == (True, 0)

    asyncio.run(run())


def test_a_push_can_be_opened_by_its_browser_and_is_signed(tmp_path: Path, there: Receiver) -> None:
    async def run() -> None:
        async with house(tmp_path) as here:
            game, red = await here.table()
            channels, browser = here.notices.channels, Browser(there.url)
            assert await channels.add_push(red, browser.subscription, "en") == ""
            here.notices.told(game)
            await here.settled()
            ((_, headers, body),) = there.got
            assert browser.open(body) == {
                "title": "Gunbai", "body": "It is your turn: meadow, toy.", "url": f"https://g.example/play/{game}",
                "tag": game,
            }  # fmt: skip
            assert (headers["content-encoding"], int(headers["ttl"]) > 0) == ("aes128gcm", True)
            signed = dict(
                part.strip().split("=", 1) for part in headers["authorization"].removeprefix("vapid ").split(",")
            )
            keys = await channels.push.keys()
            assert signed["k"] == keys["key"]
            public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw(signed["k"]))
            claims = jwt.decode(signed["t"], public, ["ES256"], audience=f"http://127.0.0.1:{there.port}")
            assert claims["sub"] == "mailto:gunbai@localhost"
            await channels.add_push(await here.guest(game, BLUE), browser.subscription, "en")
            assert await channels.of(red) == []  # a browser belongs to whoever subscribed it last
            await channels.add_push(red, browser.subscription, "en")
            there.status = 410
            await here.tell(red)
            assert await channels.of(red) == []
            assert (await here.log(red))[-1] == ("challenge", "failed: gone")

    asyncio.run(run())
    kept: list[Any] = []

    async def again() -> None:
        async with house(tmp_path) as here:
            kept.append(await here.notices.channels.push.keys())

    for _ in range(2):
        asyncio.run(again())
    assert kept[0] == kept[1]


def test_no_push_service_is_sent_more_than_it_takes() -> None:
    browser = Browser("https://push.example/")
    point, secret = raw(browser.subscription.keys.p256dh), raw(browser.subscription.keys.auth)
    longest = b'{"x":"' + b"x" * (RECORD - OVERHEAD - 8) + b'"}'
    body = sealed(longest, point, secret)
    assert len(body) == RECORD
    assert browser.open(body) == {"x": "x" * (len(longest) - 8)}
    with pytest.raises(ValueError, match="too long"):
        sealed(longest + b" ", point, secret)


def test_mail_goes_to_the_confirmed_address_only(tmp_path: Path, post: Relay) -> None:
    async def run() -> None:
        async with house(tmp_path, post.port) as here:
            game, red = await here.table()
            channels = here.notices.channels
            assert await channels.add_mail(red, "en") == "no-mail"
            await here.sign_up(red, mail_ok=False)
            assert await channels.add_mail(red, "en") == "no-mail"
            await here.host.store.run(lambda db: db.execute(account.update().values(mail_ok=True)) and None)
            assert await channels.add_mail(red, "en") == ""
            here.notices.told(game)
            await here.settled()
            ((to, letter),) = post.got
            assert (to, letter["Subject"]) == (["red@example.org"], "It is your turn: meadow, toy.")
            text = str(letter.get_payload())
            assert f"https://g.example/play/{game}" in text
            assert "https://g.example/account/notices" in text

    asyncio.run(run())


def test_channels_the_server_may_not_call_are_refused(tmp_path: Path, there: Receiver) -> None:
    async def run() -> None:
        async with house(tmp_path) as here:
            _, red = await here.table()
            channels = here.notices.channels
            channels.guard = Guard()
            assert await channels.add_webhook(red, "https://127.0.0.1/x", "json", "en") == "not-public"
            assert await channels.add_webhook(red, there.url, "json", "en") == "not-https"
            assert await channels.add_webhook(red, "https://93.184.215.14/", "xml", "en") == "no-format"
            assert await channels.add_push(red, Browser("https://10.0.0.1/").subscription, "en") == "not-public"
            assert await channels.add_mail(red, "en") == "no-relay"
            assert await channels.of(red) == []
            channels.guard = Guard(loopback=True)
            for n in range(12):
                no = await channels.add_webhook(red, f"{there.url}/{n}", "json", "en")
                assert no == ("" if n < 10 else "too-many-channels")
            assert await channels.add_webhook(red, f"{there.url}/0", "slack", "en") == ""
            assert len(await channels.of(red)) == 10

    asyncio.run(run())


def test_a_channel_is_its_owners_alone(tmp_path: Path, there: Receiver) -> None:
    async def run() -> None:
        async with house(tmp_path) as here:
            game, red = await here.table()
            blue = await here.guest(game, BLUE)
            await here.notices.channels.add_webhook(red, there.url, "json", "en")
            (one,) = await here.notices.channels.of(red)
            assert await here.notices.test(blue, one.id) == "no-channel"
            assert not await here.notices.channels.remove(blue, one.id)
            assert not await here.notices.channels.switch(blue, one.id, False)
            assert [await here.notices.test(red, one.id) for _ in range(6)] == [*[""] * 5, "too-many-tests"]
            assert await here.notices.channels.remove(red, one.id)

    asyncio.run(run())
