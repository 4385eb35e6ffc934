"""Other doors to dice that were seen: a player replaced, a stand-in of an account, a rematch, a campaign's battle."""

from __future__ import annotations

from app.engine.events import Seat
from app.games.agreed import CAMPAIGN
from app.games.replacing import Replacing
from app.games.results import Accepted, GameId, Refused
from app.games.seats import Guest
from tests.games.frames import drawn, ended, gambles, held, said, took_back
from tests.games.table import PEOPLE, Host, plain_setup, step
from tests.games.test_consent import Plot
from tests.games.test_service import playing
from tests.toy import BLUE, RED

HOST = Guest("", "Host", role="host")


async def replaced(host: Host, game: GameId, seat: Seat) -> Guest:
    """Somebody new has the seat, by the host's leave."""
    replacing = Replacing(host.games.mailbox, host.games.store, Plot(host).umpire)
    new, _ = await host.games.guests.welcome("New")
    assert isinstance(await replacing.by_guest(game, HOST, seat, new.id, new.name, "left"), Accepted)
    return new


async def struck(host: Host, game: GameId) -> list[bool]:
    """Of every gamble, whether it was taken back."""
    return [e.struck for e in await host.games.events(game, None) if e.kind == "toy.gambled"]


@playing
async def test_who_takes_over_a_seat_is_asked_himself_and_what_was_asked_of_the_other_is_void(host: Host) -> None:
    game = await host.table()
    await host.bids(game)
    await said(host, game, "gamble")
    old = await held(host, game, BLUE)
    assert isinstance(await host.games.takeback_ask(game, RED), Accepted)
    new = await replaced(host, game, BLUE)
    assert isinstance(await host.games.takeback_answer(game, BLUE, True, new.id), Refused)
    assert isinstance(await host.games.takeback_ask(game, RED), Accepted)
    assert not isinstance(await host.games.takeback_answer(game, BLUE, True, old), Accepted)
    assert await struck(host, game) == [False]
    assert isinstance(await host.games.takeback_answer(game, BLUE, True, new.id), Accepted)
    assert await struck(host, game) == [True]


@playing
async def test_who_takes_over_a_seat_takes_back_only_by_consent_and_has_the_dice_of_his_own_way(host: Host) -> None:
    game = await host.table()
    await host.bids(game)
    await said(host, game, "gamble")
    await replaced(host, game, RED)
    await took_back(host, game)
    await said(host, game, step(1), "gamble")
    for _ in range(2):
        await took_back(host, game)
    await said(host, game, "gamble")
    first, other, again = await drawn(host, game, "gamble")
    assert first == again
    assert first != other


@playing
async def test_an_agreement_to_an_umpire_goes_with_whoever_gave_it(host: Host) -> None:
    plot = Plot(host)
    game = await plot.laid(RED, BLUE)
    assert isinstance(await plot.name(game, HOST), Accepted)
    assert isinstance(await host.games.consent(game, BLUE, True, "umpire", plot.blue.id), Accepted)
    new = await replaced(host, game, BLUE)
    assert isinstance(await host.games.consent(game, RED, True, "umpire", plot.red.id), Refused)
    assert isinstance(await plot.name(game, HOST), Accepted)
    assert isinstance(await host.games.consent(game, RED, True, "umpire", plot.red.id), Accepted)
    assert not await plot.sees(game)
    assert isinstance(await host.games.consent(game, BLUE, True, "umpire", new.id), Accepted)
    assert await plot.sees(game)


@playing
async def test_of_two_accounts_at_a_table_each_answers_for_itself_whoever_stands_in(host: Host) -> None:
    """Nobody knows that they are one person's: the other's stand-in agrees to nothing, and he may not answer for it."""
    game = await host.table()
    await host.bids(game)
    await said(host, game, "gamble")
    red, blue = await held(host, game, RED), await held(host, game, BLUE)
    assert isinstance(await host.games.stand_in(game, BLUE, True), Accepted)
    assert isinstance(await host.games.takeback_ask(game, RED, red), Accepted)
    assert not isinstance(await host.games.takeback_answer(game, BLUE, True, red), Accepted)
    assert await struck(host, game) == [False]
    assert isinstance(await host.games.takeback_answer(game, BLUE, True, blue), Accepted)
    assert await struck(host, game) == [True]


@playing
async def test_a_game_from_the_same_setup_and_answers_has_dice_of_its_own(host: Host) -> None:
    """A rematch, or a record laid again, is another game with another seed: its dice were never seen."""
    seals, fell = [], []
    for _ in range(2):
        game = await host.table()
        for _ in range(2):
            await host.bids(game)
            for seat in (RED, BLUE):
                for raw in ("gamble", "done"):
                    assert isinstance(await host.say(game, seat, raw), Accepted)
        seals += [e.body["commit"] for e in await host.games.events(game, None) if e.kind == "engine.committed"]
        fell.append(await gambles(host, game))
        await ended(host, game)
        assert isinstance(await host.games.takeback_ask(game, RED), Refused)
    assert len({*seals}) == 2
    assert fell[0] != fell[1], "one time in 6**8 they are equal by chance"


@playing
async def test_a_battle_of_a_campaign_takes_the_same_consent(host: Host) -> None:
    plot, games = Plot(host), host.games
    plot.red, plot.blue, plot.uma = [(await games.guests.welcome(name))[0] for name in ("Aki", "Bo", "Uma")]
    options = {CAMPAIGN: {"id": "c", "fixture": "f"}}
    game = await games.create("toy", plain_setup(), PEOPLE, owner=plot.red.id, options=options)
    assert isinstance(game, str)
    for seat, who in ((RED, plot.red), (BLUE, plot.blue)):
        assert isinstance(await games.join(game, seat, who.id, who.name), Accepted)
    await host.bids(game)
    await said(host, game, "gamble")
    assert isinstance(await games.stand_in(game, BLUE, True), Refused), "nobody does that for another"
    assert isinstance(await games.stand_in(game, BLUE, True, plot.blue.id), Accepted)
    assert isinstance(await games.takeback_ask(game, RED), Accepted)
    assert isinstance(await plot.name(game), Refused), "the campaign's own umpires judge there"
    assert isinstance(await plot.name(game, HOST), Accepted)
    assert isinstance(await games.consent(game, RED, True, "umpire", plot.red.id), Accepted)
    assert (await struck(host, game), await plot.sees(game)) == ([False], False)
    assert isinstance(await games.leave(game, BLUE, plot.blue.id), Accepted)
    assert (await struck(host, game), await plot.sees(game)) == ([True], True)
