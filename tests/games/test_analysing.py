"""Battles that are over, looked at again: once, beside the loop, kept with the game and gone with it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from pathlib import Path
from random import Random
from types import SimpleNamespace

import msgspec
import pytest

from app.bots import course, hindsight
from app.bots.hindsight import Judged
from app.bots.levels import NOVICE
from app.bots.uniform import pick
from app.engine.events import Seat
from app.engine.system import PhaseId
from app.games import analysing, analysis_worker, offers
from app.games.analysing import AGAIN, LATE, Analysis, Versions, refuse_seats
from app.games.analysis_worker import Task, Verdict, weigh
from app.games.hours import wall_ms
from app.games.results import Accepted, GameId
from app.store import analyses, room
from app.store.tables import checkpoint
from app.systems import system_of
from tests.games.table import Host, at

RONIN = system_of("ronin")
RED, BLUE = Seat("red"), Seat("blue")
ANSWERS = 50


class Bench:
    """A host of Ronin whose battles are looked at here and now, by a novice in one world."""

    def __init__(self, folder: Path) -> None:
        self.host, self.sent, self.dies_after, self.late_after = Host(folder, RONIN), 0, 1 << 30, 1 << 30
        self.games = self.host.games
        self.games.analyses.pool.send = self.send  # type: ignore[method-assign]
        self.waits = list[tuple[float, float]]()
        self.turn = asyncio.Event()
        self.turn.set()

    async def send(self, work: Callable[[bytes], bytes], packed: bytes, longest: float) -> bytes:
        """Done at once, unless the process has died."""
        await self.turn.wait()
        self.waits.append((msgspec.msgpack.decode(packed, type=Task).seconds, longest))
        self.sent += 1
        if self.sent > self.dies_after:
            raise BrokenExecutor
        if self.sent > self.late_after:
            return msgspec.msgpack.encode(LATE)
        return work(packed)

    async def fought(self) -> GameId:
        """A battle that red gave up after some answers of chance."""
        setup, rng = offers.quick(RONIN, "duel"), Random(2)
        assert setup is not None
        game = await self.games.create("ronin", setup, {RED: "open", BLUE: "open"})
        assert isinstance(game, str)
        guest, _ = await self.games.guests.welcome("Aki")
        for seat in (RED, BLUE):
            await self.games.join(game, seat, guest.id, "Aki")
        for _ in range(ANSWERS):
            async with self.games._rooms.enter(game) as drive:
                assert drive is not None
                if drive.status == "over":
                    return game
                question = drive.live.questions()[0]
                ask, raw = drive.ask_id(question.seat), pick(question, rng)
            assert isinstance(await self.games.answer(game, question.seat, ask, raw), Accepted)
        assert isinstance(await self.games.resign(game, RED), Accepted)
        return game

    async def looked(self, game: GameId) -> Analysis:
        """What is known of it when all is found."""
        while task := self.games.analyses.tasks.get(game):
            await asyncio.wait([task])
            await asyncio.sleep(0)
        found = await self.games.analysis(game)
        assert found is not None
        return found


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Little is looked at."""
    monkeypatch.setattr(hindsight, "WORLDS", 1)
    monkeypatch.setattr(analysing, "VETERAN", NOVICE)
    monkeypatch.setattr(analysing, "DECIDING", 120.0)
    monkeypatch.setattr(analysing, "ONE", 60.0)
    monkeypatch.setattr(course, "STRETCHES", 1)


def test_it_is_found_out_once_and_kept_and_goes_with_the_game(tmp_path: Path) -> None:
    async def act(bench: Bench) -> None:
        game = await bench.fought()
        assert await bench.games.analysis(game) is None
        assert await bench.games.analyse(game) is None
        found = await bench.looked(game)
        info = await bench.games.info(game)
        assert info is not None
        assert info.outcome is not None
        assert (found.state, found.whole, found.chances, found.first) == ("done", True, True, info.seats[0].seat)
        assert found.stands[-1].stands == float(info.outcome.winner == found.first)
        versions = [one.v for one in found.stands]
        assert versions == sorted(versions)
        assert versions[-1] <= info.version
        assert 0 < found.looked == found.of
        assert found.spent > 0
        assert all(one.before < one.after <= info.version for one in found.turned)
        sent = bench.sent
        assert await bench.games.analyse(game) is None
        assert await bench.looked(game) == found
        assert bench.sent == sent
        await bench.host.store.run(room.forget, [game])
        assert await bench.games.analysis(game) is None

    at(Bench, tmp_path, act)


def test_of_a_battle_that_goes_on_nothing_is_looked_at(tmp_path: Path) -> None:
    async def act(bench: Bench) -> None:
        setup = offers.quick(RONIN, "duel")
        assert setup is not None
        game = await bench.games.create("ronin", setup, {RED: "open", BLUE: "open"})
        assert isinstance(game, str)
        for id in (game, GameId("nowhere")):
            no = await bench.games.analyse(id)
            assert no is not None
            assert no.code == "analysis.never"
        assert bench.sent == 0

    at(Bench, tmp_path, act)


