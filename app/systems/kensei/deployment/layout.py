"""The ground of a game: a ready table, the pieces of the scenario, and pieces the players place in turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import isqrt
from typing import Any, NamedTuple

from app.engine.geometry import CM, Box, Point, Polygon, box, contains, distance2, root_up
from app.engine.geometry import outline as sides
from app.engine.refusals import Refusal, refuse
from app.engine.shapes import apart, gap, is_convex, segment2
from app.engine.system import Setup
from app.engine.table import Table, Terrain
from app.systems.kensei.book import c, cm, table
from app.systems.kensei.ground.terrain import KINDS, piece, wall
from app.systems.kensei.scenarios.figures import SIZES, Row, scenario_of, spot, table_of

PLACED, APART, OTHER, PLACES = c("KEN-DEP-03"), c("KEN-DEP-05"), c("KEN-DEP-04"), c("KEN-SCN-06")
LAYOUTS: dict[str, Row] = table("scenarios")["layouts"]
BY_TURNS = LAYOUTS["placed"]
LEAST, MOST, CLEAR = BY_TURNS["least"], BY_TURNS["most"], cm(BY_TURNS["apart"])
TURNS = tuple(100 * int(degrees) for degrees in BY_TURNS["turns"])
STEP = 5 * CM
HALF_TURN = 18_000
ROUNDING = 2
"""1/100 mm by which circles may be rounded."""
MINE = "placed-"
"""How the ids of pieces that players have placed begin."""


def layout_of(setup: Setup) -> str:
    """Which ground was agreed: the scenario's first unless the players said otherwise; empty: a list of pieces."""
    chosen = setup.options.get("terrain", scenario_of(setup.scenario).layouts[0])
    return "" if isinstance(chosen, list) else str(chosen)


def first_table(setup: Setup) -> Table:
    """The table before the set-up: a ready one, or the scenario's own pieces alone (KEN-DEP-02, KEN-DEP-03).

    A list of pieces is laid as it was given: a third person's ground, with no limits on it.
    """
    width, depth = (cm(n) for n in table_of(setup))
    chosen = setup.options.get("terrain")
    if isinstance(chosen, list):
        return Table(width, depth, tuple(_given(row, depth) for row in chosen))
    ready = LAYOUTS.get(layout_of(setup), {}).get("pieces", [])
    rows = [*scenario_of(setup.scenario).terrain, *ready]
    return Table(width, depth, (*river(setup), *(laid(row, width, depth) for row in rows)))


def laid(row: Row, width: int, depth: int) -> Terrain:
    """A piece of the data on a table so wide and deep; the data is for the small table (KEN-DEP-26)."""
    aside = (width - cm(SIZES["small"][0])) // 2
    if "line" in row:
        first, last = (spot(end, depth, aside) for end in row["line"])
        return wall(row["id"], row["kind"], first, last)
    wide, deep = (cm(n) for n in row.get("size", (0, 0)))
    size = (width if row.get("across") else wide, deep)
    turn = HALF_TURN if row.get("door") == "north" else 0
    return piece(row["id"], row["kind"], spot(row["at"], depth, aside), turn, size)


