"""What a host and an umpire do in a campaign: settings, invitations, roles, rounds, rulings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from fastapi import APIRouter
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from app.campaigns.battles.fixtures import HOUR_MS
from app.campaigns.desk import leads
from app.campaigns.model import DAY_MS
from app.campaigns.people.members import RECRUITING
from app.campaigns.rounds.absence import hangs
from app.campaigns.rounds.course import DEADLINE, FATES, OFF, STANDOFF, WAITS
from app.campaigns.rounds.moves import stage
from app.campaigns.rounds.opening import opens_at
from app.engine.asks import Json
from app.web.campaigns.awaited import awaited
from app.web.campaigns.pages import people
from app.web.campaigns.settings import fields_of, offered, own_of, settings_of, with_own
from app.web.campaigns.shared import No, Room, campaign_page, form_of, invitation, posted, room, shown_at
from app.web.campaigns.words import house, member_name
from app.web.page.deps import GuestDep, Site, SiteDep, site
from app.web.page.errors import Bad
from app.web.page.forms import number, text
from app.web.page.words import gettext

router = APIRouter(include_in_schema=False)
BAND_FIELDS, MEMBER_FIELDS = ("purse", "honour"), ("experience", "kills", "battles", "due", "models")
STATES = ("fit", "out", "dead", "captive", "retired")
SIGN = {"add": 1, "less": -1}


@router.get("/campaign/{id}/host")
async def host(request: Request, id: str, here: SiteDep, who: GuestDep) -> Response:
    """All that hosts and umpires may do; a 403 for the others."""
    return await shown(request, in_charge(await room(request, id, here, who)))


@router.post("/campaign/{id}/host")
async def deed(request: Request, id: str, here: SiteDep, who: GuestDep) -> Response:
    """A form of the host's page has been done, or the page with what stands against it."""
    at, form = in_charge(await room(request, id, here, who)), await form_of(request)
    more = await filled(here, at, form)
    if isinstance(more, No):
        return await shown(request, at, more)
    return await posted(request, at, shown, more=lambda _: more, form=form)


def in_charge(at: Room) -> Room:
    """The campaign for its hosts and umpires; a 403 for the others."""
    if not at.rules_in_charge:
        raise Bad(403, gettext("Only its hosts and umpires may do that."))
    return at


async def shown(request: Request, at: Room, no: No | None = None) -> Response:
    """The page of hosts and umpires; with what stands against one of its forms."""
    base, now = site(request).base(request), at.now
    given = fields_of(now.settings)
    if no is not None and no.form == "change-settings":
        given |= dict(no.given)
    return campaign_page(
        request, "campaigns/hosting/host.html", at, no=no, parts=["campaigns/hosting/_host.html"],
        given={**given, "name": now.name},
        fixed=now.state != "recruiting", players=people(at), invite=f"{base}{invitation(at)}" if at.is_host else "",
        urgent=await urgent(at), roles=roles(), about=about(request, at),
        bands=[ruled(at, id) for id, w in now.warbands.items() if w.status != "retired"],
        states=states(), round=now.round, stage=stage(now), opens=opens_at(now),
        left=left_of(at), friends=await at.here.bonds.of(at.id, "friend"),
        **offered(at.here, at.system, given),
        **await own_of(at.here, at.id if at.is_host and now.state == RECRUITING else "", at.system, now.settings),
    )  # fmt: skip


async def urgent(at: Room) -> list[dict[str, Any]]:
    """What calls for a host or an umpire: disputes, and who is awaited for longer than the campaign lets anybody be."""
    long, now = at.now.settings.absence * HOUR_MS, at.here.campaigns.clock()
    rows = await awaited(at)
    return [one for one in rows if not one["house"]["id"] or (long and one["since"] and now - one["since"] >= long)]


def about(request: Request, at: Room) -> dict[str, str]:
    """The warband, and the member of it, from whose page a ruling was begun."""
    band = at.now.warbands.get(text(request.query_params, "rule", 40))
    member = text(request.query_params, "member", 60)
    if band is None:
        return {"warband": "", "member": ""}
    return {"warband": band.id, "member": member if member in band.band.members else ""}


