"""Likenesses over REST: made, listed and forgotten by their owner, reported by whoever saw one."""

from __future__ import annotations

from typing import TypedDict

from fastapi import APIRouter
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from app.games.likenesses import COVER, Likeness, Wanted
from app.web.page.deps import GuestDep, SiteDep, choose_language, cookie_name, set_cookie
from app.web.page.errors import Bad
from app.web.page.rest import read, reply, speaks
from app.web.page.words import gettext
from app.web.rosters.effigy import cut
from app.web.rosters.likenesses import Carried, keep, keeper, known, reported

router = APIRouter(prefix="/api/v1", tags=["likenesses"])
DOT = "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR42mPY4aAFRAwQCgAh/gSJgyaqNAAAAABJRU5ErkJggg=="


class LikenessTold(TypedDict):
    """One of the caller's likenesses: for whom it is, and the path of its picture."""

    key: str
    system: str
    band: str
    about: str
    removed: bool
    picture: str


class Reason(Struct, frozen=True, forbid_unknown_fields=True):
    """Why something is reported."""

    reason: str = ""


def told(one: Likeness) -> LikenessTold:
    """A likeness as a program reads it."""
    return {"key": one.key, "system": one.system, "band": one.band, "about": one.about, "removed": one.removed,
            "picture": f"/likeness/{one.key}"}  # fmt: skip


@router.get("/likenesses", summary="Your likenesses", **speaks("list_likenesses", list[LikenessTold]))
async def listed(here: SiteDep, who: GuestDep) -> Response:
    """What the caller's counters wear, in order of system, side and code; ``removed``: by the host."""
    mine = [one for one in await here.games.likenesses.of(who.id) if one.system != COVER] if who else []
    return reply([told(one) for one in mine])


@router.post(
    "/likenesses", status_code=201, summary="Make a likeness",
    **speaks("make_likeness", LikenessTold, Carried, {"system": "ronin", "about": "S1", "picture": DOT}),
)  # fmt: skip
async def made(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """A PNG, JPEG or WebP in base64, cut to a counter: for those with the code ``about`` or these letters (empty:
    all) of the side ``band`` (empty: any)."""
    choose_language(request)
    given = await read(request, Carried)
    system, picture = known(here, given.system), await cut(here, given.picture)
    owner = await keeper(here, who)
    (key,) = await keep(here, owner.guest, Wanted(system, given.band, given.about, picture))
    one = next(one for one in await here.games.likenesses.of(owner.guest.id) if one.key == key)
    response = reply(told(one), 201)
    if owner.token:
        set_cookie(request, response, cookie_name(request), owner.token)
    return response


@router.delete("/likenesses/{key}", status_code=204, summary="Forget a likeness", **speaks("forget_likeness", None))
async def forget(request: Request, key: str, here: SiteDep, who: GuestDep) -> Response:
    """It is gone from all tables."""
    choose_language(request)
    if not (who and await here.games.likenesses.forget(who.id, key[:32])):
        raise Bad(404, gettext("There is no such likeness of yours."))
    return Response(status_code=204)


@router.post(
    "/likenesses/{key}/report", status_code=204, summary="Report a likeness",
    **speaks("report_likeness", None, Reason, {"reason": "A photograph of me."}),
)  # fmt: skip
async def report(request: Request, key: str, here: SiteDep, who: GuestDep) -> Response:
    """The host will look at it, and may remove it."""
    choose_language(request)
    if who is None:
        raise Bad(403, gettext("Only who has a name here may report something."))
    await reported(here, who, key, (await read(request, Reason)).reason.strip()[:500])
    return Response(status_code=204)
