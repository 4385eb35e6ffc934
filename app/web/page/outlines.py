"""Ground as a hand would draw it: soft outlines, contours, what is strewn over it; of a piece always the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import atan2, degrees, hypot
from random import Random
from typing import NamedTuple

from app.engine.geometry import Point
from app.web.page.shapes import PER_UNIT, stamps

UNIT = float(PER_UNIT)
Place = tuple[float, float]
STEP, WAVE = 0.5, 0.09
"""From one bend of a drawn outline to the next, and how far one goes inwards, both by how thick the piece is."""
OUT = 0.4
"""How much of that it may go outwards: what looks like wood is nearly all wood."""
MOST_BENDS, LEAST_BENDS = 40, 9
ROUND = 22
"""In how many parts the rim of a hill is divided for its contours."""
BEND = 30
"""Degrees from which a corner of the outline is a corner of what is drawn."""
CONTOURS = ((0.7, 0.5), (0.38, 0.85))
"""How large the inner contours of a hill are, and how round: the higher, the rounder."""
SIZES = (0.97, 1.19)
"""How large the stamps on a piece are."""
HASHED = 997


class Bend(NamedTuple):
    """A point the line bends about; ``sharp``: it goes through it, where the piece is cut off by the table's edge."""

    x: float
    y: float
    sharp: bool


def soft(outline: Sequence[Sequence[int]], name: str, table: Sequence[int] = ()) -> str:
    """A closed outline as the ``d`` of a path that winds along it; straight where it lies on the edge of the table."""
    return _soft(_points(outline), name, tuple(table))


@lru_cache(1024)
def _soft(outline: tuple[Point, ...], name: str, table: tuple[int, ...]) -> str:
    return curve(bends(outline, Random(name), table))


def contours(outline: Sequence[Sequence[int]], name: str) -> list[str]:
    """The inner contours of a hill, the lowest first; none where they would leave it, or it has no room for them."""
    return _contours(_points(outline), name)


@lru_cache(1024)
def _contours(outline: tuple[Point, ...], name: str) -> list[str]:
    x, y = centre(outline)
    if not all(_left(Point(x, y), a, b) == _left(Point(x, y), outline[-1], outline[0]) for a, b in _edges(outline)):
        return []
    wide, deep = (max(abs(p[n] - at) for p in outline) for n, at in ((0, x), (1, y)))
    if not wide or not deep:
        return []
    step = sum(hypot(b.x - a.x, b.y - a.y) for a, b in _edges(outline)) / ROUND
    rim = [(px - x, py - y) for px, py, _ in spaced(outline, step, ())]
    found = []
    for n, (part, round_) in enumerate(CONTOURS):
        inner = tuple(_rounded(x, y, at, (wide, deep), part, round_) for at in rim)
        found.append(curve(bends(inner, Random(f"{name}{n}"), ())))
    return found


def _rounded(x: int, y: int, at: Place, most: tuple[int, int], part: float, round_: float) -> Point:
    """A point of an inner contour, between the rim and an oval as wide and as deep as the piece."""
    far = hypot(at[0] / most[0], at[1] / most[1]) or 1.0
    pull = part * (1 - round_ + round_ / far)
    return Point(round(x + at[0] * pull), round(y + at[1] * pull))


def strewn(
    outline: Sequence[Sequence[int]], spacing: int, names: Sequence[str], turned: bool = True
) -> list[tuple[str, float, str]]:
    """What fills a piece: for each stamp and size its name, its size, and a path that has one bend at each point.

    A path hops to and fro where stamps are ``turned``, for each turns the way its path does.
    """
    return _strewn(_points(outline), spacing, tuple(names), turned)


@lru_cache(1024)
def _strewn(
    outline: tuple[Point, ...], spacing: int, names: tuple[str, ...], turned: bool
) -> list[tuple[str, float, str]]:
    found: dict[tuple[str, float], list[Point]] = {}
    for p in stamps(outline, spacing):
        h = (p.x * 37 + p.y * 91) // 64
        found.setdefault((names[h % len(names)], SIZES[h % 37 % len(SIZES)]), []).append(p)
    hops = {key: sorted(row, key=_hashed) if turned else row for key, row in sorted(found.items())}
    return [(name, size, hopped(row)) for (name, size), row in hops.items()]


def hopped(row: Sequence[Point]) -> str:
    """A path with a bend at each of these points, the first and the last among them."""
    pen = Pen()
    pen.move(*_units(row[0]))
    for p in (*row, row[-1]):
        pen.line(*_units(p))
    return str(pen)


