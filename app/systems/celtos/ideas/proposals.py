"""Moves worth trying: the whole unit by one shift towards enemies, objectives and cover, cut to what is legal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import chain

from app.engine.domains import Spot
from app.engine.events import Seat
from app.engine.geometry import CM, Point, Polygon, distance, distance2, rotate, towards
from app.engine.groups import Paths
from app.engine.luck import Luck
from app.engine.paths import Path
from app.engine.same import Same
from app.engine.table import Edge
from app.systems.celtos.book import cm
from app.systems.celtos.ground.terrain import kind_of
from app.systems.celtos.measure import MM, in_contact
from app.systems.celtos.moving.errands import Errand, allowance
from app.systems.celtos.moving.paths.costs import path_cost
from app.systems.celtos.moving.paths.judging import path_fault, refuse_paths
from app.systems.celtos.moving.paths.legs import entry_edges
from app.systems.celtos.moving.scene import Scene, scene
from app.systems.celtos.scenarios.figures import scenario
from app.systems.celtos.state import Model, State

PARTS = 4
"""A shift is tried whole, then by this many steps shorter."""
BENDS = (0, 3000, -3000, 6000, -6000)
"""Turns of a shift that are tried where it finds no room, in 1/100 degree."""
AWAY = ("evade",)
FAR = 60 * CM
STEP, COARSE, RANK = 3 * CM, 9 * CM, 8
THIRDS = 3
WANTED = 3
"""So many legal places for a unit are looked for."""
STRIDES = (7, 11, 13, 17, 19)
ONE_BY_ONE = ("counter-charge", "assault", "pile-in")


def propose(state: State, errand: Errand, rng: Luck) -> Paths:
    """Paths of a whole unit towards something worth it; they need not be legal."""
    now = scene(state, errand.unit)
    if errand.way.enters:
        return enter_block(now, errand, rng.randrange(0, 2), rng.randrange(0, 1000), rng.randrange(0, 3))
    if errand.how in ONE_BY_ONE:
        return nearing(now, errand)
    aim = rng.choice(aims(now, errand)) if rng.randrange(0, 8) else wander(now, rng)
    return shifted(now, errand, aim, rng.choice((PARTS, PARTS, PARTS, PARTS // 2)))


def sure(state: State, errand: Errand) -> tuple[Paths, ...]:
    """Legal moves of a unit: one towards its likeliest goal, and to stay; of one that comes on, the first found."""
    return _sure(Same(state), errand)


@lru_cache(maxsize=16)
def _sure(same: Same[State], errand: Errand) -> tuple[Paths, ...]:
    now = scene(same.it, errand.unit)
    if errand.way.enters:
        return first_entry(now, errand)
    best = nearing(now, errand) if errand.how in ONE_BY_ONE else shifted(now, errand, aims(now, errand)[0], PARTS)
    return (best, {}) if best else ({},)


def first_entry(now: Scene, errand: Errand) -> tuple[Paths, ...]:
    """A legal way on, if one is found along either edge."""
    for at in range(0, 1000, 50):
        for edge in (0, 1):
            paths = enter_block(now, errand, edge, (at + 500) % 1000, 0)
            if refuse_paths(now.state, paths, errand) is None:
                return (paths,)
    return ()


# -- where to -----------------------------------------------------------------------


def aims(now: Scene, errand: Errand) -> tuple[Point, ...]:
    """Places a player would make for, the likeliest first: the target, enemies by nearness, objectives, cover."""
    here = centre(now)
    if errand.target is not None and (target := now.state.living(errand.target)):
        foe = min(target, key=lambda m: distance2(m.at, here)).at
        return (towards(here, foe, -FAR) if errand.how in AWAY else foe,)
    foes = by_nearness(here, [m.at for m in now.foes])
    things = goals(now.state, now.unit.seat)
    cover = by_nearness(here, [middle(p.outline) for p in now.table.pieces if kind_of(p).cover != "none"])
    out = [beyond(now, edge) for edge in now.exits]
    return (*out, *out, *out, *foes[:6], *things, *things, *cover[:2], middle_of(now))


def by_nearness(here: Point, places: list[Point]) -> list[Point]:
    """These places, the nearest first."""
    return sorted(places, key=lambda at: (distance2(at, here), at))


def middle_of(now: Scene) -> Point:
    """The middle of the table."""
    return Point(now.table.width // 2, now.table.depth // 2)


def beyond(now: Scene, edge: Edge) -> Point:
    """The place straight over an edge by which the unit may leave."""
    here, wide, deep = centre(now), now.table.width, now.table.depth
    places = {"north": Point(here.x, 0), "south": Point(here.x, deep), "west": Point(0, here.y),
              "east": Point(wide, here.y)}  # fmt: skip
    return places[edge]


def centre(now: Scene) -> Point:
    """The place of the model in the middle of the list."""
    return now.mine[len(now.mine) // 2].at


def middle(points: Path) -> Point:
    """The mean of some points."""
    return Point(sum(p.x for p in points) // len(points), sum(p.y for p in points) // len(points))


def wander(now: Scene, rng: Luck) -> Point:
    """A place somewhere about."""
    here = centre(now)
    return rotate(Point(here.x, here.y - 20 * CM), rng.randrange(0, 36_000), here)


# -- one shift for all ----------------------------------------------------------------


def shifted(now: Scene, errand: Errand, aim: Point, parts: int) -> Paths:
    """The unit moved by one shift towards a place, as far as it is legal; empty if it is nowhere."""
    here = centre(now)
    most = min(allowance(now.state, m, errand) for m in now.mine)
    length = min(most, max(0, distance(here, aim)))
    for turn in BENDS:
        goal = rotate(towards(here, aim, length), turn, here)
        whole = Point(goal.x - here.x, goal.y - here.y)
        for part in range(parts, 0, -1):
            paths = by(now, Point(whole.x * part // PARTS, whole.y * part // PARTS))
            if paths and refuse_paths(now.state, paths, errand) is None:
                return paths
    return {}


def by(now: Scene, shift: Point) -> Paths:
    """Every model moved by the same shift."""
    if shift == (0, 0):
        return {}
    return {m.id: (m.at, Point(m.at.x + shift.x, m.at.y + shift.y)) for m in now.mine}


# -- each for itself ------------------------------------------------------------------


def nearing(now: Scene, errand: Errand) -> Paths:
    """The unit at the enemies it may touch: each model for itself, or all by one shift where that leads nowhere."""
    return closing(now, errand) or shifted(now, errand, aims(now, errand)[0], PARTS)


def closing(now: Scene, errand: Errand) -> Paths:
    """Each model straight at the nearest enemy it may touch, the nearest first, those without room left out."""
    targets = [m for m in now.foes if errand.may_touch(m.unit)]
    if not targets:
        return {}
    order = sorted(now.mine, key=lambda m: min(distance2(m.at, foe.at) for foe in targets))
    paths: dict[str, Path] = {}
    for me in order:
        way = next((path for path in ways_in(now, me, targets, errand) if fits(now, me, path, errand, paths)), None)
        if way is not None:
            paths[me.id] = way
    while paths and refuse_paths(now.state, paths, errand) is not None:
        paths.pop(next(reversed(paths)))
    return {m.id: paths[m.id] for m in now.mine if m.id in paths}


def fits(now: Scene, me: Model, path: Path, errand: Errand, others: Paths) -> bool:
    """Whether nothing stands against one model's path, given those of its comrades."""
    return path_fault(now, me, path, errand, {id: way[-1] for id, way in others.items()}) is None


