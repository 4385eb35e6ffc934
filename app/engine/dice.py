"""Dice as data: what is thrown, and every way it can fall."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial

from msgspec import Struct

Faces = tuple[int, ...]


class Dice(Struct, frozen=True):
    """``count`` dice of ``sides`` faces thrown together; the best ``keep`` stay (all if none)."""

    count: int
    sides: int = 6
    keep: int | None = None

    def kept(self, faces: Faces) -> Faces:
        """The faces that count, highest first when some are dropped."""
        return faces if self.keep is None else tuple(sorted(faces, reverse=True)[: self.keep])

    def total(self, faces: Faces) -> int:
        """The sum of the faces that count."""
        return sum(self.kept(faces))

    def fits(self, faces: Faces) -> bool:
        """Whether these faces could have fallen from these dice."""
        return len(faces) == self.count and all(1 <= face <= self.sides for face in faces)

    def falls(self) -> Iterator[tuple[Faces, int]]:
        """Every multiset of faces, lowest first, with the number of ways it can fall."""
        for faces in combinations_with_replacement(range(1, self.sides + 1), self.count):
            ways = factorial(self.count)
            for times in Counter(faces).values():
                ways //= factorial(times)
            yield faces, ways

    def totals(self) -> Iterator[tuple[int, Fraction]]:
        """Every total with its exact probability, lowest first.

        >>> [str(p) for _, p in Dice(2).totals()][:3]
        ['1/36', '1/18', '1/12']
        """
        ways: Counter[int] = Counter()
        for faces, times in self.falls():
            ways[self.total(faces)] += times
        for total in sorted(ways):
            yield total, Fraction(ways[total], self.sides**self.count)
