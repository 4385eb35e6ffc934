"""How many games are live at one process: two players and five who look on, each at an open page, an answer each 5 s.

Games are added until the slowest hundredth of the answers is seen too late by the player who gave it.  An answer is due
by the clock, whatever became of the one before; its time is counted from when it was due.  The clients are this
process, whose own share of a processor is said.
"""

from __future__ import annotations

import asyncio
import resource
import tempfile
from asyncio import Queue
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic, process_time
from typing import Any, NamedTuple

from bench.answer import ASK
from bench.latency import ASKING, HOST, Ear, Http, line_of, process
from bench.many import many
from bench.report import Figure, Report, arguments, at, figure, judged, machine, positive, show, sig
from bench.serving import Laid, idle, served, spent
from bench.spectators import Socket, connect, run

WATCHERS, EACH = 5, 5.0
"""Who look on at a game, and seconds between its answers."""
BAR, LATE = 1_200, 250.0
"""Games; milliseconds of the slowest hundredth."""
START, MORE, MOST = 100, 40, 1_300
"""Games at first, the percentage that is added each time, and games at most."""
NEAR = 0.4
"""From this part of what is too late on, steps are half as long."""
SETTLE, MEASURED = 2 * EACH, 2 * EACH
"""Seconds before it is measured, in which each game is answered twice, so that what it was told last is known; and for
which it is: all games have as many answers in it."""
TRIES = 3
"""How often a number is tried before it is said not to be held."""
DONE = 0.9
"""The part of the answers due that must have been given, or the number is not held."""
AT_ONCE, CONNECTIONS = 6, 32
"""Games whose pages are opened at the same time; connections over which all answers go, as behind a proxy."""
FILES = 20_000
AGAIN, WORDS = 0.25, 80
"""Seconds until an answer that was not taken is given again; how much of the reason is told."""


class Page(Ear):
    """The line of a player's page: the version it was told and what it is asked."""

    def __init__(self) -> None:
        super().__init__()
        self.ask = ""

    def heard(self, text: bytes, now: int) -> None:
        """As an ear; the question is the one that was told last."""
        if found := ASK.search(text):
            self.ask = found[1].decode()
        super().heard(text, now)


