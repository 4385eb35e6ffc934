"""What warbands give each other: offers, trades, and transfers by an umpire."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from app.campaigns.book import c, table
from app.campaigns.desk import LEADER, UMPIRE, Command, Decided, Desk, command, leads
from app.campaigns.ledger.events import Offered, Traded, Withdrawn
from app.campaigns.model import Trade
from app.campaigns.people.members import clean, refuse_reason
from app.campaigns.warbands.deeds import refuse_gone, refuse_locked, refuse_member
from app.engine.campaigns import FIT, RETIRED, Band, Delta, Member, apply_all, paid
from app.engine.refusals import Refusal, refuse

OFFERING, NEEDS, ONE_LINE, HANDS, TRANSFER = (c(f"CPN-TRA-0{n}") for n in range(1, 6))
OWN = c("CPN-RUL-05")
RULES: dict[str, Any] = table("warbands")["trade"]


class OfferTrade(Command, frozen=True, tag="offer-trade"):
    """A player offers another warband points and members for points and members."""

    warband: str
    to: str
    gives: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()
    pays: int = 0
    gets: int = 0


@command(LEADER)
def offer_trade(desk: Desk, given: OfferTrade) -> Decided:
    """The offer stands until it is taken up or withdrawn (CPN-TRA-01)."""
    made = Trade(
        id=desk.new_id(), by=given.warband, to=given.to, gives=given.gives, takes=given.takes, pays=given.pays,
        gets=given.gets,
    )  # fmt: skip
    same = [one for one in desk.now.trades.values() if replace(one, id=made.id) == made]
    if same:
        return []
    return refuse_offer(desk, made) or [Offered(clause=OFFERING, trade=made)]


def refuse_offer(desk: Desk, made: Trade) -> Refusal | None:
    """Why nobody offers this (CPN-TRA-01)."""
    most = int(RULES["offers"])
    if sum(one.by == made.by for one in desk.now.trades.values()) >= most:
        return refuse("trade.offers", OFFERING, most=most)
    if not (made.gives or made.takes or made.pays or made.gets):
        return refuse("trade.nothing", OFFERING)
    return refuse_trade(desk, made)


def refuse_trade(desk: Desk, made: Trade) -> Refusal | None:
    """Why these two warbands cannot trade so now (CPN-TRA-02)."""
    if made.by == made.to:
        return refuse("trade.itself", NEEDS)
    no = refuse_locked(desk, made.by, NEEDS) or refuse_locked(desk, made.to, NEEDS)
    no = no or refuse_side(desk, made.by, made.gives, made.pays, made.takes)
    return no or refuse_side(desk, made.to, made.takes, made.gets, made.gives) or refuse_hands(desk, made)


def refuse_side(desk: Desk, id: str, gives: Sequence[str], pays: int, gets: Sequence[str]) -> Refusal | None:
    """Why one side cannot give this (CPN-TRA-02)."""
    one, most = desk.now.warbands[id], int(RULES["members"])
    if len(gives) > most or len({*gives}) != len(gives):
        return refuse("trade.members", OFFERING, most=most, got=len(gives))
    if not 0 <= pays <= one.band.purse:
        return refuse("trade.purse", NEEDS, warband=one.name, purse=one.band.purse, points=pays)
    if no := next((no for who in gives if (no := refuse_member(one.band, who, NEEDS))), None):
        return no
    left = len(one.band.living()) - len(gives) + len(gets)
    return refuse("trade.last", NEEDS, warband=one.name) if left < 1 else None


def refuse_hands(desk: Desk, made: Trade) -> Refusal | None:
    """Why a member would be of no use where it is to go (CPN-TRA-04)."""
    one, other = desk.now.warbands[made.by], desk.now.warbands[made.to]
    mine, theirs = deltas_of(one.band, other.band, made)
    for band, deltas in ((apply_all(one.band, mine), mine), (apply_all(other.band, theirs), theirs)):
        for new in newcomers(band, deltas):
            if new.state == FIT and (against := desk.rules.refuse_muster(band, (new.id,))):
                return against[0]
    return None


def newcomers(band: Band, deltas: Sequence[Delta]) -> tuple[Member, ...]:
    """The members these changes bring."""
    return tuple(band.members[one.who] for one in deltas if one.field == "member")


# -- both sides -------------------------------------------------------------------


def deltas_of(one: Band, other: Band, made: Trade) -> tuple[tuple[Delta, ...], tuple[Delta, ...]]:
    """What changes on either side, so that what one loses the other gains (CPN-TRA-03)."""
    net = made.gets - made.pays
    mine = (*away(made.gives), *arriving(one, other, made.takes), *paid(net))
    theirs = (*away(made.takes), *arriving(other, one, made.gives), *paid(-net))
    return mine, theirs


def away(members: Sequence[str]) -> tuple[Delta, ...]:
    """Members that go: they stay in the memory of their warband."""
    return tuple(Delta("state", who=one, put=RETIRED) for one in members)


def arriving(to: Band, of: Band, members: Sequence[str]) -> tuple[Delta, ...]:
    """Members of one warband as they come into another (CPN-TRA-04)."""
    found: list[Delta] = []
    taken = dict.fromkeys(to.members)
    codes = [code_of(one) for one in to.members.values()]
    for id in members:
        new = renewed(of.members[id], tuple(taken), codes)
        taken[new.id] = None
        codes.append(code_of(new))
        found.append(Delta("member", who=new.id, put=msgspec.to_builtins(new)))
    return tuple(found)


def code_of(member: Member) -> str:
    """The mark of its line in a roster, if its system has such marks."""
    return str(member.line.get("code", "")) if isinstance(member.line, dict) else ""


def renewed(member: Member, taken: Sequence[str], codes: Sequence[str]) -> Member:
    """The member under an id, and a mark of its line, that nobody has where it goes."""
    if member.id in taken:
        member = replace(member, id=fresh("t", taken))
    if (code := code_of(member)) and code in codes:
        member = replace(member, line={**member.line, "code": fresh("T", codes)})
    return member


def fresh(prefix: str, taken: Sequence[str]) -> str:
    """The first of ``t1``, ``t2`` … that is not taken."""
    number = 1
    while f"{prefix}{number}" in taken:
        number += 1
    return f"{prefix}{number}"


def traded(desk: Desk, made: Trade, sort: str, reason: str = "") -> Decided:
    """The line that carries both sides of a trade (CPN-TRA-03)."""
    one, other = desk.now.warbands[made.by], desk.now.warbands[made.to]
    mine, theirs = deltas_of(one.band, other.band, made)
    return [
        Traded(
            clause=ONE_LINE if sort == "trade" else TRANSFER, one=one.id, other=other.id, deltas=mine, others=theirs,
            trade=made.id if sort == "trade" else "", sort=sort, reason=reason,
        )
    ]  # fmt: skip


# -- answers ----------------------------------------------------------------------


class AcceptTrade(Command, frozen=True, tag="accept-trade"):
    """A player takes up an offer made to his warband."""

    warband: str
    trade: str


@command(LEADER)
def accept_trade(desk: Desk, given: AcceptTrade) -> Decided:
    """Both warbands have what the other gave (CPN-TRA-03)."""
    made = desk.now.trades.get(given.trade)
    if made is None or made.to != given.warband:
        return refuse("trade.unknown", OFFERING)
    return refuse_trade(desk, made) or traded(desk, made, "trade")


class WithdrawTrade(Command, frozen=True, tag="withdraw-trade"):
    """A player takes his offer back, or does not take up another's."""

    warband: str
    trade: str


