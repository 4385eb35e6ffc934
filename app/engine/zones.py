"""Zones drawn by hand: the upright rectangles in which somebody sets up, each by two corners in whole units."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, product
from math import isqrt
from typing import Any

from msgspec import Struct

from app.engine.geometry import Point, Polygon, contains
from app.engine.geometry import box as bounds
from app.engine.refusals import Clause, Refusal
from app.engine.refusals import refuse as no

Box = tuple[int, int, int, int]
"""West, the lower figure of the other axis, east, the higher: as the files of a system count."""
FORM = "zones"
FIGURES = 4
WRITTEN = re.compile(r"\s*(-?\d{1,4})\s*,\s*(-?\d{1,4})\s+(-?\d{1,4})\s*,\s*(-?\d{1,4})\s*")
LONGEST = 200


class Ground(Struct, frozen=True):
    """Printed ground that is somebody's whatever he draws: a rectangle, or a circle of that reach about a point.

    ``part``: whose of his army it is alone; empty for all of it.
    """

    who: str
    box: Box
    reach: int = 0
    part: str = ""

    @property
    def around(self) -> Box:
        """The box that holds it."""
        west, low, east, high = self.box
        return (west - self.reach, low - self.reach, east + self.reach, high + self.reach)

    def gap(self, other: Box, unit: int) -> int:
        """How far a rectangle is from it, in 1/100 mm."""
        return max(0, isqrt(distant(self.box, other) * unit**2) - self.reach * unit)


class Zoning(Struct, frozen=True, kw_only=True):
    """Who sets up where by a set-up, in whole units as the files of its system count.

    ``printed``: by whoever sets up, an edge or a role, the zones that are his if none are drawn; ``drawn``: those that
    are.  ``rivals``: who keep ``apart``.  Each is at least ``least`` wide and deep; all of one hold ``times`` the
    ground of his bases.  ``unit`` in 1/100 mm.
    """

    clause: Clause
    least: int
    apart: int
    times: int
    unit: int
    table: tuple[int, int]
    from_south: bool = True
    printed: dict[str, tuple[Box, ...]]
    drawn: dict[str, tuple[Box, ...]]
    rivals: tuple[tuple[str, str], ...]
    fixed: tuple[str, ...] = ()
    """Those whose zones cannot be drawn."""
    near: tuple[Ground, ...] = ()
    """What others keep apart from besides the zones of their rivals: parts of armies that have their own, circles."""

    @property
    def homes(self) -> dict[str, tuple[Box, ...]]:
        """Everybody's zones as they are."""
        return {who: self.drawn.get(who, boxes) for who, boxes in self.printed.items()}

    def outline(self, found: Box) -> Polygon:
        """A zone on the table of the engine, whose y counts from the north."""
        return outline(found, self.unit, self.table[1] if self.from_south else None)


