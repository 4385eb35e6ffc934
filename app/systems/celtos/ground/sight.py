"""Lines of sight: nine lines between two bases, and what crosses them (CEL-TER-01 to -05, CEL-SHT-02).

A question about two units is answered from what can stand between them at all, found once for each state.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isqrt
from typing import NamedTuple

from app.engine.geometry import Base, Point, Polygon, contains, disc_touches_polygon, misses, point_segment_within
from app.engine.paths import frame
from app.engine.table import Terrain
from app.systems.celtos.book import c, cm, table
from app.systems.celtos.ground.lines import OUTER, Disc, chord, crossings, cut_by, is_convex, nine
from app.systems.celtos.ground.terrain import in_gate, kind_of, may_meet
from app.systems.celtos.measure import HALF, apart, within
from app.systems.celtos.scenarios import figures as scenarios
from app.systems.celtos.state import Model, State, Unit

DARK = c("CEL-SCN-06")
FIGURES = table("sight")["sight"]
DEEP = cm(FIGURES["deep"])
"""A line may run this far inside one wood (CEL-TER-03)."""
NEAR = cm(FIGURES["near"])
"""A model this near to a wall sees over it and is seen (CEL-TER-05)."""

Line = tuple[Point, Point]
"""A straight line by its ends."""


class Ground(NamedTuple):
    """A piece between two units that may stop lines: its outline, and how it stops them.

    ``whole``: it has no gap or hollow, so what stops the two outer lines between two bases stops all between them.
    """

    piece: Terrain
    outline: Polygon
    how: str
    whole: bool


class Body(NamedTuple):
    """A model of another unit between two units."""

    at: Point
    radius: int
    size: int
    id: str


class Between:
    """All that may stop a line from models of one unit to models of another.

    ``limit``: how far anybody sees, in 1/100 mm (CEL-SCN-06).
    """

    def __init__(self, bodies: Sequence[Body], grounds: Sequence[Ground], limit: int | None) -> None:
        self.bodies, self.grounds, self.limit = bodies, grounds, limit
        self._undone: dict[tuple[str, str], bool] = {}
        self._reached: dict[tuple[str, str], bool] = {}

    def undoes(self, model: Model, ground: Ground) -> bool:
        """Whether a model stands so that a piece does not stop lines to and from it (CEL-TER-03, CEL-TER-05)."""
        pair = (model.id, ground.piece.id)
        if pair not in self._undone:
            near = near_wall(ground.outline, model.base) if ground.how == "wall" else contains(ground.outline, model.at)
            self._undone[pair] = near and ground.how != "deep"
        return self._undone[pair]

    def juts_in(self, model: Model, ground: Ground) -> bool:
        """Whether a base reaches into an area, so that a line from its edge may begin inside (CEL-TER-03)."""
        pair = (model.id, ground.piece.id)
        if pair not in self._reached:
            self._reached[pair] = disc_touches_polygon(model.base, ground.outline)
        return self._reached[pair]

    def too_far(self, a: Model, b: Model) -> bool:
        """Whether it is too dark to see as far as that (CEL-SCN-06)."""
        return self.limit is not None and not within(a.base, b.base, self.limit)


# -- between two units ----------------------------------------------------------------


class Corridor:
    """The strip of the table that holds two groups of bases and every line between them."""

    def __init__(self, mine: Sequence[Base], theirs: Sequence[Base]) -> None:
        bases = (*mine, *theirs)
        self.west, self.east = min([x - r for (x, _), r in bases]), max([x + r for (x, _), r in bases])
        self.north, self.south = min([y - r for (_, y), r in bases]), max([y + r for (_, y), r in bases])
        (ax, ay), (bx, by) = middle(mine), middle(theirs)
        self.dx, self.dy = bx - ax, by - ay
        self.size = isqrt(self.dx**2 + self.dy**2)
        offsets = [(self.off(b.at), b.radius) for b in bases]
        self.left = min([off - radius for off, radius in offsets])
        self.right = max([off + radius for off, radius in offsets])

    def off(self, at: Point) -> int:
        """How far to the side of the line through both middles a place lies."""
        return (self.dx * at[1] - self.dy * at[0]) // self.size if self.size else 0

    def holds(self, at: Point, radius: int) -> bool:
        """False only if a disc surely lies outside."""
        x, y = at
        if x + radius < self.west or x - radius > self.east or y + radius < self.north or y - radius > self.south:
            return False
        return not self.size or self.left - radius - 1 <= self.off(at) <= self.right + radius + 1

    def meets(self, piece: Terrain) -> bool:
        """False only if a piece surely lies outside."""
        (west, north, east, south), outline = piece.frame, piece.outline
        if west > self.east or east < self.west or north > self.south or south < self.north:
            return False
        offs = [self.off(p) for p in outline] if self.size else [0]
        return not (max(offs) < self.left - 1 or min(offs) > self.right + 1)


def middle(bases: Sequence[Base]) -> Point:
    """The middle of some bases, to a whole 1/100 mm."""
    return Point(sum([b[0][0] for b in bases]) // len(bases), sum([b[0][1] for b in bases]) // len(bases))


def between(state: State, mine: Sequence[Model], theirs: Sequence[Model]) -> Between:
    """What may stop lines from some models to others: never models of their own units (CEL-SHT-02, CEL-TER-02)."""
    strip = Corridor([m.base for m in mine], [m.base for m in theirs])
    apart_from = {m.unit for m in (*mine, *theirs)}
    bodies = tuple(
        Body(m.at, m.radius, m.size, m.id) for m in state.standing()
        if m.unit not in apart_from and strip.holds(m.at, m.radius)
    )  # fmt: skip
    kinds = ((p, kind_of(p).sight) for p in state.table.pieces)
    grounds = tuple(ground(p, how) for p, how in kinds if how != "clear" and strip.meets(p))
    return Between(bodies, grounds, scenarios.sight_limit(state))


def ground(piece: Terrain, how: str) -> Ground:
    """A piece that may stop lines."""
    straight = how == "wall" and len(piece.outline) == 2 and not piece.doors
    return Ground(piece, piece.outline, how, straight or (how == "through" and is_convex(piece.outline)))


# -- between two models ---------------------------------------------------------------


def discs_near(bodies: Sequence[Body], a: Model, b: Model) -> list[Disc]:
    """The bases big enough to stop lines between two models and near enough to do so (CEL-TER-02)."""
    big, wide, ax, ay = max(a.size, b.size), max(a.radius, b.radius), a.at.x, a.at.y
    dx, dy = b.at.x - ax, b.at.y - ay
    square = dx * dx + dy * dy
    found: list[Disc] = []
    for (x, y), radius, size, _ in bodies:
        aside, on, span = dx * (y - ay) - dy * (x - ax), dx * (x - ax) + dy * (y - ay), wide + radius
        beyond = on if on < 0 else on - square if on > square else 0
        if size >= big and aside * aside < span * span * square and beyond * beyond < span * span * square:
            found.append((x, y, radius))
    return found


def grounds_near(found: Between, a: Model, b: Model) -> list[Ground]:
    """The pieces that may stop lines between two models, because neither of them undoes it."""
    wide = max(a.radius, b.radius)
    if not found.grounds:
        return []
    it = frame((a.at, b.at), wide)
    return [
        ground for ground in found.grounds
        if may_meet(ground.piece, it)
        and not (found.undoes(a, ground) or found.undoes(b, ground))
    ]  # fmt: skip


def stops(ground: Ground, a: Point, b: Point, juts: bool) -> bool:
    """Whether a piece stops a line, neither of its models undoing it (CEL-TER-03, CEL-TER-05).

    ``juts``: one of their bases reaches into it, so an end of the line may lie inside.
    """
    if ground.how == "wall":
        return any(not in_gate(ground.piece, at) for at in crossings(a, b, ground.outline))
    inside = chord(a, b, ground.outline)
    if ground.how == "deep":
        return inside > DEEP
    return inside > 0 and not (juts and (contains(ground.outline, a) or contains(ground.outline, b)))


def near_wall(wall: Polygon, base: Base) -> bool:
    """Whether a base is so near to a line of terrain that it looks over it or hides behind it, rounded."""
    return near_line(wall, base, NEAR)


def near_line(line: Polygon, base: Base, reach: int) -> bool:
    """Whether a base is at most this far from a line of terrain, to the nearest millimetre (CEL-GEN-04)."""
    span = base.radius + reach + HALF - 1
    ends = zip(line, line[1:] or line, strict=False)
    return not misses(line, base.at, base.at, span) and any(
        point_segment_within(base.at, p, q, span) for p, q in ends)  # fmt: skip


def clear_line(found: Between, a: Model, b: Model) -> Line | None:
    """The first of the nine lines nothing stops, the centres' first; ``None``: there is no sight (CEL-TER-01)."""
    if found.too_far(a, b):
        return None
    discs = discs_near(found.bodies, a, b)
    grounds = [(g, found.juts_in(a, g) or found.juts_in(b, g)) for g in grounds_near(found, a, b)]
    if not discs and not grounds:
        return a.at, b.at
    lines = nine(a.base, b.base)
    if any(g.whole and not juts and shuts(g, lines) for g, juts in grounds):
        return None
    for line in lines:
        if not cut_by(*line, discs) and not any(stops(g, *line, juts) for g, juts in grounds):
            return line
    return None


