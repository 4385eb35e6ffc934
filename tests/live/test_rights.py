"""Who may go on looking is asked again: of who comes, before seats change, and by the looks at other processes."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from functools import partial
from typing import Any

import pytest

from app.live.connections import Audience, Connection
from app.live.rights import may_stay, recheck
from app.live.sweep import RECHECK
from app.store.people import Rights
from tests.live.play import BLUE, GAME, RED, WATCHER, Play, Wire, numbers, played
from tests.live.test_company import alone, looked
from tests.live.town import Process

NOBODY = Rights(frozenset(), frozenset(), frozenset(), frozenset(), frozenset())
KNOWN = Rights(
    gone=frozenset({"banned"}), hosts=frozenset({"host", "seated host"}),
    seated=frozenset({(GAME, "ana", "red"), (GAME, "seated host", "blue")}),
    roles=frozenset({(GAME, "judge", "umpire"), (GAME, "pest", "out")}), shown=frozenset({"open"}),
)  # fmt: skip


@pytest.mark.parametrize(
    ("who", "audience", "game", "stays"),
    [
        ("ana", RED, GAME, True), ("ana", BLUE, GAME, False), ("bea", RED, GAME, False), ("ana", RED, "open", False),
        ("bea", WATCHER, GAME, True), ("pest", WATCHER, GAME, False), ("pest", WATCHER, "open", True),
        ("banned", WATCHER, GAME, False), ("judge", RED._replace(borrowed=True), GAME, True),
        ("bea", RED._replace(borrowed=True), GAME, False), ("host", RED._replace(borrowed=True), GAME, True),
        ("bea", WATCHER._replace(whole=True), GAME, False), ("bea", WATCHER._replace(whole=True), "open", True),
        ("judge", WATCHER._replace(whole=True), GAME, True), ("ana", WATCHER._replace(whole=True), "open", True),
        ("ana", RED._replace(borrowed=True), GAME, False), ("seated host", RED._replace(borrowed=True), GAME, False),
        ("seated host", BLUE, GAME, True), ("seated host", WATCHER._replace(whole=True), GAME, False),
    ],
)  # fmt: skip
def test_who_may_stay(who: str, audience: Audience, game: str, stays: bool) -> None:
    assert may_stay(game, Connection(Wire(), audience, who), KNOWN) is stays


class People:
    """What is known of people, and how often it was asked."""

    def __init__(self, process: Process) -> None:
        self.asked: list[Sequence[str]] = []
        self.rights, self.closed = NOBODY, list[str]()
        process.rooms.recheck = partial(recheck, self.known, self.shut)

    async def known(self, guests: Collection[str], _: Collection[str]) -> Rights:
        """What is known of these."""
        self.asked.append(sorted(guests))
        await asyncio.sleep(0)
        return self.rights

    async def shut(self, _: Sequence[str]) -> Sequence[str]:
        """The tables that are open to no watcher."""
        return self.closed


def test_whoever_has_lost_the_right_to_be_here_is_cut_by_a_look() -> None:
    async def run() -> None:
        process = alone()
        people = People(process)
        _, good = await process.come(WATCHER, guest="good")
        _, bad = await process.come(WATCHER, guest="bad")
        _, stranger = await process.come(WATCHER)
        await looked(process)
        people.asked.clear()
        people.rights = NOBODY._replace(gone=frozenset({"bad"}), roles=frozenset({(GAME, "good", "commentator")}))
        for _ in range(RECHECK - 1):
            assert not bad.cut.is_set()
            await looked(process)
        assert people.asked == [["bad", "good"]]
        assert [c.cut.is_set() for c in (good, bad, stranger)] == [False, True, False]
        people.closed = [GAME]  # watchers are welcome no longer
        for _ in range(RECHECK):
            await looked(process)
        assert (good.cut.is_set(), stranger.cut.is_set()) == (False, True)
        await process.close()

    asyncio.run(run())


def test_whoever_has_lost_it_is_cut_before_a_change_made_elsewhere_is_told() -> None:
    async def run() -> None:
        process = alone()
        people = People(process)
        kept, good = await process.come(WATCHER, guest="good")
        lost, bad = await process.come(RED._replace(borrowed=True), guest="host")
        assert (good.cut.is_set(), bad.cut.is_set()) == (False, True)  # nobody knows of a host
        people.rights = NOBODY._replace(hosts=frozenset({"host"}))
        lost, bad = await process.come(RED._replace(borrowed=True), guest="host")
        await looked(process)
        process.database.head = 1  # he has sat down elsewhere
        people.rights = people.rights._replace(seated=frozenset({(GAME, "host", "blue")}))
        await looked(process)
        assert (kept.numbers, lost.numbers) == ([1], [])
        assert (good.cut.is_set(), bad.cut.is_set()) == (False, True)
        await process.close()

    asyncio.run(run())


def test_a_look_at_people_that_fails_cuts_nobody_and_is_made_again() -> None:
    async def run() -> None:
        process = alone()
        wire, one = await process.come(WATCHER, guest="good")

        async def away(_: Any) -> None:
            raise OSError("the database does not answer")

        process.rooms.recheck = away
        process.database.head = 1
        with pytest.raises(OSError, match="does not answer"):
            await looked(process)
        process.rooms.recheck = None
        await looked(process)
        assert (one.cut.is_set(), wire.numbers) == (False, [1])
        await process.close()

    asyncio.run(run())


@pytest.mark.parametrize("broken", [False, True])
def test_before_a_change_of_seats_is_told_those_go_who_may_not_see_it(broken: bool) -> None:
    found: list[Any] = []

    async def story(play: Play) -> None:
        (kept, stays), (lost, goes) = await play.come(RED), await play.come(WATCHER)

        async def looked_at(_: Any) -> None:
            if broken:
                raise OSError("the database is away")
            goes.cut.set()

        play.rooms.recheck = looked_at
        play.commit()
        play.commit("seats")
        await play.settle()
        found.extend([numbers(kept), numbers(lost), stays.cut.is_set(), goes.cut.is_set()])

    played(story)
    assert found == ([[], [], True, True] if broken else [[1, 2], [], False, True])


@pytest.mark.parametrize("when", ["before", "while it is made", "never"])
def test_who_lost_the_right_while_he_came_is_told_nothing(when: str) -> None:
    found: list[Any] = []

    async def story(play: Play) -> None:
        asked = list[Any]()
        play.head = 2
        wire, comes = await play.come(RED._replace(borrowed=True), greeted=False)
        changes = play.rooms.changes

        def sits_down() -> None:
            play.meanwhile = lambda: None
            play.commit("seats")

        async def looked_at(present: Any) -> None:
            asked.append(present)
            await asyncio.sleep(0)
            comes.cut.set()

        play.rooms.recheck = looked_at
        if when == "before":
            play.rooms.told("another", 1, "seats")
        elif when == "while it is made":
            play.meanwhile = sits_down
        await play.rooms.greet(GAME, comes, 0, changes=changes)
        found.extend([comes.greeted, numbers(wire), asked])
        play.rooms.recheck = None
        await play.settle()
        assert (numbers(wire) == []) is (when != "never")
        assert asked == ([] if when == "never" else [[(GAME, comes)]])

    played(story)
    assert found[0] is (when == "never")


def test_who_sits_down_while_his_message_is_made_is_not_told_it() -> None:
    found: list[Any] = []

    async def story(play: Play) -> None:
        wire, goes = await play.come(RED._replace(borrowed=True))
        kept, stays = await play.come(WATCHER)

        async def looked_at(_: Any) -> None:
            goes.cut.set()

        def sits_down() -> None:
            play.meanwhile = lambda: None
            play.commit("seats")

        play.rooms.recheck, play.meanwhile = looked_at, sits_down
        play.commit()
        await play.settle()
        found.extend([numbers(wire), numbers(kept), goes.cut.is_set(), stays.cut.is_set()])

    played(story)
    assert found == [[], [1, 2], True, False]