def pairs(who: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Everybody with everybody else."""
    return tuple(combinations(who, 2))


class Force(Struct, frozen=True):
    """What a side brings: how much ground its bases cover, in 1/100 mm squared."""

    covers: int


def outline(found: Box, unit: int, depth: int | None) -> Polygon:
    """A zone on the table of the engine; ``depth``: of the table in units, where its files count from the south."""
    west, low, east, high = found
    top, bottom = (low, high) if depth is None else (depth - high, depth - low)
    left, right, top, bottom = (n * unit for n in (west, east, top, bottom))
    return (Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom))


def boxed(value: Mapping[str, Any]) -> dict[str, tuple[Box, ...]]:
    """Zones as a scenario has them, which are well formed; who has none is left out."""
    return {who: tuple((b[0], b[1], b[2], b[3]) for b in boxes) for who, boxes in value.items() if boxes}


# -- as text --------------------------------------------------------------------------


def text_of(boxes: Iterable[Box]) -> str:
    """Zones as people type them: two corners each."""
    return "; ".join(f"{b[0]},{b[1]} {b[2]},{b[3]}" for b in boxes)


def typed(value: Any) -> str:  # noqa: ANN401 - JSON
    """The text by which somebody's zones were typed: what cannot be read is what it was."""
    if isinstance(value, list) and all(map(is_box, value)):
        return text_of(value)
    return value if isinstance(value, str) else ""


def read(text: str) -> list[list[int]] | str:
    """The zones that a text gives, whichever of their corners come first; the text where it cannot be read."""
    parts = [part for part in text.split(";") if part.strip()]
    found = [WRITTEN.fullmatch(part) for part in parts]
    if len(text) > LONGEST or not all(found):
        return text[:LONGEST]
    return [upright(*map(int, match.groups())) for match in found if match]


def upright(x: int, y: int, u: int, v: int) -> list[int]:
    """The rectangle of two corners."""
    return [min(x, u), min(y, v), max(x, u), max(y, v)]


# -- what stands against them -----------------------------------------------------------


def refuse_form(part: str, clause: Clause, most: int, value: Any) -> Refusal | None:  # noqa: ANN401 - JSON
    """Why a value is no zones at all; ``most`` of each that sets up."""
    rows = value.items() if isinstance(value, dict) else [("", str(value))]
    for who, boxes in rows:
        if not (isinstance(boxes, list) and all(is_box(one) for one in boxes)):
            said = boxes if isinstance(boxes, str) else str(boxes)
            return no("zone.unreadable", clause, part=part, value=said[:40])
        if len(boxes) > most:
            return no("zone.many", clause, who=str(who)[:40], zones=len(boxes), most=most)
    return None


def is_box(value: Any) -> bool:  # noqa: ANN401 - JSON
    """Whether these are the four figures of a rectangle."""
    if not isinstance(value, list) or len(value) != FIGURES or any(type(n) is not int for n in value):
        return False
    return all(abs(n) <= 9999 for n in value) and value[0] <= value[2] and value[1] <= value[3]


def refuse(of: Zoning, forces: Mapping[str, Force], barred: Iterable[Polygon]) -> Iterator[Refusal]:
    """All that stands against the zones drawn; how much room is in them where nothing else does."""
    wrong = [*refuse_drawn(of)]
    yield from wrong or refuse_room(of, forces, barred)


def refuse_drawn(of: Zoning) -> Iterator[Refusal]:
    """All that stands against the zones drawn, whoever comes: whose, where, how large, how near to others."""
    free = [who for who in of.printed if who not in of.fixed]
    known = ", ".join(free)
    if strange := [who for who in of.drawn if who not in free]:
        yield from (no("zone.nobody", of.clause, who=who[:40], known=known) for who in strange)
        return
    for who, boxes in of.drawn.items():
        yield from (wrong for one in boxes for wrong in refuse_box(of, who, one))
        if any(overlap(one, other) for one, other in combinations(boxes, 2)):
            yield no("zone.over", of.clause, who=who)
    yield from refuse_near(of)


def refuse_box(of: Zoning, who: str, box: Box) -> Iterator[Refusal]:
    """A rectangle that lies beyond the table or is narrower than zones are."""
    clause, (width, depth), least = of.clause, of.table, of.least
    said = {"who": who, "zone": text_of([box])}
    if box[0] < 0 or box[1] < 0 or box[2] > width or box[3] > depth:
        yield no("zone.off-table", clause, **said, width=width * of.unit, depth=depth * of.unit)
    wide, deep = box[2] - box[0], box[3] - box[1]
    if min(wide, deep) < least:
        yield no("zone.narrow", clause, **said, wide=wide * of.unit, deep=deep * of.unit, least=least * of.unit)


def overlap(one: Box, other: Box) -> bool:
    """Whether two rectangles share ground, not their edges alone."""
    return max(one[0], other[0]) < min(one[2], other[2]) and max(one[1], other[1]) < min(one[3], other[3])


def distant(one: Box, other: Box) -> int:
    """The square of the distance between two rectangles."""
    dx = max(0, one[0] - other[2], other[0] - one[2])
    dy = max(0, one[1] - other[3], other[1] - one[3])
    return dx * dx + dy * dy


def refuse_near(of: Zoning) -> Iterator[Refusal]:
    """Zones of enemies, one of them drawn, that lie too near to each other."""
    for one, other in of.rivals:
        if one in of.drawn or other in of.drawn:
            gap = min((*gaps(of, one, other), *gaps(of, other, one)), default=of.apart * of.unit)
            if gap < of.apart * of.unit:
                yield no("zone.near", of.clause, who=one, other=other, gap=gap, least=of.apart * of.unit)


def gaps(of: Zoning, one: str, other: str) -> Iterator[int]:
    """How far the zones of one are from those of another, and those he has drawn from what is printed of the other.

    Whose only zone is a circle is not held against the square about it.
    """
    mine = of.homes.get(one, ())
    round_ = {ground.who for ground in of.near if ground.reach and ground.who in of.fixed}
    if not {one, other} & round_:
        yield from (isqrt(distant(a, b) * of.unit**2) for a, b in product(mine, of.homes.get(other, ())))
    if one in of.drawn:
        yield from (ground.gap(box, of.unit) for ground in of.near if ground.who == other for box in mine)


def refuse_room(of: Zoning, forces: Mapping[str, Force], barred: Iterable[Polygon]) -> Iterator[Refusal]:
    """Zones drawn that hold too little open ground: so many times what the bases of whoever sets up there cover."""
    shut = tuple(barred)
    for who in of.drawn:
        needs = forces[who].covers * of.times if who in forces else 0
        wanted = -(-needs // of.unit**2)
        has = open_ground(of, of.drawn[who], shut, wanted)
        if has < wanted:
            yield no("zone.room", of.clause, who=who, has=has, needs=wanted, times=of.times)


def open_ground(of: Zoning, boxes: Iterable[Box], barred: tuple[Polygon, ...], enough: int) -> int:
    """How many squares of one unit of some zones are open, counted no further than is enough."""
    found = 0
    for one in boxes:
        west, north, east, south = bounds(of.outline(one))
        near = [piece for piece in barred if meets(piece, west, north, east, south)]
        half = of.unit // 2
        for x, y in product(range(west + half, east, of.unit), range(north + half, south, of.unit)):
            found += not any(contains(piece, Point(x, y)) for piece in near)
            if found >= enough:
                return found
    return found


def meets(piece: Polygon, west: int, north: int, east: int, south: int) -> bool:
    """Whether an outline may reach into a rectangle."""
    its = bounds(piece)
    return its.west < east and its.east > west and its.north < south and its.south > north
