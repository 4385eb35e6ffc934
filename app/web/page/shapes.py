"""Lengths in drawing units, and points to stamp a drawing with."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from app.engine.geometry import Point, contains, point_segment_within

INCH_UNITS = Fraction(45, 2)
"""Drawing units to the inch."""
HASHES = ((7919, 104729), (6007, 15485))
PER_UNIT = Fraction(2540) / INCH_UNITS


@lru_cache(1 << 15)
def units(length: int) -> str:
    """A length in drawing units, with at most two decimals."""
    hundredths = round(Fraction(length) / PER_UNIT * 100)
    sign = "-" if hundredths < 0 else ""
    return f"{sign}{abs(hundredths) // 100}.{abs(hundredths) % 100:02d}".rstrip("0").rstrip(".")


def stamps(outline: Sequence[Sequence[int]], spacing: int) -> list[Point]:
    """Points well inside an outline, the same ones every time: a jittered grid of this spacing."""
    polygon = tuple(Point(p[0], p[1]) for p in outline)
    if len(polygon) < 3:
        return []
    xs, ys = [p.x for p in polygon], [p.y for p in polygon]
    edges = list(zip(polygon, (*polygon[1:], polygon[0]), strict=True))
    found = []
    for row, y in enumerate(range(min(ys) + spacing // 2, max(ys), spacing)):
        for x in range(min(xs) + spacing // 2 + (row % 2) * spacing // 2, max(xs), spacing):
            across, down = (((x * p + y * q) % 97 - 48) * spacing // 200 for p, q in HASHES)
            point = Point(x + across, y + down)
            clear = not any(point_segment_within(point, a, b, spacing * 2 // 5) for a, b in edges)
            if clear and contains(polygon, point):
                found.append(point)
    return found
