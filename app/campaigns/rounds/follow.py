"""What follows by itself from a campaign as it stands and the time: nobody has to keep the books, and nothing waits.

Each answer makes its own condition false, so that asking again and again comes to an end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from app.campaigns.battles.fixtures import due_of, is_dated
from app.campaigns.book import c
from app.campaigns.desk import Desk
from app.campaigns.ledger.events import Entry
from app.campaigns.ledger.evolve import fold
from app.campaigns.model import DONE, Campaign, Fixture
from app.campaigns.rounds.absence import given_up, gone, musters, overdue
from app.campaigns.rounds.course import closed, closing, opened
from app.campaigns.rounds.formats import format_of, is_over
from app.campaigns.rounds.moves import CLOSED, RECRUITING, RUNNING, UNDERWAY, stage
from app.campaigns.rounds.opening import opens_at
from app.campaigns.warbands.aftermath import defaults, is_choosing, rested

NOBODY = c("CPN-ABS-08")


def follow(desk: Desk) -> tuple[Entry, ...]:
    """What happens next by itself; nothing when all is as it should be."""
    parts = (part for stages, part in PARTS if stage(desk.now) in stages)
    return next((found for part in parts if (found := tuple(part(desk)))), ())


def next_due(now: Campaign) -> int | None:
    """When something follows by itself although nobody does anything, in milliseconds since 1970."""
    if now.round is None or stage(now) not in RUNNING:
        return None
    if stage(now) == CLOSED:
        return opens_at(now) or None
    left = [one for one in now.fixtures.values() if not one.is_over]
    times = [due_of(now, one) for one in left] if left else [now.round.due]
    times += [one.when for one in left if is_dated(one)]
    return min((time for time in (*times, *format_of(now).dues(now)) if time), default=None)


# -- the parts, in their order ----------------------------------------------------------


def absent(desk: Desk) -> Iterable[Entry]:
    """The warbands of those who have left."""
    return gone(desk.now)


def own(desk: Desk) -> Iterable[Entry]:
    """What the format itself brings."""
    return format_of(desk.now).follow(desk)


def given(desk: Desk) -> Iterator[Entry]:
    """Byes, and what retired warbands leave behind."""
    for one in unfinished(desk):
        yield from given_up(desk.now, one)


def sent(desk: Desk) -> Iterator[Entry]:
    """The musters of stand-ins."""
    for one in unfinished(desk):
        yield from musters(desk, one)


def deadlines(desk: Desk) -> Iterator[Entry]:
    """What deadlines bring that have passed."""
    for one in unfinished(desk):
        yield from overdue(desk, one)


def settlements(desk: Desk) -> Iterator[Entry]:
    """What follows from battles that were not fought."""
    now = desk.now
    for one in (f for f in now.fixtures.values() if f.state == DONE):
        for side in (id for id in one.sides if id and id not in one.settled):
            entries = tuple(rested(now, one, now.warbands[side]))
            now = fold(now, entries)
            yield from entries


def end_of_round(desk: Desk) -> Iterator[Entry]:
    """The round is closed when nothing of it is open, with the choices that nobody made (CPN-RND-05)."""
    if may_close(desk):
        for side in desk.now.active():
            yield from defaults(desk, side)
        yield from closing(desk)


def may_close(desk: Desk) -> bool:
    """Whether nothing of the round is open any more."""
    now, of = desk.now, desk.now.round
    if of is None or any(True for _ in unfinished(desk)) or format_of(now).holds(now):
        return False
    if of.due and of.due <= desk.clock:
        return True
    fought = format_of(now).empty or any(one.round == of.number for one in now.fixtures.values())
    return (
        fought
        and now.settings.pairing != "challenge"
        and not any(side.status == "active" and is_choosing(desk, side) for side in now.active())
    )


def next_round(desk: Desk) -> Iterator[Entry]:
    """The campaign is over, or its next round is open (CPN-RND-06, CPN-RND-08, CPN-ABS-08)."""
    now = desk.now
    led = any(side.status == "active" for side in now.active())
    if end := format_of(now).end(desk):
        yield from end
    elif not led or len(now.active()) < 2 or is_over(now):
        yield closed(now)
    elif opens_at(now) <= desk.clock:
        yield opened(desk)


def unfinished(desk: Desk) -> Iterator[Fixture]:
    """Battles that are not over, in the order in which they were made."""
    return (one for one in desk.now.fixtures.values() if not one.is_over)


PARTS: tuple[tuple[tuple[str, ...], Callable[[Desk], Iterable[Entry]]], ...] = (
    ((RECRUITING, *RUNNING), absent), (UNDERWAY, own), (UNDERWAY, given), (UNDERWAY, sent), (UNDERWAY, deadlines),
    (UNDERWAY, settlements), (UNDERWAY, end_of_round), ((CLOSED,), next_round),
)  # fmt: skip
"""What is asked in which stages of a round, in this order."""
