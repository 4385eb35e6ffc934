"""What is held while nothing happens: an idle hosted game, a spectator.

Games are loaded in a process of their own (``python -m bench.memory FOLDER KEY COUNT``), spectators come to the real
server; what either has grown by is the difference of its resident memory, of which Linux tells.
"""

from __future__ import annotations

import asyncio
import gc
import os
import subprocess
import sys
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path

from app.games.results import GameId
from app.store import past
from app.systems import SYSTEMS, system_of
from bench.cold import PATIENCE, ROOT, game_of, stop_of
from bench.hosting import FILE, hosted, multiply, opened
from bench.latency import HOST, SERVE, Http, line_of, new_game, process, spectators
from bench.recorded import host
from bench.report import Figure, Report, arguments, judged, machine, show, sig
from bench.serving import idle
from bench.spectators import run

GAMES, WARM, WATCHERS = 60, 10, 300
KIB = 1024
GAME_BAR, WATCHER_BAR = 1_000.0, 40.0
"""KiB."""
SETTLE = 1.0


def resident(pid: int | None = None) -> int:
    """Bytes of memory a process (this one) has in use."""
    pages = Path(f"/proc/{pid or os.getpid()}/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


# -- games -----------------------------------------------------------------------------


async def held(folder: Path, key: str, count: int) -> float:
    """Bytes by which this process has grown for each of so many loaded games; a few before them warm it up."""
    games = hosted(folder, [system_of(key)])
    try:
        ids = [GameId(f"copy{n:06d}") for n in range(1, WARM + count + 1)]
        for id in ids[:WARM]:
            async with games.mailbox.enter(id):
                pass
        gc.collect()
        before = resident()
        for id in ids[WARM:]:
            async with games.mailbox.enter(id) as drive:
                assert drive is not None
                assert drive.session is not None
        gc.collect()
        return (resident() - before) / count
    finally:
        await games.close()


def of_game(folder: Path, key: str, count: int) -> Figure:
    """What a game of the system holds, deep in its longest phase, beside its state as JSON."""
    base, stop = folder / key, stop_of(key)
    base.mkdir()
    store = opened(base)
    host(store, game_of(stop), stop.inputs)
    store.close()
    multiply(base / FILE, WARM + count)
    store = opened(base)
    size = max(len(row["state"]) for row in store.look_now(past.checkpoints, "copy000001"))
    store.close()
    command = [sys.executable, "-m", "bench.memory", str(base), key, str(count)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=PATIENCE, check=True)
    took = float(done.stdout) / KIB
    what = f"{stop.tape} inputs into its phase; the floor is its state as JSON"
    floor = size / KIB
    found = Figure(f"{key}: an idle hosted game", "KiB", sig(took), count, floor=sig(floor), ratio=sig(took / floor),
                   what=what)  # fmt: skip
    return judged(found, f"<= {GAME_BAR:g} KiB", took <= GAME_BAR)


# -- spectators ------------------------------------------------------------------------


async def grown(pid: int, port: int, path: str, count: int) -> float:
    """KiB by which a server has grown for each of so many spectators; a few before them warm it up."""
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(spectators(port, path, WARM))
        await idle(pid)
        await asyncio.sleep(SETTLE)
        before = resident(pid)
        await stack.enter_async_context(spectators(port, path, count))
        await asyncio.sleep(SETTLE)
        return (resident(pid) - before) / KIB / count


async def watched(folder: Path, count: int) -> float:
    """KiB of a spectator of the real server."""
    async with process("-c", SERVE, "serve", "--host", HOST, "--port", "0", "--data", str(folder)) as made:
        http = Http(int((await line_of(made)).rsplit(":", 1)[1]))
        try:
            game = await http.need("POST", "/api/v1/games", new_game(await http.need("GET", "/api/v1/systems")))
            key = game["links"]["watch"].rsplit("/", 1)[1]
            return await grown(made.pid, http.port, f"/ws/games/{game['id']}?watch={key}", count)
        finally:
            http.close()


async def bare(folder: Path, count: int) -> float:
    """KiB of a spectator of the bare server."""
    async with process("-m", "bench.floor", str(folder)) as made:
        return await grown(made.pid, int(await line_of(made)), "/watch", count)


def of_watcher(folder: Path, count: int) -> Figure:
    """What a spectator costs the server, beside one of the bare server."""
    floor, took = run(bare(folder, count)), run(watched(folder / "data", count))
    found = Figure("a spectator", "KiB", sig(took), count, floor=sig(floor), ratio=sig(took / floor))
    return judged(found, f"<= {WATCHER_BAR:g} KiB", took <= WATCHER_BAR)


def measure(games: int = GAMES, watchers: int = WATCHERS) -> Report:
    """All figures of memory."""
    report = Report("What is held while nothing happens", facts=machine())
    with tempfile.TemporaryDirectory(prefix="gunbai-bench-") as name:
        for system in SYSTEMS:
            report.add(of_game(Path(name), system.key, games))
        report.add(of_watcher(Path(name), watchers))
    return report


def main(argv: list[str]) -> int:
    """0 once the figures stand on standard output."""
    given = arguments("memory", "What an idle game and a spectator hold.", 30).parse_args(argv)
    share = min(1.0, given.seconds / 30)
    return show(measure(max(WARM, int(GAMES * share)), max(WARM, int(WATCHERS * share))), given)


if __name__ == "__main__":
    where, system_key, how_many = sys.argv[1:]
    print(asyncio.run(held(Path(where), system_key, int(how_many))))
