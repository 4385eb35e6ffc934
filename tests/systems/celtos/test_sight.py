"""Lines of sight: what blocks them, what lets them pass, how far one sees."""

from __future__ import annotations

from random import Random

import pytest

from app.engine.geometry import Base, Point, along, contains, disc_touches_line, distance2, rectangle
from app.engine.sight import Ray, cast
from app.engine.table import Table, Terrain
from app.systems.celtos.ground.lines import OUTER, chord, crossings, cut_by, is_convex, nine
from app.systems.celtos.ground.sight import eyes, nearest_seen, sees, unit_sees
from app.systems.celtos.measure import in_combat
from app.systems.celtos.page.combat_look import ray
from app.systems.celtos.state import Model, State
from tests.systems.celtos.volleys import position

PAIR = "unit A red individual=yes at=50,50\nunit B blue individual=yes at=50,90\n"


def sight(rows: str, pair: str = PAIR) -> bool:
    """Whether A sees B, which must be the same both ways."""
    state = position(pair + rows)
    one, other = (sees(state, *map(state.model, ids)) for ids in (("A", "B"), ("B", "A")))
    assert one == other
    return one


def test_open_ground_hides_nobody() -> None:
    assert sight("")


# -- bodies (CEL-TER-02, CEL-SHT-02) ---------------------------------------------------


@pytest.mark.parametrize(("x", "free"), [("50", True), ("51.2", True), ("52.5", True), ("52.4", True)])
def test_one_base_no_wider_than_they_leaves_a_line(x: str, free: bool) -> None:
    assert sight(f"unit C blue individual=yes at={x},70") == free


def test_two_bases_side_by_side_block_and_one_of_lesser_size_does_not() -> None:
    wall = "unit C {seat} at=49,70+51,70 tm={size}"
    assert not sight(wall.format(seat="blue", size=3))
    assert not sight(wall.format(seat="red", size=3))
    assert not sight(wall.format(seat="red", size=4))
    assert sight(wall.format(seat="blue", size=2))


def test_the_larger_of_the_two_decides_what_hides_them() -> None:
    tall = "unit A red individual=yes at=50,50 tm=5\nunit B blue individual=yes at=50,90\n"
    wall = "unit C blue at=48,70+50,70+52,70 tm={size}"
    assert sight(wall.format(size=4), tall)
    assert not sight(wall.format(size=5), tall)


def test_own_unit_and_target_unit_never_block() -> None:
    state = position("unit A red at=50,50+48.8,53+51.2,53\nunit B blue at=50,90+48.8,87+51.2,87")
    assert sees(state, state.model("A-1"), state.model("B-1"))
    other = position("unit A red at=50,50\nunit C red at=48.8,53+51.2,53\nunit B blue at=50,90")
    assert not sees(other, other.model("A-1"), other.model("B-1"))


def test_the_dead_hide_nobody() -> None:
    state = position(PAIR + "unit C blue at=49,70+51,70")
    assert not sees(state, state.model("A"), state.model("B"))
    state = state.with_model("C-1", fate="dead").with_model("C-2", fate="dead")
    assert sees(state, state.model("A"), state.model("B"))


def test_a_line_that_only_grazes_a_base_does_not_cross_it() -> None:
    line = Point(0, 0), Point(10_000, 0)
    assert not cut_by(*line, [(5_000, 1_250, 1_250)])
    assert cut_by(*line, [(5_000, 1_249, 1_250)])
    assert not cut_by(*line, [(11_250, 0, 1_250)])
    assert cut_by(*line, [(11_249, 0, 1_250)])


# -- areas (CEL-TER-03, CEL-TER-04) ------------------------------------------------------


@pytest.mark.parametrize("kind", ["woods", "bamboo", "marsh"])
@pytest.mark.parametrize(("depth", "free"), [("70", True), ("70.1", False)])
def test_more_than_ten_centimetres_of_wood_block(kind: str, depth: str, free: bool) -> None:
    assert sight(f"terrain {kind} w 40,60 60,60 60,{depth} 40,{depth}") == free


def test_two_woods_do_not_add_up() -> None:
    first, second = "terrain woods v 40,55 60,55 60,64 40,64", "terrain woods w 40,66 60,66 60,75 40,75"
    assert sight(first + "\n" + second)


