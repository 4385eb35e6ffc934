"""Lengths in drawing units, and points to stamp a drawing with."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import cos, radians, sin

from app.engine.geometry import Point, contains, point_segment_within

INCH_UNITS = Fraction(45, 2)
"""Drawing units to the inch."""
PER_UNIT = Fraction(2540) / INCH_UNITS


@lru_cache(1 << 15)
def units(length: int) -> str:
    """A length in drawing units, with at most two decimals."""
    hundredths = round(Fraction(length) / PER_UNIT * 100)
    sign = "-" if hundredths < 0 else ""
    return f"{sign}{abs(hundredths) // 100}.{abs(hundredths) % 100:02d}".rstrip("0").rstrip(".")


@lru_cache(360)
def heading(degrees: int) -> str:
    """A step of length one that way, as the end of a path; so many degrees from the right, clockwise."""
    turn = radians(degrees)
    return f"l{cos(turn):.3f} {sin(turn):.3f}" if degrees else "h1"


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
            shift = ((x * 7919 + y * 104729) % 97 - 48) * spacing // 300
            point = Point(x + shift, y - shift)
            clear = not any(point_segment_within(point, a, b, spacing // 3) for a, b in edges)
            if clear and contains(polygon, point):
                found.append(point)
    return found
