"""Where a charge leads: which edge of the target, by which straight way, with or without a pivot (KEN-CHG-31 to -33).

All lengths are 1/100 mm.  A body in ranks goes without turning until it meets the target, then is squared up for
free; a loose one goes with its nearest model ahead and forms up in contact (KEN-CHG-29).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from app.engine.formations import spot
from app.engine.geometry import Point, Polygon, along, distance
from app.engine.refusals import Refusal, refuse
from app.engine.shapes import SLACK, hull, nearest_points, overlaps, seen_from
from app.engine.trig import SCALE, TURN
from app.systems.kensei.army import Unit, UnitId
from app.systems.kensei.book import c, cm, table
from app.systems.kensei.contact import (
    CORNERS,
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
from app.systems.kensei.measure import (
    Parts,
    base_at,
    bases,
    between,
    centre,
    closer,
    formation,
    middle,
    parts,
    placed,
    spread,
    zone_of,
)
from app.systems.kensei.state import State
from app.systems.kensei.terrain import Piece, bearing, ground, near, overlapped

FIGURES = table("charge")
FLAT = int(FIGURES["flat"]["degrees"]) * 100
STOPS, KEEPS, BEYOND = (
    cm(FIGURES["indirect"]["stops"]),
    cm(FIGURES["failed"]["stops"]),
    cm(FIGURES["obstacle"]["beyond"]),
)
BARRED, OVER, PIVOTS, CLIMBS, WALLS, EDGE_OF_TABLE = (
    c("KEN-SPO-33"), c("KEN-CHG-17"), c("KEN-CHG-55"), c("KEN-MOV-42"), c("KEN-TER-85"), c("KEN-MOV-45"),
)  # fmt: skip
QUARTER = TURN // 4
TOUCH = 100
"""So near to an obstacle a unit counts as touching it: 1 mm."""


class Aim(NamedTuple):
    """A charge that can be tried.

    ``start``: the unit as it stands; ``goal``: where it goes in a straight line, not turned yet; ``flush``: squared
    up, or formed up.  ``foe``: the target, formed up if it was loose.  ``length`` of the way until it meets the target
    or what is fought across; ``pivot``: it must turn for flat contact.  ``lead``: the model that goes ahead in loose
    order.  ``across``: the obstacle it ends at; ``over``: those it crosses.
    """

    start: Unit
    goal: Unit
    flush: Unit
    foe: Unit
    edge: Edge
    taken: Taken
    length: int
    pivot: bool
    lead: int = 0
    across: str = ""
    over: tuple[str, ...] = ()

    @property
    def climb(self) -> str:
        """The obstacle between the two, if they fight across one."""
        return self.across


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
    for made in candidates(state, unit, target):
        found = made if isinstance(made, Refusal) else _checked(state, made)
        if isinstance(found, Aim):
            return found
        first = first or found
    return first or refuse("charge.no-way", BARRED, unit=unit.id, target=target.id)


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
    return _checked(state, Aim(unit, goal, goal, foe, edge, Taken(""), length, False, lead))


# -- ranks against ranks ---------------------------------------------------------------------


def _in_ranks(state: State, unit: Unit, target: Unit) -> Iterator[Aim]:
    """Flat ways first, then those that need a pivot (KEN-CHG-31, KEN-CHG-53)."""
    sides = edges(state, target)
    where = zone_of(state, target, unit.at)
    names = where.split("-")
    met = [sides[name] for name in names]
    met += [corner(state, target, where)] if where in CORNERS else []
    flat = [edge for edge in met if turn_between(edge.inward, unit.facing) <= FLAT]
    for edge in sorted(flat, key=lambda e: turn_between(e.inward, unit.facing)):
        yield _flat(state, unit, target, edge)
    if not flat:
        nearest = closest(state, target, centre(state, unit), tuple(names))
        for name in (nearest, *(n for n in names if n != nearest)):
            yield _turned(state, unit, target, sides[name])


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
    return Aim(unit, goal, flush, target, edge, _taken(state, target, flush, edge), length, True)


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


def shifted(unit: Unit, dx: int, dy: int) -> Unit:
    """The unit so far east and south, not turned."""
    if not unit.ranked:
        return spread(unit, (Point(model.at.x + dx, model.at.y + dy) for model in unit.models))
    return placed(unit, Point(unit.at.x + dx, unit.at.y + dy), unit.facing)


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


def front_line(base: Polygon, facing: int) -> Point:
    """The middle of the side of a base that one who comes along a facing meets first."""
    seen = seen_from(middle(base), facing, base)
    return spot(middle(base), facing, 0, min(place.ahead for place in seen) // SCALE)


def formed_about(state: State, unit: Unit, line: Point, facing: int, length: int) -> Unit:
    """A loose unit formed up with its front's middle at a place, moved along its front if others stand there."""
    files = files_for(state, unit, length)
    ready = replace(unit, formed=True, at=line, facing=facing, files=files)
    half = max(0, formation(state, ready).width // 2 - unit.base_width // 2)
    tried = [replace(ready, at=spot(line, facing, t, 0)) for t in beside(0, half)]
    return next((it for it in tried if is_clear(state, it, it)), ready)


# -- ways ------------------------------------------------------------------------------------


def stood(state: State, unit: Unit) -> Parts:
    """What a unit would cover if it stood so."""
    if not unit.ranked:
        return tuple(base_at(unit, model.at) for model in unit.models)
    return parts(state, unit)


def on_way(aim_: Aim, gone: int) -> Unit:
    """The unit so far along the straight way of its charge."""
    if aim_.length <= 0 or gone <= 0:
        return aim_.start
    if gone >= aim_.length:
        return aim_.goal
    start, goal = anchor(aim_.start), anchor(aim_.goal)
    here = along(start, goal, distance(start, goal) * gone // aim_.length)
    return shifted(aim_.start, here.x - start.x, here.y - start.y)


def anchor(unit: Unit) -> Point:
    """A place that goes with a unit that does not turn."""
    return unit.at if unit.ranked else unit.models[0].at


def until(far: int, good: Callable[[int], bool]) -> int:
    """The most of a way for which something holds that holds at its start and, once it fails, fails for good."""
    if good(far):
        return far
    low, high = 0, far
    while high - low > 1:
        half = (low + high) // 2
        low, high = (half, high) if good(half) else (low, half)
    return low


def until_met(state: State, unit: Unit, end: Point, theirs: Parts) -> tuple[Unit, int]:
    """The unit gone straight, unturned, until it meets some outlines, and how far that is."""
    far = distance(unit.at, end)
    start = unit.at

    def clear(gone: int) -> bool:
        here = placed(unit, along(start, end, gone), unit.facing)
        return not any(overlaps(a, b) for a in stood(state, here) for b in theirs)

    gone = until(far, clear)
    return placed(unit, along(start, end, gone), unit.facing), gone


def until_near(state: State, unit: Unit, end: Point, theirs: Parts) -> tuple[Unit, int]:
    """The unit gone straight until it is 5 cm from some outlines, and how far that is."""
    far, start = distance(unit.at, end), unit.at

    def clear(gone: int) -> bool:
        return not closer(stood(state, placed(unit, along(start, end, gone), unit.facing)), theirs, STOPS)

    gone = until(far, clear) if clear(0) else 0
    return placed(unit, along(start, end, gone), unit.facing), gone


def sweep(state: State, aim_: Aim) -> Parts:
    """Convex outlines that cover the ground of the straight way: of ranks the whole body, else the model ahead."""
    if not aim_.start.ranked:
        a = base_at(aim_.start, aim_.start.models[aim_.lead].at)
        b = base_at(aim_.goal, aim_.goal.models[aim_.lead].at)
        return (hull(a + b),)
    before, after = stood(state, aim_.start), stood(state, aim_.goal)
    return tuple(hull(a + b) for a, b in zip(before, after, strict=True))


# -- what stands against it ------------------------------------------------------------------


def _checked(state: State, found: Aim) -> Aim | Refusal:
    """The aim with the obstacles on its way, or what bars it."""
    unit, target = found.start, found.foe
    if unit.has("flying") or unit.has("ethereal") or unit.under("flying"):
        return found
    crossed = [p for p in ground(state).obstacles if overlapped(p, _whole(state, found))]
    theirs = stood(state, target)
    touched = [p for p in crossed if near(p, theirs, TOUCH)]
    if touched:
        found = _stopped_at(state, found, touched[0])
        crossed = [p for p in crossed if p not in touched and overlapped(p, sweep(state, found))]
    no = _refuse_over(state, found, crossed, touched) or _refuse_way(state, found)
    return no or found._replace(over=tuple(p.id for p in crossed))


def _whole(state: State, found: Aim) -> Parts:
    """The whole way of a charge, the last part of an Indirect one too."""
    last = zip(stood(state, found.goal), stood(state, found.flush), strict=False) if found.pivot else ()
    return (*sweep(state, found), *(hull(a + b) for a, b in last))


def _stopped_at(state: State, found: Aim, piece: Piece) -> Aim:
    """The same charge ending on this side of an obstacle the enemy touches (KEN-CHG-19)."""

    def clear(gone: int) -> bool:
        return not overlapped(piece, (stood(state, on_way(found, gone)) if found.start.ranked else
                                      (base_at(found.start, _lead_at(found, gone)),)))  # fmt: skip

    gone = until(found.length, clear)
    here = on_way(found, gone)
    flush = here if here.ranked else replace(_behind(state, found, gone), formed=True)
    return found._replace(goal=here, flush=flush, length=gone, across=piece.id, pivot=found.pivot)


def _lead_at(found: Aim, gone: int) -> Point:
    return on_way(found, gone).models[found.lead].at


def _behind(state: State, found: Aim, gone: int) -> Unit:
    """A loose charger formed up behind the place its foremost model has come to."""
    base = base_at(found.start, _lead_at(found, gone))
    line = front_line(base, (found.edge.inward + HALF_TURN) % TURN)
    return placed(found.flush, line, found.edge.inward)


def _refuse_over(state: State, found: Aim, crossed: list[Piece], touched: list[Piece]) -> Refusal | None:
    """Cavalry gets over no Very High wall; nobody over an obstacle at an enemy as near as 5 cm (KEN-CHG-17)."""
    unit = found.start
    rides = unit.mounted or unit.troop == "cavalry"
    if rides and (high := [p for p in (*crossed, *touched) if p.kind.very_high]):
        return refuse("charge.too-high", CLIMBS, unit=unit.id, piece=high[0].id)
    if crossed and not closer_than(state, unit, found.foe, BEYOND):
        return None
    return refuse("charge.obstacle-near", OVER, unit=unit.id, piece=crossed[0].id) if crossed else None


def closer_than(state: State, unit: Unit, foe: Unit, reach: int) -> bool:
    """Whether two units are no more than so far apart."""
    return between(stood(state, unit), stood(state, foe)) <= reach + SLACK


def _refuse_way(state: State, found: Aim) -> Refusal | None:
    """What a charge may not go over: another unit, ground closed to all, the edge of the table (KEN-MOV-48)."""
    unit, swept = found.start, sweep(state, found)
    mates = {foe.id for foe in state.foes_of(found.foe.id)}
    for other in state.fielded():
        if other.id in (unit.id, found.foe.id) or other.building or other.id in mates:
            continue
        if any(overlaps(a, b) for a in swept for b in parts(state, other)):
            return refuse("charge.barred-by-unit", BARRED, unit=unit.id, other=other.id)
    for piece in ground(state).shut:
        if overlapped(piece, swept):
            return refuse("charge.barred-by-ground", BARRED, unit=unit.id, piece=piece.id)
    if not all(on_table(state, shape) for shape in swept):
        return refuse("charge.off-table", EDGE_OF_TABLE, unit=unit.id)
    return None


def on_table(state: State, shape: Polygon) -> bool:
    """Whether an outline lies wholly on the table."""
    wide, deep = state.table.width, state.table.depth
    return all(-SLACK <= p.x <= wide + SLACK and -SLACK <= p.y <= deep + SLACK for p in shape)


def is_clear(state: State, unit: Unit, target: Unit) -> bool:
    """Whether a body would stand on nobody, on no closed ground and within the table (KEN-MOV-48)."""
    mine = stood(state, unit)
    others = (o for o in state.fielded() if o.id not in (unit.id, target.id) and not o.building)
    if any(overlaps(a, b) for o in others for a in mine for b in parts(state, o)):
        return False
    if unit.id != target.id and any(overlaps(a, b) for a in mine for b in stood(state, target)):
        return False
    return all(on_table(state, a) for a in mine) and not any(overlapped(p, mine) for p in ground(state).shut)


def refuse_pivot(state: State, found: Aim, with_move: str) -> Refusal | None:
    """Why a plain charge cannot pivot: it stands further than 5 cm from its target (KEN-CHG-55)."""
    if with_move or not found.pivot or closer_than(state, found.start, found.foe, STOPS):
        return None
    return refuse("charge.needs-pivot", PIVOTS, unit=found.start.id, target=found.foe.id)
