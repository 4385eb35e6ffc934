"""The one door to a hosted game: what it takes, refuses, repeats and survives."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any

import pytest

from app.engine.refusals import Refusal
from app.engine.system import Setup, SideSetup
from app.games.results import Accepted, Broken, GameId, NotYours, Refused, Stale, Unknown
from app.games.verify import verify
from app.store import games as rows
from tests.games.table import Host, step
from tests.toy import BLUE, RED, TOY, setup

Play = Callable[[Host], Coroutine[Any, Any, None]]


def playing(test: Play) -> Callable[[Host], None]:
    """A test written as a coroutine."""

    def run(host: Host) -> None:
        asyncio.run(test(host))

    return run


@playing
async def test_a_command_given_twice_is_applied_once(host: Host) -> None:
    game = await host.table()
    await host.bids(game)
    asked = await host.asked(game, RED)
    assert asked
    info = await host.games.info(game)
    assert info
    first = await host.games.answer(game, RED, asked.id, step(1), info.version, "one")
    again = await host.games.answer(game, RED, asked.id, step(1), info.version, "one")
    assert isinstance(first, Accepted)
    assert first.events
    assert again == first
    events = await host.games.events(game, RED)
    assert [e.kind for e in events].count("toy.stepped") == 1


@playing
async def test_a_used_command_name_does_not_pass_for_another_answer(host: Host) -> None:
    game = await host.table()
    await host.bids(game)
    first = await host.say(game, RED, step(1), command_id="one")
    second = await host.say(game, RED, step(2), command_id="one")
    assert second == first
    assert [e.kind for e in await host.games.events(game, RED)].count("toy.stepped") == 1


@playing
async def test_another_seat_cannot_fetch_a_result_by_its_command(host: Host) -> None:
    game = await host.table()
    await host.bids(game)
    assert isinstance(await host.say(game, RED, "done", command_id="one"), Accepted)
    assert isinstance(await host.games.answer(game, BLUE, "0-blue", "0", 0, "one"), Stale)


@playing
async def test_an_answer_to_an_older_version_is_stale(host: Host) -> None:
    game = await host.table()
    await host.bids(game)
    asked = await host.asked(game, RED)
    info = await host.games.info(game)
    assert asked
    assert info
    assert await host.games.answer(game, RED, asked.id, "done", info.version - 1) == Stale(info.version)
    assert await host.games.answer(game, RED, "0-red", "1") == Stale(info.version)


@playing
async def test_who_is_checked(host: Host) -> None:
    game = await host.table()
    await host.bids(game)
    asked = await host.asked(game, RED)
    assert asked
    assert await host.games.answer(game, RED, asked.id, "done", guest="somebody") == NotYours("red")
    assert await host.games.answer(game, BLUE, asked.id, "done") == NotYours("red")
    assert await host.games.answer(game, RED, "no-question", "done") == Unknown("question")
    assert await host.games.answer(GameId("none"), RED, asked.id, "done") == Unknown("game")
    assert await host.games.undo(game, RED, guest="somebody") == NotYours("red")
    assert await host.games.info(GameId("none")) is None


@playing
async def test_a_refused_answer_changes_nothing(host: Host) -> None:
    game = await host.table()
    before, told = await host.seen(game), list(host.told)
    refused = await host.say(game, RED, "4")
    assert isinstance(refused, Refused)
    assert refused.refusal.code == "toy.too-high"
    assert refused.refusal.facts == {"most": 3}
    assert isinstance(await host.say(game, RED, {"odd": []}), Refused)
    assert await host.seen(game) == before
    assert host.told == told


@playing
async def test_a_secret_answer_moves_no_version_and_shows_nothing(host: Host) -> None:
    game = await host.table()
    blue, info = await host.games.open_questions(game, BLUE), await host.games.info(game)
    assert info
    assert await host.say(game, RED, "3") == Accepted(info.version)
    assert host.told[-1] == (game, info.version, "sealed")
    sealed = await host.games.open_questions(game, None)
    assert [(q.seat, q.sealed, q.id, q.domain) for q in sealed] == [(RED, True, "", None), (BLUE, False, "", None)]
    assert blue[1] in await host.games.open_questions(game, BLUE)
    assert await host.games.events(game, BLUE, info.version) == ()


@playing
async def test_numbers_have_no_holes_and_count_nothing_that_is_anothers(host: Host) -> None:
    game = await host.table()
    await host.bids(game)
    info = await host.games.info(game)
    assert info
    for viewer, secrets in ((RED, 1), (BLUE, 0), (None, 0)):
        events = await host.games.events(game, viewer)
        assert [e.version for e in events if not e.part] == list(range(1, info.version + 1))
        hidden = [n for n, e in enumerate(events) if e.part]
        assert [(events[n].kind, events[n].part) for n in hidden] == [("toy.drew", 1)] * secrets
        assert all(events[n].version == events[n + 1].version for n in hidden)
    saved = host.store.look_now(rows.load, game)
    assert saved
    assert saved.game["head"] == info.version + 1


@playing
async def test_events_are_the_same_from_memory_and_from_the_store(host: Host) -> None:
    game = await host.table(seats={RED: "bot", BLUE: "bot"})
    await finished(host, game)
    warm = await host.games.events(game, RED, 3)
    host.games.forget(game)
    assert await host.games.events(game, RED, 3) == warm
    assert (await host.games.events(game, RED, 3, limit=2)) == warm[:2]


@playing
async def test_the_hub_is_told_after_the_commit(host: Host) -> None:
    game = await host.table()
    heads: list[tuple[int, int]] = []

    def hub(id: GameId, version: int, what: str) -> None:
        saved = host.store.look_now(rows.load, id)
        assert saved
        heads.append((version, saved.game["version"]))

    host.games.mailbox._hub = hub
    await host.bids(game)
    assert heads
    assert all(told == stored for told, stored in heads)


@playing
async def test_a_crash_of_the_process_between_write_and_tell_loses_nothing(host: Host) -> None:
    game = await host.table()

    def dead(id: GameId, version: int, what: str) -> None:
        raise SystemExit

    await host.say(game, RED, "1")
    host.games.mailbox._hub = dead
    with pytest.raises(SystemExit):
        await host.games.mailbox._acting(game, "events", bid_blue(host), (BLUE, "two"))
    host.games.mailbox._hub = lambda *told: None
    host.games.forget(game)
    assert [e.kind for e in await host.games.events(game, RED)].count("toy.bids-shown") == 1
    assert isinstance(await host.games.answer(game, BLUE, "0-blue", "2", 4, "two"), Accepted)


def bid_blue(host: Host) -> Any:
    async def act(drive: Any) -> Any:
        return drive.answer(BLUE, "2", "person")

    return act


@playing
async def test_a_failed_write_changes_nothing(host: Host) -> None:
    game = await host.table()
    before = await host.seen(game)

    async def full(*_: object) -> None:
        raise OSError("no room")

    run = host.store.run
    host.store.run = full  # type: ignore[method-assign, assignment]
    with pytest.raises(OSError, match="no room"):
        await host.say(game, RED, "1")
    host.store.run = run  # type: ignore[method-assign]
    assert await host.seen(game) == before
    assert isinstance(await host.say(game, RED, "1"), Accepted)


@playing
async def test_a_bug_in_a_rule_changes_nothing_and_is_kept(host: Host) -> None:
    game = await host.table(setup(crash=True))
    await host.bids(game)
    before = await host.seen(game)
    broken = await host.say(game, RED, step(2))
    assert isinstance(broken, Broken)
    assert await host.seen(game) == before
    case = host.store.look_now(rows.case_of, broken.case)
    assert case
    assert "ZeroDivisionError" in case["why"]
    assert case["raw"] == step(2)
    assert [row["kind"] for row in case["tape"]] == ["throw"]
    assert isinstance(await host.say(game, RED, step(1)), Accepted)


@playing
async def test_a_write_by_another_process_is_noticed(host: Host) -> None:
    game = await host.table()
    other = type(host.games)(host.store, [TOY], b"k" * 32, lambda *_: None)
    assert await other.info(game)
    await host.bids(game)
    asked = await host.asked(game, RED)
    assert asked
    assert isinstance(await other.answer(game, RED, asked.id, "done"), Stale)
    other.forget(game)
    assert isinstance(await other.answer(game, RED, asked.id, "done"), Accepted)


@playing
async def test_a_conflict_at_the_write_is_played_again_on_what_is_stored(host: Host) -> None:
    game = await host.table()
    other = type(host.games)(host.store, [TOY], b"k" * 32, lambda *_: None)
    assert await other.info(game)
    assert isinstance(await host.say(game, RED, "1"), Accepted)
    assert isinstance(await other.answer(game, BLUE, "0-blue", "2"), Accepted)
    host.games.forget(game)
    events = await host.games.events(game, None)
    assert [e.body["bids"] for e in events if e.kind == "toy.bids-shown"] == [{"red": 1, "blue": 2}]


@playing
async def test_a_paused_game_refuses_answers_with_its_reason(host: Host) -> None:
    game = await host.table()
    assert isinstance(await host.games.pause(game, RED, "tea"), Accepted)
    refused = await host.say(game, BLUE, "1")
    assert isinstance(refused, Refused)
    assert refused.refusal.code == "table.paused"
    assert refused.refusal.facts["reason"] == "tea"
    host.games.forget(game)
    info = await host.games.info(game)
    assert info
    assert info.pause_reason == "tea"
    assert isinstance(await host.games.resume(game, BLUE), Accepted)
    assert isinstance(await host.games.resume(game, BLUE), Refused)
    await host.bids(game)


@playing
async def test_resigning_ends_the_game_and_the_record_is_sound(host: Host) -> None:
    game = await host.table()
    await host.bids(game)
    assert isinstance(await host.games.record(game), Refusal)
    assert isinstance(await host.games.resign(game, RED), Accepted)
    info = await host.games.info(game)
    assert info
    assert info.outcome
    assert (info.status, info.outcome.winner) == ("over", BLUE)
    assert verify(await host.games.record(game), [TOY]) == []
    host.games.forget(game)
    assert await host.games.view(game, None) is not None
    again = await host.games.info(game)
    assert again
    assert again.status == "over"
    assert isinstance(await host.games.resign(game, BLUE), Refused)


@playing
async def test_a_bot_stands_in_and_hands_back(host: Host) -> None:
    game = await host.table()
    assert isinstance(await host.games.stand_in(game, BLUE, True), Accepted)
    assert isinstance(await host.say(game, RED, "1"), Accepted)
    await until(host, game, RED)
    assert isinstance(await host.say(game, RED, "done"), Accepted)
    while not (asked := await host.asked(game, RED)) or not asked.secret:
        await asyncio.sleep(0.001)
    assert isinstance(await host.games.stand_in(game, BLUE, False), Accepted)
    info = await host.games.info(game)
    assert info
    assert [s.bot for s in info.seats] == [False, False]


async def until(host: Host, game: GameId, seat: Any) -> None:
    """The seat is asked."""
    while await host.asked(game, seat) is None:
        await asyncio.sleep(0.001)


async def finished(host: Host, game: GameId) -> None:
    """The game is over; bots play it."""
    for _ in range(2000):
        info = await host.games.info(game)
        assert info
        if info.status == "over":
            return
        await asyncio.sleep(0.001)
    raise AssertionError("the bots do not finish")


@playing
async def test_bots_play_a_game_to_its_end(host: Host) -> None:
    game = await host.table(seats={RED: "bot", BLUE: "bot"})
    await finished(host, game)
    record: Any = await host.games.record(game)
    assert verify(record, [TOY]) == []
    assert {line["by"] for line in record["tape"]} == {"bot", "server"}


@playing
async def test_bots_of_stored_games_wake_up(host: Host) -> None:
    slow = type(host.games)(host.store, [TOY], b"k" * 32, lambda *_: None, bot_delay=3600)
    game = await slow.create("toy", setup(), {RED: "bot", BLUE: "bot"})
    assert isinstance(game, str)
    await host.games.start()
    await finished(host, game)
    await slow._bots.close()


@playing
async def test_preview_consumes_nothing(host: Host) -> None:
    game = await host.table()
    await host.bids(game)
    before, asked = await host.seen(game), await host.asked(game, RED)
    assert asked
    half: Any = await host.games.preview(game, RED, asked.id, {"pick": "step"})
    assert not half.whole
    assert half.domain["kind"] == "split"
    whole: Any = await host.games.preview(game, RED, asked.id, step(1))
    assert whole.whole
    assert whole.no is None
    wrong: Any = await host.games.preview(game, RED, asked.id, {"pick": "step", "then": {"run": 5}})
    assert wrong.no.code == "split.total"
    nothing: Any = await host.games.preview(game, RED, asked.id, None)
    assert nothing.domain["kind"] == "menu"
    assert await host.games.preview(game, BLUE, asked.id, None) == NotYours("red")
    assert await host.seen(game) == before


@playing
async def test_setting_up_is_refused_in_words(host: Host) -> None:
    create = host.games.create
    assert codes(await create("chess", setup(), {RED: "bot", BLUE: "bot"})) == ["table.no-system"]
    assert codes(await create("toy", setup(), {RED: "bot"})) == ["table.seats"]
    game = await create("toy", setup(), {RED: "open", BLUE: "bot"}, options={"listed": True})
    assert isinstance(game, str)
    guest, _ = await host.games.guests.welcome("Ana")
    other, _ = await host.games.guests.welcome("Ben")
    join = host.games.join
    assert refused(await join(game, RED, guest.id, "\x00 ")) == "table.name"
    assert refused(await join(game, RED, guest.id, "Ana", b"x" * 65)) == "table.entropy"
    assert refused(await join(game, RED, guest.id, "Ana", roster={"sample": "band"})) == "table.roster-set"
    bare = Setup("meadow", (SideSetup(RED, None), SideSetup(BLUE, {"sample": "band"})))
    brought = await create("toy", bare, {RED: "open", BLUE: "bot"})
    assert isinstance(brought, str)
    assert refused(await join(brought, RED, guest.id, "Ana", roster={"sample": "none"})) == "toy.no-band"
    assert refused(await join(game, BLUE, guest.id, "Ana")) == "table.taken"
    assert isinstance(await join(game, RED, guest.id, "Ana"), Accepted)
    assert isinstance(await join(game, RED, guest.id, "Ana"), Accepted)
    assert refused(await join(game, RED, other.id, "Ben")) == "table.taken"
    assert await host.games.seats_of(game, guest.id) == (RED,)
    assert [info.id for info in await host.games.list_games(guest.id)] == [game]
    assert game in [info.id for info in await host.games.live_games()]


@playing
async def test_random_hosted_games_verify(host: Host) -> None:
    for seed in range(4):
        game, rng = await host.table(), Random(seed)
        while await host.random_input(game, rng):
            if rng.random() < 0.2:
                await host.games.undo(game, rng.choice((RED, BLUE)))
        assert verify(await host.games.record(game), [TOY]) == []


def codes(refusals: object) -> list[str]:
    """The codes of refusals."""
    assert isinstance(refusals, tuple)
    return [no.code for no in refusals]


def refused(result: object) -> str:
    """The code of a refused result."""
    assert isinstance(result, Refused)
    return result.refusal.code
