"""Where a charge leads: the way, the first contact, the edge that is hit, and the place flush against it.

All lengths are 1/100 mm, angles 1/100 degree.  A place along an edge is counted from its middle to the right of the
unit that lies against it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from app.engine.formations import Formation, Step, after, arc_length, footprint, spot, swept
from app.engine.geometry import Point, Polygon, distance
from app.engine.geometry import outline as sides_of
from app.engine.refusals import Refusal, refuse
from app.engine.shapes import SLACK, Local, apart, clip, convex_parts, overlaps, seen_from
from app.engine.table import Table
from app.engine.trig import SCALE, TURN, bearing
from app.systems.daimyo.book import c, cm, table
from app.systems.daimyo.measure import ground_of, has_sides, zone
from app.systems.daimyo.moving.costs import ahead, allowance, spend
from app.systems.daimyo.moving.ground.cover import behind
from app.systems.daimyo.moving.ground.terrain import Patch, grounds, is_on_table
from app.systems.daimyo.moving.slide import OBSTACLE
from app.systems.daimyo.moving.travel import enemy_leaders
from app.systems.daimyo.state import LeaderId, State, Unit

REACH, FAR_OFF, PATH, ROOM = c("DAI-CHG-07"), c("DAI-CHG-01"), c("DAI-CHG-08"), c("DAI-CHG-26")
FIGURES = table("charging")["charge"]
WHEEL, SLIDE, EDGE = int(FIGURES["wheel"]) * 100, cm(FIGURES["slide"]), cm(FIGURES["edge"])
FAR = 1_000_000
"""So far does what lies beyond an edge of the table reach: 10 m."""
HALF_TURN = TURN // 2
INWARD = {"front": HALF_TURN, "right": TURN - 9_000, "rear": 0, "left": 9_000}
"""How a unit faces that lies against an edge, from the facing of the unit that is hit."""
SIDES = ("front", "right", "rear", "left")


class Edge(NamedTuple):
    """An edge to lie against: its middle, how the attacker faces there, which part of it stands, where files begin.

    ``low`` and ``high`` bound the part of it that has stands; ``mark`` is the corner from which files are counted.
    """

    name: str
    middle: Point
    inward: int
    low: int
    high: int
    mark: int


class Contact(NamedTuple):
    """First contact of a straight way: how far it is, the place touched, and where on the front edge that is."""

    after: int
    place: Point
    right: int


class Way(NamedTuple):
    """The way of a charge: what its wheel and its straight part use of how much, what they sweep and cross.

    ``length`` is that of the whole; ``across`` are obstacles that are fought across, not crossed (DAI-MEL-30).
    """

    wheel: int
    wheeled: Formation
    straight: int
    length: int
    used: int
    allowed: int
    sweep: tuple[Polygon, ...]
    crossed: tuple[str, ...]
    across: tuple[str, ...]


class Impact(NamedTuple):
    """A charge that reaches its target.

    ``zone`` of the target in which the charger is, ``edge`` that it hits; ``met`` is the charger at first contact,
    ``end`` flush; ``slid`` how far it slid along the edge; ``leaders`` enemy leaders in the way.
    """

    way: Way
    zone: str
    edge: str
    met: Formation
    end: Formation
    slid: int
    leaders: tuple[LeaderId, ...]


def impact(state: State, unit: Unit, target: Unit, wheel: int, side: str = "") -> Impact | Refusal:
    """Where a charge with this wheel leads, or why not into its target (DAI-CHG-07, -08, -19, -26).

    ``side`` is the edge to be hit where it is not that of the zone the charger is in.
    """
    wide = refuse("charge.wheel", PATH, angle=abs(wheel), most=WHEEL) if abs(wheel) > WHEEL else None
    met = first_contact(wheeled(unit, wheel), ground_of(state, target))
    if met is None:
        return wide or refuse("charge.misses", REACH, unit=unit.id, target=target.id)
    way = way_of(state, unit, target, wheel, met.after)
    if way.used > way.allowed + SLACK:
        return refuse("charge.too-far", FAR_OFF, target=target.id, used=way.used, allowed=way.allowed)
    return wide or refuse_way(state, unit, target, way) or _aligned(state, unit, target, met, side, way)


def _aligned(state: State, unit: Unit, target: Unit, met: Contact, side: str, way: Way) -> Impact | Refusal:
    where = zone(target, unit.at)
    hit = edge_of(state, target, side or where, met, way.wheeled.facing)
    place = flush(state, unit, target, way.wheeled, met, hit, way.across)
    if place is None:
        return refuse("charge.no-room", ROOM, unit=unit.id, target=target.id)
    end, slid = place
    return Impact(way, where, hit.name, after(way.wheeled, Step("forward", met.after)), end, slid,
                  leaders_in(state, unit, (*way.sweep, footprint(end))))  # fmt: skip


def wheeled(unit: Unit, wheel: int) -> Formation:
    """A unit after its wheel, if any."""
    return after(unit.formation, Step("wheel", wheel)) if wheel else unit.formation


def way_of(state: State, unit: Unit, target: Unit, wheel: int, straight: int) -> Way:
    """A wheel and so far straight ahead towards a target, with what it costs (DAI-CHG-08; no road helps: MOV-08)."""
    body, across = unit.formation, defended(state, unit, target)
    used, crossed, sweep = 0, list[str](), list[Polygon]()
    if wheel:
        turn = Step("wheel", wheel)
        spent = spend(state, unit, body, turn)
        used = spent.cost - OBSTACLE * sum(piece in across for piece in spent.crossed)
        crossed += spent.crossed
        sweep += swept(body, turn)
    start = wheeled(unit, wheel)
    ground = grounds(state, unit, start)
    line = ahead(ground._replace(obstacles=_without(ground.obstacles, across)), start, start.facing)
    sweep += swept(start, Step("forward", straight)) if straight else ()
    crossed += line.pieces(straight)
    met = tuple(piece for piece in dict.fromkeys(crossed) if piece not in across)
    length = arc_length(start.width, wheel) + straight
    return Way(wheel, start, straight, length, used + line.cost(straight), allowance(state, unit, "charge"),
               tuple(sweep), met, across)  # fmt: skip


def _without(patches: tuple[Patch, ...], pieces: tuple[str, ...]) -> tuple[Patch, ...]:
    return tuple(patch for patch in patches if patch.piece not in pieces)


# -- the way ---------------------------------------------------------------------------------


def first_contact(body: Formation, ground: Polygon) -> Contact | None:
    """Where a formation that goes straight ahead first touches an outline; ``None`` if it never does or only grazes."""
    half = body.width * SCALE // 2
    if not _ahead(body, ground, half - SLACK * SCALE):
        return None
    found = _ahead(body, ground, half)
    near = min(place.ahead for place in found)
    rights = [place.right for place in found if place.ahead <= near + SLACK * SCALE]
    ahead, right = near // SCALE, (min(rights) + max(rights)) // (2 * SCALE)
    return Contact(ahead, spot(body.at, body.facing, right, ahead), right)


def _ahead(body: Formation, ground: Polygon, half: int) -> list[Local]:
    """What of an outline lies straight ahead of a formation, up to so far to either side of its middle."""
    found: list[Local] = []
    for part in convex_parts(ground):
        places = clip(seen_from(body.at, body.facing, part), 1, 0, -half)
        places = clip(places, -1, 0, -half) if places else []
        found += clip(places, 0, 1, 0) if places else []
    return found


def refuse_way(state: State, unit: Unit, target: Unit, way: Way) -> Refusal | None:
    """What a charge may not sweep over: another unit, ground closed to it, the edge of the table (DAI-CHG-26)."""
    whole = tuple(point for s in way.sweep for point in s)
    for other in state.fielded():
        if other.id in (unit.id, target.id) or not whole or apart(whole, ground_of(state, other), 0):
            continue
        if any(overlaps(s, ground_of(state, other)) for s in way.sweep):
            return refuse("charge.barred-by-unit", ROOM, unit=unit.id, other=other.id)
    for patch in closed(state, unit, target, way.wheeled, way.across):
        if any(overlaps(s, patch.outline) for s in way.sweep):
            return refuse("charge.barred-by-ground", ROOM, unit=unit.id, piece=patch.piece, kind=patch.kind)
    off = not all(is_on_table(state, s) for s in way.sweep)
    return refuse("charge.off-table", ROOM, unit=unit.id) if off else None


def closed(state: State, unit: Unit, target: Unit, body: Formation, across: tuple[str, ...]) -> tuple[Patch, ...]:
    """Ground closed to a charge, its target's building and what is fought across left out (DAI-CHG-26, DAI-MEL-30)."""
    return _without(grounds(state, unit, body).closed, (*across, target.building))


