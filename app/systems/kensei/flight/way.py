"""The way of a flight: whom it leads away from, how far it goes, what stops it, which friends it goes through.

A unit that runs turns about its centre to face its way (KEN-RUN-09) and goes straight ahead as one body.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from app.engine.formations import block, spot
from app.engine.geometry import Point, Polygon
from app.engine.shapes import SLACK, Reach, ahead, hull, overlaps, seen_from, within
from app.engine.trig import SCALE, TURN, bearing, heading
from app.systems.kensei.army import Unit
from app.systems.kensei.book import cm, table
from app.systems.kensei.ground.terrain import MYSTICAL, Piece, ground, mystical_at, overlapped
from app.systems.kensei.measure import Parts, all_wounds, bases, centre, distance, formation, parts
from app.systems.kensei.moving.ways.travel import closed, flies, rides
from app.systems.kensei.state import State

BEYOND = cm(table("flight")["through"]["beyond"])
HEININ = cm(table("armies")["heinin"]["regroup"])
STEP = 250
"""How finely the way is searched for Mystical Terrain: 2.5 mm, then halved down to nothing."""
AWAY, GRAZE = 1_000, 40
"""A unit stands in the way if the first centimetre leads more than 0.4 mm into it."""
HALF_TURN = TURN // 2


class Block(NamedTuple):
    """A rectangle that goes straight ahead: the middle of its front edge, half its width, its depth."""

    at: Point
    half: int
    deep: int


class Stop(NamedTuple):
    """What ends a flight early: terrain, edge, mystical or enemy, which one, and after how far."""

    how: str
    what: str
    after: int


class Flight(NamedTuple):
    """A flight that was made, or not: ``ran``.  ``stopped``: edge, terrain, mystical, enemy, friends or empty;
    ``foes``: the enemies it was in Combat with."""

    unit: str
    ran: bool = False
    distance: int = 0
    bearing: int = 0
    stopped: str = ""
    foes: tuple[str, ...] = ()
    through: tuple[str, ...] = ()
    cause: str = ""


class Course(NamedTuple):
    """A way that was gone: the unit as it started and where it ends, how far it is, what stopped it, the friends it
    went through."""

    start: Unit
    end: Unit
    distance: int
    stopped: str = ""
    what: str = ""
    through: tuple[str, ...] = ()
    track: Polygon = ()


# -- whom it flees from ----------------------------------------------------------------------


def dice_of(unit: Unit) -> int:
    """How many dice its flight and its chase have (KEN-RUN-04, KEN-RUN-05)."""
    fast = rides(unit) or unit.large or flies(unit)
    found: int = table("flight")["flight"]["fast" if fast else "others"]
    return found


def closest_enemy(state: State, unit: Unit) -> Unit | None:
    """The enemy a unit flees from: the nearest, of equally near ones the one with most Wounds (KEN-RUN-02,
    KEN-RUN-03)."""

    def key(foe: Unit) -> tuple[int, int]:
        far = distance(state, unit, foe)
        return (0 if far <= SLACK else far, -all_wounds(state, foe))

    return min(state.enemies_of(unit.seat), key=key, default=None)


def away(state: State, unit: Unit, start: Unit) -> int:
    """The direction of its flight from where it starts: away from the closest enemy, along the line of the two centres
    (KEN-RUN-27); to its own rear where there is none."""
    foe = closest_enemy(state, unit)
    if foe is not None:
        now = state.with_unit(start.id, at=start.at, models=start.models, facing=start.facing, building=start.building)
        mine, theirs = centre(now, now.units[start.id]), centre(state, foe)
        if mine != theirs:
            return bearing(mine.x - theirs.x, mine.y - theirs.y)
    return (unit.facing + HALF_TURN) % TURN


def regroup_clear(state: State, unit: Unit) -> bool:
    """Whether a unit may try to regroup: Heinin only 20 cm or more from every enemy (KEN-ARM-12)."""
    foes = state.enemies_of(unit.seat) if unit.has("heinin") else ()
    return all(distance(state, unit, foe) >= HEININ - SLACK for foe in foes)


# -- how it stands before it runs ------------------------------------------------------------


def loosened(state: State, unit: Unit) -> Unit:
    """A unit as it starts: a lone model that had formed up stands by itself again."""
    if unit.loose and unit.formed and len(unit.models) == 1:
        model = replace(unit.models[0], at=centre(state, unit))
        return replace(unit, formed=False, models=(model,))
    return unit


def facing_to(state: State, unit: Unit, way: int) -> Unit:
    """A unit turned about its centre to face a way (KEN-RUN-09), and pushed back onto the table if that took it over
    the edge."""
    if not unit.ranked:
        return replace(unit, facing=way)
    body = formation(state, unit)
    at = spot(body.centre, way, 0, (body.depth + 1) // 2)
    corners = block(at, way, body.width, body.depth)
    return replace(unit, facing=way, at=_inside(state, at, corners))


def half_turned(state: State, unit: Unit, way: int) -> Unit:
    """A unit on the very ground it covers, about-faced if it has the way behind it."""
    off = (way - unit.facing) % TURN
    if not unit.ranked or min(off, TURN - off) <= TURN // 4:
        return unit
    behind = spot(unit.at, unit.facing, 0, -formation(state, unit).depth)
    return replace(unit, at=behind, facing=(unit.facing + HALF_TURN) % TURN)


def _inside(state: State, at: Point, corners: Polygon) -> Point:
    xs, ys = [p.x for p in corners], [p.y for p in corners]
    dx = max(0, -min(xs)) - max(0, max(xs) - state.table.width)
    dy = max(0, -min(ys)) - max(0, max(ys) - state.table.depth)
    return Point(at.x + dx, at.y + dy)


def blocks_of(state: State, unit: Unit, way: int) -> tuple[Block, ...]:
    """What goes ahead: the whole formation, or each loose base; what does not face its way as the strip it covers."""
    if unit.ranked and unit.facing == way:
        body = formation(state, unit)
        return (Block(unit.at, body.width // 2, body.depth),)
    shapes = parts(state, unit) if unit.ranked else bases(state, unit)
    return tuple(_strip(shape, way) for shape in shapes)


def _strip(shape: Polygon, way: int) -> Block:
    """The rectangle along a way around an outline."""
    origin = shape[0]
    seen = seen_from(origin, way, shape)
    right, left = max(s.right for s in seen), min(s.right for s in seen)
    front, rear = max(s.ahead for s in seen), min(s.ahead for s in seen)
    middle = (right + left) // 2 // SCALE
    return Block(spot(origin, way, middle, front // SCALE), (right - left) // 2 // SCALE, (front - rear) // SCALE)


def gone(unit: Unit, way: int, far: int) -> Unit:
    """The unit so much further along a way."""
    if unit.ranked:
        return replace(unit, at=spot(unit.at, way, 0, far))
    return replace(unit, models=tuple(replace(m, at=spot(m.at, way, 0, far)) for m in unit.models))


# -- what lies ahead -------------------------------------------------------------------------


def reach_to(going: tuple[Block, ...], way: int, shapes: Iterable[Polygon]) -> Reach | None:
    """After how far a body meets some outlines, and after how far it is clear of them again."""
    found = [
        Reach(reach.near, reach.far + one.deep) for one in going for shape in shapes
        if (reach := ahead(one.at, way, one.half, shape)) is not None
    ]  # fmt: skip
    return Reach(min(r.near for r in found), max(r.far for r in found)) if found else None


def room_to_edge(state: State, going: tuple[Block, ...], way: int) -> int:
    """How far a body goes before any part of it is over the table edge (KEN-DEF-05)."""
    return min(_room(state, p, way) for one in going for p in block(one.at, way, 2 * one.half, one.deep))


def _room(state: State, p: Point, way: int) -> int:
    look = heading(way)
    found = []
    for place, size, step in ((p.x, state.table.width, look.x), (p.y, state.table.depth, look.y)):
        if step:
            left = (size - place) if step > 0 else place
            found.append((max(0, left) * SCALE) // abs(step))
    return min(found)


def terrain_stop(state: State, unit: Unit, going: tuple[Block, ...], way: int, budget: int) -> Stop | None:
    """The first Impassible Terrain or Very High wall ahead (KEN-RUN-26); a bridge leads over what it spans."""
    if unit.has("ethereal") or unit.under("ethereal"):
        return None
    lies = ground(state)
    walls = () if flies(unit) else tuple(p for p in lies.obstacles if p.kind.very_high)
    spanned = tuple(p for p in lies.shut if any(overlapped(p, bridge.parts) for bridge in lies.bridges))
    met = [Stop("terrain", piece.id, reach.near) for piece in (*lies.shut, *walls)
           if piece not in spanned and (reach := reach_to(going, way, piece.parts)) is not None]  # fmt: skip
    if spanned:
        found = searched(budget, lambda far: closed(state, shapes_of(state, gone(unit, way, far))) in spanned)
        met += [Stop("terrain", spanned[0].id, max(0, found - 1))] if found is not None else []
    return min(met, key=lambda one: one.after, default=None)


def mystical_stop(state: State, unit: Unit, way: int, budget: int) -> Stop | None:
    """The moment at which it comes within reach of Mystical Terrain, if it does (KEN-TER-92, KEN-TER-93)."""
    if not ground(state).mystical:
        return None

    def at(far: int) -> Piece | None:
        return mystical_at(state, shapes_of(state, gone(unit, way, far)), MYSTICAL - SLACK)

    far = searched(budget, lambda far: at(far) is not None)
    piece = at(far) if far is not None else None
    return Stop("mystical", piece.id, far) if piece is not None and far is not None else None


def searched(budget: int, holds: Callable[[int], bool]) -> int | None:
    """The first distance, up to a budget, at which something holds."""
    for far in range(0, budget + STEP, STEP):
        if holds(min(far, budget)):
            low, high = max(-1, far - STEP), min(far, budget)
            while high - low > 1:
                middle = (low + high) // 2
                low, high = (low, middle) if holds(middle) else (middle, high)
            return high
    return None


def shapes_of(state: State, unit: Unit) -> Parts:
    """The outlines of a unit as given, wherever it stands in the state."""
    return parts(state, replace(unit, building=""))


def ahead_of(state: State, going: tuple[Block, ...], way: int, units: Iterable[Unit]) -> list[tuple[Reach, Unit]]:
    """Those of some units that a body meets, the first first."""
    met = [(reach, u) for u in units if not u.building and (reach := reach_to(going, way, parts(state, u))) is not None]
    return sorted(met, key=lambda one: one[0].near)


# -- the way ---------------------------------------------------------------------------------


def course(state: State, unit: Unit, way: int, budget: int) -> Course:
    """Where a unit that flees ends (KEN-RUN-19 to KEN-RUN-26): turned about its centre to its way if there is room for
    that where it ends, else as it stood."""
    start = loosened(state, unit)
    aside = beside(state, start, way)
    for turned in (facing_to(state, start, way), half_turned(state, start, way)):
        found = _course(state, turned, way, budget, aside)
        if found.stopped == "edge" or has_room(state, found.end):
            return _calmed(state, found)
    return Course(start, start, 0)


def beside(state: State, unit: Unit, way: int) -> tuple[str, ...]:
    """Enemies that touch a unit but do not stand in its way: it comes away from them, it does not run into them."""
    mine, then = shapes_of(state, unit), shapes_of(state, gone(unit, way, AWAY))
    over = tuple(hull((*a, *b)) for a, b in zip(mine, then, strict=True))
    touching = (
        foe for foe in state.enemies_of(unit.seat) if any(within(a, b, SLACK) for a in mine for b in parts(state, foe))
    )
    return tuple(foe.id for foe in touching if not any(overlaps(a, b, GRAZE) for a in over for b in parts(state, foe)))


def _calmed(state: State, found: Course) -> Course:
    """The same, stopped by Mystical Terrain where friends carried it that far."""
    piece = mystical_at(state, shapes_of(state, found.end))
    if piece is None or found.stopped not in ("", "friends"):
        return found
    return found._replace(stopped="mystical", what=piece.id)


def _course(state: State, unit: Unit, way: int, budget: int, beside: tuple[str, ...]) -> Course:
    going = blocks_of(state, unit, way)
    friends = ahead_of(state, going, way, (u for u in state.fielded(unit.seat) if u.id != unit.id))
    holy = mystical_stop(state, unit, way, budget)
    goal = holy.after if holy else budget
    if flies(unit):
        others = [*friends, *ahead_of(state, going, way, state.enemies_of(unit.seat))]
        return _ended(unit, way, _short_of(others, goal), _barred(state, unit, going, way, goal, ()), holy, [])
    for reach, _ in friends:
        if reach.near + SLACK < goal < reach.far:
            goal = reach.far + BEYOND
    stop = _barred(state, unit, going, way, goal, beside)
    if stop and stop.how != "edge" and stop.after < goal:
        stop = stop._replace(after=_short_of(friends, stop.after))
    return _ended(unit, way, goal, stop, holy, friends, goal > budget)


def _barred(
    state: State, unit: Unit, going: tuple[Block, ...], way: int, budget: int, beside: tuple[str, ...]
) -> Stop | None:
    """The first thing that no unit gets past: terrain, the edge, and but for flyers the enemy."""
    found = [Stop("edge", "", room_to_edge(state, going, way) + SLACK)]
    if (stop := terrain_stop(state, unit, going, way, budget)) is not None:
        found.append(stop)
    foes = () if flies(unit) else tuple(u for u in state.enemies_of(unit.seat) if u.id not in beside)
    found += [Stop("enemy", foe.id, reach.near) for reach, foe in ahead_of(state, going, way, foes)[:1]]
    return min(found, key=lambda one: one.after)


def _short_of(met: list[tuple[Reach, Unit]], goal: int) -> int:
    """The distance at which a body that cannot go on stands clear of those it would cover."""
    for reach, _ in reversed(met):
        if reach.near < goal < reach.far:
            goal = reach.near
    return goal


def _ended(
    unit: Unit, way: int, goal: int, stop: Stop | None, holy: Stop | None, friends: list[tuple[Reach, Unit]],
    carried: bool = False,
) -> Course:  # fmt: skip
    how, what = ("mystical", holy.what) if holy else ("friends", "") if carried else ("", "")
    if stop and (stop.after < goal or (stop.how == "enemy" and stop.after <= goal)):
        goal, how, what = stop.after, stop.how, stop.what
    through = tuple(friend.id for reach, friend in friends if reach.near + SLACK < goal)
    end = gone(unit, way, goal)
    return Course(unit, end, goal, how, what, through)


def has_room(state: State, unit: Unit) -> bool:
    """Whether no base of a unit stands on another's or on closed ground (KEN-MOV-48)."""
    mine = shapes_of(state, unit)
    others: Iterator[Unit] = (u for u in state.fielded() if u.id != unit.id and not u.building)
    on_unit = any(overlaps(a, b) for u in others for b in parts(state, u) for a in mine)
    return not on_unit and closed(state, mine) is None


def tracked(state: State, before: Unit, found: Course) -> Course:
    """The same with the ground it went over, for drawing."""
    shapes = (*shapes_of(state, before), *shapes_of(state, found.end))
    return found._replace(track=hull(tuple(p for shape in shapes for p in shape)))
