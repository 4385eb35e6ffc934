"""A random layout of terrain: kinds by dice, sizes and places by a seed (CEL-TER-10, CEL-SET-08)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Generic, NamedTuple, TypeVar

from app.engine.geometry import (
    CM,
    Box,
    Point,
    Polygon,
    box,
    contains,
    outline,
    rectangle,
    segments_cross,
)
from app.engine.shapes import apart, lines_within
from app.engine.table import Terrain
from app.engine.trig import SCALE, TURN, cosine, sine
from app.systems.celtos.book import cm, table
from app.systems.celtos.ground.terrain import KINDS, Kind

T = TypeVar("T")
RULES = table("scenarios")["rules"]["pieces"]
DRAWN = table("layout")["layout"]
APART = cm(RULES["apart"])
TRIES = 60
"""Places tried for a piece before a smaller one is taken."""
SHRINKS = 4
CORNERS = 16
"""So many corners an oval has."""
TURNS = 24
"""In so many directions a piece may lie."""
FACTOR, ADDS, BITS, DROPPED = 6_364_136_223_846_793_005, 1_442_695_040_888_963_407, 64, 33


class Spread:
    """Numbers that a seed alone decides, the same on every machine."""

    def __init__(self, seed: int) -> None:
        self._at = (seed * FACTOR + ADDS) % (1 << BITS)

    def upto(self, most: int) -> int:
        """A whole number from 0 up to but not including ``most``."""
        self._at = (self._at * FACTOR + ADDS) % (1 << BITS)
        return (self._at >> DROPPED) % most


class Shape(NamedTuple):
    """A piece about the point (0, 0): its outline, its gates, how far it reaches, the box about it."""

    outline: Polygon
    gates: Polygon
    reach: int
    box: Box


def lay_out(
    width: int, depth: int, faces: Sequence[int], seed: int, zones: Sequence[Polygon],
) -> tuple[Terrain, ...]:  # fmt: skip
    """The pieces these dice draw, laid where the seed puts them (CEL-TER-10, CEL-SET-08).

    No piece lies within 10 cm of another, none off the table, at most two in each deployment zone.  A piece that
    finds no room even at its smallest is left out.
    """
    luck, laid = Spread(seed), list[Terrain]()
    for n, face in enumerate(faces, 1):
        kinds = DRAWN["kinds"][str(face)]
        key = kinds[luck.upto(len(kinds))]
        piece = placed(f"{key}-{n}", key, luck, Point(width, depth), laid, zones)
        if piece is not None:
            laid.append(piece)
    return tuple(laid)


def placed(
    id: str, key: str, luck: Spread, size: Point, laid: Sequence[Terrain], zones: Sequence[Polygon],
) -> Terrain | None:  # fmt: skip
    """A piece of this kind where it fits, smaller where it must be; ``None`` if it fits nowhere."""
    full = [zone for zone in zones if sum([lies_in(p, zone) for p in laid]) >= RULES["in_zone"]]
    shut = [Taken(() if zone == upright(box(zone)) else zone, box(zone)) for zone in full]
    taken = [Taken(piece, piece.frame) for piece in laid]
    for shrink in range(SHRINKS):
        shape = shaped(key, luck, shrink)
        wide, deep = max(1, size.x - 2 * shape.reach), max(1, size.y - 2 * shape.reach)
        for _ in range(TRIES):
            at = Point(shape.reach + luck.upto(wide) // CM * CM, shape.reach + luck.upto(deep) // CM * CM)
            near = None if surely_in(shape, at, shut) else in_doubt(shape, at, taken)
            if near is not None and fits(piece := moved(id, key, shape, at), near, full):
                return piece
    return None


# -- shapes ------------------------------------------------------------------------


def shaped(key: str, luck: Spread, shrink: int) -> Shape:
    """A shape for this kind: an oval, a rectangle or a line; the more it is shrunk, the nearer to its least size."""
    kind = KINDS[key]
    facing = luck.upto(TURNS) * (TURN // TURNS)
    if kind.shape == "line":
        return turned(*line_of(kind, length_of(DRAWN["line"], luck, shrink)), facing)
    sides = DRAWN["building" if kind.indoors else "area"]
    wide, deep = length_of(sides, luck, shrink), length_of(sides, luck, shrink)
    is_round = not kind.indoors and luck.upto(2) == 1
    return turned(oval(wide, deep) if is_round else rectangle(Point(0, 0), wide, deep), (), facing)


def length_of(sides: Sequence[int], luck: Spread, shrink: int) -> int:
    """A length within its limits, to a whole centimetre."""
    least, most = sides
    return cm(least + luck.upto(most - least + 1) * (SHRINKS - 1 - shrink) // (SHRINKS - 1))


def line_of(kind: Kind, length: int) -> tuple[Polygon, Polygon]:
    """A straight line about its middle, there with a gate if it must be climbed (CEL-TER-10)."""
    ends = (Point(-length // 2, 0), Point(length // 2, 0))
    return ends, (Point(0, 0),) if kind.movement == "climb" else ()


def oval(wide: int, deep: int) -> Polygon:
    """An oval about (0, 0) by its corners."""
    steps = [n * TURN // CORNERS for n in range(CORNERS)]
    return tuple(Point(wide * sine(a) // (2 * SCALE), -deep * cosine(a) // (2 * SCALE)) for a in steps)


def turned(points: Polygon, gates: Polygon, facing: int) -> Shape:
    """A shape turned about (0, 0)."""
    s, c, half = 2 * sine(facing), 2 * cosine(facing), 2 * SCALE
    corners, doors = (
        tuple([Point((x * c - y * s + SCALE) // half, (x * s + y * c + SCALE) // half) for x, y in ring])
        for ring in (points, gates)
    )
    it = box(corners)
    return Shape(corners, doors, max(-it.west, it.east, -it.north, it.south), it)


def moved(id: str, key: str, shape: Shape, at: Point) -> Terrain:
    """The piece of this shape about a place."""
    kind = KINDS[key]
    corners, gates = (tuple(Point(p.x + at.x, p.y + at.y) for p in ring) for ring in (shape.outline, shape.gates))
    return Terrain(id, key, corners, kind.shape != "line", gates, kind.height * CM)


# -- room --------------------------------------------------------------------------


class Taken(NamedTuple, Generic[T]):
    """Something on the table, and the box about it."""

    it: T
    box: Box


def upright(it: Box) -> Polygon:
    """The corners of a box, its north-west one first."""
    west, north, east, south = it
    return Point(west, north), Point(east, north), Point(east, south), Point(west, south)


def surely_in(shape: Shape, at: Point, zones: Sequence[Taken[Polygon]]) -> bool:
    """Whether the middle of an area about a place lies in any of these zones; the middle of a line tells nothing.

    A zone that is no more than its box comes without corners.
    """
    if len(shape.outline) > 2:
        x, y = at
        for zone, (west, north, east, south) in zones:
            if west <= x <= east and north <= y <= south and (not zone or contains(zone, at)):
                return True
    return False


def in_doubt(shape: Shape, at: Point, taken: Sequence[Taken[Terrain]]) -> list[Terrain] | None:
    """Of what lies there, whatever may be too near to a shape about a place; ``None`` if anything surely is."""
    found: list[Terrain] = []
    (x, y), (west, north, east, south) = at, shape.box
    west, north, east, south = x + west - APART, y + north - APART, x + east + APART, y + south + APART
    for piece, (left, top, right, bottom) in taken:
        if left <= east and west <= right and top <= south and north <= bottom:
            near = seen_near(shape.outline, at, piece.outline, Point((left + right) // 2, (top + bottom) // 2))
            if near:
                return None
            if near is None:
                found.append(piece)
    return found


def seen_near(corners: Polygon, at: Point, other: Polygon, middle: Point) -> bool | None:
    """Whether a shape about a place lies within 10 cm of another, as seen along the line to its middle.

    ``None`` where that does not tell.  The corner of each that lies farthest towards the other is looked for: if no
    more than 10 cm part these two they are near, if the strip between them is wider the shapes are not.
    """
    ax, ay = at
    dx, dy = middle.x - ax, middle.y - ay
    ahead = [dx * x + dy * y for x, y in corners]
    behind = [dx * x + dy * y for x, y in other]
    mine, theirs = corners[ahead.index(max(ahead))], other[behind.index(min(behind))]
    ex, ey = theirs[0] - mine[0] - ax, theirs[1] - mine[1] - ay
    if ex * ex + ey * ey <= APART * APART:
        return True
    strip = dx * ex + dy * ey
    return False if strip > 0 and strip * strip > APART * APART * (dx * dx + dy * dy) else None


def fits(piece: Terrain, laid: Sequence[Terrain], full: Sequence[Polygon]) -> bool:
    """Whether a piece lies far enough from the others, in no zone that has its number (CEL-SET-08)."""
    return not any(is_near(piece, other) for other in laid) and not any(lies_in(piece, zone) for zone in full)


def is_near(a: Terrain, b: Terrain) -> bool:
    """Whether two pieces lie within 10 cm of each other (CEL-SET-08)."""
    if apart(a.outline, b.outline, APART):
        return False
    return lines_within(ring(a), ring(b), APART) or any(
        contains(p.outline, q.outline[0]) for p, q in ((a, b), (b, a)) if p.closed
    )


def ring(piece: Terrain) -> Polygon:
    """The points of a piece in order; an area's come back to the first."""
    return piece.outline + piece.outline[:1] if piece.closed else piece.outline


def sides(piece: Terrain) -> Iterator[tuple[Point, Point]]:
    """The sides of a piece; a line does not run back to its beginning."""
    return pairwise(ring(piece))


def lies_in(piece: Terrain, zone: Polygon) -> bool:
    """Whether any part of a piece lies in a zone."""
    if apart(piece.outline, zone, 0):
        return False
    if any(contains(zone, p) for p in piece.outline) or (piece.closed and contains(piece.outline, zone[0])):
        return True
    return any(segments_cross(*one, *other) for one in sides(piece) for other in outline(zone))