def leaders_in(state: State, unit: Unit, sweep: Sequence[Polygon]) -> tuple[LeaderId, ...]:
    """Unattached enemy leaders whom the sweep touches; they do not bar it (DAI-CHG-26, DAI-LDR-10)."""
    return tuple(dict.fromkeys(id for shape in sweep for id in enemy_leaders(state, unit, shape)))


def defended(state: State, unit: Unit, target: Unit) -> tuple[str, ...]:
    """Obstacles a target defends: it is close behind them, and they are between (DAI-MOV-34, DAI-MEL-30)."""
    return tuple(dict.fromkeys(p.piece for p in behind(state, target, unit))) if target.on_table else ()


# -- the edge --------------------------------------------------------------------------------


def edge_of(state: State, target: Unit, side: str, met: Contact, facing: int) -> Edge:
    """The edge that is hit: that of a side of the target, or the one reached where it has no sides (DAI-CHG-19)."""
    if has_sides(target):
        return _edges(target.formation)[side]
    found = [_plain_edge(a, b) for a, b in sides_of(_clockwise(ground_of(state, target)))]
    return min(found, key=lambda edge: (off_edge(edge, met.place) > SLACK, turn_between(edge.inward, facing)))


def _edges(body: Formation) -> dict[str, Edge]:
    corners = list(sides_of(footprint(body)))
    return {name: _edge(body, name, *corners[i]) for i, name in enumerate(SIDES)}


