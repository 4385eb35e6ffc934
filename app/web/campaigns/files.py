"""A campaign as a file: out, checked, and in again; and the map it is played on."""

from __future__ import annotations

from typing import Any

import msgspec
from fastapi import APIRouter
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.campaigns.map.maps import read_map, ready_maps, write_map
from app.campaigns.map.seasons import SetMap, chosen
from app.campaigns.service import Done, Refused
from app.engine.refusals import Refusal
from app.games.verify import Earlier
from app.web.campaigns import calls
from app.web.campaigns.map import named, refused
from app.web.campaigns.shared import Room, campaign_page, room
from app.web.campaigns.words import house, marching
from app.web.page.deps import GuestDep, SiteDep, choose_language
from app.web.page.errors import Bad
from app.web.page.forms import form_of, text
from app.web.page.templates import page
from app.web.page.words import gettext

router = APIRouter(include_in_schema=False)


@router.get("/campaign/{id}/export")
async def export(request: Request, id: str, here: SiteDep, who: GuestDep) -> Response:
    """The file of the campaign."""
    at = await room(request, id, here, who)
    headers = {"content-disposition": f'attachment; filename="gunbai-campaign-{at.now.id[:8]}.json"'}
    return Response(await here.campaigns.export(id), media_type="application/json", headers=headers)


@router.get("/campaign/{id}/verify")
async def verified(request: Request, id: str, here: SiteDep, who: GuestDep) -> Response:
    """What a check of the whole campaign has found, or that it goes on: chain, seeds, throws, warbands, battles."""
    at = await room(request, id, here, who)
    throws = sum(one.throws for one in at.now.rounds)
    closed = sum(bool(one.seed) for one in at.now.rounds)
    check = here.checks.of(at.now.id, at.now.seq, at.id or here.place(request))
    return campaign_page(
        request,
        "campaigns/book/verify.html",
        at,
        parts=["campaigns/book/_check.html"],
        check=check,
        earlier=[line(at, one) for one in check.earlier],
        throws=throws,
        closed=closed,
        rounds=len(at.now.rounds),
    )


def line(at: Room, one: Earlier) -> dict[str, Any]:
    """A battle of earlier rules."""
    sides = [house(at.now, side)["name"] for side in marching(at.now, at.now.fixtures[one.battle])]
    return {
        "href": f"{at.path}/battle/{one.battle}", "name": " – ".join(name for name in sides if name),
        "rules": one.rules, "now": one.now, "faults": one.faults,
    }  # fmt: skip


@router.post("/campaigns/import")
async def bring(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """The campaign of a file is kept here, to be looked at; or the page says why not."""
    choose_language(request)
    actor = calls.bringer(here, who)
    form = await request.form(max_files=1, max_fields=4)
    given = form.get("file")
    raw = await given.read() if isinstance(given, UploadFile) else b""
    brought = await here.campaigns.bring(actor, raw)
    if isinstance(brought, Refusal):
        raise calls.refused(here, "", None, brought)
    return RedirectResponse(f"/campaign/{brought}", 303)


# -- the map ------------------------------------------------------------------------


@router.get("/campaign/{id}/map")
async def draw(request: Request, id: str, here: SiteDep, who: GuestDep) -> Response:
    """The drawing board of the campaign's map, for its host before it begins."""
    at = drawing(await room(request, id, here, who))
    sheet = (
        ready_maps().get(text(request.query_params, "from", 40)) or chosen(at.now) or next(iter(ready_maps().values()))
    )
    return board(request, at, write_map(sheet))


@router.post("/campaign/{id}/map")
async def drawn(request: Request, id: str, here: SiteDep, who: GuestDep) -> Response:
    """The campaign has this map, or the board shows what stands against it."""
    at = drawing(await room(request, id, here, who))
    given = text(await form_of(request), "map", 65000)
    done = await here.campaigns.act(id, calls.actor(who), SetMap(map=given))
    if isinstance(done, Done):
        return RedirectResponse(at.path, 303)
    no = (done.refusal,) if isinstance(done, Refused) else ()
    sheet = read_map(given)
    kept: Any = given if isinstance(sheet, Refusal) else write_map(sheet)
    return board(request, at, kept, no, None if isinstance(sheet, Refusal) else sheet, 422)


def drawing(at: Room) -> Room:
    """The campaign for its host before it begins; a 403 for all others."""
    if not at.is_host or at.now.state != "recruiting":
        raise Bad(403, gettext("Only its host draws the map, before the campaign begins."))
    return at


def board(
    request: Request, at: Room, kept: Any, no: tuple[Refusal, ...] = (), sheet: Any = None, status: int = 200
) -> Response:
    """The page of the drawing board."""
    ready = [{"id": one.id, "name": named(one)} for one in ready_maps().values()]
    text_ = kept if isinstance(kept, str) else msgspec.json.encode(kept).decode()
    return page(
        request, "campaigns/map/edit.html", status=status, map_json=text_, refusals=refused(sheet, no), ready=ready,
        action=f"{at.path}/map", back=at.path, rules="/campaigns/rules", told="",
    )  # fmt: skip
