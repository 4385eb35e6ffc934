"""At which version a person himself began his last go and gave his last answer.

Nothing but such an answer, or taking it back, changes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from app.engine.asks import Ask
from app.engine.domains import Pick
from app.engine.events import Seat
from app.engine.flow import Game, ask
from app.engine.system import Phase, PhaseId
from app.games.results import Accepted, GameId
from tests.games.sand import Yard, settle, until
from tests.games.sand import playing as in_yard
from tests.games.table import Host, step
from tests.games.test_by_itself import Narrow, hosting
from tests.games.test_clocks_orders import KIND
from tests.games.test_clocks_zero import has_points
from tests.games.test_service import playing
from tests.toy import BLUE, RED, WALK, StageEnded, State, Stepped, Toy, bid


async def answered(host: Host, game: GameId, seat: Seat) -> int | None:
    """That, which is the same once the game was loaded again."""
    live = await told(host, game, seat)
    host.games.forget(game)
    assert await told(host, game, seat) == live, "loaded again it is another"
    return live


async def told(host: Host, game: GameId, seat: Seat) -> int | None:
    """What the page of a seat is told; where nothing is asked in the middle of a deed each answer begins a go."""
    go, last = await both(host, game, seat)
    assert go == last
    return last


async def both(host: Host, game: GameId, seat: Seat) -> tuple[int, int]:
    """When a seat began its last go, and when it answered last."""
    seen = await host.games.glimpse(game, seat)
    assert seen
    assert seen.answered
    return seen.answered


async def version(host: Host, game: GameId) -> int:
    """How far a game has come."""
    seen = await host.games.glimpse(game, None)
    assert seen
    return seen.info.version


@in_yard
async def test_what_the_clock_answers_is_nobodys_own(yard: Yard) -> None:
    game = await yard.duel(thrust=False)
    begun = await version(yard, game)
    assert isinstance(await yard.say(game, RED, "thrust"), Accepted)
    yard.sand.run(60)
    await until(partial(has_points, yard, game, 2))
    assert await version(yard, game) > begun
    assert await answered(yard, game, BLUE) == 0, "since the battle began"
    assert await answered(yard, game, RED) == begun


@in_yard
async def test_nor_is_what_a_standing_order_lets_pass(yard: Yard) -> None:
    game = await yard.duel(0)
    begun = await version(yard, game)
    assert isinstance(await yard.say(game, BLUE, "parry"), Accepted)
    assert isinstance(await yard.games.order(game, BLUE, KIND, True), Accepted)
    assert isinstance(await yard.say(game, RED, "thrust"), Accepted)
    before = await version(yard, game)
    await settle()
    yard.sand.run(2)
    await until(partial(passed, yard, game, before))
    assert await answered(yard, game, BLUE) == begun


async def passed(yard: Yard, game: GameId, before: int) -> bool:
    """Whether the order has let the question pass."""
    return await version(yard, game) > before and await yard.asked(game, RED) is not None


@playing
async def test_nor_what_a_stand_in_does_or_the_table_tells(host: Host) -> None:
    game = await host.table()
    begun = await version(host, game)
    assert await answered(host, game, RED) == 0
    await host.bids(game)
    assert isinstance(await host.games.pause(game, BLUE), Accepted)
    assert isinstance(await host.games.resume(game, BLUE), Accepted)
    assert await answered(host, game, RED) == begun
    now = await version(host, game)
    assert isinstance(await host.games.stand_in(game, RED, True), Accepted)
    await until(partial(is_asked, host, game, BLUE))
    assert await version(host, game) > now + 1, "the stand-in has done something"
    assert await answered(host, game, RED) == begun


async def is_asked(host: Host, game: GameId, seat: Seat) -> bool:
    """Whether this seat is asked."""
    return await host.asked(game, seat) is not None


def test_nor_what_is_answered_because_nothing_else_could_be(tmp_path: Path) -> None:
    async def played(host: Host) -> None:
        game = await host.table()
        await host.bids(game)
        bid = await answered(host, game, BLUE)
        now = await version(host, game)
        assert isinstance(await host.say(game, RED, "no"), Accepted)
        assert (await answered(host, game, BLUE), await answered(host, game, RED)) == (bid, now)

    with hosting(tmp_path, Narrow()) as host:
        playing(played)(host)


@playing
async def test_taken_back_the_answer_before_it_stands_again(host: Host) -> None:
    game = await host.table()
    begun = await version(host, game)
    await host.bids(game)
    first = await version(host, game)
    assert isinstance(await host.say(game, RED, step(1)), Accepted)
    second = await version(host, game)
    assert isinstance(await host.say(game, RED, step(2)), Accepted)
    assert await answered(host, game, RED) == second
    assert isinstance(await host.games.undo(game, RED), Accepted)
    assert await answered(host, game, RED) == first
    assert isinstance(await host.games.undo(game, RED), Accepted)
    assert (await answered(host, game, RED), await answered(host, game, BLUE)) == (begun, begun)


@playing
async def test_taken_back_over_phases_too(host: Host) -> None:
    game = await host.table()
    begun = await version(host, game)
    await host.bids(game)
    assert isinstance(await host.say(game, RED, "done"), Accepted)
    walked = await version(host, game)
    assert isinstance(await host.say(game, BLUE, "done"), Accepted)
    assert isinstance(await host.say(game, RED, "1"), Accepted)
    assert await answered(host, game, BLUE) == walked
    assert isinstance(await host.games.takeback_ask(game, BLUE), Accepted)
    assert isinstance(await host.games.takeback_answer(game, RED, True), Accepted)
    assert await told(host, game, BLUE) == begun
    assert await answered(host, game, BLUE) == begun
    assert await answered(host, game, RED) is not None


async def crossed(game: Game[State]) -> None:
    """Red does something, in the midst of which both are asked how they take it; then blue does."""
    for seat, about in ((RED, "toy.deed"), (BLUE, "toy.nod"), (RED, "toy.nod"), (BLUE, "toy.deed"), (RED, "toy.nod")):
        await ask(Ask(seat, about, Pick({"yes": None, "no": None}), WALK, "yes"))
        game.emit(Stepped(clause=WALK, seat=seat, steps=1))
    game.emit(StageEnded(clause=WALK, stage="walk", turn=game.state.turn + 1))


class Crossed(Toy):
    """The toy with questions that are put in the middle of a deed."""

    midway = frozenset({"toy.nod"})
    phases: Mapping[PhaseId, Phase[State]] = {PhaseId("bid"): bid, PhaseId("walk"): crossed}


def test_no_go_begins_with_what_is_answered_in_the_middle_of_a_deed(tmp_path: Path) -> None:
    async def played(host: Host) -> None:
        game = await host.table()
        await host.bids(game)
        begun = await version(host, game)
        for seat in (RED, BLUE, RED):
            assert isinstance(await host.say(game, seat, "yes"), Accepted)
        after = await version(host, game)
        assert await kept(host, game, RED) == (begun, after - 1), "his deed, and what he was asked in it"
        bids = (await kept(host, game, BLUE))[0]
        assert bids < begun, "he has begun none since both bid"
        assert await kept(host, game, BLUE) == (bids, after - 2)
        assert isinstance(await host.say(game, BLUE, "yes"), Accepted)
        assert await kept(host, game, BLUE) == (after, after)
        assert isinstance(await host.say(game, RED, "no"), Accepted)
        assert await kept(host, game, RED) == (begun, after + 1), "still in the next phase"
        assert isinstance(await host.say(game, RED, "no"), Accepted)
        again = await kept(host, game, RED)
        assert again[0] == again[1] > after, "a go of his own has begun"
        assert isinstance(await host.games.undo(game, RED), Accepted)
        assert await kept(host, game, RED) == (begun, after + 1), "taken back it has not"

    with hosting(tmp_path, Crossed()) as host:
        playing(played)(host)


async def kept(host: Host, game: GameId, seat: Seat) -> tuple[int, int]:
    """Those, which are the same once the game was loaded again."""
    live = await both(host, game, seat)
    host.games.forget(game)
    assert await both(host, game, seat) == live, "loaded again they are others"
    return live
