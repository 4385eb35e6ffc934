"""Cover, obstacles between units, and who stands higher (DAI-MOV-29, -34, -35, DAI-FIR-11, -24, -25)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import isqrt

from app.engine.formations import stands
from app.engine.geometry import Point, Polygon, box, contains, distance2, outline, segments_cross
from app.engine.shapes import SLACK, gap, overlaps, segment2, within
from app.engine.table import Terrain
from app.systems.daimyo.book import cm, table
from app.systems.daimyo.measure import between, ground_of, nearest, touching
from app.systems.daimyo.moving.ground.sight import Line, hills_of, inside, woods
from app.systems.daimyo.moving.ground.terrain import KINDS, Patch, kind_of, level_at, pieces
from app.systems.daimyo.state import State, Unit

BEHIND = cm(table("movement")["behind"]["within"])
"""So near to an obstacle a unit is behind it (DAI-MOV-34)."""
CREST = cm(table("movement")["crest"]["nearer"])
"""So much nearer to the crest is higher (DAI-MOV-35)."""
SHARE: str = table("fire")["woods"]["share"]
PART, WHOLE = (int(n) for n in SHARE.split("/"))


# -- woods ------------------------------------------------------------------------------


def in_woods(state: State, stand: Polygon) -> bool:
    """Whether more than half of a stand is in woods (DAI-FIR-24)."""
    return _share_in(stand, tuple(patch.outline for patch in woods(state.table)))


@lru_cache(maxsize=8192)
def _share_in(stand: Polygon, parts: tuple[Polygon, ...]) -> bool:
    covered = sum(area(clipped(stand, part)) for part in parts if overlaps(stand, part, 0))
    return covered * WHOLE > area(stand) * PART


def area(polygon: Sequence[Point]) -> int:
    """Twice what an outline encloses."""
    return abs(sum(a[0] * b[1] - a[1] * b[0] for a, b in outline(tuple(polygon)))) if polygon else 0


def clipped(polygon: Polygon, convex: Polygon) -> Polygon:
    """The part of a convex outline inside another."""
    middle = Point(sum(p.x for p in convex) // len(convex), sum(p.y for p in convex) // len(convex))
    left = polygon
    for p, q in outline(convex):
        sign = 1 if _side(p, q, middle) > 0 else -1
        left = _kept(left, p, q, sign) if left else ()
    return left


def _side(p: Point, q: Point, at: Point) -> int:
    return (q[0] - p[0]) * (at[1] - p[1]) - (q[1] - p[1]) * (at[0] - p[0])


def _kept(polygon: Polygon, p: Point, q: Point, sign: int) -> Polygon:
    found: list[Point] = []
    for a, b in outline(polygon):
        one, other = sign * _side(p, q, a), sign * _side(p, q, b)
        found += [a] if one >= 0 else []
        if (one > 0 > other) or (one < 0 < other):
            part, whole = abs(one), abs(one) + abs(other)
            found.append(Point(a.x + (b.x - a.x) * part // whole, a.y + (b.y - a.y) * part // whole))
    return tuple(found)


def nearest_stand(unit: Unit, to: Polygon) -> Polygon:
    """The stand of a unit that is nearest to an outline, of equally near ones the first."""
    return min(stands(unit.formation), key=lambda stand: between(stand, to))


def is_in_woods(state: State, unit: Unit, seen_from: Polygon) -> bool:
    """Whether a unit is in woods: more than half of the stand nearest to an outline is (DAI-FIR-24)."""
    if unit.building or not woods(state.table):
        return False
    stand = ground_of(state, unit) if unit.kind == "hq" else nearest_stand(unit, seen_from)
    return in_woods(state, stand)


# -- obstacles --------------------------------------------------------------------------


def obstacles(state: State) -> tuple[Patch, ...]:
    """Everything on the table that counts as an obstacle, less the gaps made in it (DAI-MOV-27, DAI-MOV-32)."""
    found = pieces(state.table, True, tuple(sorted(state.gaps.items())))
    return tuple(patch for patch in found if KINDS[patch.kind].ground == "obstacle")


def facing_line(mine: Polygon, theirs: Polygon) -> Line:
    """The line between the nearest points of two outlines; amid them where sides run level (DAI-MOV-34)."""
    pairs = [(p, _on(p, a, b)) for p in mine for a, b in outline(theirs)]
    pairs += [(_on(p, a, b), p) for p in theirs for a, b in outline(mine)]
    least = isqrt(min(distance2(*pair) for pair in pairs)) + SLACK
    level = [pair for pair in dict.fromkeys(pairs) if distance2(*pair) <= least * least]
    return _middle([a for a, _ in level]), _middle([b for _, b in level])


def _on(p: Point, a: Point, b: Point) -> Point:
    """The point of a side nearest to a place."""
    ex, ey = b.x - a.x, b.y - a.y
    on, size2 = ex * (p.x - a.x) + ey * (p.y - a.y), ex * ex + ey * ey
    if not size2 or on <= 0:
        return a
    return b if on >= size2 else Point(a.x + (2 * ex * on + size2) // (2 * size2), a.y + (2 * ey * on + size2)
                                       // (2 * size2))  # fmt: skip


def _middle(found: Sequence[Point]) -> Point:
    return Point(sum(p.x for p in found) // len(found), sum(p.y for p in found) // len(found))


def line_to(state: State, unit: Unit, foe: Unit) -> Line:
    """The line that decides what is between two units (DAI-MOV-34).

    Of two units in contact it runs from the far side of the foe to the middle of the unit.
    """
    mine, theirs = ground_of(state, unit), ground_of(state, foe)
    if gap(mine, theirs) > SLACK:
        return facing_line(theirs, mine)
    middle = _middle(mine)
    far = sorted(theirs, key=lambda corner: -distance2(corner, middle))[:2]
    return _middle(far), middle


def crosses(patch: Patch, line: Line) -> bool:
    """Whether a line crosses a part of an obstacle."""
    if len(patch.outline) == 2:
        return segments_cross(*line, *patch.outline)
    return inside(*line, patch.outline) > 0


def is_behind(state: State, unit: Unit, foe: Unit, patch: Patch, line: Line) -> bool:
    """Whether a unit is behind this obstacle as a foe sees it: close to it, not astride it (DAI-MOV-34).

    Who has charged over an obstacle is not behind it (DAI-MEL-30).
    """
    mine = ground_of(state, unit)
    if foe.id in unit.charged_into or not within(mine, patch.outline, BEHIND):
        return False
    return crosses(patch, line) and not overlaps(mine, patch.outline)


def behind(state: State, unit: Unit, foe: Unit) -> tuple[Patch, ...]:
    """The obstacles a unit is behind as a foe sees it."""
    found = obstacles(state)
    line = line_to(state, unit, foe) if found else None
    return tuple(p for p in found if line is not None and is_behind(state, unit, foe, p, line))


def behind_obstacle(state: State, unit: Unit, foe: Unit) -> bool:
    """Whether a unit is behind any obstacle as a foe sees it, one that gives no cover too (L16, DAI-MOV-34)."""
    return bool(behind(state, unit, foe))


# -- cover ------------------------------------------------------------------------------


def cover_from(state: State, target: Unit, firer: Unit) -> str:
    """What covers a target from a firer, or ``""``: building, hq, woods, or the kind of an obstacle (DAI-MOV-30).

    It counts once, however many there are (DAI-FIR-25).
    """
    if target.building:
        return "building"
    if target.kind == "hq":
        return "hq"
    if is_in_woods(state, target, ground_of(state, firer)):
        return "woods"
    return next((p.kind for p in behind(state, target, firer) if KINDS[p.kind].cover == "behind"), "")


def in_cover(state: State, unit: Unit) -> bool:
    """Whether a unit is in cover for its morale: in woods, in a building, or behind what gives cover (DAI-MOR-23).

    Which stand and which side decide is asked of the nearest enemy; without one of its front edge.
    """
    foe = nearest(state, unit, state.enemies_of(unit.seat))
    if foe is not None:
        return bool(cover_from(state, unit, foe))
    covers = [p.outline for p in obstacles(state) if KINDS[p.kind].cover == "behind"]
    mine = ground_of(state, unit)
    near = any(within(mine, line, BEHIND) and not overlaps(mine, line) for line in covers)
    return bool(unit.building) or near or is_in_woods(state, unit, (unit.at, unit.at))


# -- height -----------------------------------------------------------------------------


def reference(state: State, unit: Unit) -> Point:
    """Where a unit is said to be: the middle of its front edge, or of its building (DAI-ORG-28, DAI-MOV-34)."""
    return _middle(ground_of(state, unit)) if unit.building else unit.at


def is_uphill(state: State, unit: Unit, foe: Unit) -> bool:
    """Whether a unit is uphill of another: on a higher level, or nearer the crest of one hill (DAI-MOV-29).

    The fronts of units in contact are one line: their height is that of the middle of their footprints.
    """
    met = touching(state, unit, foe)
    mine, theirs = (_middle(ground_of(state, u)) if met else reference(state, u) for u in (unit, foe))
    ours, other = level_at(state, mine), level_at(state, theirs)
    if ours != other or not ours:
        return ours > other
    same = [h for h in hills_of(state) if kind_of(h).level == ours
            and contains(h.outline, mine) and contains(h.outline, theirs)]  # fmt: skip
    return any(from_crest(hill, mine) + CREST <= from_crest(hill, theirs) + SLACK for hill in same)


def from_crest(hill: Terrain, at: Point) -> int:
    """How far a place is from the crest of a hill, the middle line along its longer side (DAI-MOV-35)."""
    return isqrt(segment2(at, *crest(hill.outline)))


@lru_cache(maxsize=256)
def crest(hill: Polygon) -> Line:
    """The middle line of a hill along its longer side; of one that has not four corners that of the box about it."""
    corners = hill
    if len(hill) != 4:
        west, north, east, south = box(hill)
        corners = (Point(west, north), Point(east, north), Point(east, south), Point(west, south))
    a, b, p, q = corners
    if distance2(a, b) + distance2(p, q) >= distance2(b, p) + distance2(q, a):
        return _middle((a, q)), _middle((b, p))
    return _middle((a, b)), _middle((p, q))
