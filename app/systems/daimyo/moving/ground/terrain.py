"""The ground: what each piece is, what lies over what, what a unit may enter, and where there is room to stand."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct, convert, field

from app.engine.formations import Formation, footprint
from app.engine.geometry import Point, Polygon, along, box, contains, distance, outline
from app.engine.refusals import Refusal, refuse
from app.engine.shapes import SLACK, convex_parts, nearer, overlaps
from app.engine.table import Table, Terrain
from app.systems.daimyo.book import c, cm, table
from app.systems.daimyo.measure import beside, between, ground_of
from app.systems.daimyo.scenarios.figures import shut_fords
from app.systems.daimyo.state import State, Unit

TERRAIN, CLEAR_OF, STAYS_ON, COLUMNS = c("DAI-MOV-30"), c("DAI-MOV-21"), c("DAI-MOV-25"), c("DAI-MOV-09")
CLEAR = cm(table("movement")["clear"]["enemies"])
"""How far a move without a charge keeps from enemies (DAI-MOV-21)."""
PASSAGE = cm(table("movement")["palisade"]["gap"])
"""The narrowest gap of a palisade that cavalry passes (DAI-MOV-32)."""
LINE_WIDTH, LINE_RANKS = table("movement")["line"]["width"], table("movement")["line"]["ranks"]
Gaps = tuple[tuple[str, tuple[tuple[int, int], ...]], ...]


class Kind(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of piece as ``data/terrain.toml`` has it (DAI-MOV-30)."""

    name: str
    shape: str
    ground: str
    enter: tuple[str, ...]
    clause: str
    cover: str = "none"
    sight: str = "open"
    name_es: str = ""
    over: bool = False
    doubles: bool = False
    column: bool = False
    level: int = 0
    clauses: dict[str, str] = field(default_factory=dict)

    @property
    def spans(self) -> bool:
        """Whether it leads over obstacles and impassable ground too, as fords and bridges do."""
        return self.over and (self.column or not self.doubles)


KINDS: dict[str, Kind] = convert(table("terrain"), dict[str, Kind], strict=False)


class Patch(NamedTuple):
    """A convex part of a piece as it lies open, what lies over it cut out; two points where it is a line."""

    piece: str
    kind: str
    outline: Polygon


class Grounds(NamedTuple):
    """The ground as one kind of mover meets it: closed to it, difficult, an obstacle, a road."""

    closed: tuple[Patch, ...]
    slow: tuple[Patch, ...]
    obstacles: tuple[Patch, ...]
    roads: tuple[Patch, ...]


def kind_of(piece: Terrain) -> Kind:
    """What the table of terrain says of this piece."""
    return KINDS[piece.kind]


def is_column(body: Formation) -> bool:
    """One stand wide, or deeper than a line may be; a single stand is a line (DAI-MOV-09, DAI-MOV-11)."""
    return body.number > 1 and (body.files < LINE_WIDTH or body.ranks > LINE_RANKS)


def mover_of(unit: Unit) -> str:
    """As what the table of terrain counts a unit: cavalry, infantry or artillery."""
    if unit.kind == "gun":
        return "artillery"
    return "cavalry" if unit.mounted else "infantry"


def grounds(state: State, unit: Unit, body: Formation | None = None) -> Grounds:
    """The ground as this unit meets it in this formation (its own if none is given): bridges carry columns and guns."""
    body = body or unit.formation
    bridges = unit.kind == "gun" or is_column(body)
    found = ground_for(state.table, mover_of(unit), bridges, tuple(sorted(state.gaps.items())))
    if shut := shut_fords(state, unit):
        barred = tuple(patch for patch in found.slow if patch.piece in shut)
        open_ = tuple(patch for patch in found.slow if patch.piece not in shut)
        found = found._replace(closed=(*found.closed, *barred), slow=open_)
    return found._replace(slow=()) if unit.guided_until >= max(1, state.turn) else found


