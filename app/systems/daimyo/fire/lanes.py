"""Lanes of fire: strips one stand wide from a firing file to a target, and what stands in them (DAI-FIR-09, -21)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import isqrt
from typing import NamedTuple

from app.engine.formations import Formation, stand, stands
from app.engine.geometry import Point, Polygon, along, distance2, outline
from app.engine.shapes import SLACK, nearest_points, overlaps, within
from app.systems.daimyo.book import cm, table
from app.systems.daimyo.measure import beside, ground_of
from app.systems.daimyo.moving.ground.cover import in_woods, is_in_woods
from app.systems.daimyo.moving.ground.sight import Stretch, chord, is_hidden_by, scenery, walls_of, woods
from app.systems.daimyo.moving.ground.terrain import kind_of
from app.systems.daimyo.state import State, Unit

BOOK = table("fire")
WIDTH = cm(BOOK["lane"]["width"])
EDGE = cm(BOOK["woods"]["edge"])
"""So near to the edge of its wood a stand fires out of it (DAI-FIR-24)."""


class File(NamedTuple):
    """A firing file: its stand in front, the edge its range is taken from, where its lanes begin, who of it fires.

    ``edge`` is the front edge; the whole file of cavalry; the whole of a building (DAI-FIR-17).
    """

    front: Polygon
    edge: Polygon
    starts: tuple[Point, ...]
    stands: tuple[int, ...]


class Lane(NamedTuple):
    """A strip from a file to a point of its target; ``wooded``: woods cut its range; ``by`` is what blocks it.

    ``what`` says whether that is a unit or ground, empty where the strip is free; ``kind`` what ground.
    """

    start: Point
    aim: Point
    wooded: bool
    what: str = ""
    by: str = ""
    kind: str = ""


# -- files ------------------------------------------------------------------------------


def files_of(state: State, unit: Unit, ranks: int) -> tuple[File, ...]:
    """The files of a unit with the stands of so many ranks that have not fired yet (DAI-FIR-05, -12, -13, -17)."""
    if unit.building:
        return _from_building(state, unit)
    body = unit.formation
    return tuple(file for n in range(body.files) if (file := _file(unit, body, n, ranks)) is not None)


def _from_building(state: State, unit: Unit) -> tuple[File, ...]:
    free = BOOK["building"]["stands"] - len(unit.fired)
    able = tuple(n for n in range(unit.stands) if n not in unit.fired)[: max(0, free)]
    walls = ground_of(state, unit)
    starts = tuple(middle(a, b) for a, b in outline(walls))
    return (File(walls, walls, starts, able),) if able else ()


def _file(unit: Unit, body: Formation, n: int, ranks: int) -> File | None:
    able = [n + rank * body.files for rank in range(ranks)]
    able = [k for k in able if k < body.number and k not in unit.fired]
    if not able:
        return None
    front, last = stand(body, 0, n), stand(body, (body.number - 1 - n) // body.files, n)
    edge = (*front[:2], *last[2:]) if unit.mounted else front[:2]
    return File(front, edge, (middle(*front[:2]),), tuple(able))


def middle(a: Point, b: Point) -> Point:
    """The point half-way between two others."""
    return Point((a.x + b.x) // 2, (a.y + b.y) // 2)


# -- strips -----------------------------------------------------------------------------


def strip(start: Point, aim: Point) -> Polygon:
    """The outline of a lane, one stand wide (DAI-FIR-21); both ends alone where they are one place."""
    size, dx, dy = isqrt(distance2(start, aim)), aim.x - start.x, aim.y - start.y
    if not size:
        return (start, aim)
    half = WIDTH // 2
    x, y = (2 * -dy * half + size) // (2 * size), (2 * dx * half + size) // (2 * size)
    return (
        Point(start.x - x, start.y - y), Point(aim.x - x, aim.y - y), Point(aim.x + x, aim.y + y),
        Point(start.x + x, start.y + y),
    )  # fmt: skip


def aim_points(state: State, target: Unit, file: File, start: Point) -> Iterator[Point]:
    """The points a lane may end at: the nearest of the target, then the middles of its stands' outer edges."""
    ground = ground_of(state, target)
    yield nearest_points((start, start), ground)[1]
    yield nearest_points(file.edge, ground)[1]
    yield from outer_middles(target, ground)


