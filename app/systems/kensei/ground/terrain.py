"""The ground: what each piece is, where it is entered, what lies there now, which of it is Mystical."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct, convert, field
from msgspec.structs import replace

from app.engine.geometry import (
    Point,
    Polygon,
    along,
    contains,
    distance,
    outline,
    point_segment_within,
    rectangle,
    rotate,
)
from app.engine.refusals import Clause
from app.engine.shapes import SLACK, any_overlap, convex_parts, within
from app.engine.table import Table, Terrain
from app.engine.trig import SCALE, TURN, bearing, cosine, sine
from app.systems.kensei.book import c, cm, table
from app.systems.kensei.state import State

ENTRANCE = cm(table("movement")["building"]["entrance"])
"""How long an entrance is: a stretch in the middle of a side (KEN-MOV-36)."""
MYSTICAL = cm(table("ground")["mystical"]["within"])
"""So near to Mystical Terrain nobody flees (KEN-TER-91)."""
CORNERS = 24
"""So many corners a round piece has."""
Parts = Sequence[Polygon]


class Kind(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of piece as ``data/terrain.toml`` has it (KEN-TER-10); lengths in whole centimetres."""

    name: str
    shape: str
    form: str
    ground: str
    drawn: str
    clause: str
    name_es: str = ""
    clauses: dict[str, str] = field(default_factory=dict)
    radius: int = 0
    least: int = 0
    size: tuple[int, int] = (0, 0)
    length: int = 0
    sight: str = "open"
    cover: str = ""
    cover_by: str = ""
    edge: int = 0
    trees: bool = False
    water: bool = False
    very_high: bool = False
    building: str = ""
    walked: bool = False
    doors: int = 0
    units: int = 0
    models: int = 0
    wounds: int = 0
    armour: int = 0
    mystical: bool = False
    spiritual: int = 0
    calms: int = 0
    slows: int = 0
    meditates: int = 0
    steadfast: bool = False
    ki: int = 0
    honour: int = 0
    points: int = 0
    placed: bool = False
    falls_to: str = ""

    @property
    def held(self) -> bool:
        """Whether a garrison may Occupy it (KEN-TER-39, KEN-TER-96)."""
        return self.units > 0

    @property
    def shut(self) -> bool:
        """Whether nobody moves through it: Impassible Terrain, and Constructions that are not walked into."""
        return self.ground == "impassable" or (self.ground == "construction" and not self.walked)

    @property
    def slow(self) -> bool:
        """Whether it is Difficult Terrain, Cemeteries and Ruins included (KEN-TER-22, KEN-TER-96)."""
        return self.ground == "difficult" or self.trees

    @property
    def attackable(self) -> bool:
        """Whether it has Wounds that can be taken from it (KEN-TER-44, KEN-TER-74)."""
        return self.wounds > 0

    def rests_on(self, topic: str) -> Clause:
        """The clause that one of its figures rests on."""
        return c(self.clauses.get(topic, self.clause))


KINDS: dict[str, Kind] = convert(table("terrain"), dict[str, Kind], strict=False)


class Entrance(NamedTuple):
    """A stretch of a wall through which a Construction is entered, seen from outside; ``inward`` in 1/100 degree."""

    left: Point
    right: Point
    middle: Point
    inward: int


class Piece(NamedTuple):
    """A piece as it lies: its kind, its outline (the points of the line where it is one) and convex parts of it."""

    id: str
    key: str
    kind: Kind
    outline: Polygon
    parts: tuple[Polygon, ...]
    entrances: tuple[Entrance, ...] = ()

    @property
    def is_line(self) -> bool:
        """Whether it is an obstacle without thickness."""
        return self.kind.shape == "line"


class Ground(NamedTuple):
    """All that lies on a table now, sorted by what it does to those who move, look or stand there."""

    pieces: tuple[Piece, ...]
    shut: tuple[Piece, ...]
    slow: tuple[Piece, ...]
    bridges: tuple[Piece, ...]
    obstacles: tuple[Piece, ...]
    buildings: tuple[Piece, ...]
    hills: tuple[Piece, ...]
    woods: tuple[Piece, ...]
    water: tuple[Piece, ...]
    blocks: tuple[Piece, ...]
    mystical: tuple[Piece, ...]

    def named(self, id: str) -> Piece:
        """The piece of this id; ``KeyError`` if it does not stand."""
        for piece in self.pieces:
            if piece.id == id:
                return piece
        raise KeyError(id)


def kinds() -> tuple[str, ...]:
    """Every kind of piece, in the order of the rulebook."""
    return tuple(KINDS)


