"""Musters: who is sent to a battle, secret until it is laid."""

from __future__ import annotations

from collections.abc import Sequence

from app.campaigns.battles.fixtures import cap
from app.campaigns.book import c, table
from app.campaigns.desk import Command, Decided, Desk
from app.campaigns.ledger.events import Mustered, Unmustered
from app.campaigns.model import Campaign, Fixture, Warband
from app.campaigns.rounds.formats import format_of
from app.campaigns.rounds.moves import clauses, move
from app.campaigns.warbands.aftermath import is_choosing
from app.engine.campaigns import Band, Member
from app.engine.refusals import Refusal, refuse

MUSTER, SECRET, CHOICES = clauses("muster", "unmuster", "choose")
CAP = c("CPN-RES-10")


def at_hand(now: Campaign, one: Fixture, side: Warband) -> tuple[Member, ...]:
    """Members that are fit, belong to this battle, and are in no other that is not over (CPN-RES-09)."""
    away = [id for f in busy(now, one) if side.id in f.musters for id in f.musters[side.id].members]
    may = format_of(now).members(now, one, side.id)
    return tuple(one for one in side.band.fit() if one.id not in away and (may is None or one.id in may))


def busy(now: Campaign, one: Fixture) -> tuple[Fixture, ...]:
    """All other battles that are not over."""
    return tuple(f for f in now.fixtures.values() if f.id != one.id and not f.is_over)


def refuse_sent(desk: Desk, one: Fixture, side: Warband, members: Sequence[str]) -> Refusal | None:
    """Why these members cannot be sent to a battle (CPN-RES-09, CPN-RES-10)."""
    most = int(table("battles")["muster"]["most"])
    if not 1 <= len(members) <= most or len(set(members)) != len(members):
        return refuse("campaign.muster.count", MUSTER, most=most, got=len(members))
    here = {member.id: member for member in at_hand(desk.now, one, side)}
    if missing := next((id for id in members if id not in here), None):
        return refuse("campaign.muster.away", MUSTER, member=missing[:40])
    worth, limit = sum(here[id].cost for id in members), cap(desk.now, one.round)
    if limit and worth > limit and len(members) > 1:
        return refuse("campaign.muster.worth", CAP, worth=worth, most=limit)
    return next(iter(desk.rules.refuse_muster(side.band, members)), None)


def best(desk: Desk, one: Fixture, side: Warband) -> tuple[str, ...]:
    """Whom a stand-in sends: the dearest first, as much as may be; nobody if the rules let none go (CPN-ABS-01)."""
    sent: tuple[str, ...] = ()
    ordered = sorted(at_hand(desk.now, one, side), key=lambda member: -member.cost)
    all_ = tuple(member.id for member in ordered)
    if refuse_sent(desk, one, side, all_) is None:
        return in_order(side.band, all_)
    for id in all_:
        if refuse_sent(desk, one, side, (*sent, id)) is None:
            sent = (*sent, id)
    return in_order(side.band, sent)


def in_order(band: Band, members: Sequence[str]) -> tuple[str, ...]:
    """These members in the order of their warband."""
    return tuple(id for id in band.members if id in members)


# -- musters ------------------------------------------------------------------------


class Muster(Command, frozen=True, tag="muster"):
    """A leader says whom he sends to a battle."""

    warband: str
    fixture: str
    members: tuple[str, ...]


@move
def muster(desk: Desk, given: Muster) -> Decided:
    """Who is sent is settled, secret, and the roster locked (CPN-RES-09 to CPN-RES-11)."""
    one, side = desk.now.fixtures[given.fixture], desk.now.warbands[given.warband]
    members = in_order(side.band, given.members)
    before = one.musters.get(side.id)
    if before and before.members == members:
        return []
    if no := refuse_muster(desk, one, side, given.members):
        return no
    return [
        Mustered(
            clause=MUSTER, seen_by=(side.guest,), fixture=one.id, warband=side.id, members=members,
            version=side.version,
        )
    ]  # fmt: skip


def refuse_muster(desk: Desk, one: Fixture, side: Warband, members: tuple[str, ...]) -> Refusal | None:
    """Why a warband cannot send these members to this battle."""
    if side.status == "retired":
        return refuse("campaign.round.retired", MUSTER)
    if is_choosing(desk, side):
        return refuse("campaign.muster.choices", CHOICES, choices=len(desk.rules.choices(side.band)))
    return refuse_sent(desk, one, side, members)


class Unmuster(Command, frozen=True, tag="unmuster"):
    """A leader takes back whom he sends."""

    warband: str
    fixture: str


@move
def unmuster(desk: Desk, given: Unmuster) -> Decided:
    """Who is sent is open again (CPN-RES-11).  Open already: so it stays."""
    one, side = desk.now.fixtures[given.fixture], desk.now.warbands[given.warband]
    if given.warband not in one.musters:
        return []
    return [Unmustered(clause=SECRET, seen_by=(side.guest,), fixture=one.id, warband=side.id)]
