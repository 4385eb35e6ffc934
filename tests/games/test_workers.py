"""Several processes on one PostgreSQL: any serves any game, each sees what the others did, none is missed for long."""

from __future__ import annotations

import asyncio
import contextvars
import time
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any

import pytest
import sqlalchemy as sa

from app.engine.events import Seat
from app.games.drive import Drive
from app.games.results import Accepted, GameId, Refused, SeatKind, Stale
from app.games.rooms import one_look
from app.games.service import Games
from app.games.verify import verify
from app.store import Conflict, StorageAway, Store, workers
from app.store import games as rows_of_games
from app.store.tables import game as games_table
from app.store.tables import worker
from tests.toy import BLUE, RED, TOY, setup

pytestmark = pytest.mark.servers
Story = Callable[[list[Games]], Awaitable[None]]


def together(story: Story) -> Callable[[str], None]:
    """Played by two services, each with its own connections to one database."""

    @wraps(story)
    def run(empty_postgres: str) -> None:
        async def whole() -> None:
            stores = [Store(empty_postgres) for _ in range(2)]
            stores[0].migrate()
            both = [Games(store, [TOY], b"k" * 32, lambda *_: None, bot_delay=0) for store in stores]
            for one in both:
                await one.start()
            try:
                await story(both)
            finally:
                for one in both:
                    await one.close()

        asyncio.run(whole())

    del run.__wrapped__
    return run


async def laid(both: list[Games], turns: int = 1, blue: SeatKind = "open", clock: object = None) -> GameId:
    """A game in which red sat down at the first service and blue at the second."""
    options = {"clock": clock} if clock else {}
    made = await both[0].create("toy", setup(turns=turns), {RED: "open", BLUE: blue}, options=options)
    assert isinstance(made, str)
    for games, seat in zip(both, (RED, BLUE), strict=True):
        if seat == RED or blue == "open":
            guest, _ = await games.guests.welcome(seat)
            assert isinstance(await games.join(made, seat, guest.id, seat), Accepted)
    return made


async def say(games: Games, game: GameId, seat: Seat, raw: str = "") -> Accepted:
    """The seat's open question is answered, by its default where nothing is said."""
    (asked,) = [q for q in await games.open_questions(game, seat) if q.mine]
    result = await games.answer(game, seat, asked.id, raw or asked.default)
    assert isinstance(result, Accepted)
    return result


@together
async def test_any_serves_any_game_and_sees_what_another_did(both: list[Games]) -> None:
    game = await laid(both, turns=3)
    followed: list[Drive] = []
    for games in both:
        games._rooms.followed.append(lambda drive, _minder: followed.append(drive))
    for n in range(200):
        asking, other = both[n % 2], both[1 - n % 2]
        info = await asking.info(game)
        if info is None or info.status == "over":
            break
        seat = next(q.seat for q in await asking.open_questions(game, None) if not q.sealed)
        done = await say(asking, game, seat, "done" if n > 40 else "")
        seen = await other.info(game)
        assert seen is not None
        assert seen.version == done.version
        assert await other.view(game, seat) == await asking.view(game, seat)
    assert info is not None
    assert info.status == "over"
    assert len(followed) > 5
    for games in both:
        assert verify(await games.record(game), [TOY]) == []


@together
async def test_undo_at_one_is_known_at_the_other(both: list[Games]) -> None:
    game = await laid(both)
    one, two = both
    await say(one, game, RED, "1")
    before = await two.info(game)
    assert isinstance(await two.undo(game, RED), Accepted)
    (asked,) = [q for q in await one.open_questions(game, RED) if q.mine]
    assert not asked.sealed
    assert before is not None
    again = await one.info(game)
    assert again is not None
    assert again.version > before.version


@together
async def test_of_two_answers_at_once_one_stands(both: list[Games]) -> None:
    for _ in range(20):
        game = await laid(both)
        results = await asyncio.gather(
            *(games.answer(game, RED, "0-red", str(n)) for n, games in enumerate([*both, *both]))
        )
        assert sum(isinstance(r, Accepted) for r in results) == 1
        assert sum(isinstance(r, Stale) for r in results) == 3


