"""Questions about a state: distances, contact, coherency, who may be asked.

Distances are taken between the nearest points of two bases and rounded to the nearest millimetre (CEL-GEN-04).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import isqrt

from app.engine.events import Seat
from app.engine.geometry import Base, Point, Polygon, distance2, point_segment_within
from app.engine.paths import beside
from app.engine.table import Table
from app.systems.celtos.book import cm, table
from app.systems.celtos.state import RADII, Model, State, Unit

MM = 100
HALF = MM // 2
COHERENCY = table("movement")["coherency"]
NEAR = 2 * max(RADII.values()) + MM
"""No two bases touch, be it across a low obstacle, where the middle of one is further than this from the other."""
LINK, LOOSE_LINK, SPREAD = cm(COHERENCY["link"]), cm(COHERENCY["skirmishers"]), cm(COHERENCY["spread"])


def within(a: Base, b: Base, reach: int) -> bool:
    """Whether two bases are at most ``reach`` (whole millimetres, in 1/100 mm) apart once rounded (CEL-GEN-04)."""
    span = a.radius + b.radius + reach + HALF
    return distance2(a.at, b.at) < span * span


def apart(a: Base, b: Base) -> int:
    """The distance between two bases in 1/100 mm, rounded to the nearest millimetre, 0 at least (CEL-GEN-04)."""
    return max(0, (isqrt(distance2(a.at, b.at)) - a.radius - b.radius + HALF) // MM * MM)


def touch(a: Base, b: Base) -> bool:
    """Whether two bases are in contact: a distance of 0 (CEL-GEN-04)."""
    return within(a, b, 0)


def overlaps(a: Base, b: Base) -> bool:
    """Whether two bases lie on each other by more than rounding allows (CEL-GEN-04)."""
    span = a.radius + b.radius - HALF
    return distance2(a.at, b.at) < span * span


def near_point(base: Base, point: Point, reach: int) -> bool:
    """Whether a point is at most ``reach`` from a base's edge once rounded (CEL-SCN-08)."""
    return within(base, Base(point, 0), reach)


def nearest(mine: Sequence[Model], theirs: Sequence[Model]) -> int | None:
    """The smallest distance between models of two groups in 1/100 mm; ``None`` if one is empty."""
    least: dict[int, tuple[int, Base, Base]] = {}
    for a in [m.base for m in mine]:
        (ax, ay), ar = a
        for b in [m.base for m in theirs]:
            (bx, by), br = b
            square = (ax - bx) * (ax - bx) + (ay - by) * (ay - by)
            if ar + br not in least or square < least[ar + br][0]:
                least[ar + br] = (square, a, b)
    return min((apart(a, b) for _, a, b in least.values()), default=None)


def link_of(models: Sequence[Model]) -> int:
    """How near the models of this unit must stay to each other (CEL-MOV-10, CEL-ABL-15)."""
    return LOOSE_LINK if models and all(m.has("skirmishers") for m in models) else LINK


def linked_groups(bases: Sequence[Base], link: int) -> list[list[int]]:
    """The groups that links of this length join, each as places in ``bases``; the largest first (CEL-MOV-11)."""
    left, found = list(range(len(bases))), list[list[int]]()
    while left:
        group, ahead = [left[0]], [left.pop(0)]
        while ahead:
            here = bases[ahead.pop()]
            joined = [i for i in left if within(here, bases[i], link)]
            left = [i for i in left if i not in joined]
            group += joined
            ahead += joined
        found.append(sorted(group))
    return sorted(found, key=lambda g: (-len(g), g[0]))


def is_coherent(bases: Sequence[Base], link: int) -> bool:
    """Whether these bases form one linked group, none further apart than the spread allows (CEL-MOV-10, -11)."""
    if len(linked_groups(bases, link)) > 1:
        return False
    return all(within(a, b, SPREAD) for i, a in enumerate(bases) for b in bases[i + 1 :])


def in_coherency(state: State, unit: Unit) -> bool:
    """Whether a unit is in coherency now."""
    models = state.living(unit)
    return is_coherent([m.base for m in models], link_of(models))


def size_of(state: State, unit: Unit) -> int:
    """The size most of its living models have; on a tie the smaller (CEL-PRO-18)."""
    sizes = [m.size for m in state.living(unit)]
    return min(sorted(set(sizes)), key=lambda s: (-sizes.count(s), s))