def kind_of(piece: Terrain) -> Kind:
    """What the table of terrain says of this piece."""
    return KINDS[piece.kind]


# -- making pieces ---------------------------------------------------------------------------


def piece(id: str, key: str, at: Point, turn: int = 0, size: tuple[int, int] = (0, 0)) -> Terrain:
    """A piece of this kind about a place of the engine's table, turned clockwise by 1/100 degree.

    ``size``: width and depth in 1/100 mm where they are not those of the table of terrain; of a line its length, of a
    round piece its radius comes first.  Unturned, the first entrance is in the south side and the second in the north.
    """
    kind = KINDS[key]
    shape = shape_of(kind, size)
    doors = _doors(shape, kind.doors)
    laid, opened = (tuple(_moved(p, at, turn) for p in points) for points in (shape, doors))
    return Terrain(id, key, laid, kind.shape != "line", opened)


def wall(id: str, key: str, first: Point, last: Point) -> Terrain:
    """An obstacle of this kind from one place of the engine's table to another."""
    return Terrain(id, key, (first, last), False)


def shape_of(kind: Kind, size: tuple[int, int] = (0, 0)) -> Polygon:
    """A piece of this kind about (0, 0)."""
    if kind.form == "line":
        half = (size[0] or cm(kind.length)) // 2
        return (Point(-half, 0), Point(half, 0))
    if kind.form == "circle":
        return round_shape(size[0] or cm(kind.radius))
    wide, deep = size if size != (0, 0) else (cm(kind.size[0]), cm(kind.size[1]))
    return rectangle(Point(0, 0), wide, deep)


