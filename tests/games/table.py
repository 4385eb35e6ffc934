"""A hosted toy: a store in a file, a hub that writes down what it is told, helpers to play."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from pathlib import Path
from random import Random
from typing import Any, Protocol, TypeVar

from app.engine.asks import Json
from app.engine.events import Seat
from app.engine.system import RuleSystem, Setup
from app.games.results import Accepted, GameId, OpenQuestion, Result, SeatKind, What
from app.games.service import Games
from app.store import Store
from tests.toy import BLUE, RED, TOY, setup

PEOPLE: Mapping[Seat, SeatKind] = {RED: "open", BLUE: "open"}


class Hosts(Protocol):
    """Something that has games."""

    games: Games


AnyHosts = TypeVar("AnyHosts", bound=Hosts)


def at(bench: Callable[[Path], AnyHosts], folder: Path, act: Callable[[AnyHosts], Coroutine[Any, Any, None]]) -> None:
    """This is done on a bench of its own."""

    async def done() -> None:
        one = bench(folder)
        await one.games.start()
        try:
            await act(one)
        finally:
            await one.games.close()

    asyncio.run(done())


class Host:
    """A server without a web: ``told`` is what the hub heard."""

    def __init__(self, folder: Path, system: RuleSystem[Any] = TOY, bot_delay: float = 0) -> None:
        self.url = f"sqlite:///{folder / 'games.sqlite3'}"
        self.told: list[tuple[str, int, What]] = []
        self.store = Store(self.url)
        self.store.migrate()
        self.games = Games(
            self.store, [system], b"k" * 32, lambda g, v, w: self.told.append((g, v, w)), bot_delay=bot_delay
        )

    async def table(self, setup: Setup | None = None, seats: Mapping[Seat, SeatKind] = PEOPLE) -> GameId:
        """A game with every open seat taken by a guest of the seat's name."""
        game = await self.games.create("toy", setup or plain_setup(), seats)
        assert isinstance(game, str), game
        for seat, kind in seats.items():
            if kind != "bot":
                guest, _ = await self.games.guests.welcome(seat)
                assert isinstance(await self.games.join(game, seat, guest.id, seat, seat.encode()), Accepted)
        return game

    async def asked(self, game: GameId, seat: Seat) -> OpenQuestion | None:
        """The open question of a seat."""
        mine = [q for q in await self.games.open_questions(game, seat) if q.mine and not q.sealed]
        return mine[0] if mine else None

    async def say(self, game: GameId, seat: Seat, raw: Json, **more: Any) -> Result:
        """An answer to whatever the seat is asked."""
        asked = await self.asked(game, seat)
        assert asked is not None, f"{seat} is not asked"
        return await self.games.answer(game, seat, asked.id, raw, **more)

    async def bids(self, game: GameId) -> None:
        """Both have bid: red one, blue two."""
        assert isinstance(await self.say(game, RED, "1"), Accepted)
        assert isinstance(await self.say(game, BLUE, "2"), Accepted)

    async def seen(self, game: GameId) -> Json:
        """All that anybody can see of a game, but for clocks."""
        viewers = (RED, BLUE, None)
        return [
            [await self.games.view(game, v), await self.games.open_questions(game, v), await self.games.events(game, v)]
            for v in viewers
        ]

    async def random_input(self, game: GameId, rng: Random) -> bool:
        """Whether somebody was asked; the answer is legal and drawn at random."""
        for seat in rng.sample((RED, BLUE), 2):
            if await self.asked(game, seat):
                raws = ["0", "3"] if (await self.asked(game, seat) or never()).secret else DEEDS
                for raw in rng.sample(raws, len(raws)):
                    if isinstance(await self.say(game, seat, raw), Accepted):
                        return True
        return False


DEEDS: list[Any] = ["done", "gamble", {"pick": "step", "then": {"run": 1, "walk": 1}}]


def plain_setup() -> Setup:
    """The toy as it is."""
    return setup()


def never() -> OpenQuestion:
    """Unreachable."""
    raise AssertionError


def step(run: int) -> Json:
    """Two steps, so many of them run."""
    return {"pick": "step", "then": {"run": run, "walk": 2 - run}}
