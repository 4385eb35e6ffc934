"""Scenarios of one's own over REST: kept, judged, and the printed ones as files of the same form."""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.aside import aside
from app.games import worlds
from app.games.seats import Guest
from app.games.worlds import World
from app.web.page.deps import GuestDep, SiteDep, choose_language, cookie_name, set_cookie
from app.web.page.errors import Bad
from app.web.page.names import a_name
from app.web.page.rest import read, reply, speaks
from app.web.page.words import gettext
from app.web.scenarios import sheet
from app.web.table import seen as tables

router = APIRouter(prefix="/api/v1", tags=["scenarios"])
EXAMPLE = {
    "system": "ronin", "base": "skirmish", "name": "The ford at dusk",
    "changes": {"length": "fixed", "turns": 6, "time_of_day": "dusk"}, "points": 150,
}  # fmt: skip


@router.get("/scenarios", summary="Your scenarios", **speaks("list_scenarios", list[sheet.WorldTold]))
async def mine(here: SiteDep, who: GuestDep, system: str = "") -> Response:
    """The caller's scenarios, the newest first."""
    kept = await here.worlds.of(who.id, system) if who else ()
    return reply([sheet.told(here, one) for one in kept])


@router.post(
    "/scenarios", status_code=201, summary="Keep a scenario", **speaks("keep_scenario", sheet.WorldTold, World, EXAMPLE)
)
async def create(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """A scenario is kept; it need not be playable yet."""
    choose_language(request)
    given, token = await read(request, World), ""
    sheet.base_of(sheet.chosen(here, given.system), given.base)
    if who is None:
        who, token = await here.games.guests.welcome(a_name(), named=False)
    id = await sheet.keep(here, who, given)
    response = reply(sheet.told(here, await sheet.found(here, who, id)), 201)
    if token:
        set_cookie(request, response, cookie_name(request), token)
    return response


@router.post(
    "/scenarios/check", summary="Judge a scenario without keeping it",
    **speaks("check_scenario", sheet.Judged, World, EXAMPLE),
)  # fmt: skip
async def check(request: Request, here: SiteDep) -> Response:
    """What stands against a scenario; nothing is kept."""
    choose_language(request)
    given = await read(request, World)
    return reply(await aside(partial(sheet.judged, sheet.chosen(here, given.system), given)))


@router.get("/scenarios/printed/{system}/{base}", summary="A printed scenario", **speaks("printed_scenario", World))
async def printed(request: Request, system: str, base: str, here: SiteDep) -> Response:
    """A printed scenario as a file of the same form, with all that may be changed in it."""
    choose_language(request)
    of = here.games.system(system)
    name = tables.words_of(of, None, None).says(f"scenario.{base}") if of and worlds.row_of(of, base) else ""
    found = worlds.printed(of, base, name) if of and name else None
    if found is None:
        raise Bad(404, gettext("There is no printed scenario of that name: {base}.").format(base=base[:40]))
    return reply(found)


@router.get("/scenarios/{id}", summary="A scenario", **speaks("get_scenario", sheet.WorldTold))
async def one(request: Request, id: str, here: SiteDep, who: GuestDep, key: str = "") -> Response:
    """A scenario of the caller's, or of whoever gave the link with this key."""
    choose_language(request)
    return reply(sheet.told(here, await sheet.found(here, who, id, key)))


@router.put(
    "/scenarios/{id}", summary="Change a scenario", **speaks("change_scenario", sheet.WorldTold, World, EXAMPLE)
)
async def update(request: Request, id: str, here: SiteDep, who: GuestDep) -> Response:
    """The caller's scenario reads so from now on; tables that are laid stay as they are."""
    choose_language(request)
    given = await read(request, World)
    await sheet.found(here, who, id)
    await sheet.keep(here, who or Guest("", ""), given, id)
    return reply(sheet.told(here, await sheet.found(here, who, id)))


@router.delete("/scenarios/{id}", status_code=204, summary="Forget a scenario", **speaks("forget_scenario", None))
async def forget(request: Request, id: str, here: SiteDep, who: GuestDep) -> Response:
    """The caller's scenario is gone; tables that are laid stay as they are."""
    choose_language(request)
    if not (who and await here.worlds.forget(who.id, id)):
        raise Bad(404, gettext("There is no such scenario of yours."))
    return Response(status_code=204)
