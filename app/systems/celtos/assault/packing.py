"""How many models of a unit come into contact: places about enemies, the server's packing, the test of an answer.

Both the packing and the test look at the same places, every few degrees round each enemy that may be touched, and
reach them by the same paths (CEL-ASL-12).  All lengths are in 1/100 mm.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import isqrt

from msgspec import Struct

from app.engine.geometry import Base, Point, distance2, towards
from app.engine.groups import Paths
from app.engine.paths import Path, length
from app.engine.refusals import Refusal, refuse
from app.engine.same import Same
from app.engine.table import inside
from app.engine.trig import SCALE, TURN, heading
from app.systems.celtos.book import c, table
from app.systems.celtos.measure import HALF, MM, SPREAD, in_contact, link_of, overlaps, units_touched, within
from app.systems.celtos.moving.errands import Errand, allowance
from app.systems.celtos.moving.paths.coherency import refuse_ends
from app.systems.celtos.moving.paths.detour import shortest_into
from app.systems.celtos.moving.paths.judging import refuse_paths
from app.systems.celtos.moving.paths.legs import first_fault
from app.systems.celtos.moving.scene import Scene, scene
from app.systems.celtos.state import Model, State, Unit, UnitId

LARGEST, SHORTEST, PACKED = c("CEL-ASL-04"), c("CEL-ASL-07"), c("CEL-ASL-12")
FIGURES = table("assault")["packing"]
EVERY = FIGURES["degrees"] * 100
HEADINGS = tuple(heading(angle) for angle in range(0, TURN, EVERY))
DETOURS = 4
"""For each model so many hidden places, the nearest ones, are looked at by a way round."""
RINGS = (9, 5, 1)
"""How far behind another, in tenths of a link, a model that follows is tried."""


class Packing(Struct, frozen=True):
    """Paths of a unit and the models they leave in contact, in the order of the list."""

    paths: dict[str, Path]
    contacts: tuple[str, ...]


class Field(Struct, frozen=True):
    """What does not change while a unit is packed: who may be touched, and the places about them."""

    now: Scene
    errand: Errand
    foes: tuple[Model, ...]
    places: dict[int, tuple[tuple[Point, Base], ...]]
    """By the radius of the model to be placed: each place nobody else stands on, with the enemy it is against."""
    known: dict[tuple[str, Point], bool]
    """What was found out already about straight ways."""
    rounds: dict[tuple[str, Point], Path | None]
    """What was found out already about ways round."""


def combat_of(state: State, unit: Unit, named: UnitId | None = None) -> tuple[UnitId, ...]:
    """Enemy units in one combat with the named one, itself included, or with this unit (CEL-ASL-04, CEL-ASL-08).

    Units in contact with each other are in the same combat, and so are all that such contacts link.
    """
    found = [state.unit(named)] if named else list(units_touched(state, unit))
    for member in found:
        found += [u for u in units_touched(state, member) if u not in found]
    return tuple(u.id for u in state.units.values() if u in found and u.seat != unit.seat)


def errand_of(state: State, unit: UnitId, target: UnitId | None) -> Errand:
    """The assault move upon a named unit, or the pile-in of a unit in contact (CEL-ASL-03, CEL-ASL-07, CEL-ASL-08)."""
    touching = tuple(u for u in combat_of(state, state.unit(unit), target) if u != target)
    return Errand("assault" if target else "pile-in", unit, target, touching)


def field_of(state: State, errand: Errand) -> Field:
    """The places of this errand; asked again of the same state they are not looked for again."""
    return _field(Same(state), errand)


@lru_cache(maxsize=8)
def _field(same: Same[State], errand: Errand) -> Field:
    now = scene(same.it, errand.unit)
    foes = tuple(foe for foe in now.foes if errand.may_touch(foe.unit))
    radii = dict.fromkeys(m.radius for m in now.mine)
    return Field(now, errand, foes, {r: tuple(_places(now, foes, errand, r)) for r in radii}, {}, {})


def _places(now: Scene, foes: Sequence[Model], errand: Errand, radius: int) -> Iterator[tuple[Point, Base]]:
    """Each place round each enemy where a base of this radius stands on nobody and touches nobody it must not."""
    for foe in foes:
        span = foe.radius + radius
        close = [m for m in now.rest if m is not foe and within(m.base, foe.base, 2 * radius)]
        barred = [m for m in close if m.seat != now.unit.seat and not errand.may_touch(m.unit)]
        kept_off = [(m.at, (radius + m.radius - HALF) ** 2) for m in close]
        for right, down in HEADINGS:
            at = Point(foe.at.x + _part(right * span), foe.at.y + _part(down * span))
            base = Base(at, radius)
            if any(distance2(at, there) < square for there, square in kept_off) or not inside(now.table, base):
                continue
            if not any(in_contact(now.state, base, m.base) for m in barred):
                yield at, foe.base


def _part(figure: int) -> int:
    return (2 * figure + SCALE) // (2 * SCALE)


# -- what an answer comes to ---------------------------------------------------------


def ends_of(models: Sequence[Model], paths: Paths) -> dict[str, Base]:
    """Where each model ends."""
    return {m.id: Base(paths[m.id][-1] if m.id in paths else m.at, m.radius) for m in models}


def contacts(field: Field, paths: Paths) -> tuple[str, ...]:
    """The models these paths leave in contact with an enemy that may be touched, in the order of the list."""
    ends = ends_of(field.now.mine, paths)
    return tuple(id for id, end in ends.items() if meets(field, end, field.foes))


def meets(field: Field, end: Base, foes: Sequence[Model]) -> bool:
    """Whether a base is in contact with any of these."""
    x, y = end.at
    close = (foe for foe in foes if abs(foe.at.x - x) + abs(foe.at.y - y) < 3 * (foe.radius + end.radius))
    return any(in_contact(field.now.state, end, foe.base) for foe in close)


def refuse_packing(state: State, errand: Errand, paths: Paths, packed: Packing) -> Refusal | None:
    """Why these paths, legal each for itself, do not bring the largest possible number into contact.

    CEL-ASL-04, CEL-ASL-12; in an assault the first model must come by the shortest way (CEL-ASL-07).
    """
    field = field_of(state, errand)
    if errand.how == "assault" and (no := refuse_first(field, paths)):
        return no
    if left := left_out(field, paths):
        return refuse("assault.left-out", LARGEST, model=left[0].id)
    given, best = len(contacts(field, paths)), len(packed.contacts)
    return refuse("assault.too-few", PACKED, given=given, packed=best) if given < best else None


def refuse_first(field: Field, paths: Paths) -> Refusal | None:
    """Why none of the models came into contact by its own shortest way (CEL-ASL-07)."""
    ends = ends_of(field.now.mine, paths)
    if any(held(field, m) for m in field.now.mine):
        return None
    walked = [m for m in field.now.mine if m.id in paths and meets(field, ends[m.id], named_of(field))]
    if not walked:
        return refuse("assault.no-contact", SHORTEST, target=str(field.errand.target))
    ways = [(m, way) for m in walked if (way := direct(field, m)) is not None]
    if len(ways) < len(walked) or any(length(paths[m.id]) <= length(way) + MM for m, way in ways):
        return None
    first, way = min(ways, key=lambda pair: length(pair[1]))
    return refuse("assault.not-shortest", SHORTEST, model=first.id, used=length(paths[first.id]), shortest=length(way))


def held(field: Field, me: Model) -> bool:
    """Whether a model is in contact already and stays there (CEL-ASL-05, CEL-ASL-13)."""
    return meets(field, me.base, field.now.foes)


def named_of(field: Field) -> list[Model]:
    """The models of the unit named in the assault."""
    return [foe for foe in field.foes if foe.unit == field.errand.target]


def left_out(field: Field, paths: Paths) -> tuple[Model, Path] | None:
    """A model without contact that could still reach a free place, and its path (CEL-ASL-04)."""
    mine, within_ = field.now.mine, contacts(field, paths)
    ends = ends_of(mine, paths)
    for me in (m for m in mine if m.id not in within_):
        others = [end for id, end in ends.items() if id != me.id]
        spots = {id: end.at for id, end in ends.items()}
        if way := way_in(field, me, others, together(field, spots, me)):
            return me, way
    return None


def together(field: Field, spots: Mapping[str, Point], me: Model) -> Callable[[Point], bool]:
    """Whether the unit stays as coherent as it must if this model ends at a place (CEL-MOV-11, CEL-MOV-15)."""
    return lambda at: refuse_ends(field.now.mine, {**spots, me.id: at}) is None


# -- ways to places ------------------------------------------------------------------


def is_legal(field: Field, me: Model, path: Path) -> bool:
    """Whether this path is legal for this model, its comrades' ends apart."""
    return first_fault(field.now, me, path, field.errand) is None


