"""Line of sight (topic LOS): who sees whom, in plan view, past whom and what.

A line runs from one of the eight points of the base of a model that looks to one of those of a model looked at
(KEN-LOS-08).  Of a formation the front rank looks, ahead of its front edge; what is in a Construction looks from its
walls and is seen there only in the turn in which it shot (KEN-TER-40 to KEN-TER-42).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from app.engine.geometry import Point, Polygon, distance2
from app.engine.refusals import Refusal, refuse
from app.engine.shapes import SLACK, hull, seen_from
from app.engine.trig import SCALE
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c, cm, table
from app.systems.kensei.ground.standing import DEEP, EDGE, hill, stands_in
from app.systems.kensei.ground.terrain import Piece, ground, standing_on
from app.systems.kensei.measure import Parts, bases, formation, in_front, parts
from app.systems.kensei.sight.rays import (
    Framed,
    are_apart,
    eight,
    frame,
    framed,
    is_all_hidden,
    is_free,
    is_inside,
    met,
    open_places,
    outer,
    points,
    reaches_into,
    rim_of,
    solid,
    walls_off,
)
from app.systems.kensei.state import Earlier, State

SIGHT, ARC, OCCUPANTS, DARK = c("KEN-LOS-08"), c("KEN-LOS-04"), c("KEN-TER-40"), c("KEN-TER-30")
FAR: int = cm(table("shots")["forest"]["sight"])
"""So far one sees in Deep Forest (KEN-TER-30)."""
LOOKS_BACK = 8
"""What was known of sight is taken over from no further back than so many moves."""
Bases = tuple[Polygon, ...]


class Wood(NamedTuple):
    """A wood as a pair of units stands to it: its outlines, whether those looked at show at its Edge, and which of
    their points are inside it."""

    parts: tuple[Polygon, ...]
    shows: bool
    inside: frozenset[Point]


class Scene(NamedTuple):
    """All on which the sight between two units rests: the bases that look and are looked at, what may be in the way.

    ``front``: a place and facing ahead of which lines run, if the lookers stand in ranks.  ``far``: lines are no
    longer, if that is limited.
    """

    lookers: Bases
    targets: Bases
    front: tuple[Point, int] | None
    walls: tuple[Polygon, ...]
    woods: tuple[Wood, ...]
    far: int


# -- who looks from where -------------------------------------------------------------


def lookers(state: State, unit: Unit) -> Bases:
    """The bases from which a unit looks: its front rank, every loose model, a character's own, the walls around it."""
    body = state.body(unit)
    if body.building:
        return parts(state, body)
    if unit.host or not unit.ranked:
        return bases(state, unit)
    return bases(state, unit)[: formation(state, unit).files]


def targets(state: State, unit: Unit) -> Bases:
    """The bases at which a unit is looked: those of all its models, or the walls around it."""
    body = state.body(unit)
    return parts(state, body) if body.building else bases(state, unit)


def front_of(state: State, unit: Unit) -> tuple[Point, int] | None:
    """The front edge ahead of which a unit in ranks, and a character in it, looks (KEN-LOS-04)."""
    body = state.body(unit)
    return (body.at, body.facing) if body.ranked and not body.building else None


# -- what is in the way ---------------------------------------------------------------


def scene(state: State, a: Unit, b: Unit, others: Iterable[Framed] | None = None) -> Scene:
    """All that the sight of one unit on another rests on; ``others``: the bodies that may be in the way, if known."""
    mine, theirs = lookers(state, a), targets(state, b)
    ends = around(mine), around(theirs)
    high = hill(state, a) is not None
    pieces = (framed(part) for piece in standing(state, a, b, high=high) for part in walls_of(piece))
    found = [*(() if high else bodies(state, a, b) if others is None else others), *pieces]
    far = FAR if is_deep(state, a) else 0
    room = hull(ends[0] + ends[1])
    walls = tuple(wall for wall, *_ in met(room, found))
    return Scene(mine, theirs, front_of(state, a), walls, woods(state, b, room, theirs), far)


