"""Roofs by what stands under them, seen from above, inside the outline the rules know."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import hypot
from zlib import crc32

from app.engine.geometry import Point
from app.web.page.outlines import UNIT, Pen, Place

Part = tuple[float, float, float, float]
Quad = tuple[Place, Place, Place, Place]
WHOLE: Part = (0, 0, 1, 1)
HIP = 0.3
"""How far the ridge of a hipped roof stays off both ends, by its length; of a gable it reaches them."""
TIERS = {"temple": (WHOLE, (0.24, 0.24, 0.76, 0.76)), "keep": ((0.1, 0.1, 0.9, 0.9), (0.3, 0.3, 0.7, 0.7))}
"""Roofs above each other."""
VILLAGES: tuple[tuple[Part, ...], ...] = (
    ((0.07, 0.09, 0.5, 0.42), (0.62, 0.07, 0.93, 0.52), (0.07, 0.56, 0.36, 0.93), (0.48, 0.64, 0.93, 0.93)),
    ((0.08, 0.08, 0.36, 0.58), (0.47, 0.08, 0.92, 0.38), (0.55, 0.5, 0.92, 0.92), (0.08, 0.69, 0.44, 0.92)),
    ((0.07, 0.07, 0.62, 0.36), (0.72, 0.1, 0.93, 0.62), (0.08, 0.5, 0.6, 0.9)),
)
"""How houses stand in a village block."""
TILES = 4.5
"""From one row of tiles to the next, in drawing units."""
CORNERS = 4


def roofs(outline: Sequence[Sequence[int]], name: str, kind: str) -> dict[str, str] | None:
    """The parts of its roofs as the ``d`` of paths; none for what has not four corners."""
    return _roofs(tuple(Point(p[0], p[1]) for p in outline), name, kind) if len(outline) == CORNERS else None


@lru_cache(1024)
def _roofs(outline: tuple[Point, ...], name: str, kind: str) -> dict[str, str]:
    whole = longer([(p.x / UNIT, p.y / UNIT) for p in outline])
    cells = [longer(within(whole, part)) for part in parts(name, kind)]
    hip = 0.0 if kind == "closed-building" else HIP
    return {
        "cells": joined(cells, lambda q: [(*q, q[0])]),
        "two": joined(cells, lambda q: dark(q, hip)),
        "hip": joined(cells, lambda q: folds(q, hip)),
        "ridge": joined(cells, lambda q: [ridge(q, hip)]),
        "tiles": joined(cells, tiles) if kind in ("closed-building", "keep", "temple") else "",
        "beams": joined(cells, lambda q: beams(q, hip)) if kind in ("shrine", "temple") else "",
    }


def parts(name: str, kind: str) -> Sequence[Part]:
    """Where roofs are, by the sides of the outline."""
    return VILLAGES[crc32(name.encode()) % len(VILLAGES)] if kind == "village" else TIERS.get(kind, (WHOLE,))


def longer(corners: Sequence[Place]) -> Quad:
    """The same corners, the first side a longer one."""
    a, b, c, e = corners
    return (b, c, e, a) if hypot(a[0] - b[0], a[1] - b[1]) < hypot(b[0] - c[0], b[1] - c[1]) else (a, b, c, e)


def within(whole: Quad, part: Part) -> list[Place]:
    """A part of a four-sided piece."""
    a, b, c, e = whole
    x0, y0, x1, y1 = part
    return [between(between(a, b, u), between(e, c, u), v) for u, v in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))]


def between(a: Place, b: Place, part: float) -> Place:
    """So far on the way from one to the other."""
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def ridge(quad: Quad, hip: float) -> tuple[Place, Place]:
    """Both ends of the ridge."""
    a, b, c, e = quad
    left, right = between(a, e, 0.5), between(b, c, 0.5)
    return between(left, right, hip), between(right, left, hip)


def dark(quad: Quad, hip: float) -> list[tuple[Place, ...]]:
    """The sides that lie in the shade."""
    _, b, c, e = quad
    p, q = ridge(quad, hip)
    return [(e, c, q, p, e), *([(b, c, q, b)] if hip else [])]


def folds(quad: Quad, hip: float) -> list[tuple[Place, ...]]:
    """Where sides of a hipped roof meet."""
    a, b, c, e = quad
    p, q = ridge(quad, hip)
    return [(a, p, e), (b, q, c)] if hip else []


def tiles(quad: Quad) -> list[tuple[Place, ...]]:
    """Rows of tiles, from the ridge down."""
    a, b, c, e = quad
    rows = max(2, round(hypot(b[0] - a[0], b[1] - a[1]) / TILES))
    return [(between(a, b, n / rows), between(e, c, n / rows)) for n in range(1, rows)]


def beams(quad: Quad, hip: float) -> list[tuple[Place, ...]]:
    """The crossed beams at both ends of a ridge."""
    a, b, c, e = quad
    found = list[tuple[Place, ...]]()
    for end, corners in zip(ridge(quad, hip), ((a, e), (b, c)), strict=True):
        found.append((between(end, corners[0], 0.28), end, between(end, corners[1], 0.28)))
    return found


def joined(cells: Sequence[Quad], lines: Callable[[Quad], Sequence[Sequence[Place]]]) -> str:
    """All of these lines as one path."""
    return "".join(_drawn(line) for cell in cells for line in lines(cell))


def _drawn(line: Sequence[Place]) -> str:
    pen = Pen(10)
    pen.move(*line[0])
    for x, y in line[1:]:
        pen.line(x, y)
    return str(pen)


def dykes(outline: Sequence[Sequence[int]], every: int) -> str:
    """The dykes within a field of four corners, about so far from each other."""
    return _dykes(tuple(Point(p[0], p[1]) for p in outline), every) if len(outline) == CORNERS else ""


@lru_cache(1024)
def _dykes(outline: tuple[Point, ...], every: int) -> str:
    a, b, c, e = [(p.x / UNIT, p.y / UNIT) for p in outline]
    return "".join(_drawn(line) for line in (*rows(a, b, e, c, every), *rows(a, e, b, c, every)))


def rows(a: Place, b: Place, c: Place, e: Place, every: int) -> Iterator[tuple[Place, Place]]:
    """Lines from one side to the other."""
    number = round(hypot(b[0] - a[0], b[1] - a[1]) * UNIT / every)
    for n in range(1, number):
        yield between(a, b, n / number), between(c, e, n / number)
