"""How long an answer takes to be seen: by the player who gave it, and by the last of many spectators.

The real server runs as its own process on a free port with its data in a
temporary folder; so does the floor, with as many spectators and the same pace.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic, monotonic_ns
from typing import Any

from bench.report import Figure, Report, arguments, figure, machine, show
from bench.spectators import connect, run, version_of

ROOT = Path(__file__).resolve().parent.parent
HOST = "127.0.0.1"
PACE = 0.02
"""Seconds from an answer seen to the next one."""
PATIENCE = 15.0
SERVE = "import sys; from app.cli import main; sys.exit(main(sys.argv[1:]))"
ASKING = b'{"ask":"12-red","answer":{"pick":"red-1","then":"hold"},"seat":"red"}'
SEATS = ("red", "blue")
DEPTH = 6


@dataclass
class Times:
    """When each action was sent and seen, by the version it led to, in nanoseconds."""

    sent: dict[int, int] = field(default_factory=dict)
    seen: dict[int, int] = field(default_factory=dict)
    last: dict[int, int] = field(default_factory=dict)
    bytes: int = 0
    refused: int = 0

    def acting(self) -> list[float]:
        """Milliseconds until the acting player saw it."""
        return [(self.seen[v] - self.sent[v]) / 1e6 for v in self.seen]

    def spectators(self) -> list[float]:
        """Milliseconds until the last spectator saw it."""
        return [(self.last[v] - self.sent[v]) / 1e6 for v in self.last]


class Ear:
    """The highest version a socket was told, and a way to wait for one."""

    def __init__(self) -> None:
        self.version, self.now = 0, 0
        self.waiting: tuple[int, asyncio.Future[int]] | None = None

    def heard(self, text: bytes, now: int) -> None:
        """Wake whoever waits for this version."""
        version = version_of(text)
        if version is None or version < self.version:
            return
        self.version, self.now = version, now
        if self.waiting and version >= self.waiting[0] and not self.waiting[1].done():
            self.waiting[1].set_result(now)

    async def instant(self, version: int) -> int:
        """When this version was heard; ``TimeoutError`` if it never comes."""
        if self.version >= version:
            return self.now
        self.waiting = (version, asyncio.get_running_loop().create_future())
        return await asyncio.wait_for(self.waiting[1], PATIENCE)


# -- processes ----------------------------------------------------------------------


@asynccontextmanager
async def process(*command: str) -> AsyncIterator[Process]:
    """A process of ours that ends with the block."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith("GUNBAI_")}
    environ |= {"GUNBAI_LOG": "warning", "PYTHONPATH": str(ROOT)}
    made = await asyncio.create_subprocess_exec(
        sys.executable, *command, stdin=PIPE, stdout=PIPE, cwd=ROOT, env=environ, limit=2**26
    )
    try:
        yield made
    finally:
        await end(made)


async def end(made: Process) -> None:
    """The process has ended; asked first, then made to."""
    if made.returncode is None:
        made.terminate()
    try:
        await asyncio.wait_for(made.communicate(), 10)
    except TimeoutError:
        made.kill()
        await made.communicate()


async def line_of(made: Process) -> str:
    """The next line a process says; ``RuntimeError`` if it ends or is silent."""
    assert made.stdout is not None
    line = await asyncio.wait_for(made.stdout.readline(), 60)
    if not line:
        raise RuntimeError("a process ended before it was ready")
    return line.decode().strip()


class Crowd:
    """The spectators, in a process of their own."""

    def __init__(self, made: Process) -> None:
        self.made = made

    async def result(self, versions: Sequence[int]) -> dict[str, Any]:
        """When the last of them saw each version; their process ends."""
        assert self.made.stdin is not None
        self.made.stdin.write(json.dumps(list(versions)).encode())
        self.made.stdin.close()
        told: dict[str, Any] = json.loads(await line_of(self.made))
        return told


@asynccontextmanager
async def spectators(port: int, path: str, count: int) -> AsyncIterator[Crowd]:
    """So many spectators, all connected."""
    async with process("-m", "bench.spectators", HOST, str(port), path, str(count)) as made:
        await line_of(made)
        yield Crowd(made)


async def settle(times: Times, crowd: Crowd) -> None:
    """The instants of the spectators are with the others."""
    await asyncio.sleep(0.3)
    told = await crowd.result(sorted(times.seen))
    if told["lost"]:
        raise RuntimeError(f"{told['lost']} spectators were cut off")
    times.last |= {int(v): at for v, at in told["last"].items() if at is not None}
    times.bytes += told["bytes"]


# -- the floor -----------------------------------------------------------------------


