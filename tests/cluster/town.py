"""A town: several servers on one PostgreSQL, and people who go to whichever answers them."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import sqlalchemy as sa

from app.conformance import draw_setup
from app.engine.asks import Json
from app.games.drive import Drive
from app.store import games as rows
from app.store.db import Row, server_engine
from app.systems import system_of
from tests.browser.server import free_port
from tests.faults.boards import Board
from tests.faults.house import ROOT, House, Nest, until
from tests.faults.tables import Caller, Table, plain

T = TypeVar("T")
SECRET = "a key that all servers of the town have"
PATIENT = 60.0
"""Seconds for which somebody waits who sits down: before that answer the server does not know who asks again."""


class Hall(Nest):
    """The process the town's servers are forked from."""

    def __init__(self) -> None:
        plain = {k: v for k, v in os.environ.items() if not k.startswith("GUNBAI_")}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.cluster.nest"], cwd=ROOT, env={**plain, "PYTHONPATH": str(ROOT)},
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip


class Worker(House):
    """One server of several, on the same port in all its lives; ``environ``: its settings."""

    def __init__(self, nest: Nest, folder: Path, **environ: str) -> None:
        folder.mkdir(parents=True)
        super().__init__(nest, folder)
        self.environ, self.door = {"GUNBAI_SECRET": SECRET, **environ}, free_port()

    def hatch(self, **how: Any) -> None:
        """It is on its way."""
        super().hatch(port=self.door, environ=self.environ, **how)


class Player(Caller):
    """A browser that asks any of these servers, and another where one does not answer within ``patience`` seconds."""

    def __init__(self, doors: Sequence[House], rng: Random, patience: float = 3.0) -> None:
        super().__init__(doors[0])
        self.doors, self.rng, self.patience = doors, rng, patience
        self.cuts, self.away, self.slowest = 0, 0, 0.0

    async def sure(self, method: str, path: str, body: Json = None) -> tuple[int, int, Any]:
        """How often it was tried until a server that has its database answered, and what it said."""
        loop = asyncio.get_running_loop()
        for tries in range(1, 3000):
            self.house, began = self.rng.choice(self.doors), loop.time()
            try:
                status, said = await asyncio.wait_for(self.call(method, path, body), self.patience)
            except OSError:
                self.cuts += 1
                await asyncio.sleep(0.05)
                continue
            self.slowest = max(self.slowest, loop.time() - began)
            if not is_away(status, said):
                return tries, status, said
            self.away += 1
            await asyncio.sleep(0.1)
        raise AssertionError(f"{method} {path} is never answered")


def is_away(status: int, said: Any) -> bool:
    """Whether a server says that its database does not answer; no other failure of its own is allowed."""
    if status == 422:
        return bool(said.get("refusal", {}).get("code") == "table.away")
    assert status < 500 or status == 503, f"{status} {said}"
    return status == 503


class Follower(Board):
    """A page that comes back to the next server after every cut, with this cookie."""

    def __init__(self, doors: Sequence[House], game: str, query: str, cookie: str) -> None:
        who = Player(doors, Random(game + query))
        who.cookie = cookie
        super().__init__(doors[0], game, query, who)
        self.doors, self.times = list(doors), dict[int, float]()

    async def join(self, since: int | None = None) -> None:
        """The line is open, from the version that is seen or another."""
        self.house = self.doors[0]
        self.doors.append(self.doors.pop(0))
        await super().join(since)

    def heard(self, text: bytes, instant: int) -> None:
        """A message of the server; when each version was seen is kept."""
        super().heard(text, instant)
        self.times.setdefault(self.seen.version, asyncio.get_running_loop().time())

    def shown(self, version: int) -> float:
        """When it first showed this version or a later one."""
        return min(at for seen, at in self.times.items() if seen >= version)


