"""Where a way that is to end at a base may end at it otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from app.engine.formations import spot
from app.engine.geometry import Base, distance
from app.engine.paths import MAX_POINTS, Path, length
from app.engine.remedies import is_free
from app.engine.trig import TURN, bearing

TOUCHING = 60
"""Within this of a base one touches it, as a hand may tell."""
TURNS = tuple(side * turn for turn in range(1_500, 9_001, 1_500) for side in (1, -1))
"""How far round a base another place is looked for, the nearest first."""


def elsewhere(path: Path, radius: int, bases: Iterable[Base], most: Iterable[int]) -> Iterator[Path]:
    """The ways of no more than the longest of these lengths to where a base that one ends beside is touched elsewhere,
    straight or straight on to it from farther off, the nearest first."""
    drop, before, known = path[-1], path[:-1], tuple(bases)
    met = min(known, key=lambda b: abs(distance(drop, b.at) - b.radius - radius), default=None)
    if met is None or not 0 <= (gap := distance(drop, met.at) - met.radius - radius) <= TOUCHING:
        return
    way, longest = bearing(drop.x - met.at.x, drop.y - met.at.y), max(most, default=0)
    for turn in TURNS:
        far = met.radius + radius + max(3, gap)
        place, off = (spot(met.at, (way + turn) % TURN, 0, n) for n in (far, far + 2 * radius))
        ways = ((*before, place), (*before, off, place)) if is_free(place, radius, known) else ()
        yield from (one for one in ways if length(one) <= longest and len(one) <= MAX_POINTS)
