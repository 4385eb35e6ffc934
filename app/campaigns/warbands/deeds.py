"""Warbands between two battles: raised, bought for, retired, handed over."""

from __future__ import annotations

from typing import Any

from app.campaigns.book import c, table
from app.campaigns.desk import HOST, LEADER, PLAYER, UMPIRE, Command, Decided, Desk, command
from app.campaigns.ledger.events import Entry, HandedOver, Posted, Raised, RolesSet, Status
from app.campaigns.map.newcomers import refuse_again, refuse_newcomer
from app.campaigns.model import Campaign, Fixture, Warband
from app.campaigns.people.members import IN, RUNNING, clean, refuse_over, refuse_reason, refuse_text, without_trades
from app.campaigns.rounds.moves import ORDERS, stage
from app.engine.campaigns import GONE as OF_NO_USE
from app.engine.campaigns import RETIRED, Band, Delta, Member, Step, apply_all, paid
from app.engine.digest import canonical
from app.engine.refusals import Clause, Fact, Refusal, refuse

RAISING, MARKS, LOCK, BUYING = c("CPN-WAR-01"), c("CPN-WAR-02"), c("CPN-WAR-03"), c("CPN-WAR-04")
RETIRING, DISMISSING, DISBANDING = c("CPN-WAR-06"), c("CPN-WAR-07"), c("CPN-WAR-08")
RESERVE, HANDING = c("CPN-WAR-09"), c("CPN-WAR-10")
RULES: dict[str, Any] = table("warbands")["warband"]
ACTIVE, IN_RESERVE, DISBANDED = "active", "reserve", "retired"


# -- raising --------------------------------------------------------------------


class Raise(Command, frozen=True, tag="raise"):
    """A player comes with his warband.  ``roster``: as its system writes it, or the key of a ready one."""

    name: str
    emblem: int
    hue: int
    roster: Any


@command(PLAYER)
def raise_warband(desk: Desk, given: Raise) -> Decided:
    """The player leads a warband made from this roster (CPN-WAR-01)."""
    now, name = desk.now, clean(given.name)
    if no := refuse_raise(now, desk.by.id) or refuse_text("name", name):
        return no
    if no := refuse_name_taken(now, name) or refuse_marks(now, given.emblem, given.hue):
        return no
    size, most = len(canonical(given.roster)), int(RULES["roster"])
    if size > most:
        return refuse("warband.roster", RAISING, most=most, got=size)
    band = desk.rules.enlist(given.roster, now.settings.points)
    if not isinstance(band, Band):
        return band[0] if band else refuse("warband.empty", RAISING)
    number = now.round.number if now.round else 0
    made = Raised(
        clause=RAISING, warband=desk.new_id(), guest=desk.by.id, name=name, emblem=given.emblem, hue=given.hue,
        band=band, round=number,
    )  # fmt: skip
    return [made] if band.members else refuse("warband.empty", RAISING)


def refuse_raise(now: Campaign, guest: str) -> Refusal | None:
    """Why this player raises no warband now (CPN-WAR-01)."""
    if no := refuse_over(now, RAISING):
        return no
    if now.state == RUNNING and (no := refuse_again(now, guest) or refuse_newcomer(now, RAISING)):
        return no
    mine = now.of_guest(guest)
    return refuse("warband.second", RAISING, warband=mine[0].name) if mine else None


def refuse_name_taken(now: Campaign, name: str, but: str = "") -> Refusal | None:
    """Why a warband cannot be called so: another is (CPN-WAR-02)."""
    taken = any(one.name.casefold() == name.casefold() for one in now.warbands.values() if one.id != but)
    return refuse("warband.name-taken", MARKS, name=name) if taken else None


def refuse_marks(now: Campaign, emblem: int, hue: int) -> Refusal | None:
    """Why a warband cannot have these marks (CPN-WAR-02)."""
    emblems, hues = int(RULES["emblems"]), int(RULES["hues"])
    if not 1 <= emblem <= emblems:
        return refuse("warband.emblem", MARKS, most=emblems, got=emblem)
    if not 1 <= hue <= hues:
        return refuse("warband.hue", MARKS, most=hues, got=hue)
    pairs = {(one.emblem, one.hue) for one in now.active()}
    used, painted = {one for one, _ in pairs}, {one for _, one in pairs}
    if emblem in used and len(used) < emblems:
        return refuse("warband.emblem-taken", MARKS, emblem=emblem, free=free(used, emblems))
    if hue in painted and len(painted) < hues:
        return refuse("warband.hue-taken", MARKS, hue=hue, free=free(painted, hues))
    full = len(pairs) == emblems * hues
    return refuse("warband.marks-taken", MARKS) if (emblem, hue) in pairs and not full else None


