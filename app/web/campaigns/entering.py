"""How somebody comes into a campaign: with a new warband, one cut to its points, or one from elsewhere."""

from __future__ import annotations

import secrets
from functools import partial
from typing import Any

import msgspec
from starlette.datastructures import FormData

from app.aside import aside
from app.campaigns.desk import PLAYER
from app.campaigns.people.members import refuse_join
from app.campaigns.warbands.entering import Bring, Enter
from app.engine.asks import Json
from app.engine.drafts import Draft
from app.web.campaigns.shared import No, Room, actor, given, refused, shown_at
from app.web.page.deps import Site
from app.web.page.forms import number, text
from app.web.page.words import gettext
from app.web.rosters.cutting import cut
from app.web.rosters.drafts import Building, building, ready
from app.web.rosters.files import Known, read_file
from app.web.rosters.houses import chosen_band, known

MAX_ROSTER, MOST_TROUBLES = 40_000, 4
CUT, VETERAN = "cut:", "veteran:"
"""Before the id of a ready roster that is to be cut to the points, and of a warband from elsewhere."""


async def joined(here: Site, at: Room, form: FormData) -> Any:
    """What became of coming in with a warband."""
    name, emblem, hue = text(form, "name", 200), number(form, "emblem") or 0, number(form, "hue") or 0
    entropy, band = secrets.token_hex(16), text(form, "band", 80)
    if band.startswith(VETERAN) and not text(form, "json", MAX_ROSTER):
        campaign, _, warband = band.removeprefix(VETERAN).partition(":")
        come = Bring(campaign=campaign, warband=warband, name=name, emblem=emblem, hue=hue, entropy=entropy)
        return await given(at, form, come)
    roster = await roster_of(here, at, form)
    if isinstance(roster, No):
        return roster
    return await given(at, form, Enter(name=name, emblem=emblem, hue=hue, roster=roster, entropy=entropy))


async def roster_of(here: Site, at: Room, form: FormData) -> Json:
    """The roster a form names or has as JSON; or why it cannot be read."""
    raw, band = text(form, "json", MAX_ROSTER), text(form, "band", 80)
    if not raw and band.startswith(CUT):
        by = actor(at.who, bool(at.key))
        if not at.now.has(by.id, PLAYER) and (no := refuse_join(at.now, by)):
            return refused(at, form, no)
        found = await aside(partial(cut_down, at, band.removeprefix(CUT)))
        return found or shown_at(form, gettext("No lawful roster comes of it."))
    if not raw:
        return await chosen_band(here, at.who, band)
    return await aside(partial(read_roster, here, at, raw, form, await known(here)))


def read_roster(here: Site, at: Room, raw: str, form: FormData, own: Known) -> Json:
    """A roster as its system writes it, as a file of this site has it or as text; or why it cannot be read."""
    try:
        plain = msgspec.json.decode(raw)
    except (msgspec.DecodeError, RecursionError):
        plain = None
    if isinstance(plain, dict) and "gunbai" not in plain:
        return plain
    match read_file(here, at.now.system, raw, own):
        case (Building() as by, Draft() as draft):
            other = by.key != at.now.system
            said = gettext("This roster is of other rules: {name}.").format(name=by.name)
            return shown_at(form, said) if other else draft.roster
        case troubles:
            return shown_at(form, " ".join(str(no) for no in troubles[:MOST_TROUBLES]))


def cut_down(at: Room, id: str) -> Json:
    """A ready roster cut to the points of the campaign; nothing if none comes of it."""
    by = building(at.here, at.now.system)
    return cut(by, ready(by, id)[0], at.now.settings.points)
