"""Rosters over REST: kept, read, changed, checked and forgotten by their owner."""

from __future__ import annotations

from typing import TypedDict

from fastapi import APIRouter
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from app.engine.asks import Json
from app.engine.drafts import Draft
from app.engine.profiles import Profile
from app.games.rosters import Kept, room
from app.games.seats import Guest
from app.web.page.deps import GuestDep, Site, SiteDep, choose_language, cookie_name, set_cookie
from app.web.page.errors import Bad
from app.web.page.names import a_name
from app.web.page.rest import read, reply, speaks
from app.web.rosters import houses, profiles
from app.web.rosters.drafts import Building, Row, against, as_text, full, link, own, row
from app.web.rosters.files import Sheet, UnitRefusal, read_sheet, refusals

router = APIRouter(prefix="/api/v1", tags=["rosters"])

EXAMPLE = {
    "system": "ronin", "name": "Herons", "points": 150,
    "roster": {"faction": "bushi", "models": [{"code": "S1", "title": "samurai", "armour": "medium",
                                               "weapons": ["katana", "yari"], "attributes": [], "leader": True}]},
}  # fmt: skip


class Change(Struct, frozen=True, forbid_unknown_fields=True):
    """What a kept roster is to be; ``points`` 0 means the usual limit."""

    name: str
    roster: Json
    points: int = 0


class Judged(TypedDict):
    """A draft with its cost and all that stands against it."""

    system: str
    name: str
    points: int
    spent: int
    lawful: bool
    refusals: list[UnitRefusal]
    roster: Json


class KeptRoster(Judged):
    """A kept roster."""

    id: str
    link: str


class ListedRoster(Row):
    """A kept roster in the list of all systems."""

    system: str


class Rosters(TypedDict):
    """The caller's rosters."""

    rosters: list[ListedRoster]


class HouseListTold(TypedDict):
    """A house list, under its marked name; its roster is what the side of a table takes."""

    id: str
    system: str
    name: str
    points: int
    roster: Json
    file: str


class HouseLists(TypedDict):
    """What the host offers to all."""

    lists: list[HouseListTold]


class HouseProfileTold(TypedDict):
    """A profile of this house; ``profile``: what a unit of a roster carries as its ``own``."""

    id: str
    system: str
    name: str
    profile: Profile
    file: str


class HouseProfiles(TypedDict):
    """The printed profiles that the host has changed for all."""

    profiles: list[HouseProfileTold]


def told_profile(one: profiles.HouseProfile) -> HouseProfileTold:
    """A profile of this house as a program reads it."""
    return {"id": one.id, "system": one.system, "name": one.profile.shown, "profile": one.profile, "file": one.file}


def told_list(here: Site, one: houses.HouseList) -> HouseListTold:
    """A house list as a program reads it."""
    return {"id": one.id, "system": one.system, "name": houses.marked(one.name), "points": one.points,
            "roster": houses.laid(here, one), "file": one.file}  # fmt: skip


def judged(by: Building, draft: Draft) -> Judged:
    """A draft with all that stands against it."""
    return {
        "system": by.key, "name": draft.name, "points": draft.limit, "spent": draft.spent,
        "lawful": not against(draft), "refusals": refusals(by, draft), "roster": draft.roster,
    }  # fmt: skip


async def drafted(here: Site, sheet: Sheet) -> tuple[Building, Draft]:
    """The same as ``read_draft`` of a roster that carries no profile but those of this house."""
    by, draft = read_draft(here, sheet)
    if strange := await here.games.carried.refuse(by.key, [draft.roster]):
        every = [by.words.says(no.code, no.facts) for no in strange]
        raise Bad(422, every[0], problems=every)
    return by, draft


def read_draft(here: Site, sheet: Sheet) -> tuple[Building, Draft]:
    """The draft of a sheet, or a 422 that says what cannot be read, and where."""
    found = read_sheet(here, sheet)
    if not isinstance(found[0], Building):
        raise Bad(422, str(found[0]), problems=list(found))
    by, draft = found
    assert isinstance(draft, Draft)
    return by, draft


@router.get("/rosters", summary="Your rosters", **speaks("list_rosters", Rosters))
async def listed(request: Request, here: SiteDep, who: GuestDep, system: str = "") -> Response:
    """Of one system or of all, the newest first: points, and whether each is lawful."""
    choose_language(request)
    mine = await here.games.rosters.of(who.id, system) if who else ()
    known = await houses.known_for(here, mine)
    rows = [ListedRoster(system=kept.system, **row(here, kept, known.get(kept.system))) for kept in mine]
    return reply(Rosters(rosters=rows))


