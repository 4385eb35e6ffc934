"""Places and ways that are tried, in the order in which they are: what the rules have to say of each they say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache

from app.engine.asks import Random
from app.engine.domains import Spot
from app.engine.formations import Formation, Step, course, footprint
from app.engine.geometry import CM, Box, Point, Polygon, along, box, rotate
from app.engine.luck import Luck
from app.engine.manoeuvre import Steps
from app.engine.paths import Path
from app.engine.shapes import SLACK
from app.engine.table import Table, Terrain
from app.engine.trig import bearing
from app.systems.daimyo.moving.slide import meeting
from app.systems.daimyo.state import Leader, State, Unit

STEP, PIECES, SIDEWAYS = CM, 5 * CM, 2 * CM
QUARTERS = (0, 9_000)
NEARBY = 300
AROUND = tuple(range(0, 36_000, 4_500))
QUARTER, ROUND = 9_000, 36_000
WHEELS = (0, 1_500, -1_500, 3_000, -3_000, 4_500, -4_500, 6_000, -6_000)
SHARES = (4, 3, 2, 1)
"""Quarters of its move that a unit tries to go forward."""
TRIED = 12
"""How many of the best ways a unit tries before it stays."""


def anywhere(outline: Polygon, facing: int = 0) -> Callable[[Luck], Spot]:
    """Any place in the box about an outline."""
    west, north, east, south = box(outline)
    return lambda rng: Spot(Point(rng.randrange(west, east + 1), rng.randrange(north, south + 1)), facing)


def turned(board: Table) -> Callable[[Luck], Spot]:
    """Any place on a table, turned or not."""
    return lambda rng: Spot(Point(rng.randrange(0, board.width), rng.randrange(0, board.depth)), rng.choice(QUARTERS))


def around(here: Point, most: int) -> Callable[[Luck], Spot]:
    """Any place about a point, no further to a side than this."""
    return lambda rng: Spot(Point(here.x + rng.randrange(-most, most), here.y + rng.randrange(-most, most)))


# -- setting up ---------------------------------------------------------------------------


def rows(outline: Polygon, body: Formation, back: bool) -> Iterator[Point]:
    """Places for the middle of the front edge, for a facing along the edges of the table."""
    west, north, east, south = box(outline)
    half, deep, quarter = body.width // 2, body.depth, body.facing // 9_000 % 4
    if quarter % 2:
        fronts = range(east, west + deep - 1, -STEP) if quarter == 1 else range(west, east - deep + 1, STEP)
        aside = outwards(north + half, south - half)
        yield from (Point(x, y) for x in ordered(fronts, back) for y in aside)
    else:
        fronts = range(south, north + deep - 1, -STEP) if quarter == 2 else range(north, south - deep + 1, STEP)
        aside = outwards(west + half, east - half)
        yield from (Point(x, y) for y in ordered(fronts, back) for x in aside)


def ordered(fronts: range, back: bool) -> range:
    """Lines from the front backwards, or the other way."""
    return fronts[::-1] if back else fronts


def outwards(least: int, most: int) -> tuple[int, ...]:
    """Places between two ends, the middle first, then by steps to either side, the ends too."""
    if most < least:
        return ()
    middle = (least + most) // 2
    steps = range(0, (most - least) // 2 + 1, STEP)
    return tuple(dict.fromkeys([n for step in steps for n in (middle + step, middle - step)] + [least, most]))


def shadows(mine: Box, taken: Iterable[Box], near: int) -> list[Box]:
    """Where the place an upright rectangle is reckoned from may not be, as it would be too near to one of others there;
    the rims are free.  ``mine`` is the rectangle at (0, 0).  Found quickly, the rules have the last word."""
    found: list[Box] = []
    for west, north, east, south in taken:
        beside = Box(west - mine.east, north - mine.south, east - mine.west, south - mine.north)
        out = near + 1
        found.append(Box(beside.west, beside.north - out, beside.east, beside.south + out))
        found.append(Box(beside.west - out, beside.north, beside.east + out, beside.south))
    return found


def covers(mine: Box, taken: Iterable[Box]) -> list[Box]:
    """The same of places where it would lie on one of the others."""
    return [
        Box(west - mine.east + SLACK, north - mine.south + SLACK, east - mine.west - SLACK, south - mine.north - SLACK)
        for west, north, east, south in taken
    ]


def is_shadowed(at: Point, found: Iterable[Box]) -> bool:
    """Whether a place is in one of these boxes, more than on its rim."""
    x, y = at
    return any(west < x < east and north < y < south for west, north, east, south in found)


def over(outline: Polygon) -> Iterator[Point]:
    """Places all over the box about an outline."""
    west, north, east, south = box(outline)
    return (Point(x, y) for y in range(north, south + 1, 4 * STEP) for x in range(west, east + 1, 4 * STEP))


@lru_cache(maxsize=16)
def upon(width: int, depth: int) -> tuple[tuple[Point, int], ...]:
    """Places over the table for a piece, those about the middle first, upright and turned."""
    spots = (Point(x, y) for x in range(PIECES, width, PIECES) for y in range(PIECES, depth, PIECES))
    found = sorted(spots, key=lambda p: (abs(2 * p.x - width) + abs(2 * p.y - depth), p))
    return tuple((at, facing) for at in found for facing in QUARTERS)


# -- coming on ----------------------------------------------------------------------------


def beside(first: int, last: int) -> range:
    """Ways along an edge."""
    return range(first, last + 1, SIDEWAYS)


def ways_ahead(start: Formation, most: int) -> Iterator[Point]:
    """Where the front of a unit may come to that goes straight on, the furthest first."""
    reach = range(start.depth, max(start.depth, most) + 1, CM)
    return (ahead(start, far) for far in reversed(reach))


def ahead(start: Formation, far: int) -> Point:
    """The middle of the front edge so far ahead, for a facing along the edges of the table."""
    x, y = {0: (0, -1), 9_000: (1, 0), 18_000: (0, 1), 27_000: (-1, 0)}[start.facing]
    return Point(start.at.x + x * far, start.at.y + y * far)


def ways_in(unit: Unit, piece: Terrain) -> Iterator[Steps]:
    """Ways up to the wall of a building: none, straight ahead, or with one wheel towards it."""
    body = unit.formation
    yield ()
    around = box(piece.outline)
    middle = Point((around.west + around.east) // 2, (around.north + around.south) // 2)
    aside = (bearing(middle.x - body.at.x, middle.y - body.at.y) - body.facing + 18_000) % 36_000 - 18_000
    for wheel in (0, aside, aside // 2, aside * 3 // 2):
        if abs(wheel) > 9_000:
            continue
        turned = (Step("wheel", wheel),) if wheel else ()
        there = course(body, turned)[-1]
        met = meeting(footprint(there), there.facing, piece.outline)
        if met is not None and met.far > 0:
            yield (*turned, Step("forward", max(0, met.near)))


# -- leaders and reforming ----------------------------------------------------------------


def propose_path(state: State, leader: Leader, most: int, rng: Random) -> Path:
    """A path worth trying: to a unit of his, or anywhere about."""
    mine = [u for u in state.fielded(leader.seat) if u.kind != "hq" and (leader.general or u.clan == leader.clan)]
    if mine and rng.randrange(0, 3):
        return (leader.at, along(leader.at, rng.choice(mine).formation.centre, most))
    return (leader.at, rotate(Point(leader.at.x, leader.at.y - most), rng.randrange(0, 36_000), leader.at))


def star(at: Point) -> Iterator[Path]:
    """Short straight ways in all directions."""
    return ((at, rotate(Point(at.x, at.y - by), way, at)) for by in (5 * CM, CM) for way in AROUND)


def other_ways(unit: Unit) -> Iterator[Steps]:
    """Some other ways for a unit to stand."""
    yield from ((Step("face", (unit.facing + n * QUARTER) % ROUND),) for n in (1, 2, 3))
    yield from ((Step("files", n),) for n in (unit.stands, (unit.stands + 1) // 2, 1) if n != unit.files)


def propose(unit: Unit, rng: Random) -> Steps:
    """Any facing and any number of files."""
    return (Step("files", rng.randrange(1, unit.stands + 1)), Step("face", rng.randrange(0, ROUND)))


# -- charges ------------------------------------------------------------------------------


def near_wheel(tried: Sequence[int], most: int, rng: Random) -> int:
    """A wheel somewhere near one of those that are tried first, in 1/100 degree."""
    return max(-most, min(most, rng.choice(tried[:8]) + rng.randint(-NEARBY, NEARBY)))


# -- the automatic side -------------------------------------------------------------------


def ways(body: Formation, allowance: int, lacking: int) -> Iterator[Steps]:
    """A wheel or none, and forward by what it lacks or by so much of its move."""
    for angle in WHEELS:
        wheel = (Step("wheel", angle),) if angle else ()
        left = allowance - body.width * abs(angle) // 5_730
        lengths = (*(left * share // 4 for share in SHARES), min(left, lacking))
        yield from ((*wheel, Step("forward", length)) for length in lengths if length > 0)