@dataclass
class Load:
    """What all games do, and how late what they did was seen: when it was due, in seconds, and milliseconds."""

    sockets: list[Socket] = field(default_factory=list)
    tasks: list[asyncio.Task[None]] = field(default_factory=list)
    seen: list[tuple[float, float]] = field(default_factory=list)
    given: int = 0
    failed: Counter[str] = field(default_factory=Counter)
    rng: Random = field(default_factory=lambda: Random(5))

    def begin(self, act: Callable[[], Coroutine[Any, Any, int | None]]) -> None:
        """A game is played from now on."""
        self.tasks.append(asyncio.create_task(self.play(act, monotonic() + self.rng.random() * EACH)))

    async def play(self, act: Callable[[], Coroutine[Any, Any, int | None]], due: float) -> None:
        """An answer each few seconds; ``act`` gives it and says when it was seen, if it could be."""
        while True:
            await asyncio.sleep(max(0.0, due - monotonic()))
            try:
                seen = await act()
            except (OSError, RuntimeError, TimeoutError, asyncio.IncompleteReadError) as error:
                self.failed[f"{error or type(error).__name__}"[-WORDS:]] += 1
                await asyncio.sleep(AGAIN)
                continue
            if seen is not None:
                self.seen.append((due, seen / 1e6 - due * 1000))
            self.given += 1
            due += EACH

    async def close(self) -> None:
        """Nobody plays any more, and no connection is left for the end of the loop."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for socket in self.sockets:
            socket.close()
        await asyncio.gather(*(socket.closed for socket in self.sockets))


class Step(NamedTuple):
    """What was measured with so many games."""

    games: int
    seen: list[float]
    rate: float
    failed: Counter[str]
    server: float
    clients: float
    """Answers a second; why answers were not taken at once; shares of a processor."""

    @property
    def holds(self) -> bool:
        """Whether so many games are held."""
        return self.rate >= DONE * self.games / EACH and at(0.99, self.seen) <= LATE


async def measured(load: Load, games: int, pid: int) -> Step:
    """What these games do for a while."""
    await asyncio.sleep(SETTLE)
    began, given, failed, server, clients = monotonic(), load.given, Counter(load.failed), spent(pid), process_time()
    load.seen.clear()
    await asyncio.sleep(MEASURED)
    took = monotonic() - began
    return Step(games, [ms for due, ms in load.seen if due >= began] or [1e9], (load.given - given) / took,
                load.failed - failed, (spent(pid) - server) / took, (process_time() - clients) / took)  # fmt: skip


async def tried(load: Load, games: int, pid: int) -> Step:
    """The first time that these games are held, of a few: the machine has others who hold it up for a moment."""
    for _ in range(TRIES - 1):
        if (step := await measured(load, games, pid)).holds:
            return step
    return await measured(load, games, pid)


# -- the server ----------------------------------------------------------------------


class Game:
    """A live game: its pages, and what comes next in it."""

    def __init__(self, laid: Laid, https: Queue[Http]) -> None:
        self.laid, self.https, self.path = laid, https, f"/api/v1/games/{laid.id}"
        self.pages = {seat: Page() for seat in laid.cookies}
        self.inputs = deque(laid.inputs)

    async def open(self, port: int) -> list[Socket]:
        """The sockets of both players and of those who look on."""
        line, found = f"/ws/games/{self.laid.id}", list[Socket]()
        shown = await self.call("GET", self.path, None, next(iter(self.laid.cookies)))
        for seat, page in self.pages.items():
            path = f"{line}?seat={seat}&since={shown['version']}"
            found.append(await connect(HOST, port, path, page.heard, self.laid.cookies[seat]))
        for _ in range(WATCHERS):
            found.append(await connect(HOST, port, f"{line}?since={shown['version']}", lambda *_: None))
        return found

    async def call(self, method: str, path: str, body: Any, seat: str) -> Any:
        """What the server says, over a connection that is free."""
        http = await self.https.get()
        try:
            http.cookie = self.laid.cookies[seat]
            return await http.need(method, path, body)
        finally:
            self.https.put_nowait(http)

    async def act(self) -> int | None:
        """The next answer is given; when its player saw it, in nanoseconds."""
        if not self.inputs:
            raise RuntimeError("no more answers were drawn for this game")
        (seat, raw), page = self.inputs[0], self.pages[self.inputs[0][0]]
        before, body = page.version, {"ask": page.ask, "answer": raw, "seat": seat}
        said = await self.call("POST", f"{self.path}/answers", body, seat)
        self.inputs.popleft()
        return await page.instant(said["version"]) if said["version"] > before else None


@asynccontextmanager
async def connections(port: int) -> AsyncIterator[Queue[Http]]:
    """Connections over which requests go."""
    found = Queue[Http]()
    for _ in range(CONNECTIONS):
        found.put_nowait(Http(port))
    yield found
    while not found.empty():
        found.get_nowait().close()


async def opened(load: Load, laid: list[Laid], port: int, https: Queue[Http]) -> None:
    """All these games are live."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(laid: Laid) -> None:
        async with gate:
            game = Game(laid, https)
            load.sockets += await game.open(port)
            load.begin(game.act)

    await asyncio.gather(*map(one, laid))


class Span(NamedTuple):
    """How many games there are at first, the percentage that is added, and how many there are at most."""

    start: int = START
    more: int = MORE
    most: int = MOST


