"""Whether orders have sense, counted from what happened in a battle: no rule, and nothing a bot thinks with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from app.engine.events import Seat

NOWHERE = "nowhere"
"""An order to move that leads less than a quarter of the way it might, for no reason."""
SHORT = "short"
"""A charge that could not arrive."""
FRIENDS = "friends"
"""A move that disorders or hinders one's own."""
LEADER = "leader"
"""A leader lost where he had gone of his own will."""
WEAPON = "weapon"
"""A weapon taken up though there is a better one."""
IDLE = "idle"
"""A unit that does nothing in a turn with an enemy in reach whom it would gain by charging."""
FREE = "free"
"""A free blow given to an enemy."""
UNDONE = "undone"
"""An order that was given and not carried out."""
PASSAGE = "passage"
"""A battle whose goal lies beyond a bridge, gate or ford that nobody went over."""
BARS = {NOWHERE: 5, SHORT: 2, FRIENDS: None, LEADER: None, WEAPON: 0, IDLE: 5, FREE: 3, UNDONE: 5, PASSAGE: None}
"""In hundredths, how many of each there may be; none where no bar is set."""
QUARTER = 4


class Happened(NamedTuple):
    """An event, and the state before and after it."""

    before: Any
    event: Any
    after: Any


class Deed(NamedTuple):
    """Something a seat did that has manners or has not; ``what``: whose deed, for whoever looks it up."""

    manner: str
    seat: Seat
    bad: bool
    what: str = ""


Turn = Sequence[Happened]
Manners = Callable[[Turn], Iterable[Deed]]
"""What a system counts in one turn of a battle."""


def none(_: Turn) -> Iterable[Deed]:
    """Nothing is counted."""
    return ()


def turns(happened: Iterable[Happened]) -> Iterator[Turn]:
    """What happened, turn by turn; the set-up is turn 0."""
    found: list[Happened] = []
    for one in happened:
        if found and one.after.turn != found[-1].after.turn:
            yield found
            found = []
        found.append(one)
    if found:
        yield found


def of_kind(turn: Turn, kind: type[Any]) -> Iterator[Happened]:
    """What happened of one kind."""
    return (one for one in turn if isinstance(one.event, kind))


def is_nowhere(used: int, allowed: int) -> bool:
    """Whether somebody went less than a quarter of what he might."""
    return QUARTER * used < allowed