def shuts(ground: Ground, lines: Sequence[Line]) -> bool:
    """Whether a piece without gaps stops all nine lines, because it stops the middle one and both outer ones."""
    return all(stops(ground, *lines[n], juts=False) for n in (0, *OUTER))


# -- between units --------------------------------------------------------------------


class Eyes:
    """What the models of one unit see of another's; each pair is judged once."""

    def __init__(self, state: State, unit: str, other: str) -> None:
        self.mine, self.theirs = state.living(unit), state.living(other)
        self.found = between(state, self.mine, self.theirs) if self.mine and self.theirs else Between((), (), None)
        self.lines: dict[tuple[str, str], Line | None] = {}
        self.gaps: dict[str, list[tuple[int, int]]] = {}

    def line(self, a: Model, b: Model) -> Line | None:
        """The clear line from a model to one of the other unit, if there is one."""
        pair = (a.id, b.id)
        if pair not in self.lines:
            self.lines[pair] = clear_line(self.found, a, b)
        return self.lines[pair]

    def nearest_to(self, b: Model) -> list[tuple[int, int]]:
        """The distances of all of this unit to one model, nearest first, each with its place in the list."""
        if b.id not in self.gaps:
            self.gaps[b.id] = sorted((apart(a.base, b.base), n) for n, a in enumerate(self.mine))
        return self.gaps[b.id]

    def least(self) -> int:
        """The smallest distance between the two units, seen or not."""
        return min(self.nearest_to(b)[0][0] for b in self.theirs)

    def seen(self, b: Model) -> bool:
        """Whether any of this unit sees this model."""
        return any(self.line(self.mine[n], b) is not None for _, n in self.nearest_to(b))

    def any_seen(self) -> bool:
        """Whether any of this unit sees any of the other."""
        return any(self.seen(b) for b in self.theirs)

    def distance(self, but: Callable[[Model], bool] = lambda _: False) -> int | None:
        """From any of this unit to the nearest model that one of it sees; ``but`` leaves some out (CEL-SHT-07)."""
        ahead = sorted((self.nearest_to(b)[0][0], n) for n, b in enumerate(self.theirs))
        return next((gap for gap, n in ahead if self.seen(self.theirs[n]) and not but(self.theirs[n])), None)

    def pair_distance(self) -> int | None:
        """Between the nearest two models of which one sees the other (CEL-RAL-06)."""
        ahead = sorted((gap, n, k) for k, b in enumerate(self.theirs) for gap, n in self.nearest_to(b))
        return next((gap for gap, n, k in ahead if self.line(self.mine[n], self.theirs[k]) is not None), None)


def eyes(state: State, unit: str, other: str) -> Eyes:
    """What one unit sees of another; not looked for again while nobody moves and the light is the same."""
    known, pair = state.stand.eyes, (unit, other, scenarios.sight_limit(state))
    found: Eyes | None = known.get(pair)
    if found is None:
        found = known[pair] = Eyes(state, unit, other)
    return found


def sees(state: State, a: Model, b: Model) -> bool:
    """Whether one model has a line of sight to another (CEL-TER-01)."""
    return clear_line(between(state, (a,), (b,)), a, b) is not None


def unit_sees(state: State, unit: Unit, other: Unit) -> bool:
    """Whether at least one model of a unit sees at least one of another (CEL-REA-07, CEL-ASL-06)."""
    return eyes(state, unit.id, other.id).any_seen()


def nearest_seen(state: State, unit: Unit, other: Unit) -> int | None:
    """The distance of the nearest two models of which one sees the other, in 1/100 mm (CEL-RAL-06)."""
    return eyes(state, unit.id, other.id).pair_distance()
