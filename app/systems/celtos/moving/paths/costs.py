"""What a path uses of an allowance: its length, difficult ground, obstacles stepped over, walls climbed."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import isqrt
from typing import NamedTuple

from app.engine.geometry import CM, Point, Span, distance2, misses, spans
from app.engine.paths import Path, frame
from app.engine.table import Table, Terrain
from app.systems.celtos.book import cm
from app.systems.celtos.ground.terrain import GIANT, crossings, is_low, kind_of, linear_of, may_meet
from app.systems.celtos.measure import HALF, MM
from app.systems.celtos.moving.errands import FIGURES
from app.systems.celtos.state import Model, State

RATE = FIGURES["difficult"]
"""What a length of difficult ground costs for each of its own (CEL-MOV-13)."""
STEP = cm(FIGURES["obstacle"])
FINE = 32
"""Bits kept below 1/100 mm while lengths are summed."""


@lru_cache(maxsize=64)
def slow_ground(ground: Table) -> tuple[Terrain, ...]:
    """Area pieces that hinder movement (CEL-TER-03)."""
    return tuple(p for p in ground.pieces if p.closed and kind_of(p).movement == "difficult")


@lru_cache(maxsize=64)
def open_ground(ground: Table) -> tuple[Terrain, ...]:
    """Area pieces that lie open over others: fords and bridges (CEL-SCN-02)."""
    return tuple(p for p in ground.pieces if p.closed and kind_of(p).movement == "open")


class Hindrances(NamedTuple):
    """What makes ways dear for one model: slow ground, what lies open over it, and lines with what each costs."""

    slow: tuple[Terrain, ...]
    free: tuple[Terrain, ...]
    lines: tuple[tuple[Terrain, int], ...]

    def about(self, way: Path) -> Hindrances:
        """Those of them that this way may meet, seen by their boxes alone."""
        it = frame(way)
        slow = tuple([p for p in self.slow if may_meet(p, it)])
        lines = tuple([row for row in self.lines if may_meet(row[0], it)])
        return Hindrances(slow, tuple([p for p in self.free if may_meet(p, it)]) if slow else (), lines)


def hindrances(state: State, me: Model, way: Path) -> Hindrances:
    """All that may make this way dear for this model (CEL-MOV-13)."""
    return _hindrances(state.table, me.has("surefoot"), me.size >= GIANT).about(way)


@lru_cache(maxsize=64)
def _hindrances(ground: Table, surefoot: bool, giant: bool) -> Hindrances:
    tolls = ((piece, toll(piece, giant)) for piece in linear_of(ground))
    slow = () if surefoot else slow_ground(ground)
    return Hindrances(slow, open_ground(ground), tuple((piece, price) for piece, price in tolls if price))


class Used(NamedTuple):
    """What a way uses: a length in fine parts of 1/100 mm, and tolls in 1/100 mm."""

    fine: int = 0
    tolls: int = 0

    def and_(self, other: Used) -> Used:
        """Both together."""
        return Used(self.fine + other.fine, self.tolls + other.tolls)

    @property
    def whole(self) -> int:
        """In 1/100 mm, to the nearest millimetre (CEL-GEN-04)."""
        return ((self.fine >> FINE) + self.tolls + HALF) // MM * MM


def leg_used(on: Hindrances, a: Point, b: Point) -> Used:
    """What one straight leg uses."""
    length = isqrt(distance2(a, b) << (2 * FINE))
    tolls = sum(price * times_met(piece, a, b) for piece, price in on.lines) if on.lines else 0
    if not on.slow:
        return Used(length, tolls)
    share = slow_share(on, a, b)
    return Used(length + (RATE - 1) * length * share.numerator // share.denominator, tolls)


def path_cost(state: State, me: Model, path: Path) -> int:
    """What this model uses to walk this path, in 1/100 mm, to the nearest millimetre (CEL-MOV-13, CEL-GEN-04).

    The last answer stays with the model: a path that was judged is mostly walked next.
    """
    for way, ground, spent in me.walked:
        if way is path and ground is state.table:
            return spent
    on, used = hindrances(state, me, path), Used()
    for a, b in pairwise(path):
        used = used.and_(leg_used(on, a, b))
    me.walked[:] = [(path, state.table, used.whole)]
    return used.whole


def slow_share(on: Hindrances, a: Point, b: Point) -> Fraction:
    """What part of a straight way lies in difficult ground, once however many pieces lie there (CEL-MOV-13)."""
    slow = [span for p in on.slow if not misses(p.outline, a, b, 0) for span in spans(a, b, p.outline)]
    if not slow:
        return Fraction(0)
    free = [span for p in on.free for span in spans(a, b, p.outline)]
    cuts = sorted({Fraction(0), Fraction(1), *(end for span in slow + free for end in span)})
    return sum((last - first for first, last in pairwise(cuts)
                if _covers(slow, first, last) and not _covers(free, first, last)), Fraction(0))  # fmt: skip


def _covers(stretches: list[Span], first: Fraction, last: Fraction) -> bool:
    return any(span.first <= first and last <= span.last for span in stretches)


def toll(piece: Terrain, giant: bool) -> int:
    """What it costs a model, giant or not, to cross this line once (CEL-MOV-13, CEL-TER-05, CEL-TER-09)."""
    kind = kind_of(piece)
    if is_low(kind):
        return 0 if kind.giants_ignore and giant else STEP
    return kind.height * CM


def times_met(piece: Terrain, a: Point, b: Point) -> int:
    """How often the centre comes to a line; setting out from it costs nothing, it was paid for on the way in."""
    return sum(at != a for at in crossings(piece, a, b))