def is_straight(field: Field, me: Model, at: Point) -> bool:
    """Whether the straight way to a place is legal."""
    if (me.id, at) not in field.known:
        field.known[me.id, at] = is_legal(field, me, (me.at, at))
    return field.known[me.id, at]


def way_round(field: Field, me: Model, at: Point) -> Path | None:
    """A legal way to a place round what is in the way, if one is found."""
    if (me.id, at) not in field.rounds:
        field.rounds[me.id, at] = shortest_into(field.now.state, me, at, field.errand)
    return field.rounds[me.id, at]


def way_in(field: Field, me: Model, others: Sequence[Base], fits: Callable[[Point], bool]) -> Path | None:
    """The way to the nearest free place this model can reach: straight, else round what is in the way."""
    hidden: list[tuple[int, Point]] = []
    for at, foe in nearby(field, me):
        if any(overlaps(Base(at, me.radius), other) for other in others):
            continue
        if not faces_away(me.at, at, foe.at) and is_straight(field, me, at):
            if fits(at):
                return me.at, at
        else:
            hidden.append((round_about(me.at, at, foe.at, foe.radius + me.radius), at))
    far = allowance(field.now.state, me, field.errand) + HALF
    for _, at in sorted(row for row in hidden if row[0] <= far)[:DETOURS]:
        way = way_round(field, me, at)
        if way is not None and fits(at):
            return way
    return None