def test_where_a_process_dies_it_is_told_and_may_be_asked_again(tmp_path: Path) -> None:
    async def act(bench: Bench) -> None:
        game, bench.dies_after = await bench.fought(), 1
        assert await bench.games.analyse(game) is None
        broken = await bench.looked(game)
        assert (broken.state, broken.looked) == ("broken", 0)
        assert broken.stands
        bench.dies_after = 1 << 30
        assert await bench.games.analyse(game) is None
        assert (await bench.looked(game)).state == "done"

    at(Bench, tmp_path, act)


def test_who_gives_no_sign_any_more_is_not_waited_for(tmp_path: Path) -> None:
    async def act(bench: Bench) -> None:
        game, store = await bench.fought(), bench.host.store
        assert await store.run(analyses.begin, game, wall_ms(), 0)
        assert not await store.run(analyses.begin, game, wall_ms(), 0)
        assert await bench.games.analyse(game) is None
        assert (await bench.looked(game)).state == "doing"
        await store.run(analyses.keep, game, "doing", 1, None)
        assert (await bench.looked(game)).state == "broken"
        assert await bench.games.analyse(game) is None
        assert (await bench.looked(game)).state == "done"

    at(Bench, tmp_path, act)


def test_so_many_wait_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(bench: Bench) -> None:
        game = await bench.fought()
        monkeypatch.setattr(analysing, "WAITING", 0)
        no = await bench.games.analyse(game)
        assert no is not None
        assert no.code == "analysis.busy"
        assert await bench.games.analysis(game) is None

    at(Bench, tmp_path, act)


@pytest.mark.parametrize("name", ["GOING", "DECIDING", "ONE"])
def test_where_there_was_no_time_for_all_it_is_told_and_may_be_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:  # fmt: skip
    async def act(bench: Bench) -> None:
        game = await bench.fought()
        with pytest.MonkeyPatch.context() as hasty:
            hasty.setattr(analysing, name, 0.0)
            assert await bench.games.analyse(game) is None
            short = await bench.looked(game)
        assert (short.state, short.looked, short.whole) == ("short", 0, name != "GOING")
        assert await bench.games.analyse(game) is None
        assert (await bench.looked(game)).state == "done"

    at(Bench, tmp_path, act)


def test_whoever_asks_again_goes_on_from_what_was_found_and_none_of_it_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    async def act(bench: Bench) -> None:
        game, bench.late_after = await bench.fought(), 3
        assert await bench.games.analyse(game) is None
        short = await bench.looked(game)
        assert (short.state, short.looked, short.asked) == ("short", 2, 1)
        assert short.of > short.looked
        bench.turn.clear()
        assert await bench.games.analyse(game) is None
        going = await bench.games.analysis(game)
        assert going is not None
        assert (going.state, going.stands, going.turned, going.looked) == ("doing", short.stands, short.turned, 2)
        bench.sent, bench.late_after = 0, 1 << 30
        bench.turn.set()
        whole = await bench.looked(game)
        assert (whole.state, whole.looked, whole.asked) == ("done", short.of, 2)
        assert bench.sent == 1 + short.of - short.looked
        assert {one.seq for one in short.weighed} < {one.seq for one in whole.weighed}
        monkeypatch.setattr(analysing, "GOING", 120.0)
        await bench.host.store.run(analyses.keep, game, "broken", wall_ms(), None)
        assert await bench.games.analyse(game) is None
        afresh = await bench.looked(game)
        assert afresh.stands == whole.stands
        both = [[(one.kind, one.swing, one.verdict.judged) for one in found.turned] for found in (afresh, whole)]
        assert both[0] == both[1] != []

    monkeypatch.setattr(course, "STRETCHES", 4)
    monkeypatch.setattr(hindsight, "LEAST", {True: 0.0, False: 0.0})
    at(Bench, tmp_path, act)


def test_what_came_further_before_is_kept_and_in_the_end_it_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    async def act(bench: Bench) -> None:
        game, bench.late_after = await bench.fought(), 1
        await bench.games.analyse(game)
        short = await bench.looked(game)
        assert short.whole
        monkeypatch.setattr(analysing, "GOING", 0.0)
        bench.late_after = 1 << 30
        await bench.games.analyse(game)
        kept = await bench.looked(game)
        assert (kept.state, kept.stands, kept.whole) == ("short", short.stands, True)
        body = {"asked": AGAIN, "first": "red", "by": kept.by}
        await bench.host.store.run(analyses.keep, game, "short", wall_ms(), body)
        await bench.games.analyse(game)
        cut = await bench.looked(game)
        assert (cut.state, cut.whole, cut.looked) == ("done", False, cut.of)

    at(Bench, tmp_path, act)


