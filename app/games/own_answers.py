"""Since when a seat has done nothing: at which version a person at it himself began its last go, and last answered.

What the clock, a bot, a standing order, a wish or the rules answered for it is none of his.  A go begins with any
answer but one to a question that is put in the middle of a deed, as to defend in a fight or to throw again (a system
names these: ``midway``).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from app.engine.asks import AnyAsk

OWN = "person"
"""By whom an answer is that somebody gave himself."""

Given = tuple[str, int, int, bool]
"""A seat, the tape entry of an answer it gave itself, the version before anything came of it, and whether that was in
the middle of a deed."""


def is_midway(system: object, asked: AnyAsk | None) -> bool:
    """Whether a question is put in the middle of a deed."""
    return asked is not None and asked.about in getattr(system, "midway", ())


class OwnAnswers:
    """Of each seat those of the phase, and the last of either sort before it: so many can be taken back one by one."""

    def __init__(self) -> None:
        self._given: list[Given] = []

    def restore(self, given: Iterable[Given], to: int | None = None) -> None:
        """These are known, up to a tape entry."""
        self._given = [one for one in given if to is None or one[1] < to]

    def add(self, by: str, given: Given) -> None:
        """An answer was given by somebody; it counts if it is a person's own."""
        if by == OWN:
            self._given.append(given)

    def strike(self, seqs: Collection[int]) -> None:
        """Answers at these tape entries do not count any more."""
        self._given = [one for one in self._given if one[1] not in seqs]

    def settle(self) -> None:
        """A phase begins: what was answered before the last answers of each seat is not needed again."""
        self._given = sorted({(one[0], one[3]): one for one in self._given}.values(), key=lambda one: one[1])

    def last(self, seat: str) -> tuple[int, int]:
        """The versions at which a seat began its last own go and gave its last own answer; 0 where it has not yet."""
        mine = [one for one in reversed(self._given) if one[0] == seat]
        gos = (version for _, _, version, midway in mine if not midway)
        return next(gos, 0), mine[0][2] if mine else 0
