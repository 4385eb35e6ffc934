"""How long an answer takes to be seen by the player who gave it, with nobody watching and with many.

The real server runs as its own process on a free port with its data in a
temporary folder; so does the floor, with as many spectators.  They take turns,
answer by answer, so that whatever else the machine does hits both alike.  Two
players at screens of their own play Ronin.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic, monotonic_ns
from typing import TYPE_CHECKING, Any

from bench.report import Figure, Report, arguments, figure, judged, machine, positive, show
from bench.spectators import version_of

if TYPE_CHECKING:
    from bench.pairs import Pair

ROOT = Path(__file__).resolve().parent.parent
HOST = "127.0.0.1"
PACE = 0.02
"""Seconds from an answer seen to the next one."""
PATIENCE = 60.0
KEPT = 3.0
"""Seconds that a connection is kept without a request: the server closes it after five."""
SERVE = "import sys; from app.cli import main; sys.exit(main(sys.argv[1:]))"
ASKING = b'{"ask":"12-red","answer":{"pick":"red-1","then":"hold"},"seat":"red"}'
SEATS = ("red", "blue")
DEPTH = 6
COUNTS, BARRED = (0, 100, 1000), 100
"""How many watch, and with how many the bar was set."""
MEDIAN, P99 = 2.0, 3.0


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
async def process(*command: str, **settings: str) -> AsyncIterator[Process]:
    """A process of ours with these settings and no others, that ends with the block."""
    async with process_of(ROOT, *command, **settings) as made:
        yield made


@asynccontextmanager
async def process_of(root: Path, *command: str, **settings: str) -> AsyncIterator[Process]:
    """The same of the files in this folder."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith("GUNBAI_")}
    environ |= {"GUNBAI_LOG": "warning", "PYTHONPATH": str(root), **settings}
    made = await asyncio.create_subprocess_exec(
        python_of(root), *command, stdin=PIPE, stdout=PIPE, cwd=root, env=environ, limit=2**26
    )
    try:
        yield made
    finally:
        await end(made)


def python_of(root: Path) -> str:
    """The Python of another checkout's own environment; that which runs this, where it has none."""
    own = root / ".venv" / "bin" / "python"
    return str(own) if root != ROOT and own.exists() else sys.executable


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
    line = await asyncio.wait_for(made.stdout.readline(), 3 * PATIENCE)
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


# -- the server ----------------------------------------------------------------------


class Http:
    """One kept connection to the server, the cookie it gave, and how often it was used."""

    def __init__(self, port: int) -> None:
        self.port, self.cookie, self.used, self.calls = port, "", 0.0, 0
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def call(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """The status and the JSON of an answer."""
        if self.streams is None or monotonic() > self.used + KEPT:
            self.close()
            self.streams = await asyncio.open_connection(HOST, self.port, limit=2**24)
        self.used, self.calls = monotonic(), self.calls + 1
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
    options |= {"points": max(book["options"]["points"]["usual"])}
    return {"system": key, "scenario": scenario["id"], "options": options, "sides": sides, "name": "Bench"}


class Table:
    """A game over REST, both seats held by one guest, or the second by another."""

    def __init__(self, http: Http, game: str, rng: Random, blue: Http | None = None) -> None:
        self.http, self.path, self.rng = http, f"/api/v1/games/{game}", rng
        self.of = dict(zip(SEATS, (http, blue or http), strict=True))
        self.version = 0

    async def asked(self) -> tuple[str, dict[str, Any]] | None:
        """A seat that is asked, and its question; ``None`` once the game is over."""
        for seat in SEATS:
            shown = await self.of[seat].need("GET", f"{self.path}?seat={seat}")
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
            status, look = await self.of[seat].call("POST", f"{self.path}/preview", body)
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
        status, said = await table.of[seat].call("POST", f"{table.path}/answers", body)
        if status == 200:
            version = said["version"]
            if version > before:
                times.sent[version], times.seen[version] = sent, await ears[seat].instant(version)
            return True
        times.refused += 1
    raise RuntimeError(f"{question['about']}: {status} {said}")


async def seated(http: Http, blue: Http) -> dict[str, Any]:
    """A new game of two guests, each at a screen of their own."""
    body = new_game(await http.need("GET", "/api/v1/systems"))
    del body["sides"][1]["player"]
    made: dict[str, Any] = await http.need("POST", "/api/v1/games", body)
    key = made["links"]["seats"]["blue"].rsplit("/", 1)[1]
    joined = {"seat": "blue", "key": key, "name": "Second"}
    await blue.need("POST", f"/api/v1/games/{made['id']}/join", joined)
    return made


# -- the measurement -------------------------------------------------------------------


def acting(count: int, pair: Pair) -> Figure:
    """How soon the acting player saw it."""
    row = figure(f"acting player, {count} watching", "ms", pair.real.acting(), pair.bare.acting())
    if count != BARRED:
        return row
    ok = (row.ratio or 0) <= MEDIAN and (row.ratio_p99 or 0) <= P99
    return judged(row, "median <= 2 x floor, p99 <= 3 x floor", ok)


def measure(counts: Sequence[int] = COUNTS, seconds: float = 55) -> Report:
    """The figures of the server beside those of the floor."""
    from bench.pairs import share, side_by_side  # they are made of what stands here

    report = Report("An answer, until who gave it sees it: Ronin", facts={**machine(), "pace_ms": PACE * 1000})
    for count in counts:
        pair = side_by_side(count, seconds * share(count, counts))
        report.add(acting(count, pair))
        report.facts[f"games with {count} watching"] = pair.games
    return report


def main(argv: list[str]) -> int:
    """0 once the figures stand on standard output."""
    parser = arguments("latency", "How soon who gave an answer sees it, beside a bare floor.", 55)
    parser.add_argument("--spectators", type=positive, nargs="+", default=COUNTS, help="how many watch (0 100 1000)")
    given = parser.parse_args(argv)
    return show(measure(given.spectators, given.seconds), given)
