"""Without a line to other processes: who is believed to be elsewhere, and the looks for what they have changed."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Sequence

import pytest

from app.live import company
from app.live.presence import SILENT
from app.live.sweep import Sweep
from app.live.telling import Here, Told
from app.store.people import Rights
from app.store.talk import Fresh
from app.web.table.talk import speaking
from tests.live.town import BLUE, GAME, RED, WATCHER, Database, Process

NOBODY = Rights(frozenset(), frozenset(), frozenset(), frozenset(), frozenset())
TALK = speaking.talk
"""The rule by which talk is heard, known once its module is."""


def alone(database: Database | None = None) -> Process:
    """A process without a Valkey, whose looks are made by hand."""
    process = Process(database or Database(), "", "", None)
    process.sweep = Sweep(process.rooms, process.database.heads)
    return process


async def settled(process: Process) -> None:
    """All that was under way has come about."""
    while process.rooms.tasks:
        await asyncio.gather(*process.rooms.tasks)
    await asyncio.sleep(0.005)


async def looked(process: Process) -> None:
    """One look has been made, and all are told what it found."""
    assert process.sweep
    await process.sweep.look()
    await settled(process)


def test_those_elsewhere_count_and_a_seat_that_is_there_is_not_away() -> None:
    async def run() -> None:
        process = alone()
        wire, _ = await process.come(WATCHER, "Ana")
        _, red = await process.come(RED)
        process.rooms.heard("x", Here(GAME, ["blue", "red"], 3, ["Zoe"]))
        process.rooms.heard("y", Here("another", ["red"]))
        process.rooms.leave(GAME, red)
        await settled(process)
        assert wire.crowd == {"watchers": 4, "seats": ["blue", "red"], "names": ["Ana", "Zoe"], "away": {}}
        process.rooms.replaced("x", [Here(GAME, ["blue"])])
        await settled(process)
        assert wire.crowd == {"watchers": 1, "seats": ["blue"], "names": ["Ana"], "away": {"red": 0}}
        said = len(wire.sent)
        process.rooms.replaced("x", [Here(GAME, ["blue"])])
        await settled(process)
        assert len(wire.sent) == said  # that was no news
        process.rooms.heard("x", Here(GAME))
        await settled(process)
        assert wire.crowd["away"] == {"red": 0, "blue": 0}
        assert process.rooms.is_here("another", "red")
        await process.close()

    asyncio.run(run())


def test_a_process_of_which_nothing_is_heard_has_nobody() -> None:
    async def run() -> None:
        process = alone()
        wire, _ = await process.come(RED)
        now = asyncio.get_running_loop().time()
        process.rooms.heard("x", Here(GAME, ["blue"], 2))
        process.rooms.elsewhere.heard("x", Here("another"), now - SILENT - 1)
        process.rooms.elsewhere.heard("y", Here(GAME, [], 5), now)
        for _ in range(2):
            process.rooms.drop_silent()
        await settled(process)
        assert wire.crowd == {"watchers": 5, "seats": ["red"], "names": [], "away": {"blue": 0}}
        await process.close()

    asyncio.run(run())


def test_a_look_tells_what_another_process_changed_and_nothing_twice() -> None:
    async def run() -> None:
        process = alone()
        sweep = process.sweep
        assert sweep
        wire, _ = await process.come(RED)
        await looked(process)
        for _ in range(3):
            process.database.head += 1  # by another process
            await looked(process)
        assert wire.numbers == [1, 2, 3]
        process.rooms.told, told = lambda *told: calls.append(told), process.rooms.told  # type: ignore[method-assign]
        calls: list[tuple[str, int, str]] = []
        await looked(process)
        assert calls == []
        process.database.head += 2
        await looked(process)
        await looked(process)
        assert calls == [(GAME, 5, "events")]
        sweep.afresh()
        await looked(process)
        assert calls == [(GAME, 5, "events")] * 2
        process.rooms.told = told  # type: ignore[method-assign]
        await process.close()

    asyncio.run(run())


def test_a_room_seen_for_the_first_time_is_told() -> None:
    async def run() -> list[int]:
        process = alone()
        wire, _ = await process.come(RED)
        process.database.head += 1
        await looked(process)
        await process.close()
        return wire.numbers

    assert asyncio.run(run()) == [1]


def test_what_is_told_late_of_one_change_does_not_hide_another() -> None:
    async def run() -> None:
        process = alone()
        wire, _ = await process.come(RED)
        await looked(process)
        process.database.head += 1
        await looked(process)  # sees the first change before its message is here
        process.neighbours.heard("x", Told(GAME, 1, "events"))
        await settled(process)
        process.database.head += 1  # the message of the second is lost
        said = len(wire.sent)
        for _ in range(3):
            await looked(process)
        assert wire.numbers == [1, 2]
        assert len(wire.sent) == said + 1  # nothing is sent where there is nothing new
        await process.close()

    asyncio.run(run())


def test_nobody_is_asked_while_no_table_is_open_and_never_two_at_once(caplog: pytest.LogCaptureFixture) -> None:
    at_once, most = 0, 0

    class Slow(Database):
        async def heads(self, games: Sequence[str]) -> dict[str, int]:
            nonlocal at_once, most
            at_once += 1
            most = max(most, at_once)
            await asyncio.sleep(0.01)
            at_once -= 1
            return await super().heads(games)

    async def run() -> None:
        process = alone(Slow())
        process.sweep = sweep = Sweep(process.rooms, process.database.heads, every=0.001)
        sweep.start()
        await asyncio.sleep(0.02)
        assert process.database.asked == 0
        wire, _ = await process.come(RED)
        process.database.fails = True
        while process.database.asked < 4:
            sweep.afresh()
            await asyncio.sleep(0.002)
        assert sweep.looks == 0
        process.database.head += 1
        process.database.fails = False
        while wire.numbers != [1]:
            await asyncio.sleep(0.002)
        await sweep.close()
        await process.close()

    with caplog.at_level(logging.ERROR):
        asyncio.run(asyncio.wait_for(run(), 20))
    assert most == 1
    assert len(caplog.records) == 1  # four failures, told once


def test_lines_that_were_not_heard_are_named_to_those_who_may_read_them() -> None:
    async def run() -> None:
        process = alone()
        fresh = [
            Fresh(5, GAME, "table", None, False),
            Fresh(6, GAME, "table", None, False),
            Fresh(7, GAME, "side", "blue", False),
        ]
        old = Fresh(3, GAME, "table", None, False)

        durable = [old]

        async def lines(games: Sequence[str], since: int | None) -> tuple[int, list[Fresh]]:
            return max([4, *(f.id for f in durable)]), [f for f in durable if since is not None and f.id > since]

        process.sweep = Sweep(process.rooms, process.database.heads, lines)
        wires = [(await process.come(audience))[0] for audience in (RED, BLUE, WATCHER)]
        for new in ([], [fresh[0], fresh[2]], [], [fresh[1]], []):
            durable += new
            await looked(process)
        told = [[m["talk_after"] for m in wire.sent if "talk_after" in m] for wire in wires]
        assert told == [[5, 6], [5, 7, 6], [5, 6]]  # the sixth became durable after the seventh
        await process.close()

    asyncio.run(run())


def test_every_rule_of_hearing_goes_over_the_line() -> None:
    for name, value in (("live", None), ("watchers", 60_000), ("beside", list(RED)), ("talk", ["side", "red", False])):
        over = company.RULES[name](json.loads(json.dumps(value)))
        assert [over(a) for a in (RED, BLUE, WATCHER)] == [company.RULES[name](value)(a) for a in (RED, BLUE, WATCHER)]
    assert company.RULES["talk"] is TALK


def test_somebody_of_a_side_is_missed_since_his_last_page_went_whoever_else_of_it_is_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def run() -> None:
        process, loop = alone(), asyncio.get_running_loop()
        now = loop.time
        await process.come(RED, guest="aki")
        _, first = await process.come(RED, guest="mika")
        _, second = await process.come(RED, guest="mika")
        monkeypatch.setattr(loop, "time", lambda: now() + 100)
        process.rooms.leave(GAME, first)
        assert process.rooms.absent(GAME, "mika") == 0
        process.rooms.leave(GAME, second)
        monkeypatch.setattr(loop, "time", lambda: now() + 150)
        assert process.rooms.absent(GAME, "mika") >= 50
        assert process.rooms.absent(GAME, "aki") == 0
        assert process.rooms.absent(GAME, "jun") < 50  # he has never come: since he was first asked for
        process.rooms.heard("x", Here(GAME, ["red"], people=["mika"]))
        assert process.rooms.absent(GAME, "mika") == 0
        monkeypatch.setattr(loop, "time", now)
        await process.close()

    asyncio.run(run())


def test_who_goes_from_another_process_is_missed_since_then_whatever_was_noted_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def run() -> None:
        process, loop = alone(), asyncio.get_running_loop()
        now = loop.time
        _, page = await process.come(RED, guest="mika")
        process.rooms.leave(GAME, page)
        there = Here(GAME, ["red"], people=["mika"])
        process.rooms.heard("x", there)
        monkeypatch.setattr(loop, "time", lambda: now() + 1_000)
        process.rooms.heard("x", Here(GAME))
        assert process.rooms.absent(GAME, "mika") < 500
        process.rooms.replaced("x", [there])
        monkeypatch.setattr(loop, "time", lambda: now() + 2_000)
        process.rooms.replaced("x", [])
        assert process.rooms.absent(GAME, "mika") < 500
        monkeypatch.setattr(loop, "time", lambda: now() + 3_000)
        assert process.rooms.absent(GAME, "mika") >= 1_000
        monkeypatch.setattr(loop, "time", now)
        await process.close()

    asyncio.run(run())
