"""Games as they were, all-seeing eyes, and eyes that are behind: on the toy, with its hidden cards."""

from __future__ import annotations

from app.games.eyes import MINUTE, Eyes
from app.games.results import Accepted
from tests.games.table import Host, step
from tests.games.test_service import playing
from tests.toy import BLUE, RED


def clock(host: Host) -> list[int]:
    """The hour in milliseconds, which a test may change."""
    now = [1_000_000_000]
    host.games.past._time = host.games.mailbox.time = host.games.mailbox.time._replace(wall=lambda: now[0])
    return now


@playing
async def test_the_past_is_what_it_was(host: Host) -> None:
    game = await host.table()
    await host.bids(game)
    seen = {}
    for raw in (step(1), step(2), "done"):
        assert isinstance(await host.say(game, RED, raw), Accepted)
        head, view = await host.games.view(game, RED) or (0, None)
        seen[head] = view
    assert len(seen) == 3
    for version, view in seen.items():
        assert await host.games.view(game, Eyes(RED, at=version)) == (version, view)


@playing
async def test_what_is_undone_later_was_not_undone_then(host: Host) -> None:
    game = await host.table()
    await host.bids(game)
    assert isinstance(await host.say(game, RED, step(1)), Accepted)
    before = await host.games.view(game, RED)
    assert before is not None
    assert isinstance(await host.games.undo(game, RED), Accepted)
    assert await host.games.view(game, Eyes(RED, at=before[0])) == before
    then = await host.games.events(game, Eyes(RED, at=before[0]))
    assert (then[-1].version, then[-1].struck) == (before[0], False)
    assert {e.struck for e in await host.games.events(game, RED) if e.version == before[0]} == {True}


@playing
async def test_eyes_behind_the_game_see_it_as_late(host: Host) -> None:
    hour = clock(host)
    game = await host.table()
    late = Eyes(delay=10 * MINUTE)
    info = await host.games.info(game, late)
    assert info is not None
    assert (info.status, info.version) == ("open", 0)
    assert await host.games.view(game, late) is None
    assert await host.games.events(game, late) == ()
    hour[0] += 10 * MINUTE
    begun = await host.games.view(game, late)
    assert begun == await host.games.view(game, None)
    await host.bids(game)
    assert await host.games.view(game, late) == begun
    assert await host.games.open_questions(game, late) == ()
    hour[0] += 10 * MINUTE - 1
    assert await host.games.view(game, late) == begun
    hour[0] += 1
    assert await host.games.view(game, late) == await host.games.view(game, None) != begun


@playing
async def test_a_result_is_told_late_to_those_behind(host: Host) -> None:
    hour = clock(host)
    game = await host.table()
    hour[0] += 10 * MINUTE
    assert isinstance(await host.games.resign(game, RED), Accepted)
    late = Eyes(delay=10 * MINUTE)
    for passed, status, ended in ((0, "playing", False), (10 * MINUTE, "over", True)):
        hour[0] += passed
        info = await host.games.info(game, late)
        assert info is not None
        assert (info.status, info.outcome is not None) == (status, ended)
        assert isinstance(await host.games.record(game, late), dict) is ended


@playing
async def test_all_that_the_seats_see_together(host: Host) -> None:
    game = await host.table()
    await host.bids(game)
    kinds = [e.kind for e in await host.games.events(game, Eyes(whole=True))]
    assert "toy.drew" in kinds
    assert "toy.drew" not in [e.kind for e in await host.games.events(game, BLUE)]


@playing
async def test_all_that_is_glimpsed_late_is_of_one_moment(host: Host) -> None:
    hour = clock(host)
    game = await host.table()
    hour[0] += MINUTE
    await host.bids(game)
    info = await host.games.info(game)
    assert info is not None
    passing = iter([hour[0] + 10 * MINUTE - 1] + [hour[0] + 10 * MINUTE] * 10)
    host.games.past._time = host.games.past._time._replace(wall=lambda: next(passing))
    early = await host.games.glimpse(game, Eyes(delay=10 * MINUTE), since=0)
    assert early is not None
    assert max(shown.version for shown in early.events) == early.info.version < info.version