def _edge(body: Formation, name: str, a: Point, b: Point) -> Edge:
    size = body.width if name in ("front", "rear") else body.depth
    low, high = -(size // 2), size // 2
    last = body.number - (body.ranks - 1) * body.files
    if last < body.files and name == "rear":
        high = low + last * body.across
    if last < body.files and name == "right":
        low += body.deep
    mark = -(size // 2) if name == "left" else size // 2
    return Edge(name, _middle(a, b), (body.facing + INWARD[name]) % TURN, low, high, mark)


def _plain_edge(a: Point, b: Point) -> Edge:
    half = distance(a, b) // 2
    return Edge("side", _middle(a, b), (bearing(b.x - a.x, b.y - a.y) + 9_000) % TURN, -half, half, half)


def _clockwise(ground: Polygon) -> Polygon:
    area = sum(a.x * b.y - b.x * a.y for a, b in sides_of(ground))
    return ground if area > 0 else ground[::-1]


def _middle(a: Point, b: Point) -> Point:
    return Point((a.x + b.x) // 2, (a.y + b.y) // 2)


def off_edge(edge: Edge, place: Point) -> int:
    """How far a place lies off an edge, 1/100 mm; on its line beyond its ends that counts too."""
    (at,) = seen_from(edge.middle, edge.inward, (place,))
    right = at.right // SCALE
    return abs(at.ahead) // SCALE + max(0, right - edge.high, edge.low - right)


def turn_between(a: int, b: int) -> int:
    """The angle between two facings, 0 to 180 degrees."""
    angle = (a - b) % TURN
    return min(angle, TURN - angle)


# -- the place against the edge ----------------------------------------------------------------


def flush(
    state: State, unit: Unit, target: Unit, body: Formation, met: Contact, edge: Edge, across: tuple[str, ...] = ()
) -> tuple[Formation, int] | None:
    """Where the charger comes to lie against an edge, and how far it slid; ``None`` if there is no room (DAI-CHG-26).

    It turns about the place touched, slides up to 2 cm so that stands face stands, and where that place is taken by
    the least that frees it.
    """
    (touched,) = seen_from(edge.middle, edge.inward, (met.place,))
    half = body.width // 2
    turned = touched.right // SCALE - met.right
    most, least = edge.high + half - EDGE, edge.low - half + EDGE
    start = max(least, min(most, turned))
    shut = tuple(patch.outline for patch in closed(state, unit, target, body, across))
    taken = list(taken_along(state, unit, body, edge, shut))
    for place in _places(start, half, body.across, edge.mark, taken):
        if least <= place <= most and not any(low < place < high for low, high in taken):
            return body._replace(at=spot(edge.middle, edge.inward, place, 0), facing=edge.inward), place - turned
    return None


def _places(start: int, half: int, across: int, mark: int, taken: Sequence[tuple[int, int]]) -> list[int]:
    """Places to try: where stands face stands, then those nearest to it that a taken stretch leaves."""
    first = start + (mark + half - start) % across
    facing = sorted((first, first - across), key=lambda place: (abs(place - start), place))
    square = [place for place in facing if abs(place - start) <= SLIDE]
    wanted = square[0] if square else start
    ends = (place for low, high in taken for place in (low - SLACK, high + SLACK))
    others = sorted((start, *ends), key=lambda place: (abs(place - wanted), place))
    return [*square, *others]


def taken_along(
    state: State, unit: Unit, body: Formation, edge: Edge, shut: tuple[Polygon, ...]
) -> Iterator[tuple[int, int]]:
    """Stretches along an edge where the middle of a unit cannot lie: units, closed ground, off the table."""
    units = (ground_of(state, other) for other in state.fielded() if other.id != unit.id)
    for shape in (*units, *shut, *beyond(state.table)):
        for part in convex_parts(shape):
            if (found := _stretch(part, body, edge)) is not None:
                yield found


def beyond(ground: Table) -> tuple[Polygon, ...]:
    """What lies off the table, to its four sides."""
    east, south = ground.width, ground.depth
    sides = ((-FAR, -FAR, 0, FAR), (east, -FAR, FAR, FAR), (-FAR, -FAR, FAR, 0), (-FAR, south, FAR, FAR))
    return tuple((Point(w, n), Point(e, n), Point(e, s), Point(w, s)) for w, n, e, s in sides)


def _stretch(part: Polygon, body: Formation, edge: Edge) -> tuple[int, int] | None:
    """Where along the edge the charger would overlap a convex shape: its middle strictly between two places."""
    places = clip(seen_from(edge.middle, edge.inward, part), 0, 1, (SLACK - body.depth) * SCALE)
    places = clip(places, 0, -1, SLACK * SCALE) if places else []
    if not places:
        return None
    half, rights = body.width // 2 - SLACK, [place.right for place in places]
    return min(rights) // SCALE - half, -(-max(rights) // SCALE) + half
