"""Sight along a way: what is the same at many stations of one that moves is found once for all of them (KEN-WRN-15).

The stations are states that differ only in where the mover stands.  What is plain is written where ``sight`` looks
first; where nothing is plain ``sight`` looks itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from app.engine.geometry import Point, Polygon
from app.engine.shapes import hull, seen_from
from app.systems.kensei.army import Unit, Warning
from app.systems.kensei.ground.standing import hill
from app.systems.kensei.ground.terrain import ground
from app.systems.kensei.measure import Parts, is_within, parts
from app.systems.kensei.sight.rays import (
    Framed,
    are_apart,
    eight,
    frame,
    framed,
    is_free,
    is_inside,
    joined,
    met,
    outer,
    points,
    reaches_into,
    rim_of,
    solid,
    walls_off,
)
from app.systems.kensei.sight.rules import (
    Bases,
    all_bodies,
    around,
    bodies,
    covered,
    front_of,
    in_sight_of,
    is_deep,
    is_open,
    is_overlooked,
    is_up,
    lookers,
    nearest_of,
    room_between,
    scene,
    sees,
    some,
    standing,
    targets,
    walls_of,
)
from app.systems.kensei.state import State
from app.systems.kensei.warnings.rules import CM, DEEDS

SIGHT = frozenset(("enemy_seen", "enemy_in_reach"))
"""Conditions that come true of nobody who is not seen."""
CORNERS = ((-4, -4), (4, -4), (4, 4), (-4, 4))
"""Rounding moves no corner so far."""
Line = tuple[Point, Point]


class View(NamedTuple):
    """What the sight of a unit on a mover rests on at every station: who looks, from where and ahead of which front.

    ``bodies`` of others are all that may be in the way; ``walls`` are these and pieces, in the way wherever the mover
    is not on them; ``more`` may be in the way as well.  ``near``: lines are not cut off by Deep Forest.
    """

    unit: Unit
    mine: Polygon
    starts: tuple[Point, ...]
    front: tuple[Point, int] | None
    bodies: tuple[Framed, ...]
    walls: tuple[Framed, ...]
    more: tuple[Framed, ...]
    near: bool


class Passing(NamedTuple):
    """An enemy whom a mover may hide: the room between it and who looks, and the plain lines free but for the mover;
    ``between``: whether the mover is in that room, for each station."""

    foe: str
    room: Polygon
    lines: tuple[Line, ...]
    between: tuple[bool, ...]


class Watch(NamedTuple):
    """A unit that waits while somebody moves: its sight on the mover, if that counts, and up to which distance; whom
    the mover may hide."""

    unit: Unit
    view: View | None
    reach: int | None
    passed: tuple[Passing, ...]


class Way(NamedTuple):
    """The way of a mover: the states at its stations, what it covers there, what surely holds all of it there."""

    id: str
    there: tuple[State, ...]
    shapes: tuple[Parts, ...]
    rooms: tuple[Polygon, ...]


def way_of(id: str, there: Iterable[State]) -> Way:
    """The way of a mover through some states."""
    states = tuple(there)
    shapes = tuple(tuple(covered(one, id)) for one in states)
    return Way(id, states, shapes, tuple(roomy(parts(one, one.units[id])) for one in states))


def roomy(shapes: Parts) -> Polygon:
    """An outline around some others, so much wider that rounding takes nothing of them out of it."""
    return hull(tuple(Point(x + dx, y + dy) for shape in shapes for x, y in shape for dx, dy in CORNERS))


# -- the mover itself -----------------------------------------------------------------


def view_of(way: Way, unit: Unit) -> View | None:
    """What the sight of a unit on a mover rests on; ``None`` where the mover is indoors or in another unit."""
    state = way.there[0]
    if any(one.units[way.id].building or one.units[way.id].host for one in way.there):
        return None
    mine, high, lies = lookers(state, unit), hill(state, unit) is not None, ground(state)
    blocks = [walls_of(p) for p in lies.blocks if p.id != unit.building and not (high and is_overlooked(p))]
    hills = [walls_of(p) for p in lies.hills if not is_up(state, unit, p)]
    outline = outer(mine)
    space = hull((*outline, *(p for room in way.rooms for p in room)))
    others = () if high else tuple(met(space, bodies(state, unit, state.units[way.id])))
    # One may stand on one part of a hill and be behind another, over which it is seen.
    woods = [solid(p.outline) for p in lies.woods]
    edge = frame(hull(tuple(p for room in way.rooms for p in room)))
    # A wood hides like a wall where neither who looks nor who is looked at may stand in it.
    shut = (parts for parts in woods if all(are_apart(edge, frame(part)) for part in parts)
            and not any(is_inside(parts, p) for p in points(mine)))  # fmt: skip
    walls = met(space, map(framed, chain(*blocks, *(parts for parts in hills if len(parts) == 1), *shut)))
    more = tuple(met(space, map(framed, chain(*hills, *woods))))
    starts = tuple(eight(base)[len(base)] for base in some(mine))
    return View(unit, outline, starts, front_of(state, unit), others, (*others, *walls), more, not is_deep(state, unit))


def is_in_view(view: View, way: Way, number: int) -> bool:
    """Whether a unit sees a mover at a station."""
    state = way.there[number]
    if is_hidden(view, way.rooms[number]):
        return False
    mover = state.units[way.id]
    return is_plain(view, targets(state, mover)) or is_open(scene(state, view.unit, mover, view.bodies))


def is_hidden(view: View, room: Polygon) -> bool:
    """Whether all of an outline is behind who looks, or a single thing stands before it; else nothing is said."""
    if view.front is not None and not in_sight_of(view.front, room):
        return True
    return bool(view.walls) and walls_off(view.walls, view.mine, room)


def is_plain(view: View, theirs: Bases) -> bool:
    """Whether one of a few lines to some bases is free of everything; else nothing is said."""
    if not view.near:
        return False
    ends = ahead(view.front, nearest_of(theirs, view.starts[0]))
    walls = (*view.walls, *view.more)
    return any(is_free(start, end, walls) for start in view.starts for end in ends)


def ahead(front: tuple[Point, int] | None, ends: Sequence[Point]) -> Sequence[Point]:
    """The points that are ahead of a front, beyond any rounding; all where one looks all round."""
    if front is None:
        return ends
    return [end for end, local in zip(ends, seen_from(*front, ends), strict=True) if local.ahead >= 0]


# -- others, past the mover -----------------------------------------------------------


def watches(way: Way, waiting: Iterable[tuple[Unit, Warning]]) -> tuple[Watch, ...]:
    """What units that wait have to look at while somebody moves; those whose conditions no movement makes true are left
    out."""
    state, mover = way.there[0], way.id
    without = state.with_unit(mover, fate="away")
    space = hull(tuple(p for one in way.there for shape in parts(one, one.units[mover]) for p in shape))
    found = list[Watch]()
    for unit, warning in waiting:
        if kinds := by_moving(warning.trigger):
            foes = (foe for foe in state.enemies_of(unit.seat) if foe.id != mover)
            passed = (passing(without, unit, foe, way, space, kinds) for foe in foes)
            view = view_of(way, unit) if kinds & SIGHT else None
            found.append(Watch(unit, view, reach_of(warning.trigger), tuple(one for one in passed if one is not None)))
    return tuple(found)


def by_moving(trigger: Mapping[str, Any]) -> frozenset[str]:
    """The kinds of the terms of a condition that movement makes true; none if it waits for a deed as well."""
    kinds = frozenset(row["type"] for row in trigger.get("list", (trigger,)))
    deeds = kinds & DEEDS.keys()
    return frozenset() if deeds and trigger["type"] == "all_of" else kinds - deeds


def reach_of(trigger: Mapping[str, Any]) -> int | None:
    """The distance up to which it counts for a condition who is seen; ``None``: however far."""
    rows = [row for row in trigger.get("list", (trigger,)) if row["type"] in SIGHT]
    return max(row["cm"] * CM for row in rows) if rows and all("cm" in row for row in rows) else None


def passing(
    without: State, unit: Unit, foe: Unit, way: Way, space: Polygon, kinds: frozenset[str]
) -> Passing | None:  # fmt: skip
    """What a mover within some space may do to the sight of a unit on another; ``None`` if nothing.

    Where sight alone counts, nothing is also done to one who is not seen though nobody moves there, or who is seen past
    all of that space.
    """
    room = met_room(without, unit, foe, (space,))
    if room is None or (kinds <= SIGHT and not sees(without, unit, foe)):
        return None
    lines = tuple(free_lines(without, unit, foe)) if kinds & SIGHT else ()
    if kinds <= SIGHT and any_free(lines, (space,)):
        return None
    rim = rim_of(room)
    between = tuple(any(reaches_into(one, room, rim) for one in part) for part in way.shapes)
    return Passing(foe.id, room, lines, between)


def met_room(state: State, a: Unit, b: Unit, shapes: Iterable[Polygon]) -> Polygon | None:
    """The room between two units, if one of some outlines reaches into it."""
    edge = joined(frame(around(lookers(state, a))), frame(around(targets(state, b))))
    near = [shape for shape in shapes if not are_apart(edge, frame(shape))]
    if not near:
        return None
    room = room_between(state, a, b)
    rim = rim_of(room)
    return room if any(reaches_into(shape, room, rim) for shape in near) else None


def free_lines(state: State, a: Unit, b: Unit) -> Iterator[Line]:
    """Those of a few lines from one unit to another that are free of everything on the table."""
    if is_deep(state, a):
        return
    starts = [eight(base)[len(base)] for base in some(lookers(state, a))]
    ends = ahead(front_of(state, a), nearest_of(targets(state, b), starts[0]))
    walls = tuple(in_the_way(state, a, b))
    yield from ((start, end) for start in starts for end in ends if is_free(start, end, walls))


def in_the_way(state: State, a: Unit, b: Unit) -> Iterator[Framed]:
    """All on the table that could be in the way of the sight of one unit on another, near or not, woods as a whole."""
    high = hill(state, a) is not None
    if not high:
        mine = (state.body(a).id, state.body(b).id)
        yield from (row for id, row in all_bodies(state) if id not in mine)
    for piece in standing(state, a, b, high=high):
        yield from (framed(wall) for wall in walls_of(piece))
    for piece in ground(state).woods:
        yield from (framed(part) for part in solid(piece.outline))


def any_free(lines: Iterable[Line], shapes: Parts) -> bool:
    """Whether one of some lines runs through none of some outlines."""
    walls = [framed(shape) for shape in shapes]
    return any(is_free(start, end, walls) for start, end in lines)


# -- at a station ---------------------------------------------------------------------


def looked_at(way: Way, watching: Iterable[Watch], number: int) -> dict[str, tuple[str, ...]]:
    """For each unit that waits the mover, and the enemies whom it hides or shows by coming to a station; what was found
    of the sight on them there is kept with the state."""
    state, found = way.there[number], dict[str, tuple[str, ...]]()
    known, mover = state.sights.found, state.units[way.id]
    for one in watching:
        name = str(one.unit.id)
        if one.view is not None and (one.reach is None or is_within(state, one.unit, mover, one.reach)):
            known[name, way.id] = (is_in_view(one.view, way, number), None)
        met = [foe for foe in one.passed if foe.between[number - 1] or foe.between[number]]
        known.update({(name, foe.foe): (True, foe.room) for foe in met if any_free(foe.lines, way.shapes[number])})
        found[name] = (way.id, *(foe.foe for foe in met))
    return found
