"""How far along a path an allowance goes: leg by leg, as if every beginning of the path were reckoned by itself."""

from __future__ import annotations

from random import Random

from app.engine.geometry import Point
from app.engine.paths import Path, length, split_at
from app.systems import system_of
from app.systems.celtos.moving.paths.costs import path_cost
from app.systems.celtos.page.moves_look import afforded
from app.systems.celtos.state import Model, State
from tests.attacks.costly import first_wish, setup_of, wild


def plainly(state: State, me: Model, path: Path, allowed: int) -> int:
    """The same, each beginning reckoned afresh."""
    low, high = 0, length(path)
    while low < high:
        middle = (low + high + 1) // 2
        fits = path_cost(state, me, split_at(path, middle)[0]) <= allowed
        low, high = (middle, high) if fits else (low, middle - 1)
    return low


def test_whole_legs_are_reckoned_once_and_nothing_else_changes() -> None:
    system = system_of("celtos")
    for seed in range(4):
        rng = Random(seed)
        wish = first_wish(rng)
        setup = setup_of(system, wish, rng)
        assert setup is not None
        state = system.begin(setup)
        for me in list(state.models.values())[:6]:
            for step in (50, 1000, 8000):
                start = [rng.randrange(120_000), rng.randrange(120_000)]
                drawn = wild(start, rng.choice((2, 5, 20)), wish._replace(step=step), rng)
                path, allowed = tuple(Point(x, y) for x, y in drawn), rng.randrange(20_000)
                assert afforded(state, me, path, allowed) == plainly(state, me, path, allowed)
