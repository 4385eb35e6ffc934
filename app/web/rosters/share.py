"""Rosters to be read, printed and taken along: by their owner, and by whoever was given the link."""

from __future__ import annotations

import re

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.games.rosters import Kept
from app.web.page.deps import GuestDep, Site, SiteDep, choose_language
from app.web.page.errors import Bad
from app.web.page.templates import page
from app.web.page.words import gettext
from app.web.rosters import houses, profiles
from app.web.rosters.drafts import as_text, link, own, shared, sheet
from app.web.rosters.files import as_json
from app.web.rosters.text import fold

router = APIRouter(include_in_schema=False)


@router.get("/rosters/house/{id}/{form}")
async def of_house(request: Request, id: str, form: str, here: SiteDep) -> Response:
    """A house list as a file: ``text``, ``json``, or ``toml`` as the folder of house lists takes it."""
    choose_language(request)
    one = await houses.found(here, id)
    if form != "toml":
        return file(here, one.kept, form)
    headers = {"content-disposition": f'attachment; filename="{plain(one.name)}.toml"'}
    return Response(houses.as_toml(here, one), media_type="application/toml", headers=headers)


@router.get("/rosters/profile/{id}/toml")
async def of_own(request: Request, id: str, here: SiteDep) -> Response:
    """A profile of this house as a file, as the folder of profiles takes it."""
    choose_language(request)
    one = await profiles.found(here, id)
    return download(profiles.as_toml(one).encode(), f"{plain(one.profile.name)}.toml", "application/toml")


@router.get("/roster/{id}/print")
async def printed(request: Request, id: str, here: SiteDep, who: GuestDep) -> Response:
    """One's own roster, to be read and printed."""
    choose_language(request)
    return await shown(request, here, await own(here, who, id), mine=True)


@router.get("/roster/shared/{id}/{key}")
async def read(request: Request, id: str, key: str, here: SiteDep, who: GuestDep) -> Response:
    """Somebody's roster, to be read, printed and copied."""
    choose_language(request)
    found = await shared(here, id, key)
    mine = who is not None and await here.games.rosters.read(who.id, id) is not None
    return await shown(request, here, found, mine)


async def shown(request: Request, here: Site, found: Kept, mine: bool) -> Response:
    """The page of a roster that cannot be changed there."""
    path = link(here, found.id)
    base = here.base(request)
    source = f"roster:{found.id}" if mine else f"shared:{found.id}:{path.rpartition('/')[2]}"
    roster = sheet(here, found, await houses.dressed(here, found.system))
    return page(request, "rosters/sheet.html", roster=roster, mine=mine, at=path, link=base + path, source=source,
                rules=roster["system"]["rules"])  # fmt: skip


@router.get("/roster/{id}/{form}")
async def taken(request: Request, id: str, form: str, here: SiteDep, who: GuestDep) -> Response:
    """One's own roster as a file: ``text`` or ``json``."""
    choose_language(request)
    return file(here, await own(here, who, id), form)


@router.get("/roster/shared/{id}/{key}/{form}")
async def taken_along(request: Request, id: str, key: str, form: str, here: SiteDep) -> Response:
    """A shared roster as a file."""
    choose_language(request)
    return file(here, await shared(here, id, key), form)


def plain(name: str) -> str:
    """The name of a file for a roster of this name, for every machine."""
    return re.sub("[^a-z0-9]+", "-", fold(name)).strip("-") or "roster"


def file(here: Site, found: Kept, form: str) -> Response:
    """A roster as a file, or a 404 for a form there is not."""
    name = plain(found.name)
    if form == "json":
        return download(as_json(found), f"{name}.json", "application/json")
    if form == "text":
        return download(as_text(here, found).encode(), f"{name}.txt", "text/plain; charset=utf-8")
    raise Bad(404, gettext("A roster is had as text or as JSON."))


def download(body: bytes, name: str, kind: str) -> Response:
    """A file under its name."""
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(body, media_type=kind, headers=headers)