def free(used: set[int], most: int) -> str:
    """The numbers that are still free, in words."""
    return ", ".join(str(one) for one in range(1, most + 1) if one not in used)


# -- what a warband may be changed by ------------------------------------------------


def refuse_gone(desk: Desk, warband: str, clause: Clause) -> Refusal | None:
    """Why this warband is not changed any more: there is none, it is retired, or the campaign is over."""
    one = desk.now.warbands.get(warband)
    if one is None:
        return refuse("warband.unknown", clause)
    if one.status == DISBANDED:
        return refuse("warband.retired", clause, warband=one.name)
    return refuse_over(desk.now, clause)


def refuse_locked(desk: Desk, warband: str, clause: Clause) -> Refusal | None:
    """Why its roster is not changed now: gone, or locked for battles (CPN-WAR-03)."""
    if no := refuse_gone(desk, warband, clause):
        return no
    one = desk.now.warbands[warband]
    return refuse("warband.locked", LOCK, warband=one.name, battles=len(one.locked)) if one.locked else None


def refuse_member(band: Band, member: str, clause: Clause) -> Refusal | None:
    """Why nothing is done about this member: there is none, or it belongs to the warband no more."""
    one = band.members.get(member)
    if one is None:
        return refuse("warband.no-member", clause)
    return refuse("warband.member-gone", clause, who=member, state=one.state) if one.state in OF_NO_USE else None


def post(desk: Desk, warband: str, step: Step, reason: str = "") -> Decided:
    """A line of the ledger that fits its warband, or why it does not."""
    try:
        apply_all(desk.now.warbands[warband].band, step.deltas)
    except (ValueError, TypeError) as error:
        return refuse("warband.unfit", step.clause, why=str(error)[:200])
    return [Posted(clause=step.clause, warband=warband, step=step, by=desk.by.id, reason=reason)]


# -- buying -----------------------------------------------------------


class Buy(Command, frozen=True, tag="buy"):
    """A player buys what the market of his system offers under this key."""

    warband: str
    key: str
    name: str = ""


@command(LEADER)
def buy(desk: Desk, given: Buy) -> Decided:
    """The warband has one member more and its purse so much less (CPN-WAR-04)."""
    if no := refuse_locked(desk, given.warband, BUYING):
        return no
    if given.name and (no := refuse_text("name", given.name)):
        return no
    if no := refuse_recruiting(desk.now, given.warband):
        return no
    one = desk.now.warbands[given.warband]
    offered = {offer.key for offer in desk.rules.market(one.band)}
    if given.key not in offered:
        return refuse("warband.no-offer", BUYING, got=given.key[:40])
    step = desk.rules.purchase(one.band, given.key, new_member(one), clean(given.name))
    return step if isinstance(step, Refusal) else post(desk, one.id, step)


def refuse_recruiting(now: Campaign, warband: str) -> Refusal | None:
    """Why nobody joins on a map now: marches are shown, or the army stands in no province of its own."""
    land, this = now.land, now.round
    if now.settings.pairing != "map" or land is None or this is None or now.state != RUNNING:
        return None
    own = land.owners.get(land.armies.get(warband, "")) == warband
    return None if stage(now) == ORDERS and own else refuse("warband.recruiting", BUYING)


def new_member(one: Warband) -> str:
    """An id that no member of the warband ever had."""
    number = len(one.band.members) + 1
    while f"n{number}" in one.band.members:
        number += 1
    return f"n{number}"


# -- letting go -------------------------------------------------------------------


class RetireMember(Command, frozen=True, tag="retire-member"):
    """A player lets a member go for good."""

    warband: str
    member: str


@command(LEADER)
def retire_member(desk: Desk, given: RetireMember) -> Decided:
    """The member has left the warband for good (CPN-WAR-06)."""
    if no := refuse_parting(desk, given.warband, given.member, RETIRING):
        return no
    member = desk.now.warbands[given.warband].band.members[given.member]
    facts: dict[str, Fact] = {"who": member.id, "battles": member.battles}
    deltas = (Delta("state", who=member.id, put=RETIRED),)
    step = Step("parting", RETIRING, "warband.retired-member", facts, deltas)
    return post(desk, given.warband, step)


class Dismiss(Command, frozen=True, tag="dismiss"):
    """A player sends a recruit away that has not fought yet."""

    warband: str
    member: str


