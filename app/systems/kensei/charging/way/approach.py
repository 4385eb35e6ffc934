"""Where a charge leads: which edge of the target, by which straight way, with or without a pivot (KEN-CHG-31 to -33).

All lengths are 1/100 mm.  A body in ranks goes without turning until it meets the target, then is squared up for
free; a loose one goes with its nearest model ahead and forms up in contact (KEN-CHG-29).
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from app.engine.formations import spot
from app.engine.geometry import Point, Polygon, distance
from app.engine.refusals import Refusal, refuse
from app.engine.shapes import SLACK, nearest_points, seen_from
from app.engine.trig import SCALE, TURN, bearing
from app.systems.kensei.army import Unit, UnitId
from app.systems.kensei.charging.way.straight import (
    BARRED,
    Aim,
    checked,
    front_line,
    is_clear,
    shifted,
    stood,
    until_met,
    until_near,
)
from app.systems.kensei.charging.way.zones import (
    CORNERS,
    FLAT,
    HALF_TURN,
    Edge,
    Taken,
    closest,
    corner,
    counted_as,
    edges,
    files_for,
    turn_between,
)
from app.systems.kensei.ground.terrain import ground
from app.systems.kensei.measure import bases, between, centre, formation, middle, parts, placed, zone_of
from app.systems.kensei.state import State

QUARTER = TURN // 4


def aim(state: State, unit: Unit, target: Unit) -> Aim | Refusal:
    """How a unit would charge another from where it stands now, or what stands against it on the ground."""
    key = ("aim", unit.id, target.id)
    known = state.units.get(unit.id) is unit and state.units.get(target.id) is target
    if known and key in state.memo:
        found: Aim | Refusal = state.memo[key]
        return found
    made = _aim(state, unit, target)
    if known:
        state.memo[key] = made
    return made


def _aim(state: State, unit: Unit, target: Unit) -> Aim | Refusal:
    first: Refusal | None = None
    narrow: Aim | None = None
    for made in candidates(state, unit, target):
        found = made if isinstance(made, Refusal) else checked(state, made)
        if isinstance(found, Refusal):
            first = first or found
        elif found.narrow:
            narrow = narrow or found
        else:
            return found
    return narrow or first or refuse("charge.no-way", BARRED, unit=unit.id, target=target.id)


def candidates(state: State, unit: Unit, target: Unit) -> Iterator[Aim | Refusal]:
    """The ways worth trying, the best first."""
    if not target.ranked:
        yield from _at_loose(state, unit, target)
    elif not unit.ranked:
        yield from _from_loose(state, unit, target)
    else:
        yield from _in_ranks(state, unit, target)


def aim_wall(state: State, unit: Unit, id: str) -> Aim | Refusal:
    """How a unit would charge the wall of a Construction: straight at what of it is nearest (KEN-TER-100)."""
    piece = ground(state).named(id)
    foe = Unit(id=UnitId(id), seat=unit.seat, code="", name="", entry="", building=id, fate="")
    mine = min(stood(state, unit), key=lambda part: between((part,), piece.parts))
    theirs = min(piece.parts, key=lambda part: between((mine,), (part,)))
    a, b = nearest_points(mine, theirs)
    goal = shifted(unit, b.x - a.x, b.y - a.y)
    length = distance(a, b)
    if unit.ranked and length > SLACK and turn_between(bearing(*_from_to(a, b)), unit.facing) > QUARTER:
        return refuse("charge.wall-behind", BARRED, unit=unit.id, piece=id)
    lead = order_of(state, unit, foe)[0] if not unit.ranked else 0
    edge = Edge("", b, unit.facing, 0)
    return checked(state, Aim(unit, goal, goal, foe, edge, Taken(""), length, False, lead))


# -- ranks against ranks ---------------------------------------------------------------------


def _in_ranks(state: State, unit: Unit, target: Unit) -> Iterator[Aim]:
    """Flat ways first, then those that need a pivot (KEN-CHG-31, KEN-CHG-53)."""
    sides = edges(state, target)
    where = zone_of(state, target, unit.at)
    names = where.split("-")
    met = [sides[name] for name in names]
    met += [corner(state, target, where)] if where in CORNERS else []
    flat = [edge for edge in met if turn_between(edge.inward, unit.facing) <= FLAT]
    ways = [_flat(state, unit, target, e) for e in sorted(flat, key=lambda e: turn_between(e.inward, unit.facing))]
    ahead = [way for way in ways if is_ahead(unit, way.flush.at)]
    yield from ahead
    if not ahead:
        nearest = closest(state, target, centre(state, unit), tuple(names))
        turned = (_turned(state, unit, target, sides[n]) for n in (nearest, *(n for n in names if n != nearest)))
        yield from (way for way in turned if not way.length or is_ahead(unit, way.goal.at))


def is_ahead(unit: Unit, place: Point) -> bool:
    """Whether a place lies in the 180 degrees ahead of a unit's front, so that it can go there unturned."""
    (seen,) = seen_from(unit.at, unit.facing, (place,))
    return seen.ahead >= -SLACK * SCALE


