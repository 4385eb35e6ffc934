"""A swept game has few checkpoints, and everything that can be seen of it is what it was."""

from __future__ import annotations

import asyncio
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from app import cli
from app.bootstrap.words import Stop
from app.engine.asks import Json
from app.games import sweeping
from app.games.eyes import Eyes
from app.games.results import Accepted, GameId
from app.games.service import Games
from app.games.sweeping import sweep_all
from app.games.verify import verify
from app.store import StorageFull, Store, past, sweep
from app.store.tables import checkpoint, game
from app.systems import SYSTEMS, system_of
from bench.hosting import hosted, opened
from bench.recorded import ID, host, kept
from tests.games.frames import ended, gambles, said, took_back
from tests.games.table import Host, step
from tests.games.test_service import playing
from tests.games.test_umpire import Bench, Judged, judged, points
from tests.toy import BLUE, RED, TOY


async def looks(games: Games, id: str) -> Json:
    """All that can be looked back at: the view at each version through each pair of eyes, the record."""
    games.forget(GameId(id))
    games.past._states.clear()
    info = await games.info(GameId(id))
    assert info
    views = [await games.view(GameId(id), Eyes(s, at=v)) for v in range(1, info.version + 1) for s in (RED, BLUE, None)]
    everything = [views, await games.events(GameId(id), Eyes(whole=True)), await games.record(GameId(id))]
    return msgspec.json.decode(msgspec.json.encode(everything))


def numbers(store: Store) -> list[int]:
    """The checkpoints there are."""
    query = sa.select(checkpoint.c.tape_seq).order_by(checkpoint.c.tape_seq)
    return list(store.look_now(lambda db: db.execute(query).scalars().all()))


async def winding(host: Host) -> GameId:
    """A finished game with answers taken back behind a checkpoint and before."""
    id, rng = await host.table(), Random(3)
    await host.bids(id)
    await said(host, id, "gamble", step(1))
    assert await gambles(host, id)
    await took_back(host, id)
    for _ in range(6):
        await host.random_input(id, rng)
    for seat, other in ((RED, BLUE), (BLUE, RED)):
        await took_back(host, id, seat, other)
    await ended(host, id)
    return id


def unstruck_rest_on_struck(store: Store) -> list[int]:
    """Checkpoints that stand and rest on one that does not."""
    on = checkpoint.alias()
    here = (on.c.game_id == checkpoint.c.game_id) & (on.c.tape_seq == checkpoint.c.base) & on.c.struck_by.is_not(None)
    query = sa.select(checkpoint.c.tape_seq).join(on, here).where(checkpoint.c.struck_by.is_(None))
    return list(store.look_now(lambda db: db.execute(query).scalars().all()))


@playing
async def test_everything_that_can_be_seen_is_what_it_was(host: Host) -> None:
    id = await winding(host)
    assert unstruck_rest_on_struck(host.store) == []
    before, points = await looks(host.games, id), numbers(host.store)
    assert await sweep_all(host.store, host.games.systems) == (1, 0)
    assert (numbers(host.store)[0], len(numbers(host.store))) == (points[0], 2)
    assert await looks(host.games, id) == before
    assert verify(before[2], [TOY]) == []
    assert await sweep_all(host.store, host.games.systems) == (0, 0)


@judged
async def test_an_umpires_edit_and_its_withdrawal_are_seen_as_before(bench: Bench) -> None:
    id = await bench.table()
    await bench.host.bids(id)
    for n in (20, 30):
        assert isinstance(await bench.umpire.amend(id, bench.uma, [points(BLUE, n)], "a try"), Accepted)
    assert isinstance(await bench.host.say(id, RED, "done"), Accepted)
    assert isinstance(await bench.umpire.back(id, bench.uma, "too much"), Accepted)
    assert unstruck_rest_on_struck(bench.host.store) == []
    await bench.finish(id)
    before = await looks(bench.host.games, id)
    assert await sweep_all(bench.host.store, bench.host.games.systems) == (1, 0)
    assert len(numbers(bench.host.store)) == 2
    assert await looks(bench.host.games, id) == before
    assert verify(before[2], [Judged()]) == []


@pytest.mark.parametrize("key", [system.key for system in SYSTEMS])
def test_states_of_every_system_are_led_to_by_their_events(tmp_path: Path, key: str) -> None:
    one = max((game for game in kept(key) if game.inputs[-1][1] is not None), key=lambda game: len(game.inputs))
    store = opened(tmp_path)
    host(store, one, len(one.inputs))
    store.run_now(lambda db: db.execute(game.update().values(status="over")))
    points, events = store.look_now(sweep.read, ID)
    stayed = sweeping.needed(system_of(key), points, events)
    assert len(stayed) <= 3 + len(events) / sweeping.STRIDE < len(points)
    assert store.run_now(sweep.keep, ID, stayed)
    assert store.look_now(past.checkpoints, ID) == stayed
    store.close()
    asyncio.run(folds(tmp_path, key, points))


