"""Answers about several bodies at once: a path for each that moves, a spot for each that is placed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

from app.engine.asks import Json, Random
from app.engine.domains import READABLE, Drawn, nothing, read_point, unreadable
from app.engine.geometry import Base, Box, Point, distance, towards
from app.engine.paths import FAR, MAX_POINTS, MAX_TOGETHER, Path, clip, length
from app.engine.refusals import Refusal, refuse
from app.engine.remedies import (
    CLOSE,
    MOST,
    NO_HINTS,
    Help,
    Hints,
    Legal,
    Trial,
    begun,
    beside,
    extent,
    into,
    is_free,
    lengths,
    mend_spot,
    mend_way,
    nearest,
    one_by_one,
    pockets,
)
from app.engine.views import Preview

Paths = Mapping[str, Path]
"""For each body that moves its path, start included; who is left out stays."""
Spots = Mapping[str, Point]
"""For each body where it is placed."""
ALONE, TOGETHER = MOST * 2 // 3, MOST // 3
"""So many answers are tried with single bodies mended, and so many with all of them alike."""
PATHS = 'paths {"id": [[x, y], …], …} in 1/100 mm'
SPOTS = 'a spot for each {"id": [x, y], …} in 1/100 mm'


class Mover(NamedTuple):
    """A body that may be moved: its counter, where it starts, its radius and how far it may go, in 1/100 mm."""

    piece: str
    start: Point
    radius: int
    allowance: int = 0


class Ties(NamedTuple):
    """What holds a group together: each within ``link`` of another, none further apart than ``spread`` (0: free), none
    nearer than ``apart``."""

    link: int = 0
    spread: int = 0
    apart: int = 0


LOOSE = Ties()


def too_many(ways: Iterable[Sequence[Json]]) -> Refusal | None:
    """Why paths of so many points are not looked at."""
    points = [len(way) for way in ways]
    if (most := max(points, default=0)) > MAX_POINTS:
        return refuse("path.too-many-points", READABLE, points=most, most=MAX_POINTS)
    if (total := sum(points)) > MAX_TOGETHER:
        return refuse("paths.too-many-points", READABLE, points=total, most=MAX_TOGETHER)
    return None


@dataclass(frozen=True, slots=True)
class Moves(Drawn[Paths]):
    """A path for each body of a group: ``{"id": [[x, y], …]}`` in 1/100 mm, each start left out or given.

    A body that is left out stays.  ``test`` judges the whole.  ``offered`` is an answer to be shown for acceptance.
    """

    movers: tuple[Mover, ...]
    test: Callable[[Paths], Refusal | None]
    propose: Callable[[Random], Paths]
    sure: tuple[Paths, ...] | Callable[[], tuple[Paths, ...]]
    look: Callable[[Paths], Preview] = nothing
    group: str = ""
    ties: Ties = LOOSE
    hints: Hints = NO_HINTS
    offered: Paths = field(default_factory=dict)
    starts: tuple[tuple[Point, Point], ...] = ()
    """Segments on which every path begins instead of at its start (entry from an edge); then the starts are given."""

    def read(self, raw: Json) -> Paths | Refusal:
        """A path for each body named, of at most ``MAX_POINTS`` points and all of them of ``MAX_TOGETHER``."""
        known = {mover.piece: mover for mover in self.movers}
        fits = isinstance(raw, dict) and all(id in known and isinstance(way, list | tuple) for id, way in raw.items())
        if not fits:
            return unreadable(PATHS, raw)
        if no := too_many(raw.values()):
            return no
        found: dict[str, Path] = {}
        for mover in self.movers:
            if way := raw.get(mover.piece):
                path = self._path(mover, way)
                if path is None:
                    return unreadable(PATHS, raw)
                found[mover.piece] = path
        return found

    def _path(self, mover: Mover, way: Sequence[Json]) -> Path | None:
        """The path of one body, its start put before it where it was left out."""
        points = [read_point(p) for p in way]
        known = [p for p in points if p is not None]
        if len(known) != len(points):
            return None
        return tuple(known) if self.starts or known[0] == mover.start else (mover.start, *known)

    def write(self, answer: Paths) -> Json:
        """The points of each, start included."""
        return {id: [[p.x, p.y] for p in path] for id, path in answer.items()}

    def describe(self) -> Json:
        """Who may move from where how far, what holds them together, and what is proposed."""
        rows = [{"piece": m.piece, "start": m.start, "radius": m.radius, "allowance": m.allowance} for m in self.movers]
        return {
            "kind": "moves", "movers": rows, "group": self.group or None, "link": self.ties.link,
            "spread": self.ties.spread, "starts": self.starts, "offered": self.write(self.offered),
        }  # fmt: skip

    def mend(self, answer: Paths) -> Paths | None:
        """The nearest legal paths: each body mended that is refused, or all cut short alike."""
        return mend_paths(self, answer)


@dataclass(frozen=True, slots=True)
class Layout(Drawn[Spots]):
    """A spot for every body of a group: ``{"id": [x, y], …}`` in 1/100 mm."""

    movers: tuple[Mover, ...]
    zones: tuple[tuple[Point, ...], ...]
    test: Callable[[Spots], Refusal | None]
    propose: Callable[[Random], Spots]
    sure: Sequence[Spots]
    look: Callable[[Spots], Preview] = nothing
    group: str = ""
    ties: Ties = LOOSE
    hints: Hints = NO_HINTS

    def read(self, raw: Json) -> Spots | Refusal:
        """A spot for each and for nothing else."""
        if not (isinstance(raw, dict) and sorted(raw) == sorted(mover.piece for mover in self.movers)):
            return unreadable(SPOTS, raw)
        found = {mover.piece: read_point(raw[mover.piece]) for mover in self.movers}
        spots = {id: at for id, at in found.items() if at is not None}
        return spots if len(spots) == len(found) else unreadable(SPOTS, raw)

    def write(self, answer: Spots) -> Json:
        """The coordinates of each."""
        return {id: [at.x, at.y] for id, at in answer.items()}

    def some(self, limit: int) -> Sequence[Spots]:
        """The spots that are sure."""
        return self.sure[:limit]

    def describe(self) -> Json:
        """Who is placed, the zones, what holds them together, and a legal proposal."""
        rows = [{"piece": m.piece, "radius": m.radius} for m in self.movers]
        return {
            "kind": "layout", "movers": rows, "group": self.group or None, "zones": self.zones,
            "link": self.ties.link, "spread": self.ties.spread, "offered": self.write(self.sure[0]),
        }  # fmt: skip

    def mend(self, answer: Spots) -> Spots | None:
        """The nearest legal spots: each body mended that is refused, or all shifted alike."""
        return mend_spots(self, answer)


# -- what a hand meant that slipped ---------------------------------------------------------------


def mend_paths(moves: Moves, paths: Paths) -> Paths | None:
    """The nearest legal paths: none longer than its body may go, each mended that is refused, else all cut alike."""
    trial, movers = Trial(moves.test, ALONE), {mover.piece: mover for mover in moves.movers}
    drawn = {id: begun(path, moves.starts) for id, path in paths.items() if len(path) > 1}
    drawn = {id: clip(path, movers[id].allowance or FAR) for id, path in drawn.items()}
    if not drawn:
        return None
    back = drawn_back(drawn, movers, moves.hints)
    if back and trial(back):
        return back

    def mend(id: str, path: Path, legal: Legal[Path], no: Refusal) -> Path | None:
        mine, others = movers[id].radius, [m for m in moves.movers if m.piece != id]
        places = [(drawn.get(m.piece, (m.start,))[-1], m.radius) for m in others]
        return mend_way(
            path, mine, legal, moves.hints, lengths(no), kept(path[-1], mine, places, eased(moves.ties, no))
        )

    def amiss(now: Paths, no: Refusal) -> list[str]:
        ends = {m.piece: Base(now.get(m.piece, (m.start,))[-1], m.radius) for m in moves.movers}
        return [id for id in untied(ends, moves.ties) if id in now] or astray(now, no, trial)

    found = one_by_one(drawn, trial, Help(mend, amiss, lambda a, b: distance(a[-1], b[-1])))
    all_of_them = Trial(moves.test, TOGETHER)
    offered = as_offered(drawn, moves, all_of_them)
    near = min((one for one in (found, offered) if one), key=lambda one: strayed(moves, drawn, one), default=None)
    return near if near or len(drawn) < 2 else cut_alike(drawn, all_of_them)


def strayed(moves: Moves, a: Paths, b: Paths) -> int:
    """How far apart the body ends that ends farthest elsewhere."""
    return max(distance(a.get(m.piece, (m.start,))[-1], b.get(m.piece, (m.start,))[-1]) for m in moves.movers)


def as_offered(paths: Paths, moves: Moves, legal: Legal[Paths]) -> Paths | None:
    """The paths with one of them as it is offered, the nearest to what was drawn first, or all of them; ``None`` where
    nothing is offered, or only what no hand can have meant."""
    offered = {id: path for id, path in moves.offered.items() if len(path) > 1}
    if not offered or strayed(moves, paths, offered) > 2 * CLOSE:
        return None
    apart = {id: distance(paths[id][-1], path[-1]) for id, path in offered.items() if id in paths}
    one = ({**paths, id: offered[id]} for id in sorted(apart, key=lambda id: apart[id]) if paths[id] != offered[id])
    return next((found for found in (*one, offered) if legal(found)), None)


def eased(ties: Ties, no: Refusal) -> Ties:
    """What holds a group that was scattered before: nobody farther off than the refusal says that he began."""
    began = no.facts.get("began")
    return ties._replace(link=began) if isinstance(began, int) and began > ties.link else ties


def drawn_back(paths: Paths, movers: Mapping[str, Mover], hints: Hints) -> Paths | None:
    """The paths with their ends shifted alike so that all are on the table; ``None`` where they are."""
    wide, deep = hints.size
    if not wide or not deep:
        return None
    spots = {id: path[-1] for id, path in paths.items()}
    at, reach = block_of({id: Base(at, movers[id].radius) for id, at in spots.items()})
    to = into(at, reach, (Point(0, 0), Point(wide, deep)))
    if to == at:
        return None
    return {id: (*path[:-1], Point(path[-1].x + to.x - at.x, path[-1].y + to.y - at.y)) for id, path in paths.items()}


def untied(ends: Mapping[str, Base], ties: Ties) -> list[str]:
    """Who stands too near to most others or too far from them, for what holds the group together; the worst first."""
    pairs = combinations(ends.items(), 2)
    off = [((a, b), distance(p.at, q.at) - p.radius - q.radius) for (a, p), (b, q) in pairs]
    bad = Counter(id for ids, gap in off if gap < ties.apart or gap > (ties.spread or FAR) for id in ids)
    return [id for id, _ in bad.most_common()]


def astray(paths: Paths, no: Refusal, trial: Trial[Paths]) -> list[str]:
    """The body but for which the rest is legal, or which by itself is refused for the same reason."""
    for id, path in paths.items():
        if len(paths) == 1 or trial({other: way for other, way in paths.items() if other != id}):
            return [id]
        if (alone := trial.no({id: path})) is not None and alone.code == no.code:
            return [id]
    return []


def cut_alike(paths: Paths, legal: Legal[Paths]) -> Paths | None:
    """Every path cut to the same share of its length: the largest that is found to be legal."""
    longest = max(map(length, paths.values()))

    def cut(walked: int) -> Paths:
        return {id: clip(path, length(path) * walked // max(1, longest)) for id, path in paths.items()}

    walked = nearest(longest, longest // 20, longest, lambda n: legal(cut(n)), max(25, longest // 64), longest // 128)
    return None if walked is None else cut(walked)


def held(at: Point, radius: int, others: Sequence[tuple[Point, int]], ties: Ties) -> list[Point]:
    """Places at which a body is held by one of the nearest of its comrades, and not too far from the farthest."""
    near = sorted(others, key=lambda other: distance(other[0], at))
    ends = [(one, ties.link) for one in near[:3] if ties.link] + [
        (one, ties.spread) for one in near[-1:] if ties.spread
    ]
    return [towards(there, at, reach + radius + own) for (there, own), reach in ends if there != at]


def kept(at: Point, radius: int, others: Sequence[tuple[Point, int]], ties: Ties) -> list[Point]:
    """The nearest places at which a body is held by its comrades and as far off each of them as it must be."""
    bases = [Base(there, own + ties.apart) for there, own in others]
    wide = [Base(there, (own + ties.apart) * 17 // 12) for there, own in others] if ties.apart else []
    places = [*held(at, radius, others, ties)]
    for each in (bases, wide):
        places += [*beside(at, radius, each), *pockets(at, radius, each)]
    free = (place for place in places if is_free(place, radius, bases))
    return sorted(free, key=lambda place: distance(place, at))


def block_of(bases: Mapping[str, Base]) -> tuple[Point, Box]:
    """Where the first of some bodies stands, and how far all of them reach from there."""
    x, y = next(iter(bases.values())).at
    return Point(x, y), Box(
        min(b.at.x - b.radius for b in bases.values()) - x, min(b.at.y - b.radius for b in bases.values()) - y,
        max(b.at.x + b.radius for b in bases.values()) - x, max(b.at.y + b.radius for b in bases.values()) - y,
    )  # fmt: skip


def mend_spots(layout: Layout, spots: Spots) -> Spots | None:
    """The nearest legal spots: each body mended that is refused, or all shifted alike."""
    movers = {mover.piece: mover for mover in layout.movers}

    def but(id: str) -> list[tuple[Point, int]]:
        return [(spots[m.piece], m.radius) for m in layout.movers if m.piece != id]

    def amiss(now: Spots, _: Refusal) -> list[str]:
        return untied({id: Base(at, movers[id].radius) for id, at in now.items()}, layout.ties)

    def mend(id: str, at: Point, legal: Legal[Point], _: Refusal) -> Point | None:
        mine = movers[id].radius
        also = kept(at, mine, but(id), layout.ties)
        return mend_spot(at, extent(mine, (), 0), layout.zones, legal, layout.hints, also)

    alone = one_by_one(spots, Trial(layout.test, ALONE), Help(mend, amiss, distance))
    alike = shifted_alike(layout, spots, Trial(layout.test, TOGETHER))
    return min((found for found in (alone, alike) if found), key=lambda found: parted(spots, found), default=None)


def parted(a: Spots, b: Spots) -> int:
    """How far the body is shifted that is shifted most."""
    return max(distance(a[id], b[id]) for id in a)


def shifted_alike(layout: Layout, spots: Spots, legal: Legal[Spots]) -> Spots | None:
    """All spots shifted alike, as little as may be."""
    (x, y), reach = block_of({m.piece: Base(spots[m.piece], m.radius) for m in layout.movers})

    def shifted(to: Point) -> Spots:
        return {id: Point(at.x + to.x - x, at.y + to.y - y) for id, at in spots.items()}

    to = mend_spot(Point(x, y), reach, layout.zones, lambda to: legal(shifted(to)))
    return None if to is None else shifted(to)