def outer_middles(target: Unit, ground: Polygon) -> Iterator[Point]:
    """The middles of the edges of its stands that no other stand of it covers; of a place those of its sides."""
    if target.building or target.kind == "hq":
        yield from (middle(a, b) for a, b in outline(ground))
        return
    body = target.formation
    for n, corners in enumerate(stands(body)):
        last = n % body.files == body.files - 1 or n + 1 >= body.number
        free = (n < body.files, last, n + body.files >= body.number, n % body.files == 0)
        sides = pairwise((*corners, corners[0]))
        yield from (middle(a, b) for outer, (a, b) in zip(free, sides, strict=True) if outer)


def lanes(state: State, unit: Unit, target: Unit, file: File) -> Iterator[Lane]:
    """Every lane from a file to a target, free or not, in the order in which they are tried (DAI-FIR-21)."""
    hidden = bool(woods(state.table)) and is_in_woods(state, target, file.edge)
    for start in file.starts:
        for aim in dict.fromkeys(aim_points(state, target, file, start)):
            what, by = blocked(state, unit, target, start, aim)
            kind = next((p.kind for p in state.table.pieces if what == "ground" and p.id == by), "")
            yield Lane(start, aim, hidden or leaves_woods(state, unit, file, start, aim), what, by, kind)


def blocked(state: State, unit: Unit, target: Unit, start: Point, aim: Point) -> tuple[str, str]:
    """What stands in a strip: a unit, or ground that stops sight; empty where it is free (DAI-FIR-21, -27)."""
    way = strip(start, aim)
    for other in beside(state, (way,), state.fielded()):
        if other.id not in (unit.id, target.id) and overlaps(way, ground_of(state, other)):
            return "unit", other.id
    scene, own = scenery(state.table), walls_of(unit, target)
    for piece, part in scene.walls:
        if piece not in own and overlaps(way, part):
            return "ground", piece
    for n, hill in enumerate(scene.hills):
        if any(overlaps(way, part) for part in hill.parts) and is_hidden_by(hill, scene.hills, start, aim):
            return "ground", _hill_ids(state)[n]
    return "", ""


def _hill_ids(state: State) -> tuple[str, ...]:
    return tuple(p.id for p in state.table.pieces if p.closed and kind_of(p).sight == "crest")


# -- woods ------------------------------------------------------------------------------


def leaves_woods(state: State, unit: Unit, file: File, start: Point, aim: Point) -> bool:
    """Whether woods at the firing stand or across the line cut its range: not if it fires out of their edge.

    DAI-FIR-08, DAI-FIR-24.
    """
    if not woods(state.table):
        return False
    crossed = _stretches(state, start, aim)
    inside = not unit.building and in_woods(state, file.front)
    if not crossed and not inside:
        return False
    out = along(start, aim, _reached(crossed))
    return bool(_beyond_first(crossed)) or unit.building != "" or not at_edge(state, file, out)


def _stretches(state: State, start: Point, aim: Point) -> list[Stretch]:
    found = (chord(start, aim, patch.outline) for patch in woods(state.table))
    return sorted(stretch for stretch in found if stretch and stretch.last - stretch.first > SLACK)


def _beyond_first(crossed: list[Stretch]) -> list[Stretch]:
    """The stretches of woods that do not begin at the start of the line."""
    reached = _reached(crossed)
    return [stretch for stretch in crossed if stretch.first > reached + SLACK]


def _reached(crossed: list[Stretch]) -> int:
    """How far the woods go in which a line starts; 0 where it starts in none."""
    reached = 0
    for stretch in crossed:
        reached = max(reached, stretch.last) if stretch.first <= reached + SLACK else reached
    return reached


def at_edge(state: State, file: File, out: Point) -> bool:
    """Whether the front edge of a stand is close to the outer edge of a wood by which its line leaves (DAI-FIR-24).

    ``out`` is where the line leaves the woods it starts in; where it starts in none, any edge will do.
    """
    rims = (side for p in state.table.pieces if kind_of(p).sight == "woods" for side in outline(p.outline))
    near = [side for side in rims if within(file.front[:2], side, EDGE)]
    inside = out not in file.starts
    return any(not inside or within((out, out), side, SLACK) for side in near)
