"""Rooms with wires of string: one rendering an audience, everything in order, slow sockets told to load afresh."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from app.live import rooms as rooms_module
from app.live.connections import MOST, OUTBOX, RESYNC, framed
from app.live.rooms import FEW, PAUSE
from tests.live.play import BLUE, GAME, OTHER, RED, WATCHER, Play, Wire, numbers, played, versions


def test_an_audience_is_rendered_once_for_all_its_sockets() -> None:
    wires: list[Wire] = []

    async def story(play: Play) -> None:
        wires.extend([(await play.come(WATCHER))[0] for _ in range(20)])
        wires.append((await play.come(OTHER))[0])
        play.rendered.clear()
        play.commit()

    play = played(story)
    assert [row[0] for row in play.rendered] == [WATCHER, OTHER]
    assert all(numbers(wire) == [1] for wire in wires)


def test_seats_are_told_before_watchers() -> None:
    async def story(play: Play) -> None:
        for audience in (WATCHER, OTHER, RED):
            await play.come(audience)
        play.rendered.clear()
        play.commit()

    assert played(story).rendered[0][0] == RED


def test_everybody_gets_everything_in_order_however_quick() -> None:
    wires: list[Wire] = []

    async def story(play: Play) -> None:
        for audience in (RED, WATCHER, WATCHER):
            wires.append((await play.come(audience))[0])
        for _ in range(50):
            play.commit()
            await asyncio.sleep(0)

    played(story)
    for wire in wires:
        assert numbers(wire) == list(range(1, 51))
        assert versions(wire) == sorted(versions(wire))


def test_newcomer_between_commit_and_telling_takes_nothing_from_the_others() -> None:
    wires: list[Wire] = []

    async def story(play: Play) -> None:
        wires.append((await play.come(WATCHER))[0])
        wire, connection = await play.come(WATCHER, greeted=False)
        wires.append(wire)
        play.head += 1
        await play.rooms.greet(GAME, connection, 0)
        play.commit()
        await play.settle()
        play.commit()

    played(story)
    assert [numbers(wire) for wire in wires] == [[1, 2, 3], [1, 2, 3]]


def test_a_commit_while_a_newcomer_is_greeted_is_not_lost() -> None:
    wires: list[Wire] = []

    async def story(play: Play) -> None:
        wires.append((await play.come(WATCHER))[0])

        def once() -> None:
            play.meanwhile = lambda: None
            play.commit()

        play.meanwhile = once
        play.rooms.rooms[GAME].greetings.clear()
        wires.append((await play.come(WATCHER))[0])

    played(story)
    assert [numbers(wire) for wire in wires] == [[1], [1]]


def test_slow_socket_is_told_to_load_afresh_and_holds_nobody_up() -> None:
    found: list[Wire] = []

    async def story(play: Play) -> None:
        slow, connection = await play.come(WATCHER, fast=False)
        quick, _ = await play.come(WATCHER)
        for _ in range(2 * OUTBOX):
            play.commit()
            await play.settle()
        assert connection.outbox.qsize() <= OUTBOX
        assert numbers(quick) == list(range(1, 2 * OUTBOX + 1))
        slow.go.set()
        while not connection.outbox.empty():
            await asyncio.sleep(0)
        found.append(slow)

    played(story)
    assert json.loads(RESYNC) in found[0].sent
    afresh = found[0].sent.index(json.loads(RESYNC))
    later = [m["v"] for m in found[0].sent[afresh + 1 :] if "v" in m]
    assert later == sorted(later)
    assert len(found[0].sent) <= OUTBOX + 2


def test_undo_tells_all_to_load_afresh_and_forgets_what_they_were_shown() -> None:
    wires: list[Wire] = []

    async def story(play: Play) -> None:
        wires.extend([(await play.come(audience))[0] for audience in (RED, WATCHER)])
        play.commit("resync")

    play = played(story)
    assert all(wire.sent[-1] == {"resync": True} for wire in wires)
    assert set(play.forgotten) == {RED, WATCHER}


def test_last_of_an_audience_takes_its_memory_along() -> None:
    async def story(play: Play) -> None:
        _, first = await play.come(WATCHER)
        _, second = await play.come(WATCHER)
        await play.come(RED)
        play.rooms.leave(GAME, first)
        assert play.forgotten == []
        play.rooms.leave(GAME, second)
        assert play.forgotten == [WATCHER]

    play = played(story)
    assert list(play.rooms.rooms[GAME].seen) == [RED]


def test_crowd_is_told_and_empty_rooms_are_forgotten() -> None:
    async def story(play: Play) -> None:
        wire, first = await play.come(WATCHER)
        _, second = await play.come(RED)
        await play.settle()
        assert wire.sent[-1] == {"crowd": {"watchers": 1, "seats": ["red"], "names": [], "away": {}}}
        assert play.rooms.watchers(GAME) == 1
        play.rooms.leave(GAME, second)
        await play.settle()
        assert wire.sent[-1] == {"crowd": {"watchers": 1, "seats": [], "names": [], "away": {"red": 0}}}
        play.rooms.leave(GAME, first)
        assert play.rooms.rooms == {}
        assert play.rooms.watchers(GAME) == 0
        play.commit()

    assert played(story).rendered[-1][2] == ""


def test_words_can_be_said_to_some() -> None:
    wires: list[Wire] = []

    async def story(play: Play) -> None:
        wires.extend([(await play.come(audience))[0] for audience in (RED, WATCHER)])
        play.rooms.say(GAME, '{"hey": 1}', ("watchers", 0))
        play.rooms.say("no such game", '{"hey": 2}', ("live", None))

    played(story)
    assert {"hey": 1} not in wires[0].sent
    assert {"hey": 1} in wires[1].sent


def test_words_can_be_kept_from_some_people() -> None:
    wires: list[Wire] = []

    async def story(play: Play) -> None:
        for guest in ("aki", "mori"):
            wire, connection = await play.come(WATCHER)
            connection.guest = guest
            wires.append(wire)
        play.rooms.say(GAME, '{"hey": 1}', ("watchers", 0), apart=("aki",))

    played(story)
    assert {"hey": 1} not in wires[0].sent
    assert {"hey": 1} in wires[1].sent


def test_audience_that_leaves_while_it_is_told_is_forgotten() -> None:
    wires: list[Wire] = []

    async def story(play: Play) -> None:
        wires.append((await play.come(RED))[0])
        _, gone = await play.come(WATCHER)
        wires.append((await play.come(OTHER))[0])

        def leave() -> None:
            if gone in play.rooms.rooms[GAME].connections:
                play.rooms.leave(GAME, gone)

        play.meanwhile = leave
        play.commit()
        await play.settle()
        play.meanwhile = lambda: None
        wires.append((await play.come(WATCHER))[0])
        play.commit()

    play = played(story)
    assert [numbers(wire) for wire in wires] == [[1, 2], [1, 2], [2]]
    assert WATCHER in play.forgotten


def test_a_commit_before_a_newcomer_is_greeted_is_told_to_it_once() -> None:
    wires: list[Wire] = []

    async def story(play: Play) -> None:
        wires.append((await play.come(WATCHER))[0])
        wire, connection = await play.come(WATCHER, greeted=False)
        wires.append(wire)
        play.commit()
        await play.settle()
        await play.rooms.greet(GAME, connection, 0)
        play.commit()

    played(story)
    assert [numbers(wire) for wire in wires] == [[1, 2], [1, 2]]


def test_a_newcomer_whom_more_was_told_than_the_others_is_told_it_once() -> None:
    wires: list[Wire] = []

    async def story(play: Play) -> None:
        wires.append((await play.come(WATCHER))[0])
        wire, connection = await play.come(WATCHER, greeted=False)
        wires.append(wire)

        def once() -> None:
            if play.rendered[-1][2] is None:  # the others are being told; the newcomer, who is ahead, comes after them
                play.meanwhile = lambda: None
                play.commit()

        play.commit()
        play.meanwhile = once
        await play.rooms.greet(GAME, connection, 0)
        await play.settle()
        play.commit()

    played(story)
    assert [numbers(wire) for wire in wires] == [[1, 2, 3], [1, 2, 3]]


# -- lines ------------------------------------------------------------------------------


class Pipe:
    """A line that holds what was written until it is read."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.drained: Callable[[], None] = self.frames.clear
        self.aborted = False

    def write(self, frame: bytes) -> None:
        self.frames.append(frame)

    def waiting(self) -> int:
        return sum(map(len, self.frames))

    def abort(self) -> None:
        self.aborted = True


