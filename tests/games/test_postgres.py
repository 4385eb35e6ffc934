"""A hosted game on PostgreSQL, with two services on the same rows."""

from __future__ import annotations

import asyncio

import pytest

from app.games.results import Accepted
from app.games.service import Games
from app.games.verify import verify
from app.store import Store
from tests.toy import BLUE, RED, TOY, setup


@pytest.mark.servers
def test_two_services_play_one_game(empty_postgres: str) -> None:
    asyncio.run(played(empty_postgres))


async def played(url: str) -> None:
    """Each seat plays through its own service; both see one game."""
    stores = [Store(url), Store(url)]
    stores[0].migrate()
    one, two = (Games(store, [TOY], b"k" * 32, lambda *_: None) for store in stores)
    game = await one.create("toy", setup(turns=1), {RED: "open", BLUE: "open"})
    assert isinstance(game, str)
    for games, seat in ((one, RED), (two, BLUE)):
        guest, token = await games.guests.welcome(seat)
        assert await one.guests.who(token) == guest
        assert isinstance(await games.join(game, seat, guest.id, seat), Accepted)
    one.forget(game)
    bids = await asyncio.gather(one.answer(game, RED, "0-red", "1"), two.answer(game, BLUE, "0-blue", "2"))
    assert [type(bid) for bid in bids] == [Accepted, Accepted]
    for games, seat in ((one, RED), (two, BLUE)):
        games.forget(game)
        (asked,) = [q for q in await games.open_questions(game, seat) if q.mine]
        assert isinstance(await games.answer(game, seat, asked.id, "done"), Accepted)
    one.forget(game)
    assert verify(await one.record(game), [TOY]) == []
    await one.close()
    await two.close()
