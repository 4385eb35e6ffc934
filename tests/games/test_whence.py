"""Where those stood who were moved by an event that does not say it: reckoned from the record, for all who see it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Any, ClassVar

from msgspec.structs import replace

from app.engine.events import Event
from app.engine.geometry import Point
from app.engine.pictures import Sketch, always
from app.engine.system import Telling
from app.engine.ways import Carried
from app.games.eyes import Eyes
from app.games.results import Accepted, GameId, Shown
from tests.games.table import Host, step
from tests.toy import BLUE, RED, Gambled, State, Toy


class Walkers(Toy):
    """The toy, in which whoever steps is shown going as far as his score is."""

    pictures: ClassVar[dict[str, Sketch]] = {"toy.stepped": Sketch("walk", by="seat", whence=always)}

    def tell(self, event: Event) -> Telling:
        sketch = self.pictures.get(event.kind)
        return replace(super().tell(event), picture=sketch.of(event) if sketch else None)

    looked = 0

    def stands(self, state: State, id: str) -> Point:
        self.looked += 1
        return Point(1_000 * state.scores[id], 0)


class Porters(Toy):
    """The toy, in which the ways of those who step are told by others, and it is kept where they were reckoned."""

    def __init__(self) -> None:
        self.carried = Carried(frozenset({"toy.stepped"}), self.reckoned)
        self.there: list[bool] = []

    def reckoned(self, events: Iterable[tuple[int, Event]]) -> dict[int, tuple[Point, ...]]:
        found: dict[int, tuple[Point, ...]] = {seq: (Point(0, 0), Point(1_000, 0)) for seq, _ in events}
        self.there.append(threading.current_thread() is threading.main_thread())
        return found


def ways(events: tuple[Shown, ...]) -> list[list[int]]:
    """From where to where those went who stepped and did not take it back, in steps."""
    told = [e.telling.picture for e in events if e.kind == "toy.stepped" and not e.struck and e.telling]
    return [[p.x // 1_000 for p in picture.way] for picture in told if picture]


async def played(host: Host) -> GameId:
    """A battle in which a step was taken back."""
    game = await host.table()
    await host.bids(game)
    assert isinstance(await host.say(game, RED, step(1)), Accepted)
    assert isinstance(await host.games.undo(game, RED), Accepted)
    for run in (2, 0):
        assert isinstance(await host.say(game, RED, step(run)), Accepted)
    return game


def test_a_way_is_told_from_where_one_stood_whoever_asks_and_from_whichever_version_on(tmp_path: Path) -> None:
    async def test(host: Host) -> None:
        game = await played(host)
        for viewer in (RED, BLUE, None):
            assert ways(await host.games.events(game, viewer)) == [[1, 3], [3, 5]]
        whole = await host.games.events(game, RED)
        steps = [e.version for e in whole if e.kind == "toy.stepped"]
        for since in range(whole[0].version, whole[-1].version):
            part = ways(await host.games.events(game, RED, since))
            assert part == [[1, 3], [3, 5]][sum(at <= since for at in steps[1:]) :]
        seen: Any = await host.games.glimpse(game, BLUE, since=steps[-1] - 1)
        assert ways(seen.events) == [[3, 5]]
        host.games.forget(game)
        assert ways(await host.games.events(game, None)) == [[1, 3], [3, 5]], "after a restart"

    host = Host(tmp_path, Walkers())
    asyncio.run(test(host))
    host.store.close()


def test_a_log_that_the_rules_can_no_longer_read_whole_is_told_with_the_ways_up_to_there(tmp_path: Path) -> None:
    async def test(host: Host, system: Walkers) -> None:
        game = await host.table()
        await host.bids(game)
        for deed in (step(1), "gamble", step(2)):
            assert isinstance(await host.say(game, RED, deed), Accepted)
        system.event_types = tuple(one for one in Walkers.event_types if one is not Gambled)
        whole = await host.games.events(game, None)
        assert ways(whole) == [[1, 3], []]
        first = next(e.version for e in whole if e.kind == "toy.stepped")
        assert ways(await host.games.events(game, None, first)) == [[]], "how all stood is not read either"

    system = Walkers()
    host = Host(tmp_path, system)
    asyncio.run(test(host, system))
    host.store.close()


def test_a_way_is_reckoned_once_whoever_asks_and_not_for_who_does_not_look_at_it(tmp_path: Path) -> None:
    async def test(host: Host, system: Walkers) -> None:
        game = await played(host)
        assert ways(await host.games.events(game, None, ways=False)) == [[], []]
        assert system.looked == 0
        for since in (0, 0, 3):
            for viewer in (RED, BLUE, None):
                await host.games.events(game, viewer, since)
        assert ways(await host.games.events(game, None)) == [[1, 3], [3, 5]]
        assert system.looked == 4, "where each stood before and after"

    system = Walkers()
    host = Host(tmp_path, system)
    asyncio.run(test(host, system))
    host.store.close()


def test_who_sees_late_is_told_the_way_of_a_deed_that_was_taken_back_later_as_of_any_other(tmp_path: Path) -> None:
    async def test(host: Host) -> None:
        game = await played(host)
        struck, *_ = (e.version for e in await host.games.events(game, None) if e.kind == "toy.stepped")
        assert ways(await host.games.events(game, Eyes(at=struck))) == [[1, 3]]
        assert ways(await host.games.events(game, Eyes(at=struck + 1))) == []

    host = Host(tmp_path, Walkers())
    asyncio.run(test(host))
    host.store.close()


def test_the_ways_that_others_tell_are_reckoned_beside_the_event_loop_and_only_where_there_are_any(
    tmp_path: Path,
) -> None:
    async def test(host: Host, system: Porters) -> None:
        game = await host.table()
        await host.bids(game)
        await host.games.events(game, None)
        assert system.there == []
        assert isinstance(await host.say(game, RED, step(1)), Accepted)
        await host.games.events(game, None)
        assert system.there == [False]

    system = Porters()
    host = Host(tmp_path, system)
    asyncio.run(test(host, system))
    host.store.close()