def test_from_within_a_wood_one_sees_ten_centimetres_out() -> None:
    assert sight("terrain woods w 40,40 60,40 60,60 40,60")
    assert not sight("terrain woods w 40,40 60,40 60,60.1 40,60.1")


@pytest.mark.parametrize("kind", ["building", "shrine", "hill"])
def test_buildings_and_hills_block_what_goes_through_but_not_from_or_to_their_inside(kind: str) -> None:
    assert not sight(f"terrain {kind} h 40,60 60,60 60,70 40,70")
    assert sight(f"terrain {kind} h 40,45 60,45 60,55 40,55")
    assert sight(f"terrain {kind} h 40,85 60,85 60,95 40,95")
    assert sight(f"terrain {kind} h 51.25,60 60,60 60,70 51.25,70")


def test_through_the_hollow_of_a_building_one_sees() -> None:
    horseshoe = "40,60 60,60 60,70 52,70 52,61 48,61 48,70 40,70"
    assert not sight(f"terrain building h {horseshoe}")
    assert sight("terrain building h 40,65 48,65 48,75 52,75 52,65 60,65 60,80 53,80 53,81 47,81 47,80 40,80",
                 "unit A red individual=yes at=50,50\nunit B blue individual=yes at=50,70\n")  # fmt: skip


@pytest.mark.parametrize("kind", ["paddy", "shallow-water", "cliff", "deep-water"])
def test_water_and_cliffs_block_no_line(kind: str) -> None:
    assert sight(f"terrain {kind} p 40,60 60,60 60,80 40,80")


# -- lines (CEL-TER-05) ------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["fence", "hedge", "low-wall", "barricade"])
def test_low_obstacles_block_nothing(kind: str) -> None:
    assert sight(f"terrain {kind} f 30,70 70,70")


@pytest.mark.parametrize("kind", ["palisade", "castle-wall"])
def test_a_wall_blocks_but_for_models_close_to_it(kind: str) -> None:
    wall = f"terrain {kind} w 30,{{y}} 70,{{y}}"
    assert not sight(wall.format(y=70))
    assert sight(wall.format(y="53.75"))
    assert not sight(wall.format(y="53.85"))
    assert sight(wall.format(y="86.25"))


def test_through_a_gate_one_sees() -> None:
    assert sight("terrain palisade w 30,70 70,70 doors=50,70")
    assert sight("terrain palisade w 30,70 70,70 doors=53,70")
    assert not sight("terrain palisade w 30,70 70,70 doors=54,70")


def test_a_wall_that_ends_at_a_line_does_not_cross_it() -> None:
    assert sight("terrain palisade w 51.25,70 70,70")
    assert sight("terrain palisade w 30,70 48.75,70")
    assert not sight("terrain palisade w 48,70 52,70")


# -- how far (CEL-SCN-06) ----------------------------------------------------------------


@pytest.mark.parametrize(("turn", "y", "free"), [
    (1, "32.5", True), (2, "32.6", False), (3, "62.5", True), (4, "62.6", False), (5, "100", True),
])  # fmt: skip
def test_at_dawn_one_sees_no_farther_than_the_light(turn: int, y: str, free: bool) -> None:
    state = position(f"scenario ambush\nturn {turn}\nunit A red at=50,0\nunit B blue at=50,{y}")
    assert unit_sees(state, state.unit("A"), state.unit("B")) == free


# -- units -------------------------------------------------------------------------------


def two_rows() -> State:
    """Two units of which only some see each other past a building."""
    return position("""
        unit A red at=40,50+60,50
        unit B blue at=40,90+60,80
        terrain building h 45,60 75,60 75,70 45,70
    """)


def test_pairs_that_see_each_other_and_their_nearest() -> None:
    state = two_rows()
    a, b = state.unit("A"), state.unit("B")
    look = eyes(state, "A", "B")
    pairs = [(str(x.id), str(y.id)) for x in look.mine for y in look.theirs if look.line(x, y) is not None]
    assert pairs == [("A-1", "B-1")]
    assert nearest_seen(state, a, b) == 37_500
    assert unit_sees(state, a, b)


