"""What moves to an account, what goes with it, what its owner can take out."""

from __future__ import annotations

import pytest
from msgspec import json

from app.accounts.leaving import leave, take_along
from app.engine.events import Seat
from app.engine.refusals import Refusal
from app.games.results import Accepted, GameId
from app.games.seats import Guest
from tests.accounts.town import PASSWORD, Town, code_of
from tests.games.table import PEOPLE, plain_setup
from tests.toy import BLUE, RED

pytestmark = pytest.mark.anyio


async def game(town: Town, red: Guest, blue: Guest) -> GameId:
    """A game that red owns, with both seated."""
    made = await town.host.games.create("toy", plain_setup(), PEOPLE, owner=red.id)
    assert isinstance(made, str)
    for seat, guest in ((RED, red), (BLUE, blue)):
        assert isinstance(await town.host.games.join(GameId(made), seat, guest.id, guest.name), Accepted)
    return GameId(made)


async def seats(town: Town, guest: Guest) -> dict[str, tuple[Seat, ...]]:
    """The seats a guest holds, by game."""
    games = await town.host.games.list_games(guest.id)
    return {info.id: await town.host.games.seats_of(info.id, guest.id) for info in games}


async def test_what_a_guest_played_is_the_accounts_at_once(town: Town) -> None:
    member, _ = await town.member("Hana")
    guest, token = await town.host.games.guests.welcome("Aki")
    other, _ = await town.host.games.guests.welcome("Bea")
    assert not await town.people.has_belongings(guest.id)
    mine, both = await game(town, guest, other), await game(town, guest, member)
    await town.host.games.rosters.keep(guest.id, "toy", "Mine", 100, {})
    assert await town.people.has_belongings(guest.id)
    assert await take_along(town.people, town.host.games, guest.id, member.id) == 2
    assert await seats(town, member) == {mine: (RED,), both: (RED, BLUE)}
    assert await seats(town, guest) == {}
    assert [r.name for r in await town.host.games.rosters.of(member.id, "toy")] == ["Mine"]
    assert await town.people.who(token) is None
    bid = await town.host.asked(mine, RED)
    assert bid is not None
    assert isinstance(await town.host.games.answer(mine, RED, bid.id, "1", guest=member.id), Accepted)


async def test_an_account_is_never_taken_along_by_another(town: Town) -> None:
    hana, token = await town.member("Hana")
    bea, _ = await town.member("Bea")
    await game(town, hana, bea)
    assert await take_along(town.people, town.host.games, hana.id, bea.id) == 0
    assert len(await seats(town, hana)) == 1
    assert await town.people.who(token) is not None


async def test_an_account_goes_with_all_that_was_its_owners_and_a_bot_plays_on(town: Town) -> None:
    hana, token = await town.member("Hana")
    bea, _ = await town.member("Bea")
    made = await town.people.tokens.make(hana.id, "bot", ["read"])
    assert not isinstance(made, Refusal)
    played = await game(town, bea, hana)
    await town.host.games.rosters.keep(hana.id, "toy", "Mine", 100, {})
    assert code_of(await leave(town.people, town.host.games, hana.id, "not the password")) == "password.wrong"
    assert await leave(town.people, town.host.games, hana.id, PASSWORD) is None
    assert await town.people.who(token) is None
    assert await town.people.by_token(made[1]) is None
    assert await town.people.account(hana.id) is None
    assert await town.host.games.rosters.of(hana.id, "toy") == ()
    former = await town.people.guest(hana.id)
    assert former is not None
    assert (former.name, former.account) == ("Former player", False)
    info = await town.host.games.info(played)
    assert info is not None
    blue = next(s for s in info.seats if s.seat == BLUE)
    assert (blue.name, blue.stand_in) == ("Hana", True)
    assert code_of(await town.people.sign_in("hana", PASSWORD)) == "signin.wrong"
    assert (await town.member("Hana"))[0].id != hana.id


async def test_a_table_that_has_not_begun_is_left_to_a_bot_too(town: Town) -> None:
    hana, _ = await town.member("Hana")
    other, _ = await town.host.games.guests.welcome("Bea")
    made = await town.host.games.create("toy", plain_setup(), PEOPLE, owner=other.id)
    assert isinstance(made, str)
    await town.host.games.join(GameId(made), RED, hana.id, "Hana")
    assert await leave(town.people, town.host.games, hana.id, PASSWORD) is None
    assert isinstance(await town.host.games.join(GameId(made), BLUE, other.id, "Bea"), Accepted)
    info = await town.host.games.info(GameId(made))
    assert info is not None
    assert (info.status, [s.bot for s in info.seats]) == ("playing", [True, False])


async def test_the_only_host_stays(town: Town) -> None:
    host, _ = await town.member("Host", setup=town.people.setup_key())
    assert code_of(await leave(town.people, town.host.games, host.id, PASSWORD)) == "role.last"
    assert await town.people.account(host.id) is not None


async def test_the_export_holds_what_is_ones_own_and_no_secret(town: Town) -> None:
    hana = await town.mailed("Hana", "hana@example.org")
    bea, _ = await town.member("Bea")
    await town.people.set_prefs(hana.id, {"theme": "dark"})
    made = await town.people.tokens.make(hana.id, "bot", ["read"])
    assert not isinstance(made, Refusal)
    await town.host.games.rosters.keep(hana.id, "toy", "Mine", 100, {"secret": "list"})
    await town.host.games.rosters.keep(bea.id, "toy", "Hers", 100, {})
    played, over = await game(town, hana, bea), await game(town, bea, hana)
    assert isinstance(await town.host.games.resign(over, RED), Accepted)
    told = await town.people.export(hana.id)
    (account,) = told["account"]
    assert (account["mail"], account["prefs"]) == ("hana@example.org", {"theme": "dark"})
    assert [r["name"] for r in told["rosters"]] == ["Mine"]
    games = {g["id"]: g for g in told["games"]}
    assert (games[played]["owner"], games[played]["my_seats"], games[played]["record"]) == (True, ["red"], None)
    assert games[over]["record"] == f"/api/v1/games/{over}/record"
    text = json.encode(told).decode()
    assert [word for word in ("argon2", "token_hash", "password", "seed", bea.id) if word in text] == []