@lru_cache(maxsize=256)
def ground_for(ground: Table, mover: str, bridges: bool, gaps: Gaps = ()) -> Grounds:
    """The ground as cavalry, infantry, artillery or leaders meet it."""
    found: dict[str, list[Patch]] = {"closed": [], "difficult": [], "obstacle": [], "good": []}
    for patch in pieces(ground, bridges, gaps, PASSAGE if mover == "cavalry" else 0):
        kind = KINDS[patch.kind]
        found[_meets(kind, mover)].append(patch)
    roads = tuple(patch for patch in found["good"] if KINDS[patch.kind].doubles)
    return Grounds(tuple(found["closed"]), tuple(found["difficult"]), tuple(found["obstacle"]), roads)


def _meets(kind: Kind, mover: str) -> str:
    """What a kind of ground is to a mover; leaders go wherever foot may (DAI-LDR-16)."""
    if mover == "leaders":
        open_ = bool(kind.enter)
        return ("good" if kind.ground == "building" else kind.ground) if open_ else "closed"
    return kind.ground if mover in kind.enter and kind.ground != "building" else "closed"


# -- what lies over what ------------------------------------------------------------------


@lru_cache(maxsize=64)
def pieces(ground: Table, bridges: bool = True, gaps: Gaps = (), narrowest: int = 0) -> tuple[Patch, ...]:
    """Every piece in convex parts: roads, fords and bridges take the place of what they lie on (DAI-MOV-30).

    Palisades have their gaps, those of at least ``narrowest`` in 1/100 mm (DAI-MOV-32).
    """
    laid = [piece for piece in ground.pieces if bridges or not kind_of(piece).column]
    over = [piece for piece in laid if kind_of(piece).over]
    cut = {id: tuple(g for g in made if g[1] - g[0] >= narrowest) for id, made in gaps}
    return tuple(patch for piece in laid for patch in _patches(piece, over, cut.get(piece.id, ())))


def _patches(piece: Terrain, over: list[Terrain], gaps: tuple[tuple[int, int], ...]) -> Iterator[Patch]:
    if not piece.closed:
        for line in _left_standing(piece.outline, gaps):
            yield from (Patch(piece.id, piece.kind, part) for part in _uncovered_line(line, over))
        return
    parts = list(convex_parts(piece.outline))
    for other in over:
        if _lies_under(kind_of(piece), kind_of(other)) and other.id != piece.id:
            holes = convex_parts(other.outline)
            for hole in holes:
                parts = [left for part in parts for left in _without(part, hole)]
    yield from (Patch(piece.id, piece.kind, part) for part in parts)


def _lies_under(kind: Kind, over: Kind) -> bool:
    return not kind.over and (over.spans or kind.ground == "difficult")


def _left_standing(line: Polygon, gaps: tuple[tuple[int, int], ...]) -> Iterator[Polygon]:
    """The stretches of a line between its gaps, which are from and to along it in 1/100 mm."""
    walked = 0
    for a, b in pairwise(line):
        size = distance(a, b)
        cuts = [0, *(min(size, max(0, end - walked)) for gap_ in sorted(gaps) for end in gap_), size]
        for first, last in zip(cuts[::2], cuts[1::2], strict=True):
            if last > first:
                yield (along(a, b, first), along(a, b, last))
        walked += size


def _uncovered_line(line: Polygon, over: list[Terrain]) -> Iterator[Polygon]:
    """The parts of a stretch that no bridge covers."""
    bridges = [part for piece in over if kind_of(piece).column for part in convex_parts(piece.outline)]
    left = [line]
    for hole in bridges:
        left = [part for whole in left for part in _without(whole, hole)]
    yield from left


def _without(part: Polygon, hole: Polygon) -> list[Polygon]:
    """What is left of a convex outline, in convex parts, when another is cut out of it."""
    if not overlaps(hole, part, 0):
        return [part]
    rest, found = part, list[Polygon]()
    middle = Point(sum(p.x for p in hole) // len(hole), sum(p.y for p in hole) // len(hole))
    for a, b in outline(hole):
        if _side(a, b, middle) < 0:
            a, b = b, a
        found += [away] if (away := _half(rest, b, a)) else []
        rest = _half(rest, a, b)
    return found


def _side(a: Point, b: Point, p: Point) -> int:
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)