def test_nearest_counts_any_of_mine_to_those_anybody_sees() -> None:
    state = position("""
        unit A red at=40,50+60,50
        unit B blue at=50,80
        terrain palisade h 53,60 75,60
    """)
    look = eyes(state, "A", "B")
    assert look.line(state.model("A-2"), state.model("B-1")) is None
    assert look.distance() == look.pair_distance()


def test_a_blocked_line_is_drawn_with_what_blocks_it() -> None:
    state = two_rows()
    look = eyes(state, "A", "B")
    free, shut = ray(look, state.model("A-1"), state.model("B-1")), ray(look, state.model("A-2"), state.model("B-2"))
    assert (free.kind, shut.kind) == ("ray", "ray-blocked")
    assert shut.note is not None
    assert (shut.note.facts, shut.note.clause) == ({"by": "h", "kind": "building"}, "CEL-TER-03")


@pytest.mark.parametrize(("rows", "about", "clause"), [
    ("unit D red at=51.9,80\nunit C red at=49,70+51,70", "ray.blocked-by-model", "CEL-TER-02"),
    ("terrain palisade p 30,70 70,70", "ray.blocked-by-ground", "CEL-TER-05"),
    ("scenario ambush\nturn 1", "ray.dark", "CEL-SCN-06"),
])  # fmt: skip
def test_why_two_models_do_not_see_each_other(rows: str, about: str, clause: str) -> None:
    state = position(PAIR + rows)
    mark = ray(eyes(state, "A", "B"), state.model("A"), state.model("B"))
    assert mark.kind == "ray-blocked"
    assert mark.note is not None
    assert (mark.note.about, mark.note.clause) == (about, clause)


# -- the arithmetic ------------------------------------------------------------------------


def test_nine_lines_begin_with_the_centres_and_end_at_the_extremes() -> None:
    lines = list(nine(Base(Point(0, 0), 1_000), Base(Point(0, 9_000), 2_000)))
    assert len(lines) == 9
    assert lines[0] == (Point(0, 0), Point(0, 9_000))
    assert sorted(dict.fromkeys(a.x for a, _ in lines)) == [-1_000, 0, 1_000]
    assert sorted(dict.fromkeys(b.x for _, b in lines)) == [-2_000, 0, 2_000]
    assert sorted(lines[n][0].x * lines[n][1].x for n in OUTER) == [2_000_000, 2_000_000]


def test_a_hollow_area_is_not_convex() -> None:
    square = (Point(0, 0), Point(100, 0), Point(100, 100), Point(0, 100))
    assert is_convex(square)
    assert is_convex(square[::-1])
    assert not is_convex((*square[:2], Point(50, 50), *square[2:]))


def test_along_an_outline_is_not_inside() -> None:
    square = (Point(0, 0), Point(100, 0), Point(100, 100), Point(0, 100))
    assert chord(Point(-50, 0), Point(150, 0), square) == 0
    assert chord(Point(-50, 100), Point(150, 100), square) == 0
    assert chord(Point(-50, 1), Point(150, 1), square) == 100
    assert chord(Point(50, 50), Point(150, 50), square) == 50
    assert chord(Point(-10, 10), Point(10, -10), square) == 0


def test_a_notched_area_counts_only_what_lies_inside() -> None:
    notched = (Point(0, 0), Point(300, 0), Point(300, 100), Point(200, 100), Point(200, 50), Point(100, 50),
               Point(100, 100), Point(0, 100))  # fmt: skip
    assert chord(Point(-50, 75), Point(350, 75), notched) == 200


def test_a_corner_is_crossed_only_to_the_other_side() -> None:
    bent = (Point(0, 0), Point(50, 50), Point(100, 0))
    assert list(crossings(Point(0, 50), Point(100, 50), bent)) == []
    straight = (Point(0, 0), Point(50, 50), Point(100, 100))
    assert list(crossings(Point(0, 50), Point(100, 50), straight)) == [Point(50, 50)]
    assert list(crossings(Point(0, 0), Point(0, 50), straight)) == []


# -- contact across an obstacle (CEL-TER-08, CEL-PRO-21) -----------------------------------