# -- half ---------------------------------------------------------------------------


def now_and_start(state: State, unit: Unit) -> tuple[int, int]:
    """Living models and those of the start; of an Individual the wounds (CEL-MOR-02, -03, -17)."""
    models = [state.models[id] for id in unit.models]
    if unit.individual:
        return sum(m.wounds for m in models if m.on_table), sum(m.start_wounds for m in models)
    return sum(m.on_table for m in models), len(models)


def below_half(state: State, unit: Unit) -> bool:
    """Whether less than half is left, strictly (CEL-GEN-10)."""
    now, start = now_and_start(state, unit)
    return 2 * now < start


# -- who is asked -------------------------------------------------------------------


def others(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Every other player in seat order, from the next one on (CEL-GEN-11, CEL-INI-05)."""
    return state.seats_from(seat)[1:]


# -- contact ------------------------------------------------------------------------


@lru_cache(maxsize=64)
def low_lines(ground: Table) -> tuple[tuple[Point, Point], ...]:
    """The sides of the low obstacles on a table, each as its two ends (CEL-TER-08)."""
    low = [piece.outline for piece in ground.pieces if table("terrain")[piece.kind].get("movement") == "low"]
    return tuple(side for line in low for side in pairwise(line))


def faces_across(p: Point, q: Point, a: Base, b: Base) -> bool:
    """Whether two bases are against the same side of a low obstacle, directly opposite each other (CEL-TER-08).

    Directly opposite: across it, and set off along it by no more than the smaller radius.
    """
    ex, ey, least = q.x - p.x, q.y - p.y, min(a.radius, b.radius)
    one, other = (ex * (base.at.y - p.y) - ey * (base.at.x - p.x) for base in (a, b))
    if one * other >= 0:
        return False
    along = ex * (b.at.x - a.at.x) + ey * (b.at.y - a.at.y)
    against = all(point_segment_within(base.at, p, q, base.radius + HALF - 1) for base in (a, b))
    return against and along * along <= least * least * (ex * ex + ey * ey)


def in_contact(state: State, a: Base, b: Base) -> bool:
    """Whether two bases are in contact, be it across a low obstacle (CEL-GEN-04, CEL-PRO-21, CEL-TER-08)."""
    if touch(a, b):
        return True
    near = within(a, b, min(a.radius, b.radius))
    return near and any(faces_across(p, q, a, b) for p, q in low_lines(state.table))


def faces_along(line: Polygon, a: Base, b: Base) -> bool:
    """Whether two bases face each other so across any side of a line (CEL-TER-08)."""
    return any(faces_across(p, q, a, b) for p, q in pairwise(line))


def touched_by(state: State, me: Model) -> tuple[Model, ...]:
    """Enemies this model is in base contact with, in seat and list order (CEL-PRO-20)."""
    near = foes_near((me.base,), state.foes_of(me.seat))
    return tuple([foe for foe in near if in_contact(state, me.base, foe.base)])


def in_combat(state: State, unit: Unit) -> bool:
    """Whether any of its models touches an enemy (CEL-PRO-21)."""
    return bool(_touched(state, unit))


def _touched(state: State, unit: Unit) -> tuple[str, ...]:
    """The enemy units in contact with this one; found once while nobody moves."""
    known = state.stand.touched
    if unit.id not in known:
        mine = [m.base for m in state.living(unit)]
        near = foes_near(mine, state.foes_of(unit.seat))
        known[unit.id] = tuple([foe.unit for foe in near if any(in_contact(state, base, foe.base) for base in mine)])
    return known[unit.id]


def foes_near(mine: Sequence[Base], foes: Sequence[Model]) -> list[Model]:
    """The enemies that are not surely too far to touch any of these bases."""
    return beside(tuple(base.at for base in mine), NEAR, foes) if mine else []


def units_touched(state: State, unit: Unit) -> tuple[Unit, ...]:
    """Enemy units in contact with this one, in seat and list order (CEL-CBT-01)."""
    touched = _touched(state, unit)
    return tuple([u for u in state.enemies_of(unit.seat) if u.id in touched]) if touched else ()
