"""How a unit gets behind a line of palisades: on foot over them, mounted by what is open of them (DAI-MOV-32)."""

from __future__ import annotations

from itertools import pairwise

from app.engine.geometry import CM, Point, box
from app.systems.daimyo.book import cm, table
from app.systems.daimyo.state import State, Unit

Way = tuple[Point, ...]
GAP, BEFORE, BEHIND = cm(table("movement")["palisade"]["gap"]), 6 * CM, 3 * CM
"""The narrowest gap that cavalry passes; how far before it, and how far behind the line, a unit makes for."""
ASIDE = GAP // 4
"""So far aside of the middle of a gap one goes straight on."""


def ways_through(state: State, unit: Unit, line: int) -> tuple[Way, ...]:
    """The ways of a unit to the west of a line."""
    straight = (Point(min(unit.at.x, line - BEHIND), unit.at.y),)
    open_ = gaps(state, line) if unit.mounted and unit.at.x > line else ()
    return tuple(way_by(unit, line, y) for y in open_) or (straight,)


def way_by(unit: Unit, line: int, y: int) -> Way:
    """Through one gap: to the place before it, and straight on."""
    there = Point(line - BEHIND, y)
    return (there,) if abs(unit.at.y - y) <= ASIDE else (Point(line + BEFORE, y), there)


def gaps(state: State, line: int) -> tuple[int, ...]:
    """The middles of what is open, and wide enough for cavalry, where palisades stand along a line; none where none
    do."""
    key = ("palisade-gaps", line)
    if key not in state.memo:
        boxes = [box(piece.outline) for piece in state.table.pieces if piece.kind == "palisade"]
        stands = sorted((it.north, it.south) for it in boxes if it.west <= line <= it.east)
        ends = [(0, 0), *stands, (state.table.depth, state.table.depth)]
        state.memo[key] = tuple((a + b) // 2 for (_, a), (b, _) in pairwise(ends) if stands and b - a >= GAP)
    found: tuple[int, ...] = state.memo[key]
    return found
