"""What a bench that has bots play battles is asked, and what it has found."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from app.engine.system import RuleSystem
from app.systems import system_of

Found = TypeVar("Found")
Play = Callable[[RuleSystem[Any], str, int, int], Iterator[Found]]
"""What a battle of a system, of bots of a level, with a seed, the n-th, has shown."""


def counted(name: str, games: int, played: Play[Found], told: Callable[[list[Found], int], Iterable[str]]) -> int:
    """0 once all games that were asked for are played, and what they have shown is told."""
    parser = argparse.ArgumentParser(prog=f"python -m bench.{name}")
    parser.add_argument("system")
    parser.add_argument("--level", default="novice")
    parser.add_argument("--games", type=int, default=games)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    system = system_of(given.system)
    rows = [row for n in range(given.games) for row in played(system, given.level, given.seed, n)]
    for line in told(rows, given.games):
        sys.stdout.write(f"{line}\n")
    return 0