def test_the_same_bytes_are_written_to_all_of_an_audience() -> None:
    pipes = [Pipe() for _ in range(20)]

    async def story(play: Play) -> None:
        for pipe in pipes:
            await play.rooms.greet(GAME, play.rooms.enter(GAME, Wire(), WATCHER, 0, line=pipe), 0)
        play.commit()

    play = played(story)
    assert {pipe.frames[-1] for pipe in pipes} == {framed(json.dumps({"v": 1, "new": [1]}))}
    assert len({id(pipe.frames[-1]) for pipe in pipes}) == 1
    assert play.rendered.count((WATCHER, 0, None)) == 1


def test_what_waits_for_a_line_is_bounded_and_it_goes_on_when_drained() -> None:
    pipe, text = Pipe(), "x" * 10_000

    async def story(play: Play) -> None:
        slow = play.rooms.enter(GAME, Wire(), WATCHER, 0, line=pipe)
        for _ in range(100):
            slow.put(text)
        assert MOST < pipe.waiting() <= MOST + len(framed(text))
        pipe.frames.clear()
        pipe.drained()
        pipe.drained()
        slow.put("next")

    played(story)
    assert pipe.frames == [framed(RESYNC), framed("next")]
    assert not pipe.aborted


def test_who_was_asked_is_told_first() -> None:
    async def story(play: Play) -> None:
        for audience in (BLUE, RED, WATCHER):
            await play.come(audience)
        for asked in (["red"], ["blue"], ["red"]):
            play.rooms.rooms[GAME].asked = asked
            play.rendered.clear()
            play.commit()
            await play.settle()
            order.append([audience.seat for audience, *_ in play.rendered])

    order: list[list[str | None]] = []
    played(story)
    assert order == [["red", "blue", None], ["blue", "red", None], ["red", "blue", None]]


