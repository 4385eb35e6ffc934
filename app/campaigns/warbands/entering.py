"""Coming into a campaign with a warband, a new one or one from elsewhere: one act that holds or does not."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from app.campaigns.book import c
from app.campaigns.desk import ANYBODY, Command, Decided, Desk, command
from app.campaigns.ledger.events import Raised
from app.campaigns.ledger.evolve import fold
from app.campaigns.model import Campaign, Warband
from app.campaigns.people.members import ENDED, Join, clean, join, refuse_text
from app.campaigns.rounds.course import replace_desk
from app.campaigns.warbands.deeds import (
    DISBANDED,
    Raise,
    raise_warband,
    refuse_marks,
    refuse_name_taken,
    refuse_raise,
)
from app.engine.campaigns import FIT, Band, CampaignRules
from app.engine.refusals import Refusal, refuse

VETERANS = c("CPN-WAR-15")
LIMIT = "limit"
"""The note, or the word of its head, by which some rules reckon its income and what it may have."""


class Enter(Command, frozen=True, tag="enter"):
    """Somebody wants to play with this warband.  ``entropy``: his figures for the dice of later rounds."""

    name: str
    emblem: int
    hue: int
    roster: Any
    entropy: str = ""


@command(ANYBODY)
def enter(desk: Desk, given: Enter) -> Decided:
    """He is a player of the campaign and leads this warband, or nothing has changed (CPN-PEO-05, CPN-WAR-01)."""
    came = join(desk, Join(entropy=given.entropy))
    if isinstance(came, Refusal):
        return came
    inside = replace_desk(desk, fold(desk.now, came))
    led = raise_warband(inside, Raise(name=given.name, emblem=given.emblem, hue=given.hue, roster=given.roster))
    return led if isinstance(led, Refusal) else [*came, *led]


# -- from elsewhere --------------------------------------------------------------------


class Bring(Command, frozen=True, tag="bring"):
    """Somebody wants to play with a warband that he led in another campaign, under these marks."""

    campaign: str
    warband: str
    emblem: int
    hue: int
    name: str = ""
    entropy: str = ""


@command(ANYBODY)
def bring(desk: Desk, given: Bring) -> Decided:
    """He is a player and leads here a warband like that one, or nothing has changed (CPN-WAR-15)."""
    if not desk.now.settings.veterans:
        return refuse("warband.no-veterans", VETERANS)
    came = join(desk, Join(entropy=given.entropy))
    if isinstance(came, Refusal):
        return came
    there, now = desk.past.elsewhere, fold(desk.now, came)
    if there is None or there.id == now.id or not is_free(there, given.warband, desk.by.id, now.system):
        return refuse("warband.no-veteran", VETERANS)
    one = there.warbands[given.warband]
    name = clean(given.name) or one.name
    band = carried(desk.rules, one.band, now.settings.points)
    if (
        no := refuse_text("name", name)
        or refuse_raise(now, desk.by.id)
        or refuse_name_taken(now, name)
        or refuse_marks(now, given.emblem, given.hue)
    ):
        return no
    if band is None:
        worth = desk.rules.value(one.band)
        return refuse("warband.dear", VETERANS, warband=one.name, worth=worth, most=now.settings.points)
    number = now.round.number if now.round else 0
    raised = Raised(
        clause=VETERANS, warband=desk.new_id(), guest=desk.by.id, name=name, emblem=given.emblem, hue=given.hue,
        band=band, round=number, was=one.name, origin=there.name if there.settings.public else "",
    )  # fmt: skip
    return [*came, raised]


def is_free(there: Campaign, warband: str, guest: str, system: str) -> bool:
    """Whether somebody may take a warband that he led elsewhere along."""
    one, player = there.warbands.get(warband), there.players.get(guest)
    if one is None or not guest or one.guest != guest or there.archive or there.system != system:
        return False
    gone = player is None or player.state != "in"
    return bool(one.band.living()) and (there.state == ENDED or one.status == DISBANDED or gone)


def free(there: Campaign, guest: str, system: str) -> list[Warband]:
    """The warbands that somebody may take along from a campaign."""
    return [one for one in there.warbands.values() if is_free(there, one.id, guest, system)]


def carried(rules: CampaignRules[Any], band: Band, points: int) -> Band | None:
    """The warband as it comes from elsewhere; ``None`` where it is worth more than warbands begin with."""
    members = {m.id: replace(m, state=FIT) for m in band.living()}
    notes = {**band.notes, **({LIMIT: points} if LIMIT in band.notes and points else {})}
    head = {**band.head, LIMIT: points} if isinstance(band.head, dict) and LIMIT in band.head and points else band.head
    came = replace(band, head=head, members=members, honour=0, notes=notes)
    worth = rules.value(came)
    if points and worth > points:
        return None
    return replace(came, purse=points - worth if points else band.purse)