@pytest.mark.parametrize(("x", "contact"), [("50", True), ("51", True), ("51.3", False)])
def test_against_one_fence_directly_opposite_is_contact(x: str, contact: bool) -> None:
    state = position(f"unit A red at=50,50\nunit B blue at={x},52.5\nterrain fence f 40,51.25 60,51.25")
    assert in_combat(state, state.unit("A")) == contact
    assert in_combat(state, state.unit("B")) == contact


def test_without_the_fence_or_away_from_it_there_is_none() -> None:
    open_ground = position("unit A red at=50,50\nunit B blue at=51,52.5")
    assert not in_combat(open_ground, open_ground.unit("A"))
    away = position("unit A red at=50,50\nunit B blue at=51,52.6\nterrain fence f 40,51.25 60,51.25")
    assert not in_combat(away, away.unit("A"))
    palisade = position("unit A red at=50,50\nunit B blue at=51,52.5\nterrain palisade f 40,51.25 60,51.25")
    assert not in_combat(palisade, palisade.unit("A"))


# -- against lines judged one by one ---------------------------------------------------------


def spot(rng: Random) -> Point:
    """A place on the table."""
    return Point(rng.randrange(180_000), rng.randrange(120_000))


def scattered(seed: int) -> State:
    """Three units and some terrain anywhere."""
    rng = Random(seed)
    state = position("""
        unit A red at=10,10+20,20+30,30
        unit B blue at=40,40+50,50+60,60 tm=2
        unit C blue models=20 at=70,70 tm=6
    """)
    boxes = [rectangle(spot(rng), rng.randrange(5_000, 50_000), rng.randrange(5_000, 50_000), rng.randrange(36_000))
             for _ in range(4)]  # fmt: skip
    kinds = [rng.choice(["woods", "building", "hill"]) for _ in boxes]
    pieces = [Terrain(f"area-{n}", kind, box, True) for n, (kind, box) in enumerate(zip(kinds, boxes, strict=True))]
    wall = spot(rng), spot(rng), spot(rng)
    pieces.append(Terrain("wall", "palisade", wall, False, (wall[1],)))
    table = Table(180_000, 120_000, tuple(pieces))
    return state.with_places({id: spot(rng) for id in state.models}).with_(table=table)


def is_stopped(state: State, a: Model, b: Model, start: Point, end: Point) -> bool:
    """Whether anything on the table stops one line."""
    met = cast(start, end, state.table.pieces, [(m.id, m.base) for m in state.standing()])
    inside: dict[str, int] = {}
    for crossing in met.crossings:
        inside[crossing.id] = inside.get(crossing.id, 0) + crossing.inside
    bodies = [m for m in state.standing() if m.unit not in (a.unit, b.unit) and m.size >= max(a.size, b.size)]
    return any(inside.get(m.id) for m in bodies) or any(piece_stops(p, a, b, met, inside) for p in state.table.pieces)


def piece_stops(piece: Terrain, a: Model, b: Model, ray: Ray, inside: dict[str, int]) -> bool:
    """Whether a piece stops the line."""
    if piece.kind == "woods":
        return inside.get(piece.id, 0) > 10_000
    if piece.closed:
        ends = (a.at, b.at, ray.start, ray.end)
        return inside.get(piece.id, 0) > 0 and not any(contains(piece.outline, at) for at in ends)
    wide = (Base(m.at, m.radius + 2_549) for m in (a, b))
    if any(disc_touches_line(base, piece.outline) for base in wide):
        return False
    places = [along(ray.start, ray.end, x.enters) for x in ray.crossings if x.id == piece.id]
    return any(distance2(at, piece.doors[0]) > 2_500**2 for at in places)


@pytest.mark.parametrize("seed", range(60))
def test_what_is_left_out_beforehand_never_mattered(seed: int) -> None:
    state = scattered(seed)
    look = eyes(state, "A", "B")
    for a in state.living("A"):
        for b in state.living("B"):
            free = [line for line in nine(a.base, b.base) if not is_stopped(state, a, b, *line)]
            assert look.line(a, b) == (free[0] if free else None)
            assert sees(state, a, b) == bool(free)
