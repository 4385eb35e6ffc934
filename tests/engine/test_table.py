"""The table: what is wrong with it, its edges, and an index that changes no answer."""

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine.geometry import Base, Point, point_segment_within, rectangle
from app.engine.table import CELL, EDGES, Edge, Grid, Table, Terrain, edge_gap, faults, inside, nearest_edge_gap

WOOD = Terrain("wood", "wood", rectangle(Point(30_000, 30_000), 9_000, 9_000), closed=True)
HEDGE = Terrain("hedge", "hedge", (Point(0, 0), Point(9_000, 0)), closed=False)
HOUSE = Terrain("house", "building", rectangle(Point(9_000, 9_000), 4_000, 4_000), True, (Point(9_000, 7_000),), 900)
TABLE = Table(120_000, 90_000, (WOOD, HEDGE, HOUSE))

spread = st.builds(Point, st.integers(-5_000, 125_000), st.integers(-5_000, 95_000))
spread_bases = st.builds(Base, spread, st.integers(0, 3_000))


def _with(piece: Terrain) -> list[str]:
    return faults(Table(120_000, 90_000, (piece,)))


def test_a_sound_table_has_no_faults() -> None:
    assert faults(TABLE) == []


def test_each_fault_is_named() -> None:
    bow = (Point(0, 0), Point(9, 9), Point(9, 0), Point(0, 9))
    assert faults(Table(0, 90)) == ["the table has no size"]
    assert faults(Table(120_000, 90_000, (WOOD, WOOD))) == ["wood: two pieces have this id"]
    assert _with(Terrain("bow", "wood", bow, closed=True)) == ["bow: its outline crosses or touches itself"]
    assert _with(Terrain("line", "wood", bow[:2], closed=True)) == ["line: needs 3 points or more, has 2"]
    assert _with(Terrain("dot", "hedge", bow[:1], closed=False)) == ["dot: needs 2 points or more, has 1"]
    assert _with(Terrain("none", "hedge", (), closed=False)) == ["none: needs 2 points or more, has 0"]
    assert _with(Terrain("still", "hedge", (bow[0], bow[0]), closed=False)) == [
        "still: two points in a row are the same"
    ]
    away = Terrain("away", "hedge", (Point(0, 0), Point(0, 90_001)), closed=False)
    assert _with(away) == ["away: the point 0, 90001 is off the table"]
    shut = Terrain("shut", "building", HOUSE.outline, True, (Point(9_000, 9_000),))
    assert _with(shut) == ["shut: the door at 9000, 9000 is not on its outline"]
    assert _with(Terrain("gate", "wall", HEDGE.outline, False, (Point(4_000, 0),))) == []


def test_a_table_is_written_and_read_back() -> None:
    assert msgspec.json.decode(msgspec.json.encode(TABLE), type=Table) == TABLE


def test_the_four_edges() -> None:
    base = Base(Point(10_000, 20_000), 1_250)
    gaps: dict[Edge, int] = {"north": 18_750, "south": 68_750, "east": 108_750, "west": 8_750}
    assert {edge: edge_gap(TABLE, base, edge) for edge in EDGES} == gaps
    assert nearest_edge_gap(TABLE, base) == 8_750
    assert inside(TABLE, Base(Point(1_250, 1_250), 1_250))
    assert not inside(TABLE, Base(Point(1_249, 1_250), 1_250))
    assert not inside(TABLE, Base(Point(50_000, 90_000), 1_250))


def _needed(crowd: list[tuple[str, Base]], start: Point, end: Point, reach: int) -> list[tuple[str, Base]]:
    return [(id, base) for id, base in crowd if point_segment_within(base.at, start, end, reach + base.radius)]


@settings(max_examples=80)
@given(
    st.lists(spread_bases, min_size=1, max_size=40), spread, spread, st.integers(0, 20_000),
    st.integers(0, 39), spread_bases,
)  # fmt: skip
def test_the_index_leaves_out_nothing_needed(
    found: list[Base], start: Point, end: Point, reach: int, at: int, base: Base
) -> None:
    crowd = [(f"m{i}", base) for i, base in enumerate(found)]
    grid = Grid(crowd)
    near = grid.near(start, end, reach)
    assert _needed(near, start, end, reach) == _needed(crowd, start, end, reach)
    at %= len(crowd)
    moved = [*crowd[:at], (crowd[at][0], base), *crowd[at + 1 :]]
    again = grid.moved(crowd[at][0], base).near(start, end, reach)
    assert _needed(again, start, end, reach) == _needed(moved, start, end, reach)
    assert grid.near(start, end, reach) == near


def test_the_index_leaves_out_the_far() -> None:
    crowd = [(f"{x}-{y}", Base(Point(x * CELL, y * CELL), 1_250)) for x in range(12) for y in range(9)]
    near = Grid(crowd).near(Point(0, 0), Point(15_000, 0), 2_540)
    assert 0 < len(near) < 12
    assert len(Grid(crowd).near(Point(0, 0), Point(120_000, 90_000), 2_540)) == len(crowd)
