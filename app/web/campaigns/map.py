"""A campaign's map as a page draws it: paths, places, marks, and all of it in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import atan2, degrees, hypot
from typing import Any

from msgspec import Struct

from app.campaigns.map.maps import Border, Map, Province, coast, touching
from app.campaigns.map.shapes import Edge, Point, box, chains, edges, inside, middle
from app.campaigns.map.words import REFUSALS, TERRAIN
from app.engine.refusals import Refusal
from app.web.page.words import Words, language
from app.web.page.words import gettext as _

Spot = tuple[float, float]
GLYPHS = {"mountains": "m-mount", "hills": "m-hill", "forest": "m-trees", "marsh": "m-reeds", "town": "m-roofs"}
"""Kinds of land that are drawn; the others are plain ground."""
CLEAR = 30
"""How far lines keep from where a name stands, in map units."""


FINE = 18
"""How many spots are tried along each side of a province for a sign of the land."""


class Holder(Struct, frozen=True):
    """Whoever holds provinces: hue and emblem, each 1 to 6, and a name."""

    hue: int
    emblem: int
    name: str


class Clash(Struct, frozen=True, kw_only=True):
    """A battle on the map: its number, where, from which province the attacker came, and how far it is.

    ``state``: ``open`` to be agreed, ``set`` agreed, ``live``.  ``said``: the battle in a sentence.
    """

    number: int
    place: str
    across: str = ""
    state: str = "open"
    said: str = ""
    href: str = ""


class Army(Struct, frozen=True, kw_only=True):
    """An army on the map: where it stands, whose it is, its name."""

    place: str
    holder: Holder
    name: str = ""


class Way(Struct, frozen=True, kw_only=True):
    """An order to be shown: provinces from where the army stands, and its hue."""

    provinces: tuple[str, ...]
    hue: int = 1
    said: str = ""


class Ground(Struct, frozen=True):
    """What is the same whoever holds the land: paths by name, common rims by pair, glyphs by province."""

    shapes: dict[str, str]
    coast: str
    rims: dict[tuple[str, str], str]
    gates: dict[tuple[str, str], Point]
    wide: dict[tuple[str, str], bool]
    """Which rims are long enough to be marked as a barrier."""
    glyphs: dict[str, tuple[Spot, ...]]


# -- shapes --------------------------------------------------------------------------------


def number(value: float) -> str:
    """A coordinate without needless decimals."""
    return f"{value:.1f}".rstrip("0").rstrip(".")


def path(line: Sequence[Spot], closed: bool = False) -> str:
    """Points as the path of a drawing."""
    ends = len(line) > 1 and line[0] == line[-1]
    points = line[:-1] if ends else line
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + ("Z" if closed or ends else "")


def paths(stretches: Sequence[Edge]) -> str:
    """Stretches of rim as one path."""
    return "".join(path(line) for line in chains(stretches))


@lru_cache(maxsize=32)
def ground(sheet: Map) -> Ground:
    """What is the same whoever holds the land; worked out once a map."""
    common = touching(sheet)
    return Ground(
        {one.id: path(one.polygon, closed=True) for one in sheet.provinces},
        paths(coast(sheet)),
        {pair: paths(rim) for pair, rim in common.items()},
        {pair: middle(max(chains(rim), key=len)) for pair, rim in common.items()},
        {pair: sum(distance(a, b) for a, b in rim) >= CLEAR for pair, rim in common.items()},
        {one.id: glyphs(one, roads_from(sheet, one)) for one in sheet.provinces},
    )


def roads_from(sheet: Map, one: Province) -> list[Spot]:
    """Points on the roads that leave a province, for glyphs to keep away from."""
    ends = [sheet.province(line.other(one.id)) for line in sheet.borders if one.id in (line.a, line.b) and line.road]
    return [between(one.seat, end.seat, part / 10) for end in ends if end for part in range(1, 6)]


def glyphs(one: Province, roads: Sequence[Spot]) -> tuple[Spot, ...]:
    """Up to two spots for signs of the land, clear of rim, name and roads."""
    if one.terrain not in GLYPHS:
        return ()
    low_x, low_y, high_x, high_y = box(one.polygon)
    wide, high = max(9, (high_x - low_x) // FINE), max(9, (high_y - low_y) // FINE)
    grid = [(x, y) for x in range(low_x + 6, high_x, wide) for y in range(low_y + 6, high_y, high)]
    spots = [p for p in grid if inside(one.polygon, p)]
    rated = sorted(((room(one, p, roads), p) for p in spots), reverse=True)
    if not rated or rated[0][0] < 11:
        return ()
    first = rated[0][1]
    second = next((p for r, p in rated if r >= 11 and 27 <= distance(p, first) <= 60), None)
    return (first, second) if second else (first,)


def room(one: Province, p: Point, roads: Sequence[Spot]) -> float:
    """How far a spot is from the rim of its province, from what is written in it, and from roads."""
    aside = max(abs(p[0] - one.seat[0]) - 40, 0), max(abs(p[1] - one.seat[1]) - 24, 0)
    rim = min(off_line(p, a, b) for a, b in edges(one.polygon))
    return min(rim, hypot(*aside), *(distance(p, q) for q in roads))


def distance(a: Spot, b: Spot) -> float:
    """How far two points are apart."""
    return hypot(a[0] - b[0], a[1] - b[1])


def off_line(p: Spot, a: Spot, b: Spot) -> float:
    """How far a point is from a stretch."""
    long = distance(a, b) ** 2
    along = ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / long if long else 0
    return distance(p, between(a, b, min(max(along, 0), 1)))


def between(a: Spot, b: Spot, part: float) -> Spot:
    """A point on the way from one to another."""
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def clear(start: Spot, toward: Spot, keep: float = CLEAR) -> Spot:
    """The point that is so far from the start on the way, farther to the sides; at most in the middle of it."""
    long = distance(start, toward)
    if not long:
        return start
    return between(start, toward, min((keep + 14 * abs(toward[0] - start[0]) / long) / long, 0.5))


def bow(a: Spot, via: Spot, b: Spot) -> str:
    """A bent line from one point to another through a third."""
    control = 2 * via[0] - (a[0] + b[0]) / 2, 2 * via[1] - (a[1] + b[1]) / 2
    return f"M{number(a[0])} {number(a[1])}Q{number(control[0])} {number(control[1])} {number(b[0])} {number(b[1])}"


def gate(sheet: Map, one: str, other: str) -> Spot:
    """Where one crosses from one province to another: the middle of the common rim, or half way over the water."""
    found = ground(sheet).gates
    if spot := found.get((one, other)) or found.get((other, one)):
        return spot
    a, b = sheet.province(one), sheet.province(other)
    return between(a.seat, b.seat, 0.5) if a and b else (0, 0)


def crossing(sheet: Map, line: Border) -> str:
    """A road or ferry as a path from near one name to near the other."""
    a, b = sheet.province(line.a), sheet.province(line.b)
    if a is None or b is None:
        return ""
    via = gate(sheet, line.a, line.b)
    return bow(clear(a.seat, via), via, clear(b.seat, via))


# -- the drawing ---------------------------------------------------------------------------------


def drawn(
    sheet: Map, owners: Mapping[str, Holder], *, clashes: Sequence[Clash] = (), armies: Sequence[Army] = (),
    orders: Sequence[Way] = (), link: str = "#province-",
) -> dict[str, Any]:  # fmt: skip
    """The map for ``campaigns/map/_sheet.html``.  ``owners``: who holds each province; one that is missing is nobody's.

    ``link``: what a province leads to; its id is put after it.
    """
    land = ground(sheet)
    places = [place(sheet, one, owners.get(one.id), link) for one in sheet.provinces]
    rows = [row(sheet, one, owners.get(one.id), clashes, armies) for one in sheet.provinces]
    for drawing, words in zip(places, rows, strict=True):
        drawing["said"] = words["said"]
    barred = [rim for pair, rim in land.rims.items() if sheet.border(*pair) is None and land.wide[pair]]
    return {
        "id": sheet.id, "name": named(sheet), "width": sheet.width, "height": sheet.height, "coast": land.coast,
        "inner": [rim for pair, rim in land.rims.items() if same(pair, owners) and rim not in barred],
        "frontiers": [rim for pair, rim in land.rims.items() if not same(pair, owners)], "barred": barred,
        "rivers": [rim(land, line) for line in sheet.borders if line.river],
        "roads": [crossing(sheet, line) for line in sheet.borders if line.road],
        "ferries": [crossing(sheet, line) for line in sheet.borders if line.ferry],
        "glyphs": [g for one in sheet.provinces for g in signs(one, land)],
        "places": places, "armies": standing(sheet, armies), "orders": [arrow(sheet, way) for way in orders],
        "clashes": marks(sheet, clashes), "rows": rows, "label": label(sheet),
    }  # fmt: skip


def rim(land: Ground, line: Border) -> str:
    """The common rim of the two sides of a border."""
    return land.rims.get((line.a, line.b)) or land.rims.get((line.b, line.a), "")


def same(pair: tuple[str, str], owners: Mapping[str, Holder]) -> bool:
    """Whether two provinces are one house's, or both nobody's."""
    return owners.get(pair[0]) == owners.get(pair[1])


def signs(one: Province, land: Ground) -> list[dict[str, str]]:
    """The signs of the land in a province."""
    return [{"use": GLYPHS[one.terrain], "x": number(x), "y": number(y)} for x, y in land.glyphs[one.id]]


def place(sheet: Map, one: Province, holder: Holder | None, link: str) -> dict[str, Any]:
    """What is drawn in a province: its ground, emblem, castle, name and income."""
    x, y = one.seat
    aside = 13 if one.castle and holder else 0
    return {
        "id": one.id, "name": named(one), "x": x, "y": y, "d": ground(sheet).shapes[one.id], "castle": one.castle,
        "hue": holder.hue if holder else 0, "emblem": holder.emblem if holder else 0, "capital": one.capital,
        "em_x": x - 11 - aside, "keep_x": x - 9 + aside, "href": f"{link}{one.id}",
        "dots": [number(x + 7 * i - 3.5 * (one.koku - 1)) for i in range(one.koku)],
        "neighbours": " ".join(sheet.neighbours(one.id)),
    }  # fmt: skip


def standing(sheet: Map, armies: Sequence[Army]) -> list[dict[str, Any]]:
    """Armies beside the names of their provinces, one after the other."""
    found: list[dict[str, Any]] = []
    for army in armies:
        if one := sheet.province(army.place):
            before = sum(1 for other in found if other["place"] == army.place)
            aside = one.seat[0] - (42 if one.castle else 29) - 15 * before
            found.append({"place": army.place, "x": aside, "y": one.seat[1] - 4, "hue": army.holder.hue,
                          "emblem": army.holder.emblem, "name": army.name})  # fmt: skip
    return found


def arrow(sheet: Map, way: Way) -> dict[str, Any]:
    """An order as a bent line of legs with a tip."""
    stops = [one for id in way.provinces if (one := sheet.province(id))]
    legs: list[str] = []
    tip, heading = (0.0, 0.0), 0.0
    for a, b in pairwise(stops):
        via = gate(sheet, a.id, b.id)
        start, tip = clear(a.seat, via, 24), clear(b.seat, via)
        legs.append(bow(start, via, tip))
        control = 2 * via[0] - (start[0] + tip[0]) / 2, 2 * via[1] - (start[1] + tip[1]) / 2
        heading = degrees(atan2(tip[1] - control[1], tip[0] - control[0]))
    return {"d": "".join(legs), "x": number(tip[0]), "y": number(tip[1]), "turn": number(heading),
            "hue": way.hue, "said": way.said}  # fmt: skip


def marks(sheet: Map, clashes: Sequence[Clash]) -> list[dict[str, Any]]:
    """Battles where they are fought: on the rim the attacker crosses, or above the name; none upon another."""
    taken: list[Spot] = []
    found: list[dict[str, Any]] = []
    for clash in clashes:
        one = sheet.province(clash.place)
        if one is None:
            continue
        spot: Spot = gate(sheet, clash.place, clash.across) if clash.across else (one.seat[0], one.seat[1] - 42)
        while any(distance(spot, other) < 26 for other in taken):
            spot = spot[0], spot[1] + 28
        taken.append(spot)
        found.append({"number": clash.number, "x": number(spot[0]), "y": number(spot[1]), "state": clash.state,
                      "said": clash.said, "href": clash.href})  # fmt: skip
    return found


# -- in words --------------------------------------------------------------------------------------


def named(one: Map | Province) -> str:
    """A name in the reader's language."""
    return (language.get() == "es" and one.name_es) or one.name