def _flat(state: State, unit: Unit, target: Unit, edge: Edge) -> Aim:
    flush = against(state, unit, target, edge)
    goal, length = until_met(state, unit, flush.at, parts(state, target))
    return Aim(unit, goal, flush, target, edge, _taken(state, target, flush, edge), length, False)


def _turned(state: State, unit: Unit, target: Unit, edge: Edge) -> Aim:
    """The way of one that pivots 5 cm before its target, or where it stands if it is nearer (KEN-CHG-33)."""
    turned = facing_about(state, unit, edge.inward)
    flush = against(state, turned, target, edge)
    end = Point(unit.at.x + flush.at.x - turned.at.x, unit.at.y + flush.at.y - turned.at.y)
    goal, length = until_near(state, unit, end, parts(state, target))
    there = shifted(turned, goal.at.x - unit.at.x, goal.at.y - unit.at.y)
    taken = _taken(state, target, flush, edge)
    return Aim(unit, goal, flush, target, edge, taken, length, True, turned=there)


def facing_about(state: State, unit: Unit, facing: int) -> Unit:
    """The unit turned about its centre."""
    body = formation(state, unit)
    return placed(unit, spot(body.centre, facing, 0, (body.depth + 1) // 2), facing)


def against(state: State, unit: Unit, target: Unit, edge: Edge, files: int = 0, place: Point | None = None) -> Unit:
    """The unit with its front flat on an edge, as near to straight ahead as meets it, beside friends who are there
    if there is room (KEN-CHG-26)."""
    turned = replace(placed(unit, unit.at, edge.inward, files), formed=unit.loose)
    (seen,) = seen_from(edge.middle, edge.inward, (place or (facing_about(state, unit, edge.inward).at),))
    body = formation(state, turned)
    most = max(0, edge.length // 2 + body.width // 2 - min(unit.base_width, edge.length or body.width // 2))
    wanted = max(-most, min(most, seen.right // SCALE))
    spots = (placed(turned, spot(edge.middle, edge.inward, t, 0), edge.inward) for t in beside(wanted, most))
    tried = list(spots)
    return next((it for it in tried if is_clear(state, it, target)), tried[0])


def beside(wanted: int, most: int, step: int = 1_250) -> list[int]:
    """A place along an edge, then others in steps of half a base to both sides, as far as the edge reaches."""
    found = [wanted]
    for n in range(1, 2 * most // step + 2):
        found += [t for t in (wanted - n * step, wanted + n * step) if -most <= t <= most]
    return found


def _taken(state: State, target: Unit, flush: Unit, edge: Edge) -> Taken:
    if not edge.oblique:
        return Taken(edge.zone)
    there = state.with_units({flush.id: flush}) if flush.id in state.units else state
    return Taken(counted_as(there, target, flush, edge.zone), True)


# -- loose bodies ----------------------------------------------------------------------------


def _from_loose(state: State, unit: Unit, target: Unit) -> Iterator[Aim]:
    """A loose unit goes with its nearest model ahead; that model shows which side it hits (KEN-CHG-29)."""
    for lead in order_of(state, unit, target)[:4]:
        place = unit.models[lead].at
        names = tuple(zone_of(state, target, place).split("-"))
        edge = edges(state, target)[closest(state, target, place, names)]
        flush = against(state, unit, target, edge, files_for(state, unit, edge.length), place)
        flush = replace(flush, formed=True)
        goal, length = _lead_way(state, unit, target, lead)
        yield Aim(unit, goal, flush, target, edge, Taken(edge.zone), length, False, lead)


def order_of(state: State, unit: Unit, target: Unit) -> list[int]:
    """The numbers of its models, the nearest to another unit first."""
    theirs = parts(state, target)
    found = bases(state, unit)
    return sorted(range(len(found)), key=lambda n: (between((found[n],), theirs), n))


def _lead_way(state: State, unit: Unit, target: Unit, lead: int) -> tuple[Unit, int]:
    """All models gone as far in the same direction as the lead goes to meet the nearest base of the target."""
    mine = bases(state, unit)[lead]
    theirs = min(parts(state, target), key=lambda part: between((mine,), (part,)))
    a, b = nearest_points(mine, theirs)
    return shifted(unit, b.x - a.x, b.y - a.y), distance(a, b)


def _at_loose(state: State, unit: Unit, target: Unit) -> Iterator[Aim | Refusal]:
    """A loose target forms up round the model reached first, facing the charger (KEN-CHG-56)."""
    for number in order_of(state, target, unit)[:3]:
        base = bases(state, target)[number]
        lead = order_of(state, unit, target)[0]
        facing = unit.facing if unit.ranked else bearing(*_from_to(unit.models[lead].at, middle(base)))
        line = front_line(base, facing)
        formed = formed_about(state, target, line, (facing + HALF_TURN) % TURN, _meets(state, unit))
        edge = Edge("front", formed.at, facing, formation(state, formed).width)
        if unit.ranked:
            flush = against(state, unit, formed, edge)
            yield from _to_loose(state, unit, base, flush, formed, edge)
        else:
            flush = against(state, unit, formed, edge, files_for(state, unit, edge.length), unit.models[lead].at)
            goal, length = _lead_way(state, unit, target, lead)
            yield Aim(unit, goal, replace(flush, formed=True), formed, edge, Taken("front"), length, False, lead)


def _to_loose(state: State, unit: Unit, base: Polygon, flush: Unit, formed: Unit, edge: Edge) -> Iterator[Aim]:
    """The way of ranks to a model before their front; none if it stands behind it."""
    line = front_line(base, unit.facing)
    (seen,) = seen_from(unit.at, unit.facing, (line,))
    half = formation(state, unit).width // 2 - unit.base_width // 2
    aside = seen.right // SCALE
    shift = aside - max(-half, min(half, aside))
    ahead = seen.ahead // SCALE
    if ahead >= -SLACK:
        end = spot(unit.at, unit.facing, shift, max(0, ahead))
        goal = placed(unit, end, unit.facing)
        flush = against(state, unit, formed, edge, place=end)
        yield Aim(unit, goal, flush, formed, edge, Taken("front"), distance(unit.at, end), False)


def _meets(state: State, unit: Unit) -> int:
    return formation(state, unit).width if unit.ranked else unit.base_width * files_for(state, unit, 0)


def _from_to(a: Point, b: Point) -> tuple[int, int]:
    return b.x - a.x, b.y - a.y


def formed_about(state: State, unit: Unit, line: Point, facing: int, length: int) -> Unit:
    """A loose unit formed up with its front's middle at a place, moved along its front if others stand there."""
    most = files_for(state, unit, length)
    wide = [replace(unit, formed=True, at=line, facing=facing, files=files) for files in range(most, 0, -1)]
    for ready in wide:
        half = max(0, formation(state, ready).width // 2 - unit.base_width // 2)
        tried = (replace(ready, at=spot(line, facing, t, 0)) for t in beside(0, half))
        found = next((it for it in tried if is_clear(state, it, it)), None)
        if found is not None:
            return found
    return wide[0]
