"""The hour of the machine is set back and forth while time passes as ever: nobody loses or wins time by it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from app.games import hours
from app.games.eyes import Eyes
from app.games.hours import Time, settled
from app.games.results import Accepted, GameId
from tests.campaigns.campaigning import House, fresh
from tests.games.sand import Sand, Yard, settle
from tests.toy import BLUE, RED

HOUR = 3600
LIVE: dict[str, Any] = {"kind": "live", "minutes": 60, "increment": 0}
LETTER: dict[str, Any] = {"kind": "letter", "hours": 24}
JUMPS = (6 * HOUR, -6 * HOUR, 1, -1, 90 * 86_400, -90 * 86_400, 40, -40)
"""Seconds by which the hour is set on or back."""
DELAY = 600_000


class Jumpy(Sand):
    """Sand beside a clock on the wall that somebody turns; ``time`` is what a server that starts now makes of both."""

    off = 0.0

    @property
    def time(self) -> Time:
        return settled(Time(lambda: self.at, self.sleep, lambda: round((self.at + self.off) * 1000) + 10**12))


class Tower(Yard):
    """A yard with such a clock."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.sand: Jumpy = Jumpy()
        self.games = self.service()

    async def turned(self, seconds: float) -> None:
        """The clock on the wall is set by so much; whatever that wakes has happened."""
        self.sand.off += seconds
        self.sand.run(0)
        await settle()

    async def spent(self, game: GameId) -> tuple[float, float]:
        """The seconds that are left to red and to blue."""
        left = await self.left(game)
        return left["red"], left["blue"]


def playing(test: Callable[[Tower], Awaitable[None]], folder: Path) -> None:
    """A test on a tower of its own."""
    tower = Tower(folder)

    async def all_of_it() -> None:
        await tower.games.start()
        await test(tower)
        await tower.games.close()

    try:
        asyncio.run(all_of_it())
    finally:
        tower.store.close()


async def thought(tower: Tower, game: GameId, rng: Random, jumps: list[float]) -> list[float]:
    """What each has left after both thought in turns, a jump of the hour in the midst of each thought."""
    left, turn = [3600.0, 3600.0], 0
    for jump in jumps:
        before, after = rng.randint(1, 60), rng.randint(1, 60)
        tower.sand.run(before)
        await tower.turned(jump)
        tower.sand.run(after)
        left[turn] -= before + after
        assert await tower.spent(game) == pytest.approx(left, abs=0.01), jump
        seat, raw = ((RED, "thrust"), (BLUE, "parry"))[turn]
        assert isinstance(await tower.say(game, seat, raw), Accepted)
        assert await tower.spent(game) == pytest.approx(left, abs=0.01), jump
        turn = 1 - turn
    return left


def test_the_hour_costs_nobody_time_to_think(tmp_path: Path, tried: Callable[[str], None]) -> None:
    async def test(tower: Tower) -> None:
        rng = Random(1)
        for jumps in (JUMPS[:6], JUMPS[2:], JUMPS[::-1][:6]):
            game = await tower.clocked(LIVE, zero="forfeit")
            await thought(tower, game, rng, [*jumps])
            assert await tower.told_of(game, "engine.timed-out", "engine.lost-on-time") == []
        tried(f"{3 * 6} jumps of 1 s to 90 days, each while a clock ran")

    playing(test, tmp_path)


@pytest.mark.parametrize("jump", [6 * HOUR, -6 * HOUR])
def test_the_hour_costs_no_days_of_a_game_by_letter_and_a_clock_at_zero_still_rings(tmp_path: Path, jump: int) -> None:
    async def test(tower: Tower) -> None:
        letter = await tower.clocked(LETTER)
        live = await tower.clocked(LIVE)
        tower.sand.run(600)
        await tower.turned(jump)
        assert await tower.left(letter) == {"red": 86_400 - 600, "blue": 86_400}
        tower.sand.run(2999)
        await settle()
        assert await tower.told_of(live, "engine.timed-out") == []
        tower.sand.run(2)
        await settle()
        assert await tower.told_of(live, "engine.timed-out") == ["engine.timed-out"]
        assert await tower.told_of(letter, "engine.timed-out") == []

    playing(test, tmp_path)


@pytest.mark.parametrize("jump", [0, 6 * HOUR, -6 * HOUR, -90 * 86_400])
@pytest.mark.parametrize("gently", [True, False])
def test_a_restart_at_another_hour_costs_nobody_time(tmp_path: Path, jump: int, gently: bool) -> None:
    async def test(tower: Tower) -> None:
        game = await tower.clocked(LIVE, zero="forfeit")
        tower.sand.run(100)
        await settle()
        tower.sand.off += jump
        tower.sand.run(13)
        before = await tower.left(game)
        assert before["red"] == pytest.approx(3600 - 113, abs=0.01)
        await tower.restarted(HOUR, gently)
        after = await tower.left(game)
        assert 0 <= after["red"] - before["red"] <= (0.01 if gently else 20.01)
        assert after["blue"] == before["blue"]
        tower.sand.run(7)
        assert await tower.left(game) == {"red": pytest.approx(after["red"] - 7), "blue": after["blue"]}

    playing(test, tmp_path)


@pytest.mark.parametrize("jump", [6 * HOUR, -6 * HOUR])
def test_watchers_behind_the_game_stay_as_far_behind(tmp_path: Path, jump: int) -> None:
    eyes = Eyes(delay=DELAY)

    async def test(tower: Tower) -> None:
        game = await tower.clocked(LIVE)
        seen = [(tower.sand.at, await version(tower, game))]
        for n in range(6):
            tower.sand.run(200)
            if n == 3:
                await tower.turned(jump)
            seat, raw = ((RED, "thrust"), (BLUE, "parry"))[n % 2]
            assert isinstance(await tower.say(game, seat, raw), Accepted)
            seen.append((tower.sand.at, await version(tower, game)))
            wanted = [head for at, head in seen if at <= tower.sand.at - DELAY / 1000]
            assert await tower.games.reached(game, eyes) == (wanted[-1] if wanted else 0), n

    playing(test, tmp_path)


async def version(tower: Tower, game: GameId) -> int:
    """Where the game stands."""
    info = await tower.games.info(game)
    assert info
    return info.version


def test_the_hour_of_a_real_server_cannot_be_set(monkeypatch: pytest.MonkeyPatch) -> None:
    before = hours.REAL.wall()
    assert abs(before - hours.wall_ms()) < HOUR * 1000
    monkeypatch.setattr(time, "time_ns", lambda: 0)
    assert before <= hours.REAL.wall() < before + HOUR * 1000


def test_campaigns_go_on_at_any_hour(tmp_path: Path, tried: Callable[[str], None], caplog: Any) -> None:
    async def test() -> int:
        sand = Jumpy()
        house = House(fresh(tmp_path), time=sand.time)
        await house.start()
        begun = await house.begun("ronin", pairing="swiss", days=7)
        for jump in JUMPS:
            sand.off += jump
            sand.run(21)
            await settle()
        now = await house.now(begun.id)
        closed = sum(name == "RoundClosed" for _, name in house.told)
        assert now.state == "running"
        await house.close()
        return closed

    assert asyncio.run(test()) == 0
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
    tried(f"{len(JUMPS)} jumps of the hour under a campaign, no round closed by them")
