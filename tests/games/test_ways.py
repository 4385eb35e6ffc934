"""Games and records of a time in which the ways to throws were not kept: they load, play on and are sound."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from app.games.dice import Tray
from app.games.results import Accepted, GameId
from app.games.verify import verify
from app.store.tables import checkpoint, tape
from tests.games.frames import ended, gambles, said, took_back
from tests.games.table import Host, step
from tests.games.test_service import playing
from tests.toy import RED, TOY


async def begun_long_ago(host: Host) -> GameId:
    """A game in which a throw was taken back and fell again for another answer, as it was then."""
    game = await host.table()
    async with host.games.mailbox.enter(game) as drive:
        assert drive
        drive.dice = Tray()
    await host.bids(game)
    await said(host, game, "gamble")
    assert isinstance(await host.games.takeback_ask(game, RED), Accepted)
    async with host.games.mailbox.enter(game) as drive:
        assert drive
        other = next(seat for seat in drive.seats if seat != RED)
    assert isinstance(await host.games.takeback_answer(game, other, True), Accepted)
    await said(host, game, step(1), "gamble")
    first, second = await gambles(host, game)
    assert first == second
    return game


def without_ways(db: sa.Connection, game: str) -> None:
    """No row says by which way it was come to."""
    for table in (tape, checkpoint):
        db.execute(table.update().where(table.c.game_id == game).values(way=None))


@playing
async def test_an_old_record_is_checked_by_what_held_then(host: Host) -> None:
    game = await begun_long_ago(host)
    await ended(host, game)
    record: Any = await host.games.record(game)
    assert verify(record, [TOY])
    tape = [{**line, "ask_id": line["ask_id"] and f"{line['seq']}-{line['seat']}"} for line in record["tape"]]
    old = {key: value for key, value in record.items() if key != "since"} | {"format": 1, "tape": tape}
    assert verify(old, [TOY]) == []


@playing
async def test_a_game_begun_before_ways_were_kept_plays_on_and_keeps_them_from_now_on(host: Host) -> None:
    game = await begun_long_ago(host)
    await host.store.run(without_ways, game)
    host.games.forget(game)
    await took_back(host, game)
    await said(host, game, "gamble")
    new = (await gambles(host, game))[-1]
    await took_back(host, game)
    await said(host, game, step(1))
    await took_back(host, game)
    await said(host, game, "gamble")
    assert (await gambles(host, game))[-1] == new
    for _ in range(2):  # the throw, then what was given before ways were kept
        await took_back(host, game)
    await ended(host, game)
    record: Any = await host.games.record(game)
    assert record["since"] > 0
    assert verify(record, [TOY]) == []
