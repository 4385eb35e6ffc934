"""Where units stand: their bases, footprints, zones, arcs and the distances between them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from msgspec.structs import replace

from app.engine.formations import Formation, block, spot, stands
from app.engine.geometry import Point, Polygon, distance2
from app.engine.shapes import SLACK, gap, hull, seen_from, within
from app.engine.table import Terrain
from app.engine.trig import SCALE
from app.systems.kensei.army import Unit
from app.systems.kensei.state import State

Parts = tuple[Polygon, ...]


def strength(state: State, unit: Unit) -> int:
    """Models of a unit, characters in it counted."""
    return len(unit.models) + len(state.inside(unit.id))


def formation(state: State, unit: Unit) -> Formation:
    """How a unit in ranks stands: characters have the first places (KEN-TYP-40)."""
    number = max(1, strength(state, unit))
    return Formation(unit.at, unit.facing, max(1, min(unit.files, number)), number, unit.base_width, unit.base_depth)


def bases(state: State, unit: Unit) -> Parts:
    """The base of every model: of a formation rank by rank from the front, characters first; of a character in a
    unit his own."""
    key = ("bases", unit.id)
    if state.units.get(unit.id) is not unit:
        return _bases(state, unit)
    if key not in state.places:
        state.places[key] = _bases(state, unit)
    found: Parts = state.places[key]
    return found


def _bases(state: State, unit: Unit) -> Parts:
    if unit.host:
        host = state.units[unit.host]
        ids = [one.id for one in state.inside(host.id)]
        return (bases(state, host)[ids.index(unit.id)],)
    if unit.ranked:
        return stands(formation(state, unit))
    return tuple(base_at(unit, model.at) for model in unit.models)


def base_at(unit: Unit, at: Point, facing: int | None = None) -> Polygon:
    """The base of one of its models that stands about a place, front left corner first."""
    look = unit.facing if facing is None else facing
    return block(spot(at, look, 0, unit.base_depth // 2), look, unit.base_width, unit.base_depth)


def parts(state: State, unit: Unit) -> Parts:
    """Convex outlines that together are what a unit covers: full ranks and a short one, each base in loose order, or
    the Construction it occupies."""
    key = ("parts", unit.id)
    if state.units.get(unit.id) is not unit:
        return _parts(state, unit)
    if key not in state.places:
        state.places[key] = _parts(state, unit)
    found: Parts = state.places[key]
    return found


def _parts(state: State, unit: Unit) -> Parts:
    if unit.building:
        return (piece_of(state, unit.building).outline,)
    if unit.host or not unit.ranked:
        return _bases(state, unit)
    return blocks(formation(state, unit))


@lru_cache(maxsize=8192)
def blocks(body: Formation) -> Parts:
    """The full ranks of a formation as one outline, and its short rear rank as another."""
    full, over = divmod(body.number, body.files)
    whole = (block(body.at, body.facing, body.width, full * body.deep),) if full else ()
    if not over:
        return whole
    left = (over - body.files) * body.across // 2
    at = spot(body.at, body.facing, left, -full * body.deep)
    return (*whole, block(at, body.facing, over * body.across, body.deep))


def footprint(state: State, unit: Unit) -> Polygon:
    """The outline drawn for a unit: its rectangle (front left, front right, rear right, rear left), the hull of its
    bases in loose order, or its Construction."""
    if unit.building:
        return piece_of(state, unit.building).outline
    if unit.ranked and not unit.host:
        body = formation(state, unit)
        return block(body.at, body.facing, body.width, body.depth)
    return hull(tuple(point for base in bases(state, unit) for point in base))


def centre(state: State, unit: Unit) -> Point:
    """The middle of its footprint; of loose models the mean of their places."""
    if unit.building:
        return middle(piece_of(state, unit.building).outline)
    if unit.host:
        return middle(bases(state, unit)[0])
    if unit.ranked:
        return formation(state, unit).centre
    return middle(tuple(model.at for model in unit.models))


def middle(points: Iterable[Point]) -> Point:
    """The mean of some places."""
    found = tuple(points)
    n = len(found)
    return Point((2 * sum(p[0] for p in found) + n) // (2 * n), (2 * sum(p[1] for p in found) + n) // (2 * n))


def piece_of(state: State, id: str) -> Terrain:
    """The piece of terrain of this id."""
    return next(piece for piece in state.table.pieces if piece.id == id)


@lru_cache(maxsize=32768)
def between(a: Parts, b: Parts) -> int:
    """The shortest distance between two sets of outlines in 1/100 mm."""
    return min(gap(one, other) for one in a for other in b)


def distance(state: State, a: Unit, b: Unit) -> int:
    """From unit to unit, between the two nearest bases, in 1/100 mm."""
    return between(parts(state, a), parts(state, b))


def is_within(state: State, a: Unit, b: Unit, reach: int) -> bool:
    """Whether two units are within so many 1/100 mm, the end included."""
    return any(within(one, other, reach) for one in parts(state, a) for other in parts(state, b))


def closer(a: Parts, b: Parts, reach: int) -> bool:
    """Whether two sets of outlines are nearer than ``reach`` by more than the slack: exactly that far is not
    (KEN-CHG-04)."""
    return any(within(one, other, reach - 2 * SLACK) for one in a for other in b)


def all_wounds(state: State, unit: Unit) -> int:
    """Wounds left of a unit and the characters in it."""
    return unit.wounds_left + sum(one.wounds_left for one in state.inside(unit.id))


def zone_of(state: State, unit: Unit, place: Point) -> str:
    """In which zone of a unit in ranks a place lies: front, left, right, rear, or an oblique such as front-left
    (KEN-CHG-20)."""
    body = formation(state, unit)
    (seen,) = seen_from(body.at, body.facing, (place,))
    slack, half = SLACK * SCALE, body.width * SCALE // 2
    along = "front" if seen.ahead > slack else "rear" if seen.ahead < -body.depth * SCALE - slack else ""
    across = "left" if seen.right < -half - slack else "right" if seen.right > half + slack else ""
    return "-".join(filter(None, (along, across))) or "front"


def in_front(unit: Unit, place: Point) -> bool:
    """Whether a place lies in the 180 degrees ahead of a formation's front edge; loose models look all around
    (KEN-LOS-04 to KEN-LOS-06)."""
    if unit.building or not unit.ranked:
        return True
    (seen,) = seen_from(unit.at, unit.facing, (place,))
    return seen.ahead >= -SLACK * SCALE


def placed(unit: Unit, at: Point, facing: int, files: int = 0) -> Unit:
    """The unit as it would stand elsewhere in ranks."""
    return replace(unit, at=at, facing=facing % 36_000, files=files or unit.files)


def spread(unit: Unit, spots: Iterable[Point]) -> Unit:
    """The unit as it would stand elsewhere in loose order."""
    models = tuple(replace(model, at=at) for model, at in zip(unit.models, spots, strict=True))
    return replace(unit, models=models)


def nearest_model(state: State, unit: Unit, other: Unit) -> int:
    """The number of its model (characters first in ranks) whose base is nearest to another unit."""
    theirs = parts(state, other)
    found = bases(state, unit)
    return min(range(len(found)), key=lambda n: (between((found[n],), theirs), n))


def nearer(a: Point, b: Point, to: Point) -> bool:
    """Whether the first place is nearer to a third than the second."""
    return distance2(a, to) < distance2(b, to)
