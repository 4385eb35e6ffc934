"""Undo alone to the fence, and beyond it by consent."""

from __future__ import annotations

from app.games.results import Accepted, Refused
from app.games.verify import verify
from tests.games.frames import ended, gambles
from tests.games.table import Host, step
from tests.games.test_service import playing
from tests.toy import BLUE, RED, TOY


@playing
async def test_undo_strikes_the_last_answer_and_only_adds_events(host: Host) -> None:
    game = await host.table()
    await host.bids(game)
    asked, old = await host.games.open_questions(game, RED), await host.games.events(game, RED)
    assert isinstance(await host.say(game, RED, step(1)), Accepted)
    assert await host.games.may_undo(game, RED) is None
    done = await host.games.undo(game, RED)
    assert isinstance(done, Accepted)
    assert done.version > old[-1].version + 1
    assert host.told[-1][2] == "resync"
    events = await host.games.events(game, RED)
    assert events[: len(old)] == old
    assert [(e.kind, e.struck) for e in events[len(old) :]] == [("toy.stepped", True), ("engine.undone", False)]
    again = await host.games.open_questions(game, RED)
    assert again[0].id != asked[0].id
    assert again[0].domain == asked[0].domain


@playing
async def test_what_was_answered_in_an_earlier_phase_takes_consent_and_before_any_answer_there_is_nothing(
    host: Host,
) -> None:
    game = await host.table()
    before = await host.games.may_undo(game, RED)
    assert before
    assert before.code == "undo.nothing"
    await host.bids(game)
    assert isinstance(await host.say(game, RED, "done"), Accepted)
    assert isinstance(await host.say(game, BLUE, "done"), Accepted)
    later = await host.games.may_undo(game, RED)
    assert later
    assert later.code == "undo.earlier"


@playing
async def test_what_was_struck_is_none_to_be_taken_back(host: Host) -> None:
    game = await host.table()
    assert isinstance(await host.say(game, RED, "1"), Accepted)
    assert isinstance(await host.games.undo(game, RED), Accepted)
    for _ in range(2):
        left = await host.games.may_undo(game, RED)
        assert left
        assert left.code == "undo.nothing"
        host.games.forget(game)


@playing
async def test_undo_stops_at_the_fence(host: Host) -> None:
    game = await host.table()
    await host.bids(game)
    assert isinstance(await host.games.undo(game, RED), Refused)
    assert isinstance(await host.say(game, RED, step(1)), Accepted)
    assert isinstance(await host.say(game, RED, "gamble"), Accepted)
    refused = await host.games.undo(game, RED)
    assert isinstance(refused, Refused)
    assert refused.refusal.code == "undo.fenced"
    assert await host.games.may_undo(game, RED) == refused.refusal


@playing
async def test_a_sealed_answer_may_be_changed_while_the_other_is_awaited(host: Host) -> None:
    game = await host.table()
    assert isinstance(await host.say(game, RED, "1"), Accepted)
    assert isinstance(await host.games.undo(game, RED), Accepted)
    host.games.forget(game)
    assert isinstance(await host.say(game, BLUE, "2"), Accepted)
    assert isinstance(await host.say(game, RED, "0"), Accepted)
    bids = [e.body["bids"] for e in await host.games.events(game, None) if e.kind == "toy.bids-shown"]
    assert bids == [{"red": 0, "blue": 2}]


@playing
async def test_a_take_back_needs_consent_and_dice_fall_the_same_again(host: Host) -> None:
    game = await host.table()
    await host.bids(game)
    assert isinstance(await host.say(game, RED, "gamble"), Accepted)
    (faces,) = await gambles(host, game)
    assert isinstance(await host.games.takeback_answer(game, BLUE, True), Refused)
    assert isinstance(await host.games.takeback_ask(game, RED), Accepted)
    assert isinstance(await host.games.takeback_answer(game, RED, True), Refused)
    host.games.forget(game)
    info = await host.games.info(game)
    assert info
    assert info.takeback
    assert info.takeback.seat == RED
    assert isinstance(await host.games.takeback_answer(game, BLUE, True), Accepted)
    events = await host.games.events(game, RED)
    assert [e.struck for e in events if e.kind == "toy.gambled"] == [True]
    host.games.forget(game)
    assert isinstance(await host.say(game, RED, "gamble"), Accepted)
    assert await gambles(host, game) == [faces, faces]
    await ended(host, game)
    assert verify(await host.games.record(game), [TOY]) == []


@playing
async def test_a_take_back_goes_back_over_phases(host: Host) -> None:
    game = await host.table()
    await host.bids(game)
    before = await host.games.view(game, BLUE)
    assert before
    assert isinstance(await host.say(game, RED, "done"), Accepted)
    card = await host.games.view(game, BLUE)
    assert card
    assert isinstance(await host.say(game, BLUE, "done"), Accepted)
    await host.bids(game)
    for _ in range(2):  # two answers of red: the bid, then the walk of the turn before
        assert isinstance(await host.games.takeback_ask(game, RED), Accepted)
        assert isinstance(await host.games.takeback_answer(game, BLUE, True), Accepted)
        host.games.forget(game)
    now = await host.games.view(game, BLUE)
    assert now
    assert now[1] == before[1]
    assert isinstance(await host.say(game, RED, "done"), Accepted)
    again = await host.games.view(game, BLUE)
    assert again
    assert again[1] == card[1]
    assert isinstance(await host.say(game, BLUE, "done"), Accepted)
    await ended(host, game)
    assert verify(await host.games.record(game), [TOY]) == []


@playing
async def test_a_take_back_may_be_refused_and_lapses_when_play_goes_on(host: Host) -> None:
    game = await host.table()
    assert isinstance(await host.games.takeback_ask(game, RED), Refused)
    await host.bids(game)
    assert isinstance(await host.games.takeback_ask(game, RED), Accepted)
    assert isinstance(await host.games.takeback_ask(game, BLUE), Refused)
    assert isinstance(await host.games.takeback_answer(game, BLUE, False), Accepted)
    assert isinstance(await host.games.takeback_ask(game, RED), Accepted)
    assert isinstance(await host.say(game, RED, "gamble"), Accepted)
    assert isinstance(await host.games.takeback_answer(game, BLUE, True), Refused)
