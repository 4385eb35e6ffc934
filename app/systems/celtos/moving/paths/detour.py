"""The shortest way of a base to a place: straight if that is free, else round what is in the way."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import pairwise

from app.engine.geometry import Point, distance, distance2, rotate, towards
from app.engine.paths import Path
from app.engine.table import Terrain
from app.systems.celtos.ground.terrain import bars, linear_of
from app.systems.celtos.measure import HALF
from app.systems.celtos.moving.errands import Errand, allowance
from app.systems.celtos.moving.paths.costs import path_cost, slow_ground
from app.systems.celtos.moving.paths.legs import edge_faults, first_fault, foe_faults, ground_faults
from app.systems.celtos.moving.scene import Scene, scene
from app.systems.celtos.state import Model, State

TURNS = 12
"""Corners of the ring about an enemy round which a way may lead."""
WIDER = 1036
"""Thousandths of its radius at which such a ring has its corners, so that its sides clear the base."""
MOST = 32
"""Corners that are looked at, the least roundabout ones."""
AIR = 30
"""How far a way keeps from an outline it goes round, in 1/100 mm."""


def shortest_into(state: State, me: Model, goal: Point, errand: Errand) -> Path | None:
    """A legal path of this model to a place within its allowance, the shortest found; ``None`` if none is.

    Whether a comrade or friend stands there is not asked.
    """
    now, most = scene(state, errand.unit), allowance(state, me, errand) + HALF
    if me.at == goal or distance(me.at, goal) > most:
        return None
    if is_free(now, me, (me.at, goal), errand) and path_cost(state, me, (me.at, goal)) < most:
        return legal(now, me, (me.at, goal), errand)
    found = search(now, me, goal, errand, corners(now, me, goal, errand, most), most)
    return legal(now, me, found, errand) if found else None


def legal(now: Scene, me: Model, path: Path, errand: Errand) -> Path | None:
    """This path, if nothing stands against it."""
    return path if first_fault(now, me, path, errand) is None else None


def is_free(now: Scene, me: Model, leg: Path, errand: Errand) -> bool:
    """Whether nothing but its cost stands against a leg."""
    for faults in (foe_faults, ground_faults, edge_faults):
        if next(iter(faults(now, me, leg, errand)), None) is not None:
            return False
    return True


def search(now: Scene, me: Model, goal: Point, errand: Errand, nodes: list[Point], most: int) -> Path | None:
    """The cheapest way over some of these corners, none dearer than ``most``."""
    ahead: list[tuple[int, int, Path]] = [(distance(me.at, goal), 0, (me.at,))]
    done: set[Point] = set()
    while ahead:
        _, used, path = heappop(ahead)
        here = path[-1]
        if here == goal:
            return path
        if here in done:
            continue
        done.add(here)
        for there in (goal, *nodes):
            if there not in done and used + distance(here, there) + distance(there, goal) <= most \
                    and is_free(now, me, (here, there), errand):  # fmt: skip
                spent = used + path_cost(now.state, me, (here, there))
                if spent + distance(there, goal) <= most:
                    heappush(ahead, (spent + distance(there, goal), spent, (*path, there)))
    return None


def corners(now: Scene, me: Model, goal: Point, errand: Errand, most: int) -> list[Point]:
    """Places at which a way may bend, the least roundabout first."""
    ways: dict[Point, int] = {}
    reach = errand.reach() + me.radius
    for at in (*round_foes(now, me, errand), *round_ground(now, me, errand)):
        way = distance(me.at, at) + distance(at, goal)
        if way <= most and at not in (me.at, goal) and not is_taken(now, at, reach):
            ways[at] = way
    return sorted(ways, key=lambda at: (ways[at], at))[:MOST]


def is_taken(now: Scene, at: Point, reach: int) -> bool:
    """Whether an enemy stands too near to a place for a way to bend there."""
    return any(distance2(at, foe.at) <= (reach + foe.radius) ** 2 for foe in now.foes)


def round_foes(now: Scene, me: Model, errand: Errand) -> Iterator[Point]:
    """The corners of rings about the enemies that are near enough to matter."""
    most = allowance(now.state, me, errand)
    for foe in now.foes:
        span = errand.reach() + me.radius + foe.radius
        if distance(me.at, foe.at) <= most + span:
            ring = span * WIDER // 1000 + AIR
            first = Point(foe.at.x, foe.at.y - ring)
            yield from (rotate(first, turn * 36_000 // TURNS, foe.at) for turn in range(TURNS))


def round_ground(now: Scene, me: Model, errand: Errand) -> Iterator[Point]:
    """The corners of ground that is closed or slow, and the ends and gates of lines."""
    for piece, _, whole in bars(now.table, me, errand.way.runs):
        wide = me.radius if whole else 0
        yield from outer(piece, wide * 3 // 2 + AIR, wide + AIR)
    for piece in slow_ground(now.table):
        yield from outer(piece, AIR, AIR)
    for piece in linear_of(now.table):
        yield from piece.doors
        yield towards(piece.outline[0], piece.outline[1], -AIR)
        yield towards(piece.outline[-1], piece.outline[-2], -AIR)


def outer(piece: Terrain, off: int, clear: int) -> Iterator[Point]:
    """Places outside each corner of an area piece: straight off it by ``off``, and off both its sides by ``clear``."""
    ring = piece.outline
    for (before, here), (_, after) in pairwise((*pairwise((*ring, ring[0])), (ring[0], ring[1]))):
        middle = Point((before.x + after.x) // 2, (before.y + after.y) // 2)
        yield towards(here, middle, -off) if middle != here else here
        one, other = towards(here, before, -clear), towards(here, after, -clear)
        yield Point(one.x + other.x - here.x, one.y + other.y - here.y)
