"""The table: its size, its terrain, its four edges, and an index of the bases on it.

North is the low y side and the top of the screen; x grows to the east, y to the south.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import pairwise
from typing import Literal

import msgspec

from app.engine.geometry import Base, Box, Point, Polygon, box, is_simple, point_segment_within

Edge = Literal["north", "south", "east", "west"]
EDGES: tuple[Edge, ...] = ("north", "south", "east", "west")

CELL = 10_000
"""The side of a cell of the index: 100 mm."""


class Terrain(msgspec.Struct, frozen=True, cache_hash=True, dict=True):
    """A piece of terrain: an area when ``closed``, otherwise a line without thickness.

    ``doors`` are points of its outline; ``height`` and all places are hundredths of a millimetre.
    """

    id: str
    kind: str
    outline: Polygon
    closed: bool
    doors: tuple[Point, ...] = ()
    height: int = 0

    @cached_property
    def frame(self) -> Box:
        """The smallest upright rectangle around it."""
        return box(self.outline)


class Table(msgspec.Struct, frozen=True, cache_hash=True):
    """A table with its north-west corner at 0, 0; width to the east and depth to the south, in 1/100 mm."""

    width: int
    depth: int
    pieces: tuple[Terrain, ...] = ()


def faults(table: Table) -> list[str]:
    """What is wrong with a table, one line each; none if it can be played on."""
    found = [] if table.width > 0 and table.depth > 0 else ["the table has no size"]
    seen: list[str] = []
    for piece in table.pieces:
        if piece.id in seen:
            found.append(f"{piece.id}: two pieces have this id")
        seen.append(piece.id)
        found += [f"{piece.id}: {fault}" for fault in _piece_faults(table, piece)]
    return found


def _piece_faults(table: Table, piece: Terrain) -> Iterator[str]:
    least = 3 if piece.closed else 2
    if len(piece.outline) < least:
        yield f"needs {least} points or more, has {len(piece.outline)}"
    elif piece.closed and not is_simple(piece.outline):
        yield "its outline crosses or touches itself"
    elif not piece.closed and any(a == b for a, b in pairwise(piece.outline)):
        yield "two points in a row are the same"
    for point in piece.outline:
        if not _on_table(table, point):
            yield f"the point {point.x}, {point.y} is off the table"
    for door in piece.doors:
        if not _on_outline(piece, door):
            yield f"the door at {door.x}, {door.y} is not on its outline"


def _on_table(table: Table, point: Point) -> bool:
    return 0 <= point.x <= table.width and 0 <= point.y <= table.depth


def _on_outline(piece: Terrain, door: Point) -> bool:
    ring = piece.outline + piece.outline[:1] if piece.closed else piece.outline
    return any(point_segment_within(door, a, b, 1) for a, b in pairwise(ring))


def edge_gap(table: Table, base: Base, edge: Edge) -> int:
    """How far a base stands from an edge of the table, base edge to table edge; negative when it juts over."""
    to_edge = {"north": base.at.y, "south": table.depth - base.at.y, "east": table.width - base.at.x, "west": base.at.x}
    return to_edge[edge] - base.radius


def nearest_edge_gap(table: Table, base: Base) -> int:
    """How far a base stands from the nearest edge of the table; negative when it juts over."""
    (x, y), radius = base
    return min(x, y, table.width - x, table.depth - y) - radius


def inside(table: Table, base: Base) -> bool:
    """Whether a base is wholly on the table; touching its edge from inside is on it."""
    return nearest_edge_gap(table, base) >= 0


class Grid:
    """An index of bases by the cells of a square grid.  It only leaves out what is surely too far."""

    def __init__(self, bases: Iterable[tuple[str, Base]]) -> None:
        self._bases = dict(bases)
        self._order = {id: i for i, id in enumerate(self._bases)}
        self._widest = max((base.radius for base in self._bases.values()), default=0)
        self._cells: dict[tuple[int, int], tuple[str, ...]] = {}
        for id, base in self._bases.items():
            cell = _cell(base)
            self._cells[cell] = (*self._cells.get(cell, ()), id)

    def near(self, start: Point, end: Point, reach: int) -> list[tuple[str, Base]]:
        """Every base whose edge comes within ``reach`` of the line start-end, and some others, in the given order."""
        far = reach + self._widest
        columns = range((min(start.x, end.x) - far) // CELL, (max(start.x, end.x) + far) // CELL + 1)
        rows = range((min(start.y, end.y) - far) // CELL, (max(start.y, end.y) + far) // CELL + 1)
        if len(columns) * len(rows) > len(self._cells):
            return list(self._bases.items())
        ids = [id for x in columns for y in rows for id in self._cells.get((x, y), ())]
        return [(id, self._bases[id]) for id in sorted(ids, key=self._order.__getitem__)]

    def moved(self, id: str, base: Base) -> "Grid":
        """The index with one base elsewhere; this one stays as it was."""
        other = Grid(())
        other._bases = {**self._bases, id: base}
        other._order = self._order
        other._widest = max(self._widest, base.radius)
        other._cells = dict(self._cells)
        old, new = _cell(self._bases[id]), _cell(base)
        other._cells[old] = tuple(other_id for other_id in self._cells[old] if other_id != id)
        other._cells[new] = (*other._cells.get(new, ()), id)
        return other


def _cell(base: Base) -> tuple[int, int]:
    return base.at.x // CELL, base.at.y // CELL
