"""Corrections: an umpire adds a line to the ledger; nothing that stands in it is changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from app.campaigns.book import c, table
from app.campaigns.desk import UMPIRE, Command, Decided, Desk, command, leads
from app.campaigns.people.members import clean, refuse_reason, refuse_text
from app.campaigns.warbands.deeds import post
from app.engine.campaigns import CAPTIVE, DEAD, FIT, GONE, OUT, RETIRED, Band, CampaignRules, Delta, Step, apply_all
from app.engine.refusals import Refusal, refuse

CORRECTS, LEAVES, OWN = c("CPN-RUL-02"), c("CPN-RUL-03"), c("CPN-RUL-05")
RULES: dict[str, Any] = table("ledger")["ruling"]
STATES = (FIT, OUT, DEAD, CAPTIVE, RETIRED)
MOST = 1_000_000
WORD = 60


class Correct(Command, frozen=True, tag="correct"):
    """An umpire corrects a warband."""

    warband: str
    deltas: tuple[Delta, ...]
    reason: str


@command(UMPIRE)
def correct(desk: Desk, given: Correct) -> Decided:
    """The ledger has one line more, which says what was corrected and why (CPN-RUL-02)."""
    one = desk.now.warbands.get(given.warband)
    if one is None:
        return refuse("warband.unknown", CORRECTS)
    if leads(desk.now, one.id, desk.by.id):
        return refuse("ruling.own", OWN)
    no = refuse_reason(given.reason) or refuse_correction(one.band, given.deltas)
    if no := no or refuse_word(desk.rules, one.band, given.deltas):
        return no
    step = Step("ruling", CORRECTS, "warband.corrected", {"changes": len(given.deltas)}, given.deltas)
    return post(desk, one.id, step, clean(given.reason))


def refuse_correction(band: Band, deltas: Sequence[Delta]) -> Refusal | None:
    """Why a warband is not corrected so (CPN-RUL-02, CPN-RUL-03)."""
    most = int(RULES["changes"])
    if not 1 <= len(deltas) <= most:
        return refuse("ruling.changes", CORRECTS, most=most, got=len(deltas))
    if no := next((no for one in deltas if (no := refuse_delta(one))), None):
        return no
    try:
        after = apply_all(band, deltas)
    except (ValueError, TypeError) as error:
        return refuse("warband.unfit", LEAVES, why=str(error)[:200])
    return refuse_left(after)


def refuse_word(rules: CampaignRules[Any], band: Band, deltas: Sequence[Delta]) -> Refusal | None:
    """Why the rules would let nobody take the field of whom this is written, were he fit (CPN-RUL-03); ``deltas`` fit
    the warband."""
    after = apply_all(band, deltas)
    for who in dict.fromkeys(one.who for one in deltas if one.more or one.less):
        if who in band.members:
            before = {no.code for no in rules.refuse_muster(as_fit(band, who), [who])}
            if no := next((no for no in rules.refuse_muster(as_fit(after, who), [who]) if no.code not in before), None):
                return no
    return None


def as_fit(band: Band, who: str) -> Band:
    """A warband in which this member can go, as he may again one day."""
    one = band.members[who]
    fit = replace(one, state=FIT, models=max(1, one.models))
    return replace(band, members={**band.members, who: fit})


def refuse_delta(delta: Delta) -> Refusal | None:
    """Why this is no change that an umpire makes (CPN-RUL-02)."""
    shape = bool(delta.add), delta.put is not None, bool(delta.more), bool(delta.less)
    wanted = {
        **dict.fromkeys(RULES["number"], ((True, False, False, False),)),
        **dict.fromkeys(RULES["words"], ((False, False, True, False), (False, False, False, True))),
        **dict.fromkeys(RULES["put"], ((False, True, False, False),)),
    }
    fits = shape in wanted.get(delta.field, ()) and bool(delta.who) == is_of_member(delta)
    if not fits or abs(delta.add) > MOST or len(delta.more) > WORD:
        return refuse("ruling.field", CORRECTS, field=delta.field[:40])
    return refuse_put(delta) if delta.put is not None else None


def is_of_member(delta: Delta) -> bool:
    """Whether this field is a member's."""
    return delta.field not in RULES["band"]


def refuse_put(delta: Delta) -> Refusal | None:
    """Why a state or a name cannot be this (CPN-RUL-03)."""
    if not isinstance(delta.put, str) or (delta.field == "state" and delta.put not in STATES):
        return refuse("ruling.state", LEAVES, states=", ".join(STATES))
    return refuse_text("name", delta.put) if delta.field == "name" else None


def refuse_left(after: Band) -> Refusal | None:
    """Why a warband cannot be left so (CPN-RUL-03)."""
    for one in after.members.values():
        if one.state not in GONE and one.models < 1:
            return refuse("ruling.nobody", LEAVES, who=one.id)
        if one.models > one.full:
            return refuse("ruling.models", LEAVES, who=one.id, most=one.full, got=one.models)
    return None
