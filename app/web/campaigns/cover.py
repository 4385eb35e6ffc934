"""The cover of a campaign: a picture its host brings, checked, drawn anew, reported and removed as likenesses are."""

from __future__ import annotations

from fastapi import APIRouter
from msgspec.structs import replace
from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.campaigns.people.settings import ChangeSettings
from app.games.likenesses import COVER, LONGEST, Wanted
from app.games.seats import new_id
from app.web.campaigns.host import shown
from app.web.campaigns.shared import No, Room, given, room, shown_at
from app.web.page.deps import GuestDep, SiteDep
from app.web.page.errors import Bad
from app.web.page.words import gettext
from app.web.rosters.effigy import cover
from app.web.rosters.likenesses import keep

router = APIRouter(include_in_schema=False)


@router.post("/campaign/{id}/cover")
async def brought(request: Request, id: str, here: SiteDep, who: GuestDep) -> Response:
    """The campaign has this cover, or with ``remove`` none; or the host's page with what stands against it."""
    at = await room(request, id, here, who)
    if not at.is_host:
        raise Bad(403, gettext("Only its hosts and umpires may do that."))
    async with request.form(max_files=1, max_fields=8) as form:
        try:
            key = "" if "remove" in form else await made(at, form)
        except Bad as no:
            return await shown(request, at, shown_at(form, no.detail))
        done = await given(at, form, ChangeSettings(at.now.name, replace(at.now.settings, cover=key)))
    await tidied(at, key, at.now.settings.cover)
    if isinstance(done, No):
        return await shown(request, at, done)
    return RedirectResponse(f"{at.path}/host?done=cover#f-cover", 303)


async def made(at: Room, form: FormData) -> str:
    """The address of the picture of a form, which is kept; or a 409, 413 or 422."""
    file = form.get("picture")
    raw = await file.read() if isinstance(file, UploadFile) else b""
    if not raw:
        raise Bad(422, gettext("Choose a picture first."))
    assert at.who is not None
    wanted = Wanted(COVER, at.now.id, new_id()[:LONGEST], await cover(at.here, raw))
    (key,) = await keep(at.here, at.who, wanted, spare=int(bool(at.cover)))
    return key


async def tidied(at: Room, *keys: str) -> None:
    """Of these pictures only the one stays that the campaign has as its cover now."""
    now = await at.here.campaigns.read(at.now.id)
    held = now.settings.cover if now else ""
    for key in keys:
        if key and key != held:
            await at.here.games.likenesses.forget(at.id, key)
