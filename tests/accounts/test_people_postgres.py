"""Accounts on PostgreSQL, where two may ask for one name at the same instant."""

from __future__ import annotations

import asyncio

import pytest

from app.accounts.leaving import leave, take_along
from app.accounts.people import People
from app.engine.refusals import Refusal
from app.games import access
from app.games.results import Accepted
from app.games.service import Games
from app.notices.mail import Mailer
from app.settings import Settings
from app.store import Store, talk
from app.store import people as rows
from app.talk.service import Talk
from tests.accounts.town import PASSWORD, code_of
from tests.toy import BLUE, RED, TOY, setup


@pytest.mark.servers
def test_one_name_is_one_accounts_and_what_is_claimed_can_go(empty_postgres: str) -> None:
    asyncio.run(lived(empty_postgres))


async def lived(url: str) -> None:
    """Signing up twice at once, in, taking along, telling all and leaving."""
    store = Store(url)
    store.migrate()
    games = Games(store, [TOY], b"k" * 32, lambda *_: None)
    people = People(store, b"k" * 32, games.guests, Mailer(Settings()))
    made = await asyncio.gather(*(people.sign_up(name, PASSWORD) for name in ("Hana", "HANA")))
    assert sorted(isinstance(one, Refusal) for one in made) == [False, True]
    found = await people.sign_in("hana", PASSWORD)
    assert not isinstance(found, Refusal)
    member, guest = found[0], (await games.guests.welcome("Aki"))[0]
    game = await games.create("toy", setup(turns=1), {RED: "open", BLUE: "bot"}, owner=guest.id)
    assert isinstance(game, str)
    assert isinstance(await games.join(game, RED, guest.id, "Aki"), Accepted)
    assert await take_along(people, games, guest.id, member.id) == 1
    assert await games.seats_of(game, member.id) == (RED,)
    assert [g["my_seats"] for g in (await people.export(member.id))["games"]] == [["red"]]
    assert [a.name.lower() for a in await people.accounts("an")] == ["hana"]
    assert not isinstance(await people.set_prefs(member.id, {"theme": "dark"}), Refusal)
    rights = await store.look(rows.rights, [member.id], [game], access.is_shown())
    assert rights.seated == {(game, member.id, "red")}
    assert not rights.gone
    line = await Talk(store).say(game, member, "table", "hello", 1, "red")
    assert await store.look(talk.fresh, [game], 0) == (line.id, [(line.id, game, "table", "red", False)])
    assert await leave(people, games, member.id, PASSWORD) is None
    assert code_of(await people.sign_in("hana", PASSWORD)) == "signin.wrong"
    await games.close()
