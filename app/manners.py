"""``app manners``: battles of two bots of a level, and how many of their orders had no sense."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random
from time import process_time
from typing import Any

import msgspec

from app.bots.league import Played, play
from app.engine.judgement import judgement_of
from app.engine.manners import BARS, Deed, Happened, turns
from app.engine.session import Session
from app.league import processes, table
from app.systems import system_of


def run(system: str, level: str, games: int, seed: int, scenario: str, *, as_json: bool) -> int:
    """0 once all battles are played and told."""
    battles = play_all(system, level, games, seed, scenario)
    told = summary([deed for _, deeds in battles for deed in deeds])
    if as_json:
        sys.stdout.write(f"{msgspec.json.encode({'games': games, 'manners': told}).decode()}\n")
        return 0
    sys.stdout.write(f"{system}: {level} against itself, {games} battles, seed {seed}\n")
    for manner, row in told.items():
        bar = "" if row["bar"] is None else f", at most {row['bar']}"
        sys.stdout.write(f"  {manner}: {row['bad']} of {row['of']} ({row['share']} of 100{bar})\n")
    return 0


def play_all(system: str, level: str, games: int, seed: int, scenario: str = "") -> list[tuple[Played, list[Deed]]]:
    """What was counted in each battle, as many at a time as there are processes."""
    work = partial(battle, system, level, seed, scenario)
    with ProcessPoolExecutor(processes(games)) as pool:
        return list(pool.map(work, range(games)))


def battle(system: str, level: str, seed: int, scenario: str, n: int) -> tuple[Played, list[Deed]]:
    """The battle of this number, and what was counted in it."""
    found, sessions = system_of(system), list[Session[Any]]()
    judgement = judgement_of(found)
    setup = table(found, n, Random(f"{seed}/{n}"), scenario)
    played = play(found, setup, n % 2, (level, level), f"{seed}/{n}", process_time, sessions.append)
    deeds = (judgement.manners(turn) for turn in turns(folded(sessions))) if judgement else ()
    return played, [deed for turn in deeds for deed in turn]


def folded(sessions: Iterable[Session[Any]]) -> Iterator[Happened]:
    """Every event with the state before and after it."""
    for session in sessions:
        state = session.start.state
        for event in session.events:
            after = session.system.evolve(state, event)
            yield Happened(state, event, after)
            state = after


def summary(deeds: Iterable[Deed]) -> dict[str, dict[str, Any]]:
    """How many there were of each, how many were bad, and how many may be."""
    of, bad = Counter[str](), Counter[str]()
    for deed in deeds:
        of[deed.manner] += 1
        bad[deed.manner] += deed.bad
    return {
        manner: {"of": n, "bad": bad[manner], "share": round(100 * bad[manner] / n, 1), "bar": bar}
        for manner, bar in BARS.items()
        if (n := of[manner])
    }
