"""The ground: what lies over what, who may enter, where there is room, what a footprint pushed along meets."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from app.engine.formations import Formation, block, footprint
from app.engine.geometry import CM, Point, Polygon
from app.engine.shapes import SLACK, Reach, overlaps
from app.engine.table import Table, Terrain
from app.systems.daimyo.moving.ground.buildings import refuse_building, ways_out
from app.systems.daimyo.moving.ground.terrain import (
    Grounds,
    ground_for,
    grounds,
    is_column,
    level_at,
    pieces,
    refuse_ground,
    refuse_place,
)
from app.systems.daimyo.moving.slide import leading_edge, meeting, profile, shifted, to_edge
from tests.systems.daimyo.nerves import BLUE, EAST, RED, SOUTH, box, field, place, unit

RIVER, FORD, BRIDGE = box("river", 0, 56, 180, 64), box("ford", 40, 56, 52, 64), box("bridge", 88, 56, 92, 64)


def line(kind: str, x1: int, y1: int, x2: int, y2: int) -> Terrain:
    """A straight line of some ground."""
    return Terrain(kind, kind, (place(x1, y1), place(x2, y2)), False)


def body(x: float, y: float, files: int, number: int, facing: int = 0) -> Formation:
    """A foot formation with the middle of its front at a place."""
    return Formation(place(str(x), str(y)), facing, files, number, 4 * CM, 1500)


def area2(polygon: Polygon) -> int:
    """Twice the area of an outline."""
    return abs(sum(a.x * b.y - b.x * a.y for a, b in zip(polygon, polygon[1:] + polygon[:1], strict=True)))


# -- what lies over what ------------------------------------------------------------------


def test_a_ford_takes_the_place_of_the_river_and_nothing_more() -> None:
    found = pieces(Table(180 * CM, 120 * CM, (RIVER, FORD)))
    water = [patch.outline for patch in found if patch.kind == "river"]
    assert sum(area2(part) for part in water) == area2(RIVER.outline) - area2(FORD.outline)
    assert not any(overlaps(FORD.outline, part) for part in water)
    assert [patch.kind for patch in found if patch.kind == "ford"] == ["ford"]


@pytest.mark.parametrize("seed", range(40))
def test_cutting_out_keeps_the_area(seed: int) -> None:
    rng = Random(seed)
    hole = block(place(rng.randrange(40, 60), rng.randrange(40, 60)), rng.randrange(36_000), 12 * CM, 9 * CM)
    woods = block(place(50, 45), rng.randrange(36_000), 40 * CM, 40 * CM)
    left = [p.outline for p in pieces(Table(180 * CM, 120 * CM, (Terrain("w", "woods", woods, True),
                                                                  Terrain("r", "road", hole, True))))
            if p.kind == "woods"]  # fmt: skip
    inside = _common(woods, hole)
    assert abs(sum(area2(part) for part in left) - (area2(woods) - inside)) < 40 * 400_000
    assert not any(overlaps(hole, part, 20) for part in left)


def _common(a: Polygon, b: Polygon) -> int:
    """Twice the area two convex outlines have in common, cut by exact fractions elsewhere and rounded here."""
    points = [(Fraction(p.x), Fraction(p.y)) for p in a]
    ring = list(b)
    turn = sum(p.x * q.y - q.x * p.y for p, q in zip(ring, ring[1:] + ring[:1], strict=True))
    ring = ring if turn > 0 else ring[::-1]
    for p, q in zip(ring, ring[1:] + ring[:1], strict=True):
        cut = []
        sides = [(q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x) for x, y in points]
        for i, (x, y) in enumerate(points):
            nx, ny = points[(i + 1) % len(points)]
            one, other = sides[i], sides[(i + 1) % len(points)]
            cut += [(x, y)] if one >= 0 else []
            if (one > 0 > other) or (one < 0 < other):
                share = one / (one - other)
                cut.append((x + (nx - x) * share, y + (ny - y) * share))
        points = cut
    whole = sum(x * points[i - 1][1] - points[i - 1][0] * y for i, (x, y) in enumerate(points))
    return abs(int(whole))


def test_roads_take_the_place_of_difficult_ground_but_not_of_water() -> None:
    road = box("road", 88, 0, 92, 120)
    under = pieces(Table(180 * CM, 120 * CM, (box("woods", 80, 20, 100, 40), RIVER, road)))
    assert not any(overlaps(road.outline, p.outline) for p in under if p.kind == "woods")
    assert any(overlaps(road.outline, p.outline) for p in under if p.kind == "river")


def test_bridges_are_there_for_columns_and_guns_only() -> None:
    ground = Table(180 * CM, 120 * CM, (RIVER, BRIDGE))
    for bridges in (True, False):
        closed = ground_for(ground, "infantry", bridges).closed
        assert any(overlaps(BRIDGE.outline, p.outline) for p in closed) is not bridges
    state = field(unit("A", RED, "spears", 90, 66), terrain=(RIVER, BRIDGE))
    assert is_column(body(90, 66, 1, 4))
    assert grounds(state, state.units["A"], body(90, 66, 1, 4)).closed[0].outline != RIVER.outline
    assert grounds(state, state.units["A"], body(90, 66, 2, 4)).closed[0].outline == RIVER.outline


@pytest.mark.parametrize(("files", "number", "column"), [
    (1, 1, False), (1, 2, True), (2, 2, False), (2, 4, False), (2, 5, True), (3, 6, False), (3, 7, True), (4, 8, False),
])  # fmt: skip
def test_lines_are_two_wide_and_at_most_two_deep(files: int, number: int, column: bool) -> None:
    assert is_column(body(50, 50, files, number)) is column


# -- who may enter ---------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "who"), [
    ("road", "samurai horse gun"), ("gentle-hill", "samurai horse gun"), ("steep-hill", "samurai horse"),
    ("woods", "samurai horse"), ("paddy", "samurai horse"), ("marsh", "samurai"), ("stream", "samurai horse"),
    ("ford", "samurai horse"), ("river", ""), ("building", ""), ("cliff", ""), ("lake", ""), ("castle-wall", ""),
])  # fmt: skip
def test_who_may_enter_an_area(kind: str, who: str) -> None:
    state = field(*(unit(made, RED, made, 20, 20) for made in ("samurai", "horse", "gun")),
                  terrain=(box(kind, 80, 40, 100, 60),))  # fmt: skip
    covered = footprint(body(90, 45, 2, 4))
    for made in ("samurai", "horse", "gun"):
        no = refuse_ground(state, state.units[made], covered)
        assert (no is None) is (made in who.split()), made
        assert no is None or (no.code, no.clause, no.facts["kind"]) == ("move.barred", "DAI-MOV-30", kind)


@pytest.mark.parametrize(("gap", "horse"), [((), False), ((48, 54), False), ((46, 54), True), ((44, 56), True)])
def test_cavalry_passes_a_palisade_only_by_a_gap_of_eight(gap: tuple[int, ...], horse: bool) -> None:
    gaps = {"palisade": ((gap[0] * CM - 20 * CM, gap[1] * CM - 20 * CM),)} if gap else {}
    state = field(unit("H", RED, "horse", 50, 70), terrain=(line("palisade", 20, 60, 80, 60),), gaps=gaps)
    across = footprint(Formation(place(50, 58), 0, 2, 2, 4 * CM, 3 * CM))
    assert (refuse_ground(state, state.units["H"], across) is None) is horse


def test_a_guide_makes_difficult_ground_good() -> None:
    state = field(unit("A", RED, "spears", 90, 66, guided_until=3), unit("B", RED, "spears", 20, 66, guided_until=2),
                  terrain=(box("woods", 80, 40, 100, 60),))  # fmt: skip
    assert grounds(state, state.units["A"]).slow == ()
    assert [p.kind for p in grounds(state, state.units["B"]).slow] == ["woods"]


def test_hills_have_levels() -> None:
    state = field(terrain=(box("gentle-hill", 10, 10, 30, 30), box("steep-hill", 20, 20, 40, 40)))
    assert [level_at(state, place(x, x)) for x in (5, 15, 25, 35)] == [0, 1, 2, 2]


# -- where there is room -----------------------------------------------------------------------


@pytest.mark.parametrize(("y", "code"), [(60.0, None), (50.98, "move.too-near"), (51.0, None), (48, "move.on-unit")])
def test_one_centimetre_from_enemies(y: float, code: str | None) -> None:
    state = field(unit("A", RED, "samurai", 90, 80), unit("F", BLUE, "samurai", 90, 50, SOUTH))
    no = refuse_place(state, state.units["A"], body(90, y, 2, 4))
    assert (no.code if no else None) == code


def test_friends_may_be_as_near_as_they_like() -> None:
    state = field(unit("A", RED, "samurai", 90, 80), unit("B", RED, "samurai", 98, 60))
    assert refuse_place(state, state.units["A"], body(90, 60, 2, 4)) is None
    assert refuse_place(state, state.units["A"], body(90.5, 60, 2, 4)) is not None


@pytest.mark.parametrize(("x", "y", "fits"), [(4, 60, True), (3.9, 60, False), (90, 0, True), (90, 117.1, False)])
def test_the_whole_footprint_stays_on_the_table(x: float, y: float, fits: bool) -> None:
    state = field(unit("A", RED, "samurai", 90, 80))
    no = refuse_place(state, state.units["A"], body(x, y, 2, 4))
    assert (no is None) is fits
    assert no is None or no.code == "move.off-table"


def test_an_abandoned_gun_keeps_nobody_off() -> None:
    state = field(unit("A", RED, "samurai", 90, 80), unit("G", BLUE, "gun", 90, 50, SOUTH, abandoned=True))
    assert refuse_place(state, state.units["A"], body(90, 50, 2, 4)) is None


# -- a footprint pushed along --------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(60))
def test_what_a_footprint_meets_agrees_with_trying_every_place(seed: int) -> None:
    rng = Random(seed)
    mine = block(Point(0, 0), rng.randrange(36_000), rng.randrange(2, 12) * CM, rng.randrange(1, 8) * CM)
    theirs = block(Point(rng.randrange(-9, 9) * CM, rng.randrange(-20, -5) * CM), rng.randrange(36_000), 7 * CM, 5 * CM)
    way = rng.randrange(-3_000, 3_000)
    found = meeting(mine, way, theirs)
    tried = [by for by in range(0, 40 * CM, 100) if overlaps(shifted(mine, way, by), theirs, 0)]
    if found is None or found.far <= 0:
        assert len(tried) < 3
    elif tried:
        assert tried[0] - 150 <= max(0, found.near) <= tried[0] + 50
        assert tried[-1] - 50 <= found.far <= tried[-1] + 150


def test_what_is_only_touched_is_not_met() -> None:
    mine = footprint(body(90, 60, 2, 4))
    beside, behind = footprint(body(98, 60, 2, 4)), footprint(body(90, 63, 2, 4))
    assert meeting(mine, 0, beside) is None
    left = meeting(mine, 0, behind)
    assert left is not None
    assert left.far <= SLACK


@pytest.mark.parametrize(("way", "far"), [(0, 60), (9_000, 86), (18_000, 57), (27_000, 86)])
def test_how_far_the_edge_is(way: int, far: int) -> None:
    assert to_edge(Table(180 * CM, 120 * CM), footprint(body(90, 60, 2, 4)), way) == far * CM


@pytest.mark.parametrize(("way", "side"), [(0, 0), (4_500, 0), (9_000, 1), (18_000, 2), (27_000, 3), (31_500, 0)])
def test_which_edge_leads(way: int, side: int) -> None:
    outline = footprint(body(90, 60, 2, 4))
    assert leading_edge(outline, 0, way) == (outline[side], outline[(side + 1) % 4])
    turned = footprint(body(90, 60, 2, 4, EAST))
    assert leading_edge(turned, EAST, way + EAST) == (turned[side], turned[(side + 1) % 4])


def test_a_profile_charges_the_leading_edge_and_each_obstacle_once() -> None:
    ground = Table(180 * CM, 120 * CM, (box("woods", 80, 50, 100, 56), box("stream", 0, 44, 180, 45)))
    found = profile(ground_for(ground, "infantry", False), footprint(body(90, 60, 2, 4)), 0, 0)
    assert found.slow == (Reach(4 * CM, 10 * CM),)
    assert [found.cost(cm * CM) // CM for cm in (4, 6, 10, 15, 16, 20)] == [4, 8, 16, 21, 25, 29]
    assert [found.furthest(cm * CM) for cm in (4, 8, 16, 23)] == [4 * CM, 6 * CM, 10 * CM, 15 * CM]
    assert (found.pieces(4 * CM), found.pieces(5 * CM), found.pieces(16 * CM)) == ((), ("woods",), ("woods", "stream"))


def test_an_obstacle_one_stands_on_has_been_paid_for() -> None:
    ground = ground_for(Table(180 * CM, 120 * CM, (box("stream", 0, 61, 180, 62),)), "infantry", False)
    assert profile(ground, footprint(body(90, 60, 2, 4)), 0, 0).jumps == ()
    assert profile(ground, footprint(body(90, 62, 2, 4)), 0, 0).jumps == ((0, "stream"),)


def test_a_column_on_a_road_pays_half_where_its_whole_front_is_on_it() -> None:
    ground = Table(180 * CM, 120 * CM, (box("road", 88, 30, 92, 50),))
    found = profile(ground_for(ground, "infantry", True), footprint(body(90, 60, 1, 4)), 0, 0, roads=True)
    assert found.roads == (Reach(10 * CM, 30 * CM),)
    assert [found.cost(cm * CM) for cm in (10, 20, 30, 40)] == [10 * CM, 15 * CM, 20 * CM, 30 * CM]
    aside = profile(ground_for(ground, "infantry", True), footprint(body(91, 60, 1, 4)), 0, 0, roads=True)
    assert aside.roads == ()


def test_leaders_go_where_foot_goes() -> None:
    kinds = ("woods", "marsh", "building", "river", "palisade", "stream")
    ground = Table(180 * CM, 120 * CM, tuple(box(kind, 10, 10, 20, 20) for kind in kinds))
    found: Grounds = ground_for(ground, "leaders", True)
    assert [p.kind for p in found.closed] == ["river"]
    assert [p.kind for p in found.slow] == ["woods", "marsh"]


@pytest.mark.parametrize("backwards", [False, True])
def test_a_bridge_leads_over_a_bank_as_over_water(backwards: bool) -> None:
    bridge = box("bridge", 88, 55, 92, 65)
    bridge = Terrain("bridge", "bridge", bridge.outline[::-1], True) if backwards else bridge
    bank = line("bank", 0, 60, 180, 60)
    ground = Table(180 * CM, 120 * CM, (bank, RIVER, bridge))
    lines = [p.outline for p in pieces(ground) if p.kind == "bank"]
    assert sorted(sorted(part) for part in lines) == [[place(0, 60), place(88, 60)], [place(92, 60), place(180, 60)]]
    assert (
        sum(area2(p.outline) for p in pieces(ground) if p.kind == "river") == area2(RIVER.outline) - 2 * 4 * 8 * CM**2
    )
    assert [p.outline for p in pieces(ground, False) if p.kind == "bank"] == [bank.outline]


def test_gaps_leave_what_stands_between_them() -> None:
    fence = line("palisade", 20, 60, 80, 60)
    ground = Table(180 * CM, 120 * CM, (fence,))
    found = pieces(ground, gaps=(("palisade", ((0, 10 * CM), (20 * CM, 30 * CM))),))
    assert [p.outline for p in found] == [(place(30, 60), place(40, 60)), (place(50, 60), place(80, 60))]
    assert len(pieces(ground, gaps=(("palisade", ((0, 7 * CM),)),), narrowest=8 * CM)) == 1


def test_a_palisade_along_the_way_is_met_by_who_has_it_in_his_strip() -> None:
    fence = (place(90, 40), place(90, 55))
    assert meeting(footprint(body(90, 60, 2, 4)), 0, fence) == Reach(5 * CM, 23 * CM)
    assert meeting(footprint(body(94, 60, 2, 4)), 0, fence) is None


def test_only_foot_goes_indoors_whichever_way_the_walls_are_drawn() -> None:
    hall = box("building", 86, 44, 94, 52)
    state = field(unit("H", RED, "horse", 90, 54), unit("A", RED, "samurai", 90, 48, building="building"),
                  terrain=(hall,))  # fmt: skip
    no = refuse_building(state, state.units["H"], hall)
    assert no is not None
    assert (no.code, no.clause) == ("building.infantry", "DAI-MOV-30")
    indoors, drawn = state.units["A"], []
    for walls in (hall.outline, hall.outline[::-1]):
        hall = Terrain("building", "building", walls, True)
        drawn.append(ways_out(field(indoors, terrain=(hall,)), indoors))
    assert drawn[0] == drawn[1]
    assert [(side, out.facing) for side, out in drawn[0].items()] == [
        ("north", 0), ("east", 9_000), ("south", 18_000), ("west", 27_000)]  # fmt: skip