@lru_cache(maxsize=8192)
def around(shapes: Bases) -> Polygon:
    """The hull of some bases."""
    return hull(tuple(p for base in shapes for p in base))


def bodies(state: State, a: Unit, b: Unit) -> Iterator[Framed]:
    """What other units on the table cover (KEN-LOS-07, KEN-LOS-10); those in Constructions are behind walls."""
    mine = (state.body(a).id, state.body(b).id)
    return (one for id, one in all_bodies(state) if id not in mine)


def standing(state: State, a: Unit, b: Unit, *, high: bool) -> Iterator[Piece]:
    """The pieces that hide what is behind them (KEN-LOS-12); from a Hill few do (KEN-TER-95)."""
    held = (state.body(a).building, state.body(b).building)
    for piece in ground(state).blocks:
        if piece.id not in held and not (high and is_overlooked(piece)):
            yield piece
    for piece in ground(state).hills:
        if not any(is_up(state, unit, piece) for unit in (a, b)):
            yield piece


def walls_of(piece: Piece) -> tuple[Polygon, ...]:
    """What of a piece stops lines: its outline, or every stretch of its line."""
    return tuple(wall for part in piece.parts for wall in solid(part))


def is_overlooked(piece: Piece) -> bool:
    """Whether a Unit on a Hill sees over a piece: over all but Large Constructions and Very High walls (KEN-TER-95)."""
    return piece.kind.sight == "blocks" and piece.kind.building != "large"


def is_up(state: State, unit: Unit, piece: Piece) -> bool:
    """Whether a unit, or one of its models, stands on a Hill, so that it does not look through it (KEN-TER-13)."""
    body = state.body(unit)
    if body.building:
        return False
    return standing_on(piece, bases(state, body)) > 0


def is_deep(state: State, unit: Unit) -> bool:
    """Whether a unit is in Deep Forest."""
    return any(stands_in(state, unit, wood) == DEEP for wood in ground(state).woods)


def woods(state: State, b: Unit, room: Polygon, theirs: Bases) -> tuple[Wood, ...]:
    """The woods in or near the room between two units, and how those looked at stand to each (KEN-TER-32)."""
    near = [piece for piece in ground(state).woods if met(room, (framed(piece.outline),))]
    return tuple(wood_of(state, b, piece, theirs) for piece in near)


def wood_of(state: State, b: Unit, piece: Piece, theirs: Bases) -> Wood:
    """One wood, as those who are looked at stand to it; nobody in a Construction stands in it."""
    shapes, edge = solid(piece.outline), frame(around(theirs))
    far = bool(state.body(b).building) or all(are_apart(edge, frame(shape)) for shape in shapes)
    inside = frozenset(p for p in ([] if far else points(theirs)) if is_inside(shapes, p))
    return Wood(shapes, bool(inside) and stands_in(state, b, piece) == EDGE, inside)


# -- lines ----------------------------------------------------------------------------


@lru_cache(maxsize=8192)
def is_seen(scene: Scene) -> bool:
    """Whether any point of the bases looked at is seen."""
    return not is_closed(scene) and _sees_any(scene)


@lru_cache(maxsize=32768)
def is_open(scene: Scene) -> bool:
    """Whether a line is free: none where one thing hides all, else one of a few plain ones or any."""
    return not is_closed(scene) and (plainly(scene) or _sees_any(scene))


def _sees_any(scene: Scene) -> bool:
    left = ahead(scene, points(scene.targets))
    if not left:
        return False
    # Who stands at an end of the front sees past most of what hides the middle.
    walls, corners = shut(scene), outer(scene.targets)
    places = points((scene.lookers[-1], *scene.lookers))
    return any(not is_all_hidden(at, corners, walls) and visible(scene, at, left) for at in places)