def test_many_who_come_at_once_are_rendered_for_once_and_announced_seldom() -> None:
    many = 10 * FEW

    async def story(play: Play) -> None:
        wires = [(await play.come(WATCHER))[0] for _ in range(many)]
        assert play.rendered == [(WATCHER, 0, "")]
        play.commit()
        await play.settle()
        wires.append((await play.come(WATCHER))[0])
        assert play.rendered[-1] == (WATCHER, 1, "")
        await asyncio.sleep(2 * PAUSE)
        crowds = [message["crowd"]["watchers"] for message in wires[0].sent if "crowd" in message]
        assert crowds[-1] == many + 1
        assert len(crowds) < 2 * FEW

    played(story)


def test_commits_in_quick_succession_are_told_together() -> None:
    async def story(play: Play) -> None:
        wires.append((await play.come(WATCHER))[0])
        play.rendered.clear()
        for _ in range(10):
            play.commit()

    wires: list[Wire] = []
    play = played(story)
    assert numbers(wires[0]) == list(range(1, 11))
    assert [since for _, since, _ in play.rendered] == [0, 10]


@pytest.mark.parametrize(("told", "news"), [({}, False), ({"may": []}, True), ({"may": ["a"]}, True)])
def test_that_nobody_may_act_any_more_is_news(told: dict[str, Any], news: bool) -> None:
    assert Play().rooms.read(json.dumps({"v": 1, **told})).is_news == news


def test_who_claims_to_have_seen_what_never_was_leaves_nobody_untold() -> None:
    late, told = WATCHER._replace(delay=60), list[int]()

    async def story(play: Play) -> None:
        play.head = 3
        liars = [play.rooms.enter(GAME, Wire(), late, 10**9) for _ in range(2)]
        for liar in liars:
            await play.rooms.greet(GAME, liar, 10**9)
        told.append(play.rooms.rooms[GAME].seen[late])
        for liar in liars:
            play.rooms.leave(GAME, liar)

    played(story)
    assert told == [3]


def test_what_newcomers_were_told_is_not_kept_when_it_is_stale(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms_module, "FRESH", 0.02)

    async def story(play: Play) -> None:
        await play.come(WATCHER)
        room = play.rooms.rooms[GAME]
        assert list(room.greetings) == [(WATCHER, 0, "")]
        await asyncio.sleep(0.1)
        assert room.greetings == {}
        await play.come(WATCHER)
        assert play.rendered == [(WATCHER, 0, "")] * 2

    played(story)
