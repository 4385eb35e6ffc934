"""``app league``: fixtures of two levels of bots, every table played twice with the sides swapped."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from random import Random
from time import process_time
from typing import Any

import msgspec

from app.bots.league import Played, play
from app.conformance import draw_options
from app.engine.system import RuleSystem, Setup
from app.games import offers
from app.systems import system_of

PROCESSES = 2
TRIES = 200
NEAR = 0.1
"""By which share of the limit two armies of a fixture may differ in points."""


def run(
    system: str, levels: tuple[str, str], games: int, seed: int, scenario: str, *, as_json: bool, ending: bool = False
) -> int:  # fmt: skip
    """0 once all games are played and told."""
    rows = play_all(system, levels, games, seed, scenario, ending=ending)
    told = summary(rows)
    if as_json:
        sys.stdout.write(f"{msgspec.json.encode({**told, 'scenarios': by_scenario(rows)}).decode()}\n")
        return 0
    sys.stdout.write(f"{system}: {levels[0]} against {levels[1]}, {games} games, seed {seed}\n{line(told)}\n")
    for key, row in by_scenario(rows).items():
        sys.stdout.write(f"  {key}: {row['wins']} won, {row['draws']} drawn, {row['losses']} lost\n")
    return 0


def line(told: dict[str, Any]) -> str:
    """What came of the games, in a line."""
    return (
        "{wins} won, {draws} drawn, {losses} lost; {score} ± {error} of 100; a decision takes {ms_median} ms of a "
        "processor at the median, {ms_p99} at the 99th percentile"
    ).format(**told)


def play_all(
    system: str, levels: tuple[str, str], games: int, seed: int, scenario: str = "", *, ending: bool = False
) -> list[Played]:  # fmt: skip
    """All games of a league, as many at a time as there are processes."""
    work = partial(fixture, system, levels, seed, scenario, ending=ending)
    if games < PROCESSES * 2:
        return [work(n) for n in range(games)]
    with ProcessPoolExecutor(processes(games)) as pool:
        return list(pool.map(work, range(games)))


def processes(games: int) -> int:
    """How many games are played at a time."""
    return max(1, min(PROCESSES, os.cpu_count() or 1, games))


def fixture(system: str, levels: tuple[str, str], seed: int, scenario: str, n: int, *, ending: bool = False) -> Played:
    """The game of this number: even ones and those after them are the same table, with the sides swapped."""
    found = system_of(system)
    setup = table(found, n // 2, Random(f"{seed}/{n // 2}"), scenario)
    return play(found, setup, n % 2, levels, f"{seed}/{n // 2}", process_time, ending=ending)


def table(system: RuleSystem[Any], n: int, rng: Random, scenario: str = "") -> Setup:
    """A lawful table for two with armies that are near each other in points; scenarios take turns."""
    book = system.catalogue()
    rows = [row for row in book["scenarios"]
            if offers.TWO in offers.players(row) and scenario in ("", row["id"])]  # fmt: skip
    if not rows:
        raise LookupError(f"no scenario of {system.key} for two is called {scenario!r}")
    for near in (NEAR, 1.0):
        for tried in range(TRIES):
            row = rows[(n + tried // (TRIES // 2)) % len(rows)]
            limit = rng.choice(offers.limits(book, row) or (0,))
            pair = [rng.choice(fitting) for seat in range(2) if (fitting := offers.fitting(book, row, limit, seat))]
            if len(pair) < offers.TWO or (not row.get("parts") and not are_near(pair, near * limit)):
                continue
            rosters = [{"sample": one["id"]} for one in pair]
            options = between_two(book, draw_options(book, row, 2, limit, rng))
            setup = Setup(row["id"], offers.laid(2, rosters), options)
            if not system.refuse_setup(setup):
                return setup
    raise LookupError(f"{system.key} offers no lawful table")


def between_two(book: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    """The options but those with which one side plays by itself."""
    said = book.get("options", {})
    return {key: value for key, value in options.items() if not said.get(key, {}).get("alone")}


def are_near(pair: Sequence[Any], most: float) -> bool:
    """Whether two ready rosters differ by no more points than that; where none are counted all do."""
    first, second = (one.get("points", 0) for one in pair)
    return not most or abs(first - second) <= most


def summary(rows: Sequence[Played]) -> dict[str, Any]:
    """Wins, draws and losses of the home level, its score of 100 with its standard error, and its time a decision."""
    games, results = len(rows), Counter(row.result for row in rows)
    scores = [(row.result + 1) / 2 for row in rows]
    mean = sum(scores) / games
    spread = sqrt(sum((score - mean) ** 2 for score in scores) / games / max(1, games - 1))
    took = sorted(ms for row in rows for ms in row.home_ms) or [0.0]
    return {
        "games": games, "wins": results[1], "draws": results[0], "losses": results[-1],
        "score": round(100 * mean, 1), "error": round(100 * spread, 1),
        "ms_median": round(took[len(took) // 2], 1), "ms_p99": round(took[len(took) * 99 // 100], 1),
    }  # fmt: skip


def by_scenario(rows: Sequence[Played]) -> dict[str, dict[str, int]]:
    """Wins, draws and losses at each scenario."""
    found: dict[str, Counter[int]] = {}
    for row in rows:
        found.setdefault(row.scenario, Counter())[row.result] += 1
    return {key: {"wins": n[1], "draws": n[0], "losses": n[-1]} for key, n in sorted(found.items())}
