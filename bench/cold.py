"""From a restart to the first answer, each time in a fresh process: the game loaded, its phase run again, the answer.

A kept game of every system stands one answer before the end of its longest phase, with 5,000 events behind it.
``python -m bench.cold FOLDER KEY NAME INPUTS`` is such a process: it prints the milliseconds of its first answer.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from app.games.results import GameId
from app.systems import SYSTEMS, system_of
from bench import floor
from bench.hosting import FILE, again, answer, hosted, lengthen, opened
from bench.recorded import ID, Kept, following, host, kept, phases
from bench.report import Report, arguments, figure, judged, machine, show

ROOT = Path(__file__).resolve().parent.parent
EVENTS, BAR, PATIENCE = 5_000, 60.0, 120
MOST = 9
"""Processes for each game at most; three at least."""


class Stop(NamedTuple):
    """Where a game stopped: which of the kept ones, after how many inputs, and how long its phase was by then."""

    key: str
    number: int
    inputs: int
    tape: int


def stop_of(key: str) -> Stop:
    """The place of a system's kept games with the longest phase behind it that can go on with an answer."""
    found = []
    for number, game in enumerate(kept(key)):
        for phase in phases(game):
            if phase.until > 1 and game.inputs[phase.until - 1][1] is not None:
                found.append(Stop(key, number, phase.until - 1, len(phase.tape) - 1))
    return max(found, key=lambda stop: stop.tape)


def game_of(stop: Stop) -> Kept:
    """The kept game."""
    return kept(stop.key)[stop.number]


def laid_out(folder: Path, stop: Stop) -> Path:
    """A folder whose game has stopped there with a long past."""
    base = folder / stop.key
    base.mkdir()
    store = opened(base)
    host(store, game_of(stop), stop.inputs)
    store.close()
    lengthen(base / FILE, EVENTS)
    return base


async def first(folder: Path, stop: Stop) -> float:
    """Milliseconds of the first answer, all loading included."""
    seat, raw = next(following(game_of(stop), stop.inputs))
    games = hosted(folder, [system_of(stop.key)])
    try:
        began = perf_counter()
        await answer(games, GameId(ID), seat, raw)
        return 1000 * (perf_counter() - began)
    finally:
        await games.close()


def afresh(folder: Path, stop: Stop) -> float:
    """Milliseconds of the first answer of a new process."""
    words = [str(folder), stop.key, str(stop.number), str(stop.inputs)]
    done = subprocess.run(
        [sys.executable, "-m", "bench.cold", *words], cwd=ROOT, capture_output=True, timeout=PATIENCE, check=True
    )
    return float(done.stdout)


def measure(seconds: float = 45) -> Report:
    """The figures of all systems."""
    report = Report("A game after a restart", facts=machine())
    with tempfile.TemporaryDirectory(prefix="gunbai-bench-") as name:
        folder = Path(name)
        bare = [1000 * took for took in floor.commits(folder)]
        for system in SYSTEMS:
            stop = stop_of(system.key)
            base, until, took = laid_out(folder, stop), perf_counter() + seconds / len(SYSTEMS), list[float]()
            while len(took) < 3 or (len(took) < MOST and perf_counter() < until):
                took.append(afresh(again(base, f"{stop.key}{len(took)}"), stop))
            what = f"{EVENTS} events behind it, {stop.tape} inputs into its phase: loaded, run again, answered"
            found = figure(f"{system.key}: first answer after a restart", "ms", took, bare, what)
            report.add(judged(found, f"<= {BAR:g} ms", found.median <= BAR))
    return report


def main(argv: list[str]) -> int:
    """0 once the figures stand on standard output."""
    given = arguments("cold", "How soon a game takes an answer after a restart.", 45).parse_args(argv)
    return show(measure(given.seconds), given)


if __name__ == "__main__":
    where, key, number, inputs = sys.argv[1:]
    print(asyncio.run(first(Path(where), Stop(key, int(number), int(inputs), 0))))
