"""Many random games of every system on two processes keep every promise, as the command plays them."""

from __future__ import annotations

import subprocess
import sys

import pytest

from app.systems import SYSTEMS

GAMES, FIRST = {"ronin": 40, "celtos": 35, "daimyo": 10, "kensei": 8}, 1000
"""A battle of armies is ten times as long as a skirmish."""
CLEAN = ", exceptions 0, dead ends 0, unequal re-runs 0, broken promises 0"


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("key", [system.key for system in SYSTEMS])
def test_many_games_keep_every_promise(key: str) -> None:
    command = ["-m", "app.bootstrap.inside", "fuzz", key, "--games", str(GAMES[key]), "--seed", str(FIRST)]
    played = subprocess.run([sys.executable, *command], capture_output=True, text=True, check=False)
    line = played.stdout.splitlines()[-1]
    assert played.returncode == 0, played.stdout + played.stderr
    assert line.startswith(f"{key}: {GAMES[key]} games, "), line
    assert line.endswith(CLEAN), line
