"""The real server and the floor in one run: they take turns, so that whatever else the machine does hits both alike."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic, monotonic_ns

from bench.latency import (
    ASKING,
    HOST,
    PACE,
    SEATS,
    SERVE,
    Crowd,
    Ear,
    Http,
    Table,
    Times,
    give,
    line_of,
    process,
    seated,
    settle,
    spectators,
)
from bench.serving import idle
from bench.spectators import Socket, connect, run

REST = 0.0001
"""Seconds for which each spectator is given time to read before the other arm has its turn."""
LEAST = 600
"""The time of a measurement without spectators, as if so many were there."""
MEASURED = 0.7
"""The part of the time that is left when all are there, on a quiet machine."""


@dataclass
class Pair:
    """The times of the server and of the floor in the same run."""

    real: Times = field(default_factory=Times)
    bare: Times = field(default_factory=Times)
    games: int = 0
    until: float | None = None
    """When it is enough; known once all are there."""


class Floor:
    """The bare server, with its spectators."""

    def __init__(self, actor: Socket, ear: Ear, crowd: Crowd, times: Times) -> None:
        self.actor, self.ear, self.crowd, self.times = actor, ear, crowd, times

    async def act(self) -> None:
        """One more commit was seen by who asked for it."""
        version = self.ear.version + 1
        self.times.sent[version] = monotonic_ns()
        self.actor.send(ASKING)
        self.times.seen[version] = await self.ear.instant(version)


@asynccontextmanager
async def floor(folder: Path, count: int, times: Times) -> AsyncIterator[Floor]:
    """The bare server, all spectators connected."""
    async with process("-m", "bench.floor", str(folder)) as made:
        port, ear = int(await line_of(made)), Ear()
        actor = await connect(HOST, port, "/act", ear.heard)
        async with spectators(port, "/watch", count) as crowd:
            yield Floor(actor, ear, crowd, times)
        actor.close()


async def play(http: Http, blue: Http, bare: Floor, count: int, pair: Pair, seconds: float) -> Times:
    """The times of one game, the floor taking turns with it."""
    made = await seated(http, blue)
    game, watch = made["id"], made["links"]["watch"].rsplit("/", 1)[1]
    times, table = Times(), Table(http, game, Random(pair.games), blue)
    ears = {seat: Ear() for seat in SEATS}
    async with AsyncExitStack() as stack:
        for seat, ear in ears.items():
            path = f"/ws/games/{game}?seat={seat}"
            stack.callback((await connect(HOST, http.port, path, ear.heard, table.of[seat].cookie)).close)
        crowd = await stack.enter_async_context(spectators(http.port, f"/ws/games/{game}?watch={watch}", count))
        pair.until = pair.until or monotonic() + seconds
        while monotonic() < pair.until and await give(table, ears, times):
            await asyncio.sleep(PACE + count * REST)
            await bare.act()
            await asyncio.sleep(count * REST)
        await settle(times, crowd)
    return times


async def paired(folder: Path, count: int, seconds: float) -> Pair:
    """So many seconds of both once all are there, over as many games as fit; the server has warmed up."""
    pair = Pair()
    async with AsyncExitStack() as stack:
        bare = await stack.enter_async_context(floor(folder, count, pair.bare))
        serving = process("-c", SERVE, "serve", "--host", HOST, "--port", "0", "--data", str(folder / "data"))
        made = await stack.enter_async_context(serving)
        port = int((await line_of(made)).rsplit(":", 1)[1])
        await idle(made.pid)
        http, blue = Http(port), Http(port)
        stack.callback(http.close)
        stack.callback(blue.close)
        while pair.until is None or monotonic() < pair.until - 1:
            add(pair.real, await play(http, blue, bare, count, pair, seconds), pair.games)
            pair.games += 1
        await settle(pair.bare, bare.crowd)
    return pair


def side_by_side(count: int, seconds: float) -> Pair:
    """The server and the floor with so many spectators."""
    with tempfile.TemporaryDirectory(prefix="gunbai-bench-") as name:
        return run(paired(Path(name), count, seconds))


def add(whole: Times, part: Times, game: int) -> None:
    """The times of one more game are with the others; versions are kept apart by the game's number."""
    shift = game * 1_000_000
    for name in ("sent", "seen", "last"):
        getattr(whole, name).update({v + shift: at for v, at in getattr(part, name).items()})
    whole.bytes += part.bytes
    whole.refused += part.refused


def share(count: int, counts: Sequence[int]) -> float:
    """The part of the time in which to measure: a large crowd needs long to be there."""
    return MEASURED * (LEAST + count) / sum(LEAST + one for one in counts)