def is_closed(scene: Scene) -> bool:
    """Whether one thing hides all."""
    return walls_off(shut(scene), outer(scene.lookers), outer(scene.targets))


def shut(scene: Scene) -> list[Framed]:
    """What no line runs through: the walls, and woods in which there is neither who looks nor who is looked at."""
    places = points(scene.lookers)
    woods = (wood.parts for wood in scene.woods
             if not wood.inside and not any(is_inside(wood.parts, p) for p in places))  # fmt: skip
    return [framed(wall) for wall in chain(scene.walls, *woods)]


def ahead(scene: Scene, places: Iterable[Point]) -> list[Point]:
    """Those of some places that are in the arc of who looks (KEN-LOS-04)."""
    return in_sight_of(scene.front, places)


def in_sight_of(front: tuple[Point, int] | None, places: Iterable[Point]) -> list[Point]:
    """Those of some places that are ahead of a front edge, if there is one."""
    found = list(places)
    if front is None:
        return found
    seen = seen_from(*front, found)
    return [place for place, local in zip(found, seen, strict=True) if local.ahead >= -SLACK * SCALE]


def visible(scene: Scene, at: Point, places: list[Point]) -> list[Point]:
    """Those of some places to which a line from ``at`` is free."""
    if scene.far:
        places = [place for place in places if distance2(at, place) <= (scene.far + SLACK) ** 2]
    places = open_places(at, places, map(framed, scene.walls))
    for wood in scene.woods:
        places = through(wood, at, places)
    return places


def through(wood: Wood, at: Point, places: list[Point]) -> list[Point]:
    """The places a wood does not hide from one that looks.

    From inside one sees 15 cm through the trees, and out.  From outside one sees neither what is in the wood, unless
    its unit shows at the Edge, nor what is beyond (KEN-TER-25, KEN-TER-26, KEN-TER-101).
    """
    if is_inside(wood.parts, at):
        return [p for p in places if p not in wood.inside or distance2(at, p) <= (FAR + SLACK) ** 2]
    shown = [p for p in places if p in wood.inside] if wood.shows else []
    return [*shown, *open_places(at, [p for p in places if p not in wood.inside], map(framed, wood.parts))]


# -- between units --------------------------------------------------------------------


def sees(state: State, a: Unit, b: Unit) -> bool:
    """Whether one unit or character sees another: one of its models at least one of theirs (KEN-LOS-09)."""
    one, other = state.body(a), state.body(b)
    if one.id == other.id or (one.building and one.building == other.building):
        return True
    if is_shut_in(state, other):
        return False
    if state.units.get(a.id) is not a or state.units.get(b.id) is not b:
        return looks(state, a, b)
    sights = state.sights
    if sights.origin:
        look_back(state, *sights.origin)
    key = (str(a.id), str(b.id))
    if key not in sights.found:
        sights.found[key] = still_known(state, a, b) or (looks(state, a, b), None)
    return sights.found[key][0]


def look_back(state: State, before: State, moved: tuple[str, ...]) -> None:
    """What was known of sight before some units moved can be taken over, pair by pair as it is asked for."""
    hosts = (host for at in (before, state) for id in moved if id in at.units and (host := at.units[id].host))
    changed = dict.fromkeys((*moved, *hosts))
    there = (shape for at in (before, state) for id in changed for shape in covered(at, id))
    older = before.sights.earlier and before.sights.earlier.cut(LOOKS_BACK - 1)
    state.sights.origin = None
    state.sights.earlier = Earlier(before.sights.found, frozenset(changed), tuple(there), older)


def still_known(state: State, a: Unit, b: Unit) -> tuple[bool, Polygon | None] | None:
    """What was known of the sight between two and still holds: neither has moved since, nor anybody between them."""
    ends, there = (a.id, b.id, state.body(a).id, state.body(b).id), list[Polygon]()
    earlier = state.sights.earlier
    while earlier is not None and earlier.moved.isdisjoint(ends):
        there += earlier.there
        if (known := earlier.found.get((str(a.id), str(b.id)))) is not None:
            room = known[1] or room_between(state, a, b)
            rim = rim_of(room)
            return None if any(reaches_into(shape, room, rim) for shape in there) else (known[0], room)
        earlier = earlier.older
    return None


