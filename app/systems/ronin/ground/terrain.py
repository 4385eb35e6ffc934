"""The ground: what each piece does to movement, what a base stands in, where a base may be laid."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct, convert, field

from app.engine.geometry import (
    Base,
    Point,
    Polygon,
    contains,
    disc_touches_line,
    disc_touches_polygon,
    distance,
    distance2,
    outline,
    overlap,
)
from app.engine.paths import Path, at_length, crosses_line, in_the_way, sweeps_polygon
from app.engine.table import Table, Terrain, inside
from app.systems.ronin.book import EPSILON, FOOT, inches, table
from app.systems.ronin.state import ModelId, State

DOOR = inches(table("ground")["openings"]["door"])
"""How near to a door a path may pass an outline (RON-TER-11)."""


class Kind(Struct, frozen=True):
    """A kind of piece as ``data/terrain.toml`` has it (RON-TER-03)."""

    name: str
    shape: str
    clause: str
    name_es: str = ""
    movement: str = "clear"
    cover: str = "none"
    cover_when: str = "crossed"
    sight: str = "clear"
    blocked_cover: str = "none"
    mounted_forbidden: bool = False
    placeable: bool = True
    sweeps: bool = False
    clauses: dict[str, str] = field(default_factory=dict)


KINDS: dict[str, Kind] = convert(table("terrain"), dict[str, Kind])


class Part(Struct, frozen=True):
    """Ground that hinders: a polygon (an area less the bridges over it) or a line, with its piece."""

    piece: Terrain
    kind: Kind
    shape: Polygon


def kind_of(piece: Terrain) -> Kind:
    """What the table of terrain says of this piece (RON-TER-03)."""
    return KINDS[piece.kind]


@lru_cache(maxsize=256)
def parts(ground: Table) -> tuple[Part, ...]:
    """Every piece that hinders movement, areas cut where a bridge lies over them."""
    bridges = [piece.outline for piece in ground.pieces if piece.kind == "bridge"]
    found = []
    for piece in ground.pieces:
        kind = kind_of(piece)
        if kind.movement != "clear":
            shapes = without(piece.outline, bridges) if piece.closed and kind.shape == "area" else [piece.outline]
            found += [Part(piece, kind, shape) for shape in shapes]
    return tuple(found)


def without(polygon: Polygon, holes: list[Polygon]) -> list[Polygon]:
    """What is left of a polygon outside some convex ones, as polygons that meet at most along their sides."""
    left = [polygon]
    for hole in holes:
        left = [part for shape in left for part in _outside(shape, hole)]
    return left


def _outside(polygon: Polygon, hole: Polygon) -> list[Polygon]:
    found, rest = [], polygon
    turn = 1 if area2(hole) > 0 else -1
    for a, b in outline(hole):
        if has_area(beyond := half(rest, a, b, -turn)):
            found.append(beyond)
        rest = half(rest, a, b, turn)
        if not has_area(rest):
            return [polygon] if not rest else found
    return found


def area2(polygon: Polygon) -> int:
    """Twice the area of a polygon, positive when its corners run clockwise on the board."""
    return sum(a.x * b.y - b.x * a.y for a, b in outline(polygon)) if polygon else 0


def has_area(polygon: Polygon) -> bool:
    """Whether a polygon is more than a line."""
    return area2(polygon) != 0


def half(polygon: Polygon, a: Point, b: Point, turn: int) -> Polygon:
    """The part of a polygon on one side of the line a-b, cuts rounded to whole hundredths."""
    found: list[Point] = []
    for start, end in outline(polygon):
        here, there = (turn * ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)) for p in (start, end))
        if here >= 0:
            found.append(start)
        if (here > 0 > there) or (here < 0 < there):
            found.append(cut(start, end, here, here - there))
    return tuple(dict.fromkeys(found))


def cut(start: Point, end: Point, part: int, whole: int) -> Point:
    """The point ``part / whole`` of the way, to the nearest whole hundredth."""
    return Point(*(s + (2 * (e - s) * part + whole) // (2 * whole) for s, e in zip(start, end, strict=True)))


def in_river(state: State, base: Base) -> bool:
    """Whether a base is at least partly in the river; on a bridge it is not (RON-TER-07)."""
    return any(p.kind.sweeps and disc_touches_polygon(base, p.shape) for p in parts(state.table))


def is_inside(piece: Terrain, base: Base) -> bool:
    """Whether a base stands in a building: its centre is (RON-TER-11)."""
    return piece.closed and contains(piece.outline, base.at)


def is_difficult(state: State, path: Path, radius: int) -> tuple[Terrain, int] | None:
    """The Difficult piece a move meets first and after what way; ``None`` if it meets none (RON-MOV-19)."""
    near = in_the_way(path, radius, parts(state.table))
    met = [(after, p.piece) for p in near if (after := _difficult_at(p, path, radius)) is not None]
    if not met:
        return None
    after, piece = min(met, key=lambda m: (m[0], m[1].id))
    return piece, after


def _difficult_at(part: Part, path: Path, radius: int) -> int | None:
    if part.kind.shape == "line":
        return crosses_line(path, part.shape)
    if part.kind.movement == "difficult":
        return sweeps_polygon(path, radius, part.shape)
    return sweeps_polygon(path, 0, part.shape) if part.kind.movement == "doors" else None


def place_is_free(state: State, base: Base, but: ModelId | None = None) -> bool:
    """Whether a base may be laid here: on the table, clear of bases and of impassable ground (RON-MOV-29)."""
    if not inside(state.table, base) or any(overlap(base, m.base) for m in state.standing() if m.id != but):
        return False
    mounted = base.radius > FOOT
    small = Base(base.at, base.radius - EPSILON)
    return not any(_forbids(p, small, mounted) for p in parts(state.table))


def _forbids(part: Part, base: Base, mounted: bool) -> bool:
    if part.kind.movement == "impassable" or (mounted and part.piece.closed and part.kind.mounted_forbidden):
        return disc_touches_polygon(base, part.shape)
    return part.kind.movement == "doors" and any(disc_touches_line(base, side) for side in walls(part.piece))


@lru_cache(maxsize=256)
def walls(piece: Terrain) -> tuple[Path, ...]:
    """The outline of a building less the openings about its doors, wide enough for a base (RON-TER-11)."""
    return tuple(left for a, b in outline(piece.outline) for left in _less_doors(a, b, piece.doors))


def _less_doors(a: Point, b: Point, doors: tuple[Point, ...]) -> list[Path]:
    """The stretches of a side farther than half a base and half a door from every door on it."""
    wide, start, left = DOOR + FOOT, 0, list[tuple[int, int]]()
    for at in sorted(distance(a, door) for door in doors if disc_touches_line(Base(door, EPSILON), (a, b))):
        if at - wide > start:
            left.append((start, at - wide))
        start = at + wide
    if start < (whole := distance(a, b)):
        left.append((start, whole))
    return [(at_length((a, b), low), at_length((a, b), high)) for low, high in left]


def near_door(piece: Terrain, point: Point) -> bool:
    """Whether a point of the outline is within half an inch of a door (RON-TER-11)."""
    return any(distance2(door, point) <= (DOOR + EPSILON) ** 2 for door in piece.doors)
