"""Maps of campaigns: provinces, their borders, who begins where, and what makes a map fit to be played on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field

from app.campaigns.book import c
from app.campaigns.map.shapes import Edge, Point, cut, inside, is_simple, overlap, shared, turned
from app.engine.asks import Json
from app.engine.campaign_maps import MapLimits
from app.engine.refusals import Refusal, refuse

READY = Path(__file__).parent / "ready"
FORM, COUNT, SHAPE, LAND = c("CPN-MAP-01"), c("CPN-MAP-02"), c("CPN-MAP-03"), c("CPN-MAP-04")
BORDERS, WHOLE, SCALE = c("CPN-MAP-05"), c("CPN-MAP-06"), c("CPN-MAP-07")
STARTS, REALM = c("CPN-MAP-08"), c("CPN-MAP-09")
TERRAIN = ("plain", "hills", "forest", "marsh", "river", "coast", "town", "mountains")
LETTERS, CORNERS, ALL_CORNERS, BORDERS_MOST = 40, (3, 60), 900, 90
SHEET = (200, 2000)
"""How wide and how high a sheet is, in map units."""
KOKU, CASTLE = (1, 4), (0, 2)
TOLD = 40
"""How many refusals are told at once."""


class Province(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A province: its ground in map units, where its name stands, what it yields a year and how strong it is."""

    id: str
    name: str
    name_es: str = ""
    polygon: tuple[Point, ...]
    seat: Point
    koku: int = 1
    castle: int = 0
    terrain: str = "plain"
    capital: bool = False


