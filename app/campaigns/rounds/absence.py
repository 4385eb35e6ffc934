"""Who stays away holds nobody up: stand-ins, forfeits, standoffs, and what becomes of the warbands of those who left.

What happens in each state when somebody is not there any more or does not answer:

- recruiting: the warband is retired (CPN-ABS-06);
- running: a stand-in leads it, in battles to come and in the one being fought, until it is handed over (CPN-ABS-06);
- retired: battles not laid are forfeit, the one being fought is ended by a stand-in (CPN-ABS-07);
- no date, or dates proposed and none agreed: nothing waits for a date (CPN-SCH-03);
- at the deadline, one side has mustered: the other forfeits; none has: a standoff (CPN-ABS-02);
- a challenge nobody took up: it is off (CPN-PAI-08);
- all have mustered or are fighting: 48 hours more once, then a standoff (CPN-ABS-03);
- choices open: what is said beforehand is taken when the round closes (CPN-RES-08).
"""

from __future__ import annotations

from collections.abc import Iterator

from app.campaigns.battles.fixtures import (
    HOUR_MS,
    due_of,
    is_bye,
    is_dated,
    is_ready,
    readers,
)
from app.campaigns.battles.musters import best
from app.campaigns.book import c, table
from app.campaigns.desk import Command, Decided, Desk, leads
from app.campaigns.ledger.events import Ended, Entry, Extended, Mustered, Status, StoodIn, Voided
from app.campaigns.model import OPEN, PLAYING, Campaign, Fixture, Warband
from app.campaigns.rounds.moves import CHALLENGE, UNLAID, clauses, move, standing
from app.engine.refusals import Refusal, refuse

STANDS_IN, DEADLINE, RETIRED, BYE = clauses("stand-in", "deadline", "retired", "bye")
GRACE, LEFT, UNTAKEN = c("CPN-ABS-03"), c("CPN-ABS-06"), c("CPN-PAI-08")
ABSENT = c("CPN-ABS-09")


class StandIn(Command, frozen=True, tag="stand-in"):
    """A bot is to lead this warband in a battle."""

    warband: str
    fixture: str


@move
def stand_in(desk: Desk, given: StandIn) -> Decided:
    """A bot leads the warband in this battle, and musters if nobody has (CPN-ABS-01).  So already: so it stays.

    Who took over from one at the table and is away again has one again.
    """
    one = desk.now.fixtures[given.fixture]
    if given.warband in one.stand_ins and not (one.state == PLAYING and given.warband in desk.past.back):
        return []
    if no := refuse_early(desk, given):
        return no
    return [StoodIn(clause=STANDS_IN, fixture=given.fixture, warband=given.warband)]


def refuse_early(desk: Desk, given: StandIn) -> Refusal | None:
    """Why nobody but its leader lets a bot lead a warband yet: he is not awaited, or not for so long (CPN-ABS-01)."""
    now, one = desk.now, desk.now.fixtures[given.fixture]
    if leads(now, given.warband, desk.by.id) or not now.settings.absence:
        return None
    begun = next((of.begun for of in now.rounds if of.number == one.round), 0)
    since = desk.past.facts.get(given.warband, 0) if one.state == PLAYING else max(begun, desk.past.at)
    if given.warband in one.musters and one.state != PLAYING:
        since = 0
    if since and desk.clock - since >= now.settings.absence * HOUR_MS:
        return None
    return refuse("campaign.absence.early" if since else "campaign.absence.none", STANDS_IN, hours=now.settings.absence)


# -- what follows by itself -----------------------------------------------------------


def gone(now: Campaign) -> Iterator[Entry]:
    """Warbands of those who have left are in reserve, or retired before the start (CPN-ABS-06)."""
    status = "retired" if now.state == "recruiting" else "reserve"
    for one in now.warbands.values():
        if one.status == "active" and not is_there(now, one):
            yield Status(clause=LEFT, warband=one.id, status=status)