def nearby(field: Field, me: Model) -> list[tuple[Point, Base]]:
    """The places no farther from a model than it may move, the nearest first."""
    far = (allowance(field.now.state, me, field.errand) + HALF) ** 2
    rows = [(distance2(me.at, at), at, foe) for at, foe in field.places[me.radius]]
    return [(at, foe) for square, at, foe in sorted(rows) if square <= far]


def faces_away(start: Point, at: Point, foe: Point) -> bool:
    """Whether a straight way to a place on an enemy's edge would come through that enemy."""
    return (at.x - start.x) * (foe.x - at.x) + (at.y - start.y) * (foe.y - at.y) < -MM * MM


def round_about(start: Point, at: Point, foe: Point, span: int) -> int:
    """No way to this place round this enemy is shorter: to where it touches the enemy's rim, and on."""
    wx, wy, square = start.x - foe.x, start.y - foe.y, distance2(start, foe)
    if square <= span * span:
        return isqrt(distance2(start, at))
    reach = isqrt(square - span * span)
    rims = (Point(foe.x + (span * span * wx - side * span * reach * wy) // square,
                  foe.y + (span * span * wy + side * span * reach * wx) // square) for side in (1, -1))  # fmt: skip
    return reach + min(isqrt(distance2(rim, at)) for rim in rims)


def direct(field: Field, me: Model) -> Path | None:
    """The shortest legal way of one model into contact with the named unit (CEL-ASL-07)."""
    far = allowance(field.now.state, me, field.errand) + HALF
    named = named_of(field)
    for foe in sorted(named, key=lambda foe: distance2(me.at, foe.at)):
        span = me.radius + foe.radius
        if distance2(me.at, foe.at) > (far + span) ** 2:
            break
        path = (me.at, towards(foe.at, me.at, span))
        if not on_somebody(field, me, path[-1]) and is_legal(field, me, path):
            return path
    return way_in(field, me, (), lambda at: meets(field, Base(at, me.radius), named))


def on_somebody(field: Field, me: Model, at: Point) -> bool:
    """Whether a model of another unit stands where this one would end."""
    base = Base(at, me.radius)
    return any(overlaps(base, m.base) for m in field.now.rest)


# -- the server's packing ------------------------------------------------------------


def can_reach(state: State, errand: Errand) -> bool:
    """Whether some model of the unit has a legal way into contact with the named unit (CEL-ASL-06)."""
    now = scene(state, errand.unit)
    named = state.living(errand.target or "")
    far = max((allowance(state, m, errand) for m in now.mine), default=0) + MM
    if not any(within(m.base, foe.base, far) for m in now.mine for foe in named):
        return False
    field = field_of(state, errand)
    return any(direct(field, m) is not None for m in now.mine)


def pack(state: State, errand: Errand) -> Packing:
    """The server's own moves: legal, and nobody left out who could still come; empty where nobody can (CEL-ASL-12)."""
    field = field_of(state, errand)
    if errand.how == "pile-in":
        return settle(field, {})
    for first in opened(field):
        for rest in (grown, follow, alongside):
            paths = rest(field, first)
            if paths is not None and is_whole(field, paths):
                return settle(field, paths)
    return Packing({}, ())


def is_whole(field: Field, paths: Paths) -> bool:
    """Whether these paths are legal all together."""
    return refuse_paths(field.now.state, paths, field.errand) is None


def settle(field: Field, paths: dict[str, Path]) -> Packing:
    """The paths, and one more model brought into contact again and again while there is one."""
    while found := left_out(field, paths):
        paths = {**paths, found[0].id: found[1]}
    return Packing(paths, contacts(field, paths))


def opened(field: Field) -> list[dict[str, Path]]:
    """The first in contact: whom a counter-charge has brought there, else each model by rising length of its way."""
    already: dict[str, Path] = {m.id: (m.at,) for m in field.now.mine if held(field, m)}
    if already:
        return [already]
    ways: list[tuple[int, int, dict[str, Path]]] = [
        (length(way), i, {me.id: way}) for i, me in enumerate(field.now.mine) if (way := direct(field, me))
    ]
    return [first for _, _, first in sorted(ways, key=lambda row: row[:2])]


def grown(field: Field, first: dict[str, Path]) -> dict[str, Path] | None:
    """As many as can come into contact near each other, by rising length of way, and the others following."""
    paths = dict(first)
    rest = [m for m in field.now.mine if m.id not in paths]
    for me in sorted(rest, key=lambda m: min((distance2(m.at, foe.at) for foe in field.foes), default=0)):
        placed = [Base(paths[m.id][-1], m.radius) for m in field.now.mine if m.id in paths]
        if way := way_in(field, me, placed, linked(field, me, placed)):
            paths[me.id] = way
    return follow(field, paths)


def linked(field: Field, me: Model, placed: Sequence[Base]) -> Callable[[Point], bool]:
    """Whether a place keeps to those already placed (CEL-MOV-10)."""
    link = link_of(field.now.mine)

    def keeps(at: Point) -> bool:
        base = Base(at, me.radius)
        return any(within(base, p, link) for p in placed) and all(within(base, p, SPREAD) for p in placed)

    return keeps


def follow(field: Field, paths: dict[str, Path]) -> dict[str, Path] | None:
    """The paths with those of all the others: who keeps the link stays, the rest close up; ``None`` if one cannot."""
    left = [m for m in field.now.mine if m.id not in paths]
    paths = dict(paths)
    while left:
        placed = [Base(paths[m.id][-1], m.radius) for m in field.now.mine if m.id in paths]
        found = next(((m, way) for m in left if (way := stays(field, m, placed))), None)
        found = found or next(((m, way) for m in left if (way := closes_up(field, m, placed))), None)
        if found is None:
            return None
        paths[found[0].id] = found[1]
        left.remove(found[0])
    return {id: way for id, way in paths.items() if len(way) > 1}


def alongside(field: Field, first: dict[str, Path]) -> dict[str, Path] | None:
    """The paths with all others shifted as the first was: a unit that began apart need not close up (CEL-MOV-11)."""
    way = next(iter(first.values()))
    x, y = way[-1].x - way[0].x, way[-1].y - way[0].y
    shifted: dict[str, Path] = {m.id: (m.at, Point(m.at.x + x, m.at.y + y)) for m in field.now.mine}
    return {id: path for id, path in {**shifted, **first}.items() if len(path) > 1 and (x or y)}


def stays(field: Field, me: Model, placed: Sequence[Base]) -> Path | None:
    """To stay, where that keeps the link."""
    free = not any(overlaps(me.base, p) for p in placed)
    return (me.at,) if free and linked(field, me, placed)(me.at) else None


def closes_up(field: Field, me: Model, placed: Sequence[Base]) -> Path | None:
    """The shortest straight way found to a place that keeps the link with those already placed."""
    link, keeps, others = (
        link_of(field.now.mine),
        linked(field, me, placed),
        [*placed, *(m.base for m in field.now.rest)],
    )
    far = (allowance(field.now.state, me, field.errand) + HALF) ** 2
    for mate in sorted(placed, key=lambda p: distance2(me.at, p.at))[:DETOURS]:
        spans = [mate.radius + me.radius + link * tenths // 10 for tenths in RINGS]
        spots = [towards(mate.at, me.at, span) for span in spans]
        spots += [Point(mate.at.x + _part(to.x * span), mate.at.y + _part(to.y * span))
                  for span in spans for to in HEADINGS[::3]]  # fmt: skip
        for at in sorted((at for at in spots if distance2(me.at, at) <= far), key=lambda at: distance2(me.at, at)):
            free = not any(overlaps(Base(at, me.radius), o) for o in others)
            if free and keeps(at) and is_straight(field, me, at):
                return me.at, at
    return None
