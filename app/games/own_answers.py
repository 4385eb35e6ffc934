"""Since when a seat has not answered: at which version a person at it gave its last answer himself.

What the clock, a bot, a standing order, a wish or the rules answered for it is none of his.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

OWN = "person"
"""By whom an answer is that somebody gave himself."""

Given = tuple[str, int, int]
"""A seat, the tape entry of an answer it gave itself, and the version before anything came of it."""


class OwnAnswers:
    """Of each seat those of the phase, and the last one before it: so many can be taken back one by one."""

    def __init__(self) -> None:
        self._given: list[Given] = []

    def restore(self, given: Iterable[Given], to: int | None = None) -> None:
        """These are known, up to a tape entry."""
        self._given = [one for one in given if to is None or one[1] < to]

    def add(self, seat: str, seq: int, version: int, by: str) -> None:
        """An answer was given at this version; it counts if it is a person's own."""
        if by == OWN:
            self._given.append((seat, seq, version))

    def strike(self, seqs: Collection[int]) -> None:
        """Answers at these tape entries do not count any more."""
        self._given = [one for one in self._given if one[1] not in seqs]

    def settle(self) -> None:
        """A phase begins: what was answered before the last answer of each seat is not needed again."""
        self._given = list({one[0]: one for one in self._given}.values())

    def last(self, seat: str) -> int | None:
        """The version at which a seat gave its last own answer; nothing where it has given none."""
        return next((version for who, _, version in reversed(self._given) if who == seat), None)