def bends(outline: Sequence[Point], luck: Random, table: Sequence[int]) -> list[Bend]:
    """What a drawn outline bends about, in drawing units."""
    area = sum(a.x * b.y - b.x * a.y for a, b in _edges(outline)) / 2
    around = sum(hypot(b.x - a.x, b.y - a.y) for a, b in _edges(outline))
    thick = 2 * abs(area) / around if around else 0.0
    step = max(min(STEP * thick, around / LEAST_BENDS), around / MOST_BENDS, 1.0)
    spots = list(spaced(outline, step, table))
    found, side = [], 1 if area > 0 else -1
    for n, (x, y, sharp) in enumerate(spots):
        (px, py, _), (qx, qy, _) = spots[n - 1], spots[(n + 1) % len(spots)]
        far = hypot(qx - px, qy - py) or 1.0
        off = 0.0 if sharp else WAVE * thick * luck.uniform(-1.0, OUT) * side / far
        found.append(Bend((x + (qy - py) * off) / UNIT, (y - (qx - px) * off) / UNIT, sharp))
    return found


def spaced(outline: Sequence[Point], step: float, table: Sequence[int]) -> Iterator[tuple[float, float, bool]]:
    """Points along an outline, about so far from each other; corners are among them."""
    gone = step
    for n, (a, b) in enumerate(_edges(outline)):
        before = outline[n - 1]
        flat, was_flat = on_edge(a, b, table), on_edge(before, a, table)
        far = hypot(b.x - a.x, b.y - a.y)
        if flat or was_flat or turns(before, a, b) >= BEND or gone >= step * 0.8:
            yield a.x, a.y, flat or was_flat
            gone = 0.0
        parts = 1 if flat else max(1, round(far / step))
        for k in range(1, parts):
            yield a.x + (b.x - a.x) * k / parts, a.y + (b.y - a.y) * k / parts, False
        gone = step if parts > 1 else gone + far


def on_edge(a: Point, b: Point, table: Sequence[int]) -> bool:
    """Whether a side of a piece lies on the edge of the table."""
    wide, deep = table or (0, 0)
    return any(p == q and (p <= 0 or 0 < most <= p) for p, q, most in ((a.x, b.x, wide), (a.y, b.y, deep)))


def turns(a: Point, b: Point, c: Point) -> float:
    """By how many degrees a way turns in its middle."""
    turn = abs(degrees(atan2(c.y - b.y, c.x - b.x) - atan2(b.y - a.y, b.x - a.x))) % 360
    return min(turn, 360 - turn)


def curve(spots: Sequence[Bend]) -> str:
    """The ``d`` of a closed line about these: from the middle between two to the next middle."""
    pen = Pen()
    pen.move(*joint(spots[-1], spots[0]))
    for n, at in enumerate(spots):
        if at.sharp:
            pen.line(at.x, at.y)
        else:
            pen.bend(at.x, at.y, *joint(at, spots[(n + 1) % len(spots)]))
    return f"{pen}z"


def joint(a: Bend, b: Bend) -> Place:
    """Where the line is between two bends."""
    if a.sharp or b.sharp:
        return (a.x, a.y) if a.sharp else (b.x, b.y)
    return (a.x + b.x) / 2, (a.y + b.y) / 2


class Pen:
    """A path of few letters, each step from where the last one ended; ``fine``: how many parts a unit has."""

    def __init__(self, fine: int = 1) -> None:
        self.fine, self.x, self.y, self.text = fine, 0, 0, ""

    def move(self, x: float, y: float) -> None:
        """It begins here."""
        self.text += f"M{self._off(x, y, whole=True)}"
        self._at(x, y)

    def line(self, x: float, y: float) -> None:
        """Straight on to there."""
        self.text += "l" + self._off(x, y)
        self._at(x, y)

    def bend(self, cx: float, cy: float, x: float, y: float) -> None:
        """About one point to another."""
        step = self._off(x, y)
        self.text += f"q{self._off(cx, cy)}{'' if step.startswith('-') else ' '}{step}"
        self._at(x, y)

    def _at(self, x: float, y: float) -> None:
        self.x, self.y = round(x * self.fine), round(y * self.fine)

    def _off(self, x: float, y: float, whole: bool = False) -> str:
        px, py = (0, 0) if whole else (self.x, self.y)
        dx, dy = ((round(n * self.fine) - p) / self.fine for n, p in ((x, px), (y, py)))
        return f"{dx:g}{dy:g}" if dy < 0 else f"{dx:g} {dy:g}"

    def __str__(self) -> str:
        return self.text


def centre(outline: Sequence[Point]) -> tuple[int, int]:
    """The middle of a piece."""
    return sum(p.x for p in outline) // len(outline), sum(p.y for p in outline) // len(outline)


def _left(p: Point, a: Point, b: Point) -> bool:
    return (b.x - a.x) * (p.y - a.y) > (b.y - a.y) * (p.x - a.x)


def _edges(outline: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    yield from zip(outline, (*outline[1:], outline[0]), strict=True)


def _points(outline: Sequence[Sequence[int]]) -> tuple[Point, ...]:
    return tuple(Point(p[0], p[1]) for p in outline)


def _units(p: Point) -> Place:
    return p.x / UNIT, p.y / UNIT


def _hashed(p: Point) -> int:
    return (p.x * 7919 + p.y * 104729) % HASHED