@together
async def test_one_look_is_enough_for_a_page(both: list[Games]) -> None:
    game = await laid(both)
    looked: list[object] = []
    glance = both[0].store.glance

    async def counted(query: Any, **given: str) -> object:
        looked.append(query)
        return await glance(query, **given)

    await both[0].info(game)
    both[0].store.glance = counted  # type: ignore[method-assign,assignment]
    with one_look():
        for _ in range(5):
            await both[0].info(game)
    assert len(looked) == 1
    await both[0].info(game)
    assert len(looked) == 2


@together
async def test_what_is_asked_ahead_is_no_second_question(both: list[Games]) -> None:
    one, two = both
    game = await laid(both, turns=3)
    while one.store.ahead(rows_of_games.REV, id=game) is None:
        await asyncio.sleep(0.01)
    await one.info(game)
    for _ in range(2):
        seat = next(q.seat for q in await two.open_questions(game, None) if not q.sealed)
        done = await say(two, game, seat)
        with one_look(), pytest.MonkeyPatch.context() as patch:
            patch.setattr(one.store, "glance", None)  # whoever asked again would find nothing to call
            one.ask_ahead(game)
            await asyncio.sleep(0.1)
            info = await one.info(game)
        assert info is not None
        assert info.version == done.version


@together
async def test_what_was_asked_before_an_answer_of_ones_own_takes_nothing_back(both: list[Games]) -> None:
    game, one = await laid(both, turns=3), both[0]
    followed: list[Drive] = []
    one._rooms.followed.append(lambda drive, _minder: followed.append(drive))
    await one.info(game)
    with one_look():
        one.ask_ahead(game)
        await asyncio.sleep(0.1)
        await asyncio.create_task(say(one, game, RED), context=contextvars.Context())
        info = await one.info(game)
    assert info is not None
    assert followed == []


@together
async def test_bots_of_a_process_that_died_play_on_elsewhere(both: list[Games]) -> None:
    one, two = both
    one._bots.wake = lambda game: None  # type: ignore[method-assign]
    game = await laid(both, blue="bot")
    await say(one, game, RED, "1")
    assert [q.seat for q in await two.open_questions(game, None) if not q.sealed] == [BLUE]
    await one.crew.rest()
    await one.crew.close()
    await two.store.run(silenced, one.crew.me)
    for _ in range(100):
        info = await two.info(game)
        assert info is not None
        if BLUE not in [q.seat for q in await two.open_questions(game, None)]:
            break
        await asyncio.sleep(0.1)
    else:
        pytest.fail("nobody minds the bots")
    minded = await two.store.look(lambda db: db.execute(sa.select(games_table.c.worker)).scalar())
    assert minded == two.crew.me


def silenced(db: sa.Connection, id: str) -> None:
    """As if the process had been killed a while ago."""
    db.execute(worker.insert(), {"id": id, "at_ms": workers.clock(db) - workers.SILENT_MS - 1})


@together
async def test_a_process_that_comes_charges_and_gives_no_clock(both: list[Games]) -> None:
    game = await laid(both, clock={"kind": "live", "minutes": 10, "increment": 0})
    before = await both[0].clocks(game)
    third = Games(
        Store(both[0].store.writing.url.render_as_string(hide_password=False)),
        [TOY],
        b"k" * 32,
        lambda *_: None,
        bot_delay=0,
    )
    await third.start()
    try:
        after = await third.clocks(game)
    finally:
        await third.close()
    assert [c.running for c in before] == [c.running for c in after] == [True, True]
    assert all(0 <= was.left_ms - left.left_ms < 5_000 for was, left in zip(before, after, strict=True))


@together
async def test_a_seat_that_changes_its_owner_keeps_its_clock_where_it_is_minded(both: list[Games]) -> None:
    one, two = both
    game = await laid([two, one], clock={"kind": "live", "minutes": 10, "increment": 0})
    assert one._clocks.alarms.left(game, "bank red")
    await two.store.run(touched, game)
    await one.info(game)
    assert one._clocks.alarms.left(game, "bank red")


