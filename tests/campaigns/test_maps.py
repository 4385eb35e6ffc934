"""Maps: what makes one fit, what is refused by which clause, the ready ones, and how they are drawn."""

from __future__ import annotations

import json
from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from shapely import Polygon

from app.campaigns.map.maps import (
    CASTLE,
    GENERAL,
    KOKU,
    TOLD,
    Border,
    Map,
    Province,
    coast,
    reachable,
    read_map,
    ready_maps,
    refuse_map,
    write_map,
)
from app.campaigns.map.shapes import area, inside, is_simple, overlap, shared
from app.campaigns.map.words import REFUSALS, TERRAIN
from app.engine.refusals import Refusal
from app.systems.daimyo.campaign import rules as daimyo
from app.systems.daimyo.campaign.warbands import WARBANDS
from app.web.campaigns.map import Army, Clash, Holder, Way, drawn, refused
from app.web.page.templates import ENV
from app.web.page.words import language

READY = ready_maps()
DAIMYO = WARBANDS.map.limits


def square(id: str, x: int, y: int, **more: Any) -> Province:
    """A province a hundred units wide and high."""
    corners = ((x, y), (x + 100, y), (x + 100, y + 100), (x, y + 100))
    return Province(id=id, name=id.title(), polygon=corners, seat=(x + 50, y + 50), **more)


def four(**more: Any) -> Map:
    """Four squares two by two, with the borders around."""
    lands = (square("a", 0, 0), square("b", 100, 0), square("c", 100, 100), square("d", 0, 100))
    borders = (Border("a", "b"), Border("b", "c"), Border("c", "d"), Border("d", "a"))
    return replace(Map(id="four", name="Four", width=400, height=400, provinces=lands, borders=borders), **more)


def codes(sheet: Map, **limits: Any) -> list[str]:
    """The codes of all that stands against a map; each has its sentence and a clause of maps."""
    found = refuse_map(sheet, replace(GENERAL, **limits))
    assert all(no.code in REFUSALS and no.clause.startswith("CPN-MAP-") for no in found)
    return [no.code for no in found]


def with_first(sheet: Map, **change: Any) -> Map:
    """The map with its first province changed."""
    return replace(sheet, provinces=(replace(sheet.provinces[0], **change), *sheet.provinces[1:]))


# -- ready maps --------------------------------------------------------------------------


def test_at_least_four_are_for_daimyo_and_one_is_small() -> None:
    sizes = {id: len(one.provinces) for id, one in READY.items()}
    assert sizes == {
        "nine-glens": 9, "heron-bay": 12, "lantern-isle": 16, "sekigahara": 16, "cloud-provinces": 20,
    }  # fmt: skip


@pytest.mark.parametrize("id", READY)
def test_a_ready_map_is_refused_nothing(id: str) -> None:
    sheet = READY[id]
    assert refuse_map(sheet, GENERAL if id == "nine-glens" else DAIMYO) == ()
    assert sheet.id == id
    assert sheet.name_es


@pytest.mark.parametrize("id", READY)
def test_its_starts_are_equal_in_number_and_in_koku(id: str) -> None:
    sheet = READY[id]
    assert len({len(start) for start in sheet.starts}) == 1
    assert len({sheet.koku(start) for start in sheet.starts}) == 1
    assert len({(one.koku, one.castle) for start in sheet.starts if (one := sheet.province(start[0]))}) <= 2


@pytest.mark.parametrize("id", READY)
def test_an_independent_library_agrees_that_its_provinces_tile_the_land(id: str) -> None:
    shapes = [Polygon(one.polygon) for one in READY[id].provinces]
    assert all(shape.is_valid for shape in shapes)
    for i, one in enumerate(shapes):
        assert all(one.intersection(other).area == 0 for other in shapes[i + 1 :])


@pytest.mark.parametrize("id", READY)
def test_every_province_is_reached_from_every_other(id: str) -> None:
    sheet = READY[id]
    assert all(len(reachable(sheet, one.id)) == len(sheet.provinces) for one in sheet.provinces)


@pytest.mark.parametrize("id", READY)
def test_its_coast_closes(id: str) -> None:
    rim = coast(READY[id])
    assert sorted(a for a, _ in rim) == sorted(b for _, b in rim)


