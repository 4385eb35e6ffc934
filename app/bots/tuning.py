"""Weights of a judgement tried against each other: what plays better beyond its error is gone on from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import exp
from random import Random

from msgspec import Struct

Weights = Mapping[str, float]
Match = Callable[[Weights, Weights, int], tuple[float, float]]
"""Score of 100, and its error, of weights against others in the match of this number."""
EVEN = 50.0
PART, STEP = 0.4, 0.35
"""How likely a weight is tried anew, and by how much, as the spread of its logarithm."""


class Tried(Struct, frozen=True):
    """Weights that were tried against those gone on from, how they scored, and whether they are gone on from now."""

    weights: dict[str, float]
    score: float
    error: float
    kept: bool


def is_better(score: float, error: float) -> bool:
    """Whether a match was won by more than its error."""
    return score - error > EVEN


def anew(weights: Weights, rng: Random) -> dict[str, float]:
    """Some of the weights, one at least, drawn anew about what they are."""
    chosen = {name for name in weights if rng.random() < PART} or {rng.choice(sorted(weights))}
    return {name: value * exp(rng.gauss(0, STEP)) if name in chosen else value for name, value in weights.items()}


def climb(weights: Weights, rounds: int, rng: Random, match: Match) -> Iterator[Tried]:
    """Round after round weights near the best so far are matched with them."""
    best = dict(weights)
    for number in range(rounds):
        tried = anew(best, rng)
        score, error = match(tried, best, number)
        kept = is_better(score, error)
        best = tried if kept else best
        yield Tried(tried, score, error, kept)
