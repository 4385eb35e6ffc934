"""Answers about several bodies at once: a path for each that moves, a spot for each that is placed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec

from app.engine.asks import Json, Random
from app.engine.domains import READABLE, TRIES, Simple, nothing, read_point, unreadable
from app.engine.geometry import Point
from app.engine.options import few
from app.engine.paths import MAX_POINTS, MAX_TOGETHER, Path
from app.engine.refusals import Refusal, refuse
from app.engine.views import Preview

Paths = Mapping[str, Path]
"""For each body that moves its path, start included; who is left out stays."""
Spots = Mapping[str, Point]
"""For each body where it is placed."""
PATHS = 'paths {"id": [[x, y], …], …} in 1/100 mm'
SPOTS = 'a spot for each {"id": [x, y], …} in 1/100 mm'


class Mover(NamedTuple):
    """A body that may be moved: its counter, where it starts, its radius and how far it may go, in 1/100 mm."""

    piece: str
    start: Point
    radius: int
    allowance: int = 0


class Ties(NamedTuple):
    """What holds a group together: each within ``link`` of another, none further apart than ``spread`` (0: free)."""

    link: int = 0
    spread: int = 0


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
class Moves(Simple):
    """A path for each body of a group: ``{"id": [[x, y], …]}`` in 1/100 mm, each start left out or given.

    A body that is left out stays.  ``test`` judges the whole, ``propose`` invents one that need not be legal,
    ``sure`` holds legal ones (at least one) or finds them, ``look`` previews.
    ``offered`` is an answer to be shown for acceptance.
    """

    movers: tuple[Mover, ...]
    test: Callable[[Paths], Refusal | None]
    propose: Callable[[Random], Paths]
    sure: tuple[Paths, ...] | Callable[[], tuple[Paths, ...]]
    look: Callable[[Paths], Preview] = nothing
    group: str = ""
    ties: Ties = LOOSE
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

    def refuse(self, answer: Paths) -> Refusal | None:
        """What the rules say against the whole."""
        return self.test(answer)

    def certain(self) -> tuple[Paths, ...]:
        """The legal answers that are known."""
        return self.sure() if callable(self.sure) else self.sure

    def sample(self, rng: Random) -> Paths:
        """Proposed paths that are legal, else some that are sure."""
        for _ in range(TRIES):
            if self.test(paths := self.propose(rng)) is None:
                return paths
        return rng.choice(self.certain())

    def some(self, limit: int) -> Sequence[Paths]:
        """The sure answers and a few proposals, always the same ones."""
        rng = Random(0)
        return few(self.certain(), limit, lambda: self.propose(rng), self.test)

    def describe(self) -> Json:
        """Who may move from where how far, what holds them together, and what is proposed."""
        rows = [{"piece": m.piece, "start": m.start, "radius": m.radius, "allowance": m.allowance} for m in self.movers]
        return {
            "kind": "moves", "movers": rows, "group": self.group or None, "link": self.ties.link,
            "spread": self.ties.spread, "starts": self.starts, "offered": self.write(self.offered),
        }  # fmt: skip

    def preview(self, answer: Paths) -> Preview:
        """The refusal if any, and what the look found."""
        return msgspec.structs.replace(self.look(answer), no=self.test(answer))


@dataclass(frozen=True, slots=True)
class Layout(Simple):
    """A spot for every body of a group: ``{"id": [x, y], …}`` in 1/100 mm."""

    movers: tuple[Mover, ...]
    zones: tuple[tuple[Point, ...], ...]
    test: Callable[[Spots], Refusal | None]
    propose: Callable[[Random], Spots]
    sure: Sequence[Spots]
    look: Callable[[Spots], Preview] = nothing
    group: str = ""
    ties: Ties = LOOSE

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

    def refuse(self, answer: Spots) -> Refusal | None:
        """What the rules say against the whole."""
        return self.test(answer)

    def sample(self, rng: Random) -> Spots:
        """Proposed spots that are legal, else some that are sure."""
        for _ in range(TRIES):
            if self.test(spots := self.propose(rng)) is None:
                return spots
        return rng.choice(self.sure)

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

    def preview(self, answer: Spots) -> Preview:
        """The refusal if any, and what the look found."""
        return msgspec.structs.replace(self.look(answer), no=self.test(answer))
