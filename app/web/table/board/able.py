"""Who may act now: told beside what is drawn, so that nothing is drawn again when the turn passes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from msgspec.structs import replace

from app.engine.views import Band, Force, Group, Piece, View
from app.web.page.words import tail

T = TypeVar("T", Piece, Group, Force)


def able(view: View) -> list[str]:
    """The ids of all that may act: counters, models, groups and forces; things with the same id agree."""
    rows = (row for band in view.sides for kind in (band.models, band.groups, band.forces) for row in kind)
    return list(dict.fromkeys(one.id for one in (*view.pieces, *rows) if one.may))


def still(view: View) -> View:
    """The view as if nobody might act."""
    return replace(view, pieces=rested(view.pieces), sides=tuple(resting(band) for band in view.sides))


def resting(band: Band) -> Band:
    """A side as if none of it might act."""
    return replace(band, models=rested(band.models), groups=rested(band.groups), forces=rested(band.forces))


def rested(things: Sequence[T]) -> tuple[T, ...]:
    """The same, but that none of them may act."""
    return tuple(replace(one, may=False) if one.may else one for one in things)


def told(label: str, may: bool) -> str:
    """What is said of a counter, with whether it may act."""
    return label + tail(label) if may else label
