"""Formations: stands in ranks and files with one front, and the steps by which they manoeuvre.

A formation stands where the middle of its front edge is; facings are 1/100 degree clockwise from north.  Ranks fill
from the front, the last one from the left.  All lengths are 1/100 mm.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from app.engine.geometry import Point, Polygon
from app.engine.shapes import SLACK, clip, hull, seen_from
from app.engine.trig import SCALE, heading

SLICE = 500
"""A wheel is swept in slices of 5 degrees."""
ROUND = 36_000
PI = (103_993, 33_102)
"""Pi as a fraction, nearer than any length here can tell."""


class Formation(NamedTuple):
    """``number`` stands in ``files``, each ``across`` wide and ``deep``."""

    at: Point
    facing: int
    files: int
    number: int
    across: int
    deep: int

    @property
    def ranks(self) -> int:
        """Ranks, the last of which may be short."""
        return -(-self.number // self.files)

    @property
    def width(self) -> int:
        """Of the front edge."""
        return self.files * self.across

    @property
    def depth(self) -> int:
        """From front edge to rear edge."""
        return self.ranks * self.deep

    @property
    def centre(self) -> Point:
        """The middle of the footprint."""
        return spot(self.at, self.facing, 0, -self.depth // 2)


class Step(NamedTuple):
    """One step of a manoeuvre.

    ``do``: ``forward`` or ``back`` by 1/100 mm; ``wheel`` by 1/100 degree (to the right above zero); ``turn`` by 9000,
    -9000 or 18000; ``files`` to that many files; ``face`` to that facing about the centre; ``slide`` by 1/100 mm along
    the bearing ``way``, the facing kept.
    """

    do: str
    by: int
    way: int = 0


STEPS = ("forward", "back", "wheel", "turn", "files", "face", "slide")
STRAIGHT = ("forward", "back", "slide")
"""Steps that keep the facing."""


def spot(at: Point, facing: int, right: int, ahead: int) -> Point:
    """The place so far to the right of and ahead of a spot that looks along a facing, to the nearest 1/100 mm."""
    (lx, ly), (sx, sy) = heading(facing), heading(facing + 9_000)
    x, y = right * sx + ahead * lx, right * sy + ahead * ly
    return Point(at.x + (2 * x + SCALE) // (2 * SCALE), at.y + (2 * y + SCALE) // (2 * SCALE))


@lru_cache(maxsize=8192)
def block(at: Point, facing: int, width: int, depth: int) -> Polygon:
    """A rectangle behind its front edge: front left, front right, rear right, rear left."""
    half = width // 2
    corners = ((-half, 0), (half, 0), (half, -depth), (-half, -depth))
    return tuple(spot(at, facing, right, ahead) for right, ahead in corners)


def footprint(body: Formation) -> Polygon:
    """The whole rectangle: front left, front right, rear right, rear left."""
    return block(body.at, body.facing, body.width, body.depth)


@lru_cache(maxsize=4096)
def stands(body: Formation) -> tuple[Polygon, ...]:
    """Every stand, rank by rank from the front, each rank from the left."""
    return tuple(stand(body, n // body.files, n % body.files) for n in range(body.number))


def stand(body: Formation, rank: int, file: int) -> Polygon:
    """The stand of a rank and a file, both counted from 0."""
    right = (2 * file + 1 - body.files) * body.across // 2
    return block(spot(body.at, body.facing, right, -rank * body.deep), body.facing, body.across, body.deep)


def after(body: Formation, step: Step) -> Formation:
    """Where the formation stands when a step is done."""
    if step.do == "slide":
        return body._replace(at=spot(body.at, step.way, 0, step.by))
    return _AFTER[step.do](body, step.by)


def _forward(body: Formation, by: int) -> Formation:
    return body._replace(at=spot(body.at, body.facing, 0, by))


def _back(body: Formation, by: int) -> Formation:
    return _forward(body, -by)


def _wheel(body: Formation, by: int) -> Formation:
    half = body.width // 2 if by > 0 else -(body.width // 2)
    pivot, facing = spot(body.at, body.facing, half, 0), (body.facing + by) % ROUND
    return body._replace(at=spot(pivot, facing, -half, 0), facing=facing)


def _turn(body: Formation, by: int) -> Formation:
    facing = (body.facing + by) % ROUND
    if by % 18_000 == 0:
        return body._replace(at=spot(body.at, body.facing, 0, -body.depth), facing=facing)
    turned = body._replace(files=body.ranks, facing=facing)
    return turned._replace(at=spot(body.centre, facing, 0, (turned.depth + 1) // 2))


def _files(body: Formation, by: int) -> Formation:
    return body._replace(files=by)


def _face(body: Formation, by: int) -> Formation:
    return body._replace(at=spot(body.centre, by, 0, (body.depth + 1) // 2), facing=by % ROUND)


_AFTER = {"forward": _forward, "back": _back, "wheel": _wheel, "turn": _turn, "files": _files, "face": _face}


def course(body: Formation, steps: tuple[Step, ...]) -> tuple[Formation, ...]:
    """The formation before the first step and after each."""
    found = [body]
    for step in steps:
        found.append(after(found[-1], step))
    return tuple(found)


@lru_cache(maxsize=2048)
def swept(body: Formation, step: Step) -> tuple[Polygon, ...]:
    """Convex outlines that together cover all ground a step touches."""
    if step.do in STRAIGHT:
        return (hull(footprint(body) + footprint(after(body, step))),)
    if step.do == "wheel":
        return tuple(hull(footprint(a) + footprint(b)) for a, b in slices(body, step.by))
    return (footprint(after(body, step)),)


def slices(body: Formation, angle: int) -> tuple[tuple[Formation, Formation], ...]:
    """A wheel in parts of at most 5 degrees, each from where to where."""
    number = max(1, -(-abs(angle) // SLICE))
    turns = [angle * n // number for n in range(number + 1)]
    found = [body if not turn else _wheel(body, turn) for turn in turns]
    return tuple(pairwise(found))


def arc_length(radius: int, angle: int) -> int:
    """The way of a point that circles by 1/100 degree, rounded up."""
    return -(-radius * abs(angle) * PI[0] // (18_000 * PI[1]))


def zone_of(body: Formation, point: Point) -> str:
    """In which zone a place lies: ``front`` and ``rear`` (a place within 0.1 mm of their lines too), or its side."""
    (place,) = seen_from(body.at, body.facing, (point,))
    if place.ahead >= -SLACK * SCALE:
        return "front"
    if place.ahead <= (SLACK - body.depth) * SCALE:
        return "rear"
    return "left" if place.right < 0 else "right"


def ahead_of(body: Formation, polygon: Polygon) -> bool:
    """Whether any part of a convex outline lies ahead of the front edge, within 45 degrees outwards of its corners."""
    half = body.width * SCALE // 2
    places = clip(seen_from(body.at, body.facing, polygon), 0, 1, 0)
    for right in (-1, 1):
        places = clip(places, right, 1, -half) if places else []
    return bool(places)


def arc(body: Formation, reach: int) -> Polygon:
    """The ground ahead of the front edge and up to 45 degrees outwards of its corners, to a distance, for drawing."""
    half = body.width // 2
    corners = ((-half, 0), (half, 0), (half + reach * 7071 // 10_000, reach * 7071 // 10_000), (half, reach),
               (-half, reach), (-half - reach * 7071 // 10_000, reach * 7071 // 10_000))  # fmt: skip
    return tuple(spot(body.at, body.facing, right, ahead) for right, ahead in corners)
