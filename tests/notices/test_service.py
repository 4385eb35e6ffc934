"""Notices of a hosted game: who is told, when, how often."""

from __future__ import annotations

import asyncio
from pathlib import Path

import sqlalchemy as sa

from app.games.results import Accepted, GameId
from app.live.connections import Audience
from app.store import notices as rows
from app.store.house_tables import notice
from tests.notices.house import NOON, QUIET, House, Wire, house
from tests.notices.servers import Receiver
from tests.toy import BLUE, RED


def test_an_absent_player_is_told_once_a_wait(tmp_path: Path, there: Receiver) -> None:
    async def run() -> None:
        async with house(tmp_path) as here:
            game, red = await here.table()
            assert await here.notices.channels.add_webhook(red, there.url, "json", "en") == ""
            here.notices.told(game)
            await here.settled()
            url = f"https://g.example/play/{game}"
            turn = {"kind": "turn", "game": game, "text": "It is your turn: meadow, toy.", "url": url}
            assert there.said == [turn]
            assert isinstance(await here.host.say(game, BLUE, "1"), Accepted)  # red still owes the same bid
            await here.settled()
            assert len(there.got) == 1
            assert isinstance(await here.host.say(game, RED, "1"), Accepted)
            await here.settled()
            assert there.said == [turn, turn]  # red has bid and is to walk: a new wait

    asyncio.run(run())


def test_whoever_looks_is_not_told(tmp_path: Path, there: Receiver) -> None:
    async def run() -> None:
        async with house(tmp_path) as here:
            game, red = await here.table()
            await here.notices.channels.add_webhook(red, there.url, "json", "en")
            eyes = here.rooms.enter(game, Wire(), Audience("red", "en"), 0)
            await here.turn(game)
            await here.tell(red, "talk", game=game)
            assert there.got == []
            here.rooms.leave(game, eyes)
            here.notices.told(game)
            await here.settled()
            assert [told["kind"] for told in there.said] == ["turn"]

    asyncio.run(run())


def test_whoever_goes_after_an_early_look_is_told(tmp_path: Path, there: Receiver) -> None:
    async def run() -> None:
        async with house(tmp_path) as here:
            game, red = await here.table()
            await here.notices.channels.add_webhook(red, there.url, "json", "en")
            eyes = here.rooms.enter(game, Wire(), Audience("red", "en"), 0)
            here.notices.grace = 3600
            here.notices.told(game)
            here.notices.told(game)  # red is asked just before the look at the first change
            await here.due(game)
            here.rooms.leave(game, eyes)
            await here.due(game)
            assert [told["kind"] for told in there.said] == ["turn"]
            assert not here.notices._due

    asyncio.run(run())


def test_a_restart_does_not_tell_again_and_forgets_nothing(tmp_path: Path, there: Receiver) -> None:
    async def first() -> GameId:
        async with house(tmp_path) as here:
            game, red = await here.table()
            await here.notices.channels.add_webhook(red, there.url, "json", "en")
            here.notices.told(game)
            await here.settled()
            here.notices.grace = 1000  # the server stops before it has looked
            await here.host.bids(game)
            return game

    async def second() -> None:
        async with house(tmp_path) as here:
            await here.settled()

    asyncio.run(first())
    assert len(there.got) == 1
    asyncio.run(second())
    assert len(there.got) == 2
    asyncio.run(second())
    assert len(there.got) == 2


def test_one_half_sent_when_the_server_died_goes_out(tmp_path: Path, there: Receiver) -> None:
    async def first() -> None:
        async with house(tmp_path) as here:
            _, red = await here.table()
            await here.notices.channels.add_webhook(red, there.url, "json", "en")
            (channel,) = await here.host.store.look(rows.channels, red)
            left = {
                "guest_id": red, "game_id": None, "channel_id": channel["id"], "kind": "challenge", "wait": "",
                "text": "Ana challenges you.", "at_ms": int(NOON * 1000), "result": "",
            }  # fmt: skip
            await here.host.store.run(rows.add, [left])

    async def second() -> None:
        async with house(tmp_path) as here:
            await here.settled()

    asyncio.run(first())
    assert there.got == []
    asyncio.run(second())
    assert "Ana challenges you." in {told["text"] for told in there.said}


