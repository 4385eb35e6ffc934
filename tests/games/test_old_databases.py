"""A database of a time in which versions counted everything: its battles go on, and their records are sound."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import command

from app.games.eyes import Eyes
from app.games.results import Accepted, GameId
from app.games.verify import verify
from app.store.db import config_of, encode
from tests.games.frames import gambles, said, took_back
from tests.games.table import Host, step
from tests.games.test_consent import Plot
from tests.games.test_service import playing
from tests.toy import BLUE, RED, TOY

ASKED = {"seat": "red", "tape_seq": 5, "version": 9, "agreed": []}
OLD = (
    "UPDATE game SET takeback = :asked, tray = NULL, options = '{}'",
    "UPDATE tape SET ask_id = seq || '-' || seat WHERE ask_id IS NOT NULL",
    "DELETE FROM moment",
    "INSERT INTO moment (game_id, head, at_ms) SELECT game_id, max(seq), tape_seq FROM event GROUP BY 1, tape_seq",
)
"""Somebody asks for a take-back, questions and moments have the numbers of then, and nobody reads who umpires."""


def aged(db: sa.Connection) -> None:
    """The database is as it was before versions counted what all may see."""
    command.downgrade(config_of(db), "0005")
    for line in OLD:
        db.execute(sa.text(line), {"asked": encode(ASKED)} if ":asked" in line else {})


def renewed(db: sa.Connection) -> None:
    """The database is brought up to date."""
    command.upgrade(config_of(db), "head")


async def long_ago(host: Host, game: GameId) -> None:
    """The server of then is stopped, and that of now started on its database."""
    for work in (aged, renewed):
        await host.store.run(work)
    host.games.forget(game)


@playing
async def test_a_battle_in_progress_goes_on_and_its_record_is_sound(host: Host) -> None:
    plot = Plot(host)
    game = await plot.begun()
    await said(host, game, "gamble")
    await long_ago(host, game)
    info = await host.games.info(game)
    assert info
    assert (info.status, info.motions, info.options.umpires) == ("playing", (), ("Uma",))
    told = await host.games.events(game, RED)
    assert len({e.version for e in told}) == len(told), "what was told keeps its numbers"
    assert all([await host.games.view(game, Eyes(at=e.version)) for e in told if e.version > told[3].version])
    await took_back(host, game)
    await said(host, game, step(1), "gamble")
    await took_back(host, game)
    await said(host, game, "gamble")
    assert len(await gambles(host, game)) == 3
    later = await host.games.events(game, None, info.version)
    assert [e.version for e in later] == list(range(info.version + 1, info.version + 1 + len(later)))
    assert isinstance(await host.games.resign(game, BLUE), Accepted)
    record: Any = await host.games.record(game)
    assert record["since"] > 0
    assert verify(record, [TOY]) == []