def roles() -> list[dict[str, str]]:
    """What somebody may be in a campaign."""
    return [
        {"id": "host", "name": gettext("host")}, {"id": "umpire", "name": gettext("umpire")},
        {"id": "player", "name": gettext("player")},
        {"id": "commentator", "name": gettext("commentator")}, {"id": "watcher", "name": gettext("watcher")},
    ]  # fmt: skip


def states() -> list[dict[str, str]]:
    """The states of a member."""
    names = (
        gettext("fit"),
        gettext("misses the next battle"),
        gettext("dead"),
        gettext("taken captive"),
        gettext("retired"),
    )
    return [{"id": id, "name": name} for id, name in zip(STATES, names, strict=True)]


def ruled(at: Room, id: str) -> dict[str, Any]:
    """A warband as a ruling or a transfer names it, with its members."""
    rows = at.now.warbands[id].band.members.values()
    return {**house(at.now, id), "members": [{"id": m.id, "name": member_name(at.words, m)} for m in rows]}


# -- what commands need besides the fields of their forms ------------------------------------


async def filled(here: Site, at: Room, form: FormData) -> Mapping[str, Json] | No:
    """What a command needs besides: settings, deltas, a date, the account of a name; or why there is none."""
    tag = text(form, "do", 40)
    if tag == "invite":
        return await invited(here, form)
    if tag == "change-settings":
        given, was = settings_of(form, at.now.settings), at.now.settings
        return {"settings": msgspec.to_builtins(await with_own(here, at.id, at.now.system, given, was))}
    if tag == "extend":
        return {"due": later(at, form)}
    if tag == "close-round":
        said = {one["id"]: text(form, f"fate_{one['id']}", 20) for one in left_of(at)}
        return {"fates": {id: fate for id, fate in said.items() if fate}}
    return {"deltas": deltas(form)} if tag == "correct" else {}


def left_of(at: Room) -> list[dict[str, Any]]:
    """The battles of the round that are not over, and what may become of each if the round is closed now."""
    now = at.now
    said = {
        WAITS: gettext("goes on, 48 hours at least"), DEADLINE: gettext("ends as at the deadline"),
        STANDOFF: gettext("a standoff"), OFF: gettext("does not count"),
    }  # fmt: skip
    found = []
    for one in now.fights(now.round.number) if now.round else ():
        if one.is_over:
            continue
        own, hanging = any(leads(now, side, at.id) for side in one.sides), hangs(one)
        fates = [f for f in FATES if (f == WAITS or not own) and not (f == DEADLINE and hanging)]
        names = " · ".join(now.warbands[side].name for side in one.sides if side)
        found.append({
            "id": one.id, "name": names, "own": own, "hangs": hanging, "fates": [(f, said[f]) for f in fates],
            "usual": WAITS if own or hanging else DEADLINE,
        })  # fmt: skip
    return found


async def invited(here: Site, form: FormData) -> Mapping[str, Json] | No:
    """The account that a name belongs to, or that there is none."""
    found = await here.bonds.profile(text(form, "handle", 40))
    if found is None:
        return shown_at(form, gettext("There is nobody of that name."))
    return {"guest": found.id, "name": found.name}


def later(at: Room, form: FormData) -> int:
    """The new deadline: so many days after the old one, or after now where there was none."""
    fixture = at.now.fixtures.get(text(form, "fixture", 40))
    last = at.now.round
    old = (fixture.due if fixture else 0) or (last.due if last else 0)
    return max(old, at.here.campaigns.clock()) + (number(form, "days") or 0) * DAY_MS


def deltas(form: FormData) -> list[dict[str, Json]]:
    """The change that a ruling makes: of a number of the warband or a member, or of a member's state."""
    name, who = text(form, "field", 20), text(form, "member", 60)
    if name == "state":
        return [{"field": "state", "who": who, "put": text(form, "state", 20)}]
    by = number(form, "number") or 0
    return [{"field": name, "who": who if name in MEMBER_FIELDS else "", "add": by * SIGN.get(text(form, "sign"), 1)}]
