"""The lobby: who finds which table, who may sit down there, challenges, and the rematch."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from app.accounts.bonds import Bonds
from app.engine.system import Setup, SideSetup
from app.games import challenges, lobby, offers
from app.games.results import Accepted, GameId, Refused, SeatKind
from app.games.table_rules import REFUSALS, refuse_table, stored
from app.systems import SYSTEMS, system_of
from tests.games.table import Host, plain_setup
from tests.games.test_service import playing
from tests.toy import BLUE, RED

LISTED = {"visibility": "listed"}


async def guest(host: Host, name: str) -> str:
    """The id of somebody new."""
    return (await host.games.guests.welcome(name))[0].id


async def laid(host: Host, owner: str, blue: SeatKind = "open", **options: Any) -> GameId:
    """A table whose owner sits at red."""
    kinds: dict[Any, SeatKind] = {RED: "person", BLUE: blue}
    game = await lobby.lay(host.games, "toy", plain_setup(), kinds, options or LISTED, owner)
    assert isinstance(game, str), game
    assert isinstance(await host.games.join(game, RED, owner, "Aki"), Accepted)
    return game


async def open_ids(host: Host, **filters: Any) -> list[str]:
    """The games of the lobby."""
    return [info.id for info in (await lobby.open_games(host.games, filters)).games]


@playing
async def test_only_a_listed_table_with_a_seat_for_anybody_is_found(host: Host) -> None:
    aki = await guest(host, "Aki")
    found = await laid(host, aki)
    await laid(host, aki, visibility="private")
    await laid(host, aki, blue="person", visibility="listed")
    assert await open_ids(host) == [found]
    mika = await guest(host, "Mika")
    assert isinstance(await lobby.sit(host.games, found, BLUE, mika, "Mika"), Accepted)
    assert await open_ids(host) == []
    assert [info.id for info in (await lobby.live_games(host.games, {})).games] == [found]


@playing
async def test_a_list_is_narrowed_by_rules_pace_and_size(host: Host) -> None:
    aki = await guest(host, "Aki")
    quick = await laid(host, aki, visibility="listed", clock={"kind": "live", "minutes": 20, "increment": 30})
    slow = await laid(host, aki, visibility="listed")
    assert await open_ids(host, pace="live") == [quick]
    assert await open_ids(host, pace="none") == [slow]
    assert await open_ids(host, system="ronin") == []
    assert await open_ids(host, points=200) == []
    assert (await lobby.open_games(host.games, {}, 1, 1)).total == 2


@playing
async def test_whom_somebody_at_the_table_has_blocked_does_not_sit_down_and_is_not_told_why(host: Host) -> None:
    aki, mika = await guest(host, "Aki"), await guest(host, "Mika")
    game, bonds = await laid(host, aki), Bonds(host.store)
    assert await bonds.add(aki, mika, "block")
    private = await laid(host, aki, visibility="private")
    for table in (game, private):
        no = await lobby.sit(host.games, table, BLUE, mika, "Mika")
        assert isinstance(no, Refused)
        assert (no.refusal.code, dict(no.refusal.facts)) == ("lobby.not-open", {})
    await bonds.remove(aki, mika, "block")
    assert isinstance(await lobby.sit(host.games, game, BLUE, mika, "Mika"), Accepted)


@playing
async def test_a_table_nobody_may_watch_is_not_among_the_live_ones(host: Host) -> None:
    aki, mika = await guest(host, "Aki"), await guest(host, "Mika")
    game = await laid(host, aki, visibility="listed", watch={"who": "none"})
    assert isinstance(await lobby.sit(host.games, game, BLUE, mika, "Mika"), Accepted)
    assert (await lobby.live_games(host.games, {})).games == ()
    assert [info.id for info in (await lobby.mine(host.games, mika, ("playing",))).games] == [game]


@playing
async def test_a_challenge_is_kept_for_one_who_takes_or_declines_it(host: Host) -> None:
    aki, mika = await guest(host, "Aki"), await guest(host, "Mika")
    first, second = await laid(host, aki, blue="person"), await laid(host, aki, blue="person")
    for game in (first, second):
        await host.store.run(challenges.keeping(aki, {BLUE: mika}, "  Again?  "), game)
    assert {one.game for one, _ in await challenges.received(host.games, mika)} == {first, second}
    assert isinstance(await challenges.accept(host.games, first, BLUE, aki, "Aki"), Refused)
    assert isinstance(await challenges.accept(host.games, first, BLUE, mika, "Mika"), Accepted)
    assert await challenges.decline(host.games, second, BLUE, aki) is None
    declined = await challenges.decline(host.games, second, BLUE, mika)
    assert declined is not None
    assert declined.note == "Again?"
    assert await challenges.received(host.games, mika) == ()
    assert [info.id for info in await challenges.declined(host.games, aki)] == [second]
    await host.store.run(challenges.keeping(aki, {BLUE: mika}), second)
    assert not await challenges.withdraw(host.games, second, BLUE, mika)
    assert await challenges.withdraw(host.games, second, BLUE, aki)
    assert isinstance(await challenges.accept(host.games, second, BLUE, mika, "Mika"), Refused)


@playing
async def test_who_has_blocked_another_takes_no_challenge_of_theirs(host: Host) -> None:
    aki, mika = await guest(host, "Aki"), await guest(host, "Mika")
    assert await challenges.refuse_challenge(host.games, aki, mika) is None
    await Bonds(host.store).add(mika, aki, "block")
    assert await challenges.refuse_challenge(host.games, aki, mika) == challenges.CLOSED
    assert await challenges.refuse_challenge(host.games, aki, aki) == challenges.CLOSED


async def finished(host: Host, *, blue: SeatKind = "open") -> tuple[GameId, str, str]:
    """A game that is over, and who sat at red and at blue."""
    aki, mika = await guest(host, "Aki"), await guest(host, "Mika")
    game = await laid(host, aki, blue)
    if blue != "bot":
        assert isinstance(await lobby.sit(host.games, game, BLUE, mika, "Mika"), Accepted)
    assert isinstance(await host.games.resign(game, RED, aki), Accepted)
    return game, aki, mika


@pytest.mark.parametrize("swap", [False, True])
def test_the_rematch_keeps_the_seat_of_the_other_and_is_the_same_game_for_both(host: Host, swap: bool) -> None:
    @playing
    async def play(host: Host) -> None:
        game, aki, mika = await finished(host)
        assert await challenges.offered(host.games, (await host.games.info(game)) or never(), "somebody") is None
        again = await challenges.rematch(host.games, game, mika, swap)
        assert isinstance(again, challenges.Again)
        assert again.told == (aki,)
        info = await host.games.info(again.game)
        assert info is not None
        assert {str(s.seat): s.guest for s in info.seats}["red" if swap else "blue"] == mika
        for who, kept in ((aki, True), (mika, False)):
            old = await host.games.info(game)
            assert await challenges.offered(host.games, old or never(), who) == challenges.Rematch(again.game, kept)
        assert await challenges.rematch(host.games, game, aki) == challenges.Again(again.game)
        begun = await host.games.info(again.game)
        assert begun is not None
        assert (begun.status, begun.system, begun.scenario) == ("playing", "toy", info.scenario)
        assert sorted(s.name for s in begun.seats) == ["Aki", "Mika"]
        assert begun.options == (await host.games.info(game) or never()).options

    play(host)


@playing
async def test_two_who_ask_for_the_rematch_at_once_sit_at_one_table(host: Host) -> None:
    game, aki, mika = await finished(host)
    before = [len(await host.games.list_games(who)) for who in (aki, mika)]
    one, other = await asyncio.gather(*(challenges.rematch(host.games, game, who) for who in (aki, mika)))
    assert isinstance(one, challenges.Again)
    assert isinstance(other, challenges.Again)
    assert one.game == other.game
    begun = await host.games.info(one.game)
    assert begun is not None
    assert begun.status == "playing"
    assert [len(await host.games.list_games(who)) for who in (aki, mika)] == [n + 1 for n in before]


@playing
async def test_a_rematch_against_the_bot_begins_at_once(host: Host) -> None:
    game, aki, _ = await finished(host, blue="bot")
    again = await challenges.rematch(host.games, game, aki, swap=True)
    assert isinstance(again, challenges.Again)
    info = await host.games.info(again.game)
    assert info is not None
    assert [(s.kind, s.guest) for s in info.seats] == [("bot", None), ("person", aki)]


@playing
async def test_there_is_no_rematch_of_a_game_that_goes_on_nor_for_others(host: Host) -> None:
    aki = await guest(host, "Aki")
    going = await laid(host, aki)
    no = await challenges.rematch(host.games, going, aki)
    assert isinstance(no, Refused)
    assert no.refusal.code == "rematch.not-yet"
    over, red, blue = await finished(host)
    assert isinstance(no := await challenges.rematch(host.games, over, aki), Refused)
    assert no.refusal.code == "rematch.not-yours"
    await Bonds(host.store).add(blue, red, "block")
    assert await challenges.rematch(host.games, over, red) == Refused(challenges.CLOSED)


def never() -> Any:
    """Unreachable."""
    raise AssertionError


BAD = [
    ({"visibility": "secret"}, "table.visibility"),
    ({"watch": []}, "table.watch"),
    ({"watch": {"soon": 1}}, "table.watch"),
    ({"watch": {"view": "most"}}, "table.watch-view"),
    ({"watch": {"who": "me"}}, "table.watch-who"),
    ({"watch": {"delay": 1441}}, "table.watch-delay"),
    ({"watch": {"delay": True}}, "table.watch-delay"),
    ({"watch": {"view": "all", "delay": 4}}, "table.watch-all"),
    ({"umpire": 3}, "table.umpire"),
    ({"commentators": ["a"] * 9}, "table.commentators"),
    ({"counsel": True}, "table.later"),
    ({"umpires": ["a"]}, "table.later"),
    ({"stopped": []}, "table.later"),
]


@pytest.mark.parametrize(("options", "code"), BAD)
def test_what_a_table_cannot_agree_is_refused_in_words(options: dict[str, Any], code: str) -> None:
    (no,) = refuse_table(options)
    assert no.code == code
    assert REFUSALS[code].format_map(no.facts)


def test_what_a_table_agrees_is_kept_as_lists_read_it() -> None:
    options = {"visibility": "listed", "watch": {"view": "all", "delay": 5, "who": "link"}, "umpire": "", "zero": None}
    assert refuse_table(options) == ()
    assert stored(options) == {"listed": True, "watch": options["watch"]}
    assert stored({"visibility": "private", "listed": True}) == {"listed": False}
    assert stored({"listed": True}) == {"listed": True}


@playing
async def test_a_table_that_cannot_be_agreed_is_not_laid(host: Host) -> None:
    aki = await guest(host, "Aki")
    kinds: dict[Any, SeatKind] = {RED: "person", BLUE: "open"}
    no = await lobby.lay(host.games, "toy", plain_setup(), kinds, {"watch": {"delay": -1}}, aki)
    assert [refusal.code for refusal in no if not isinstance(refusal, str)] == ["table.watch-delay"]
    assert (await lobby.mine(host.games, aki, ("open",))).total == 0


def test_no_ready_roster_is_offered_that_the_rules_refuse() -> None:
    kensei = system_of("kensei")
    row = offers.scenario(kensei.catalogue(), "pitched_battle")
    assert row is not None
    fits = {sample["id"] for sample in offers.fitting(kensei.catalogue(), row, 2000, 0)}
    lawful = {sample["id"] for sample in offers.lawful(kensei, row, 2000, 0)}
    assert lawful < fits
    for id in fits:
        sides = tuple(SideSetup(seat, {"sample": id}) for seat in offers.SEATS[:2])
        refused = kensei.refuse_setup(Setup("pitched_battle", sides, {"points": 2000, "terrain": "two_woods"}))
        assert bool(refused) == (id not in lawful), id


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_every_scenario_for_two_begins_at_once_with_ready_rosters(system: Any) -> None:
    for row in system.catalogue()["scenarios"]:
        if 2 in offers.players(row):
            setup = offers.quick(system, row["id"])
            assert setup is not None, row["id"]
            assert setup.scenario == row["id"]
