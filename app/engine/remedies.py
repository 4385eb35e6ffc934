"""What a hand meant that slipped: the nearest legal answer to a drawn one, found by the test that judges it.

Nothing here knows a rule.  Answers near the one that was drawn are put to its domain's own test, a bounded number of
them, and what is handed back has stood it.  Lengths are whole 1/100 mm, angles whole 1/100 degree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from math import isqrt
from typing import Generic, NamedTuple, TypeVar

from app.engine.formations import spot
from app.engine.geometry import (
    Base,
    Box,
    Point,
    Polygon,
    along,
    box,
    distance,
    distance2,
    nearest_on_segment,
    overlap,
    rotate,
    towards,
)
from app.engine.paths import MAX_POINTS, Based, Path, clip, first_contact, length
from app.engine.refusals import Clause, Refusal
from app.engine.table import Table
from app.engine.trig import TURN, bearing

A = TypeVar("A")
Legal = Callable[[A], bool]
MOST = 60
"""So many answers at most are put to a test for one that was refused."""
FIRST, GRAIN = 25, 5
"""How far off the first other answer is tried, and how exactly the nearest legal one is found."""
MAGNET = 500
"""Let go within this of a base, a hand meant to end beside it."""
NEAR_ENOUGH = 200
"""Who is brought back by no more than this is not looked for elsewhere."""
CLOSE = 1_000
"""Where a named place this near to where a hand let go is legal, it is what was meant."""
SIDES = (9_000, -9_000, 4_500, -4_500, 13_500, -13_500)
ROUND = (*SIDES, 0, 18_000)
SQUARE = 1_000
"""Within this of a right angle something is squared up."""
SPENT = Refusal("", Clause(""))
"""Stands for the refusal of what is not tried any more."""
ORIGIN = Point(0, 0)


def no_bases() -> Iterable[Base]:
    """No bases are known."""
    return ()


class Hints(NamedTuple):
    """What a system may say of a table, to be tried first: the bases one may end beside, and its size (0: unknown)."""

    bases: Callable[[], Iterable[Base]] = no_bases
    size: tuple[int, int] = (0, 0)


NO_HINTS = Hints()


def among(table: Table, others: Callable[[], Iterable[Based]]) -> Hints:
    """The hints of a table on which these others stand; they are looked at when an answer is mended."""
    return Hints(lambda: [other.base for other in others()], (table.width, table.depth))


class Trial(Generic[A]):
    """Puts answers to a test, so many at most."""

    __slots__ = ("_test", "left")

    def __init__(self, test: Callable[[A], Refusal | None], left: int = MOST) -> None:
        self._test, self.left = test, left

    def no(self, answer: A) -> Refusal | None:
        """Why this answer is not legal; ``SPENT`` once too many were tried."""
        self.left -= 1
        return self._test(answer) if self.left >= 0 else SPENT

    def __call__(self, answer: A) -> bool:
        """Whether it is legal."""
        return self.no(answer) is None


# -- a number ---------------------------------------------------------------------------


def nearest(value: int, low: int, high: int, legal: Legal[int], first: int = FIRST, grain: int = GRAIN) -> int | None:
    """The legal number nearest to one that is not, from ``low`` to ``high``; ``None`` if none is found.

    Steps off grow twofold, to both sides; the last one is then halved until it is found to within ``grain``.
    """
    last, off = 0, first
    while value - last > low or value + last < high:
        found: list[int] = []
        for way in (-1, 1):
            tried = max(low, min(high, value + way * off))
            if abs(tried - value) > last and legal(tried):
                found.append(closer(value + way * last, tried, legal, grain))
        if found:
            return min(found, key=lambda number: abs(number - value))
        last, off = off, 2 * off
    return None


def closer(bad: int, good: int, legal: Legal[int], grain: int = GRAIN) -> int:
    """A legal number as near to an illegal one as halving the way between them finds."""
    while abs(good - bad) > grain:
        middle = (good + bad) // 2
        bad, good = (bad, middle) if legal(middle) else (middle, good)
    return good


# -- where a body ends ------------------------------------------------------------------


def drawn_in(at: Point, radius: int, size: tuple[int, int]) -> Point:
    """The place brought wholly onto the table, where its size is known."""
    wide, deep = size
    if not wide or not deep:
        return at
    return Point(max(radius, min(wide - radius, at.x)), max(radius, min(deep - radius, at.y)))


def beside(at: Point, radius: int, bases: Iterable[Base]) -> list[Point]:
    """Places beside the bases that a body stands on or hardly off, the nearest first."""
    near = [(distance(at, b.at) - b.radius - radius, b) for b in bases if b.at != at]
    met = sorted((row for row in near if row[0] <= MAGNET), key=lambda row: abs(row[0]))[:2]
    return [towards(b.at, at, b.radius + radius + hair) for _, b in met for hair in (2, 60)]


def pockets(at: Point, radius: int, bases: Iterable[Base]) -> list[Point]:
    """Places that touch two of the bases nearest to one."""
    near = sorted(bases, key=lambda b: distance(at, b.at) - b.radius)[:3]
    return [place for a, b in combinations(near, 2) for place in touching(a, b, radius)]


def touching(a: Base, b: Base, radius: int) -> list[Point]:
    """The two places at which a body stands beside both bases; none if these are too far apart, or on one spot."""
    (ax, ay), (bx, by), far2 = a.at, b.at, distance2(a.at, b.at)
    r, q = (one.radius + radius + 3 for one in (a, b))
    along2 = far2 + r * r - q * q
    high2 = 4 * far2 * r * r - along2 * along2
    if not far2 or high2 < 0:
        return []
    high, dx, dy = isqrt(high2), bx - ax, by - ay
    offs = [(along2 * dx - side * high * dy, along2 * dy + side * high * dx) for side in (1, -1)]
    return [Point(ax + x // (2 * far2), ay + y // (2 * far2)) for x, y in offs]


def about(at: Point, first: int, rings: int, growth: int = 2, way: int = 0) -> Iterator[tuple[int, Point]]:
    """Places round about in rings that grow, each with how far off it is."""
    for ring in range(rings):
        off = first * growth**ring
        yield from ((off, spot(at, (way + turn) % TURN, 0, off)) for turn in ROUND)


def first_near(at: Point, places: Iterable[tuple[int, Point]], legal: Legal[Point], within: int) -> Point | None:
    """The first legal place of rings about one, brought as near to it as may be."""
    for off, place in places:
        if off < within and legal(place):
            return brought(at, place, legal, max(GRAIN, off // 16))
    return None


def brought(at: Point, place: Point, legal: Legal[Point], grain: int) -> Point:
    """A legal place brought as near to another as may be."""
    off = closer(0, distance(at, place), lambda n: legal(along(at, place, n)), grain)
    return along(at, place, off)


# -- a way ------------------------------------------------------------------------------


def mend_way(
    path: Path, radius: int, legal: Legal[Path], hints: Hints = NO_HINTS, most: Iterable[int] = (),
    also: Iterable[Point] = (),
) -> Path | None:  # fmt: skip
    """The nearest legal way to one that is not: ended beside a base it was let go at, cut short where it may end,
    or with its end put aside; ``None`` if nothing near is legal.

    ``most``: lengths it may well be cut to; ``also``: places where it may well end.
    """
    if len(path) < 2:
        return None
    drop, before, bases = path[-1], path[:-1], tuple(hints.bases())
    named = beyond(drop, radius, hints, bases, also)
    for place in (*at_bases(path, radius, bases), *(at for at in named if distance(at, drop) <= CLOSE)):
        if legal((*before, place)):
            return (*before, place)
    cut = shortened(path, legal, most)
    off = distance(cut[-1], drop) if cut else 0
    if cut and off <= NEAR_ENOUGH:
        return cut
    for place in named:
        if CLOSE < distance(place, drop) < (off or 16 * MAGNET) and legal((*before, place)):
            return (*before, place)
    return aside(path, radius, legal, bases, off) or (bent(path, cut, radius, legal) if cut else None) or cut


def beyond(drop: Point, radius: int, hints: Hints, bases: Sequence[Base], also: Iterable[Point]) -> list[Point]:
    """Where a way that was let go may well end: on the table, and at the places named, where nobody stands."""
    free = (place for place in {drawn_in(drop, radius, hints.size), *also} - {drop} if is_free(place, radius, bases))
    return sorted(free, key=lambda at: distance(at, drop))


def is_free(at: Point, radius: int, bases: Iterable[Base]) -> bool:
    """Whether a body may stand there for all these bases."""
    return not any(overlap(Base(at, radius), base) for base in bases)


def at_bases(path: Path, radius: int, bases: Sequence[Base]) -> Iterator[Point]:
    """Where a way that was let go at a base first meets it, unless that is far back, then the places beside it that are
    nearest, and those that touch two."""
    drop = path[-1]
    for b in sorted(bases, key=lambda b: distance(drop, b.at) - b.radius)[:2]:
        gap = distance(drop, b.at) - b.radius - radius
        walked = first_contact(path, radius, b, 2) if gap <= MAGNET else None
        met = None if walked is None else clip(path, walked)[-1]
        if met is not None and distance(met, drop) <= CLOSE + 2 * max(0, -gap):
            yield met
    yield from beside(drop, radius, bases)
    close = (at for at in pockets(drop, radius, bases) if distance(at, drop) <= MAGNET and is_free(at, radius, bases))
    yield from sorted(close, key=lambda at: distance(at, drop))


def lengths(no: Refusal, *most: int) -> list[int]:
    """How long a refused way may well be: what its refusal says is allowed, and what the question says."""
    said = no.facts.get("allowed")
    return [*([said] if isinstance(said, int) else []), *most]


def shortened(path: Path, legal: Legal[Path], most: Iterable[int] = ()) -> Path | None:
    """The longest part of a way from its start on that is found to be legal; ``None`` if none is."""
    whole = length(path)
    too_far = 0
    for walked in sorted({n for n in most if 0 < n < whole}, reverse=True):
        if legal(clip(path, walked)):
            return clip(path, closer(too_far, walked, lambda n: legal(clip(path, n))) if too_far else walked)
        too_far = walked
    walked_to = nearest(whole, min(whole, 2 * NEAR_ENOUGH), whole, lambda n: legal(clip(path, n)))
    return clip(path, walked_to) if walked_to is not None else None


def aside(path: Path, radius: int, legal: Legal[Path], bases: Sequence[Base], off: int) -> Path | None:
    """The way with its end put elsewhere, nearer than ``off`` to where it was let go (0: anywhere near)."""
    drop, before = path[-1], path[:-1]
    way = bearing(drop.x - before[-1].x, drop.y - before[-1].y)
    rings = about(drop, min(max(100, off // 8), 250) if off else 200, 4, way=way)
    free = ((far, at) for far, at in rings if is_free(at, radius, bases))
    found = first_near(drop, free, lambda at: legal((*before, at)), off * 3 // 4 if off else 16 * MAGNET)
    return (*before, found) if found else None


def bent(path: Path, cut: Path, radius: int, legal: Legal[Path]) -> Path | None:
    """The way led round what stopped it, to where it was let go."""
    if distance(cut[-1], path[-1]) < 2 * radius or len(cut) + 2 > MAX_POINTS:
        return None
    before, halt = cut[-2:]
    way = bearing(halt.x - before.x, halt.y - before.y)
    for far in (2 * radius, 5 * radius):
        for turn in (9_000, -9_000):
            if legal(round_about := (*cut, spot(halt, (way + turn) % TURN, 0, far), path[-1])):
                return round_about
    return None


def begun(path: Path, starts: Sequence[tuple[Point, Point]]) -> Path:
    """The way with its beginning put on the nearest of the lines on which it may begin."""
    if not starts or not path:
        return path
    places = [nearest_on_segment(path[0], *line) for line in starts]
    return (min(places, key=lambda at: distance(at, path[0])), *path[1:])


# -- a spot -----------------------------------------------------------------------------


def extent(radius: int, shape: Polygon, facing: int) -> Box:
    """How far what is placed reaches from its spot to each side, when it looks so."""
    if not shape:
        return Box(-radius, -radius, radius, radius)
    return box(tuple(rotate(p, facing, ORIGIN) for p in shape))


def into(at: Point, reach: Box, zone: Polygon) -> Point:
    """The spot nearest to one at which something of this extent lies in the frame of a zone; its middle if it is too
    large."""
    frame = box(zone)
    return Point(
        inner(at.x, frame.west - reach.west, frame.east - reach.east),
        inner(at.y, frame.north - reach.north, frame.south - reach.south),
    )


def inner(value: int, low: int, high: int) -> int:
    """The number brought between two others, or in their middle where they leave no room."""
    return max(low, min(high, value)) if low <= high else (low + high) // 2


def mend_spot(
    at: Point, reach: Box, zones: Iterable[Polygon], legal: Legal[Point], hints: Hints = NO_HINTS,
    also: Iterable[Point] = (),
) -> Point | None:  # fmt: skip
    """The legal spot nearest to one that is not: in a zone, beside a base, round about; ``None`` if none is found."""
    flat = (reach, reach._replace(west=0, east=0), reach._replace(north=0, south=0))
    inside = (into(at, one, zone) for zone in zones for one in flat)
    tried = {*inside, *beside(at, reach.east, hints.bases()), *also} - {at}
    for place in sorted(tried, key=lambda one: distance(one, at))[:10]:
        if legal(place):
            return brought(at, place, legal, 4 * GRAIN)
    return first_near(at, about(at, 150, 6), legal, 16 * MAGNET)


def squared(facing: int) -> list[int]:
    """The right angle that a facing hardly misses, if there is one."""
    right = (facing + 4_500) // 9_000 * 9_000
    return [right % TURN] if 0 < abs(right - facing) <= SQUARE else []


def turned(facing: int, legal: Legal[int]) -> int | None:
    """The legal facing nearest to one, if a little turning is enough."""
    found = nearest(facing, facing - SQUARE, facing + SQUARE, lambda way: legal(way % TURN), 125, 10)
    return None if found is None else found % TURN


def aimed(at: Point, centre: Point, legal: Legal[Point]) -> Point | None:
    """The legal direction from a centre that is nearest to the one pointed in, as a place as far off."""
    far = distance(at, centre)
    way = bearing(at.x - centre.x, at.y - centre.y) if far else 0
    turned = nearest(0, -TURN // 2, TURN // 2, lambda n: legal(spot(centre, (way + n) % TURN, 0, far)), 100)
    return None if turned is None else spot(centre, (way + turned) % TURN, 0, far)


# -- several bodies ---------------------------------------------------------------------


def blamed(no: Refusal | None, ids: Iterable[str]) -> list[str]:
    """Which of some bodies a refusal names."""
    known = set(ids)
    return [str(fact) for fact in (no.facts.values() if no else ()) if fact in known]


class Help(NamedTuple, Generic[A]):
    """How a part of one body is mended, who may be amiss where a refusal names nobody, and how far two parts lie from
    each other."""

    mend: Callable[[str, A, Legal[A], Refusal], A | None]
    amiss: Callable[[Mapping[str, A], Refusal], list[str]]
    apart: Callable[[A, A], int]


def one_by_one(
    answer: Mapping[str, A], trial: Trial[Mapping[str, A]], by: Help[A], turns: int = 4
) -> dict[str, A] | None:
    """The answer with each body mended that its refusal names, of two the one that has to give way less; ``None`` if
    that does not make it legal."""
    now, done = dict(answer), list[str]()
    for _ in range(turns):
        no = trial.no(now)
        if no is None or no is SPENT:
            return now if no is None else None
        wrong = [id for id in blamed(no, now) or by.amiss(now, no) if id not in done][:2]
        each = trial.left // max(1, len(wrong))
        tries = ((id, mended(now, id, done, Trial(trial.no, each), by, no)) for id in wrong)
        found = [(id, part) for id, part in tries if part is not None]
        if not found:
            return None
        id, part = min(found, key=lambda row: by.apart(now[row[0]], row[1]))
        now[id] = part
        done.append(id)
    return now if trial(now) else None


def mended(
    now: Mapping[str, A], id: str, done: Sequence[str], trial: Trial[Mapping[str, A]], by: Help[A], no: Refusal
) -> A | None:
    """A part of one body with which nothing stands against it, nor against those who are done."""

    def legal(part: A) -> bool:
        no = trial.no({**now, id: part})
        names = blamed(no, now)
        return no is None or (no is not SPENT and bool(names) and not {id, *done} & set(names))

    return by.mend(id, now[id], legal, no)