def label(sheet: Map) -> str:
    """What the drawing is."""
    return _("{name}: {n} provinces and who holds them").format(name=named(sheet), n=len(sheet.provinces))


def row(
    sheet: Map, one: Province, holder: Holder | None, clashes: Sequence[Clash], armies: Sequence[Army]
) -> dict[str, Any]:
    """A province in words: a row of the table, and all of it in one sentence."""
    borders = [(line, to) for line in sheet.borders if one.id in (line.a, line.b) if (to := other(sheet, one, line))]
    near = [{"id": to.id, "name": named(to), "by": by(line)} for line, to in borders]
    here = [army.name or army.holder.name for army in armies if army.place == one.id]
    fought = [clash.said or _("Battle {n}").format(n=clash.number) for clash in clashes if clash.place == one.id]
    held = holder.name if holder else _("nobody")
    found = {
        "id": one.id, "name": named(one), "holder": held, "hue": holder.hue if holder else 0,
        "emblem": holder.emblem if holder else 0, "koku": one.koku, "castle": one.castle,
        "land": _(TERRAIN.get(one.terrain, one.terrain)), "capital": one.capital, "near": near, "armies": here,
        "battles": fought,
    }  # fmt: skip
    return {**found, "said": sentence(found)}


def other(sheet: Map, one: Province, line: Border) -> Province | None:
    """The province at the other side of a border."""
    return sheet.province(line.other(one.id))


