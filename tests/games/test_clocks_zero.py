"""A clock at zero: the default, a bot, or the game lost, as the table chose; and never a table that stands still."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from app.engine.refusals import refuse
from app.games.results import Accepted, GameId, Result
from app.games.verify import verify
from app.store import StorageFull
from tests.duel import DUEL, WAYS
from tests.games.sand import Yard, playing, settle, until
from tests.games.test_clocks_thinking import DAY, LETTER, LIVE
from tests.toy import BLUE, RED, WALK

SHORT: dict[str, Any] = {"kind": "live", "minutes": 1}
TOLD = ("engine.timed-out", "engine.out-of-time", "engine.lost-on-time", "engine.stood-in", "engine.resigned")


async def has_told(yard: Yard, game: GameId, kind: str) -> bool:
    """Whether it has happened."""
    return kind in await yard.told_of(game, kind)


@playing
async def test_the_default_stands_and_half_a_minute_is_given(yard: Yard) -> None:
    game = await yard.clocked(SHORT, thrust=True)
    yard.sand.run(59)
    await settle()
    assert await yard.told_of(game, *TOLD) == []
    yard.sand.run(1)
    await until(partial(has_told, yard, game, "engine.timed-out"))
    assert await yard.left(game) == {"red": 60, "blue": 30}
    assert await yard.running(game) == ["red"]
    assert await yard.points(game) == 2
    assert isinstance(await yard.say(game, RED, "thrust"), Accepted)
    yard.sand.run(30)
    await until(partial(has_points, yard, game, 4))
    assert (await yard.left(game))["blue"] == 30


async def has_points(yard: Yard, game: GameId, points: int) -> bool:
    """Whether red has won so many."""
    return await yard.points(game) == points


@playing
async def test_a_secret_question_is_answered_so_too_and_the_other_is_not_disturbed(yard: Yard) -> None:
    game = await yard.clocked(SHORT, bid=True)
    assert isinstance(await yard.games._clocks.add(game, BLUE, 60), Accepted)
    yard.sand.run(60)
    await until(partial(has_told, yard, game, "engine.timed-out"))
    assert await yard.running(game) == ["blue"]
    assert await yard.left(game) == {"red": 30, "blue": 60}
    assert isinstance(await yard.say(game, BLUE, "3"), Accepted)
    assert await yard.running(game) == ["red"]


@playing
async def test_by_letter_the_next_question_has_its_full_hours(yard: Yard) -> None:
    game = await yard.clocked(LETTER, thrust=True)
    yard.sand.run(DAY)
    await until(partial(has_told, yard, game, "engine.timed-out"))
    assert await yard.left(game) == {"red": DAY, "blue": DAY}
    assert await yard.running(game) == ["red"]


@playing
async def test_a_bot_takes_the_seat_until_its_player_comes_back(yard: Yard) -> None:
    game = await yard.clocked(SHORT, "bot", thrust=True)
    yard.sand.run(60)
    await until(partial(has_told, yard, game, "engine.stood-in"))
    assert (await yard.told_of(game, *TOLD))[:2] == ["engine.out-of-time", "engine.stood-in"]
    await settle()
    assert await yard.running(game) == ["red"], "the bot has answered"
    assert isinstance(await yard.games.stand_in(game, BLUE, False), Accepted)
    assert isinstance(await yard.say(game, RED, "thrust"), Accepted)
    assert await yard.running(game) == ["blue"]
    assert (await yard.left(game))["blue"] == 60


@playing
async def test_the_game_is_lost_on_time_and_its_record_is_sound(yard: Yard) -> None:
    game = await yard.clocked(SHORT, "forfeit", thrust=True)
    yard.sand.run(60)
    await until(partial(has_told, yard, game, "engine.lost-on-time"))
    info = await yard.games.info(game)
    assert info
    assert info.outcome
    assert (info.status, info.outcome.winner) == ("over", RED)
    assert await yard.told_of(game, *TOLD) == ["engine.lost-on-time"]
    assert await yard.running(game) == []
    record: Any = await yard.games.record(game)
    assert verify(record, [DUEL]) == []


@playing
async def test_an_answer_at_the_last_instant_counts(yard: Yard) -> None:
    game = await yard.clocked(SHORT, "forfeit", thrust=True)
    yard.sand.run(60)
    said = await yard.say(game, BLUE, "parry")
    await settle()
    lost = await yard.told_of(game, "engine.lost-on-time")
    assert isinstance(said, Accepted) != bool(lost)


@pytest.mark.parametrize("zero", ["default", "forfeit"])
def test_what_cannot_be_done_is_left_to_a_bot(tmp_path: Path, zero: str) -> None:
    async def test(yard: Yard) -> None:
        game = await yard.clocked(SHORT, zero, thrust=True)
        with pytest.MonkeyPatch.context() as patch:
            if zero == "default":
                patch.setitem(WAYS.options, "stand", refuse("toy.too-late", WALK))
            else:
                patch.setattr(type(DUEL), "concede", lambda *_: 1 / 0)
            yard.sand.run(60)
            await until(partial(has_told, yard, game, "engine.stood-in"))
            await settle()
        assert await yard.running(game) == ["red"]

    playing(test)(tmp_path)


@playing
async def test_it_waits_for_a_store_that_is_full_and_outlives_an_error(yard: Yard) -> None:
    game = await yard.clocked(SHORT, thrust=True)
    run, failures = yard.store.run, [StorageFull("no space"), OSError("no such thing")]

    async def failing(*args: Any) -> Any:
        if failures:
            raise failures.pop(0)
        return await run(*args)

    yard.store.run = failing  # type: ignore[method-assign, assignment]
    yard.sand.run(60)
    for left in (1, 0):
        await until(partial(has_left, failures, left))
        await settle()
        yard.sand.run(5)
    await until(partial(has_told, yard, game, "engine.timed-out"))
    assert await yard.points(game) == 2


@playing
async def test_an_answer_stops_what_is_being_tried_again(yard: Yard) -> None:
    game = await yard.clocked(SHORT, thrust=True)
    run, failures = yard.store.run, [OSError("no such thing")]

    async def failing(*args: Any) -> Any:
        if failures:
            raise failures.pop(0)
        return await run(*args)

    yard.store.run = failing  # type: ignore[method-assign, assignment]
    yard.sand.run(60)
    await until(partial(has_left, failures, 0))
    await settle()
    assert isinstance(await yard.say(game, BLUE, "parry"), Accepted)
    await settle()
    assert yard.sand.running == 1, "red's clock alone"
    assert await yard.told_of(game, *TOLD) == []


async def has_left(failures: Sequence[Any], left: int) -> bool:
    """Whether so many failures are still to come."""
    return len(failures) == left


@playing
async def test_who_is_on_vacation_loses_nothing_by_letter(yard: Yard) -> None:
    game = await yard.clocked(LETTER, "forfeit", thrust=True)
    info = await yard.games.info(game)
    assert info
    away = {str(s.guest) for s in info.seats if s.seat == BLUE}

    async def on_vacation(guests: Sequence[str]) -> set[str]:
        return away & set(guests)

    yard.games._clocks.away = on_vacation
    for seconds in (DAY, 3600, 3600):
        yard.sand.run(seconds)
        await settle()
        assert (await yard.left(game))["blue"] == 3600
    away.clear()
    yard.sand.run(3600)
    await until(partial(has_told, yard, game, "engine.lost-on-time"))


@playing
async def test_vacation_stops_no_live_clock(yard: Yard) -> None:
    game = await yard.clocked(SHORT, thrust=True)

    async def all_of_them(guests: Sequence[str]) -> set[str]:
        return set(guests)

    yard.games._clocks.away = all_of_them
    yard.sand.run(60)
    await until(partial(has_told, yard, game, "engine.timed-out"))


@playing
async def test_time_that_is_added_while_it_rings_is_kept(yard: Yard) -> None:
    game = await yard.clocked(LIVE, "forfeit", thrust=True)
    act = yard.games.mailbox.act

    async def slow(*args: Any) -> Result:
        if args[1] == "events":
            assert isinstance(await act(game, "seats", partial(granted, yard)), Accepted)
        return await act(*args)

    yard.games.mailbox.act = slow  # type: ignore[method-assign, assignment]
    yard.sand.run(600)
    await settle()
    assert await yard.told_of(game, *TOLD) == []
    assert (await yard.left(game))["blue"] == 60


async def granted(yard: Yard, drive: Any) -> Any:
    """Blue has a minute more."""
    return yard.games.grant(drive, BLUE, 60)
