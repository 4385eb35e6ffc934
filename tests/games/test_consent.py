"""More eyes on what is hidden take the consent of everybody at the table."""

from __future__ import annotations

import asyncio

from msgspec.structs import replace

from app.engine.events import Seat
from app.games.replacing import Replacing
from app.games.results import Accepted, GameId, Refused, Result
from app.games.seats import Guest
from app.games.terms import terms_of
from app.games.umpire import Umpire
from tests.games.table import PEOPLE, Host, plain_setup
from tests.games.test_service import playing
from tests.toy import BLUE, RED


class Plot:
    """A game laid by red, who plays in it, and an accomplice beside it."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.umpire = Umpire(host.games.mailbox, host.games.store)

    async def laid(self, *joined: Seat) -> GameId:
        """So many have sat down."""
        games = self.host.games
        self.red, self.blue, self.uma = [(await games.guests.welcome(name))[0] for name in ("Aki", "Bo", "Uma")]
        game = await games.create("toy", plain_setup(), PEOPLE, owner=self.red.id)
        assert isinstance(game, str)
        for seat in joined:
            who = self.red if seat == RED else self.blue
            assert isinstance(await games.join(game, seat, who.id, who.name), Accepted)
        return game

    async def begun(self) -> GameId:
        """The accomplice was umpire before anybody sat down; both have bid."""
        game = await self.laid()
        assert isinstance(await self.name(game), Accepted)
        for seat, who in ((RED, self.red), (BLUE, self.blue)):
            assert isinstance(await self.host.games.join(game, seat, who.id, who.name), Accepted)
        await self.host.bids(game)
        return game

    async def status(self, game: GameId) -> str:
        """Whether it is played."""
        info = await self.host.games.info(game)
        assert info
        return info.status

    async def name(self, game: GameId, by: Guest | None = None) -> Result:
        """The accomplice is to be umpire."""
        return await self.umpire.name(game, by or self.red, self.uma.id, self.uma.name)

    async def sees(self, game: GameId) -> bool:
        """Whether the accomplice is umpire."""
        return await self.umpire.may(game, self.uma)


def code(result: Result) -> str:
    """Why it was refused."""
    assert isinstance(result, Refused), result
    return result.refusal.code


@playing
async def test_an_umpire_is_named_in_a_game_only_when_all_agree(host: Host) -> None:
    plot = Plot(host)
    game = await plot.laid(RED, BLUE)
    assert isinstance(await plot.name(game), Accepted)
    assert not await plot.sees(game)
    assert isinstance(await host.games.consent(game, BLUE, False, "umpire", plot.blue.id), Accepted)
    assert not await plot.sees(game)
    assert isinstance(await plot.name(game), Accepted)
    assert code(await host.games.consent(game, RED, True, "umpire", plot.red.id)) == "takeback.not-asked"
    host.games.forget(game)
    assert isinstance(await host.games.consent(game, BLUE, True, "umpire", plot.blue.id), Accepted)
    assert await plot.sees(game)
    info = await host.games.info(game)
    assert info
    assert info.options.umpires == ("Uma",)
    assert isinstance(await plot.umpire.dismiss(game, plot.red, plot.uma.id), Accepted)
    assert not await plot.sees(game)


@playing
async def test_a_stand_in_does_not_agree_to_an_umpire_and_play_goes_on_meanwhile(host: Host) -> None:
    plot = Plot(host)
    game = await plot.laid(RED, BLUE)
    assert isinstance(await host.games.stand_in(game, BLUE, True), Accepted)
    assert isinstance(await plot.name(game), Accepted)
    assert isinstance(await host.say(game, RED, "1"), Accepted)
    assert not await plot.sees(game)
    assert isinstance(await host.games.consent(game, RED, False, "umpire", plot.red.id), Accepted)
    assert code(await host.games.consent(game, BLUE, True, "umpire", plot.blue.id)) == "takeback.not-asked"


@playing
async def test_the_host_asks_as_well_when_he_names_an_umpire(host: Host) -> None:
    plot = Plot(host)
    game = await plot.laid(RED, BLUE)
    assert isinstance(await plot.name(game, Guest("", "Host", role="host")), Accepted)
    for seat in (RED, BLUE):
        assert not await plot.sees(game)
        assert isinstance(await host.games.consent(game, seat, True, "umpire"), Accepted)
    assert await plot.sees(game)


@playing
async def test_before_the_game_an_umpire_is_named_to_an_empty_table_and_all_see_him(host: Host) -> None:
    plot = Plot(host)
    game = await plot.laid(RED)
    assert isinstance(await plot.name(game), Accepted)
    info = await host.games.info(game)
    assert info
    assert info.options.umpires == ("Uma",)
    later = await plot.laid(BLUE)
    assert code(await plot.name(later)) == "umpire.joined"


@playing
async def test_who_has_read_of_no_umpire_does_not_sit_down_with_one(host: Host) -> None:
    plot = Plot(host)
    game = await plot.laid(RED)
    info = await host.games.info(game)
    assert info
    read = terms_of(info.options)
    assert isinstance(await plot.name(game), Accepted)
    assert code(await host.games.join(game, BLUE, plot.blue.id, "Bo", terms=read)) == "table.terms"
    info = await host.games.info(game)
    assert info
    assert terms_of(info.options) != read
    joined = await host.games.join(game, BLUE, plot.blue.id, "Bo", terms=terms_of(info.options))
    assert isinstance(joined, Accepted)


@playing
async def test_of_five_who_take_a_seat_by_one_link_one_has_it(host: Host) -> None:
    plot = Plot(host)
    game = await plot.laid(RED, BLUE)
    replacing = Replacing(host.games.mailbox, host.games.store, plot.umpire)
    turn = await replacing.turn(game, BLUE)
    five = [(await host.games.guests.welcome(f"N{n}"))[0] for n in range(5)]
    said = await asyncio.gather(
        *(replacing.by_link(game, BLUE, one.id, one.name, "left", turn) for one in five), return_exceptions=False
    )
    assert [isinstance(one, Accepted) for one in said].count(True) == 1
    back = Guest("", "Host", role="host")
    assert isinstance(await replacing.by_guest(game, back, BLUE, plot.blue.id, "Bo", "back"), Accepted)
    assert code(await replacing.by_link(game, BLUE, five[0].id, "N0", "left", turn)) == "umpire.link-spent"


@playing
async def test_nobody_agrees_to_something_else_that_was_asked_meanwhile(host: Host) -> None:
    plot = Plot(host)
    game = await plot.laid(RED, BLUE)
    assert isinstance(await plot.name(game), Accepted)
    info = await host.games.info(game)
    assert info
    (first,) = info.motions
    assert isinstance(await host.games.consent(game, RED, False, "umpire", plot.red.id), Accepted)
    assert isinstance(await plot.name(game), Accepted)
    late = await host.games.consent(game, BLUE, True, f"umpire@{first.version}", plot.blue.id)
    assert code(late) == "takeback.not-asked"
    assert code(await host.games.consent(game, BLUE, True, "", plot.blue.id)) == "takeback.not-asked"
    assert not await plot.sees(game)
    info = await host.games.info(game)
    assert info
    now = f"umpire@{info.motions[0].version}"
    assert isinstance(await host.games.consent(game, BLUE, True, now, plot.blue.id), Accepted)
    assert await plot.sees(game)


@playing
async def test_who_left_for_good_is_asked_for_nothing_though_his_seat_is_handed_back(host: Host) -> None:
    plot = Plot(host)
    game = await plot.laid(RED, BLUE)
    assert isinstance(await host.games.leave(game, BLUE, plot.blue.id), Accepted)
    for on in (False, True, False):
        assert isinstance(await host.games.stand_in(game, BLUE, on), Accepted)
    assert isinstance(await plot.name(game), Accepted)
    assert await plot.sees(game)


@playing
async def test_who_leaves_a_stopped_game_does_not_let_it_go_on(host: Host) -> None:
    plot = Plot(host)
    game = await plot.begun()
    assert isinstance(await host.games.takeback_ask(game, RED), Accepted)
    assert isinstance(await plot.umpire.pause(game, plot.uma, "dinner"), Accepted)
    assert isinstance(await host.games.leave(game, BLUE, plot.blue.id), Accepted)
    assert await plot.status(game) == "paused"
    assert isinstance(await plot.umpire.resume(game, plot.uma), Accepted)
    assert [e.struck for e in await host.games.events(game, None) if e.kind == "toy.bids-shown"] == [True]


@playing
async def test_nobody_waits_for_who_has_left_to_let_a_stopped_game_go_on(host: Host) -> None:
    plot = Plot(host)
    game = await plot.begun()
    assert isinstance(await plot.umpire.pause(game, plot.uma, "dinner"), Accepted)
    assert isinstance(await host.games.leave(game, BLUE, plot.blue.id), Accepted)
    assert isinstance(await host.games.resume(game, RED), Accepted)
    assert await plot.status(game) == "playing"


@playing
async def test_who_has_seen_what_is_hidden_takes_no_seat_there(host: Host) -> None:
    plot = Plot(host)
    game, games = await plot.begun(), host.games
    boss = replace((await games.guests.welcome("Boss"))[0], role="host")
    assert isinstance(await plot.umpire.look(game, boss), Accepted)
    assert isinstance(await plot.umpire.dismiss(game, plot.red, plot.uma.id), Accepted)
    replacing = Replacing(games.mailbox, games.store, plot.umpire)
    turn = await replacing.turn(game, BLUE)
    for who in (boss, plot.uma):
        assert code(await replacing.by_link(game, BLUE, who.id, who.name, "left", turn)) == "umpire.own-game"
    assert not await plot.sees(game)