def by(line: Border) -> str:
    """How one crosses a border, in words; empty over open ground."""
    if line.ferry:
        return _("ferry")
    found = ((line.road, _("road")), (line.river, _("river")))
    return ", ".join(word for is_so, word in found if is_so)


def sentence(found: Mapping[str, Any]) -> str:
    """A province told at once, as it is heard."""
    parts = [
        _("{name}, held by {holder}").format(**found), _("{koku} koku a year").format(**found),
        _("castle of level {castle}").format(**found) if found["castle"] else _("no castle"), found["land"],
        _("capital of the realm") if found["capital"] else "",
        _("army: {names}").format(names=", ".join(found["armies"])) if found["armies"] else "", *found["battles"],
        _("borders on {names}").format(names=", ".join(near_words(one) for one in found["near"])),
    ]  # fmt: skip
    return "; ".join(part for part in parts if part)


def near_words(one: Mapping[str, str]) -> str:
    """A neighbour and how one crosses to it."""
    return f"{one['name']} ({one['by']})" if one["by"] else one["name"]


# -- refusals ------------------------------------------------------------------------------------------


def refused(sheet: Map | None, refusals: Sequence[Refusal]) -> list[dict[str, str]]:
    """Refusals of a map or a march in words, each with its clause and the provinces it is about."""
    words = Words(REFUSALS, 1, "", {one.id: named(one) for one in sheet.provinces} if sheet else {})
    return [
        {
            "text": words.says(no.code, no.facts),
            "clause": no.clause,
            "province": str(no.facts.get("province", "")),
            "other": str(no.facts.get("other", "")),
        }
        for no in refusals
    ]
