"""The battle of a campaign is laid while its players are elsewhere: no clock runs before they have sat down."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Any

from app.engine.events import Seat
from app.games.results import Accepted, GameId
from app.games.sitting import start_at
from app.games.verify import verify
from tests.duel import DUEL
from tests.games.sand import Yard, playing, settle, until
from tests.games.test_clocks_thinking import LIVE
from tests.games.test_clocks_zero import SHORT, has_told
from tests.toy import BLUE, RED

DAY = 86_400


async def battle(yard: Yard, clock: Any = LIVE, zero: str = "forfeit", after: int = DAY) -> GameId:
    """A battle at which nobody has sat down; its clocks run after so many seconds at the latest."""
    starts = yard.games.mailbox.time.wall() + 1000 * after
    told = {"id": "c", "fixture": "f", "sat": [], "starts": starts}
    return await yard.duel(0, thrust=False, agreed={"clock": clock, "zero": zero, "campaign": told})


async def sits(yard: Yard, game: GameId, seat: Seat, here: Collection[Seat] = (RED, BLUE)) -> None:
    """The player of a seat comes to the table, where these are still."""
    info = await yard.games.info(game)
    assert info
    await yard.games.sat_down(info, seat, lambda seat: seat in here)


@playing
async def test_clocks_stand_until_both_have_sat_down(yard: Yard) -> None:
    game = await battle(yard)
    yard.sand.run(900)
    await settle()
    assert await yard.running(game) == []
    await sits(yard, game, RED)
    await sits(yard, game, RED)
    assert await yard.running(game) == []
    await sits(yard, game, BLUE)
    assert await yard.running(game) == ["red"]
    assert await yard.left(game) == {"red": 600, "blue": 600}
    yard.sand.run(10)
    assert (await yard.left(game))["red"] == 590


@playing
async def test_a_live_clock_waits_until_all_are_there_at_once(yard: Yard) -> None:
    game = await battle(yard)
    await sits(yard, game, RED)
    await sits(yard, game, BLUE, here=())
    assert await yard.running(game) == [], "red only looked in, days ago"
    await sits(yard, game, RED, here=(BLUE,))
    assert await yard.running(game) == ["red"]


@playing
async def test_who_goes_when_it_runs_has_come(yard: Yard) -> None:
    game = await battle(yard, SHORT, after=3600)
    await sits(yard, game, RED)
    yard.sand.run(3600)
    await until(partial(runs, yard, game))
    await sits(yard, game, BLUE, here=())
    info = await yard.games.info(game)
    assert info
    assert info.options.campaign
    assert {*(info.options.campaign.sat or ())} == {RED, BLUE}


@playing
async def test_by_letter_all_need_not_be_there_at_once(yard: Yard) -> None:
    game = await battle(yard, {"kind": "letter", "hours": 24})
    await sits(yard, game, RED)
    await sits(yard, game, BLUE, here=())
    assert await yard.running(game) == ["red"]


@playing
async def test_who_answers_has_sat_down(yard: Yard) -> None:
    game = await battle(yard)
    await sits(yard, game, BLUE)
    assert isinstance(await yard.say(game, RED, "thrust"), Accepted)
    assert await yard.running(game) == ["blue"]


@playing
async def test_at_the_time_that_was_set_they_run_and_who_never_came_loses_by_absence(yard: Yard) -> None:
    game = await battle(yard, SHORT, after=3600)
    await sits(yard, game, BLUE)
    yard.sand.run(3600)
    await until(partial(runs, yard, game))
    yard.sand.run(60)
    await until(partial(has_told, yard, game, "engine.lost-absent"))
    info = await yard.games.info(game)
    assert info
    assert info.outcome
    assert (info.outcome.winner, info.outcome.reason) == (BLUE, "engine.lost-absent")
    told = ("engine.lost-on-time", "engine.resigned")
    assert await yard.told_of(game, *told) == []
    assert verify(await yard.games.record(game), [DUEL]) == []


async def runs(yard: Yard, game: GameId) -> bool:
    """Whether red's clock runs."""
    return await yard.running(game) == ["red"]


@playing
async def test_they_run_soon_after_a_server_is_back_that_was_down_at_that_time(yard: Yard) -> None:
    game = await battle(yard, SHORT, after=300)
    await sits(yard, game, BLUE)
    await yard.restarted(600, gently=False)
    await settle()
    assert await yard.running(game) == []
    yard.sand.run(1)
    await until(partial(runs, yard, game))
    yard.sand.run(60)
    await until(partial(has_told, yard, game, "engine.lost-absent"))


@playing
async def test_who_came_and_let_the_clock_run_out_loses_on_time(yard: Yard) -> None:
    game = await battle(yard, SHORT)
    for seat in (RED, BLUE):
        await sits(yard, game, seat)
    yard.sand.run(60)
    await until(partial(has_told, yard, game, "engine.lost-on-time"))
    info = await yard.games.info(game)
    assert info
    assert info.outcome
    assert info.outcome.reason == "engine.lost-on-time"
    assert info.outcome.facts["seat"] == RED


@playing
async def test_the_time_is_moved_while_it_is_not_past(yard: Yard) -> None:
    game = await battle(yard, after=3600)
    later = yard.games.mailbox.time.wall() + 7_200_000
    await start_at(yard.games.mailbox, game, later)
    yard.sand.run(3600)
    await settle()
    assert await yard.running(game) == []
    yard.sand.run(3600)
    await until(partial(runs, yard, game))
    await start_at(yard.games.mailbox, game, later + 7_200_000)
    assert await yard.running(game) == ["red"]


@playing
async def test_other_tables_wait_for_nobody(yard: Yard) -> None:
    game = await yard.clocked(LIVE)
    await sits(yard, game, BLUE)
    assert await yard.running(game) == ["red"]
    info = await yard.games.info(game)
    assert info
    assert info.options.campaign is None