@command(LEADER)
def withdraw_trade(desk: Desk, given: WithdrawTrade) -> Decided:
    """The offer stands no more (CPN-TRA-01)."""
    made = desk.now.trades.get(given.trade)
    if made is None:
        return []
    if given.warband not in (made.by, made.to):
        return refuse("trade.unknown", OFFERING)
    return [Withdrawn(clause=OFFERING, trade=made.id)]


class Transfer(Command, frozen=True, tag="transfer"):
    """An umpire moves points and members from one warband to another."""

    warband: str
    to: str
    reason: str
    members: tuple[str, ...] = ()
    points: int = 0


@command(UMPIRE)
def transfer(desk: Desk, given: Transfer) -> Decided:
    """The other warband has the points and members, for a reason all may read (CPN-TRA-05)."""
    if no := refuse_reason(given.reason):
        return no
    if not given.members and not given.points:
        return refuse("trade.nothing", TRANSFER)
    if no := refuse_gone(desk, given.warband, TRANSFER) or refuse_gone(desk, given.to, TRANSFER):
        return no
    if any(leads(desk.now, side, desk.by.id) for side in (given.warband, given.to)):
        return refuse("ruling.own", OWN)
    made = Trade(id="transfer", by=given.warband, to=given.to, gives=given.members, pays=given.points)
    return refuse_trade(desk, made) or traded(desk, made, "transfer", clean(given.reason))