def covered(state: State, id: str) -> Iterator[Polygon]:
    """What a unit covers that may be in the way of others."""
    unit = state.units.get(id)
    if unit is not None and unit.on_table and not unit.host and not unit.building:
        for shape in parts(state, unit):
            yield from solid(shape)


def room_between(state: State, a: Unit, b: Unit) -> Polygon:
    """The outline in which every line from one unit to the other runs."""
    return hull(around(lookers(state, a)) + around(targets(state, b)))


def looks(state: State, a: Unit, b: Unit) -> bool:
    """Whether a line is free; none is to what is wholly behind a front."""
    front = front_of(state, a)
    if front is not None:
        seen = seen_from(*front, around(targets(state, b)))
        if not any(local.ahead >= -SLACK * SCALE for local in seen):
            return False
    return is_open(scene(state, a, b))


def plainly(found: Scene) -> bool:
    """Whether one of a few lines is free and touches no wood; otherwise nothing is said."""
    starts = [eight(base)[len(base)] for base in some(found.lookers)]
    ends = [] if found.far else ahead(found, nearest_of(found.targets, starts[0]))
    walls = [framed(wall) for wall in (*found.walls, *(part for wood in found.woods for part in wood.parts))]
    return any(is_free(start, end, walls) for start in starts for end in ends)


def nearest_of(shapes: Bases, at: Point) -> list[Point]:
    """The middles of edges nearest to a place, of a few of some bases."""
    return [min(eight(base)[len(base) :], key=lambda p: distance2(p, at)) for base in some(shapes)]


def all_bodies(state: State) -> tuple[tuple[str, Framed], ...]:
    """What every unit on the table covers, with its id; worked out once for a state."""
    key = ("bodies", "")
    if key not in state.places:
        units = [unit for unit in state.fielded() if not unit.building]
        state.places[key] = tuple((str(u.id), framed(one)) for u in units for part in parts(state, u)
                                  for one in solid(part))  # fmt: skip
    found: tuple[tuple[str, Framed], ...] = state.places[key]
    return found


def some(shapes: Bases) -> Bases:
    """The first, the middle and the last of some bases."""
    return tuple(shapes[n] for n in dict.fromkeys((len(shapes) // 2, 0, len(shapes) - 1)))


def is_shut_in(state: State, body: Unit) -> bool:
    """Whether a Construction hides its occupants: all but those who shot from inside this turn (KEN-TER-42)."""
    return bool(body.building) and body.fired_inside != max(1, state.turn)


def observers(state: State, a: Unit, b: Unit) -> Bases:
    """The bases of a unit from which it sees another; all that look if none does (KEN-LOS-08)."""
    whole = scene(state, a, b)
    found = tuple(base for base in whole.lookers if is_seen(whole._replace(lookers=(base,))))
    return found or whole.lookers


def refuse_sight(state: State, a: Unit, b: Unit) -> Refusal | None:
    """Why a unit does not see another: it is inside, outside the arc, too deep in the trees, or something hides it."""
    if sees(state, a, b):
        return None
    if is_shut_in(state, state.body(b)):
        return refuse("sight.inside", OCCUPANTS, unit=a.id, target=b.id)
    if not any(in_front(state.body(a), p) for base in targets(state, b) for p in base):
        return refuse("sight.arc", ARC, unit=a.id, target=b.id)
    return refuse("sight.dark" if is_deep(state, a) else "sight.hidden", DARK if is_deep(state, a) else SIGHT,
                  unit=a.id, target=b.id)  # fmt: skip


def shapes_of(state: State, unit: Unit) -> Parts:
    """What of a unit can be looked at, as outlines."""
    return targets(state, unit)