@command(LEADER)
def dismiss(desk: Desk, given: Dismiss) -> Decided:
    """The recruit has left the warband and its cost is in the purse again (CPN-WAR-07)."""
    if no := refuse_parting(desk, given.warband, given.member, DISMISSING):
        return no
    member = desk.now.warbands[given.warband].band.members[given.member]
    if not is_fresh(member):
        return refuse("warband.fought", DISMISSING, who=member.id, battles=member.battles)
    deltas = (Delta("state", who=member.id, put=RETIRED), *paid(member.cost))
    facts: dict[str, Fact] = {"who": member.id, "points": member.cost}
    return post(desk, given.warband, Step("parting", DISMISSING, "warband.dismissed", facts, deltas))


def is_fresh(member: Member) -> bool:
    """Whether a member is as it was when it came (CPN-WAR-07)."""
    marked = member.battles or member.experience or member.gained or member.injuries
    return not marked and member.models == member.full


def refuse_parting(desk: Desk, warband: str, member: str, clause: Clause) -> Refusal | None:
    """Why a member does not leave: the roster is locked, it is gone, or it is the last (CPN-WAR-06)."""
    if no := refuse_locked(desk, warband, clause):
        return no
    band = desk.now.warbands[warband].band
    if no := refuse_member(band, member, clause):
        return no
    return refuse("warband.last", clause) if len(band.living()) == 1 else None


class RetireWarband(Command, frozen=True, tag="retire-warband"):
    """A warband is given up by its player or by a host."""

    warband: str
    reason: str = ""


@command(LEADER, HOST)
def retire_warband(desk: Desk, given: RetireWarband) -> Decided:
    """The warband fights no more (CPN-WAR-08)."""
    one = desk.now.warbands.get(given.warband)
    if one and one.status == DISBANDED:
        return []
    if no := refuse_locked(desk, given.warband, DISBANDING):
        return no
    mine = desk.now.warbands[given.warband].guest == desk.by.id
    if (given.reason or not mine) and (no := refuse_reason(given.reason)):
        return no
    status = Status(clause=DISBANDING, warband=given.warband, status=DISBANDED, reason=clean(given.reason))
    return [status, *without_trades(desk.now, given.warband, DISBANDING)]


# -- who leads it -----------------------------------------------------------------


class Reserve(Command, frozen=True, tag="reserve"):
    """A stand-in is to lead a warband."""

    warband: str


@command(LEADER, UMPIRE)
def reserve(desk: Desk, given: Reserve) -> Decided:
    """A stand-in leads the warband until somebody takes it back (CPN-WAR-09)."""
    return put_status(desk, given.warband, IN_RESERVE)


class TakeBack(Command, frozen=True, tag="take-back"):
    """A player leads his warband again."""

    warband: str


@command(LEADER)
def take_back(desk: Desk, given: TakeBack) -> Decided:
    """The player leads his warband himself again (CPN-WAR-09)."""
    return put_status(desk, given.warband, ACTIVE)


def put_status(desk: Desk, warband: str, status: str) -> Decided:
    """The warband has this status."""
    if no := refuse_gone(desk, warband, RESERVE):
        return no
    same = desk.now.warbands[warband].status == status
    return [] if same else [Status(clause=RESERVE, warband=warband, status=status)]


class HandOver(Command, frozen=True, tag="hand-over"):
    """A host gives a warband to somebody else."""

    warband: str
    guest: str


@command(HOST)
def hand_over(desk: Desk, given: HandOver) -> Decided:
    """The guest leads the warband as it stands (CPN-WAR-10)."""
    now = desk.now
    if no := refuse_gone(desk, given.warband, HANDING):
        return no
    new, one = now.players.get(given.guest), now.warbands[given.warband]
    if new is None or new.state != IN:
        return refuse("people.not-in", HANDING)
    if new.guest == one.guest:
        return []
    if mine := now.of_guest(new.guest):
        return refuse("warband.second", HANDING, warband=mine[0].name)
    found: list[Entry] = [HandedOver(clause=HANDING, warband=one.id, guest=new.guest)]
    if PLAYER not in new.roles:
        found.append(RolesSet(clause=HANDING, guest=new.guest, roles=(*new.roles, PLAYER)))
    return found


def brief(now: Campaign, warband: str, battles: int = 3) -> tuple[Fixture, ...]:
    """For whoever takes a warband over: its battles still to fight, then the last ones it fought."""
    mine = [one for one in now.fixtures.values() if warband in one.sides]
    fought = [one for one in mine if one.is_over]
    return (*(one for one in mine if not one.is_over), *reversed(fought[-battles:]))
