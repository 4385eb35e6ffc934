"""Sides led together (ENG-SEA-05): who of a side answers a question, by the parts of the side it is about; pure.

The seat is its general's.  Further leaders have a part each; what nobody has is the general's.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from msgspec import Struct, field

GENERAL = 0
"""The number of whoever holds the seat itself."""
MOST = 7
"""Leaders of a side beside its general."""


class Leader(Struct, frozen=True, kw_only=True):
    """Somebody who leads a part of a side.  ``offered``: what he would lead, until he agrees; ``None``: nothing new."""

    number: int
    guest: str
    name: str
    part: tuple[str, ...] = ()
    offered: tuple[str, ...] | None = None
    since: str = ""


class About(Struct, frozen=True):
    """The parts of a side a question is about, whatever is answered; or those that its answers are, by their keys."""

    fixed: frozenset[str] = frozenset()
    picks: dict[str, str] = field(default_factory=dict)


def leaders_of(row: Mapping[str, Any]) -> tuple[Leader, ...]:
    """The leaders of a stored seat beside its general."""
    return tuple(
        Leader(
            number=one["number"], guest=one["guest_id"], name=one["name"], part=tuple(one["part"] or ()),
            offered=None if one["offered"] is None else tuple(one["offered"]), since=one["since"],
        )
        for one in row.get("leaders", ())
    )  # fmt: skip


def holder(leaders: Sequence[Leader], part: str) -> int:
    """Who leads a part."""
    return next((one.number for one in leaders if part in one.part), GENERAL)


def asked(about: About, leaders: Sequence[Leader]) -> tuple[int, ...]:
    """Who may answer the question: the one whose part it is about, else its general; and with him, where the answers
    are about parts of several, each for his own."""
    whose = {holder(leaders, part) for part in about.fixed or about.picks.values()}
    if len(whose) == 1:
        return tuple(whose)
    return (GENERAL,) if about.fixed else tuple(sorted({GENERAL, *whose}))


def answers(about: About, leaders: Sequence[Leader], key: str) -> int:
    """Who gives the answer that begins with this key."""
    may = asked(about, leaders)
    if len(may) == 1:
        return may[0]
    return holder(leaders, about.picks[key]) if key in about.picks else GENERAL


def carried(yes: Collection[int], members: int) -> bool:
    """Whether a side has resolved something: by majority, its general breaking ties (DAI-SCN-10)."""
    return 2 * len(yes) > members or (2 * len(yes) == members and GENERAL in yes)