def test_a_map_is_the_same_after_it_was_written() -> None:
    for sheet in READY.values():
        assert read_map(json.dumps(write_map(sheet))) == sheet
        assert read_map(write_map(sheet)) == sheet


# -- what is refused ----------------------------------------------------------------------


def test_four_squares_are_a_map() -> None:
    assert codes(four()) == []


@pytest.mark.parametrize(
    "raw", ["", "[]", "{", '{"id": 3}', '{"id":"x","name":"x","extra":1}', '{"id":"x","name":"x","width":1.5}',
            '{"id":"x","name":"x","provinces":[{"id":"a"}]}', "[" * 5000],
)  # fmt: skip
def test_what_cannot_be_read_is_refused(raw: str) -> None:
    found = read_map(raw)
    assert isinstance(found, Refusal)
    assert (found.code, found.clause) == ("map.unreadable", "CPN-MAP-01")


WRONG = {
    "map.id": with_first(four(), id="A b"),
    "map.name": with_first(four(), name="x" * 41),
    "map.sheet": four(width=2001),
    "map.twice": with_first(four(), id="b"),
    "map.koku": with_first(four(), koku=5),
    "map.castle": with_first(four(), castle=-1),
    "map.terrain": with_first(four(), terrain="lava"),
    "map.polygon": with_first(four(), polygon=((0, 0), (100, 0))),
    "map.outside": with_first(four(), polygon=((-1, 0), (100, 0), (100, 100), (0, 100))),
    "map.crosses": with_first(four(), polygon=((0, 0), (100, 100), (100, 0), (0, 100))),
    "map.seat": with_first(four(), seat=(150, 50)),
    "map.overlap": with_first(four(), polygon=((0, 0), (101, 0), (100, 100), (0, 100))),
    "map.border-unknown": four(borders=(*four().borders, Border("a", "x"))),
    "map.border-twice": four(borders=(*four().borders, Border("b", "a"))),
    "map.border-apart": four(borders=(*four().borders, Border("a", "c"))),
    "map.ferry": four(borders=(*four().borders, Border("a", "c", ferry=True, road=True))),
    "map.borders": four(borders=four().borders * 23),
    "map.cut-off": four(borders=(Border("a", "b"), Border("c", "d"))),
    "map.uneven": four(starts=(("a", "b"), ("c",))),
    "map.start-unknown": four(starts=(("a",), ("x",))),
    "map.start-twice": four(starts=(("a", "b"), ("c", "b"))),
    "map.start-far": four(starts=(("a", "c"), ("b", "d"))),
    "map.starts-many": four(starts=(("a", "b", "c", "d", "a"), ("b", "b", "b", "b", "b"))),
    "map.capitals": replace(four(), provinces=tuple(replace(one, capital=True) for one in four().provinces)),
    "map.capital-owned": replace(with_first(four(), capital=True), starts=(("a",), ("b",))),
}


@pytest.mark.parametrize("code", WRONG)
def test_what_is_wrong_is_refused_by_its_name(code: str) -> None:
    assert code in codes(WRONG[code])


def test_a_ferry_joins_what_does_not_touch() -> None:
    assert codes(four(borders=(*four().borders, Border("a", "c", ferry=True)))) == []


def test_the_numbers_of_daimyo_are_those_of_its_rules() -> None:
    least, most = DAIMYO.least, DAIMYO.most
    assert [n for n in range(40) if daimyo.refuse_map(n) is None] == list(range(least, most + 1))
    few, many = DAIMYO.houses
    assert [n for n in range(20) if daimyo.refuse_start(n, ()) is None] == list(range(few, many + 1))
    assert [n for n in range(-3, 9) if daimyo.refuse_province(n, 0) is None] == list(range(KOKU[0], KOKU[1] + 1))
    assert [n for n in range(-3, 9) if daimyo.refuse_province(1, n) is None] == list(range(CASTLE[0], CASTLE[1] + 1))
    no = refuse_map(four(), DAIMYO)
    assert [one.facts for one in no if one.code == "map.provinces"] == [{"provinces": 4, "least": 12, "most": 20}]
    assert "map.starts" in [one.code for one in no]


def test_a_province_within_another_overlaps_and_one_that_is_the_same_too() -> None:
    outer, within = square("a", 0, 0).polygon, ((20, 20), (40, 20), (40, 40), (20, 40))
    assert overlap(outer, within)
    assert overlap(within, outer)
    assert overlap(outer, tuple(reversed(outer)))
    assert not overlap(outer, square("b", 100, 0).polygon)


