"""Nobody reads dice or secrets beforehand: consent is a person's, and dice belong to the way that called for them."""

from __future__ import annotations

from app.engine.asks import Json
from app.engine.events import Seat
from app.games.results import Accepted, GameId, Refused
from app.games.verify import verify
from tests.games.frames import drawn, ended, gambles, held, kinds, said, took_back
from tests.games.table import Host, plain_setup, step
from tests.games.test_service import playing
from tests.toy import BLUE, RED, TOY

# -- whose consent it is -----------------------------------------------------------


@playing
async def test_a_stand_in_does_not_agree_for_the_person_whose_seat_it_plays(host: Host) -> None:
    game = await host.table()
    await host.bids(game)
    assert isinstance(await host.say(game, RED, "gamble"), Accepted)
    assert isinstance(await host.games.stand_in(game, BLUE, True), Accepted)
    assert isinstance(await host.games.takeback_ask(game, RED), Accepted)
    events = await host.games.events(game, None)
    assert not any(e.struck for e in events)
    host.games.forget(game)
    info = await host.games.info(game)
    assert info
    assert info.takeback
    assert isinstance(await host.games.stand_in(game, BLUE, False), Accepted)
    assert isinstance(await host.games.takeback_answer(game, BLUE, True), Accepted)
    assert [e.struck for e in await host.games.events(game, None) if e.kind == "toy.gambled"] == [True]


@playing
async def test_who_comes_back_may_answer_while_a_bot_still_stands_in(host: Host) -> None:
    game = await host.table()
    await host.bids(game)
    assert isinstance(await host.say(game, RED, "gamble"), Accepted)
    assert isinstance(await host.games.stand_in(game, BLUE, True), Accepted)
    assert isinstance(await host.games.takeback_ask(game, RED), Accepted)
    assert isinstance(await host.games.takeback_answer(game, BLUE, False), Accepted)
    info = await host.games.info(game)
    assert info
    assert info.takeback is None


@playing
async def test_what_a_bot_answers_refuses_for_nobody_and_what_a_person_answers_does(host: Host) -> None:
    game = await host.table()
    await host.bids(game)
    assert isinstance(await host.say(game, RED, "done"), Accepted)
    assert isinstance(await host.games.takeback_ask(game, RED), Accepted)
    assert isinstance(await host.say(game, BLUE, step(1), by="bot"), Accepted)
    info = await host.games.info(game)
    assert info
    assert info.takeback
    assert isinstance(await host.say(game, BLUE, step(1)), Accepted)
    info = await host.games.info(game)
    assert info
    assert info.takeback is None


@playing
async def test_who_asked_may_say_no_more_of_it(host: Host) -> None:
    game = await host.table()
    await host.bids(game)
    assert isinstance(await host.games.takeback_ask(game, RED), Accepted)
    assert isinstance(await host.games.takeback_answer(game, RED, True), Refused)
    assert isinstance(await host.games.takeback_answer(game, RED, False), Accepted)
    assert isinstance(await host.games.takeback_answer(game, BLUE, True), Refused)


@playing
async def test_who_has_left_for_good_is_waited_for_no_more(host: Host) -> None:
    game = await host.table()
    await host.bids(game)
    assert isinstance(await host.say(game, RED, "gamble"), Accepted)
    assert isinstance(await host.games.takeback_ask(game, RED), Accepted)
    assert isinstance(await host.games.leave(game, BLUE, await held(host, game, BLUE)), Accepted)
    assert [e.struck for e in await host.games.events(game, None) if e.kind == "toy.gambled"] == [True]


@playing
async def test_a_bot_of_the_table_agrees_at_once_and_the_log_says_that_it_is_practice(host: Host) -> None:
    game = await host.table(seats={RED: "open", BLUE: "bot"})
    assert isinstance(await host.say(game, RED, "1"), Accepted)
    while not await host.asked(game, RED):
        pass
    assert isinstance(await host.say(game, RED, "gamble"), Accepted)
    assert isinstance(await host.games.takeback_ask(game, RED), Accepted)
    assert (await kinds(host, game))[-3:] == ["engine.takeback-asked", "engine.takeback-bot", "engine.taken-back"]
    assert [e.struck for e in await host.games.events(game, None) if e.kind == "toy.gambled"] == [True]


@playing
async def test_one_guest_at_both_seats_asks_nobody(host: Host) -> None:
    game = await host.games.create("toy", plain_setup(), {RED: "open", BLUE: "open"})
    assert isinstance(game, str)
    guest, _ = await host.games.guests.welcome("both")
    for seat in (RED, BLUE):
        assert isinstance(await host.games.join(game, seat, guest.id, seat), Accepted)
    await host.bids(game)
    assert isinstance(await host.say(game, RED, "gamble"), Accepted)
    assert isinstance(await host.games.takeback_ask(game, RED), Accepted)
    assert [e.struck for e in await host.games.events(game, None) if e.kind == "toy.gambled"] == [True]