def ways_in(now: Scene, me: Model, targets: list[Model], errand: Errand) -> Iterator[Path]:
    """Straight ways into contact with the nearest targets, or as far as the allowance leads towards the first."""
    near = sorted(targets, key=lambda foe: distance2(me.at, foe.at))[:3]
    most = allowance(now.state, me, errand)
    if any(in_contact(now.state, me.base, foe.base) for foe in near):
        return
    for foe in near:
        way = distance(me.at, foe.at) - me.radius - foe.radius
        if way <= most:
            for turn in BENDS:
                yield (me.at, rotate(towards(foe.at, me.at, me.radius + foe.radius), turn, foe.at))
    if near and errand.way.ends != "contact":
        end = towards(me.at, near[0].at, most)
        over = path_cost(now.state, me, (me.at, end)) - most
        yield (me.at, towards(me.at, near[0].at, most - over) if over > 0 else end)


# -- objectives -------------------------------------------------------------------------


def goals(state: State, seat: Seat) -> tuple[Point, ...]:
    """Places worth going to for this side: tokens, the way out, the far ground of an ambush."""
    said, side = scenario(state), state.side(seat)
    at = [token.at for token in state.tokens if not token.alight and not token.carrier]
    mine = any(state.unit(t.carrier).seat == seat for t in state.tokens if t.carrier)
    if said.exit and (mine or side.role == "escort"):
        at.append(middle_of_edge(state, said.exit))
    if said.beyond and side.role == said.beyond["role"]:
        at.append(Point((cm(said.beyond["x"]) + state.table.width) // 2, state.table.depth // 2))
    return tuple(at)


def middle_of_edge(state: State, edge: str) -> Point:
    """The middle of an edge."""
    width, depth = state.table.width, state.table.depth
    at = {"north": (width // 2, 0), "south": (width // 2, depth), "west": (0, depth // 2), "east": (width, depth // 2)}
    return Point(*at[edge])


# -- coming on --------------------------------------------------------------------------


def enter_block(now: Scene, errand: Errand, edge: int, at: int, deeper: int) -> Paths:
    """The unit in ranks just inside an edge, ``at`` thousandths along it, ``deeper`` centimetres further in.

    It need not be legal.
    """
    edges = entry_edges(now)
    a, b = edges[edge % len(edges)]
    wide = 2 * max(m.radius for m in now.mine) + MM
    most = min(allowance(now.state, m, errand) for m in now.mine)
    ranks = max(1, (most - wide // 2) // wide)
    files = -(-len(now.mine) // ranks)
    room = max(abs(b.x - a.x), abs(b.y - a.y)) - files * wide
    first = wide // 2 + max(0, room) * at // 1000
    paths: dict[str, Path] = {}
    for n, m in enumerate(now.mine):
        aside, depth = first + n % files * wide, wide // 2 + n // files * wide + deeper * 10 * MM
        start = Point(a.x, a.y + aside) if a.x == b.x else Point(a.x + aside, a.y)
        paths[m.id] = (start, inwards(start, a.x == b.x, depth))
    return paths


def inwards(start: Point, upright: bool, depth: int) -> Point:
    """The point of the table straight in from a point of its edge."""
    if upright:
        return Point(start.x + (depth if start.x == 0 else -depth), start.y)
    return Point(start.x, start.y + (depth if start.y == 0 else -depth))


# -- setting up -------------------------------------------------------------------------


def block(models: Sequence[Model], corner: Point, files: int, space: int = CM // 2) -> dict[str, Point]:
    """The models in ranks from a corner, so many 1/100 mm between their bases."""
    r = max(m.radius for m in models)
    pitch = 2 * r + space
    at = {m.id: divmod(n, files) for n, m in enumerate(models)}
    return {id: Point(corner.x + r + pitch * x, corner.y + r + pitch * y) for id, (y, x) in at.items()}


def somewhere(models: Sequence[Model], zones: Sequence[Polygon], rng: Luck) -> dict[str, Point]:
    """A unit in ranks somewhere in one of these zones; it need not be legal."""
    zone = rng.choice(zones)
    xs, ys = [p.x for p in zone], [p.y for p in zone]
    corner = Point(rng.randrange(min(xs), max(xs) + 1), rng.randrange(min(ys), max(ys) + 1))
    return block(models, corner, rng.randrange(1, RANK + 1), rng.randrange(1, CM + 1))


def blocks(state: State, models: Sequence[Model], zones: Sequence[Polygon], hidden: bool) -> Iterator[dict[str, Point]]:
    """Places for a unit all over some zones: broad ranks first, then narrower ones.  They need not be legal."""
    broad = min(len(models), RANK)
    for files in dict.fromkeys((broad, -(-len(models) // 2), 2, 1)):
        for corner in corners(state, zones, hidden):
            yield block(models, corner, min(files, RANK))


def corners(state: State, zones: Sequence[Polygon], hidden: bool) -> Iterator[Point]:
    """Corners to try: over each zone in an order that soon has been everywhere; for infiltrators woods first."""
    step = COARSE if hidden else STEP
    woods = (grid(piece.outline, STEP) for piece in state.table.pieces if hidden and piece.closed)
    return chain(*woods, *(strided(zone, step) for zone in zones))


def grid(zone: Polygon, step: int) -> list[Point]:
    """Points over the box of a shape, its north-west corner first."""
    left, top = min(p.x for p in zone), min(p.y for p in zone)
    right, bottom = max(p.x for p in zone), max(p.y for p in zone)
    return [Point(x, y) for y in range(top, bottom, step) for x in range(left, right, step)]


@lru_cache(maxsize=64)
def strided(zone: Polygon, step: int) -> tuple[Point, ...]:
    """All points over the box of a shape, from the middle on, by strides that do not meet one twice."""
    points = grid(zone, step)
    stride = next((n for n in STRIDES if len(points) % n), 1)
    return tuple(points[(len(points) // 2 + i * stride) % len(points)] for i in range(len(points)))


# -- granaries --------------------------------------------------------------------------


def granary(zone: Polygon, half: int, rng: Luck) -> Spot:
    """A place for a granary somewhere in its zone; it need not be legal."""
    xs, ys = [p.x for p in zone], [p.y for p in zone]
    return Spot(Point(rng.randrange(min(xs) + half, max(xs)), rng.randrange(min(ys) + half, max(ys))))


def granaries(grid: Sequence[Point], is_legal: Callable[[Point], bool]) -> tuple[Spot, ...]:
    """A few legal places for the next granary, spread from west to east."""
    parts = [grid[n * len(grid) // THIRDS : (n + 1) * len(grid) // THIRDS] for n in range(THIRDS)]
    found = (next((at for at in part if is_legal(at)), None) for part in parts)
    return tuple(Spot(at) for at in found if at is not None)