def touched(db: sa.Connection, id: str) -> None:
    """The game's row has changed, as it does when its guest becomes an account."""
    db.execute(games_table.update().where(games_table.c.id == id).values(rev=games_table.c.rev + 1))


@together
async def test_a_task_begun_in_a_request_looks_for_itself(both: list[Games]) -> None:
    one, two = both
    game = await laid(both, turns=3)
    seen: list[int] = []

    async def later() -> None:
        await asyncio.sleep(0.8)
        info = await one.info(game)
        assert info is not None
        seen.append(info.version)

    with one_look():
        await one.info(game)
        task = asyncio.create_task(later())
    await say(two, game, RED, "1")
    done = await say(two, game, BLUE, "2")
    await task
    assert seen == [done.version]


@together
async def test_bots_wait_for_a_database_that_is_away_and_play_on(both: list[Games]) -> None:
    one, _ = both
    wake, one._bots.wake = one._bots.wake, lambda game: None  # type: ignore[method-assign]
    game = await laid(both, turns=2, blue="bot")
    run, away = one.store.run, [True]

    async def failing(fn: object, *args: object, **kw: object) -> object:
        if away[0] and fn is rows_of_games.commit:
            raise StorageAway("the database does not answer")
        return await run(fn, *args, **kw)  # type: ignore[arg-type]

    one.store.run = failing  # type: ignore[method-assign,assignment]
    wake(game)
    await asyncio.sleep(0.5)
    assert [q.seat for q in await one.open_questions(game, None) if not q.sealed] == [RED, BLUE]
    away[0] = False
    for _ in range(600):
        if [q.seat for q in await one.open_questions(game, None) if not q.sealed] == [RED]:
            return
        await asyncio.sleep(0.1)
    pytest.fail("the bot has given up")


@pytest.mark.parametrize("lands", [True, False])
def test_a_change_that_became_durable_when_nobody_waited_is_seen_to(
    empty_postgres: str, lands: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    @together
    async def story(both: list[Games]) -> None:
        one, told, run = both[0], list[str](), both[0].store.run
        game = await laid(both, turns=2, blue="bot")
        monkeypatch.setattr(one.mailbox, "_hub", lambda *now: told.append(now[2]))

        def late(db: sa.Connection, change: rows_of_games.Change) -> int | None:
            done = rows_of_games.commit(db, change)
            time.sleep(1.0)
            if not lands:
                raise Conflict(change.game_id)
            return done

        async def slow(fn: object, *args: object, **kw: object) -> object:
            patient, one.store._patience = one.store._patience, 0.2
            one.store.run = run  # type: ignore[method-assign]
            try:
                return await run(late if fn is rows_of_games.commit else fn, *args, **kw)  # type: ignore[arg-type]
            finally:
                one.store._patience = patient

        await say(one, game, RED)  # the bot has bid as well: red walks, and then the bot
        (asked,) = [q for q in await one.open_questions(game, RED) if q.mine]
        one.store.run = slow  # type: ignore[method-assign,assignment]
        told.clear()
        refused = await one.answer(game, RED, asked.id, "done", command_id="mine")
        assert isinstance(refused, Refused)
        assert (refused.refusal.code, told) == ("table.away", [])
        for _ in range(200):
            await asyncio.sleep(0.05)
            if len(told) > lands and not one.mailbox._settling:
                break
        assert (len(told) > 1) is lands  # where it was kept the bot has walked; where it was not it is given now
        assert isinstance(await one.answer(game, RED, asked.id, "done", command_id="mine"), Accepted)

    story(empty_postgres)


@together
async def test_of_two_games_that_follow_from_the_same_one_is_laid(both: list[Games]) -> None:
    for n in range(10):
        made = await asyncio.gather(
            *(games.create("toy", setup(turns=1), {RED: "open", BLUE: "open"}, after=f"game {n}") for games in both),
            return_exceptions=True,
        )
        laid_ids = [one for one in made if isinstance(one, str)]
        assert [type(one) for one in made if not isinstance(one, str)] == [Conflict]
        assert laid_ids == [both[0].guests.id_after(f"game {n}")]
