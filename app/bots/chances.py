"""How likely a seat is to win: what a position is worth to it before the others, made a chance by games of bots."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp
from typing import Any

from msgspec import Struct

from app.engine.events import Seat
from app.engine.judgement import judgement_of
from app.engine.system import RuleSystem

STEADY = 0.0
"""The temper with which a position is judged where nobody in particular plays it."""
ROUNDS, STILL = 60, 1e-9
MOST = 40.0


class Seen(Struct, frozen=True):
    """A position of a game that has ended: by how much it was better for a seat, and what came of it (0, 0.5 or 1)."""

    game: int
    turn: int
    edge: float
    result: float


def edge(system: RuleSystem[Any], state: Any, seat: Seat) -> float | None:
    """By how much a position is worth more to a seat than to who stands best of the others; ``None`` where its system
    does not say."""
    judgement = judgement_of(system)
    if judgement is None:
        return None
    seats = [Seat(side.seat) for side in system.view(state, None).sides]
    worths = {one: judgement.worth(state, one, judgement.plan(state, one, STEADY)) for one in seats}
    others = [worth for one, worth in worths.items() if one != seat]
    return (worths[seat] - max(others)) / 2 if others else None


def chance(slope: float, ahead: float) -> float:
    """How likely whoever is so much ahead is to win."""
    return 1 / (1 + exp(-max(-MOST, min(MOST, slope * ahead))))


def fitted(rows: Sequence[Seen]) -> float:
    """The slope under which what came of the games is likeliest: a logistic curve through even chances.

    Each game counts once, however many of its positions were seen.
    """
    counts: dict[int, int] = {}
    for row in rows:
        counts[row.game] = counts.get(row.game, 0) + 1
    slope = 0.0
    for _ in range(ROUNDS):
        odds = [(row, chance(slope, row.edge), 1 / counts[row.game]) for row in rows]
        up = sum(weight * row.edge * (row.result - p) for row, p, weight in odds)
        bend = sum(weight * row.edge**2 * p * (1 - p) for row, p, weight in odds)
        step = up / bend if bend else 0.0
        slope += step
        if abs(step) < STILL:
            break
    return slope


class Bin(Struct, frozen=True):
    """Positions with about the same chance: how many, what was said on the whole, and what came of them."""

    positions: int
    said: float
    came: float


def calibrated(rows: Iterable[Seen], slope: float, bins: int = 5) -> list[Bin]:
    """What was said and what came, for chances from low to high."""
    found: list[list[tuple[float, float]]] = [[] for _ in range(bins)]
    for row in rows:
        p = chance(slope, row.edge)
        found[min(bins - 1, int(p * bins))].append((p, row.result))
    return [Bin(len(one), sum(p for p, _ in one) / len(one), sum(r for _, r in one) / len(one)) for one in found if one]
