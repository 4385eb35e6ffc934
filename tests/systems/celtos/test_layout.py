"""Random layouts: kinds by dice, sizes, distances, zones, always the same from the same seed."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from app.engine.geometry import CM, Point, Polygon, distance, outline, point_segment_within, rectangle, segments_cross
from app.engine.table import Table, Terrain, faults
from app.systems.celtos.ground.random import lay_out, lies_in
from app.systems.celtos.ground.terrain import kind_of
from tests.systems.celtos.fields import long

BY_FACE = {
    1: ["woods"], 2: ["woods"], 3: ["bamboo"], 4: ["paddy", "shallow-water"], 5: ["paddy", "shallow-water"],
    6: ["hill"], 7: ["building", "shrine"], 8: ["fence", "hedge"], 9: ["low-wall", "barricade"], 10: ["palisade"],
}  # fmt: skip
WIDE = (long(180), long(120))
ZONES = (
    (Point(0, long(90)), Point(long(180), long(90)), Point(long(180), long(120)), Point(0, long(120))),
    (Point(0, 0), Point(long(180), 0), Point(long(180), long(30)), Point(0, long(30))),
)  # fmt: skip


def sides(piece: Terrain) -> list[tuple[Point, Point]]:
    """The sides of a piece."""
    ring = list(outline(piece.outline))
    return ring if piece.closed else ring[:-1]


def nearer_than(a: Terrain, b: Terrain, reach: int) -> bool:
    """Whether two pieces that do not lie on each other come nearer than this."""
    return any(
        segments_cross(*s, *t) or any(point_segment_within(p, *t, reach) for p in s)
        or any(point_segment_within(p, *s, reach) for p in t)
        for s in sides(a) for t in sides(b)
    )  # fmt: skip


def many() -> list[tuple[Terrain, ...]]:
    """Layouts of six to ten pieces by dice that fell somehow."""
    rng = Random(5)
    return [lay_out(*WIDE, [rng.randrange(1, 11) for _ in range(6 + n % 5)], n * 7919, ZONES) for n in range(40)]


LAYOUTS = many()


@pytest.mark.parametrize("face", range(1, 11))
def test_each_face_draws_its_kinds(face: int) -> None:
    drawn = [lay_out(*WIDE, [face], seed, ())[0].kind for seed in range(40)]
    assert sorted(set(drawn)) == sorted(set(BY_FACE[face]))


def test_the_same_seed_lays_the_same_table_and_another_another() -> None:
    faces = [1, 4, 6, 7, 8, 10]
    assert lay_out(*WIDE, faces, 12, ZONES) == lay_out(*WIDE, faces, 12, ZONES)
    assert lay_out(*WIDE, faces, 12, ZONES) != lay_out(*WIDE, faces, 13, ZONES)


def test_every_layout_is_a_table_that_can_be_played_on() -> None:
    assert all(faults(Table(*WIDE, pieces)) == [] for pieces in LAYOUTS)


def test_all_pieces_that_were_drawn_find_room() -> None:
    assert [len(pieces) for pieces in LAYOUTS] == [6 + n % 5 for n in range(40)]


def test_no_piece_lies_within_ten_centimetres_of_another() -> None:
    assert not any(nearer_than(a, b, long(10)) for pieces in LAYOUTS for a, b in combinations(pieces, 2))


def test_at_most_two_pieces_lie_in_each_zone() -> None:
    counts = [sum(lies_in(piece, zone) for piece in pieces) for pieces in LAYOUTS for zone in ZONES]
    assert max(counts) == 2


def spans(ring: Polygon) -> tuple[int, int]:
    """The longest and the shortest way through a shape from corner to corner, in whole centimetres."""
    found = [distance(a, b) for a, b in combinations(ring, 2)]
    return max(found) // CM, min(found) // CM


def test_sizes_are_those_of_the_rulebook() -> None:
    pieces = [piece for laid in LAYOUTS for piece in laid]
    lines = [distance(*p.outline) for p in pieces if not p.closed]
    assert min(lines) >= long(10) - 3
    assert max(lines) <= long(25) + 3
    for piece in pieces:
        if piece.closed and len(piece.outline) == 4:
            least, most = (8, 15) if kind_of(piece).indoors else (12, 30)
            lengths = [distance(a, b) for a, b in outline(piece.outline)]
            assert long(least) - 3 <= min(lengths)
            assert max(lengths) <= long(most) + 3


def test_buildings_are_never_round() -> None:
    assert all(len(p.outline) == 4 for laid in LAYOUTS for p in laid if kind_of(p).indoors)


def test_a_palisade_has_one_gate_and_nothing_else_has() -> None:
    gates = {(p.kind == "palisade", len(p.doors)) for laid in LAYOUTS for p in laid}
    assert gates == {(True, 1), (False, 0)}


def test_a_small_table_takes_ten_pieces_too() -> None:
    small = (long(120), long(120))
    zones = tuple(rectangle(Point(long(60), y), long(120), long(30)) for y in (long(15), long(105)))
    counts = [len(lay_out(*small, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], seed, zones)) for seed in range(20)]
    assert min(counts) >= 6
