"""A table whose time passes only when a test says so."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from app.games.hours import Time
from app.games.results import Accepted, GameId, OpenQuestion, SeatKind
from app.games.service import Games
from app.store import Store
from tests.duel import DUEL
from tests.games.table import Host
from tests.toy import BLUE, RED, SEATS, setup

PERSONS: dict[Any, SeatKind] = {RED: "person", BLUE: "person"}


class Sand:
    """Time that passes only when told: who sleeps is woken by ``run``."""

    def __init__(self) -> None:
        self.at = 1000.0
        self.sleepers: list[tuple[float, asyncio.Future[None]]] = []

    @property
    def time(self) -> Time:
        return Time(lambda: self.at, self.sleep, lambda: round(self.at * 1000))

    async def sleep(self, seconds: float) -> None:
        if seconds <= 0:
            return
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.sleepers.append((self.at + seconds, done))
        await done

    @property
    def running(self) -> int:
        """How many sleep."""
        return sum(not done.done() for _, done in self.sleepers)

    def run(self, seconds: float) -> None:
        """So much time is over at once."""
        self.at += seconds
        for at, done in self.sleepers:
            if at <= self.at and not done.done():
                done.set_result(None)


class Yard(Host):
    """A host of duels whose sand one turns by hand; red may always thrust again."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, DUEL)
        self.sand = Sand()
        self.games = self.service()

    def service(self) -> Games:
        """Another process on the same store and with the same sand."""
        return Games(
            self.store, [DUEL], b"k" * 32, lambda g, v, w: self.told.append((g, v, w)), bot_delay=0, time=self.sand.time
        )

    async def duel(
        self, seconds: Any = 60, seats: dict[Any, SeatKind] | None = None, thrust: bool = True,
        agreed: dict[str, Any] | None = None, **options: Any,
    ) -> GameId:  # fmt: skip
        """A duel in which red has thrust and blue is asked; ``agreed``: what else the table has agreed."""
        taken = seats or PERSONS
        told = {"answer_seconds": seconds, **(agreed or {})}
        game = await self.games.create("duel", setup(**options), taken, options=told)
        assert isinstance(game, str), game
        for seat in SEATS:
            if taken[seat] != "bot":
                guest, _ = await self.games.guests.welcome(seat)
                assert isinstance(await self.games.join(game, seat, guest.id, seat), Accepted)
        if thrust:
            assert isinstance(await self.say(game, RED, "thrust"), Accepted)
        return game

    async def clocked(self, clock: Any, zero: str = "default", thrust: bool = False, **more: Any) -> GameId:
        """A duel with a clock and no time to react; red is asked."""
        return await self.duel(0, thrust=thrust, agreed={"clock": clock, "zero": zero}, **more)

    async def left(self, game: GameId) -> dict[str, float]:
        """The seconds each seat has."""
        return {str(c.seat): c.left_ms / 1000 for c in await self.games.clocks(game)}

    async def running(self, game: GameId) -> list[str]:
        """The seats whose clock runs."""
        return [str(c.seat) for c in await self.games.clocks(game) if c.running]

    async def told_of(self, game: GameId, *kinds: str) -> list[str]:
        """Which of these have happened, in order."""
        return [e.kind for e in await self.games.events(game, None) if e.kind in kinds]

    async def restarted(self, away: float, gently: bool) -> None:
        """The server has gone, so many seconds have passed, and another serves the same store."""
        if gently:
            await self.games.close()
        else:
            await killed(self.games)
        self.sand.run(away)
        self.store = Store(self.url)
        self.games = self.service()
        await self.games.start()

    async def blue(self, game: GameId) -> OpenQuestion:
        """What blue is asked."""
        asked = await self.asked(game, BLUE)
        assert asked is not None
        return asked

    async def kinds(self, game: GameId) -> list[str]:
        """What has happened since blue was first asked, the dice's seal and the like left out."""
        return [e.kind for e in await self.games.events(game, None) if e.kind in ("engine.timed-out", "toy.stepped")]

    async def points(self, game: GameId) -> int:
        """What red has won: two for each blow that blue stood still for."""
        shown = await self.games.view(game, None)
        assert shown is not None
        return int(shown[1].notes[0].facts["red"])


async def killed(games: Games) -> None:
    """The process is gone: nothing more is written."""
    alarms, tasks = games._clocks.alarms, games._clocks._tasks
    gone = [*alarms._tasks.values(), *tasks]
    for task in gone:
        task.cancel()
    await asyncio.gather(*gone, return_exceptions=True)
    await asyncio.to_thread(games.store.close)


async def until(true: Callable[[], Awaitable[bool]]) -> None:
    """It has come true, while others did their work."""
    for _ in range(2000):
        if await true():
            return
        await asyncio.sleep(0.001)
    raise AssertionError("it does not come true")


async def settle() -> None:
    """All that was to happen now has happened."""
    for _ in range(50):
        await asyncio.sleep(0.002)


Play = Callable[[Yard], Awaitable[None]]


def playing(test: Play) -> Callable[[Path], None]:
    """A test written as a coroutine, on a yard of its own."""

    def run(tmp_path: Path) -> None:
        yard = Yard(tmp_path)

        async def all_of_it() -> None:
            await test(yard)
            await yard.games.close()

        try:
            asyncio.run(all_of_it())
        finally:
            yard.store.close()

    return run