def _half(points: Polygon, a: Point, b: Point) -> Polygon:
    """The part of an outline on the positive side of the line a-b; empty if there is none to speak of."""
    found: list[Point] = []
    for p, q in outline(points) if len(points) > 2 else pairwise(points + points[-1:]):
        one, other = _side(a, b, p), _side(a, b, q)
        found += [p] if one >= 0 else []
        if (one > 0 > other) or (one < 0 < other):
            found.append(_between(p, q, one, one - other))
    kept = tuple(dict.fromkeys(found))
    return kept if len(kept) >= min(3, len(points)) and any(_side(a, b, p) > 0 for p in kept) else ()


def _between(p: Point, q: Point, part: int, whole: int) -> Point:
    if whole < 0:
        part, whole = -part, -whole
    x, y = (s + (2 * (e - s) * part + whole) // (2 * whole) for s, e in zip(p, q, strict=True))
    return Point(x, y)


# -- questions about an outline -------------------------------------------------------------


def refuse_ground(
    state: State, unit: Unit, covered: Polygon, body: Formation | None = None, ignoring: Collection[Polygon] = ()
) -> Refusal | None:
    """Why a unit may not cover this ground: a piece closed to it (DAI-MOV-30)."""
    for patch in grounds(state, unit, body).closed:
        if patch.outline not in ignoring and overlaps(covered, patch.outline):
            return refuse("move.barred", TERRAIN, unit=unit.id, piece=patch.piece, kind=patch.kind)
    return None


def is_on_table(state: State, covered: Polygon) -> bool:
    """Whether an outline lies wholly on the table, its edge included (DAI-MOV-25)."""
    west, north, east, south = box(covered)
    inside = west >= -SLACK and north >= -SLACK
    return inside and east <= state.table.width + SLACK and south <= state.table.depth + SLACK


def refuse_place(state: State, unit: Unit, body: Formation, near_enemy: bool = True) -> Refusal | None:
    """Why a unit may not stand so: off the table, on closed ground, on another unit, too near an enemy.

    ``near_enemy``: whether it must keep 1 cm from enemies (DAI-MOV-21).
    """
    covered = footprint(body)
    if not is_on_table(state, covered):
        return refuse("move.off-table", STAYS_ON, unit=unit.id)
    if no := refuse_ground(state, unit, covered, body):
        return no
    for other in beside(state, (covered,), state.fielded(), CLEAR):
        if other.id != unit.id and (found := _refuse_beside(state, unit, covered, other, near_enemy)):
            return found
    return None


def _refuse_beside(state: State, unit: Unit, covered: Polygon, other: Unit, near_enemy: bool) -> Refusal | None:
    theirs = ground_of(state, other)
    if overlaps(covered, theirs):
        return refuse("move.on-unit", CLEAR_OF, unit=unit.id, other=other.id)
    if near_enemy and is_foe(state, unit, other) and nearer(covered, theirs, CLEAR - SLACK):
        off = between(covered, theirs)
        return refuse("move.too-near", CLEAR_OF, unit=unit.id, enemy=other.id, clear=CLEAR, gap=off)
    return None


def is_foe(state: State, unit: Unit, other: Unit) -> bool:
    """Whether a unit keeps its distance from another: an enemy, or one that belongs to nobody.

    A gun without a crew is nobody's enemy (DAI-ART-08).
    """
    if other.abandoned:
        return False
    return other.seat != unit.seat or state.neutral(other) != state.neutral(unit)


def pieces_at(state: State, at: Point) -> tuple[Terrain, ...]:
    """The areas a place lies in, in the order they were laid."""
    return tuple(piece for piece in state.table.pieces if piece.closed and contains(piece.outline, at))


def level_at(state: State, at: Point) -> int:
    """The level of the highest hill a place lies on; 0 on the plain (DAI-MOV-29)."""
    return max((kind_of(piece).level for piece in pieces_at(state, at)), default=0)
