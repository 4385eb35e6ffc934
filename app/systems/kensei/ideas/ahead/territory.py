"""Which quarter of the table a side goes for, and who stays to hold those it has (KEN-SCN-05)."""

from __future__ import annotations

from app.engine.events import Seat
from app.engine.geometry import CM, Point
from app.engine.thoughts import apart, mean
from app.systems.kensei.army import Unit
from app.systems.kensei.measure import centre
from app.systems.kensei.scenarios.figures import quarters
from app.systems.kensei.scenarios.victory import koku, quarter, steady
from app.systems.kensei.state import State

INSIDE = 12 * CM
"""So far inside its lines a unit stands in a quarter."""


def ground_for(state: State, unit: Unit) -> Point:
    """Where a unit has to stand: where it is, if its quarter would be lost without it; else in the quarter its side
    goes for, no farther in than it must."""
    bound, aim = settled(state, unit.seat)
    return centre(state, unit) if unit.id in bound else inside(state, aim, centre(state, unit))


def inside(state: State, n: int, here: Point) -> Point:
    """The place in a quarter that is nearest to another."""
    north_west, _, south_east, _ = quarters(state)[n]
    return Point(min(south_east.x - INSIDE, max(north_west.x + INSIDE, here.x)),
                 min(south_east.y - INSIDE, max(north_west.y + INSIDE, here.y)))  # fmt: skip


def settled(state: State, seat: Seat) -> tuple[frozenset[str], int]:
    """The units that hold the quarters of a side, no more than it takes, and the quarter that is taken next."""
    key = ("quarters", seat)
    if key not in state.memo:
        state.memo[key] = _settled(state, seat)
    found: tuple[frozenset[str], int] = state.memo[key]
    return found


def _settled(state: State, seat: Seat) -> tuple[frozenset[str], int]:
    where: dict[str, int | None] = {u.id: quarter(state, u) for u in state.fielded() if not u.fleeing}
    mine, theirs = (koku_by(state, one, where) for one in (seat, state.other(seat)))
    short = [n for n in range(4) if mine[n] <= theirs[n]]
    middle = mean([centre(state, u) for u in state.fielded(seat)] or [quarters(state)[0][2]])
    aim = min(short or range(4), key=lambda n: (theirs[n] - mine[n], apart(inside(state, n, middle), middle), n))
    bound: set[str] = set()
    for n in range(4):
        kept = 0
        here = [u for u in state.fielded(seat) if where.get(u.id) == n] if mine[n] > theirs[n] else []
        for unit in sorted(here, key=lambda u: (-apart(centre(state, u), inside(state, aim, centre(state, u))), u.id)):
            if kept <= theirs[n]:
                bound.add(unit.id)
                kept += worth_of(state, unit)
    return frozenset(bound), aim


def koku_by(state: State, seat: Seat, where: dict[str, int | None]) -> list[int]:
    """The Koku a side has in each quarter."""
    found = [0, 0, 0, 0]
    for unit in steady(state, seat):
        at = where.get(state.body(unit).id)
        if at is not None:
            found[at] += koku(unit)
    return found


def worth_of(state: State, unit: Unit) -> int:
    """The Koku of a unit and of those in it."""
    return koku(unit) + sum(koku(one) for one in state.inside(unit.id))
