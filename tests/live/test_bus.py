"""Several processes over a real Valkey: what one does is seen at all, also when Valkey dies in the middle."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from uuid import uuid4

import pytest
from redis import Redis

from app.live import bus as bus_module
from app.live import neighbours, presence
from app.live.bus import WAITING
from app.live.connections import Audience
from app.live.telling import Cut, Said, Told
from tests.live.town import BLUE, GAME, RED, WATCHER, Database, Process, processes, until
from tests.mortal import mortal

pytestmark = pytest.mark.servers
Tried = Callable[[str], None]


@pytest.fixture
def channel() -> str:
    """A channel of this test alone."""
    return f"gunbai-test-{uuid4().hex}"


def test_what_one_process_commits_is_told_at_the_other_in_order(valkey_url: str, channel: str, tried: Tried) -> None:
    async def run() -> None:
        async with processes(valkey_url, channel) as (one, two):
            wires = [(await two.come(audience))[0] for audience in (RED, WATCHER)]
            for _ in range(200):
                one.commit()
                await asyncio.sleep(0)
            await until(lambda: len(two.heard) == 200 and all(wire.numbers[-1:] == [200] for wire in wires))
            assert [wire.numbers for wire in wires] == [list(range(1, 201))] * 2
            assert two.heard == [(GAME, n) for n in range(1, 201)]
            assert one.heard == []  # one's own words come back and are not heard
            assert [process.neighbours.bus.lost for process in (one, two) if process.neighbours.bus] == [0, 0]
        tried("200 commits of one process, told in order to two audiences at another")

    asyncio.run(run())


def test_nothing_is_lost_when_valkey_dies_in_the_middle(channel: str, tried: Tried) -> None:
    async def run() -> None:
        with mortal() as valkey:
            async with processes(valkey.url, channel, every=0.05) as (one, two):
                here, _ = await one.come(RED)
                there, _ = await two.come(WATCHER)
                for n in range(1, 301):
                    one.commit()
                    if n in (100, 220):
                        valkey.kill()
                    elif n == 160:
                        valkey.revive()
                    await asyncio.sleep(0.01)
                await until(lambda: there.numbers[-1:] == [300])  # while it is still dead
                assert here.numbers == there.numbers == list(range(1, 301))
                assert not two.neighbours.is_up
                valkey.revive()
                await until(lambda: one.neighbours.is_up and two.neighbours.is_up)
                lost = sum(process.neighbours.bus.lost for process in (one, two) if process.neighbours.bus)
                assert lost > 0
                two.heard.clear()
                one.commit()
                await until(lambda: two.heard == [(GAME, 301)])  # over the line again
        tried(f"300 commits, Valkey killed twice, {lost} messages lost on the line, all 300 told in order")

    asyncio.run(run())


def test_publishing_never_waits_and_never_fails(channel: str, tried: Tried) -> None:
    async def run() -> None:
        with mortal() as valkey:
            async with processes(valkey.url, channel) as (one, two):
                bus = one.neighbours.bus
                assert bus
                for _ in range(WAITING + 50):  # no task had a turn: what does not fit is lost
                    bus.publish(Told("x", 1, "events"))
                lost = bus.lost
                assert lost >= 50  # what it had said of itself may still have been waiting
                await until(lambda: len(two.heard) == WAITING + 50 - lost)
                valkey.kill()
                for _ in range(500):
                    bus.publish(Told("x", 2, "events"))
                    await asyncio.sleep(0)
                await until(lambda: not bus.is_up)
                assert bus.lost - lost >= 500  # and what it may have said of itself
                valkey.revive()
                await until(lambda: one.neighbours.is_up and two.neighbours.is_up)
                bus.publish(Told("x", 3, "events"))
                await until(lambda: ("x", 3) in two.heard)
        tried(f"{WAITING + 50} messages at once, 500 to a dead Valkey: {bus.lost} lost, none raised")

    asyncio.run(run())


def test_a_process_starts_without_valkey_and_finds_it_later(channel: str) -> None:
    async def run() -> None:
        with mortal() as valkey:
            valkey.kill()
            one = Process(Database(), valkey.url, channel, None)
            try:
                await one.neighbours.start()
                wire, _ = await one.come(RED)
                one.commit()
                await until(lambda: wire.numbers == [1])
                assert not one.neighbours.is_up
                valkey.revive()
                await until(lambda: one.neighbours.is_up)
            finally:
                await one.close()
            assert not one.neighbours.is_up

    asyncio.run(run())


def test_a_valkey_that_says_nothing_is_left_and_found_again(channel: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bus_module, "ANSWER", 0.3)

    async def run() -> None:
        with mortal() as valkey:
            async with processes(valkey.url, channel) as (one, two):
                valkey.freeze()
                one.commit()
                await until(lambda: not one.neighbours.is_up)
                valkey.thaw()
                await until(lambda: one.neighbours.is_up and two.neighbours.is_up)
                one.commit()
                await until(lambda: (GAME, 2) in two.heard)

    asyncio.run(run())


def test_what_is_said_and_who_is_cut_is_heard_by_rule_at_all_processes(valkey_url: str, channel: str) -> None:
    async def run() -> None:
        async with processes(valkey_url, channel) as (one, two):
            late = Audience(None, "es", delay=60_000)
            mine, me = await one.come(WATCHER, guest="ana")
            (red, _), (seen, _), (behind, bea) = [await two.come(audience) for audience in (RED, WATCHER, late)]
            one.rooms.say(GAME, '{"hey": 1}', ("watchers", 0), but=me)
            one.rooms.say(GAME, '{"hey": 2}', ("live", None))
            one.rooms.say(GAME, '{"hey": 3}', ("beside", list(late._replace(language="en"))))
            await until(lambda: {"hey": 3} in behind.sent)
            heard = [[m["hey"] for m in wire.sent if "hey" in m] for wire in (mine, red, seen, behind)]
            assert heard == [[2], [2], [1, 2], [3]]
            one.rooms.cut(guest="bea")
            one.rooms.cut(guest="")
            bea.guest = "bea"
            one.rooms.cut(guest="bea")
            await until(bea.cut.is_set)
            assert not me.cut.is_set()
            two.rooms.cut(game=GAME)
            await until(me.cut.is_set)

    asyncio.run(run())


def test_who_is_here_is_known_everywhere_and_dropped_when_a_process_dies(
    valkey_url: str, channel: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(neighbours, "BEAT", 0.1)
    monkeypatch.setattr(presence, "SILENT", 2.0)

    async def run() -> None:
        async with processes(valkey_url, channel) as (one, two):
            red, mine = await one.come(RED)
            _, blue = await two.come(BLUE)
            for name in ("Ana", "Bea"):
                await two.come(WATCHER, name)
            crowd = {"watchers": 2, "seats": ["blue", "red"], "names": ["Ana", "Bea"], "away": {}}
            await until(lambda: red.crowd == crowd)
            assert one.rooms.is_here(GAME, "blue")
            await until(lambda: two.rooms.is_here(GAME, "red"))
            assert one.rooms.watchers(GAME) == 2
            two.rooms.leave(GAME, blue)
            await until(lambda: (red.crowd["seats"], list(red.crowd["away"])) == (["red"], ["blue"]))
            one.rooms.leave(GAME, mine)  # the room is gone here: the others learn it at the next beat at the latest
            await until(lambda: not two.rooms.is_here(GAME, "red"))
            red, _ = await one.come(RED)
            await until(lambda: red.crowd["watchers"] == 2)
            bus = two.neighbours.bus
            assert bus
            for task in (*bus._tasks, two.neighbours._beating):
                assert task
                task.cancel()  # as if the process had died
            await until(lambda: red.crowd == {"watchers": 0, "seats": ["red"], "names": [], "away": {}})

    asyncio.run(run())


def test_a_process_that_comes_learns_who_is_here_and_one_that_goes_takes_its_people_along(
    valkey_url: str, channel: str
) -> None:
    async def run() -> None:
        async with processes(valkey_url, channel, count=1) as (one,):
            red, _ = await one.come(RED)
            async with processes(valkey_url, channel, count=1) as (two,):
                await until(lambda: two.rooms.is_here(GAME, "red"))
                await two.come(WATCHER)
                await until(lambda: red.crowd["watchers"] == 1)
            await until(lambda: red.crowd["watchers"] == 0)

    asyncio.run(run())


def test_words_that_nobody_understands_are_passed_over(valkey_url: str, channel: str) -> None:
    async def run() -> None:
        async with processes(valkey_url, channel) as (one, two):
            red, _ = await two.come(RED)
            with Redis.from_url(valkey_url) as stranger:
                for text in (b"", b"\xff" * 100, b"{}", b"\x92\xa1x\x91\xa3wat"):
                    stranger.publish(channel, text)
            one.rooms.publish(Said(GAME, "{}", "no such rule", None))
            one.rooms.publish(Cut(guest="x" * 1000))
            one.commit()
            await until(lambda: red.numbers == [1])
            assert two.neighbours.bus
            assert two.neighbours.bus.lost == 4

    asyncio.run(run())


def test_a_fault_of_the_program_breaks_the_line_in_words_and_it_comes_back(
    valkey_url: str, channel: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        async with processes(valkey_url, channel) as (one, two):
            bus = one.neighbours.bus
            assert bus
            pipeline = bus._client.pipeline

            def faulty(**_: object) -> object:
                bus._client.pipeline = pipeline  # type: ignore[method-assign]
                raise ValueError("a fault")

            bus._client.pipeline = faulty  # type: ignore[method-assign,assignment]
            one.commit()
            await until(lambda: not bus.is_up)
            await until(lambda: bus.is_up)
            one.commit()
            await until(lambda: two.heard == [(GAME, 2)])

    asyncio.run(run())
    assert "by a fault of this program" in caplog.text
