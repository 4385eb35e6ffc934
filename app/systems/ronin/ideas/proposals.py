"""What the server finds or luck proposes for whoever draws nothing: paths and places; the same luck gives the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from app.engine.domains import Spot
from app.engine.geometry import INCH, Base, Point, Polygon, overlap, rotate, towards
from app.engine.luck import Luck
from app.engine.options import Sought
from app.engine.paths import Path, clip, first_contact
from app.engine.table import Edge, Table
from app.systems.ronin.book import CONTACT, EPSILON
from app.systems.ronin.ground.terrain import kind_of
from app.systems.ronin.measure import engaged_with, is_wavering
from app.systems.ronin.morale.rout import Flight, edge_left, own_edge, refuse_other_way
from app.systems.ronin.moving.enter import doorstep, refuse_entry_path
from app.systems.ronin.moving.walk import (
    CLEAR,
    ORDERS,
    allowance,
    bodily_causes,
    every_fault,
    full_allowance,
    refuse_path,
    touched_at,
    walked,
)
from app.systems.ronin.scenarios.figures import WAYS, centre, refuse_order
from app.systems.ronin.state import Model, State

APART = 3175
"""How far apart places to set up are tried: the diameter of a base."""
TURNS = 16
"""How many directions a sure path is looked for in."""
NUDGE = 2 * CONTACT
"""How far a path is drawn back from where it would be too near."""


def goals(state: State, me: Model) -> tuple[Point, ...]:
    """Places a player would make for: foes, cover, things to take, the middle, the own edge."""
    foes = [foe.at for foe in state.foes_of(me)]
    things = [i.at for i in state.items if not i.carrier] + [b.at for b in state.bodies]
    cover = [middle(p.outline) for p in state.table.pieces if kind_of(p).cover != "none"]
    return (*foes, *foes, *things, *cover, centre(state), edge_point(state, me))


def middle(points: Path) -> Point:
    """The mean of some points."""
    return Point(sum(p.x for p in points) // len(points), sum(p.y for p in points) // len(points))


def edge_point(state: State, me: Model) -> Point:
    """The point of its own edge straight before a model."""
    edge = state.side(me.seat).edge
    places = {
        "north": Point(me.at.x, me.radius), "south": Point(me.at.x, state.table.depth - me.radius),
        "west": Point(me.radius, me.at.y), "east": Point(state.table.width - me.radius, me.at.y),
    }  # fmt: skip
    return places.get(edge, me.at)


def propose(state: State, me: Model, how: str, rng: Luck, start: Point | None = None) -> Path:
    """A path towards some goal, stopped where the rules would stop it; it need not be legal."""
    here = start or me.at
    goal = rng.choice(goals(state, me)) if rng.randrange(0, 4) else wander(here, rng)
    reach = allowance(state, me.id, how, (here,))[0]
    goal = goal if goal != here else wander(here, rng)
    if how == "withdraw" and (foes := engaged_with(state, me)):
        goal = rotate(towards(me.at, foes[0].at, -reach), rng.randrange(0, 9000) - 4500, me.at)
    path = clip((here, goal), reach)
    path = clip(path, allowance(state, me.id, how, path)[0])
    path = stopped(state, me, how, path)
    share = (4, 4, 3, 2)[rng.randrange(0, 4)]
    return path if share == 4 or ends_in_contact(state, me, path) else clip(path, first_leg(path) * share // 4)


def wander(here: Point, rng: Luck) -> Point:
    """A point somewhere about."""
    return rotate(Point(here.x, here.y - 12 * INCH), rng.randrange(0, 36000), here)


def first_leg(path: Path) -> int:
    """The length of a straight path."""
    return walked(path)


def stopped(state: State, me: Model, how: str, path: Path) -> Path:
    """The path cut off where an enemy stops it: in contact when it may engage, short of him when not."""
    engages = how in ("normal", "ride-by", "follow") and not is_wavering(state, me)
    reach = CLEAR if how in ("run", "gallop") else CONTACT
    ends = [(at, foe) for foe in state.foes_of(me) if (at := first_contact(path, me.radius, foe.base, reach))]
    if ends:
        at = min(at for at, _ in ends)
        path = clip(path, at + EPSILON if engages else max(0, at - NUDGE))
    return clear_of_friends(state, me, path)


def clear_of_friends(state: State, me: Model, path: Path) -> Path:
    """The path drawn back until its end lies on no base."""
    for _ in range(4):
        end = Base(path[-1], me.radius)
        hit = [m for m in state.standing() if m.id != me.id and overlap(end, m.base)]
        at = first_contact(path, me.radius, hit[0].base) if hit else None
        if not at:
            return path
        path = clip(path, at - EPSILON)
    return path


def ends_in_contact(state: State, me: Model, path: Path) -> bool:
    """Whether the path engages somebody."""
    return bool(touched_at(state, me, path))


def steps(state: State, me: Model, how: str, start: Point | None = None) -> Iterator[Path]:
    """Straight paths in all directions, long and short, the likeliest first."""
    here = start or me.at
    full = full_allowance(me, how)
    half = full // 2
    lengths: tuple[int, ...] = (INCH, INCH // 2, INCH // 4, half, half * 3 // 4, half // 2)
    lengths = lengths if bodily_causes(me) else (*lengths, full, full * 3 // 4)
    if how == "withdraw":
        lengths = (half, full, half * 3 // 4, half // 4) if not bodily_causes(me) else (half, half * 3 // 4, half // 4)
    foes = engaged_with(state, me) if me.on_table else ()
    away = [towards(me.at, foe.at, -INCH) for foe in foes]
    first = (
        Point(sum(p.x for p in away) // len(away), sum(p.y for p in away) // len(away))
        if away
        else edge_point(state, me)
    )
    first = first if first != here else Point(here.x, here.y - INCH)
    for length in lengths:
        for turn in range(TURNS):
            way = rotate(first, (turn + 1) // 2 * (-1) ** turn * (36000 // TURNS), here)
            yield (here, towards(here, way, length))


def is_legal(state: State, me: Model, path: Path, how: str) -> bool:
    """Whether nothing at all stands against a path that leads somewhere; found without asking what comes first."""
    if next(every_fault(state, me, path, how), None) is not None:
        return False
    return refuse_order(state, me, ORDERS.get(how, how), path) is None


def sure(state: State, me: Model, how: str) -> tuple[Path, ...]:
    """A legal path, if one is found: the first of all directions tried."""
    found = (path for path in steps(state, me, how) if path[1] != path[0] and is_legal(state, me, path, how))
    first = next(found, None)
    return () if first is None else (first,)


def follow_paths(state: State, me: Model, foe: Model) -> tuple[Path, ...]:
    """Legal ways back into contact with a model that stepped away, the straightest first."""
    span = me.radius + foe.radius
    found = []
    for turn in range(TURNS):
        aim = rotate(towards(foe.at, me.at, span + CONTACT // 2), (turn + 1) // 2 * (-1) ** turn * 1500, foe.at)
        path = (me.at, aim)
        if me.at != aim and refuse_path(state, me.id, path, "follow") is None:
            found.append(path)
            break
    return tuple(found)


def spots_around(centre_: Point, reach: int) -> tuple[Point, ...]:
    """Places on a circle about a point."""
    return tuple(rotate(Point(centre_.x, centre_.y - reach), turn * (36000 // TURNS), centre_) for turn in range(TURNS))


# -- coming on -------------------------------------------------------------------


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


# -- fleeing another way ---------------------------------------------------------


def other_ways(state: State, me: Model, forced: Flight, how: str) -> tuple[Path, ...]:
    """A legal way round what stops the straight move, if one is found: one bend to either side."""
    edge = own_edge(state, me)
    if edge is None or not forced.short:
        return ()
    reach = allowance(state, me.id, how, (me.at,))[0]
    drawn = (
        to_edge(state, me, clip(path, length)) for length in (reach, reach // 2) for path in bends(me, edge, forced)
    )
    found = (path for path in drawn if refuse_other_way(state, me, forced, path, how) is None)
    first = next(found, None)
    return () if first is None else (first,)


def bends(me: Model, edge: Edge, forced: Flight) -> Iterator[Path]:
    """Ways that go aside and then on towards the edge, the nearest first."""
    x, y = WAYS[edge]
    for aside in range(1, 19):
        for side in (aside, -aside):
            step = side * INCH // 2
            for first in (0, forced.length, 3 * INCH):
                start = onward(me.at, x, y, first)
                bend = Point(start.x + y * step, start.y + x * step)
                yield (me.at, bend, onward(bend, x, y, 30 * INCH))


def onward(at: Point, x: int, y: int, length: int) -> Point:
    """The point so far on in a direction."""
    return Point(at.x + x * length, at.y + y * length)


def to_edge(state: State, me: Model, path: Path) -> Path:
    """The path cut off where its last leg reaches the own edge."""
    over = -edge_left(state, me, path[-1])
    return clip(path, max(1, walked(path) - over)) if over > 0 else path


# -- places to set up ------------------------------------------------------------


def free_spots(zones: Sequence[Polygon], radius: int, is_free: Callable[[Point], bool]) -> tuple[Spot, ...]:
    """A few places where a base may stand, spread over its zones; none if they are full."""
    every = grid(zones, radius)
    found: list[Spot] = []
    step = next(n for n in (7, 11, 13, 1) if len(every) % n) if len(every) > 1 else 1
    for i in range(len(every)):
        at = every[(i * step + len(every) // 2) % len(every)]
        if is_free(at):
            found.append(Spot(at))
            if len(found) == 3:
                break
    return tuple(found)


def grid(zones: Sequence[Polygon], radius: int) -> list[Point]:
    """Places to try: a grid over each zone, begun where a base just fits its corner."""
    found = []
    for zone in zones:
        left, right = min(p.x for p in zone), max(p.x for p in zone)
        top, bottom = min(p.y for p in zone), max(p.y for p in zone)
        found += [Point(x, y) for y in rows(top, bottom, radius) for x in rows(left, right, radius)]
    return found


def rows(low: int, high: int, radius: int) -> list[int]:
    """Coordinates from one side to the other, both bases at the ends within."""
    inner = range(low + radius, high - radius + 1, min(APART, 2 * radius + 1))
    return [*inner, high - radius] if high - low >= 2 * radius else [low + radius, high - radius]


def somewhere(zones: Sequence[Polygon]) -> Callable[[Luck], Spot]:
    """Luck finds a place in the rectangle that holds the zones."""
    xs, ys = [p.x for z in zones for p in z], [p.y for z in zones for p in z]
    return lambda rng: Spot(Point(rng.randrange(min(xs), max(xs) + 1), rng.randrange(min(ys), max(ys) + 1)))


def lying(board: Table, rng: Luck) -> Spot:
    """A place on the table, lying along it or askew."""
    at = Point(rng.randrange(0, board.width), rng.randrange(0, board.depth))
    return Spot(at, rng.choice((0, 4500, 9000, 13500)))


def room(board: Table, is_free: Callable[[Spot], bool]) -> Sequence[Spot]:
    """The first places found where a piece may lie, tried two inches apart; none if there is no room."""
    columns, lines = range(2 * INCH, board.width, 2 * INCH), range(2 * INCH, board.depth, 2 * INCH)
    spots = (Spot(Point(x, y), facing) for facing in (0, 9000) for y in lines for x in columns)
    return Sought(islice(filter(is_free, spots), 3))
