"""Paths worth trying: towards foes, cover, objects and the own edge; the same luck gives the same path."""

from __future__ import annotations

from collections.abc import Iterator

from app.engine.geometry import INCH, Base, Point, overlap, rotate, towards
from app.engine.luck import Luck
from app.engine.paths import Path, clip, first_contact
from app.systems.ronin.book import CONTACT, EPSILON
from app.systems.ronin.flows.walk import (
    CLEAR,
    allowance,
    bodily_causes,
    full_allowance,
    is_legal,
    refuse_path,
    touched_at,
    walked,
)
from app.systems.ronin.measure import engaged_with, is_wavering
from app.systems.ronin.scenarios import centre
from app.systems.ronin.state import Model, State
from app.systems.ronin.terrain import kind_of

TURNS = 16
"""How many directions a sure path is looked for in."""
NUDGE = 2 * CONTACT
"""How far a path is drawn back from where it would be too near."""


def goals(state: State, me: Model) -> tuple[Point, ...]:
    """Places a player would make for: foes, cover, things to take, the middle, the own edge."""
    foes = [foe.at for foe in state.foes_of(me)]
    things = [i.at for i in state.items if not i.carrier] + [b.at for b in state.bodies]
    cover = [middle(p.outline) for p in state.table.pieces if kind_of(p).cover != "none"]
    return (*foes, *foes, *things, *cover, centre(state), edge_point(state, me))


def middle(points: Path) -> Point:
    """The mean of some points."""
    return Point(sum(p.x for p in points) // len(points), sum(p.y for p in points) // len(points))


def edge_point(state: State, me: Model) -> Point:
    """The point of its own edge straight before a model."""
    edge = state.side(me.seat).edge
    places = {
        "north": Point(me.at.x, me.radius), "south": Point(me.at.x, state.table.depth - me.radius),
        "west": Point(me.radius, me.at.y), "east": Point(state.table.width - me.radius, me.at.y),
    }  # fmt: skip
    return places.get(edge, me.at)


def propose(state: State, me: Model, how: str, rng: Luck, start: Point | None = None) -> Path:
    """A path towards some goal, stopped where the rules would stop it; it need not be legal."""
    here = start or me.at
    goal = rng.choice(goals(state, me)) if rng.randrange(0, 4) else wander(here, rng)
    reach = allowance(state, me.id, how, (here,))[0]
    goal = goal if goal != here else wander(here, rng)
    if how == "withdraw" and (foes := engaged_with(state, me)):
        goal = rotate(towards(me.at, foes[0].at, -reach), rng.randrange(0, 9000) - 4500, me.at)
    path = clip((here, goal), reach)
    path = clip(path, allowance(state, me.id, how, path)[0])
    path = stopped(state, me, how, path)
    share = (4, 4, 3, 2)[rng.randrange(0, 4)]
    return path if share == 4 or ends_in_contact(state, me, path) else clip(path, first_leg(path) * share // 4)


def wander(here: Point, rng: Luck) -> Point:
    """A point somewhere about."""
    return rotate(Point(here.x, here.y - 12 * INCH), rng.randrange(0, 36000), here)


def first_leg(path: Path) -> int:
    """The length of a straight path."""
    return walked(path)


def stopped(state: State, me: Model, how: str, path: Path) -> Path:
    """The path cut off where an enemy stops it: in contact when it may engage, short of him when not."""
    engages = how in ("normal", "ride-by", "follow") and not is_wavering(state, me)
    reach = CLEAR if how in ("run", "gallop") else CONTACT
    ends = [(at, foe) for foe in state.foes_of(me) if (at := first_contact(path, me.radius, foe.base, reach))]
    if ends:
        at = min(at for at, _ in ends)
        path = clip(path, at + EPSILON if engages else max(0, at - NUDGE))
    return clear_of_friends(state, me, path)


def clear_of_friends(state: State, me: Model, path: Path) -> Path:
    """The path drawn back until its end lies on no base."""
    for _ in range(4):
        end = Base(path[-1], me.radius)
        hit = [m for m in state.standing() if m.id != me.id and overlap(end, m.base)]
        at = first_contact(path, me.radius, hit[0].base) if hit else None
        if not at:
            return path
        path = clip(path, at - EPSILON)
    return path


def ends_in_contact(state: State, me: Model, path: Path) -> bool:
    """Whether the path engages somebody."""
    return bool(touched_at(state, me, path))


def steps(state: State, me: Model, how: str, start: Point | None = None) -> Iterator[Path]:
    """Straight paths in all directions, long and short, the likeliest first."""
    here = start or me.at
    full = full_allowance(me, how)
    half = full // 2
    lengths: tuple[int, ...] = (INCH, INCH // 2, INCH // 4, half, half * 3 // 4, half // 2)
    lengths = lengths if bodily_causes(me) else (*lengths, full, full * 3 // 4)
    if how == "withdraw":
        lengths = (half, full, half * 3 // 4, half // 4) if not bodily_causes(me) else (half, half * 3 // 4, half // 4)
    foes = engaged_with(state, me) if me.on_table else ()
    away = [towards(me.at, foe.at, -INCH) for foe in foes]
    first = (
        Point(sum(p.x for p in away) // len(away), sum(p.y for p in away) // len(away))
        if away
        else edge_point(state, me)
    )
    first = first if first != here else Point(here.x, here.y - INCH)
    for length in lengths:
        for turn in range(TURNS):
            way = rotate(first, (turn + 1) // 2 * (-1) ** turn * (36000 // TURNS), here)
            yield (here, towards(here, way, length))


def sure(state: State, me: Model, how: str) -> tuple[Path, ...]:
    """A legal path, if one is found: the first of all directions tried."""
    found = (path for path in steps(state, me, how) if path[1] != path[0] and is_legal(state, me, path, how))
    first = next(found, None)
    return () if first is None else (first,)


def follow_paths(state: State, me: Model, foe: Model) -> tuple[Path, ...]:
    """Legal ways back into contact with a model that stepped away, the straightest first."""
    span = me.radius + foe.radius
    found = []
    for turn in range(TURNS):
        aim = rotate(towards(foe.at, me.at, span + CONTACT // 2), (turn + 1) // 2 * (-1) ** turn * 1500, foe.at)
        path = (me.at, aim)
        if me.at != aim and refuse_path(state, me.id, path, "follow") is None:
            found.append(path)
            break
    return tuple(found)


def spots_around(centre_: Point, reach: int) -> tuple[Point, ...]:
    """Places on a circle about a point."""
    return tuple(rotate(Point(centre_.x, centre_.y - reach), turn * (36000 // TURNS), centre_) for turn in range(TURNS))
