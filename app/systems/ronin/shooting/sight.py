"""Three lines from shooter to target: what blocks them, and the cover they cross (RON-SHO-29, RON-SHO-30)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from app.engine.geometry import (
    Base,
    Point,
    disc_touches_line,
    disc_touches_polygon,
    point_segment_within,
)
from app.engine.sight import Crossing, cast, fan
from app.engine.table import Terrain
from app.systems.ronin.book import c, inches, table
from app.systems.ronin.ground.terrain import Kind, is_inside, kind_of
from app.systems.ronin.state import Model, State

LINES = c("RON-SHO-29")
COVER = c("RON-SHO-30")
WINDOWS = c("RON-TER-11")
DEEP = inches(table("shots")["sight"]["deep"])
NEAR = inches(table("shots")["sight"]["cover_reach"])
WINDOW = inches(table("ground")["openings"]["window"])
WORTH = {"": 0, "none": 0, "light": 1, "heavy": 2}


class Line(Struct, frozen=True):
    """One of the three lines.  ``by`` names what blocks it; ``cover`` is the best it gives, ``of`` whose it is."""

    start: Point
    end: Point
    by: str = ""
    cover: str = ""
    of: str = ""
    deep: int = 0


class Sight(Struct, frozen=True):
    """What one model sees of another: ``cover`` is empty, light or heavy."""

    lines: tuple[Line, ...]
    cover: str

    @property
    def blocked(self) -> bool:
        """Whether all three lines are blocked."""
        return all(line.by for line in self.lines)


def sight(state: State, shooter: Model, target: Model, bases: bool = True) -> Sight:
    """The three lines, judged (RON-SHO-29, RON-SHO-30).  Without ``bases`` only terrain counts."""
    pieces = [(piece, kind_of(piece)) for piece in state.table.pieces]
    pieces = [(p, k) for p, k in pieces if k.sight != "clear" or k.cover != "none"]
    others = [m for m in state.standing() if m.id not in (shooter.id, target.id)] if bases else []
    lines = tuple(judge(start, end, shooter, target, pieces, others) for start, end in fan(shooter.at, target.base))
    best = max((line.cover for line in lines), key=lambda cover: WORTH[cover], default="")
    return Sight(lines, best)


def judge(
    start: Point, end: Point, shooter: Model, target: Model, pieces: list[tuple[Terrain, Kind]], others: list[Model]
) -> Line:
    """One line: whether something blocks it, and the best cover it gives."""
    kinds = {p.id: (p, k) for p, k in pieces}
    near = [m for m in others if point_segment_within(m.at, start, end, m.radius - 1)]
    crossings = cast(start, end, [p for p, _ in pieces], [])
    met = [(*kinds[x.id], x) for x in crossings.crossings]
    met = [(p, k, x) for p, k, x in met if not p.closed or x.inside > 0]
    deep = sum(x.inside for _, k, x in met if k.sight == "deep")
    by = next((p.id for p, k, x in met if k.sight == "blocks" and blocks(p, k, x, shooter, target)), "")
    by = (
        by
        or next((m.id for m in near), "")
        or (next(p.id for p, k, _ in met if k.sight == "deep") if deep > DEEP else "")
    )
    cover, of = max(covers(met, near, shooter, target), key=lambda pair: WORTH[pair[0]], default=("", ""))
    return Line(start, end, by, cover if WORTH[cover] else "", of if WORTH[cover] else "", deep)


def blocks(piece: Terrain, kind: Kind, crossing: Crossing, shooter: Model, target: Model) -> bool:
    """Whether a piece that stands in the way blocks this line (RON-TER-03, RON-TER-11)."""
    if kind.shape == "hill":
        return not (is_on(piece, shooter.base) or is_on(piece, target.base))
    if kind.movement != "doors":
        return True
    within = [m for m in (shooter, target) if is_inside(piece, m.base)]
    if len(within) == 2:
        return False
    begins = is_inside(piece, shooter.base) and crossing.enters > 0
    return begins or not any(at_window(piece, m.base) for m in within)


def at_window(piece: Terrain, base: Base) -> bool:
    """Whether a base inside is near enough to the outline to see out and be seen (RON-TER-11)."""
    return disc_touches_line(Base(base.at, base.radius + WINDOW), piece.outline + piece.outline[:1])


def is_on(piece: Terrain, base: Base) -> bool:
    """Whether a base touches or overlaps an area (RON-TER-04)."""
    return piece.closed and disc_touches_polygon(base, piece.outline)


def is_near(piece: Terrain, base: Base) -> bool:
    """Whether a piece lies within an inch of a base."""
    wide = Base(base.at, base.radius + NEAR)
    return disc_touches_polygon(wide, piece.outline) if piece.closed else disc_touches_line(wide, piece.outline)


def covers(
    met: list[tuple[Terrain, Kind, Crossing]], near: list[Model], shooter: Model, target: Model
) -> Iterator[tuple[str, str]]:
    """Every cover this line gives, with whose it is (RON-SHO-30)."""
    yield from (("light", m.id) for m in near)
    for piece, kind, crossing in met:
        if is_near(piece, shooter.base) and not is_near(piece, target.base):
            continue
        yield own_cover(piece, kind, shooter, target), piece.id
        if kind.sight == "blocks" and blocks(piece, kind, crossing, shooter, target):
            yield kind.blocked_cover, piece.id


def own_cover(piece: Terrain, kind: Kind, shooter: Model, target: Model) -> str:
    """The cover a crossed piece gives by its own nature (RON-TER-03, RON-TER-04)."""
    if kind.cover_when == "crossed":
        return kind.cover if piece.closed or is_near(piece, target.base) else ""
    if kind.cover_when == "uphill":
        return kind.cover if is_on(piece, target.base) and not is_on(piece, shooter.base) else ""
    if kind.cover_when == "inside":
        return kind.cover if is_inside(piece, target.base) and not is_inside(piece, shooter.base) else ""
    return ""