def test_a_corner_in_the_side_of_a_neighbour_is_a_common_rim() -> None:
    low, high = ((0, 100), (200, 100), (200, 200), (0, 200)), ((50, 0), (120, 0), (120, 100), (50, 100))
    assert sum(abs(b[0] - a[0]) for a, b in shared(low, high)) == 70
    assert not overlap(low, high)


points = st.tuples(st.integers(0, 12), st.integers(0, 12))
rings = st.lists(points, min_size=3, max_size=7)


@given(rings)
def test_simple_is_what_an_independent_library_says(ring: list[tuple[int, int]]) -> None:
    assert is_simple(ring) == (len({*ring}) == len(ring) and Polygon(ring).is_valid and bool(area(ring)))


@given(rings.filter(is_simple), rings.filter(is_simple))
def test_overlap_is_what_an_independent_library_says(one: list[tuple[int, int]], other: list[tuple[int, int]]) -> None:
    assert overlap(one, other) == (Polygon(one).intersection(Polygon(other)).area > 1e-9)


@given(rings.filter(is_simple), points)
def test_inside_is_what_an_independent_library_says(ring: list[tuple[int, int]], p: tuple[int, int]) -> None:
    from shapely import Point

    assert inside(ring, p) == Polygon(ring).contains(Point(p))


@settings(max_examples=40, deadline=None)
@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda x: st.lists(x) | st.dictionaries(
    st.sampled_from(["id", "name", "provinces", "borders", "polygon", "seat", "a", "b", "starts"]), x)))  # fmt: skip
def test_nothing_that_is_sent_breaks_the_reading(raw: Any) -> None:
    found = read_map(raw)
    assert isinstance(found, Refusal) or len(refuse_map(found)) <= TOLD


ids = st.sampled_from(["a", "b", "c", "d", "", "x" * 60, "É"])
numbers = st.integers(-3, 9) | st.integers(-(2**62), 2**62)
spots = st.tuples(numbers, numbers)
lands = st.builds(
    Province, id=ids, name=st.text(max_size=50), name_es=st.text(max_size=50), seat=spots, koku=numbers,
    castle=numbers, terrain=st.text(max_size=9), capital=st.booleans(),
    polygon=st.lists(spots, max_size=8).map(tuple),
)  # fmt: skip
sheets = st.builds(
    Map, id=ids, name=st.text(max_size=50), width=numbers, height=numbers,
    provinces=st.lists(lands, max_size=6).map(tuple),
    borders=st.lists(st.builds(Border, ids, ids, st.booleans(), st.booleans(), st.booleans()), max_size=6).map(tuple),
    starts=st.lists(st.lists(ids, max_size=4).map(tuple), max_size=14).map(tuple),
)  # fmt: skip


@settings(max_examples=40, deadline=None)
@given(sheets)
def test_whatever_a_map_says_all_that_is_wrong_is_told_and_nothing_breaks(sheet: Map) -> None:
    found = refuse_map(sheet)
    assert len(found) <= TOLD
    assert all("(" not in REFUSALS[no.code] for no in found)
    assert [one["clause"] for one in refused(sheet, found)] == [no.clause for no in found]
    assert refuse_map(read(write_map(sheet))) == found


def read(raw: dict[str, Any]) -> Map:
    """The map of JSON that is one."""
    found = read_map(json.dumps(raw))
    assert isinstance(found, Map)
    return found


# -- the drawing -------------------------------------------------------------------------------


HOUSES = [Holder(n, n, f"House {n}") for n in range(1, 7)]


def owned(sheet: Map) -> dict[str, Holder]:
    """Every start with its house."""
    return {id: house for house, start in zip(HOUSES, sheet.starts, strict=False) for id in start}


