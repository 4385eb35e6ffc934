"""What a path uses of an allowance: its length, difficult ground, obstacles stepped over, walls climbed."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import isqrt

from app.engine.geometry import CM, Point, Span, distance2, misses, spans
from app.engine.paths import Path
from app.engine.table import Table, Terrain
from app.systems.celtos.book import cm
from app.systems.celtos.errands import FIGURES
from app.systems.celtos.measure import HALF, MM
from app.systems.celtos.state import Model, State
from app.systems.celtos.terrain import GIANT, crossings, is_low, kind_of, linear_of

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


def path_cost(state: State, me: Model, path: Path) -> int:
    """What this model uses to walk this path, in 1/100 mm, to the nearest millimetre (CEL-MOV-13, CEL-GEN-04)."""
    ground, fine = state.table, 0
    sure = me.has("surefoot")
    for a, b in pairwise(path):
        length = isqrt(distance2(a, b) << (2 * FINE))
        share = Fraction(0) if sure else slow_share(ground, a, b)
        fine += length + (RATE - 1) * length * share.numerator // share.denominator
    used = (fine >> FINE) + obstacles(ground, me, path)
    return (used + HALF) // MM * MM


def slow_share(ground: Table, a: Point, b: Point) -> Fraction:
    """What part of a straight way lies in difficult ground, once however many pieces lie there (CEL-MOV-13)."""
    slow = [span for p in slow_ground(ground) if not misses(p.outline, a, b, 0) for span in spans(a, b, p.outline)]
    if not slow:
        return Fraction(0)
    free = [span for p in open_ground(ground) for span in spans(a, b, p.outline)]
    cuts = sorted({Fraction(0), Fraction(1), *(end for span in slow + free for end in span)})
    return sum((last - first for first, last in pairwise(cuts)
                if _covers(slow, first, last) and not _covers(free, first, last)), Fraction(0))  # fmt: skip


def _covers(stretches: list[Span], first: Fraction, last: Fraction) -> bool:
    return any(span.first <= first and last <= span.last for span in stretches)


def obstacles(ground: Table, me: Model, path: Path) -> int:
    """What the lines a path meets cost: each time a step over a low one, the height of a high one (CEL-MOV-13)."""
    priced = ((piece, toll(piece, me)) for piece in linear_of(ground))
    return sum(price * times_met(piece, path) for piece, price in priced if price)


def toll(piece: Terrain, me: Model) -> int:
    """What it costs this model to cross this line once (CEL-MOV-13, CEL-TER-05, CEL-TER-09)."""
    kind = kind_of(piece)
    if is_low(kind):
        return 0 if kind.giants_ignore and me.size >= GIANT else STEP
    return kind.height * CM


def times_met(piece: Terrain, path: Path) -> int:
    """How often the centre comes to a line; setting out from it costs nothing, it was paid for on the way in."""
    return sum(at != a for a, b in pairwise(path) for at in crossings(piece, a, b))
