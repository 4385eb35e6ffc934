"""How long bots pause before their answers: as long as it takes to follow what is shown, and no longer in all than that
is to be waited for."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from app.engine.events import Seat
from app.engine.refusals import Clause
from app.games import offers
from app.games.hours import Time
from app.games.minds import Minds
from app.games.minds_worker import Found, Position
from app.games.own_answers import OwnAnswers
from app.games.pace import BRIEF, GO, LONG, Pace, is_shown
from app.games.results import Accepted, GameId, SeatKind
from app.games.rows import plain
from app.games.service import Games
from app.systems import system_of
from app.systems.ronin.actions.events import Rested
from app.systems.ronin.moving.events import Moved
from app.systems.ronin.state import ModelId
from tests.games.table import Host

RONIN = system_of("ronin")
PAUSE = 0.4
RED, BLUE = Seat("red"), Seat("blue")


class Quick:
    """Time that passes as soon as somebody sleeps, and in which it is noted how long."""

    def __init__(self) -> None:
        self.at, self.slept = 1000.0, list[float]()

    @property
    def time(self) -> Time:
        return Time(lambda: self.at, self.sleep, lambda: round(self.at * 1000))

    async def sleep(self, seconds: float) -> None:
        if seconds <= PAUSE:
            self.slept.append(seconds)
            self.at += seconds
            await asyncio.sleep(0)
        else:  # clocks, and whoever looks again later
            await asyncio.sleep(3600)


async def played(folder: Path, quick: Quick, seats: dict[Seat, SeatKind]) -> Any:
    """A battle of Ronin whose bots answer by lot; who thinks takes as long as the test says."""
    host = Host(folder, RONIN)
    games = Games(host.store, [RONIN], b"k" * 32, lambda *_: None, bot_delay=PAUSE, time=quick.time)
    setup = offers.quick(RONIN, "skirmish")
    assert setup is not None
    game = await games.create("ronin", setup, seats, options={"offered": True})
    assert isinstance(game, str)
    for seat, kind in seats.items():
        if kind == "person":
            guest, _ = await games.guests.welcome(seat)
            assert isinstance(await games.join(GameId(game), seat, guest.id, seat), Accepted)
    return games, GameId(game)


def thinks(monkeypatch: pytest.MonkeyPatch, quick: Quick, seconds: float) -> list[Position]:
    """Bots think so long, and find nothing; what they were given to think about."""
    given = list[Position]()

    async def think(self: Minds, position: Position) -> Found | None:
        given.append(position)
        quick.at += seconds
        return None

    monkeypatch.setattr(Minds, "think", think)
    return given


async def gos(games: Games, game: GameId, quick: Quick, most: int) -> list[list[float]]:
    """How long the bots paused after each answer of red's, which holds."""
    found = list[list[float]]()
    for _ in range(5000):
        asked = next(iter(await games.open_questions(game, RED)), None)
        if asked is None or asked.seat != RED:
            await asyncio.sleep(0)
            continue
        if found:
            found[-1] = list(quick.slept)
            if len(found) == most:
                return found
        quick.slept.clear()
        found.append([])
        said = await games.answer(game, RED, asked.id, asked.default)
        assert isinstance(said, Accepted), said
    raise AssertionError(found)


def run(folder: Path, monkeypatch: pytest.MonkeyPatch, seconds: float, most: int = 12) -> tuple[Any, list[Position]]:
    quick = Quick()
    given = thinks(monkeypatch, quick, seconds)

    async def told() -> Any:
        games, game = await played(folder, quick, {RED: "person", BLUE: "bot"})
        try:
            return await gos(games, game, quick, most)
        finally:
            await games.close()

    return asyncio.run(asyncio.wait_for(told(), 60)), given


def test_all_pauses_of_a_go_that_people_wait_for_have_an_end_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, given = run(tmp_path, monkeypatch, 0.0)
    assert any(sum(go) > 0 for go in found)
    assert all(sum(go) <= GO * PAUSE + 1e-9 for go in found)
    assert max(len(go) for go in found) > GO, "no go was long enough for its pauses to end"
    assert {one.seconds for one in given} == {2.0}


def test_what_a_bot_has_thought_is_no_pause_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found, given = run(tmp_path, monkeypatch, PAUSE / 2)
    assert given
    assert {round(one, 6) for go in found for one in go} <= {0.0, PAUSE / 2, PAUSE}


def test_who_has_thought_long_in_a_go_that_people_wait_for_thinks_briefly_of_what_follows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, given = run(tmp_path, monkeypatch, LONG)
    assert {one.seconds for one in given} == {2.0, 2.0 * BRIEF}
    assert given[0].seconds == 2.0


def happened(*events: Any) -> Any:
    """A table at which this happened."""
    rows = [{"kind": one.kind, "body": plain(one)} for one in events]
    return SimpleNamespace(system=RONIN, since=lambda _: rows)


MOVED = Moved(clause=Clause("RON-MOV-02"), model=ModelId("S1"), how="normal", path=(), used=100, allowed=100)
RESTED = Rested(clause=Clause("RON-ACT-15"), model=ModelId("S1"))


def test_what_moves_is_shown_and_what_is_only_said_is_not() -> None:
    assert is_shown(happened(RESTED, MOVED), 0)
    assert not is_shown(happened(RESTED), 0)
    assert not is_shown(happened(replace(MOVED, seen_by=(RED,))), 0)
    assert not is_shown(happened(), 0)


def test_where_it_is_not_known_what_is_shown_a_bot_pauses() -> None:
    assert is_shown(SimpleNamespace(system=RONIN, since=lambda _: None), 0)  # type: ignore[arg-type]
    assert is_shown(SimpleNamespace(system=SimpleNamespace(), since=lambda _: []), 0)  # type: ignore[arg-type]


def test_where_nobody_waits_the_pauses_have_no_end() -> None:
    pace, drive = Pace(PAUSE), happened(MOVED)
    drive.version, drive.own = 1, OwnAnswers()
    for at in range(GO * 3):
        pace.asked(drive, (), at)
        assert pace.left(at) == PAUSE
        pace.thought(at + LONG)
    assert pace.share == 1.0