async def floor(folder: Path, count: int, seconds: float) -> Times:
    """The bare server's times."""
    times = Times()
    async with AsyncExitStack() as stack:
        made = await stack.enter_async_context(process("-m", "bench.floor", str(folder)))
        port = int(await line_of(made))
        ear = Ear()
        actor = await connect(HOST, port, "/act", ear.heard)
        stack.callback(actor.close)
        crowd = await stack.enter_async_context(spectators(port, "/watch", count))
        end_at = monotonic() + seconds
        while monotonic() < end_at:
            version = ear.version + 1
            times.sent[version] = monotonic_ns()
            actor.send(ASKING)
            times.seen[version] = await ear.instant(version)
            await asyncio.sleep(PACE)
        await settle(times, crowd)
    return times


# -- the server ----------------------------------------------------------------------


class Http:
    """One kept connection to the server, and the cookie it gave."""

    def __init__(self, port: int) -> None:
        self.port, self.cookie = port, ""
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def call(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """The status and the JSON of an answer."""
        if self.streams is None:
            self.streams = await asyncio.open_connection(HOST, self.port, limit=2**24)
        reader, writer = self.streams
        data = b"" if body is None else json.dumps(body).encode()
        lines = [
            f"{method} {path} HTTP/1.1", f"Host: {HOST}:{self.port}", f"Content-Length: {len(data)}",
            "Content-Type: application/json", *([f"Cookie: {self.cookie}"] if self.cookie else []), "", "",
        ]  # fmt: skip
        writer.write("\r\n".join(lines).encode() + data)
        head = (await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)).decode("latin-1").split("\r\n")
        headers = [line.partition(": ") for line in head[1:] if line]
        size = next(int(value) for name, _, value in headers if name.lower() == "content-length")
        for name, _, value in headers:
            if name.lower() == "set-cookie":
                self.cookie = value.split(";")[0]
        return int(head[0].split()[1]), decoded(await reader.readexactly(size))

    async def need(self, method: str, path: str, body: Any = None) -> Any:
        """The JSON of an answer that must be good."""
        status, said = await self.call(method, path, body)
        if status >= 400:
            raise RuntimeError(f"{method} {path}: {status} {said}")
        return said

    def close(self) -> None:
        """The connection is closed."""
        if self.streams:
            self.streams[1].close()


def decoded(body: bytes) -> Any:
    """A body as JSON; its text where it is none."""
    try:
        return json.loads(body or b"null")
    except ValueError:
        return body.decode(errors="replace")


def new_game(systems: Any) -> dict[str, Any]:
    """The body that makes a game of the first system with the same guest at both seats."""
    key, book = next(iter(systems.items()))
    scenario = book["scenarios"][0]
    layouts = scenario.get("layouts", [])
    rosters = [{"sample": book["samples"][0]["id"]}, {"sample": book["samples"][-1]["id"]}]
    sides = [{"seat": s, "roster": r, "player": "me"} for s, r in zip(SEATS, rosters, strict=True)]
    options = {"terrain": layouts[0]["id"]} if layouts else {}
    options |= {"points": max(book.get("points", [200]))}
    return {"system": key, "scenario": scenario["id"], "options": options, "sides": sides, "name": "Bench"}


