"""What somebody may take of a processor: a purse that fills by itself and is emptied by what was measured."""

from __future__ import annotations

from collections import OrderedDict

KEPT = 20_000
"""Purses that are remembered; beyond so many the one longest untouched is full again."""
MINUTE = 60.0
"""A full purse holds what flows into it in so many seconds."""


class Purses:
    """Purses by whose they are.  Into each flow ``share`` seconds of a processor a second; a share of 0 has no end."""

    def __init__(self, share: float, kept: int = KEPT) -> None:
        self.share, self.full, self._kept = share, share * MINUTE, kept
        self._of: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def left(self, whose: str, now: float) -> float:
        """Seconds of a processor that are left; below nothing where more was taken than there was."""
        held, at = self._of.get(whose, (self.full, now))
        return min(self.full, held + max(0.0, now - at) * self.share)

    def wait(self, whose: str, now: float) -> float:
        """Seconds until there is something left again; nothing if there is."""
        left = self.left(whose, now) if self.share else 1.0
        return 0.0 if left > 0 else -left / self.share or 1.0

    def take(self, whose: str, seconds: float, now: float) -> None:
        """So many seconds were taken."""
        if not self.share or not whose:
            return
        self._of[whose] = self.left(whose, now) - seconds, now
        self._of.move_to_end(whose)
        while len(self._of) > self._kept:
            self._of.popitem(last=False)