@playing
async def test_nothing_goes_back_once_the_seed_is_shown(host: Host) -> None:
    game = await host.table()
    await host.bids(game)
    assert isinstance(await host.say(game, RED, "gamble"), Accepted)
    assert isinstance(await host.games.takeback_ask(game, RED), Accepted)
    assert isinstance(await host.games.resign(game, RED), Accepted)
    for answer in (
        await host.games.takeback_answer(game, BLUE, True), await host.games.takeback_ask(game, BLUE),
        await host.games.undo(game, BLUE), await host.games.return_to_checkpoint(game, BLUE),
    ):  # fmt: skip
        assert isinstance(answer, Refused)


@playing
async def test_nothing_follows_the_seed_in_a_record(host: Host) -> None:
    game = await host.table()
    await host.bids(game)
    assert isinstance(await host.games.resign(game, RED), Accepted)
    assert isinstance(await host.games.stand_in(game, BLUE, True), Refused)
    await host.games.leave(game, BLUE, await held(host, game, BLUE))
    assert verify(await host.games.record(game), [TOY]) == []


# -- whose dice they are -----------------------------------------------------------


@playing
async def test_another_answer_has_other_dice_and_the_same_answer_the_same(host: Host) -> None:
    game = await host.table()
    await host.bids(game)
    await said(host, game, "gamble")
    await took_back(host, game)
    await said(host, game, step(1), "gamble")
    await took_back(host, game)
    first, other = await gambles(host, game)
    draws = await drawn(host, game, "gamble")
    assert draws[0] != draws[1], "the dice that were seen wait for another answer"
    await took_back(host, game)
    await said(host, game, "gamble")
    assert (await gambles(host, game))[-1] == first
    await took_back(host, game)
    await said(host, game, step(1), "gamble")
    assert (await gambles(host, game))[-1] == other
    assert (await drawn(host, game, "gamble"))[-1] == draws[1]
    await ended(host, game)
    assert verify(await host.games.record(game), [TOY]) == []


async def bid(host: Host, game: GameId, red: str, blue: str, first: Seat = RED) -> None:
    """Both have bid, this one first."""
    bids = {RED: red, BLUE: blue}
    for seat in (first, BLUE if first == RED else RED):
        assert isinstance(await host.say(game, seat, bids[seat]), Accepted)


@playing
async def test_dice_follow_secret_answers_and_not_who_was_first(host: Host) -> None:
    """Each draws a card once both have bid: other bids draw other cards, the same ones the same."""
    game = await host.table()
    await bid(host, game, "1", "2")
    await took_back(host, game, BLUE, RED)
    await bid_again(host, game, "3")
    await took_back(host, game, BLUE, RED)
    await bid_again(host, game, "2")
    first, other, again = await drawn(host, game, "card")
    assert first == again
    assert first != other
    await took_back(host, game, RED, BLUE)
    await bid(host, game, "1", "2", first=BLUE)
    assert (await drawn(host, game, "card"))[-1] == first, "who was first makes no difference"
    await ended(host, game)
    assert verify(await host.games.record(game), [TOY]) == []


async def bid_again(host: Host, game: GameId, blue: str) -> None:
    """Blue has bid anew, after its bid alone was taken back."""
    assert isinstance(await host.say(game, BLUE, blue), Accepted)


TWO_TURNS: list[tuple[Seat, Json]] = [
    row for _ in range(2)
    for row in ((RED, "1"), (BLUE, "2"), (RED, "gamble"), (RED, "done"), (BLUE, "gamble"), (BLUE, "done"))
]  # fmt: skip


@playing
async def test_dice_are_kept_over_phases_loading_and_several_take_backs(host: Host) -> None:
    game = await host.table()
    for seat, raw in TWO_TURNS:
        assert isinstance(await host.say(game, seat, raw), Accepted)
    for seat, _ in reversed(TWO_TURNS):
        await took_back(host, game, seat, BLUE if seat == RED else RED)
    for seat, raw in TWO_TURNS:
        assert isinstance(await host.say(game, seat, raw), Accepted)
        host.games.forget(game)
    faces = await gambles(host, game)
    assert faces[4:] == faces[:4]
    numbers = await drawn(host, game, "gamble")
    assert numbers[4:] == numbers[:4]
    await ended(host, game)
    assert verify(await host.games.record(game), [TOY]) == []


@playing
async def test_the_log_says_what_was_seen(host: Host) -> None:
    game = await host.table()
    await bid(host, game, "1", "2")
    await said(host, game, "gamble")
    await took_back(host, game)
    await took_back(host, game)
    told = [e.body for e in await host.games.events(game, None) if e.kind == "engine.taken-back"]
    assert [(one["throws"], one["secrets"]) for one in told] == [(1, 0), (1, 1)]