@pytest.mark.parametrize(
    ("asked", "late"), [((), False), ((True,), False), ((True, False), True), ((False, True), True)]
)
def test_a_decision_is_late_only_where_thinking_was_stopped(
    monkeypatch: pytest.MonkeyPatch, asked: tuple[bool, ...], late: int
) -> None:
    times = iter(asked)

    def judged(*given: object) -> Judged | None:
        for _ in asked:
            given[-1]()  # type: ignore[operator]
        return None

    spot = course.Spot(1, RED, PhaseId("any"), b"", b"", "a", 0, 1, 1)
    monkeypatch.setattr(analysis_worker, "judge", judged)
    monkeypatch.setattr(analysis_worker, "until", lambda _: lambda: next(times))
    monkeypatch.setattr(analysis_worker, "taken_up", lambda *_: SimpleNamespace(question=lambda _: None))
    packed = msgspec.msgpack.encode(Task(1.0, system="ronin", spot=spot, level="novice"))
    assert msgspec.msgpack.decode(weigh(packed), type=Verdict).late == bool(late)


def test_two_who_ask_at_the_same_moment_do_not_both_pass(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(bench: Bench) -> None:
        first, second, games = await bench.fought(), await bench.fought(), bench.games
        bench.turn.clear()
        said = await asyncio.gather(games.analyse(first, "aki"), games.analyse(second, "aki"))
        assert sorted(no.code if no else "" for no in said) == ["", "analysis.one"]
        bench.turn.set()
        done = first if said[0] is None else second
        await bench.looked(done)
        assert await games.analyse(done, "aki") is None
        assert not games.analyses.whose
        monkeypatch.setattr(analysing, "WAITING", 1)
        third, fourth = [*{first, second} - {done}, await bench.fought()]
        bench.turn.clear()
        said = await asyncio.gather(games.analyse(third, "aki"), games.analyse(fourth, "ben"))
        assert sorted(no.code if no else "" for no in said) == ["", "analysis.busy"]
        bench.turn.set()

    at(Bench, tmp_path, act)


def test_who_waits_for_its_turn_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(bench: Bench) -> None:
        game, store = await bench.fought(), bench.host.store
        bench.turn.clear()
        assert await bench.games.analyse(game) is None
        await store.run(analyses.keep, game, "doing", 1, None)
        found = await bench.games.analysis(game)
        assert found is not None
        assert found.state == "doing"
        while (row := await store.look(analyses.of, game)) and row["at_ms"] == 1:
            await asyncio.sleep(0.01)
        assert row is not None
        bench.turn.set()
        assert (await bench.looked(game)).state == "done"

    monkeypatch.setattr(analysing, "SIGN", 0.01)
    at(Bench, tmp_path, act)


def test_for_one_guest_one_battle_is_looked_at_at_a_time(tmp_path: Path) -> None:
    async def act(bench: Bench) -> None:
        first, second = await bench.fought(), await bench.fought()
        bench.turn.clear()
        assert await bench.games.analyse(first, "aki") is None
        assert await bench.games.analyse(first, "aki") is None
        no = await bench.games.analyse(second, "aki")
        assert no is not None
        assert no.code == "analysis.one"
        assert await bench.games.analysis(second) is None
        assert await bench.games.analyse(second, "ben") is None
        bench.turn.set()
        await bench.looked(second)
        await bench.looked(first)
        assert not bench.games.analyses.whose

    at(Bench, tmp_path, act)


def test_a_battle_of_earlier_rules_is_not_looked_at(tmp_path: Path) -> None:
    async def act(bench: Bench) -> None:
        game = await bench.fought()
        older = checkpoint.update().where(checkpoint.c.game_id == game).values(rules_version=RONIN.version - 1)
        await bench.host.store.run(lambda db: db.execute(older))
        no = await bench.games.analyse(game)
        assert no is not None
        assert no.code == "analysis.rules"
        assert await bench.games.never_analysed(game) == no
        assert bench.sent == 0

    at(Bench, tmp_path, act)


def test_a_battle_of_three_is_not_looked_at() -> None:
    no = refuse_seats(3)
    assert no is not None
    assert no.code == "analysis.sides"
    assert refuse_seats(2) is None


def test_a_version_is_that_of_the_last_event_all_may_see() -> None:
    rows = [
        {"tape_seq": seq, "version": version, "seen_by": seen}
        for seq, version, seen in ((0, 1, None), (0, 2, None), (3, 3, ["red"]), (4, 3, None), (6, 4, None))
    ]
    versions = Versions(rows)
    assert [versions.at(seq) for seq in (0, 2, 3, 4, 5, 6, 9)] == [2, 2, 2, 3, 3, 4, 4]
