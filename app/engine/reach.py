"""Where a body may come to lie at the end of its way: an area, found by the test that judges its ways; and what a piece
is to be reckoned with for.

Places on a grid are put to the test, by the straight way and then round about by ways that are known; between a place
that is reached and one beside it that is not the rim is looked for.  Nothing here knows a rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from heapq import heapify, heappop, heappush

from msgspec import Struct

from app.engine.formations import Formation, Step, after, footprint
from app.engine.geometry import Point, Polygon
from app.engine.paths import Path, length
from app.engine.refusals import Refusal
from app.engine.shapes import hull
from app.engine.views import Note

ACROSS = 15
"""So many places of the grid lie between where a body stands and as far as it goes."""
LEAST = 250
"""Places lie at least so far apart."""
HALVED = 4
"""So often the way from a place that is reached to one that is not is halved to find the rim."""
MOST = 5_000
"""So many ways at most are put to the test."""
TRIES = 4
"""So many ways round about at most are tried to one place."""
BENDS = 8
AROUND = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))
CORNERS = ((0, 0), (1, 0), (1, 1), (0, 1))
Cell = tuple[int, int]
Edge = tuple[Cell, Cell]
GLANCE = 8
"""The same for what is only looked at, and not moved."""
FAN = 500
"""What a formation may reach is drawn through wheels every 5 degrees."""


class Threat(Struct, frozen=True, kw_only=True):
    """How far a piece is to be reckoned with: ``kind`` is move, charge or shoot, ``note`` what it is called.

    ``outlines`` are the ground; even and odd tell holes.  With a ``radius`` each of them, a point too, is widened by so
    much, and the ground is all of them together.
    """

    kind: str
    note: Note
    outlines: tuple[Polygon, ...]
    radius: int = 0


def area(
    start: Point, allowance: int, test: Callable[[Path], Refusal | None], across: int = ACROSS
) -> tuple[Polygon, ...]:
    """Outlines of where ways from ``start`` may end, outer ones and those of holes; even and odd tell them apart.

    ``across``: so many places of the grid lie between the start and as far as it goes.
    """
    return Reach(start, allowance, test, across).outlines() if allowance > 0 else ()


class Reach:
    """The places of a grid that may be reached, each with a way to it."""

    def __init__(
        self, start: Point, allowance: int, test: Callable[[Path], Refusal | None], across: int = ACROSS
    ) -> None:
        self.start, self.allowance, self._test = start, allowance, test
        self.step = max(LEAST, -(-allowance // across))
        self.left = MOST
        self.ways: dict[Cell, Path] = {(0, 0): (start, start)}
        self.straight()
        self.round_about()

    def at(self, cell: Cell) -> Point:
        """The place of a cell of the grid."""
        return Point(self.start.x + cell[0] * self.step, self.start.y + cell[1] * self.step)

    def may(self, path: Path) -> bool:
        """Whether a way may be gone, as far as there are tests left."""
        if self.left <= 0 or length(path) > self.allowance:
            return False
        self.left -= 1
        return self._test(path) is None

    def straight(self) -> None:
        """All places to which the straight way is allowed."""
        most = self.allowance // self.step
        for i in range(-most, most + 1):
            for j in range(-most, most + 1):
                if (i or j) and self.may(way := (self.start, self.at((i, j)))):
                    self.ways[i, j] = way

    def round_about(self) -> None:
        """All places that are reached by going on from one that is, the nearest first."""
        tried, waiting = Counter[Cell](), [(length(way), cell) for cell, way in self.ways.items()]
        heapify(waiting)
        while waiting:
            _, cell = heappop(waiting)
            for dx, dy in AROUND:
                other = cell[0] + dx, cell[1] + dy
                if other in self.ways or tried[other] >= TRIES:
                    continue
                tried[other] += 1
                if way := next(filter(self.may, further(self.ways[cell], self.at(other))), None):
                    self.ways[other] = way
                    heappush(waiting, (length(way), other))

    def rim(self, near: Cell, far: Cell) -> Point:
        """The last place found to be reached between one that is and one beside it that is not."""
        before, low, high = self.ways[near][:-1], 0, 1 << HALVED
        (x, y), (to_x, to_y) = self.at(near), self.at(far)

        def between(n: int) -> Point:
            return Point(x + ((to_x - x) * n >> HALVED), y + ((to_y - y) * n >> HALVED))

        for _ in range(HALVED):
            middle = (low + high) // 2
            low, high = (middle, high) if self.may((*before, between(middle))) else (low, middle)
        return between(low)

    def outlines(self) -> tuple[Polygon, ...]:
        """The rim, as closed outlines."""
        after = dict(self.segments())
        found: list[Polygon] = []
        while after:
            first, edge = after.popitem()
            edges = [first]
            while edge != first:
                edges.append(edge)
                edge = after.pop(edge)
            found.append(tuple(dict.fromkeys(self.rim(*edge) for edge in edges)))
        return tuple(outline for outline in found if len(outline) > 2)

    def segments(self) -> Iterator[tuple[Edge, Edge]]:
        """Pieces of the rim within each square of the grid, from an edge that it crosses to the next; each edge is
        named by the place that is reached and the one that is not."""
        squares = {(i - dx, j - dy) for i, j in self.ways for dx, dy in CORNERS}
        for i, j in squares:
            ring = [(i + dx, j + dy) for dx, dy in CORNERS]
            for n, cell in enumerate(ring):
                if cell in self.ways and ring[(n + 1) % 4] not in self.ways:
                    turn = next(k for k in range(n + 2, n + 5) if ring[k % 4] in self.ways)
                    yield (cell, ring[(n + 1) % 4]), (ring[turn % 4], ring[(turn - 1) % 4])


def further(path: Path, to: Point) -> Iterator[Path]:
    """Ways to a place beside the end of one: past its last corner, and over its end."""
    if len(path) > 2:
        yield (*path[:-1], to)
    if len(path) < BENDS:
        yield (*path, to)


def fan(body: Formation, allowance: int, wheel: tuple[int, int], most: int) -> Polygon:
    """The ground that a formation covers which wheels once, by up to ``most``, and goes straight on as far as is left.

    ``wheel``: what 1/100 degree of it costs, as a fraction.
    """
    num, den = wheel
    corners = list(footprint(body))
    for turn in range(-most, most + 1, FAN):
        left = allowance - -(-abs(turn) * num // den)
        if left >= 0:
            turned = after(body, Step("wheel", turn)) if turn else body
            corners += footprint(after(turned, Step("forward", left)))[:2]
    return hull(tuple(corners))
