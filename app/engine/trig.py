"""Sines and cosines as whole numbers, the same on every machine.

A facing is a whole number of hundredths of a degree.  Facing 0 looks north (towards smaller y) and grows clockwise
as seen on the board, so 9000 looks east.
"""

from functools import lru_cache
from typing import NamedTuple

TURN = 36_000
"""A full turn in hundredths of a degree."""

SCALE = 1_000_000_000
"""What the sine of a right angle is in the table."""

PI_40 = 31415926535897932384626433832795028841972
_ONE = 1 << 160


class Heading(NamedTuple):
    """A direction on the board, its length ``SCALE``."""

    x: int
    y: int


def _step() -> tuple[int, int]:
    """The sine and cosine of one hundredth of a degree, in units of 2**-160."""
    angle = _ONE * PI_40 // (18_000 * 10**40)
    sine = cosine = 0
    term, order = _ONE, 0
    while term:
        sign = -1 if order % 4 > 1 else 1
        if order % 2:
            sine += sign * term
        else:
            cosine += sign * term
        order += 1
        term = term * angle // _ONE // order
    return sine, cosine


def _quarter() -> list[int]:
    """Sines of 0 to 90 degrees by adding one hundredth of a degree at a time."""
    first, cosine = _step()
    before, now = 0, first
    sines = [0]
    for _ in range(TURN // 4):
        sines.append((now * SCALE * 2 + _ONE) // (2 * _ONE))
        before, now = now, 2 * cosine * now // _ONE - before
    return sines


def _table() -> tuple[int, ...]:
    quarter = _quarter()
    half = quarter + quarter[-2:0:-1]
    return tuple(half + [-sine for sine in half])


SINES = _table()
"""One sine for each hundredth of a degree, times ``SCALE``, to the nearest whole."""


def sine(facing: int) -> int:
    """The sine of an angle in hundredths of a degree, times ``SCALE``; any whole number is accepted."""
    return SINES[facing % TURN]


def cosine(facing: int) -> int:
    """The cosine of an angle in hundredths of a degree, times ``SCALE``; any whole number is accepted."""
    return SINES[(facing + TURN // 4) % TURN]


@lru_cache(maxsize=8192)
def heading(facing: int) -> Heading:
    """The direction a facing looks in: north at 0, east at 9000."""
    return Heading(sine(facing), -cosine(facing))


def bearing(dx: int, dy: int) -> int:
    """The facing that looks along a direction, to the nearest 1/100 degree."""
    low, high = 0, TURN // 4
    quarter = (0 if dy < 0 else 1) if dx >= 0 else (2 if dy >= 0 else 3)
    while high - low > 1:
        middle = (low + high) // 2
        look = heading(quarter * 9_000 + middle)
        low, high = (middle, high) if look.x * dy - look.y * dx >= 0 else (low, middle)
    return min((quarter * 9_000 + low, quarter * 9_000 + high), key=lambda f: _aside(f, dx, dy)) % TURN


def _aside(facing: int, dx: int, dy: int) -> int:
    look = heading(facing)
    return abs(look.x * dy - look.y * dx)
