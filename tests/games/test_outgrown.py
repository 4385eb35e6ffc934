"""Rules that change under a game in progress: its record stays sound, and nobody goes back into what they changed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.games.results import Accepted, GameId, Refused
from app.games.verify import examined, verify
from app.store import games as rows
from tests.games.frames import ended
from tests.games.table import Host, step
from tests.games.test_service import playing
from tests.toy import BLUE, RED, TOY, Toy

WORDS = "played by earlier rules"


@pytest.fixture(autouse=True)
def _rules_of_now() -> Iterator[None]:
    """Afterwards the toy is as it was."""
    yield
    Toy.stride, Toy.version = 1, 1


async def walked(host: Host) -> GameId:
    """A game in its second turn, in whose first red ran two steps."""
    game = await host.table()
    await host.bids(game)
    for raw in (step(2), "done"):
        assert isinstance(await host.say(game, RED, raw), Accepted)
    assert isinstance(await host.say(game, BLUE, "done"), Accepted)
    return game


def updated(host: Host, game: GameId, stride: int) -> None:
    """The server was stopped and goes on by newer rules."""
    Toy.stride, Toy.version = stride, 2
    host.games.forget(game)


@playing
async def test_the_record_of_a_game_that_went_on_by_newer_rules_is_sound_where_they_play_it_alike(host: Host) -> None:
    game = await walked(host)
    updated(host, game, 1)
    await host.bids(game)
    await ended(host, game)
    record = await host.games.record(game)
    assert isinstance(record, dict)
    assert record["rules"] == 2
    assert verify(record, [TOY]) == []


@playing
async def test_the_record_of_a_game_that_went_on_by_newer_rules_is_no_forgery_where_they_do_not(host: Host) -> None:
    game = await walked(host)
    updated(host, game, 2)
    await host.bids(game)
    await ended(host, game)
    told = examined(await host.games.record(game), [TOY])
    assert told.faults == ()
    assert [(one.rules, one.now) for one in told.earlier] == [(1, 2)]


@playing
async def test_nobody_is_asked_to_go_back_into_what_earlier_rules_played_otherwise(host: Host) -> None:
    game = await walked(host)
    updated(host, game, 2)
    refused = await host.games.takeback_ask(game, RED)
    assert isinstance(refused, Refused)
    assert (refused.refusal.code, refused.refusal.clause) == ("takeback.outgrown", "ENG-UND-02")
    assert isinstance(await host.say(game, RED, "1"), Accepted), "the game goes on"


@playing
async def test_what_was_asked_before_the_rules_changed_lapses_with_the_last_consent(host: Host) -> None:
    game = await walked(host)
    assert isinstance(await host.games.takeback_ask(game, RED), Accepted)
    updated(host, game, 2)
    assert isinstance(await host.games.takeback_answer(game, BLUE, True), Accepted)
    events = await host.games.events(game, None)
    assert [e.kind for e in events[-2:]] == ["engine.takeback-agreed", "engine.takeback-outgrown"]
    assert not any(e.struck for e in events)
    host.games.forget(game)
    info = await host.games.info(game)
    assert info
    assert (info.status, info.takeback) == ("playing", None)
    assert host.store.look_now(rows.case_of, 1) is None
    assert isinstance(await host.say(game, RED, "1"), Accepted), "the game goes on"


@playing
async def test_what_newer_rules_play_alike_is_taken_back(host: Host) -> None:
    game = await walked(host)
    updated(host, game, 1)
    assert isinstance(await host.games.takeback_ask(game, RED), Accepted)
    assert isinstance(await host.games.takeback_answer(game, BLUE, True), Accepted)
    assert (await host.games.events(game, None))[-1].kind == "engine.taken-back"
    await ended(host, game)
    assert verify(await host.games.record(game), [TOY]) == []