@router.get("/rosters/house", summary="House lists", **speaks("list_house_lists", HouseLists))
async def of_house(request: Request, here: SiteDep, system: str = "") -> Response:
    """Rosters that the host offers to all, of one system or of all."""
    choose_language(request)
    found, _ = await houses.every(here)
    return reply(HouseLists(lists=[told_list(here, one) for one in found if system in ("", one.system)]))


@router.get("/rosters/profiles", summary="Profiles of this house", **speaks("list_house_profiles", HouseProfiles))
async def of_own(request: Request, here: SiteDep, system: str = "") -> Response:
    """Printed profiles that the host has changed for all, of one system or of all."""
    choose_language(request)
    found, _ = await profiles.every(here)
    return reply(HouseProfiles(profiles=[told_profile(one) for one in found if system in ("", one.system)]))


@router.post("/rosters", status_code=201, summary="Keep a roster", **speaks("keep_roster", KeptRoster, Sheet, EXAMPLE))
async def create(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """Its id and all that stands against it; it is kept lawful or not.  ``{"sample": …}`` copies a ready one."""
    choose_language(request)
    by, draft = await drafted(here, await read(request, Sheet))
    token = ""
    if who is None:
        who, token = await here.games.guests.welcome(a_name(), named=False)
    id = await here.games.rosters.keep(who.id, by.key, draft.name, draft.limit, draft.roster, most=room(who))
    if id is None:
        raise Bad(409, full(who))
    response = reply(KeptRoster(id=id, link=link(here, id), **judged(by, draft)), 201)
    if token:
        set_cookie(request, response, cookie_name(request), token)
    return response


@router.post(
    "/rosters/check", summary="Check a roster without keeping it", **speaks("check_roster", Judged, Sheet, EXAMPLE)
)
async def check(request: Request, here: SiteDep) -> Response:
    """What it costs and all that stands against it, in sentences."""
    choose_language(request)
    return reply(judged(*await drafted(here, await read(request, Sheet))))


@router.get("/rosters/{id}", summary="One of your rosters", **speaks("get_roster", KeptRoster))
async def shown(request: Request, id: str, here: SiteDep, who: GuestDep) -> Response:
    """The roster with all that stands against it."""
    choose_language(request)
    kept = await own(here, who, id)
    return reply(told(here, kept, await houses.dressed(here, kept.system)))


def told(here: Site, kept: Kept, by: Building) -> KeptRoster:
    """A kept roster as its owner reads it."""
    return KeptRoster(id=kept.id, link=link(here, kept.id), **judged(by, by.held(by.draft(kept.roster, kept.points))))


@router.put(
    "/rosters/{id}", summary="Change a roster",
    **speaks("change_roster", KeptRoster, Change, {key: EXAMPLE[key] for key in ("name", "points", "roster")}),
)  # fmt: skip
async def change(request: Request, id: str, here: SiteDep, who: GuestDep) -> Response:
    """The roster reads so now; its system stays."""
    choose_language(request)
    kept, given = await own(here, who, id), await read(request, Change)
    by, draft = await drafted(here, Sheet(kept.system, given.name, given.roster, given.points))
    await here.games.rosters.keep(owner(who), by.key, draft.name, draft.limit, draft.roster, id)
    return reply(KeptRoster(id=id, link=link(here, id), **judged(by, draft)))


@router.delete("/rosters/{id}", status_code=204, summary="Forget a roster", **speaks("forget_roster", None))
async def forget(request: Request, id: str, here: SiteDep, who: GuestDep) -> Response:
    """It is gone."""
    choose_language(request)
    kept = await own(here, who, id)
    await here.games.rosters.forget(owner(who), kept.id)
    return Response(status_code=204)


def owner(who: Guest | None) -> str:
    """The id of a guest."""
    return who.id if who else ""


@router.get(
    "/rosters/{id}/text", summary="One of your rosters as text", response_class=PlainTextResponse,
    **speaks("get_roster_text", str, media="text/plain"),
)  # fmt: skip
async def text(request: Request, id: str, here: SiteDep, who: GuestDep) -> Response:
    """One line a unit, in the language of the caller."""
    choose_language(request)
    return PlainTextResponse(as_text(here, await own(here, who, id)))
