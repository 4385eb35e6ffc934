"""What proposals and imagined games need of a source of chance; whoever calls brings one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")


class Luck(Protocol):
    """A source of chance, such as ``random.Random``."""

    def randrange(self, start: int, stop: int) -> int:
        """A whole number from ``start`` up to but not including ``stop``."""
        ...

    def choice(self, seq: Sequence[T]) -> T:
        """One of the things."""
        ...