@lru_cache(maxsize=64)
def round_shape(radius: int) -> Polygon:
    """A round outline about (0, 0), the same after half a turn."""
    steps = [n * TURN // CORNERS for n in range(CORNERS // 2)]
    half = [Point(_part(radius, sine(a)), -_part(radius, cosine(a))) for a in steps]
    return (*half, *(Point(-p.x, -p.y) for p in half))


def _part(length: int, share: int) -> int:
    return (2 * length * share + SCALE) // (2 * SCALE)


def _moved(p: Point, at: Point, turn: int) -> Point:
    turned = rotate(p, turn, Point(0, 0))
    return Point(turned.x + at.x, turned.y + at.y)


def _doors(shape: Polygon, doors: int) -> Polygon:
    """The middles of the south and the north side of a rectangle (front left corner first)."""
    if not doors:
        return ()
    deep = shape[2].y
    return (Point(0, deep), Point(0, -deep))[:doors]


# -- entrances -------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def entrances(piece: Terrain) -> tuple[Entrance, ...]:
    """The entrances of a Construction: 5 cm about each of its doors (KEN-MOV-36)."""
    return tuple(found for door in piece.doors for found in _entrance(piece, door))


def _entrance(piece: Terrain, door: Point) -> Iterator[Entrance]:
    sides = [side for side in outline(piece.outline) if point_segment_within(door, *side, 1)]
    for a, b in sides[:1]:
        half = min(ENTRANCE, distance(a, b)) // 2
        one, other = along(door, a, half), along(door, b, half)
        inside = Point(door.x - (b.y - a.y), door.y + (b.x - a.x))
        if not _is_inner(piece.outline, a, b):
            one, other, inside = other, one, Point(2 * door.x - inside.x, 2 * door.y - inside.y)
        yield Entrance(other, one, door, bearing(inside.x - door.x, inside.y - door.y))


def _is_inner(polygon: Polygon, a: Point, b: Point) -> bool:
    """Whether the inside lies to the right of the way from a to b on the board."""
    nx, ny = -(b.y - a.y), b.x - a.x
    return sum((p.x - a.x) * nx + (p.y - a.y) * ny for p in polygon) > 0


# -- what lies on the table now --------------------------------------------------------------


def ground(state: State) -> Ground:
    """What lies on the table of this battle now: destroyed Constructions are gone (KEN-TER-46)."""
    key = ("ground",)
    if key not in state.places:
        marked = state.options.get("mystical", ())
        gone = tuple(id for id, left in state.works.items() if left <= 0)
        state.places[key] = ground_of(state.table, gone, tuple(marked))
    found: Ground = state.places[key]
    return found


@lru_cache(maxsize=256)
def ground_of(board: Table, gone: tuple[str, ...] = (), marked: tuple[str, ...] = ()) -> Ground:
    """The same for a table, the ids of what was destroyed on it, and of the pieces marked Mystical (KEN-TER-102)."""
    found = tuple(_piece(laid) for laid in _standing(board, gone))
    return Ground(
        pieces=found,
        shut=tuple(p for p in found if p.kind.shut),
        slow=tuple(p for p in found if p.kind.slow),
        bridges=tuple(p for p in found if p.kind.slows),
        obstacles=tuple(p for p in found if p.is_line),
        buildings=tuple(p for p in found if p.kind.held),
        hills=tuple(p for p in found if p.kind.sight == "hill"),
        woods=tuple(p for p in found if p.kind.trees),
        water=tuple(p for p in found if p.kind.water),
        blocks=tuple(p for p in found if p.kind.sight in ("blocks", "wall")),
        mystical=_mystical(found, marked),
    )


def _standing(board: Table, gone: tuple[str, ...]) -> Iterator[Terrain]:
    for laid in board.pieces:
        if laid.id not in gone:
            yield laid
        elif becomes := kind_of(laid).falls_to:
            yield replace(laid, kind=becomes, doors=())


def _piece(laid: Terrain) -> Piece:
    parts = convex_parts(laid.outline) if laid.closed else tuple(pairwise(laid.outline))
    return Piece(laid.id, laid.kind, kind_of(laid), laid.outline, parts, entrances(laid))


def _mystical(found: tuple[Piece, ...], marked: tuple[str, ...]) -> tuple[Piece, ...]:
    """Pieces Mystical by name or by a mark, and those within reach of a Shrine or a Temple (KEN-TER-94)."""
    holy = [p for p in found if p.kind.spiritual]
    return tuple(p for p in found if p.kind.mystical or p.id in marked or any(_made_so(p, by) for by in holy))


def _made_so(piece: Piece, by: Piece) -> bool:
    reach = cm(by.kind.spiritual)
    return piece.id != by.id and any(near(by, (part,), reach) for part in piece.parts)


# -- questions about outlines ----------------------------------------------------------------


def overlapped(piece: Piece, shapes: Parts) -> bool:
    """Whether any of some convex outlines lies on a piece, or across it where it is a line."""
    return any_overlap(shapes, piece.parts)


def near(piece: Piece, shapes: Parts, reach: int) -> bool:
    """Whether any of some outlines is within ``reach`` of a piece."""
    return any(within(shape, part, reach) for shape in shapes for part in piece.parts)


def holds(piece: Piece, shapes: Parts) -> bool:
    """Whether all of some outlines lie wholly inside an area, its edge included."""
    return not piece.is_line and all(_in_area(piece, p) for shape in shapes for p in shape)


def _in_area(piece: Piece, p: Point) -> bool:
    return contains(piece.outline, p) or any(point_segment_within(p, *side, SLACK) for side in outline(piece.outline))


def standing_on(piece: Piece, bases: Parts) -> int:
    """How many of some bases stand on an area: the middle of the base lies in it (KEN-TER-14)."""
    return _on_area(piece.outline, bases)


@lru_cache(maxsize=8192)
def _on_area(area: Polygon, bases: Parts) -> int:
    return sum(contains(area, _middle(base)) for base in bases)


def is_mostly_on(piece: Piece, bases: Parts) -> bool:
    """Whether half or more of some bases stand on an area (KEN-TER-14)."""
    return 2 * standing_on(piece, bases) >= len(bases) > 0


def _middle(base: Polygon) -> Point:
    return Point(sum(p.x for p in base) // len(base), sum(p.y for p in base) // len(base))


def mystical_at(state: State, shapes: Parts, reach: int = MYSTICAL) -> Piece | None:
    """The Mystical Terrain within 10 cm of some outlines, if there is any (KEN-TER-91)."""
    return next((p for p in ground(state).mystical if near(p, shapes, reach)), None)


def is_calm(state: State, shapes: Parts) -> bool:
    """Whether some outlines are so near to a Torii that neither Fear nor Terror counts (KEN-TER-58)."""
    return any(near(p, shapes, cm(p.kind.calms)) for p in ground(state).pieces if p.kind.calms)


def may_meditate(state: State, shapes: Parts) -> bool:
    """Whether an Onmyouiji there has one Meditation without AP (KEN-TER-65, KEN-TER-68)."""
    return any(near(p, shapes, cm(p.kind.meditates)) for p in ground(state).pieces if p.kind.meditates)


def wounds_of(state: State, id: str) -> int:
    """The Wounds a Construction has left (KEN-TER-51, KEN-TER-64)."""
    laid = next(piece for piece in state.table.pieces if piece.id == id)
    return state.works.get(id, kind_of(laid).wounds)
