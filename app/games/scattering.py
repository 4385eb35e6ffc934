"""Terrain by chance: pieces laid where a seed puts them, the same on every machine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isqrt
from random import Random
from typing import NamedTuple

from app.engine.trig import SCALE, TURN, cosine, sine
from app.games.grounds import Body, Length, Piece

GRAIN = 10
"""Places are tenths of a unit."""
TRIES, CORNERS, HEADINGS = 80, 10, 24
LEAST, MOST = 14, 30
"""How wide a piece is, in hundredths of the shorter side of the table."""
MARGIN, HOME, GAP = 4, 18, 6
"""In hundredths: what stays free at the sides, at the north and south edge where sides deploy, and between pieces."""
JITTER = 25
"""By so many hundredths of its radius a corner of a round piece comes in."""

Spot = tuple[int, int]


class Sort(NamedTuple):
    """A kind to draw from: whether it is a line, and whether it is built, with doors."""

    id: str
    line: bool = False
    built: bool = False


class Laid(NamedTuple):
    """A piece about its middle: its corners and doors, and how far it reaches."""

    sort: Sort
    at: Spot
    corners: tuple[Spot, ...]
    doors: tuple[Spot, ...]
    reach: int


def layout(seed: int, sorts: Sequence[Sort], size: Spot, number: int, *, symmetric: bool = False) -> Body:
    """Up to so many pieces of these kinds: apart from each other, off the edges where sides deploy.

    ``symmetric``: the table looks the same from both sides; each piece lies there once more, turned half about.
    """
    luck, width, depth = Random(seed), size[0] * GRAIN, size[1] * GRAIN
    laid = list[Laid]()
    for _ in range((number + 1) // 2 if symmetric else number) if sorts else ():
        found = next(fitting(luck, sorts[luck.randrange(len(sorts))], (width, depth), laid, symmetric), None)
        if found:
            laid += [found, about(found, (width, depth))] if symmetric else [found]
    return Body(size, [written(n, piece) for n, piece in enumerate(laid, 1)])


def fitting(luck: Random, sort: Sort, table: Spot, laid: Sequence[Laid], symmetric: bool) -> Iterator[Laid]:
    """Pieces of a kind that lie free, as they are found; smaller and smaller ones."""
    short = min(table)
    for n in range(TRIES):
        most = MOST - (MOST - LEAST) * n // TRIES
        piece = shaped(luck, sort, luck.randrange(LEAST, most + 1) * short // 200)
        free_x, free_y = piece.reach + MARGIN * short // 100, piece.reach + HOME * table[1] // 100
        if table[0] - free_x <= free_x or table[1] - free_y <= free_y:
            continue
        at = luck.randrange(free_x, table[0] - free_x), luck.randrange(free_y, table[1] - free_y)
        here = piece._replace(at=at)
        others = [*laid, about(here, table)] if symmetric else laid
        if all(is_apart(here, other, GAP * short // 100) for other in others):
            yield here


def is_apart(a: Laid, b: Laid, gap: int) -> bool:
    """Whether circles about two pieces leave a gap."""
    (x, y), (z, w) = a.at, b.at
    return (x - z) ** 2 + (y - w) ** 2 >= (a.reach + b.reach + gap) ** 2


# -- shapes about (0, 0) -----------------------------------------------------------


def shaped(luck: Random, sort: Sort, radius: int) -> Laid:
    """A shape for a kind: a bent line, a house with a door, a round or a four-cornered area."""
    if sort.line:
        corners, doors = bent(luck, radius), tuple[Spot, ...]()
    elif sort.built:
        corners, doors = house(luck, radius)
    else:
        corners, doors = (blob if luck.randrange(2) else field)(luck, radius), ()
    reach = max(isqrt_up(x * x + y * y) for x, y in corners)
    return Laid(sort, (0, 0), corners, doors, reach)


def isqrt_up(n: int) -> int:
    """The square root of a whole number, rounded up."""
    return isqrt(max(0, n - 1)) + 1


def bent(luck: Random, radius: int) -> tuple[Spot, ...]:
    """A line with a bend near its middle."""
    facing = turn(luck)
    return (
        polar(facing, radius),
        polar(facing + TURN // 4, luck.randrange(radius // 3 + 1)),
        polar(facing + TURN // 2, radius),
    )


def blob(luck: Random, radius: int) -> tuple[Spot, ...]:
    """A round area, its rim uneven."""
    rims = [radius * (100 - luck.randrange(JITTER)) // 100 for _ in range(CORNERS)]
    return tuple(polar(n * TURN // CORNERS, rim) for n, rim in enumerate(rims))


def field(luck: Random, radius: int) -> tuple[Spot, ...]:
    """A four-cornered area, turned as chance will have it."""
    facing, half = turn(luck), luck.randrange(28, 46) * TURN // 360
    return tuple(polar(facing + corner, radius) for corner in (half, TURN // 2 - half, TURN // 2 + half, -half))


def house(luck: Random, radius: int) -> tuple[tuple[Spot, ...], tuple[Spot, ...]]:
    """An upright house: a door in the middle of its south or north side."""
    wide, deep = radius * 3 // 5, radius * luck.randrange(40, 56) // 100
    corners = ((-wide, -deep), (wide, -deep), (wide, deep), (-wide, deep))
    return corners, ((0, deep if luck.randrange(2) else -deep),)


def turn(luck: Random) -> int:
    """One of the directions a piece may lie in."""
    return luck.randrange(HEADINGS) * (TURN // HEADINGS)


def polar(facing: int, far: int) -> Spot:
    """The place so far off in this direction."""
    return far * sine(facing) // SCALE, -far * cosine(facing) // SCALE


# -- as lists write it -------------------------------------------------------------


def about(piece: Laid, table: Spot) -> Laid:
    """The same piece, turned half about the middle of the table."""
    corners, doors = (tuple((-x, -y) for x, y in ring) for ring in (piece.corners, piece.doors))
    return piece._replace(at=(table[0] - piece.at[0], table[1] - piece.at[1]), corners=corners, doors=doors)


def written(n: int, piece: Laid) -> Piece:
    """A piece as lists write it."""
    corners, doors = ([(length(x + piece.at[0]), length(y + piece.at[1])) for x, y in ring]
                      for ring in (piece.corners, piece.doors))  # fmt: skip
    id = f"{piece.sort.id}-{n}".lower().replace("_", "-")
    if piece.sort.line:
        return Piece(id, piece.sort.id, line=corners, doors=doors)
    return Piece(id, piece.sort.id, outline=corners, doors=doors)


def length(tenths: int) -> Length:
    """A length of tenths: a whole number, or exact text."""
    return f"{tenths // GRAIN}.{tenths % GRAIN}" if tenths % GRAIN else tenths // GRAIN