def is_there(now: Campaign, one: Warband) -> bool:
    """Whether who leads a warband is still in the campaign."""
    player = now.players.get(one.guest)
    return player is not None and player.state == "in"


def given_up(now: Campaign, one: Fixture) -> Iterator[Entry]:
    """What becomes of a battle one of whose sides is nobody, or retired (CPN-PAI-04, CPN-ABS-07)."""
    left = [side for side in one.sides if side and now.warbands[side].status == "retired"]
    at = standing(one)
    if at == OPEN and is_bye(one):
        yield Ended(clause=BYE, fixture=one.id, result="bye")
    elif at in UNLAID and left:
        others = [side for side in one.sides if side and side not in left]
        off = at == CHALLENGE or not others
        yield Voided(clause=RETIRED, fixture=one.id, reason="") if off else forfeit(one, others)
    elif at == PLAYING:
        yield from (
            StoodIn(clause=RETIRED, fixture=one.id, warband=side)
            for side in one.sides
            if side and now.warbands[side].status != "active" and side not in one.stand_ins
        )


def forfeit(one: Fixture, winners: list[str]) -> Ended:
    """The one who is there wins by forfeit; against a garrison nobody does."""
    if len(winners) != 1:
        return Ended(clause=DEADLINE, fixture=one.id, result="standoff")
    return Ended(clause=DEADLINE, fixture=one.id, result="forfeit", winner=winners[0])


def musters(desk: Desk, one: Fixture) -> Iterator[Entry]:
    """What stand-ins muster for a battle that is not laid (CPN-ABS-01)."""
    now = desk.now
    if standing(one) != OPEN or is_bye(one):
        return
    for side in (now.warbands[id] for id in one.sides if id and id not in one.musters):
        led = side.id in one.stand_ins or side.status == "reserve"
        if led and (members := best(desk, one, side)):
            yield Mustered(
                clause=STANDS_IN, seen_by=readers(desk.now, side), fixture=one.id, warband=side.id, members=members,
                version=side.version,
            )  # fmt: skip


def overdue(desk: Desk, one: Fixture) -> Iterator[Entry]:
    """What the deadline of a battle brings (CPN-ABS-02, CPN-ABS-03, CPN-ABS-09)."""
    now, clock = desk.now, desk.clock
    due = due_of(now, one)
    if one.is_over or not due or due > clock:
        return
    of = next((r for r in now.rounds if r.number == one.round), None)
    ahead = one.when if is_dated(one) else 0
    if hangs(one) and of is not None and (one.due <= of.due or ahead > clock):
        more = max(due, clock, ahead) + int(table("rounds")["grace"]["hours"]) * HOUR_MS
        yield Extended(clause=GRACE, fixture=one.id, due=more)
    elif hangs(one):
        yield from missed(one, desk.missed.get(one.id, ())) or [Ended(clause=GRACE, fixture=one.id, result="standoff")]
    else:
        yield unplayed(one)


def missed(one: Fixture, sides: tuple[str, ...]) -> list[Entry]:
    """The end of a battle to whose table one side alone never came: the other has won by forfeit (CPN-ABS-09)."""
    there = [side for side in one.sides if side and side not in sides]
    if len(sides) != 1 or len(there) != 1:
        return []
    return [Ended(clause=ABSENT, fixture=one.id, result="forfeit", winner=there[0])]


def hangs(one: Fixture) -> bool:
    """Whether a battle is being fought or about to be."""
    return one.state == PLAYING or is_ready(one)


def unplayed(one: Fixture) -> Entry:
    """What a battle that nobody fights any more ends as (CPN-ABS-02, CPN-PAI-08)."""
    if standing(one) == CHALLENGE:
        return Voided(clause=UNTAKEN, fixture=one.id, reason="")
    there = [side for side in one.sides if side in one.musters]
    alone = len(there) == 1 and all(one.sides)
    return forfeit(one, there if alone else [])
