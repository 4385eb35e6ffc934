"""How a unit that waits off the table comes on: a block of ranks from a point of a short edge."""

from __future__ import annotations

from app.engine.geometry import Point
from app.engine.groups import Paths
from app.engine.paths import Path
from app.systems.celtos.errands import Errand, allowance
from app.systems.celtos.legs import entry_edges
from app.systems.celtos.measure import MM
from app.systems.celtos.scene import Scene


def enter_block(now: Scene, errand: Errand, edge: int, at: int, deeper: int) -> Paths:
    """The unit in ranks just inside an edge, ``at`` thousandths along it, ``deeper`` centimetres further in.

    It need not be legal.
    """
    a, b = entry_edges(now)[edge]
    wide = 2 * max(m.radius for m in now.mine) + MM
    most = min(allowance(now.state, m, errand) for m in now.mine)
    ranks = max(1, (most - wide // 2) // wide)
    files = -(-len(now.mine) // ranks)
    room = max(abs(b.x - a.x), abs(b.y - a.y)) - files * wide
    first = wide // 2 + max(0, room) * at // 1000
    paths: dict[str, Path] = {}
    for n, m in enumerate(now.mine):
        aside, depth = first + n % files * wide, wide // 2 + n // files * wide + deeper * 10 * MM
        start = Point(a.x, a.y + aside) if a.x == b.x else Point(a.x + aside, a.y)
        paths[m.id] = (start, inwards(start, a.x == b.x, depth))
    return paths


def inwards(start: Point, upright: bool, depth: int) -> Point:
    """The point of the table straight in from a point of its edge."""
    if upright:
        return Point(start.x + (depth if start.x == 0 else -depth), start.y)
    return Point(start.x, start.y + (depth if start.y == 0 else -depth))
