"""What one answer takes of the server's processor, all that follows it included, while nothing else goes on.

Battles of each system are drawn at random; a stretch from the beginning of one, the middle of another and the end of a
third is played over HTTP by two guests whose pages are open.  After each answer the server is let come to rest; what it
has taken since it rested last, all threads together, is that answer's.
"""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from app.engine.asks import Json
from app.store import Store
from app.systems import SYSTEMS
from bench.drawn import USUAL, drawn
from bench.hosting import opened
from bench.latency import ASKING, HOST, Http, line_of, process
from bench.report import Figure, Report, arguments, at, judged, machine, show, sig
from bench.serving import STEP, Laid, Server, idle, seated, served, still
from bench.spectators import Socket, connect, run

BARS = {"ronin": 2.2, "kensei": 4.0, "celtos": 5.0, "daimyo": 8.0}
"""Milliseconds."""
PARTS, WARM, LEAST = 3, 4, 81
"""Stretches of battles; answers of each that are not counted, the first after a start; how many are in all at least."""
PLAYED = 0.75
"""The part of the time that is left for playing."""
ASK = re.compile(rb'data-ask=\\"([^"\\]+)\\"')
"""Where a message says to a seat what it is asked."""
TRIES = 5


class Page:
    """The line of a seat's open page, which knows what the seat is asked."""

    def __init__(self) -> None:
        self.ask, self.bytes, self.told = "", 0, False
        self.socket: Socket | None = None

    def heard(self, text: bytes, _: int) -> None:
        """The question is the one that was told last."""
        self.bytes += len(text)
        self.told |= b'"v":' in text  # who is here may be told before the table
        if found := ASK.search(text):
            self.ask = found[1].decode()


@asynccontextmanager
async def pages(port: int, laid: Laid) -> AsyncIterator[dict[str, Player]]:
    """The open pages of both seats, each told all of the table."""
    found, path = dict[str, Player](), f"/api/v1/games/{laid.id}"
    for seat, cookie in laid.cookies.items():
        http, page = Http(port), Page()
        http.cookie = cookie
        shown = await http.need("GET", path)
        line = f"/ws/games/{laid.id}?seat={seat}&since={shown['version']}"
        page.socket = await connect(HOST, port, line, page.heard, cookie)
        found[seat] = Player(http, page, path)
    while not all(player.page.told for player in found.values()):
        await asyncio.sleep(STEP)
    try:
        yield found
    finally:
        for player in found.values():
            player.close()


class Player(NamedTuple):
    """A seat's way to the server."""

    http: Http
    page: Page
    path: str

    async def answer(self, seat: str, raw: Json) -> None:
        """The answer was taken; where the page had not been told of the question yet, once it was."""
        for _ in range(TRIES):
            body = {"ask": self.page.ask, "answer": raw, "seat": seat}
            status, said = await self.http.call("POST", f"{self.path}/answers", body)
            if status == 200:
                return
            await asyncio.sleep(0.1)
        raise RuntimeError(f"{body}: {status} {said}")

    def close(self) -> None:
        """The page is closed."""
        self.http.close()
        if self.page.socket:
            self.page.socket.close()


Give = Callable[[Mapping[str, Player], str, Json], Awaitable[None]]
"""How a seat gives an answer."""


async def answered(players: Mapping[str, Player], seat: str, raw: Json) -> None:
    """The answer alone."""
    await players[seat].answer(seat, raw)


async def played(server: Server, laid: Laid, give: Give, floor: Floor, until: float) -> list[float]:
    """Milliseconds of the processor of each answer of a stretch, until the time is up; the floor takes turns."""
    took = list[float]()
    async with pages(server.port, laid) as players:
        for seat, raw in laid.inputs:
            if monotonic() > until and len(took) >= LEAST / PARTS + WARM:
                break
            before = await still(server.pid)
            await give(players, str(seat), raw)
            took.append(1000 * (await still(server.pid) - before))
            await floor.act()
    return took[WARM:]


class Floor:
    """The bare server, two watching: what one commit and its frames take of its processor."""

    def __init__(self, pid: int, actor: Socket) -> None:
        self.pid, self.actor, self.took = pid, actor, list[float]()

    async def act(self) -> None:
        """One more commit was told."""
        before = await still(self.pid)
        self.actor.send(ASKING)
        self.took.append(1000 * (await still(self.pid) - before))


@asynccontextmanager
async def bare(folder: Path) -> AsyncIterator[Floor]:
    """The bare server and its sockets."""
    async with AsyncExitStack() as stack:
        made = await stack.enter_async_context(process("-m", "bench.floor", str(folder)))
        port = int(await line_of(made))
        found = [await connect(HOST, port, path, lambda *_: None) for path in ("/act", "/watch", "/watch")]
        for socket in found:
            stack.callback(socket.close)
        yield Floor(made.pid, found[0])


def mean_of(name: str, took: list[float], floor: list[float], what: str) -> Figure:
    """The mean, for that is what a process has to give; its slowest hundredth beside it."""
    mean, low = sum(took) / len(took), sum(floor) / len(floor)
    words = f"{what}; the one in the middle {sig(at(0.5, took)):g}"
    return Figure(name, "ms", sig(mean), len(took), sig(at(0.99, took)), sig(max(took)), sig(low),
                  sig(at(0.99, floor)), sig(mean / low), sig(at(0.99, took) / at(0.99, floor)), words)  # fmt: skip


async def laid_out(store: Store, key: str) -> list[Laid]:
    """The stretches of a system: one battle after the other, each begun later."""
    found = []
    for part in range(PARTS):
        id = f"{key}-{part}"
        game = drawn(key, part, id)
        begun = len(game.inputs) * part // PARTS
        found.append(Laid(id, game.inputs[begun:], await seated(store, game, id, begun)))
    return found


async def row_of(key: str, server: Server, stretches: Sequence[Laid], floor: Floor, seconds: float) -> Figure:
    """The row of a system."""
    floor.took.clear()
    took = list[float]()
    for laid in stretches:
        took += await played(server, laid, answered, floor, monotonic() + seconds / len(stretches))
    options: Any = USUAL[key].options
    what = f"random answers at {options['points']} points, begin, middle and end; both pages open"
    row = mean_of(f"{key}: processor time of an answer, mean", took, floor.took, what)
    return judged(row, f"<= {BARS[key]:g} ms", row.median <= BARS[key])


async def measured(folder: Path, seconds: float, report: Report) -> None:
    """A row for each system."""
    store = opened(folder)
    laid = {system.key: await laid_out(store, system.key) for system in SYSTEMS}
    store.close()
    async with bare(folder) as floor, served(folder) as server:
        report.facts["idle_ms_a_second"] = sig(1000 * await idle(server.pid))
        for key, stretches in laid.items():
            report.add(await row_of(key, server, stretches, floor, seconds / len(laid)))


def measure(seconds: float = 60) -> Report:
    """What an answer takes, of each system."""
    report = Report("What an answer takes of the processor, two pages open", facts=machine())
    with tempfile.TemporaryDirectory(prefix="gunbai-bench-") as name:
        run(measured(Path(name), seconds * PLAYED, report))
    return report


def main(argv: list[str]) -> int:
    """0 once the figures stand on standard output."""
    given = arguments("answer", "What one answer takes of the processor, by system.", 60).parse_args(argv)
    return show(measure(given.seconds), given)
