"""What was accepted is there after any end of the process, and play goes on exactly where it stopped."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa

from app.games.results import Accepted, Broken, GameId, Refused, Stale
from app.games.verify import verify
from app.store import StorageBusy, Store
from app.store import games as rows
from app.store.db import Row
from app.store.tables import checkpoint
from tests.games.table import Host, step
from tests.games.test_service import playing
from tests.toy import BLUE, RED, TOY, Toy

ROOT = Path(__file__).resolve().parents[2]
TORN: list[Row] = [{"state": '{"turn":"?"}', "packed": None, "base": None}, {"packed": b"torn"}]
"""A checkpoint no rule can read, of a time in which nothing was packed and of now."""


class Stride(Toy):
    """The toy after a change of its rules: running goes twice as far."""

    stride = 2


@playing
async def test_a_restart_at_every_input_changes_nothing(host: Host) -> None:
    game, rng = await host.table(), Random(5)
    going = True
    while going:
        before = await host.seen(game)
        host.games.forget(game)
        assert await host.seen(game) == before
        going = await host.random_input(game, rng)
        if rng.random() < 0.3:
            await host.games.undo(game, rng.choice((RED, BLUE)))
    assert verify(await host.games.record(game), [TOY]) == []


@playing
async def test_a_half_given_secret_survives(host: Host) -> None:
    game = await host.table()
    assert isinstance(await host.say(game, RED, "3"), Accepted)
    host.games.forget(game)
    assert [(q.seat, q.sealed) for q in await host.games.open_questions(game, BLUE)] == [(RED, True), (BLUE, False)]
    assert isinstance(await host.say(game, BLUE, "1"), Accepted)
    shown = [e.body["bids"] for e in await host.games.events(game, None) if e.kind == "toy.bids-shown"]
    assert shown == [{"red": 3, "blue": 1}]


@playing
async def test_a_change_of_rules_in_an_open_phase_holds_the_game(host: Host) -> None:
    game = await host.table()
    await host.bids(game)
    assert isinstance(await host.say(game, RED, step(2)), Accepted)
    before = await host.games.events(game, RED)
    new = type(host.games)(host.store, [Stride()], b"k" * 32, lambda *_: None)
    Toy.stride = 2
    try:
        info = await new.info(game)
        assert info
        assert info.status == "held"
        assert "no longer lead" in info.hold_reason
        assert await new.view(game, RED) is None
        assert isinstance(await new.undo(game, RED), Refused)
        assert isinstance(await new.answer(game, RED, "3-red", "done"), Stale)
        assert (await new.events(game, RED))[: len(before)] == before
        assert host.store.look_now(rows.case_of, 1)
        assert isinstance(await new.return_to_checkpoint(game, BLUE), Accepted)
        info = await new.info(game)
        assert info
        assert info.status == "playing"
        asked = [q for q in await new.open_questions(game, RED) if q.mine]
        assert isinstance(await new.answer(game, RED, asked[0].id, step(2)), Accepted)
        new.forget(game)
        scores = [e.body["steps"] for e in await new.events(game, RED) if e.kind == "toy.stepped" and not e.struck]
        assert scores == [4]
    finally:
        Toy.stride = 1


@pytest.mark.parametrize("torn", TORN)
def test_a_game_that_cannot_be_read_is_held_until_it_can(host: Host, torn: Row) -> None:
    asyncio.run(held_until_read(host, torn))


async def held_until_read(host: Host, torn: Row) -> None:
    """The checkpoint is torn, then as it was: the game is held, then plays on."""
    game, rng = await host.table(), Random(8)
    await host.bids(game)
    assert isinstance(await host.say(game, RED, "gamble"), Accepted)
    sound = host.store.run_now(swap, torn)
    host.games.forget(game)
    info = await host.games.info(game)
    assert info
    assert info.status == "held"
    assert "Error: " in info.hold_reason
    assert isinstance(await host.games.return_to_checkpoint(game, RED), Broken)
    host.store.run_now(swap, sound)
    assert isinstance(await host.games.return_to_checkpoint(game, RED), Accepted)
    assert isinstance(await host.games.return_to_checkpoint(game, RED), Refused)
    dice = [e for e in await host.games.events(game, RED) if e.kind in ("toy.drew", "toy.gambled")]
    assert [(e.kind, e.struck) for e in dice] == [("toy.drew", True), ("toy.gambled", True), ("toy.drew", False)]
    assert dice[0].body == dice[2].body
    while await host.random_input(game, rng):
        pass
    assert verify(await host.games.record(game), [TOY]) == []


def swap(db: sa.Connection, stored: Row) -> Row:
    """The latest checkpoint is stored otherwise; how it was."""
    last = sa.select(checkpoint.c.tape_seq).order_by(checkpoint.c.tape_seq.desc()).limit(1).scalar_subquery()
    here = checkpoint.c.tape_seq == last
    was = db.execute(sa.select(checkpoint.c.state, checkpoint.c.packed, checkpoint.c.base).where(here)).mappings().one()
    db.execute(checkpoint.update().where(here).values(**stored))
    return dict(was)


def test_a_second_process_is_refused(host: Host) -> None:
    with pytest.raises(StorageBusy, match="in use by another process"):
        Store(host.url)


CHILD = """
import asyncio, sys
from pathlib import Path
from random import Random
from tests.games.table import Host
from tests.toy import BLUE, RED

async def main(folder, game, seed):
    host, rng = Host(Path(folder)), Random(seed)
    for id in [game] if game else [await host.table()]:
        print("game", id, flush=True)
        while True:
            if not await host.random_input(id, rng):
                id = await host.table()
                print("game", id, flush=True)
            await asyncio.sleep(0)
            told = host.told[-1]
            print("told", told[0], told[1], flush=True)

asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
"""


def one_life(folder: Path, game: str, seed: int, after: int) -> tuple[str, int]:
    """A child plays until it has told of ``after`` inputs, then it is killed; the last game and version it told of."""
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(folder), game, str(seed)],
        cwd=ROOT, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert child.stdout
    last, version, told = game, 0, 0
    for line in child.stdout:
        words = line.split()
        if words[0] == "game":
            last, version = words[1], 0
        else:
            last, version, told = words[1], int(words[2]), told + 1
        if told == after:
            child.send_signal(signal.SIGKILL)
            break
    for line in child.stdout:
        words = line.split()
        last, version = (words[1], 0) if words[0] == "game" else (words[1], int(words[2]))
    child.stdout.close()
    assert child.wait() == -signal.SIGKILL
    return last, version


@pytest.mark.slow
def test_nothing_that_was_told_is_lost_when_the_process_is_killed(tmp_path: Path) -> None:
    game = ""
    for life in range(4):
        game, version = one_life(tmp_path, game, life, 3 + 12 * life)
        host = Host(tmp_path)

        async def check(host: Host = host, game: str = game, version: int = version) -> bool:
            info = await host.games.info(GameId(game))
            assert info
            assert info.status in ("open", "playing", "over")
            assert info.version >= version
            events = await host.games.events(GameId(game), None)
            assert [e.version for e in events] == list(range(1, info.version + 1))
            over = info.status == "over"
            assert not over or verify(await host.games.record(GameId(game)), [TOY]) == []
            return over or info.status == "open"

        if asyncio.run(check()):
            game = ""
        host.store.close()
