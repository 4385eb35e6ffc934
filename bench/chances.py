"""How likely a seat is to win against what came of it: two bots of a level play, and a curve is fitted.

``python -m bench.chances ronin --games 40 --seed 101``: the position at the beginning of each turn is weighed for both
sides; told are the slope of the curve (``slope`` of a judgement), what was said and what came, and by how much the
curve that is fitted to one half of the games misses the other (Brier; 0.25 is to know nothing).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import sqrt
from random import Random
from time import process_time
from typing import Any

from app.bots.chances import Seen, calibrated, chance, edge, fitted
from app.bots.league import play
from app.engine.events import Seat
from app.engine.session import Session
from app.engine.system import RuleSystem
from app.league import table
from bench.battles import counted


def played(system: RuleSystem[Any], level: str, seed: int, n: int) -> Iterator[Seen]:
    """The positions of a game at the beginning of its turns, as each of both sides has them."""
    setup = table(system, n, Random(f"{seed}/{n}"))
    seat, edges = Seat(setup.sides[0].seat), dict[int, float]()

    def watch(session: Session[Any]) -> None:
        state = session.start.state
        turn = int(getattr(state, "turn", 0))
        if turn and turn not in edges and (ahead := edge(system, state, seat)) is not None:
            edges[turn] = ahead

    found = play(system, setup, 0, (level, level), f"{seed}/{n}", process_time, watch)
    won = (found.result + 1) / 2
    for turn, ahead in edges.items():
        yield from (Seen(n, turn, ahead, won), Seen(n, turn, -ahead, 1 - won))


def missed(rows: Sequence[Seen]) -> tuple[float, float]:
    """By how much the curve of one half of the games misses the other, on the whole, each game counting once; and the
    standard error of that."""
    off: dict[int, list[float]] = {}
    for half in (0, 1):
        slope = fitted([row for row in rows if row.game % 2 != half])
        for row in (row for row in rows if row.game % 2 == half):
            off.setdefault(row.game, []).append((chance(slope, row.edge) - row.result) ** 2)
    games = [sum(one) / len(one) for one in off.values()]
    mean = sum(games) / len(games)
    return mean, sqrt(sum((one - mean) ** 2 for one in games) / len(games) / max(1, len(games) - 1))


def told(rows: Sequence[Seen], games: int) -> Iterable[str]:
    """The curve of all battles and how well it fits, line by line."""
    slope, (off, error) = fitted(rows), missed(rows)
    seen = len({row.game for row in rows})
    yield f"slope {slope:.3f} of {seen} of {games} battles, missed by {off:.3f} ± {error:.3f}"
    for one in calibrated(rows, slope):
        yield f"  {one.positions} positions: said {100 * one.said:.0f} of 100, came {100 * one.came:.0f}"


if __name__ == "__main__":
    raise SystemExit(counted("chances", 40, played, told))
