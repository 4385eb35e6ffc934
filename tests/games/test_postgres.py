"""A hosted game on PostgreSQL, with two services on the same rows."""

from __future__ import annotations

import asyncio

import pytest

from app.games.results import Accepted, GameId
from app.games.seats import now
from app.games.service import Games
from app.games.umpire import Umpire
from app.games.verify import verify
from app.store import Store, umpires
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


@pytest.mark.servers
def test_a_dispute_has_the_number_its_event_tells_and_no_other_has_it(empty_postgres: str) -> None:
    asyncio.run(disputed(empty_postgres))


async def disputed(url: str) -> None:
    """Two disputes at two tables at the same time, and a report after them."""
    store = Store(url)
    store.migrate()
    games = Games(store, [TOY], b"k" * 32, lambda *_: None)
    umpire, tables = Umpire(games.mailbox, store), list[tuple[GameId, str]]()
    for _ in range(2):
        game = await games.create("toy", setup(turns=1), {RED: "open", BLUE: "bot"})
        assert isinstance(game, str)
        guest, _ = await games.guests.welcome("Ana")
        assert isinstance(await games.join(game, RED, guest.id, "Ana"), Accepted)
        tables.append((game, guest.id))
    done = await asyncio.gather(*[umpire.dispute(game, RED, guest, "Does it see?") for game, guest in tables])
    assert [type(one) for one in done] == [Accepted, Accepted]
    numbers = [one.id for game, _ in tables for one in await umpire.disputes(game)]
    told = [e.telling for game, _ in tables for e in await games.events(game, None) if e.kind == "engine.disputed"]
    assert [one and one.facts["dispute"] for one in told] == numbers
    row = {"game_id": tables[0][0], "by_id": tables[0][1], "about_id": None, "text": "x", "created": now()}
    assert await store.run(umpires.ask, row) > max(numbers)
    await games.close()