class Border(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Where armies cross between two provinces: by road, over a river, or by ferry over water between them."""

    a: str
    b: str
    road: bool = False
    river: bool = False
    ferry: bool = False

    def other(self, province: str) -> str:
        """The province at its other side."""
        return self.b if province == self.a else self.a


class Map(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A map.  Each of ``starts`` is what one house begins with, its seat first."""

    id: str
    name: str
    name_es: str = ""
    width: int = 820
    height: int = 640
    provinces: tuple[Province, ...] = ()
    borders: tuple[Border, ...] = ()
    starts: tuple[tuple[str, ...], ...] = field(default=())

    def province(self, id: str) -> Province | None:
        """The province of this id."""
        return next((one for one in self.provinces if one.id == id), None)

    def border(self, one: str, other: str) -> Border | None:
        """The border between two provinces."""
        return next((line for line in self.borders if (one, other) in ((line.a, line.b), (line.b, line.a))), None)

    def neighbours(self, id: str) -> tuple[str, ...]:
        """The provinces one can march to from here, in the order of the map."""
        met = {line.other(id) for line in self.borders if id in (line.a, line.b)}
        return tuple(one.id for one in self.provinces if one.id in met)

    def koku(self, ids: tuple[str, ...] | list[str]) -> int:
        """What these provinces yield a year."""
        return sum(one.koku for one in self.provinces if one.id in ids)


GENERAL = MapLimits(least=4, most=30, houses=(0, 12))
"""What is asked of a map where a system asks for nothing else (CPN-MAP-02, CPN-MAP-08)."""


# -- reading ----------------------------------------------------------------------------


def read_map(raw: Json) -> Map | Refusal:
    """The map of a JSON text or value, or why it is none (CPN-MAP-01)."""
    try:
        return msgspec.json.decode(raw, type=Map) if isinstance(raw, str | bytes) else msgspec.convert(raw, Map)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as no:
        return refuse("map.unreadable", FORM, why=str(no)[:120])


def write_map(sheet: Map) -> dict[str, Any]:
    """The map as plain JSON."""
    return dict(msgspec.to_builtins(sheet))


@cache
def ready_maps() -> dict[str, Map]:
    """The maps that come with the program, by id, the smallest first."""
    found = [msgspec.json.decode(path.read_bytes(), type=Map) for path in sorted(READY.glob("*.json"))]
    return {one.id: one for one in sorted(found, key=lambda one: (len(one.provinces), one.id))}


# -- what stands against a map --------------------------------------------------------------


def refuse_map(sheet: Map, limits: MapLimits = GENERAL) -> tuple[Refusal, ...]:
    """All that stands against a map of which so much is asked (CPN-MAP-01 to 09).

    A refusal names the province or the two sides of the border it is about.  Shapes are compared only once the map
    is small enough and each of them is sound.
    """
    found = [*refuse_form(sheet), *refuse_count(sheet, limits.least, limits.most), *refuse_scale(sheet)]
    corners = sum(len(one.polygon) for one in sheet.provinces)
    if corners > ALL_CORNERS or len(sheet.provinces) > limits.most:
        return tuple(found[:TOLD])
    shapes = [*refuse_shapes(sheet)]
    found += shapes
    if not shapes:
        found += refuse_overlaps(sheet)
    found += [*refuse_borders(sheet), *refuse_whole(sheet), *refuse_starts(sheet, limits.houses), *refuse_realm(sheet)]
    return tuple(found[:TOLD])


def refuse_form(sheet: Map) -> Iterator[Refusal]:
    """Names too long or missing, ids that are not words or come twice, a sheet too small or large (CPN-MAP-01)."""
    for word, where in ((sheet.id, sheet.id), *((one.id, one.id) for one in sheet.provinces)):
        if not (0 < len(word) <= LETTERS and word.isascii() and word.replace("-", "").isalnum() and word.islower()):
            yield refuse("map.id", FORM, got=where[:LETTERS], most=LETTERS)
    for text in [sheet.name, *(one.name for one in sheet.provinces)]:
        if not 0 < len(text.strip()) <= LETTERS:
            yield refuse("map.name", FORM, got=text[:LETTERS], most=LETTERS)
    for text in [sheet.name_es, *(one.name_es for one in sheet.provinces)]:
        if len(text) > LETTERS:
            yield refuse("map.name", FORM, got=text[:LETTERS], most=LETTERS)
    if not all(SHEET[0] <= side <= SHEET[1] for side in (sheet.width, sheet.height)):
        yield refuse("map.sheet", FORM, width=sheet.width, height=sheet.height, least=SHEET[0], most=SHEET[1])
    ids = [one.id for one in sheet.provinces]
    for id in dict.fromkeys(one for one in ids if ids.count(one) > 1):
        yield refuse("map.twice", FORM, province=id[:LETTERS])


def refuse_count(sheet: Map, least: int, most: int) -> Iterator[Refusal]:
    """Too few or too many provinces, or corners in all (CPN-MAP-02)."""
    count = len(sheet.provinces)
    if not least <= count <= most:
        yield refuse("map.provinces", COUNT, provinces=count, least=least, most=most)
    corners = sum(len(one.polygon) for one in sheet.provinces)
    if corners > ALL_CORNERS:
        yield refuse("map.corners", COUNT, corners=corners, most=ALL_CORNERS)


def refuse_scale(sheet: Map) -> Iterator[Refusal]:
    """Incomes, castles and terrain that are none (CPN-MAP-07)."""
    for one in sheet.provinces:
        if not KOKU[0] <= one.koku <= KOKU[1]:
            yield refuse("map.koku", SCALE, province=one.id, koku=one.koku, least=KOKU[0], most=KOKU[1])
        if not CASTLE[0] <= one.castle <= CASTLE[1]:
            yield refuse("map.castle", SCALE, province=one.id, castle=one.castle, least=CASTLE[0], most=CASTLE[1])
        if one.terrain not in TERRAIN:
            yield refuse("map.terrain", SCALE, province=one.id, got=one.terrain[:LETTERS])


def refuse_shapes(sheet: Map) -> Iterator[Refusal]:
    """Shapes that are no province: too few or many corners, off the sheet, crossing themselves (CPN-MAP-03)."""
    for one in sheet.provinces:
        least, most = CORNERS
        if not least <= len(one.polygon) <= most:
            yield refuse("map.polygon", SHAPE, province=one.id, corners=len(one.polygon), least=least, most=most)
        elif not all(0 <= x <= sheet.width and 0 <= y <= sheet.height for x, y in one.polygon):
            yield refuse("map.outside", SHAPE, province=one.id, width=sheet.width, height=sheet.height)
        elif not is_simple(one.polygon):
            yield refuse("map.crosses", SHAPE, province=one.id)
        elif not inside(one.polygon, one.seat):
            yield refuse("map.seat", SHAPE, province=one.id)


def refuse_overlaps(sheet: Map) -> Iterator[Refusal]:
    """Provinces that have ground in common (CPN-MAP-04)."""
    for one, other in combinations(sheet.provinces, 2):
        if overlap(one.polygon, other.polygon):
            yield refuse("map.overlap", LAND, province=one.id, other=other.id)


def refuse_borders(sheet: Map) -> Iterator[Refusal]:
    """Borders of nothing, told twice, or between provinces that do not touch and have no ferry (CPN-MAP-05)."""
    if len(sheet.borders) > BORDERS_MOST:
        yield refuse("map.borders", BORDERS, borders=len(sheet.borders), most=BORDERS_MOST)
        return
    seen: list[frozenset[str]] = []
    for line in sheet.borders:
        one, other = sheet.province(line.a), sheet.province(line.b)
        pair = frozenset((line.a, line.b))
        where = {"province": line.a[:LETTERS], "other": line.b[:LETTERS]}
        if one is None or other is None or one is other:
            yield refuse("map.border-unknown", BORDERS, **where)
        elif pair in seen:
            yield refuse("map.border-twice", BORDERS, **where)
        elif line.ferry and (line.road or line.river):
            yield refuse("map.ferry", BORDERS, **where)
        elif not line.ferry and not shared(one.polygon, other.polygon):
            yield refuse("map.border-apart", BORDERS, **where)
        seen.append(pair)


def refuse_whole(sheet: Map) -> Iterator[Refusal]:
    """Provinces that nobody can march to from the first (CPN-MAP-06)."""
    if not sheet.provinces or len(sheet.borders) > BORDERS_MOST:
        return
    reached = reachable(sheet, sheet.provinces[0].id)
    for one in sheet.provinces:
        if one.id not in reached:
            yield refuse("map.cut-off", WHOLE, province=one.id, other=sheet.provinces[0].id)


def reachable(sheet: Map, start: str) -> tuple[str, ...]:
    """Every province one can march to from one of them, that one first."""
    found = [start]
    for here in found:
        found += [one for one in sheet.neighbours(here) if one not in found]
    return tuple(found)


def refuse_starts(sheet: Map, houses: tuple[int, int]) -> Iterator[Refusal]:
    """Starts too few or many, unequal, not around their seat, or of a province twice (CPN-MAP-08)."""
    least, most = houses
    if not least <= len(sheet.starts) <= most:
        yield refuse("map.starts", STARTS, starts=len(sheet.starts), least=least, most=most)
        return
    if len({len(start) for start in sheet.starts}) > 1 or not all(sheet.starts):
        yield refuse("map.uneven", STARTS, sizes=", ".join(str(len(start)) for start in sheet.starts))
    named = [id for start in sheet.starts for id in start]
    if len(named) > len(sheet.provinces):
        yield refuse("map.starts-many", STARTS, named=len(named), provinces=len(sheet.provinces))
        return
    for number, start in enumerate(sheet.starts, 1):
        yield from refuse_start(sheet, number, start, named)


def refuse_start(sheet: Map, number: int, start: tuple[str, ...], named: list[str]) -> Iterator[Refusal]:
    """What stands against one start: each of its provinces known, its own, and next to its seat (CPN-MAP-08)."""
    for id in start:
        named_here, seat = id[:LETTERS], start[0][:LETTERS]
        if sheet.province(id) is None:
            yield refuse("map.start-unknown", STARTS, province=named_here, house=number)
        elif named.count(id) > 1:
            yield refuse("map.start-twice", STARTS, province=named_here, house=number)
        elif id != start[0] and id not in sheet.neighbours(start[0]):
            yield refuse("map.start-far", STARTS, province=named_here, seat=seat, house=number)


def refuse_realm(sheet: Map) -> Iterator[Refusal]:
    """More than one capital of the realm, or one that a house begins with (CPN-MAP-09)."""
    capitals = [one.id for one in sheet.provinces if one.capital]
    if len(capitals) > 1:
        yield refuse("map.capitals", REALM, province=capitals[1], capitals=len(capitals))
    for id in capitals:
        if any(id in start for start in sheet.starts):
            yield refuse("map.capital-owned", REALM, province=id)


# -- what a drawing needs -----------------------------------------------------------------------


@lru_cache(maxsize=32)
def touching(sheet: Map) -> dict[tuple[str, str], list[Edge]]:
    """The common rim of every two provinces that have one, in the order of the map."""
    pairs = combinations(sheet.provinces, 2)
    rims = {(one.id, other.id): shared(one.polygon, other.polygon) for one, other in pairs}
    return {pair: rim for pair, rim in rims.items() if rim}


def coast(sheet: Map) -> list[Edge]:
    """The sides of provinces that no other shares, the land always to the same hand."""
    common = {side for rim in touching(sheet).values() for a, b in rim for side in ((a, b), (b, a))}
    return [side for one in sheet.provinces for side in parted(one, sheet) if side not in common]


def parted(one: Province, sheet: Map) -> list[Edge]:
    """The sides of a province clockwise, parted wherever a corner of another lies on them."""
    corners = dict.fromkeys(p for other in sheet.provinces if other is not one for p in other.polygon)
    return list(cut(turned(one.polygon), list(corners)))
