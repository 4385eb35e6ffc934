"""Ground as it is drawn: soft where it grew, exact where it was built, the rules' own edge at hand, and few letters."""

import re
from math import hypot

import pytest

from app.systems import system_of
from app.web.page.outlines import OUT, WAVE, contours, soft, strewn
from app.web.page.roofs import VILLAGES, dykes, parts, roofs
from app.web.page.shapes import PER_UNIT
from app.web.page.words import Words
from app.web.table.board.drawing import art
from app.web.table.board.drawn import grounds
from bench.drawn import USUAL

TABLE = (90_000, 60_000)
SQUARE = [[20_000, 20_000], [48_000, 20_000], [48_000, 46_000], [20_000, 46_000]]
RIVER = [[0, 10_000], [90_000, 14_000], [90_000, 19_000], [0, 16_000]]
GROWN, BUILT = ("wood", "bamboo", "hill", "rocks", "marsh", "river"), ("building", "paddy", "road", "ford", "wall")
MOST, ELEMENTS = 15_000, 70
"""Bytes and elements of the ground of a table as people play it: a quarter of what they were with exact outlines."""
Place = tuple[float, float]


def drawn(kind: str, outline: list[list[int]] = SQUARE, name: str = "x") -> str:
    """A piece of ground."""
    return art("ground", {"id": name, "kind": kind, "label": "", "outline": outline, "closed": True, "doors": []})


def bends(d: str) -> list[Place]:
    """Where a soft outline goes, and what it bends about, in 1/100 mm."""
    return [at for about, to in legs(d) for at in (about, to) if at]


def goes(d: str) -> list[Place]:
    """Points it goes through."""
    return [to for _, to in legs(d)]


def legs(d: str) -> list[tuple[Place | None, Place]]:
    """Each leg of a path: what it bends about, and its end."""
    found, x, y, unit = list[tuple[Place | None, Place]](), 0.0, 0.0, float(PER_UNIT)
    for step, numbers in re.findall(r"([Mlq])([^Mlqz]*)", d):
        to = [float(n) for n in re.findall(r"-?[\d.]+", numbers)]
        about = ((x + to[0]) * unit, (y + to[1]) * unit) if step == "q" else None
        x, y = (0 if step == "M" else x) + to[-2], (0 if step == "M" else y) + to[-1]
        found.append((about, (x * unit, y * unit)))
    return found


def off(at: Place, outline: list[list[int]]) -> float:
    """How far a point lies off the sides of an outline."""
    far = []
    for (ax, ay), (bx, by) in zip(outline, [*outline[1:], outline[0]], strict=True):
        long = hypot(bx - ax, by - ay)
        part = max(0.0, min(1.0, ((at[0] - ax) * (bx - ax) + (at[1] - ay) * (by - ay)) / long**2))
        far.append(hypot(at[0] - ax - (bx - ax) * part, at[1] - ay - (by - ay) * part))
    return min(far)


def test_it_is_always_the_same_of_a_piece_and_another_of_another() -> None:
    assert soft(SQUARE, "east") == soft([*SQUARE], "east") != soft(SQUARE, "west")


@pytest.mark.parametrize("outline", [SQUARE, RIVER])
def test_it_never_leaves_the_edge_of_the_rules_by_more_than_a_wave(outline: list[list[int]]) -> None:
    """A side of a square is 28 cm long and winds by 12 mm at most; in its corners the line is cut."""
    sides = list(zip(outline, [*outline[1:], outline[0]], strict=True))
    area = abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in sides)) / 2
    thick = 2 * area / sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in sides)
    (left, right), (top, bottom) = ((min(p[n] for p in outline), max(p[n] for p in outline)) for n in (0, 1))
    spots = bends(soft(outline, "x", TABLE))
    wave, rounding = WAVE * thick, float(PER_UNIT)
    assert len(spots) > 20
    assert max(off(at, outline) for at in spots) < wave + rounding
    beyond = OUT * wave + rounding
    assert all(left - beyond <= x <= right + beyond and top - beyond <= y <= bottom + beyond for x, y in spots)


def test_at_the_edge_of_the_table_it_is_cut_straight() -> None:
    spots = goes(soft(RIVER, "x", TABLE))
    for x, y in RIVER:
        assert min(hypot(x - a, y - b) for a, b in spots) < float(PER_UNIT)
    assert min(hypot(20_000 - a, 20_000 - b) for a, b in goes(soft(SQUARE, "x", TABLE))) > 500


@pytest.mark.parametrize("kind", GROWN)
def test_what_grew_has_the_edge_of_the_rules_beside_its_own(kind: str) -> None:
    rim = re.findall(r'class="t-rim" d="([^"]*)"', drawn(kind))
    exact = re.findall(r'class="zone" d="([^"]*)"', drawn("open"))
    assert rim == exact
    assert drawn(kind).count(exact[0]) == 1


@pytest.mark.parametrize("kind", BUILT)
def test_what_was_built_is_drawn_by_the_edge_of_the_rules(kind: str) -> None:
    assert "t-rim" not in drawn(kind)
    assert re.findall(r'class="zone" d="([^"]*)"', drawn("open"))[0] in drawn(kind)


def test_a_hill_has_its_contours_inside_and_one_that_is_dented_has_none() -> None:
    low, high = (bends(d) for d in contours(SQUARE, "x"))
    for spots in (low, high):
        assert all(20_000 < x < 48_000 and 20_000 < y < 46_000 for x, y in spots)
    assert min(off(at, SQUARE) for at in low) < min(off(at, SQUARE) for at in high)
    dented = [[0, 0], [40_000, 0], [40_000, 40_000], [36_000, 4_000]]
    assert contours(dented, "x") == []
    assert "t-hachure" not in drawn("hill", dented)


def test_a_roof_tells_what_stands_under_it() -> None:
    """Tiles, beams and how many roofs there are."""
    kinds = ("building", "closed-building", "shrine", "temple", "keep", "village")
    looks = {}
    for kind in kinds:
        found = roofs(SQUARE, "x", kind)
        assert found
        looks[kind] = (bool(found["tiles"]), bool(found["beams"]), found["cells"].count("M"))
    assert len(set(looks.values())) == len(kinds), looks
    assert {len(parts(f"village-{n}", "village")) for n in range(9)} == {len(one) for one in VILLAGES}
    assert roofs(SQUARE[:3], "x", "building") is None
    assert "t-roof" in drawn("building", SQUARE[:3])


@pytest.mark.parametrize("key", USUAL)
def test_the_ground_of_a_table_is_small(key: str) -> None:
    system = system_of(key)
    view = system.view(system.begin(USUAL[key]), None)
    rows = grounds(Words({}, 1, ""), view.terrain, 1.0)
    svg = art("landscape", {"width": view.width, "depth": view.depth, "terrain": rows})
    assert len(svg) < MOST
    assert len(re.findall(r"<\w", svg)) < ELEMENTS


@pytest.mark.parametrize(
    "outline", [[(5, 5)] * 4, [(5, 5), (5, 9), (5, 12)], [(0, 0), (9, 0), (20, 0), (4, 0)], [(1, 1), (2, 2)]]
)
def test_a_piece_of_no_size_is_drawn_all_the_same(outline: list[tuple[int, int]]) -> None:
    assert soft(outline, "a").startswith("M")
    assert contours([(5, 5)] * 4, "a") == contours([(5, 0), (5, 9), (5, 20)], "a") == []
    assert [strewn(outline, 1000, ["tree"]), dykes(outline, 7500)] == [[], ""]
    for kind in ("building", "shrine", "temple", "keep", "village", "torii"):
        roofs(outline, "a", kind)
