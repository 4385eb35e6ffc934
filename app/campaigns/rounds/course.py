"""Rounds: a campaign starts, rounds open and close, deadlines move, and the campaign ends."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import field
from msgspec.structs import replace

from app.campaigns.battles.fixtures import DAY_MS, HOUR_MS, due_of
from app.campaigns.book import c, table
from app.campaigns.desk import Command, Decided, Desk, leads
from app.campaigns.ledger.events import Closed, Ended, Entry, Extended, RoundClosed, RoundOpened, Voided
from app.campaigns.ledger.evolve import fold
from app.campaigns.model import DONE, Campaign, Fixture, Round
from app.campaigns.people.members import clean, refuse_reason
from app.campaigns.rounds.absence import hangs, unplayed
from app.campaigns.rounds.formats import format_of
from app.campaigns.rounds.moves import UNDERWAY, clauses, move, stage
from app.campaigns.rounds.opening import ends_at
from app.campaigns.rounds.pairings import pair
from app.campaigns.rounds.standings import standings
from app.engine.refusals import Refusal, refuse

STARTS, OPENS, LONGER, CLOSES, ENDS = clauses("start", "next", "extend", "close-round", "end-campaign")
OWN = c("CPN-RUL-05")

# -- start ----------------------------------------------------------------------


class Start(Command, frozen=True, tag="start"):
    """The host starts the campaign."""


@move
def start(desk: Desk, _given: Start) -> Decided:
    """The campaign runs and its first round is open (CPN-RND-01).  Started already: so it stays."""
    now = desk.now
    least = int(table("rounds")["start"]["least"])
    if len(now.active()) < least:
        return refuse("campaign.round.too-few", STARTS, least=least, got=len(now.active()))
    begun = format_of(now).begin(desk)
    return begun if isinstance(begun, Refusal) else [*begun, opened(desk, begun)]


def opened(desk: Desk, before: Decided = ()) -> Entry:
    """The next round with its battles (CPN-RND-02).  ``before``: entries that come before it."""
    assert not isinstance(before, Refusal)
    now = fold(desk.now, before)
    number = len(now.rounds) + 1
    due = ends_at(now.settings, desk.clock)
    entropy = {player.guest: player.entropy for player in now.players.values() if player.entropy}
    bare = Round(number=number, commit=desk.commit(number), begun=desk.clock, due=due, entropy=entropy)
    of = format_of(now).season(replace_desk(desk, now), bare)
    fixtures = battles_of(replace_desk(desk, now), of)
    whole = replace(of, fixtures=tuple(one.id for one in fixtures))
    return RoundOpened(clause=OPENS, round=whole, fixtures=fixtures)


def battles_of(desk: Desk, of: Round) -> tuple[Fixture, ...]:
    """The battles of a round, made at a desk before it is opened (CPN-PAI-01).

    With the seed of the round anybody can make them again and compare: they are always the same.
    """
    lots = replace(of, fixtures=(), throws=table("rounds")["draws"]["lots"])
    return pair(replace_desk(desk, replace(desk.now, rounds=(*desk.now.rounds, lots))))


def replace_desk(desk: Desk, now: Campaign) -> Desk:
    """The same desk before another state of the campaign; its seeds are shared."""
    return Desk(now, desk.rules, desk.by, desk.clock, desk.seeds)


# -- more time --------------------------------------------------------------------


class Extend(Command, frozen=True, tag="extend"):
    """An umpire gives the round (no ``fixture``) or one battle until later, in milliseconds since 1970."""

    due: int
    fixture: str = ""
    reason: str = ""


@move
def extend(desk: Desk, given: Extend) -> Decided:
    """The deadline is later (CPN-RND-04)."""
    now, reason = desk.now, clean(given.reason)
    before = due_of(now, now.fixtures[given.fixture]) if given.fixture else (now.round.due if now.round else 0)
    if before == given.due:
        return []
    if no := refuse_due(desk, before, given.due) or refuse_reason(reason):
        return no
    return [Extended(clause=LONGER, due=given.due, fixture=given.fixture, reason=reason)]


def refuse_due(desk: Desk, before: int, due: int) -> Refusal | None:
    """Why a deadline cannot be moved there (CPN-RND-04)."""
    days = int(table("rounds")["time"]["ahead_days"])
    if not max(before, desk.clock) < due <= desk.clock + days * DAY_MS:
        return refuse("campaign.round.due", LONGER, days=days)
    return None


# -- the end of a round and of a campaign ---------------------------------------------


class CloseRound(Command, frozen=True, tag="close-round"):
    """The round is over now.  ``fates``: what becomes of battles that are not over, each one of ``FATES``.

    What is not named is played to its end if it is laid or about to be, and ends as at the deadline if not.
    """

    reason: str = ""
    fates: dict[str, str] = field(default_factory=dict)


WAITS, DEADLINE, STANDOFF, OFF = "waits", "deadline", "standoff", "void"
FATES = (WAITS, DEADLINE, STANDOFF, OFF)


@move
def close_round(desk: Desk, given: CloseRound) -> Decided:
    """Nothing in the round waits any more, so that it closes by itself (CPN-RND-05)."""
    now, reason = desk.now, clean(given.reason)
    assert now.round
    left = [one for one in now.fights(now.round.number) if not one.is_over]
    if no := next((no for id, fate in given.fates.items() if (no := refuse_fate(desk, left, id, fate))), None):
        return no
    ended = [fate_of(desk, one, given.fates.get(one.id, usual(desk, one)), reason) for one in left]
    hurried = format_of(now).hurry(now, desk.clock)
    return [*ended, *hurried, Extended(clause=CLOSES, due=desk.clock, reason=reason)]


def usual(desk: Desk, one: Fixture) -> str:
    """What becomes of a battle of which nothing is said: who closes the round says nothing of his own."""
    return WAITS if hangs(one) or is_own(desk, one) else DEADLINE


def is_own(desk: Desk, one: Fixture) -> bool:
    """Whether who closes the round fights this battle."""
    return any(leads(desk.now, side, desk.by.id) for side in one.sides)


def refuse_fate(desk: Desk, left: Sequence[Fixture], id: str, fate: str) -> Refusal | None:
    """Why a battle of a round that is closed cannot end so (CPN-RND-05, CPN-RUL-05)."""
    one = next((one for one in left if one.id == id), None)
    if one is None or fate not in FATES or (fate == DEADLINE and hangs(one)):
        return refuse("campaign.round.fate", CLOSES, fixture=id[:40])
    return refuse("ruling.own", OWN) if is_own(desk, one) and fate != WAITS else None


def fate_of(desk: Desk, one: Fixture, fate: str, reason: str) -> Entry:
    """What a battle comes to when its round is closed before its time."""
    match fate:
        case "waits":
            due = max(desk.clock, one.when) + int(table("rounds")["grace"]["hours"]) * HOUR_MS
            return Extended(clause=CLOSES, fixture=one.id, due=max(due, due_of(desk.now, one)), reason=reason)
        case "void":
            return Voided(clause=CLOSES, fixture=one.id, reason=reason, by=desk.by.id)
        case "standoff":
            return Ended(clause=CLOSES, fixture=one.id, result="standoff", reason=reason, by=desk.by.id)
    return unplayed(one)


class OpenRound(Command, frozen=True, tag="open-round"):
    """The next round opens now, whenever it would have opened."""


@move
def open_round(desk: Desk, _given: OpenRound) -> Decided:
    """The round is open (CPN-RND-08).  Open already: so it stays."""
    return [opened(desk)]


class EndCampaign(Command, frozen=True, tag="end-campaign"):
    """The host ends the campaign."""

    reason: str


@move
def end_campaign(desk: Desk, given: EndCampaign) -> Decided:
    """The campaign is over; battles that are not are void (CPN-RND-06).  Over already: so it stays."""
    now, reason = desk.now, clean(given.reason)
    void = [Voided(clause=ENDS, fixture=f.id, reason=reason) for f in now.fixtures.values() if not f.is_over]
    return [*void, *closing(desk), closed(now, reason)]


def closing(desk: Desk) -> list[Entry]:
    """The round that is open is closed and its seed shown."""
    of = desk.now.round
    if of is None or not is_open(desk.now):
        return []
    return [RoundClosed(clause=CLOSES, number=of.number, seed=desk.seed(of.number), closed=desk.clock)]


def closed(now: Campaign, reason: str = "") -> Closed:
    """The campaign is over, and who has won it (CPN-RND-06)."""
    return Closed(clause=ENDS, winner=winner_of(now), reason=reason)


def winner_of(now: Campaign) -> str:
    """Who has won: whom the format names, else the first of the standings; nobody if no battle is decided."""
    if not any(one.state == DONE for one in now.fixtures.values()):
        return ""
    first = next((line.warband for line in standings(now) if now.warbands[line.warband].status != "retired"), "")
    return format_of(now).winner(now) or first


def is_open(now: Campaign) -> bool:
    """Whether a round is open."""
    return stage(now) in UNDERWAY