def test_quiet_hours_hold_and_release_what_still_holds(tmp_path: Path, there: Receiver) -> None:
    async def run() -> None:
        async with house(tmp_path) as here:
            game, red = await here.table()
            await here.sign_up(red, prefs={"quiet": QUIET})
            await here.notices.channels.add_webhook(red, there.url, "json", "en")
            here.notices.told(game)
            await here.settled()
            assert await here.log(red) == [("turn", "quiet")]
            await here.turn(game)  # that wait has passed, another has begun
            await here.notices.release()
            assert there.got == []
            here.now += 3600
            await here.notices.release()
            waits = [result for _, result in await here.log(red)]
            assert set(waits) == {"over", "sent"}
            assert (waits.count("sent"), len(there.got)) == (1, 1)
            await here.notices.release()
            assert len(there.got) == 1

    asyncio.run(run())


def test_what_one_does_not_want_is_not_told(tmp_path: Path, there: Receiver) -> None:
    async def run() -> None:
        async with house(tmp_path) as here:
            game, red = await here.table()
            await here.sign_up(red, prefs={"kinds": {"turn": False}}, vacation={"until": "2026-07-14"})
            await here.notices.channels.add_webhook(red, there.url, "json", "en")
            await here.turn(game)
            assert there.got == []
            assert isinstance(await here.games.resign(game, BLUE), Accepted)
            await here.settled()
            assert [told["text"] for told in there.said] == ["The game is over: meadow, toy."]

    asyncio.run(run())


def test_a_fresh_game_is_told_to_whoever_is_not_told_of_a_turn(tmp_path: Path, there: Receiver) -> None:
    async def run() -> None:
        async with house(tmp_path) as here:
            game, red = await here.table()
            await here.sign_up(red, prefs={"kinds": {"turn": False}})
            await here.notices.channels.add_webhook(red, there.url, "json", "en")
            for _ in range(2):
                here.notices.told(game)
                await here.settled()
            assert [told["text"] for told in there.said] == ["The game has begun: meadow, toy."]

    asyncio.run(run())


def test_whoever_lets_the_clock_answer_is_not_told_each_time(tmp_path: Path, there: Receiver) -> None:
    async def run() -> None:
        async with house(tmp_path) as here:
            game, red = await here.table()
            await here.notices.channels.add_webhook(red, there.url, "json", "en")
            for seat in (RED, BLUE):
                await here.host.say(game, seat, "1")
            await here.settled()
            assert len(there.got) == 1
            for _ in range(2):
                await here.host.say(game, RED, "gamble", by="clock")
                await here.settled()
            assert len(there.got) == 1
            here.now += 900
            here.notices.told(game)
            await here.settled()
            assert len(there.got) == 2

    asyncio.run(run())


def test_nobody_is_told_on_vacation(tmp_path: Path, there: Receiver) -> None:
    async def run() -> None:
        async with house(tmp_path) as here:
            game, red = await here.table()
            await here.sign_up(red, vacation={"until": "2026-07-15"})
            await here.notices.channels.add_webhook(red, there.url, "json", "en")
            await here.turn(game)
            assert there.got == []

    asyncio.run(run())


def test_talk_is_told_once_an_hour_and_a_challenge_each_time(tmp_path: Path, there: Receiver) -> None:
    async def run() -> None:
        async with house(tmp_path) as here:
            game, red = await here.table()
            await here.notices.channels.add_webhook(red, there.url, "json", "en")
            for _ in range(2):
                await here.tell(red, "talk", game=game)
                await here.tell(red)
            assert [told["kind"] for told in there.said] == ["talk", "challenge", "challenge"]
            assert there.said[1]["text"] == "Ana challenges you: Meadow."
            here.now += 3600
            await here.tell(red, "talk", game=game)
            assert len(there.got) == 4

    asyncio.run(run())


def test_old_notices_are_forgotten(tmp_path: Path, there: Receiver) -> None:
    async def count(here: House) -> int:
        return await here.host.store.look(
            lambda db: int(db.execute(sa.select(sa.func.count(notice.c.id))).scalar_one())
        )

    async def run() -> None:
        async with house(tmp_path) as here:
            _, red = await here.table()
            await here.notices.channels.add_webhook(red, there.url, "json", "en")
            here.now -= 61 * 86_400
            await here.tell(red)
            assert await count(here) == 1
            here.now += 61 * 86_400
            await here.notices.start()
            assert await count(here) == 0

    asyncio.run(run())
