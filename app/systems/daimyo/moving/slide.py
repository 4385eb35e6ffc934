"""A footprint pushed along a straight line, its facing kept: what it meets and when, and what the way costs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from app.engine.geometry import Point, Polygon
from app.engine.shapes import SLACK, Reach, convex_parts, seen_from
from app.engine.slide import GRAZE, NEVER, ORIGIN, column, merged
from app.engine.slide import meeting as convex_meeting
from app.engine.table import Table
from app.engine.trig import SCALE, TURN, heading
from app.systems.daimyo.book import cm, table
from app.systems.daimyo.moving.ground.terrain import Grounds

TIMES: int = table("movement")["difficult"]["times"]
"""What a unit of way costs in difficult ground (DAI-MOV-26)."""
OBSTACLE = cm(table("movement")["obstacle"]["cost"])
"""What each obstacle costs (DAI-MOV-27)."""
ROAD: int = table("movement")["column"]["road"]
"""How many times as far a column goes on a road (DAI-MOV-07)."""
EIGHTH = TURN // 8


def shifted(outline: Polygon, way: int, by: int) -> Polygon:
    """An outline moved along a heading by so many 1/100 mm."""
    look = heading(way)
    dx, dy = (2 * by * look.x + SCALE) // (2 * SCALE), (2 * by * look.y + SCALE) // (2 * SCALE)
    return tuple(Point(p.x + dx, p.y + dy) for p in outline)


def meeting(outline: Polygon, way: int, other: Polygon) -> Reach | None:
    """From how far to how far along a heading a convex outline overlaps another; ``None`` if it never does.

    What it touches now and leaves behind ends at 0 or less; what it only grazes does not count.
    """
    found = [reach for part in convex_parts(other) if (reach := convex_meeting(outline, way, part))]
    return Reach(min(r.near for r in found), max(r.far for r in found)) if found else None


def leaves(reach: Reach) -> bool:
    """Whether what it lies across at the start is left behind on the nearer side, as a palisade fought across is."""
    return reach.near < -SLACK and reach.far <= -reach.near


def to_edge(ground: Table, outline: Polygon, way: int) -> int:
    """How far along a heading an outline stays wholly on the table, in 1/100 mm."""
    look = heading(way)
    found = NEVER
    for p in outline:
        for at, size, by in ((p.x, ground.width, look.x), (p.y, ground.depth, look.y)):
            if by:
                found = min(found, max(0, (size - at if by > 0 else at) * SCALE // abs(by)))
    return found


def leading_edge(outline: Polygon, facing: int, way: int) -> tuple[Point, Point]:
    """The side that goes first: front, right, rear or left, whichever looks most along the heading."""
    aside = (way - facing + TURN // 2) % TURN - TURN // 2
    across = 1 if aside > 0 else 3
    side = 0 if abs(aside) <= EIGHTH else 2 if abs(aside) >= 3 * EIGHTH else across
    return outline[side], outline[(side + 1) % 4]


class Profile(NamedTuple):
    """What a straight way costs: stretches of difficult ground and of road, and obstacles with where they are met."""

    slow: tuple[Reach, ...]
    roads: tuple[Reach, ...]
    jumps: tuple[tuple[int, str], ...]
    crossed: tuple[tuple[int, str], ...]
    """Difficult pieces and obstacles with where they are met first, those that disorder (DAI-MOV-28)."""
    rate: int = 1

    def cost(self, length: int) -> int:
        """What the first so many 1/100 mm cost, rounded up."""
        double = sum(max(0, min(r.far, length) - r.near) for r in self.slow if r.near < length)
        half = sum(max(0, min(r.far, length) - r.near) for r in self.roads if r.near < length)
        way = (length + double * (TIMES - 1)) * self.rate - half * (ROAD - 1) // ROAD
        return way + OBSTACLE * sum(1 for at, _ in self.jumps if at < length)

    def furthest(self, budget: int) -> int:
        """How far one gets for so much: the greatest whole 1/100 mm that costs no more."""
        low, high = 0, max(0, budget) * ROAD
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self.cost(middle) <= budget else (low, middle - 1)
        return low

    def jumped(self, length: int) -> bool:
        """Whether an obstacle is crossed by then, in order or not."""
        return any(at < length for at, _ in self.jumps)

    def pieces(self, length: int) -> tuple[str, ...]:
        """The difficult pieces entered and obstacles crossed by then that disorder, each once, as they are met."""
        return tuple(dict.fromkeys(id for at, id in sorted(self.crossed) if at < length))


def profile(
    ground: Grounds, outline: Polygon, facing: int, way: int, roads: bool = False, rate: int = 1, column: bool = False
) -> Profile:
    """What the way of a footprint along a heading costs (DAI-MOV-26, DAI-MOV-27).

    It is in difficult ground while any part of its leading edge is, on a road while the whole of that edge is; an
    obstacle is crossed when the footprint first comes onto its line or into its outline.  ``column``: obstacles that
    it crosses on a road do not disorder it (DAI-MOV-28).
    """
    edge = leading_edge(outline, facing, way)
    slow = [(reach, p.piece) for p in ground.slow if (reach := meeting(edge, way, p.outline)) and reach.far > SLACK]
    met = [(reach, p.piece) for p in ground.obstacles if (reach := meeting(outline, way, p.outline))]
    ahead: dict[str, Reach] = {}
    for reach, id in sorted(met):
        if reach.far > SLACK:
            ahead.setdefault(id, reach)
    jumps = tuple((max(0, reach.near), id) for id, reach in ahead.items() if reach.near >= -SLACK)
    entered = tuple((max(0, reach.near), id) for reach, id in slow)
    on_road = _whole(ground, edge, way) if roads or (column and jumps) else ()
    spared = _on_road(on_road, ahead, long(outline, way)) if column else ()
    rough = (*entered, *(jump for jump in jumps if jump[1] not in spared))
    return Profile(merged([reach for reach, _ in slow]), on_road if roads else (), jumps, rough, rate)


def long(outline: Polygon, way: int) -> int:
    """How long an outline is along a heading."""
    reaches = [p.ahead for p in seen_from(ORIGIN, way, outline)]
    return (max(reaches) - min(reaches)) // SCALE


def _on_road(roads: Sequence[Reach], met: dict[str, Reach], depth: int) -> tuple[str, ...]:
    """Obstacles over which the whole of the leading edge is on a road."""
    return tuple(
        id for id, reach in met.items()
        if any(road.near <= max(0, reach.near) and reach.far - depth <= road.far + SLACK for road in roads)
    )  # fmt: skip


def _whole(ground: Grounds, edge: tuple[Point, Point], way: int) -> tuple[Reach, ...]:
    """The stretches in which both ends of an edge, and so the whole of it, lie on one piece of road."""
    ends = seen_from(ORIGIN, way, edge)
    inner = (min(ends[0].right, ends[1].right) + GRAZE, max(ends[0].right, ends[1].right) - GRAZE)
    found = []
    for patch in ground.roads:
        road = seen_from(ORIGIN, way, patch.outline)
        rights = [p.right for p in road]
        if min(rights) <= inner[0] and inner[1] <= max(rights):
            stretches = [(column(road, right), column(ends, right)[0]) for right in inner]
            near = max(low - at for (low, _), at in stretches) // SCALE
            far = min(high - at for (_, high), at in stretches) // SCALE
            found += [Reach(near, far)] if far > max(0, near) else []
    return merged(found)