@dataclass
class Town:
    """``workers`` share the database at ``url``."""

    url: str
    workers: list[Worker]
    engine: sa.Engine = field(init=False)

    def __post_init__(self) -> None:
        self.engine = server_engine(self.url)

    async def open(self) -> None:
        """All servers are started at once, and answer."""
        await asyncio.gather(*(worker.start() for worker in self.workers))

    def read(self, fn: Callable[..., T], *args: Any) -> T:
        """What a function read in the database, or did there, beside the servers."""
        with self.engine.begin() as connection:
            return fn(connection, *args)

    def saved(self, game: str) -> rows.Saved:
        """What is stored of a game, from its last checkpoint."""
        found = self.read(rows.load, game)
        assert found is not None
        return found

    def close(self) -> None:
        """Everything has ended."""
        for worker in self.workers:
            worker.stop()
        self.engine.dispose()


@dataclass
class Shared(Table):
    """A table of the town.  ``given``: when each version was acknowledged."""

    town: Town = field(kw_only=True)
    given: dict[int, float] = field(default_factory=dict)

    @property
    def players(self) -> list[Player]:
        """Its people."""
        return [who for who in self.people.values() if isinstance(who, Player)]

    def stored(self, file: Path | None = None) -> tuple[Row, list[Row], list[Row]]:
        """The row, the tape and the events as they lie in the database."""
        tape, events = self.town.read(rows.whole, self.id)
        return self.town.saved(self.id).game, tape, events

    def stands(self, sent: Any, version: int) -> None:
        """The answer was acknowledged."""
        super().stands(sent, version)
        self.given.setdefault(version, asyncio.get_running_loop().time())


async def table(
    town: Town, system: str, seed: int, doors: Sequence[House] = (), *, bot: bool = False, patience: float = 3.0,
    **more: Any,
) -> Shared:  # fmt: skip
    """A game that has begun, drawn at random from what the system offers, whose people ask these servers."""
    rng = Random(f"{system} {seed}")
    setup = draw_setup(system_of(system), rng)
    first, *others = (side.seat for side in setup.sides)
    people: dict[Any, Caller] = {
        seat: Player(doors or town.workers, rng, PATIENT) for seat in (first, *(() if bot else others))
    }
    sides = [
        {"seat": side.seat, "roster": side.roster, "player": "me" if side.seat == first else "bot" if bot else "open"}
        for side in setup.sides
    ]
    body = {"system": system, "scenario": setup.scenario, "options": setup.options, "sides": sides, "name": first}
    made = await people[first].need("POST", "/api/v1/games", plain({**body, "watch": WATCH, **more}))
    for seat in [*people][1:]:
        key = made["links"]["seats"][seat].rsplit("/", 1)[1]
        joining = {"seat": seat, "key": key, "name": seat, "entropy": "ab"}
        await people[seat].need("POST", f"/api/v1/games/{made['id']}/join", joining)
    saved = town.saved(made["id"])
    twin = Drive(system_of(system), saved.game, saved.seats)
    twin.restore(saved)
    watch = made["links"]["watch"].rsplit("/", 1)[1]
    shared = Shared(town.workers[0], system, made["id"], people, watch, rng, twin, town=town)
    for who in shared.players:
        who.patience = patience
    return shared


WATCH = {"view": "public", "who": "link"}


async def pages(table: Shared, doors: Sequence[House] = ()) -> list[Follower]:
    """A page of each seat and one of a watcher at these servers, which follow and have seen what there is."""
    looks = [*((f"&seat={seat}", who.cookie) for seat, who in table.people.items()), (f"&watch={table.watch}", "")]
    houses = [*(doors or table.town.workers)] * 2
    made = [Follower(houses[n % 2 : n % 2 + 2], table.id, *look) for n, look in enumerate(looks)]
    for one in made:
        one.go()
    for one in made:
        await one.come_to(table.twin.version)
    return made


async def played_until(table: Table, done: asyncio.Event, pause: float = 0.0) -> None:
    """Answers were given at a table, one after another, until it was said that it is enough, or its end."""
    while not done.is_set() and not table.is_over:
        await table.give()
        await asyncio.sleep(pause)


async def goes_on(table: Shared) -> None:
    """Another answer has been given at a table."""
    before = len(table.tape)
    await until(lambda: len(table.tape) > before or table.is_over, f"{table.system} does not go on")
