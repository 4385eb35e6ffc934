"""The way of a chase: straight after those who fled, as far as the dice carry (KEN-RUN-12 to KEN-RUN-17)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from app.engine.shapes import SLACK, Reach
from app.systems.kensei.army import Unit
from app.systems.kensei.flight.way import (
    Block,
    ahead_of,
    blocks_of,
    facing_to,
    gone,
    half_turned,
    has_room,
    loosened,
    room_to_edge,
    terrain_stop,
)
from app.systems.kensei.moving.ways.travel import flies
from app.systems.kensei.state import State


class Pursuit(NamedTuple):
    """How a chase ends: the unit as it set out and where it stands then, how far it went, whether it reached those it
    hunts, another enemy it met."""

    start: Unit
    end: Unit
    distance: int
    reached: bool
    met: str = ""


def may_chase(state: State, unit: Unit) -> bool:
    """Whether a unit can go after one that fled from it: nothing else holds it, and it is on open ground."""
    free = unit.on_table and not unit.host and not unit.building and not unit.fleeing and not unit.climbing
    return free and not state.fighting(unit.id)


def pursuit(state: State, unit: Unit, quarry: str, way: int, rolled: int, needed: int) -> Pursuit:
    """Where a unit ends that chases ``quarry``, which really went ``needed``: with it, if its roll is at least that
    (KEN-RUN-15), at another enemy that stands before it (KEN-RUN-17), or as far as its roll and the ground let it."""
    start = loosened(state, unit)
    for turned in (facing_to(state, start, way), half_turned(state, start, way)):
        found = _pursuit(state, turned, quarry, way, rolled, needed)
        if has_room(state, found.end):
            return found
    return Pursuit(start, start, 0, rolled + SLACK >= needed)


def _pursuit(state: State, unit: Unit, quarry: str, way: int, rolled: int, needed: int) -> Pursuit:
    going = blocks_of(state, unit, way)
    hunted = ahead_of(state, going, way, (u for u in state.enemies_of(unit.seat) if u.id == quarry))
    reached = rolled + SLACK >= needed
    goal = min(rolled, hunted[0][0].near if hunted else needed) if reached else short_of(hunted, rolled)
    foes = () if flies(unit) else tuple(u for u in state.enemies_of(unit.seat) if u.id != quarry)
    met = ahead_of(state, going, way, foes)[:1]
    limit = min((*barriers(state, unit, going, way, goal), *(reach.near for reach, _ in met)), default=goal)
    if limit >= goal - SLACK and not (met and met[0][0].near <= goal and not reached):
        return Pursuit(unit, gone(unit, way, goal), goal, reached)
    here = met[0][1].id if met and met[0][0].near <= limit + SLACK else ""
    blocked = here or hard_stop(state, unit, going, way, goal) <= limit + SLACK
    return Pursuit(unit, gone(unit, way, limit), limit, reached and not blocked, here)


def short_of(hunted: list[tuple[Reach, Unit]], rolled: int) -> int:
    """How far a unit goes whose roll falls short: never onto those it hunts."""
    return min([rolled, *(reach.near for reach, _ in hunted)])


def barriers(state: State, unit: Unit, going: tuple[Block, ...], way: int, goal: int) -> Iterator[int]:
    """After how far it meets what it cannot pass: terrain, the table edge, friends (KEN-MOV-48)."""
    yield hard_stop(state, unit, going, way, goal)
    if not flies(unit):
        friends = (u for u in state.fielded(unit.seat) if u.id != unit.id)
        yield from (reach.near for reach, _ in ahead_of(state, going, way, friends)[:1])


def hard_stop(state: State, unit: Unit, going: tuple[Block, ...], way: int, goal: int) -> int:
    """After how far the ground ends: Impassible Terrain, a Very High wall, the edge of the table (KEN-MOV-45)."""
    stop = terrain_stop(state, unit, going, way, goal)
    edge = max(0, room_to_edge(state, going, way))
    return min(edge, stop.after) if stop else edge
