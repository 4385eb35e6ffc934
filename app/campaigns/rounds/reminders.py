"""Who is awaited is reminded by the others: he is told, now and then."""

from __future__ import annotations

from app.campaigns.battles.fixtures import HOUR_MS, is_bye, is_challenge
from app.campaigns.book import c, table
from app.campaigns.desk import HOST, PLAYER, UMPIRE, Command, Decided, Desk, command, leads
from app.campaigns.ledger.events import Reminded
from app.campaigns.model import PLAYING, Campaign, Fixture
from app.engine.refusals import refuse

REMINDS = c("CPN-ABS-10")


class Remind(Command, frozen=True, tag="remind"):
    """Somebody has the leader of a warband reminded of a battle, or of the march that all wait for (no ``fixture``)."""

    warband: str
    fixture: str = ""


@command(PLAYER, UMPIRE)
def remind(desk: Desk, given: Remind) -> Decided:
    """He is told that he is awaited, so often at most (CPN-ABS-10)."""
    now, hours = desk.now, int(table("rounds")["reminder"]["hours"])
    one = now.fixtures.get(given.fixture)
    if one is not None and one.state == PLAYING and not may_know(now, one, desk.by.id, desk.past.told):
        return refuse("campaign.not-yours", REMINDS)
    idle = one is not None and one.state == PLAYING and given.warband not in desk.past.facts
    if idle or not awaits(now, given.warband, given.fixture) or leads(now, given.warband, desk.by.id):
        return refuse("campaign.absence.none", REMINDS)
    if desk.clock - reminded(now, given.warband, given.fixture) < hours * HOUR_MS:
        return refuse("campaign.absence.reminded", REMINDS, hours=hours)
    return [Reminded(clause=REMINDS, warband=given.warband, fixture=given.fixture, at=desk.clock, by=desk.by.id)]


def may_know(now: Campaign, one: Fixture, guest: str, told: bool) -> bool:
    """Whether somebody may know whose go it is at the table of a battle: where not all are ``told``, who leads a side
    of it or is in charge."""
    return told or now.has(guest, HOST, UMPIRE) or any(leads(now, side, guest) for side in one.sides)


def awaits(now: Campaign, warband: str, fixture: str = "") -> bool:
    """Whether a battle waits for this warband, or without one the march of all; at a table its game says for whom."""
    side = now.warbands.get(warband)
    if side is None or side.status != "active":
        return False
    if not fixture:
        marching = now.land is not None and now.round is not None and now.round.step == "orders"
        return marching and now.land is not None and warband in now.land.armies and warband not in now.land.orders
    one = now.fixtures.get(fixture)
    if one is None or one.is_over or is_bye(one) or warband not in one.sides:
        return False
    if is_challenge(one):
        return bool(one.options["challenger"] != warband)
    return one.state == PLAYING or (warband not in one.musters and warband not in one.stand_ins)


def reminded(now: Campaign, warband: str, fixture: str = "") -> int:
    """When somebody was reminded of this last, in milliseconds since 1970; 0 for never."""
    return now.reminded.get(f"{warband} {fixture}", 0)
