"""Messages are the same bytes whether all they show was kept from before or is drawn anew."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from app.conformance import draw_setup
from app.engine.events import Seat
from app.engine.refusals import Refusal
from app.engine.views import View
from app.games.eyes import Eyes
from app.games.opening import open_games
from app.games.results import Accepted, GameId
from app.games.service import Games
from app.live.connections import Audience
from app.systems import SYSTEMS, system_of
from app.web.page.kept import KEPT
from app.web.page.rows import BEGIN, END, parted
from app.web.table import seen as tables
from app.web.table.board import drawing
from app.web.table.board import drawn as board
from app.web.table.board.able import able
from app.web.table.line.messages import Messages
from tests.fragments import apart, over, row_over

ROW = re.compile(f"{BEGIN}(.*?){END}", re.DOTALL)
ANSWERS = 6
MANY = 4
BACK = 20
"""Events before the last that a message tells."""


def forget_all() -> None:
    """Nothing is kept that was drawn or worded before."""
    KEPT.forget()
    tables.LOOKED.clear()
    for cached in (board.kept, drawing.macros, parted, tables.sentences_of):
        cached.cache_clear()


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[Games]:
    """The games of a folder."""
    games = open_games(f"sqlite:///{folder / 'g.sqlite3'}", b"x" * 32, lambda *_: None)
    await games.start()
    try:
        yield games
    finally:
        await games.close()


async def seated(games: Games, key: str, rng: Random) -> tuple[GameId, list[str]]:
    """A new game of two, begun."""
    system = system_of(key)
    while len((setup := draw_setup(system, rng)).sides) != 2:
        pass
    game = await games.create(key, setup, {side.seat: "person" for side in setup.sides})
    assert isinstance(game, str)
    for side in setup.sides:
        who, _ = await games.guests.welcome(side.seat)
        assert isinstance(await games.join(game, side.seat, who.id, side.seat), Accepted)
    return game, [side.seat for side in setup.sides]


async def answered(games: Games, game: GameId, rng: Random) -> bool:
    """Whether somebody was asked; the answer was drawn by chance."""
    async with games.mailbox.enter(game) as drive:
        asked = drive.live.questions() if drive and drive.session and drive.status == "playing" else ()
        if drive is None or not asked:
            return False
        question = rng.choice(asked)
        raw, ask = question.domain.write(question.domain.sample(rng)), drive.ask_id(question.seat)
    assert not isinstance(await games.answer(game, Seat(question.seat), ask, raw), Refusal)
    return True


async def compared(folder: Path, key: str) -> int:
    """How many messages came out the same."""
    rng, same = Random(3), 0
    async with opened(folder) as games:
        game, seats = await seated(games, key, rng)
        audiences = [*(Audience(seat, "en") for seat in seats), Audience(None, "en"), Audience(None, "es")]
        audiences += [Audience(seats[0], "en", shared=True), Audience(None, "en", whole=True)]
        kept = Messages(games)
        for _ in range(ANSWERS):
            info = await games.info(game)
            assert info is not None
            since = max(0, info.version - BACK)
            texts = {audience: await kept.render(game, audience, since, "") for audience in audiences}
            again = {audience: await kept.render(game, audience, since, "") for audience in audiences[::-1]}
            forget_all()
            for audience in audiences:
                forget_all()
                assert texts[audience] == again[audience] == await Messages(games).render(game, audience, since, "")
                same += 1
            if not await answered(games, game, rng):
                break
    return same


@pytest.mark.parametrize("key", [system.key for system in SYSTEMS])
def test_messages_are_the_same_whatever_was_kept(key: str, tmp_path: Path, tried: Callable[[str], None]) -> None:
    same = asyncio.run(compared(tmp_path, key))
    assert same >= 6 * ANSWERS
    tried(f"{same} messages of {key}, byte for byte the same with nothing kept")


async def patched(folder: Path, key: str) -> int:
    """How many answers led an audience by changes alone to all that it would be told whole."""
    rng, told = Random(4), 0
    async with opened(folder) as games:
        game, seats = await seated(games, key, rng)
        rendering, audience = Messages(games), Audience(seats[0], "en")
        page: dict[str, Any] = {}
        since = 0
        for _ in range(30):
            text = await rendering.render(game, audience, since, None)
            assert text is not None
            since = shown(page, text)
            whole: dict[str, Any] = {}
            text = await Messages(games).render(game, audience, 0, "")
            assert text is not None
            shown(whole, text)
            assert page == whole
            told += 1
            if not await answered(games, game, rng):
                break
    return told


async def passed(folder: Path) -> list[dict[str, Any]]:
    """What a watcher of Ronin is told by the first answers."""
    rng = Random(4)
    told = list[dict[str, Any]]()
    async with opened(folder) as games:
        game, _ = await seated(games, "ronin", rng)
        rendering, audience = Messages(games), Audience(None, "en")
        for _ in range(30):
            text = await rendering.render(game, audience, told[-1]["v"] if told else 0, None)
            assert text is not None
            told.append(msgspec.json.decode(text))
            assert await answered(games, game, rng)
    return told


def test_when_the_turn_passes_who_may_act_is_told_and_they_are_not_drawn(tmp_path: Path) -> None:
    told = [message for message in asyncio.run(passed(tmp_path)) if "may" in message]
    turned = [(set(one["may"]) ^ set(other["may"]), other) for one, other in pairwise(told)]
    assert any(len(ids - drawn_in(message)) >= MANY for ids, message in turned)
    assert all(' may"' not in svg for message in told for svg in apart(message).counters.values())


def drawn_in(message: dict[str, Any]) -> set[str]:
    """The ids of the counters and rows in a message."""
    drawn = apart(message)
    return {*drawn.counters, *(found[1] for row in drawn.rows if (found := re.search(' id="row-([^"]*)"', row)))}


@pytest.mark.parametrize("key", [system.key for system in SYSTEMS])
def test_all_with_the_same_id_agree_on_whether_they_may_act(key: str, tmp_path: Path) -> None:
    assert asyncio.run(agreeing(tmp_path, key)) > ANSWERS


async def agreeing(folder: Path, key: str) -> int:
    """How many views were looked at in which nothing disagrees."""
    rng, agreed = Random(6), 0
    async with opened(folder) as games:
        game, seats = await seated(games, key, rng)
        for _ in range(4 * ANSWERS):
            for seat in (None, *seats):
                table = await tables.seen(games, game, Eyes(Seat(seat) if seat else None))
                if table is not None and table.view is not None:
                    assert not disagreeing(table.view)
                    agreed += 1
            if not await answered(games, game, rng):
                break
    return agreed


def disagreeing(view: View) -> set[str]:
    """Ids of things of which one may act and another may not."""
    rows = [row for band in view.sides for kind in (band.models, band.groups, band.forces) for row in kind]
    named = {(one.id, one.may) for one in (*view.pieces, *rows)}
    return {id for id, may in named if (id, not may) in named} | ({id for id, may in named if may} ^ set(able(view)))


ID = re.compile(' id="row-[^"]*"')


def whole_row(had: re.Match[str], row: str, id: str) -> str:
    """A row of the panel as it is now: another one if it is the one with this id."""
    if id not in had[1]:
        return had[0]
    return f"<!--row-->{row_over(had[1], row)}<!--end-->"


def shown(page: dict[str, Any], text: str) -> int:
    """The version; the page shows what the message told."""
    message = msgspec.json.decode(text)
    page["counters"] = over(page.get("counters", {}), message)
    page |= {f"the {name}": message[name] for name in ("may", "go") if name in message}
    drawn = apart(message)
    page |= {name: html for name, html in drawn.parts.items() if name != "log"}
    for row in drawn.rows:
        head = ID.search(row)
        assert head is not None
        page["bands"] = ROW.sub(partial(whole_row, row=row, id=head[0]), page["bands"])
    return int(message["v"])


@pytest.mark.parametrize("key", [system.key for system in SYSTEMS])
def test_changes_add_up_to_the_whole(key: str, tmp_path: Path, tried: Callable[[str], None]) -> None:
    told = asyncio.run(patched(tmp_path, key))
    assert told >= 2 * ANSWERS
    tried(f"{told} messages of changes of {key}: after each the page was as if loaded")


async def told_between(folder: Path, answers: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """What all are told after so many answers that only a newcomer was told of, and what a loaded page shows."""
    rng = Random(1)
    async with opened(folder) as games:
        game, _ = await seated(games, "kensei", Random(2))
        kept, audience, version = Messages(games), Audience(None, "en"), 0
        assert await kept.render(game, audience, 0, None)
        for _ in range(answers):
            assert await answered(games, game, rng)
            version = (await games.info(game) or pytest.fail("no game")).version
        assert await kept.render(game, audience, version, "")
        told = await kept.render(game, audience, version, None)
        whole = await Messages(games).render(game, audience, version, "")
    assert told is not None
    assert whole is not None
    return msgspec.json.decode(told), msgspec.json.decode(whole)


def test_who_came_between_an_answer_and_its_news_is_told_all_with_the_next_message(tmp_path: Path) -> None:
    told, whole = asyncio.run(told_between(tmp_path, 1))
    assert told["whole"], "what changed for the newcomer may change back, which is no change for the others"
    assert told == whole


def test_who_comes_and_is_told_no_more_than_the_others_costs_them_nothing(tmp_path: Path) -> None:
    told, whole = asyncio.run(told_between(tmp_path, 0))
    assert "whole" not in told
    assert set(apart(told).parts) <= {"log"}
    assert not apart(told).counters
    assert whole["whole"]


async def drawn_on_the_loop(folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, bool]:
    """What is drawn by the thread of the loop itself, once what little there was to tell took no time."""
    rng, drawn = Random(1), list[bool]()
    async with opened(folder) as games:
        game, _ = await seated(games, "ronin", rng)
        for _ in range(40):
            assert await answered(games, game, rng)
        version = (await games.info(game) or pytest.fail("no game")).version
        kept, watchers = Messages(games), Audience(None, "en")
        page = kept.page

        def spied(*given: Any) -> str:
            drawn.append(threading.current_thread() is threading.main_thread())
            return page(*given)

        monkeypatch.setattr(kept, "page", spied)
        for _ in range(3):
            await kept.render(game, watchers, version, None)
        small = drawn[-1]
        await kept.render(game, watchers, 0, None)
        many = drawn[-1]
        for _ in range(2):
            await kept.render(game, watchers, version, None)
        await kept.render(game, Audience(None, "es"), version, "")
        return {"small": small, "many": many, "new": drawn[-1]}


def test_many_events_and_newcomers_are_drawn_beside_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = asyncio.run(drawn_on_the_loop(tmp_path, monkeypatch))
    assert found == {"small": True, "many": False, "new": False}


async def held(folder: Path) -> dict[str, Any]:
    """What those are told who have a page open when a game is held."""
    async with opened(folder) as games:
        game, _ = await seated(games, "ronin", Random(2))
        kept, audience = Messages(games), Audience(None, "en")
        assert await kept.render(game, audience, 0, None)
        async with games.mailbox.enter(game) as drive:
            assert drive is not None
            drive.hold("the rules say otherwise")
        told = await kept.render(game, audience, 0, None)
    assert told is not None
    return msgspec.json.decode(told)  # type: ignore[no-any-return]


def test_a_game_that_is_held_says_so_to_open_pages(tmp_path: Path) -> None:
    told = asyncio.run(held(tmp_path))
    assert told["status"] == "held"
    assert list(apart(told).parts) == ["prompt"]
    assert "whole" not in told