class Seen(HTMLParser):
    """The elements of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def of(self, name: str) -> list[dict[str, str | None]]:
        """The elements of a class."""
        return [at for _, at in self.found if name in str(at.get("class", "")).split()]


def page(sheet: Map, **more: Any) -> str:
    """The map as a page has it."""
    text = (
        "{% include 'campaigns/map/_symbols.html' %}{% from 'campaigns/map/_sheet.html' import sheet %}{{ sheet(map) }}"
    )
    return ENV.from_string(text).render(map=drawn(sheet, owned(sheet), **more))


def test_every_province_can_be_reached_with_the_keyboard_and_says_all_in_words() -> None:
    sheet = READY["lantern-isle"]
    seen = Seen(page(sheet))
    said = {at["data-province"]: str(at["aria-label"]) for at in seen.of("place")}
    assert [*said] == [one.id for one in sheet.provinces]
    assert all(at["href"] == f"#province-{at['data-province']}" for at in seen.of("place"))
    assert said["kitaura"].startswith("Kitaura, held by House 1; 3 koku a year; castle of level 1; mountains; ")
    assert "Shiroyama (road, river)" in said["kitaura"]
    assert "held by nobody" in said["shiroyama"]
    assert "capital of the realm" in said["shiroyama"]


def test_land_carries_the_hue_of_its_holder_and_frontiers_part_holders() -> None:
    sheet = READY["lantern-isle"]
    drawing = drawn(sheet, owned(sheet))
    hues = {one["id"]: one["hue"] for one in drawing["places"]}
    assert (hues["kitaura"], hues["yukimori"], hues["shiroyama"]) == (1, 1, 0)
    alone = drawn(sheet, {})
    assert alone["frontiers"] == []
    assert len(drawing["frontiers"]) + len(drawing["inner"]) == len(alone["inner"])


def test_battles_armies_and_orders_are_marked_and_told() -> None:
    sheet = READY["lantern-isle"]
    clash = Clash(number=7, place="takamori", across="kitaura", state="live", said="Battle 7: the ford", href="/f/7")
    army = Army(place="kitaura", holder=HOUSES[0], name="First")
    order = Way(provinces=("kitaura", "takamori"), said="to Takamori")
    html = page(sheet, clashes=(clash, replace(clash, number=8)), armies=(army,), orders=(order,))
    seen = Seen(html)
    assert [at["href"] for at in seen.of("live")] == ["/f/7", "/f/7"]
    assert len({at["transform"] for at in seen.of("live")}) == 2
    assert [at["aria-label"] for at in seen.of("order") if "role" in at] == ["to Takamori"]
    kitaura = next(at for at in seen.of("place") if at["data-province"] == "kitaura")
    assert "army: First" in str(kitaura["aria-label"])


def test_nothing_in_the_drawing_needs_a_style_or_script_of_its_own() -> None:
    for sheet in READY.values():
        for tag, attributes in Seen(page(sheet)).found:
            assert tag not in ("style", "script")
            assert "style" not in attributes
            assert not [key for key in attributes if key.startswith("on")]


def test_a_name_that_is_markup_stays_a_name() -> None:
    sheet = with_first(four(), name="<b>&x")
    assert "<b>" not in page(sheet)


def test_names_and_words_follow_the_language() -> None:
    token = language.set("es")
    try:
        assert drawn(READY["nine-glens"], {})["name"] == "Los Nueve Valles"
    finally:
        language.reset(token)


def test_every_kind_of_land_has_its_word() -> None:
    used = {one.terrain for sheet in READY.values() for one in sheet.provinces}
    assert used <= {*TERRAIN}


def test_a_refusal_names_provinces_as_the_map_does_and_says_where_it_is() -> None:
    sheet = with_first(WRONG["map.overlap"], name="Alder")
    first = refused(sheet, refuse_map(sheet))[0]
    assert first == {"text": "Alder and B overlap.", "clause": "CPN-MAP-04", "province": "a", "other": "b"}


@pytest.mark.parametrize("code", WRONG)
def test_every_refusal_has_all_that_its_sentence_names(code: str) -> None:
    for one in refused(WRONG[code], refuse_map(WRONG[code])):
        assert "(" not in one["text"]
        assert one["text"] not in REFUSALS


def test_the_editor_gives_the_map_back_as_it_got_it_and_marks_what_is_refused() -> None:
    sheet = WRONG["map.seat"]
    text = "{% from 'campaigns/map/_editor.html' import editor %}{{ editor(raw, told, '/maps', []) }}"
    raw = json.dumps(write_map(sheet))
    html = ENV.from_string(text).render(raw=raw, told=refused(sheet, refuse_map(sheet)))
    form = next(at for tag, at in Seen(html).found if tag == "form")
    assert (form["action"], form["method"]) == ("/maps", "post")
    assert json.loads(str(form["data-faults"])) == [{"province": "a", "other": ""}]
    assert raw in unescape(html)
