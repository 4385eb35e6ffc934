"""The ground: what the scenario lays, nothing, or pieces the players place (DAI-SCN-08, DAI-SCN-11)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from app.engine.geometry import CM, Point, Polygon, rotate
from app.engine.refusals import Refusal, refuse
from app.engine.shapes import gap, overlaps
from app.engine.system import Setup
from app.engine.table import Table, Terrain
from app.systems.daimyo.book import c, cm, table
from app.systems.daimyo.ideas.places import upon
from app.systems.daimyo.scenarios.figures import RULES, Row, box_on, played, table_of, terrain_of
from app.systems.daimyo.state import State

PLACED = c("DAI-SCN-08")
RANDOM = RULES["random"]
APART, SHIFT, ROAD = cm(RANDOM["apart"]), cm(RANDOM["shift"]), cm(RANDOM["road"])
SIZES: dict[str, list[int]] = RANDOM["sizes"]
Spots = tuple[tuple[Point, int], ...]


def layout_of(setup: Setup) -> str:
    """Which ground was agreed: the scenario's own unless the players said otherwise; empty: a list of pieces."""
    chosen = setup.options.get("terrain", played(setup).layouts[0])
    return "" if isinstance(chosen, list) else str(chosen)


def first_table(setup: Setup) -> Table:
    """The table before the set-up: the pieces of a list or of the scenario, the road alone, or nothing."""
    width, depth = (cm(n) for n in table_of(setup))
    chosen = layout_of(setup)
    if not chosen:
        return Table(width, depth, tuple(given(row) for row in setup.options["terrain"]))
    if chosen == "open":
        return Table(width, depth)
    if chosen == "random":
        return Table(width, depth, (road(width, depth),))
    return Table(width, depth, tuple(piece(depth, row) for row in terrain_of(setup)))


def road(width: int, depth: int) -> Terrain:
    """The road that is always there, between the two base edges (DAI-SCN-08)."""
    left, right = (width - ROAD) // 2, (width + ROAD) // 2
    return Terrain("road", "road", (Point(left, 0), Point(right, 0), Point(right, depth), Point(left, depth)), True)


def piece(depth: int, row: Row) -> Terrain:
    """A piece of the data on a table so deep."""
    if "box" in row:
        return Terrain(row["id"], row["kind"], box_on(depth, row["box"]), True, height=level(row["kind"]))
    ends = tuple(Point(cm(x), depth - cm(y)) for x, y in row["line"])
    return Terrain(row["id"], row["kind"], ends, False)


def given(row: Row) -> Terrain:
    """A piece of a list that players bring: centimetres from the north-west corner."""
    kind = row["kind"]
    is_line = table("terrain")[kind]["shape"] == "line"
    spots = tuple(Point(cm(x), cm(y)) for x, y in row["line" if is_line else "outline"])
    return Terrain(row["id"], kind, spots, not is_line, height=level(kind))


def level(kind: str) -> int:
    """How high a piece of this kind is, in 1/100 mm: a level is drawn as a centimetre (DAI-MOV-29)."""
    return int(table("terrain")[kind].get("level", 0)) * CM


# -- pieces of the players' own ------------------------------------------------------


def shape_of(kind: str) -> Polygon:
    """A piece of this kind about (0, 0)."""
    wide, deep = (cm(n) // 2 for n in SIZES[kind])
    return (Point(-wide, -deep), Point(wide, -deep), Point(wide, deep), Point(-wide, deep))


@lru_cache(maxsize=4096)
def laid(shape: Polygon, at: Point, facing: int) -> Polygon:
    """The shape at a place, turned."""
    turned = tuple(rotate(p, facing, Point(0, 0)) for p in shape)
    return tuple(Point(p.x + at.x, p.y + at.y) for p in turned)


def players_pieces(state: State) -> tuple[Terrain, ...]:
    """The pieces that players have placed, those removed left out."""
    return tuple(p for p in state.table.pieces if p.id.startswith("piece-"))


def refuse_piece(state: State, kind: str, outline: Polygon, but: str = "") -> Refusal | None:
    """What stands against a piece there: the edge, another piece too near, a building on the road (DAI-SCN-08)."""
    board = state.table
    if any(not (0 <= p.x <= board.width and 0 <= p.y <= board.depth) for p in outline):
        return refuse("terrain.off-table", PLACED)
    for other in players_pieces(state):
        if other.id != but and (between := gap(outline, other.outline)) < APART:
            return refuse("terrain.too-near", PLACED, other=other.id, gap=between, reach=APART)
    blocked = kind == "building" and any(p.kind == "road" and overlaps(outline, p.outline) for p in board.pieces)
    return refuse("terrain.on-road", PLACED) if blocked else None


def free_spots(state: State, kind: str) -> Iterator[tuple[Point, int]]:
    """Places for a piece of this kind, near the middle of the table first."""
    shape = shape_of(kind)
    for at, facing in upon(state.table.width, state.table.depth):
        if refuse_piece(state, kind, laid(shape, at, facing)) is None:
            yield at, facing


def refuse_shift(state: State, piece: Terrain, by: Point) -> Refusal | None:
    """What stands against shifting a piece by so much (DAI-SCN-08)."""
    if by.x * by.x + by.y * by.y > SHIFT * SHIFT:
        return refuse("terrain.shift-far", PLACED, most=SHIFT)
    moved = tuple(Point(p.x + by.x, p.y + by.y) for p in piece.outline)
    return refuse_piece(state, piece.kind, moved, piece.id)


def middle(outline: Polygon) -> Point:
    """The middle of an upright or turned rectangle."""
    return Point((outline[0].x + outline[2].x) // 2, (outline[0].y + outline[2].y) // 2)


def figure(kind: str) -> dict[str, Any]:
    """What the data says of a kind of terrain."""
    row: dict[str, Any] = table("terrain")[kind]
    return row
