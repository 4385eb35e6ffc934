"""Models in reserve: where and how they come on (RON-SET-11, RON-SET-15)."""

from __future__ import annotations

from app.engine.geometry import Point
from app.engine.paths import Path
from app.engine.refusals import Refusal, refuse
from app.engine.table import EDGES
from app.systems.ronin.book import EPSILON, c, inches, table
from app.systems.ronin.measure import is_routing
from app.systems.ronin.moving.walk import refuse_path
from app.systems.ronin.scenarios.figures import refuse_entry
from app.systems.ronin.state import Model, State

ENTRY = c("RON-SET-11")
ROUT = c("RON-MOR-25")
CORNER = inches(table("setup")["entry"]["corner"])


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