def river(setup: Setup) -> tuple[Terrain, ...]:
    """The River of a scenario that has one, in stretches between its bridge and its ford."""
    row = scenario_of(setup.scenario).river
    if not row:
        return ()
    width, depth = (cm(n) for n in table_of(setup))
    ford = (width - cm(row["ford_from_east"] + row["ford"]), width - cm(row["ford_from_east"]))
    bridge = ((width - cm(row["bridge"])) // 2, (width + cm(row["bridge"])) // 2)
    stretches = [("river-west", "deep_water", 0, bridge[0]), ("river-middle", "deep_water", bridge[1], ford[0]),
                 ("ford", "water", *ford), ("river-east", "deep_water", ford[1], width)]  # fmt: skip
    middle, deep = depth // 2, cm(row["deep"])
    water = (piece(id, kind, Point((a + b) // 2, middle), 0, (b - a, deep)) for id, kind, a, b in stretches)
    return (*water, piece("bridge", "bridge", Point(width // 2, middle)))


def _given(row: Row, depth: int) -> Terrain:
    """A piece of a list of pieces: its outline or line, and the doors in it."""
    points, doors = (tuple(spot(p, depth) for p in row.get(key, ())) for key in (key_of(row["kind"]), "doors"))
    return Terrain(row["id"], row["kind"], points, KINDS[row["kind"]].shape != "line", doors)


def key_of(kind: str) -> str:
    """Under which key a row of a list has the points of a piece of this kind."""
    return "line" if KINDS[kind].shape == "line" else "outline"


# -- pieces placed in turn -------------------------------------------------------------------


def is_placed(setup: Setup) -> bool:
    """Whether the players place the pieces themselves, in turn (KEN-DEP-03)."""
    return layout_of(setup) == "placed"


def players_pieces(board: Table) -> tuple[Terrain, ...]:
    """The pieces that players have placed, the last one last."""
    return tuple(p for p in board.pieces if p.id.startswith(MINE))


def next_id(board: Table) -> str:
    """The id of the piece that is placed next."""
    return f"{MINE}{len(players_pieces(board)) + 1}"


def must_place(setup: Setup, board: Table) -> str:
    """The kind that the scenario has the players place now; empty when they are free to choose (KEN-SCN-06)."""
    wanted, done = scenario_of(setup.scenario).places, len(players_pieces(board))
    return wanted[done] if done < len(wanted) else ""


def offered(setup: Setup, board: Table) -> tuple[str, ...]:
    """The kinds of which a piece may be placed now: none like the piece placed just before (KEN-DEP-04)."""
    if kind := must_place(setup, board):
        return (kind,)
    before = players_pieces(board)
    last = before[-1].kind if before else ""
    return tuple(key for key, kind in KINDS.items() if kind.placed and key != last)


def may_decline(setup: Setup, board: Table) -> bool:
    """Whether a player may stop placing: enough pieces lie, and none is demanded (KEN-DEP-06)."""
    return not must_place(setup, board) and len(players_pieces(board)) >= int(LEAST)


def is_full(board: Table) -> bool:
    """Whether no more pieces may be placed."""
    return len(players_pieces(board)) >= int(MOST)


def proposed(board: Table, key: str, at: Point, turn: int) -> Terrain:
    """The piece as it would lie there, in its usual size."""
    return piece(next_id(board), key, at, turn)


def refuse_piece(setup: Setup, board: Table, laid: Terrain) -> Refusal | None:
    """What stands against a piece there: the table edge, its kind, another piece too near (KEN-DEP-04, KEN-DEP-05)."""
    if laid.kind not in offered(setup, board):
        return refuse("terrain.kind", PLACES if must_place(setup, board) else OTHER, kind=laid.kind)
    edge = cm(scenario_of(setup.scenario).from_edge) if must_place(setup, board) else 0
    if not _is_inside(board, laid.outline, 0):
        return refuse("terrain.off-table", PLACED)
    if not _is_inside(board, laid.outline, edge):
        return refuse("terrain.near-edge", PLACES, reach=edge)
    for other in board.pieces:
        if not apart(laid.outline, other.outline, CLEAR) and (between := gap(laid.outline, other.outline)) < CLEAR:
            return refuse("terrain.too-near", APART, other=other.id, gap=between, reach=CLEAR)
    return None


def _is_inside(board: Table, outline: Polygon, edge: int) -> bool:
    return all(edge <= p.x <= board.width - edge and edge <= p.y <= board.depth - edge for p in outline)


def free_spots(setup: Setup, board: Table, key: str) -> Iterator[tuple[Point, int]]:
    """Places and turns for a piece of this kind, near the middle of the table first."""
    if key not in offered(setup, board):
        return
    edge = cm(scenario_of(setup.scenario).from_edge) if must_place(setup, board) else 0
    ways = TURNS[:1] if KINDS[key].form == "circle" else TURNS
    shapes = [(turn, turned(key, turn)) for turn in ways]
    rooms = [(turn, shape, _room(board, shape, edge), rims(shape, board.pieces)) for turn, shape in shapes]
    for at in grid(board.width, board.depth):
        x, y = at
        for turn, shape, (west, north, east, south), others in rooms:
            if west <= x <= east and north <= y <= south and _is_free(shape, at, others):
                yield at, turn


class Round(NamedTuple):
    """A circle that holds an outline, and one about the same centre that the outline holds."""

    centre: Point
    outer: int
    inner: int


@lru_cache(maxsize=256)
def round_of(outline: Polygon) -> Round:
    """The circles of an outline; of one with a dent, or a line, the inner one is empty."""
    west, north, east, south = box(outline)
    centre = Point((west + east) // 2, (north + south) // 2)
    outer = root_up(max(distance2(centre, p) for p in outline))
    holds = len(outline) > 2 and is_convex(outline) and contains(outline, centre)
    inner = isqrt(min(segment2(centre, a, b) for a, b in sides(outline))) if holds else 0
    return Round(centre, outer, inner)


@lru_cache(maxsize=256)
def turned(key: str, turn: int) -> Polygon:
    """A piece of this kind about (0, 0)."""
    return piece("", key, Point(0, 0), turn).outline


def _room(board: Table, shape: Polygon, edge: int) -> Box:
    """Where the middle of a shape may be so that all of it lies this far from every edge of the table."""
    west, north, east, south = box(shape)
    return Box(edge - west, edge - north, board.width - edge - east, board.depth - edge - south)


class Rim(NamedTuple):
    """Another piece as a shape meets it: where the shape would lie so that both have one middle, and the squares of
    the distances from there at which they surely are far enough apart, or too near."""

    x: int
    y: int
    far: int
    near: int
    outline: Polygon


def rims(shape: Polygon, pieces: Sequence[Terrain]) -> tuple[Rim, ...]:
    """The pieces on the table as a shape meets them."""
    mine, found = round_of(shape), list[Rim]()
    for one in pieces:
        (x, y), outer, inner = round_of(one.outline)
        far, near = mine.outer + outer + CLEAR, mine.inner + inner + CLEAR - ROUNDING
        found.append(Rim(x - mine.centre.x, y - mine.centre.y, far * far, near * near, one.outline))
    return tuple(found)


def _is_free(shape: Polygon, at: Point, others: tuple[Rim, ...]) -> bool:
    """Whether a shape laid there is far enough from every other piece; seen by circles where they tell."""
    unsure, (ax, ay) = list[Polygon](), at
    for x, y, far, near, other in others:
        square = (ax - x) * (ax - x) + (ay - y) * (ay - y)
        if square < near:
            return False
        if square <= far:
            unsure.append(other)
    if not unsure:
        return True
    laid = tuple(Point(p.x + ax, p.y + ay) for p in shape)
    return all(apart(laid, other, CLEAR) or gap(laid, other) >= CLEAR for other in unsure)


@lru_cache(maxsize=8)
def grid(width: int, depth: int) -> tuple[Point, ...]:
    """Places over the table, those about the middle first."""
    spots = (Point(x, y) for x in range(STEP, width, STEP) for y in range(STEP, depth, STEP))
    return tuple(sorted(spots, key=lambda p: (abs(2 * p.x - width) + abs(2 * p.y - depth), p)))


def row_of(kind: str) -> dict[str, Any]:
    """What the data says of a kind of terrain."""
    found: dict[str, Any] = table("terrain")[kind]
    return found
