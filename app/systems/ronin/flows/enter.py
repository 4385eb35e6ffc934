"""Models in reserve: where and how they come on (RON-SET-11, RON-SET-15)."""

from __future__ import annotations

from app.engine.geometry import INCH, Point, towards
from app.engine.luck import Luck
from app.engine.paths import Path, clip
from app.engine.refusals import Refusal, refuse
from app.engine.table import EDGES
from app.systems.ronin.book import EPSILON, MOVEMENT, c, inches
from app.systems.ronin.flows.walk import refuse_path
from app.systems.ronin.measure import is_routing
from app.systems.ronin.proposals import propose
from app.systems.ronin.scenarios import WAYS, refuse_entry
from app.systems.ronin.state import Model, State

ENTRY = c("RON-SET-11")
ROUT = c("RON-MOR-25")
CORNER = inches(MOVEMENT["entry"]["corner"])


def refuse_to_enter(state: State, me: Model) -> Refusal | None:
    """Why a model may not come on in this Move Phase."""
    edge = state.side(me.seat).edge
    if me.fate == "reserve" and edge not in EDGES:
        return refuse("entry.no-edge", ENTRY)
    if is_routing(state, me):
        return refuse("entry.routing", ROUT)
    return refuse_entry(state, me)


def doorstep(state: State, me: Model) -> tuple[Point, Point]:
    """Where an entry may begin: the base touches the edge from outside, not within 6 in of a corner (RON-SET-11)."""
    table, r, low = state.table, me.radius, CORNER + 1
    wide, deep = table.width - low, table.depth - low
    sides = {
        "north": (Point(low, -r), Point(wide, -r)),
        "south": (Point(low, table.depth + r), Point(wide, table.depth + r)),
        "west": (Point(-r, low), Point(-r, deep)), "east": (Point(table.width + r, low), Point(table.width + r, deep)),
    }  # fmt: skip
    return sides[state.side(me.seat).edge]


def refuse_entry_path(state: State, me: Model, path: Path, how: str) -> Refusal | None:
    """Why a model may not come on along this path."""
    a, b = doorstep(state, me)
    start = path[0]
    wide, deep = (0, EPSILON) if a.y == b.y else (EPSILON, 0)
    on_line = min(a.x, b.x) - wide <= start.x <= max(a.x, b.x) + wide
    on_line = on_line and min(a.y, b.y) - deep <= start.y <= max(a.y, b.y) + deep
    if not on_line:
        return refuse("entry.starts-elsewhere", ENTRY, corner=CORNER, edge=state.side(me.seat).edge)
    return refuse_path(state, me.id, path, how)


def starts(state: State, me: Model) -> tuple[Point, ...]:
    """Places on the doorstep, an inch apart, the middle first."""
    a, b = doorstep(state, me)
    middle = Point((a.x + b.x) // 2, (a.y + b.y) // 2)
    count = max(abs(b.x - a.x), abs(b.y - a.y)) // (2 * INCH)
    found = [middle]
    for n in range(1, count + 1):
        found += [towards(middle, a, n * INCH), towards(middle, b, n * INCH)]
    return tuple(found)


def inward(state: State, me: Model, start: Point, length: int) -> Path:
    """A straight path from the doorstep onto the table."""
    x, y = WAYS[state.side(me.seat).edge]
    return (start, Point(start.x - x * length, start.y - y * length))


def sure_entries(state: State, me: Model, how: str) -> tuple[Path, ...]:
    """A legal entry, if one is found: the first of all places and depths tried."""
    for depth in (2 * me.radius, 2 * me.radius + INCH // 2, 3 * me.radius):
        for start in starts(state, me):
            path = inward(state, me, start, depth)
            if refuse_entry_path(state, me, path, how) is None:
                return (path,)
    return ()


def propose_entry(state: State, me: Model, how: str, rng: Luck) -> Path:
    """A path from some place of the doorstep towards something worth it."""
    start = rng.choice(starts(state, me))
    path = propose(state, me, how, rng, start)
    deep = inward(state, me, start, 2 * me.radius)
    return path if refuse_entry_path(state, me, path, how) is None else clip(deep, 2 * me.radius)