async def search(folder: Path, laid: list[Laid], span: Span, until: float) -> list[Step]:
    """The steps until a number is not held, or there are no more games, or no more time."""
    load, steps, there, target = Load(), list[Step](), 0, span.start
    async with served(folder) as server, connections(server.port) as https:
        await idle(server.pid)
        while not steps or (steps[-1].holds and there < span.most and monotonic() < until):
            await opened(load, laid[there : min(target, span.most)], server.port, https)
            there = min(target, span.most)
            steps.append(await tried(load, there, server.pid))
            near = at(0.99, steps[-1].seen) > NEAR * LATE
            target = there + max(1, there * span.more // (200 if near else 100))
        await load.close()
    return steps


# -- the floor -----------------------------------------------------------------------


async def bare(folder: Path, games: int) -> Step:
    """The bare server with so many rooms."""
    load = Load()
    async with process("-m", "bench.floor", str(folder)) as made:
        port, gate = int(await line_of(made)), asyncio.Semaphore(AT_ONCE)

        async def one(room: int) -> None:
            async with gate:
                ear = Ear()
                actor = await connect(HOST, port, f"/act/{room}", ear.heard)
                paths = [f"/watch/{room}"] * (1 + WATCHERS)
                load.sockets += [actor, *[await connect(HOST, port, path, lambda *_: None) for path in paths]]
                load.begin(lambda: told(actor, ear))

        await asyncio.gather(*map(one, range(games)))
        found = await measured(load, games, made.pid)
        await load.close()
    return found


async def told(actor: Socket, ear: Ear) -> int:
    """One more commit; when it was seen."""
    before = ear.version
    actor.send(ASKING)
    return await ear.instant(before + 1)


# -- figures -------------------------------------------------------------------------


def reported(steps: list[Step], floor: Step, span: Span, stopped: str) -> Report:
    """The rows of a search."""
    held = next((step for step in reversed(steps) if step.holds), None)
    games, shown = (held.games, held) if held else (0, steps[0])
    report = Report(
        "Live games at one process: Ronin, two players, five looking on, an answer each 5 s", facts=machine()
    )
    low = floor.games if floor.holds else 0
    row = Figure("live games held", "games", games, len(steps), floor=low, ratio=sig(games / low) if low else None,
                 what=f"{stopped}; the bare server was tried with {floor.games}")  # fmt: skip
    report.add(judged(row, f">= {BAR:,} with p99 <= {LATE:g} ms", games >= BAR))
    report.add(figure("acting player at so many games", "ms", shown.seen, floor.seen, f"of {shown.games} games"))
    share = Figure("processor of the server at so many games", "%", sig(100 * shown.server), 1,
                   floor=sig(100 * floor.server), ratio=sig(shown.server / floor.server))  # fmt: skip
    report.add(share)
    for step in steps:
        report.facts[f"{step.games} games"] = (
            f"p99 {sig(at(0.99, step.seen)):g} ms, {step.rate:.0f} answers/s, "
            f"server {step.server:.0%} and clients {step.clients:.0%} of a processor"
            + "".join(f"; {count} not taken at once: {why}" for why, count in step.failed.most_common(1))
        )
    report.facts |= {"clients_at_the_floor": f"{floor.clients:.0%} of a processor"}
    return report


async def searched(folder: Path, span: Span, seconds: float) -> Report:
    """The search, and then the floor with the most games that were allowed."""
    until = monotonic() + seconds
    laid = await many(folder, span.most, int(seconds / EACH) + SPARE)
    steps = await search(folder, laid, span, until)
    floor = await bare(folder, span.most)
    stopped = ("the next number was not" if not steps[-1].holds
               else "more were not tried" if steps[-1].games == span.most else "then time was up")  # fmt: skip
    return reported(steps, floor, span, stopped)


SPARE, USUAL = 24, Span()
"""Answers that are drawn for each game beyond those for which there is time."""


def measure(span: Span = USUAL, seconds: float = 210) -> Report:
    """How many games are held."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    with tempfile.TemporaryDirectory(prefix="gunbai-bench-") as name:
        return run(searched(Path(name), span, seconds))


def main(argv: list[str]) -> int:
    """0 once the figures stand on standard output."""
    parser = arguments("held", "How many live games one process holds.", 150)
    for name, usual, what in (("start", START, "games at first"), ("more", MORE, "per cent added each time"),
                              ("most", MOST, "games at most")):  # fmt: skip
        parser.add_argument(f"--{name}", type=positive, default=usual, help=f"{what} ({usual})")
    given = parser.parse_args(argv)
    span = Span(min(given.start, given.most), given.more, given.most)
    return show(measure(span, given.seconds), given)
