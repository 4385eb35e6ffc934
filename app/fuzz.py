"""``app fuzz``: many random games at once, and one line that says how they went."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Any

from app.conformance import Fault, RandomGame, draw_setup
from app.engine.system import RuleSystem
from app.games import offers
from app.systems import system_of

PROCESSES = 2
SHOWN = 10


@dataclass(slots=True)
class Tally:
    """What came out of many games."""

    games: int = 0
    inputs: int = 0
    seconds: float = 0
    faults: list[tuple[str, str]] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Both together, as if played one after the other."""
        self.games += other.games
        self.inputs += other.inputs
        self.faults += other.faults

    def line(self) -> str:
        """The closing line."""
        kinds = Counter(kind for kind, _ in self.faults)
        rate = round(self.inputs / self.seconds) if self.seconds else 0
        return (
            f"{self.games} games, {self.inputs} inputs, {rate} inputs/s, exceptions {kinds['exception']}, "
            f"dead ends {kinds['dead-end']}, unequal re-runs {kinds['unequal']}, broken promises {kinds['promise']}"
        )


def games_of(system: RuleSystem[Any], seeds: Iterable[int], points: int = 0) -> Tally:
    """One game for each seed; all of so many points where that is said."""
    tally = Tally()
    for seed in seeds:
        game = RandomGame(system, seed, draw_setup(system, Random(seed), points) if points else None)
        try:
            game.play()
        except Fault as fault:
            tally.faults.append((fault.kind, str(fault)))
        tally.games += 1
        tally.inputs += game.inputs
    return tally


def games_by_key(key: str, seeds: list[int], points: int) -> Tally:
    """The same, for another process."""
    return games_of(system_of(key), seeds, points)


def played(key: str, shares: list[list[int]], points: int = 0) -> list[Tally]:
    """Each share played, by a process of its own if there are several."""
    if len(shares) == 1:
        return [games_by_key(key, shares[0], points)]
    with ProcessPoolExecutor(len(shares)) as pool:
        return list(pool.map(games_by_key, [key] * len(shares), shares, [points] * len(shares)))


def is_offered(key: str, points: int) -> bool:
    """Whether some scenario is played at so many points."""
    book = system_of(key).catalogue()
    return any(points in (offers.limits(book, row) or ()) for row in book["scenarios"])


def run(key: str, games: int, seed: int, points: int = 0) -> int:
    """0 if every game kept every promise; the closing line has been printed.  ``points``: of every game, 0 any."""
    began, tally = perf_counter(), Tally()
    seeds = range(seed, seed + games)
    processes = min(PROCESSES, os.cpu_count() or 1, games)
    shares = [list(seeds[i::processes]) for i in range(processes)]
    for part in played(key, shares, points):
        tally.add(part)
    tally.seconds = perf_counter() - began
    for kind, what in tally.faults[:SHOWN]:
        sys.stdout.write(f"{kind}: {what}\n")
    sys.stdout.write(f"{key}: {tally.line()}\n")
    return 1 if tally.faults else 0
