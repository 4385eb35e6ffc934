"""Opening the games of a process, and what each door says about games and seats that are not there."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from app.engine.events import Seat
from app.games import opening
from app.games.opening import open_games
from app.games.results import Accepted, Broken, GameId, Refused, Unknown
from app.store import Store
from tests.games.table import Host, step
from tests.games.test_service import playing
from tests.toy import BLUE, RED, TOY, Toy, setup


def test_open_and_close(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "OURS", (TOY,))
    url = f"sqlite:///{tmp_path / 'a.sqlite3'}"

    async def test() -> None:
        games = open_games(url, b"k" * 32, lambda *_: None, bot_delay=3600)
        assert games.system("toy") is TOY
        assert games.system("chess") is None
        made = await games.create("toy", setup(), {RED: "bot", BLUE: "bot"}, options={"listed": False}, owner="ana")
        assert isinstance(made, str)
        await games.start()
        await asyncio.sleep(0.01)
        assert await games.live_games() == ()
        assert [info.id for info in await games.list_games("ana")] == [made]
        await games.close()

    asyncio.run(test())
    Store(url).close()


def test_a_schema_that_cannot_be_made_leaves_the_file_free(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(store: Store) -> None:
        raise RuntimeError("no schema")

    url = f"sqlite:///{tmp_path / 'a.sqlite3'}"
    monkeypatch.setattr(Store, "migrate", fail)
    with pytest.raises(RuntimeError, match="no schema"):
        open_games(url, b"k" * 32, lambda *_: None)
    Store(url).close()


@playing
async def test_what_is_not_there_is_unknown(host: Host) -> None:
    games, none, nobody = host.games, GameId("none"), Seat("green")
    game = await host.table()
    assert await games.join(game, nobody, "x", "X") == Unknown("seat")
    assert await games.undo(game, nobody) == Unknown("seat")
    assert await games.join(none, RED, "x", "X") == Unknown("game")
    assert await games.preview(none, RED, "0-red", "1") == Unknown("game")
    assert await games.preview(game, nobody, "0-green", "1") == Unknown("seat")
    assert await games.record(none) == Unknown("game")
    assert await games.events(none, None) == ()
    assert await games.open_questions(none, None) == ()
    assert await games.seats_of(none, "x") == ()
    assert await games.view(none, None) is None
    assert (await games.may_undo(none, RED)) is not None


@playing
async def test_a_table_with_a_free_seat_waits(host: Host) -> None:
    game = await host.games.create("toy", setup(), {RED: "open", BLUE: "bot"})
    assert isinstance(game, str)
    waiting = await host.games.begin(game)
    assert isinstance(waiting, Refused)
    assert waiting.refusal.code == "table.open"
    assert await host.games.view(game, None) is None
    assert await host.games.open_questions(game, None) == ()
    assert isinstance(await host.games.resign(game, RED), Refused)
    guest, _ = await host.games.guests.welcome()
    assert isinstance(await host.games.join(game, RED, guest.id, "Ana"), Accepted)
    assert isinstance(await host.games.begin(game), Accepted)
    late = await host.games.join(game, BLUE, guest.id, "Ana")
    assert isinstance(late, Refused)


@playing
async def test_a_band_may_be_brought_when_joining(host: Host) -> None:
    bare = setup()
    sides: Any = [{"seat": side.seat, "roster": None} for side in bare.sides]
    made = type(bare)(bare.scenario, tuple(type(bare.sides[0])(**side) for side in sides))
    assert isinstance(await host.games.create("toy", made, {RED: "bot", BLUE: "open"}), tuple)
    game = await host.games.create("toy", made, {RED: "open", BLUE: "open"})
    assert isinstance(game, str)
    red, _ = await host.games.guests.welcome("Ana")
    blue, _ = await host.games.guests.welcome("Ben")
    without = await host.games.join(game, RED, red.id, "Ana")
    assert isinstance(without, Refused)
    assert without.refusal.code == "table.no-roster"
    for seat, guest in ((RED, red), (BLUE, blue)):
        assert isinstance(await host.games.join(game, seat, guest.id, guest.name, roster={"sample": "band"}), Accepted)
    host.games.forget(game)
    assert await host.asked(game, RED)


class Fragile(Toy):
    """Crashes where a page looks, and where a game begins."""

    def begin(self, setup: Any) -> Any:
        if setup.options.get("crash"):
            raise ZeroDivisionError
        return super().begin(setup)


@playing
async def test_a_bug_at_the_beginning_leaves_the_table_open(host: Host) -> None:
    host.games = type(host.games)(host.store, [Fragile()], b"k" * 32, lambda *_: None)
    game = await host.games.create("toy", setup(crash=True), {RED: "open", BLUE: "bot"})
    assert isinstance(game, str)
    guest, _ = await host.games.guests.welcome("Ana")
    assert isinstance(await host.games.join(game, RED, guest.id, "Ana"), Broken)
    info = await host.games.info(game)
    assert info
    assert info.status == "open"
    assert [seat.taken for seat in info.seats] == [False, True]


@playing
async def test_a_bug_in_a_preview_is_kept(host: Host) -> None:
    game = await host.table()
    await host.bids(game)
    asked = await host.asked(game, RED)
    assert asked

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("app.games.look.look", broken)
        assert isinstance(await host.games.preview(game, RED, asked.id, "done"), Broken)
    assert isinstance(await host.say(game, RED, step(1)), Accepted)


@playing
async def test_an_answer_nested_without_end_is_refused(host: Host) -> None:
    game = await host.table()
    await host.bids(game)
    asked = await host.asked(game, RED)
    assert asked
    deep: Any = [None]
    for _ in range(5000):
        deep = {"pick": "step", "then": deep}
    refused: Any = await host.games.answer(game, RED, asked.id, deep)
    assert refused.refusal.code == "ask.unreadable"
    look: Any = await host.games.preview(game, RED, asked.id, deep)
    assert look.no == refused.refusal
