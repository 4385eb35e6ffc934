"""``app tune``: a level plays itself with other weights, and what plays better is kept with its seed and date."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from app.bots.league import Played, play, policy_of
from app.bots.tuning import Tried, Weights, climb, is_better
from app.engine.judgement import Judgement, judgement_of
from app.league import processes, summary, table
from app.systems import system_of


class Search(Struct, frozen=True):
    """What is tuned: a system, the level that plays, how many games a match has, the seed, one scenario or all."""

    system: str
    level: str
    games: int
    seed: int
    scenario: str = ""


def run(search: Search, rounds: int, out: Path, date: str) -> int:
    """0 once all rounds are played; a line more in the file says what was tried and what came of it."""
    begun = judged(search.system).weights
    best, rows = dict(begun), list[Tried]()
    for row in climb(begun, rounds, Random(f"{search.seed}/tune"), partial(match, search)):
        best = row.weights if row.kept else best
        rows.append(row)
        sys.stdout.write(f"round {len(rows)}: {row.score} ± {row.error} of 100{', kept' if row.kept else ''}\n")
    kept = found(search, begun, best, rows, date)
    with out.open("ab") as file:
        file.write(msgspec.json.encode(kept) + b"\n")
    sys.stdout.write(f"{told(kept)}\n")
    return 0


def found(search: Search, begun: Weights, best: Weights, rows: Sequence[Tried], date: str) -> dict[str, Any]:
    """What came of a search: its weights in hundredths, and a last match with those it began with on other tables."""
    score, error = match(search, best, begun, len(rows)) if any(row.kept for row in rows) else (50.0, 0.0)
    return {
        **msgspec.structs.asdict(search), "date": date, "rounds": len(rows), "kept": sum(row.kept for row in rows),
        "tried": [[row.score, row.error] for row in rows], "weights": hundredths(best), "score": score, "error": error,
        "better": is_better(score, error),
    }  # fmt: skip


def hundredths(weights: Weights) -> dict[str, int]:
    """Weights as the files of a system say them."""
    return {name: round(100 * value) for name, value in weights.items()}


def told(kept: dict[str, Any]) -> str:
    """What came of a search, in a line."""
    if not kept["kept"]:
        return "Nothing that was tried is better by more than its error."
    proven = "better" if kept["better"] else "not better"
    return f"{kept['score']} ± {kept['error']} of 100 against what it began with: {proven}. {kept['weights']}"


def match(search: Search, tried: Weights, best: Weights, number: int) -> tuple[float, float]:
    """The score of weights against others on the tables of this number, each played twice with the sides swapped."""
    work = partial(fixture, search, (tried, best), number)
    with ProcessPoolExecutor(processes(search.games)) as pool:
        rows = list(pool.map(work, range(search.games)))
    said = summary(rows)
    return said["score"], said["error"]


def fixture(search: Search, weights: tuple[Weights, Weights], number: int, n: int) -> Played:
    """A game of such a match."""
    system, seed = system_of(search.system), f"{search.seed}/{number}/{n // 2}"
    judgements = (replace(judged(search.system), weights=one) for one in weights)
    home, away = (policy_of(search.level, judgement) for judgement in judgements)
    return play(system, table(system, n // 2, Random(seed), search.scenario), n % 2, (home, away), seed, still)


def judged(system: str) -> Judgement[Any]:
    """How a system judges."""
    judgement = judgement_of(system_of(system))
    if judgement is None:
        raise LookupError(f"{system} does not say how to judge")
    return judgement


def still() -> float:
    """No clock: what a decision takes does not matter."""
    return 0.0


def lines(file: Path) -> Iterable[dict[str, Any]]:
    """All searches of a file."""
    return (msgspec.json.decode(line) for line in file.read_bytes().splitlines())