class Table:
    """A game over REST, both seats held by one guest."""

    def __init__(self, http: Http, game: str, rng: Random) -> None:
        self.http, self.path, self.rng = http, f"/api/v1/games/{game}", rng
        self.version = 0

    async def asked(self) -> tuple[str, dict[str, Any]] | None:
        """A seat that is asked, and its question; ``None`` once the game is over."""
        for seat in SEATS:
            shown = await self.http.need("GET", f"{self.path}?seat={seat}")
            self.version = shown["version"]
            for question in shown["questions"]:
                if question["mine"] and not question["sealed"]:
                    return seat, question
        return None

    async def draw(self, seat: str, question: dict[str, Any]) -> Any:
        """An answer that may be legal: open options at random, short ways, the default for the rest."""
        return await self.below(seat, question, question["domain"], [])

    async def below(self, seat: str, question: dict[str, Any], domain: Any, picks: list[str]) -> Any:
        """An answer at the level these picks led to."""
        kind = (domain or {}).get("kind")
        if kind in ("pick", "menu") and len(picks) < DEPTH:
            open_rows = [row for row in domain["options"] if row["no"] is None]
            if not open_rows:
                return question["default"]
            row = self.rng.choice(open_rows)
            if not row.get("more"):
                return nest([*picks, row["key"]])
            picks = [*picks, row["key"]]
            body = {"ask": question["id"], "answer": nest(picks), "seat": seat}
            status, look = await self.http.call("POST", f"{self.path}/preview", body)
            return await self.below(seat, question, look["domain"], picks) if status == 200 else question["default"]
        if kind == "walk" and not domain["starts"]:
            return nest(picks, [self.step(domain)])
        return question["default"]

    def step(self, walk: dict[str, Any]) -> list[int]:
        """The end of a way of a third of the allowance at most."""
        x, y = walk["start"]
        far = max(1, walk["allowance"] // 3)
        return [x + self.rng.randint(-far // 2, far // 2), y + self.rng.randint(-far // 2, far // 2)]


def nest(picks: Sequence[str], leaf: Any = None) -> Any:
    """Picks and what lies below them as one answer."""
    raw: Any = leaf
    for depth, key in enumerate(reversed(picks)):
        raw = key if depth == 0 and leaf is None else {"pick": key, "then": raw}
    return raw


async def give(table: Table, ears: dict[str, Ear], times: Times) -> bool:
    """Whether somebody was asked; the answer was given, and when it was seen is noted."""
    found = await table.asked()
    if found is None:
        return False
    seat, question = found
    before = table.version
    await asyncio.sleep(PACE)
    for raw in (await table.draw(seat, question), question["default"]):
        body = {"ask": question["id"], "answer": raw, "seat": seat}
        sent = monotonic_ns()
        status, said = await table.http.call("POST", f"{table.path}/answers", body)
        if status == 200:
            version = said["version"]
            if version > before:
                times.sent[version], times.seen[version] = sent, await ears[seat].instant(version)
            return True
        times.refused += 1
    raise RuntimeError(f"{question['about']}: {status} {said}")


async def play(http: Http, count: int, until: float, rng: Random) -> Times:
    """The times of one game."""
    made = await http.need("POST", "/api/v1/games", new_game(await http.need("GET", "/api/v1/systems")))
    game, watch = made["id"], made["links"]["watch"].rsplit("/", 1)[1]
    times, table = Times(), Table(http, game, rng)
    ears = {seat: Ear() for seat in SEATS}
    async with AsyncExitStack() as stack:
        for seat, ear in ears.items():
            path = f"/ws/games/{game}?since={made['version']}&seat={seat}"
            stack.callback((await connect(HOST, http.port, path, ear.heard, http.cookie)).close)
        path = f"/ws/games/{game}?watch={watch}"
        crowd = await stack.enter_async_context(spectators(http.port, path, count))
        while monotonic() < until and await give(table, ears, times):
            pass
        await settle(times, crowd)
    return times


async def server(folder: Path, count: int, seconds: float) -> tuple[Times, int]:
    """The real server's times over as many games as fit, and how many games."""
    whole, games, rng = Times(), 0, Random(1)
    async with process("-c", SERVE, "serve", "--host", HOST, "--port", "0", "--data", str(folder)) as made:
        http = Http(int((await line_of(made)).rsplit(":", 1)[1]))
        until = monotonic() + seconds
        try:
            while monotonic() < until - 1 or not games:
                add(whole, await play(http, count, until, rng), games)
                games += 1
        finally:
            http.close()
    return whole, games


def add(whole: Times, part: Times, game: int) -> None:
    """The times of one more game are with the others; versions are kept apart by the game's number."""
    shift = game * 1_000_000
    for name in ("sent", "seen", "last"):
        getattr(whole, name).update({v + shift: at for v, at in getattr(part, name).items()})
    whole.bytes += part.bytes
    whole.refused += part.refused


def measure(count: int = 100, seconds: float = 30) -> Report:
    """The figures of the server beside those of the floor."""
    report = Report(f"An answer on its way, {count} spectators", facts={**machine(), "pace_ms": PACE * 1000})
    with tempfile.TemporaryDirectory(prefix="gunbai-bench-") as name:
        folder = Path(name)
        bare = run(floor(folder, count, max(1.0, seconds * 0.2)))
        real, games = run(server(folder / "data", count, max(2.0, seconds * 0.6)))
    pairs: tuple[tuple[str, Callable[[Times], list[float]]], ...] = (
        ("acting player", Times.acting), ("last spectator", Times.spectators),
    )  # fmt: skip
    for who, values in pairs:
        report.add(figure(who, "ms", values(real), values(bare)))
    size = real.bytes / max(1, len(real.last) * count)
    report.add(Figure("message to a spectator", "bytes", round(size), len(real.last)))
    report.facts |= {"spectators": count, "games": games, "refused_answers": real.refused}
    return report


def main(argv: list[str]) -> int:
    """0 once the figures stand on standard output."""
    parser = arguments("latency", "How soon an answer is seen, beside a bare floor.", 35)
    parser.add_argument("--spectators", type=int, default=100, help="how many watch (100)")
    given = parser.parse_args(argv)
    if given.spectators < 1 or given.seconds < 1:
        parser.error("--spectators and --seconds must be 1 or more")
    return show(measure(given.spectators, given.seconds), given.json)
