"""What is known of people at tables, by which those who have lost their right to be there are found."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from app.games import access
from app.games.results import GameId
from app.store import people as rows
from app.store import talk
from app.store.people import Rights
from app.store.tables import game as games
from app.talk.service import Talk, naming
from tests.accounts.town import Town
from tests.toy import RED

pytestmark = pytest.mark.anyio


async def known(town: Town, guests: list[str], game: str) -> Rights:
    """What is known of these guests at the game."""
    return await town.host.store.look(rows.rights, guests, [game], access.is_shown())


async def test_who_is_banned_or_signed_out_everywhere_is_gone(town: Town) -> None:
    everybody = [(await town.member(name))[0].id for name in ("Ana", "Bea", "Cid", "Dee")]
    ana, bea, cid, dee = everybody
    guest, _ = await town.host.games.guests.welcome("Aki")
    ids = [*everybody, guest.id]
    assert (await known(town, ids, "none")).gone == frozenset()
    assert await town.people.ban(bea, "spam") is None
    await town.people.sessions.end_all(cid)
    await town.people.tokens.make(dee, "bot", ["play"])
    await town.people.sessions.end_all(dee)  # the program of Dee goes on
    await town.people.set_role(ana, "host")
    found = await known(town, ids, "none")
    assert found.gone == {bea, cid}
    assert found.hosts == {ana}
    assert (await known(town, [guest.id, dee], "none")).gone == frozenset()


async def test_who_sits_and_who_has_which_role_is_known_game_by_game(town: Town) -> None:
    one, other = await town.host.table(), await town.host.table()
    info = await town.host.games.info(one)
    assert info
    red = next(seat.guest for seat in info.seats if seat.seat == RED)
    guest, _ = await town.host.games.guests.welcome("Aki")
    assert red
    await town.host.store.run(naming([guest.id], "out"), one)
    await town.host.store.run(naming([guest.id], "umpire"), other)
    found = await known(town, [red, guest.id], one)
    assert found.seated == {(one, red, "red")}
    assert found.roles == {(one, guest.id, "out")}
    assert not found.shown
    shown = games.update().where(games.c.id == one).values(options={"watch": {"view": "all"}})
    await town.host.store.run(lambda db: db.execute(shown) and None)
    assert (await known(town, [guest.id], one)).shown == {one}


async def test_fresh_lines_are_those_after_a_number_of_these_games(town: Town) -> None:
    store, speaking = town.host.store, Talk(town.host.store)
    one, other = await town.host.table(), await town.host.table()
    who, _ = await town.host.games.guests.welcome("Aki")

    async def say(game: GameId, seat: str | None = None) -> int:
        return (await speaking.say(game, who, "side" if seat else "table", "hello", 1, seat)).id

    assert await store.look(talk.fresh, [one, other], None) == (0, [])
    first = await say(one)
    assert await store.look(talk.fresh, [one, other], None) == (first, [])
    second, third, hidden = await say(one, "red"), await say(other), await say(one)
    await speaking.hide(hidden)
    await store.run(lambda db: db.execute(sa.update(games).where(games.c.id == other).values(status="over")) and None)
    last, lines = await store.look(talk.fresh, [one, other], first)
    assert last == hidden
    assert lines == [(second, one, "side", "red", False), (third, other, "table", None, True)]
    assert await store.look(talk.fresh, [one], first) == (hidden, lines[:1])
    assert await store.look(talk.fresh, [one, other], hidden) == (hidden, [])
