"""How a battle stood, as a curve: points of a drawing, turns, and the same in a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import NamedTuple

from msgspec import Struct

from app.games.analysing import Analysis, Stood, Turned

TOP, BOTTOM, LEFT, EDGE = 10.0, 186.0, 40.0, 8.0
"""Of the drawing: where both sides win, and what is left free beside it."""
WIDE, NARROW, STEM, SPREAD = 832.0, 358.0, 44.0, 22.0
"""A wide and a narrow drawing, how long a mark's stem is, and how far two marks stand apart at least."""
ROOM, LEAST = 1.15, 4.0
"""How much room is left above the greatest worth, and the greatest there is at least."""
STRIP = 30.0
"""How wide the parts are at least by which one goes from the curve into the battle: a finger hits them."""


class Mark(NamedTuple):
    """A moment on the curve: its number, what it was, where it is and where its sign stands."""

    n: int
    kind: str
    x: float
    y: float
    at: float


class Tick(NamedTuple):
    """A turn: where it begins, where it is called, and its number."""

    x: float
    middle: float
    turn: int


class Strip(NamedTuple):
    """A part of the curve: where it begins, how wide it is, the position it leads to, and whether it is the first of
    its turn."""

    x: float
    width: float
    at: Stood
    first: bool


class Curve(Struct, frozen=True):
    """A drawing of how a battle stood for the first side."""

    width: float
    line: str
    below: str
    above: str
    ticks: tuple[Tick, ...]
    marks: tuple[Mark, ...]
    strips: tuple[Strip, ...]


class Standing(NamedTuple):
    """How it stood at the beginning of a turn; 0: at the end."""

    turn: int
    v: int
    stands: float


def curve(found: Analysis, width: float) -> Curve:
    """The drawing of this width."""
    stands, left = found.stands, LEFT if found.chances else EDGE
    xs, turns = spread(stands, left, width - EDGE), sorted({one.turn for one in stands})
    ys = [height(one.stands, found) for one in stands]
    points = [f"{x:.1f} {y:.1f}" for x, y in zip(xs, ys, strict=True)]
    line, share = "L".join(points), (width - EDGE - left) / max(1, len(turns))
    ends = f"{xs[-1]:.1f} {{0}}L{xs[0]:.1f} {{0}}Z"
    ticks = tuple(Tick(left + n * share, left + (n + 0.5) * share, turn) for n, turn in enumerate(turns))
    return Curve(
        width, f"M{line}", f"M{line}L{ends.format(BOTTOM)}", f"M{line}L{ends.format(TOP)}", ticks,
        tuple(marks(found.turned, stands, xs, ys)), tuple(strips(stands, xs, [t.x for t in ticks], width - EDGE)),
    )  # fmt: skip


def spread(stands: Sequence[Stood], left: float, right: float) -> list[float]:
    """Where each position stands: every turn is as wide as another."""
    turns = sorted({one.turn for one in stands})
    share, many = (right - left) / max(1, len(turns)), dict.fromkeys(turns, 0)
    for one in stands:
        many[one.turn] += 1
    found, gone = list[float](), dict.fromkeys(turns, 0)
    for one in stands:
        found.append(left + share * (turns.index(one.turn) + gone[one.turn] / many[one.turn]))
        gone[one.turn] += 1
    return [*found[:-1], right]


def strips(stands: Sequence[Stood], xs: Sequence[float], begins: Sequence[float], right: float) -> Iterator[Strip]:
    """The parts of the curve: as many of a turn as have room, or one of several turns; each leads to the position
    nearest to its middle."""
    share = (right - begins[0]) / len(begins)
    together, parts = max(1, ceil(STRIP / share)), max(1, int(share // STRIP))
    for n in range(0, len(begins), together):
        end = begins[n + together] if n + together < len(begins) else right
        wide = (end - begins[n]) / parts
        for part in range(parts):
            x = begins[n] + part * wide
            near = min(range(len(stands)), key=lambda i: abs(xs[i] - x - wide / 2))
            yield Strip(x, wide, stands[near], part == 0)


def height(stands: float, found: Analysis) -> float:
    """How high a position is drawn."""
    middle, half = (TOP + BOTTOM) / 2, (BOTTOM - TOP) / 2
    if found.chances:
        return BOTTOM - stands * (BOTTOM - TOP)
    return middle - half * max(-1.0, min(1.0, stands / scale(found)))


def scale(found: Analysis) -> float:
    """The worth at which the edge of the drawing is."""
    return ROOM * max([LEAST, *(abs(one.stands) for one in found.stands)])


def marks(turned: Sequence[Turned], stands: Sequence[Stood], xs: Sequence[float], ys: Sequence[float]) -> list[Mark]:
    """The moments on the curve, each where it came, its sign where there is room."""
    found = list[Mark]()
    for n, one in enumerate(turned, 1):
        after = next((i for i, stood in enumerate(stands) if stood.v >= one.after), len(stands) - 1)
        before = max(0, after - 1)
        x, y = (xs[before] + xs[after]) / 2, (ys[before] + ys[after]) / 2
        way = 1 if y < (TOP + BOTTOM) / 2 else -1
        near = [other for other in found if abs(other.x - x) < SPREAD and (other.at > other.y) == (way > 0)]
        found.append(Mark(n, one.kind, x, y, y + way * STEM * (1 - len(near) / 2)))
    return found


def by_turn(stands: Sequence[Stood]) -> list[Standing]:
    """How it stood at the beginning of each turn, and at the end."""
    first: dict[int, Stood] = {}
    for one in stands:
        first.setdefault(one.turn, one)
    rows = [Standing(turn, one.v, one.stands) for turn, one in first.items()]
    return [*rows, Standing(0, stands[-1].v, stands[-1].stands)] if stands else rows
