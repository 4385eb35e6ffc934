"""Dates: each side offers some, and one of the other's is agreed."""

from __future__ import annotations

from app.campaigns.battles.fixtures import DAY_MS, due_of, is_bye
from app.campaigns.book import table
from app.campaigns.desk import Command, Decided, Desk
from app.campaigns.ledger.events import Agreed, Hastened, Proposed
from app.campaigns.model import Campaign, Fixture
from app.campaigns.people.members import clean, refuse_text
from app.campaigns.rounds.moves import clauses, move
from app.engine.refusals import Refusal, refuse

PROPOSES, AGREES, HASTENS = clauses("propose", "accept", "hasten")
MINUTE_MS = 60_000


class Propose(Command, frozen=True, tag="propose"):
    """A side offers dates for a battle, in milliseconds since 1970, with a word to the other side alone."""

    warband: str
    fixture: str
    times: tuple[int, ...]
    word: str = ""


@move
def propose(desk: Desk, given: Propose) -> Decided:
    """These are the dates this side offers, in place of those before (CPN-SCH-01)."""
    one = desk.now.fixtures[given.fixture]
    word = clean(given.word)
    if no := refuse_dates(one) or refuse_times(desk, one, given.times) or refuse_text("line", word, least=0):
        return no
    times = tuple(sorted(given.times))
    before = one.proposals.get(given.warband)
    if before and (before.times, before.word) == (times, word):
        return []
    return [Proposed(clause=PROPOSES, fixture=one.id, warband=given.warband, times=times, word=word)]


class Accept(Command, frozen=True, tag="accept"):
    """A side takes one of the other's dates."""

    warband: str
    fixture: str
    time: int


@move
def accept(desk: Desk, given: Accept) -> Decided:
    """The date is agreed (CPN-SCH-02).  Agreed already: so it stays."""
    one = desk.now.fixtures[given.fixture]
    if no := refuse_dates(one):
        return no
    if one.when and one.when == given.time:
        return []
    offered = [time for id, made in one.proposals.items() if id != given.warband for time in made.times]
    if given.time not in offered:
        return refuse("campaign.dates.not-offered", AGREES, offered=len(offered))
    if no := refuse_times(desk, one, (given.time,)):
        return no
    return [Agreed(clause=AGREES, fixture=one.id, when=given.time)]


class Hasten(Command, frozen=True, tag="hasten"):
    """A side would begin before the date that was agreed, or (not ``early``) no longer."""

    warband: str
    fixture: str
    early: bool = False


@move
def hasten(desk: Desk, given: Hasten) -> Decided:
    """Once both sides would, the table is laid before the date (CPN-SCH-03).  So already: so it stays."""
    one = desk.now.fixtures[given.fixture]
    if given.early == (given.warband in one.early):
        return []
    if given.early and one.when <= desk.clock:
        return refuse("campaign.dates.no-date", HASTENS)
    return [Hastened(clause=HASTENS, fixture=one.id, warband=given.warband, early=given.early)]


def starts(now: Campaign, one: Fixture) -> int:
    """When the clocks of a battle run although somebody has not come, in milliseconds since 1970 (CPN-SCH-04).

    After the grace from the date that was agreed; without one at the deadline, and never where there is none.
    """
    return one.when + now.settings.grace * MINUTE_MS if one.when else due_of(now, one)


def refuse_dates(one: Fixture) -> Refusal | None:
    """Why no date is arranged for this battle: there is nobody to arrange it with."""
    return refuse("campaign.dates.alone", PROPOSES) if is_bye(one) or not all(one.sides) else None


def refuse_times(desk: Desk, one: Fixture, times: tuple[int, ...]) -> Refusal | None:
    """Why these dates cannot be offered (CPN-SCH-01)."""
    most, days = int(table("battles")["dates"]["most"]), int(table("rounds")["time"]["ahead_days"])
    if not 1 <= len(times) <= most or len(set(times)) != len(times):
        return refuse("campaign.dates.count", PROPOSES, most=most, got=len(times))
    end = due_of(desk.now, one) or desk.clock + days * DAY_MS
    if not all(desk.clock < time <= end for time in times):
        return refuse("campaign.dates.window", PROPOSES, days=max(0, end - desk.clock) // DAY_MS)
    return None
