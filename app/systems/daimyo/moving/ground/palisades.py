"""Palisades that are pulled down, stretch by stretch (DAI-MOV-32)."""

from __future__ import annotations

from itertools import pairwise

from app.engine.flow import Game
from app.engine.geometry import Point, distance, nearest_on_segment
from app.engine.refusals import Refusal, refuse
from app.engine.shapes import within
from app.engine.table import Terrain
from app.systems.daimyo.book import c, cm, table
from app.systems.daimyo.measure import ground_of
from app.systems.daimyo.moving.events import PalisadeOpened
from app.systems.daimyo.moving.ground.terrain import kind_of
from app.systems.daimyo.state import State, Unit

WORK = c("DAI-MOV-32")
REMOVES = cm(table("movement")["palisade"]["removes"])
TOUCH = 100
"""So near, in 1/100 mm, a unit is at a palisade: a hand does not set it down nearer than 1 mm."""
Gap = tuple[int, int]


def palisades(state: State, unit: Unit) -> tuple[Terrain, ...]:
    """Palisades a unit is in contact with."""
    mine = ground_of(state, unit)
    lines = (piece for piece in state.table.pieces if not piece.closed and kind_of(piece).cover == "behind")
    return tuple(p for p in lines if any(within(mine, side, TOUCH) for side in pairwise(p.outline)))


def refuse_work(state: State, unit: Unit) -> Refusal | None:
    """Why a unit cannot work at a palisade: not infantry, or none at hand (DAI-MOV-32)."""
    if unit.mounted or not unit.troops:
        return refuse("palisade.infantry", WORK, unit=unit.id)
    if not palisades(state, unit):
        return refuse("palisade.none", WORK, unit=unit.id)
    return refuse("palisade.moved", WORK, unit=unit.id) if unit.moved or unit.fired or unit.fought else None


def opened(state: State, unit: Unit, piece: Terrain) -> tuple[Gap, ...]:
    """All gaps of a palisade once a unit has torn 4 cm out of what stands nearest to it."""
    made = list(state.gaps.get(piece.id, ()))
    size, at = length_of(piece), _along(piece, unit.formation.centre)
    standing = _standing(made, size)
    if not standing:
        return tuple(made)
    first, last = min(standing, key=lambda part: (max(part[0] - at, at - part[1], 0), part))
    begin = max(first, min(at - REMOVES // 2, last - REMOVES))
    return _joined([*made, (begin, min(last, begin + REMOVES))])


def length_of(piece: Terrain) -> int:
    """The length of a line in 1/100 mm."""
    return sum(distance(a, b) for a, b in pairwise(piece.outline))


def _along(piece: Terrain, at: Point) -> int:
    """How far along a line its point nearest to a place lies."""
    walked, found = 0, list[tuple[int, int]]()
    for a, b in pairwise(piece.outline):
        near = nearest_on_segment(at, a, b)
        found.append((distance(at, near), walked + distance(a, near)))
        walked += distance(a, b)
    return min(found)[1]


def _standing(gaps: list[Gap], size: int) -> list[Gap]:
    cuts = [0, *(end for gap in sorted(gaps) for end in gap), size]
    return [(a, b) for a, b in zip(cuts[::2], cuts[1::2], strict=True) if b > a]


def _joined(gaps: list[Gap]) -> tuple[Gap, ...]:
    found: list[Gap] = []
    for first, last in sorted(gaps):
        if found and first <= found[-1][1]:
            found[-1] = (found[-1][0], max(last, found[-1][1]))
        else:
            found.append((first, last))
    return tuple(found)


def open_palisades(game: Game[State]) -> None:
    """Units that spent the whole activation at a palisade have each torn 4 cm out of it (DAI-MOV-32)."""
    for unit in game.state.active_units():
        busy = unit.moved or unit.fired or unit.fought or not unit.idle_activation
        for piece in () if busy else palisades(game.state, unit)[:1]:
            gaps = opened(game.state, unit, piece)
            removed = sum(b - a for a, b in gaps) - sum(b - a for a, b in game.state.gaps.get(piece.id, ()))
            game.emit(PalisadeOpened(clause=WORK, unit=unit.id, piece=piece.id, gaps=gaps, removed=removed))
