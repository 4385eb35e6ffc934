"""Cover: who is in it against a volley, who defends in it hand to hand (CEL-TER-07 to -09, CEL-CBT-12)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.engine.refusals import Clause
from app.engine.table import Terrain
from app.systems.celtos.book import c, table
from app.systems.celtos.ground.lines import crossings
from app.systems.celtos.ground.sight import NEAR, near_line
from app.systems.celtos.ground.terrain import GIANT, areas, in_gate, is_low, kind_of, linear
from app.systems.celtos.measure import apart, faces_along
from app.systems.celtos.state import Model, State

COVER = c("CEL-TER-07")
BIG = c("CEL-TER-09")
ROWS = table("shots")["cover"]
SAVES: dict[str, int] = {row["id"]: row["save"] for row in ROWS}
"""The save of each cover, the worst cover first (CEL-ALC-06)."""
WORTH = {key: n for n, key in enumerate(sorted(SAVES, key=lambda key: -SAVES[key]))}

Cover = tuple[str, Clause]
"""What cover, and the clause that gives it."""


def best(found: Iterator[Cover]) -> Cover | None:
    """The best single cover (CEL-TER-07)."""
    return max(found, key=lambda cover: WORTH[cover[0]], default=None)


def is_ignored(piece: Terrain, me: Model) -> bool:
    """Whether this model is too big to gain cover from this piece (CEL-TER-09)."""
    return me.size >= GIANT and kind_of(piece).giants_ignore


def in_area_cover(state: State, model: Model) -> Cover | None:
    """The best cover of the areas a model stands in (CEL-TER-03)."""
    kinds = (kind_of(piece) for piece in areas(state, model.base))
    return best((kind.cover, COVER) for kind in kinds if kind.cover in SAVES)


def cover_of(state: State, model: Model, shooters: Sequence[Model]) -> Cover | None:
    """The cover a model has against the shooter nearest to it, ``None`` if there is none (CEL-TER-07)."""
    return best(covers(state, model, min(shooters, key=lambda s: apart(s.base, model.base))))


def covers(state: State, model: Model, shooter: Model) -> Iterator[Cover]:
    """Every cover a model has against one shooter: of the areas it stands in, of the lines close before it."""
    if (area := in_area_cover(state, model)) is not None:
        yield area
    for piece in linear(state):
        kind = kind_of(piece)
        if kind.cover in SAVES and not is_ignored(piece, model) and is_behind(piece, model, shooter):
            yield kind.cover, COVER


def is_behind(piece: Terrain, model: Model, shooter: Model) -> bool:
    """Whether the line between two centres crosses this piece, and the model is close to it (CEL-TER-07)."""
    if not near_line(piece.outline, model.base, NEAR):
        return False
    return any(not in_gate(piece, at) for at in crossings(shooter.at, model.at, piece.outline))


def across_obstacle(state: State, a: Model, b: Model) -> Terrain | None:
    """The low obstacle two models stand against, directly opposite each other, if there is one (CEL-TER-08)."""
    low = (piece for piece in linear(state) if is_low(kind_of(piece)))
    return next((piece for piece in low if faces_along(piece.outline, a.base, b.base)), None)


def defends_in_cover(state: State, me: Model, foe: Model) -> Cover | None:
    """What cover a model has hand to hand: the area it stands in, or the obstacle between it and its enemy.

    Whether it defends at all is not asked here (CEL-CBT-12).
    """
    if (area := in_area_cover(state, me)) is not None:
        return area
    piece = across_obstacle(state, me, foe)
    return None if piece is None or is_ignored(piece, me) else (kind_of(piece).cover, COVER)