async def folds(folder: Path, key: str, points: list[Any]) -> None:
    """At each checkpoint that was, the past is folded to its state."""
    games = hosted(folder, [system_of(key)])
    try:
        async with games.mailbox.enter(GameId(ID)) as drive:
            assert drive
        for row in points[:: max(1, len(points) // 20)]:
            way = await games.store.look(way_to_head, row["head"])
            assert msgspec.json.encode(games.past._fold(drive.system, *way)).decode() == row["state"]
    finally:
        await games.close()


def way_to_head(db: sa.Connection, head: int) -> Any:
    """The way to a state by the number of its last event."""
    rows = [row for row in sweep.read(db, ID)[1] if row["seq"] <= head]
    standing = [row for row in past.checkpoints(db, ID) if row["head"] <= head]
    return standing[-1], [row for row in rows if row["seq"] > standing[-1]["head"]]


@playing
async def test_a_state_that_its_events_do_not_lead_to_stays(host: Host) -> None:
    id = await winding(host)
    rows = [row for row in host.store.look_now(past.checkpoints, id) if row["struck_by"] is None]
    odd = rows[len(rows) // 2]
    here = (checkpoint.c.game_id == id) & (checkpoint.c.tape_seq == odd["tape_seq"])
    other = {"state": odd["state"] + " ", "packed": None, "base": None}
    host.store.run_now(lambda db: db.execute(checkpoint.update().where(here).values(**other)))
    await sweep_all(host.store, host.games.systems)
    assert odd["tape_seq"] in numbers(host.store)


@playing
async def test_a_game_that_cannot_be_read_is_left_as_it_is_and_the_others_are_swept(host: Host) -> None:
    odd, sound = await winding(host), await winding(host)
    torn = "UPDATE event SET body = substr(body, 2) WHERE seq = 9 AND game_id = :id"
    host.store.run_now(lambda db: db.execute(sa.text(torn), {"id": odd}))
    before = len(numbers(host.store))
    assert await sweep_all(host.store, host.games.systems) == (1, 1)
    assert before > len(numbers(host.store)) > 4
    assert (await host.store.look(sweep.read, sound))[0]
    assert await host.store.look(sweep.due, ["toy"]) == {"id": odd, "system": "toy"}


@playing
async def test_a_full_disk_does_not_let_a_game_be_forgotten(host: Host) -> None:
    id, skipped = await winding(host), set[str]()

    def full(_: object) -> None:
        raise StorageFull("full")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sweep, "rows_of", full)
        with pytest.raises(StorageFull):
            await sweeping.sweep_one(host.store, host.games.systems, skipped)
    assert skipped == set()
    assert await sweeping.sweep_one(host.store, host.games.systems, skipped)
    assert await host.games.info(id)


@playing
async def test_a_game_that_is_played_is_left_alone(host: Host) -> None:
    await host.bids(await host.table())
    before = numbers(host.store)
    assert await sweep_all(host.store, host.games.systems) == (0, 0)
    assert numbers(host.store) == before


@playing
async def test_an_interrupted_sweep_has_changed_nothing_and_is_done_later(host: Host) -> None:
    id = await winding(host)
    before, points = await looks(host.games, id), numbers(host.store)

    def cut(_: object) -> None:
        raise OSError("cut")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sweep, "rows_of", cut)
        with pytest.raises(OSError, match="cut"):
            await sweep_all(host.store, host.games.systems)
    assert numbers(host.store) == points
    assert await looks(host.games, id) == before
    assert await sweep_all(host.store, host.games.systems) == (1, 0)
    assert len(numbers(host.store)) < len(points)


@playing
async def test_whoever_comes_second_changes_nothing(host: Host) -> None:
    id = await winding(host)
    rows, _ = await host.store.look(sweep.read, id)
    assert await host.store.run(sweep.keep, id, rows[:2])
    assert not await host.store.run(sweep.keep, id, rows[:1])
    assert len(numbers(host.store)) == 2


@playing
async def test_the_server_sweeps_by_itself_what_nobody_else_minds(host: Host) -> None:
    id = await winding(host)
    assert await host.store.look(sweep.due, ["toy"], (), "another") is not None, "its process is not alive"
    assert await host.store.look(sweep.due, ["other"]) is None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sweeping, "PAUSE", 0.01)
        await host.games.start()
        for _ in range(500):
            if await host.store.look(sweep.due, ["toy"]) is None:
                break
            await asyncio.sleep(0.01)
    assert len(numbers(host.store)) == 2
    assert await host.games.info(id)
    await host.games._sweeper.close()


def test_the_command_says_how_many(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    there = Store(f"sqlite:///{tmp_path / 'gunbai.sqlite3'}")
    with closing(there), pytest.raises(Stop) as stopped:
        cli.main(["sweep", "--data", str(tmp_path)])
    assert "a running server sweeps by itself" in " ".join(str(stopped.value).split())
    assert cli.main(["sweep", "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "0 finished games swept, 0 that could not be.\n"


@pytest.mark.servers
def test_two_processes_sweep_each_game_once(empty_postgres: str) -> None:
    stores = [Store(empty_postgres) for _ in range(2)]
    stores[0].migrate()
    one = kept("ronin")[0]
    host(stores[0], one, 60)
    stores[0].run_now(lambda db: db.execute(game.update().values(status="over")))
    systems = {"ronin": system_of("ronin")}

    async def both() -> None:
        await asyncio.gather(*(sweep_all(store, systems) for store in stores))

    before = stores[0].look_now(past.checkpoints, ID)
    asyncio.run(both())
    after = stores[1].look_now(past.checkpoints, ID)
    assert len(after) == 2 < len(before)
    assert after == [before[0], before[-1]]
    for store in stores:
        store.close()
