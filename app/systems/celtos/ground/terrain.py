"""The ground: what each piece is, what a base stands in, which lines a way crosses, what it forbids."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct, convert, field

from app.engine.geometry import (
    Base,
    Box,
    Point,
    contains,
    disc_touches_line,
    disc_touches_polygon,
    distance2,
    misses,
    shared,
)
from app.engine.paths import frame
from app.engine.refusals import Clause
from app.engine.table import Table, Terrain
from app.systems.celtos.book import c, cm, table
from app.systems.celtos.measure import HALF
from app.systems.celtos.state import Model, State

CLOSED, INDOORS, RIDERS = c("CEL-MOV-13"), c("CEL-TER-03"), c("CEL-ABL-16")
TALL = table("sight")["tall"]["size"]
"""From this size on a model finds no way into a building (CEL-TER-03)."""
GIANT = table("sight")["big"]["size"]
"""From this size on some obstacles are ignored (CEL-TER-09)."""


class Kind(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of piece as ``data/terrain.toml`` has it (CEL-TER-03, CEL-TER-05).

    ``movement``: clear, difficult, impassable, low (a low obstacle), climb (``height`` cm high) or open (clear over
    what lies under it).  ``indoors``: closed to Mounted and tall models; ``wooded``: to Mounted ones that run;
    ``giants_ignore``: big models step over it for nothing (CEL-TER-09).
    """

    name: str
    shape: str
    movement: str
    clause: str
    sight: str = "clear"
    cover: str = "none"
    name_es: str = ""
    height: int = 0
    indoors: bool = False
    wooded: bool = False
    giants_ignore: bool = False
    clauses: dict[str, str] = field(default_factory=dict)


KINDS: dict[str, Kind] = convert(table("terrain"), dict[str, Kind], strict=False)
GATE = cm(table("movement")["movement"]["gate"]) // 2
"""How far to each side of its middle a gate is open (CEL-TER-10)."""


def kind_of(piece: Terrain) -> Kind:
    """What the table of terrain says of this piece."""
    return KINDS[piece.kind]


def is_low(kind: Kind) -> bool:
    """Whether this is a low obstacle, over which models fight and step (CEL-TER-05, CEL-MOV-13)."""
    return kind.movement == "low"


@lru_cache(maxsize=64)
def linear_of(ground: Table) -> tuple[Terrain, ...]:
    """The linear pieces of a table, in the order they lie."""
    return tuple(piece for piece in ground.pieces if not piece.closed)


def linear(state: State) -> tuple[Terrain, ...]:
    """The linear pieces on the table, in the order they lie (CEL-TER-05)."""
    return linear_of(state.table)


def areas(state: State, base: Base) -> tuple[Terrain, ...]:
    """Area pieces this base stands in: its centre lies within their outline (CEL-TER-03)."""
    return tuple(p for p in state.table.pieces if p.closed and stands_in(p, base.at))


def may_meet(piece: Terrain, it: Box) -> bool:
    """Whether a piece may reach into a box; surely not if it does not."""
    west, north, east, south = piece.frame
    return west <= it[2] and it[0] <= east and north <= it[3] and it[1] <= south


def stands_in(piece: Terrain, at: Point) -> bool:
    """Whether a place lies within the outline of an area piece."""
    west, north, east, south = piece.frame
    return west <= at[0] <= east and north <= at[1] <= south and contains(piece.outline, at)


def touches_piece(base: Base, piece: Terrain) -> bool:
    """Whether a base touches a piece, to the nearest millimetre, or stands in it (CEL-SCN-08, CEL-GEN-04)."""
    wider = Base(base.at, base.radius + HALF - 1)
    if piece.closed:
        return disc_touches_polygon(wider, piece.outline)
    return not misses(piece.outline, base.at, base.at, wider.radius) and disc_touches_line(wider, piece.outline)


# -- lines that are crossed -----------------------------------------------------------


def crossings(piece: Terrain, a: Point, b: Point) -> list[Point]:
    """Where a straight line meets a linear piece outside its gates, each place once."""
    if not may_meet(piece, frame((a, b))):
        return []
    found: dict[Point, None] = {}
    for side in pairwise(piece.outline):
        share = shared(a, b, *side)
        if share is not None:
            at = _part(a, b, share.first, share.whole)
            if not in_gate(piece, at):
                found[at] = None
    return list(found)


def _part(a: Point, b: Point, part: int, whole: int) -> Point:
    """The point ``part / whole`` of the way, to the nearest whole hundredth of a millimetre."""
    x, y = (s + (2 * (e - s) * part + whole) // (2 * whole) for s, e in zip(a, b, strict=True))
    return Point(x, y)


def in_gate(piece: Terrain, at: Point) -> bool:
    """Whether a place on a linear piece lies in one of its gates (CEL-TER-05, CEL-TER-10)."""
    return any(distance2(gate, at) <= GATE * GATE for gate in piece.doors)


def crossed(state: State, a: Point, b: Point) -> tuple[Terrain, ...]:
    """Linear pieces a straight line meets outside their gates, in the order they lie."""
    return tuple(piece for piece in linear_of(state.table) if crossings(piece, a, b))


# -- ground that cannot be entered ------------------------------------------------------


class Bar(NamedTuple):
    """A piece that a model may not enter, the clause that says so, and whether no part of its base may."""

    piece: Terrain
    clause: Clause
    whole: bool


def bars(ground: Table, me: Model, runs: bool) -> tuple[Bar, ...]:
    """Area pieces this model may not enter, at a run or otherwise (CEL-MOV-13, CEL-TER-03, CEL-ABL-16)."""
    return _bars(ground, me.has("mounted"), me.size >= TALL, runs)


@lru_cache(maxsize=256)
def _bars(ground: Table, mounted: bool, tall: bool, runs: bool) -> tuple[Bar, ...]:
    found = []
    for piece in ground.pieces:
        kind = kind_of(piece)
        if kind.movement == "impassable":
            found.append(Bar(piece, CLOSED, True))
        elif kind.indoors and (mounted or tall):
            found.append(Bar(piece, RIDERS if mounted else INDOORS, True))
        elif kind.wooded and mounted and runs:
            found.append(Bar(piece, RIDERS, False))
    return tuple(found)
