"""Two hundred random games of every system on two processes keep every promise."""

from __future__ import annotations

import pytest

from app import fuzz
from app.systems import SYSTEMS

GAMES = 200
FIRST = 1000


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("key", [system.key for system in SYSTEMS])
def test_two_hundred_games_keep_every_promise(key: str) -> None:
    seeds = range(FIRST, FIRST + GAMES)
    tallies = fuzz.played(key, [list(seeds[0::2]), list(seeds[1::2])])
    assert [fault for tally in tallies for fault in tally.faults] == []
    assert sum(tally.games for tally in tallies) == GAMES
    assert all(tally.inputs > GAMES for tally in tallies)
