"""Random games of every system keep every promise: each scenario in turn, each at a size that was not played yet."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest

from app.conformance import RandomGame, draw_setup
from app.engine.system import RuleSystem, Setup
from app.systems import SYSTEMS, system_of

GAMES, FIRST = {"ronin": 11, "celtos": 11, "daimyo": 8, "kensei": 8}, 1000
"""Every scenario is played, and those of small bands more than once."""
FEW = 40
"""Draws of which one is played."""
NUMBERED = [(key, number) for key, games in GAMES.items() for number in range(games)]


@cache
def spread(key: str) -> list[tuple[int, Setup]]:
    """As many seeds as there are games, with what they draw: of each few the one whose scenario, then whose size, was
    drawn least until then."""
    system, found = system_of(key), list[tuple[int, Setup]]()
    scenarios, sizes = Counter[str](), Counter[tuple[int, int]]()
    for game in range(GAMES[key]):
        seeds = range(FIRST + FEW * game, FIRST + FEW * (game + 1))
        draws = [(seed, draw_setup(system, Random(seed))) for seed in seeds]
        seed, setup = min(draws, key=lambda one: (scenarios[one[1].scenario], sizes[size(one[1])]))
        found.append((seed, setup))
        scenarios[setup.scenario] += 1
        sizes[size(setup)] += 1
    return found


def size(setup: Setup) -> tuple[int, int]:
    """How many play, and with how many points."""
    return len(setup.sides), int(setup.options.get("points", 0))


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize(("key", "number"), NUMBERED)
def test_many_games_keep_every_promise(key: str, number: int) -> None:
    seed, _ = spread(key)[number]
    game = RandomGame(system_of(key), seed)
    game.play()
    assert game.inputs > 0


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_every_scenario_is_among_them(system: RuleSystem[Any]) -> None:
    setups = [setup for _, setup in spread(system.key)]
    assert {setup.scenario for setup in setups} == {row["id"] for row in system.catalogue()["scenarios"]}
