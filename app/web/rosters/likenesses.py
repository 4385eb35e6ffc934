"""Likenesses: pictures and devices people make for their own counters, brought, drawn, taken out and in as a file."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
from fastapi import APIRouter, Depends
from msgspec import Struct
from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.engine.words import N_
from app.games.likenesses import COVER, MOST, Barred, Full, Likeness, Wanted, room
from app.games.seats import Guest
from app.web.page import prompts, systems
from app.web.page.deps import GuestDep, Site, SiteDep, choose_language, cookie_name, host, set_cookie
from app.web.page.errors import Bad
from app.web.page.forms import form_of, text
from app.web.page.names import a_name
from app.web.page.templates import page
from app.web.page.words import gettext
from app.web.rosters.effigy import SIGNS, TINTS, cut, device
from app.web.table.board.worn import likenesses
from app.web.table.calls import game_info
from app.web.table.talk.speaking import at_table

router = APIRouter(include_in_schema=False)
PATH = "/likenesses"
LASTS = 60
"""Seconds for which a browser shows a picture without asking whether it was removed."""
SAID = {"kept": N_("It is kept. Your counters wear it at every table from now on."), "gone": N_("It is gone."),
        "brought": N_("They are kept."), "told": N_("The host will look at it.")}  # fmt: skip
SIGN_NAMES = {
    "em-1": N_("Waves"), "em-2": N_("Four diamonds"), "em-3": N_("Hexagon"), "em-4": N_("Square eye"),
    "em-5": N_("Scales"), "em-6": N_("Fan"), "arm-leader": N_("Helmet"),
    "arm-caster": N_("Pentagram"), "arm-cannon": N_("Cannon"), "arm-blade": N_("Blade"),
    "arm-spear": N_("Spears"), "arm-bow": N_("Bow"), "arm-gun": N_("Gun"), "arm-sling": N_("Sling"),
    "arm-horse": N_("Horse"), "arm-tool": N_("Club"), "arm-beast": N_("Paw"),
}  # fmt: skip
TINT_NAMES = {"ink": N_("Ink"), "paper": N_("Paper"), "vermilion": N_("Vermilion"), "indigo": N_("Indigo"),
              "pine": N_("Pine"), "gold": N_("Gold"), "plum": N_("Plum"), "ash": N_("Ash")}  # fmt: skip


class Carried(Struct, forbid_unknown_fields=True):
    """A likeness in a file: for whom, and its picture."""

    system: str
    picture: bytes
    band: str = ""
    about: str = ""


class Chest(Struct, forbid_unknown_fields=True):
    """The file of all that somebody made."""

    likenesses: list[Carried]
    gunbai: str = "likenesses"


class Who(NamedTuple):
    """Whose it will be; ``token``: of a browser that was not known before."""

    guest: Guest
    token: str = ""


# -- one's own -------------------------------------------------------------------------


@router.get(PATH)
async def listed(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """All that the reader made, and how to make more."""
    choose_language(request)
    return await shown(request, here, who, said=SAID.get(text(request.query_params, "done", 10), ""))


async def shown(
    request: Request, here: Site, who: Guest | None, against: str = "", status: int = 200, **more: Any
) -> Response:
    """The page, with what stands against what was tried."""
    mine = await here.games.likenesses.of(who.id) if who else ()
    context = {"said": "", "given": {}, **more}
    return page(
        request, "rosters/likenesses.html", parts=["rosters/_likenesses.html"], status=status,
        refusal=prompts.No(against, "") if against else None, likenesses=[told(here, one) for one in mine],
        most=room(who) if who else MOST, systems=[systems.shown(one) for one in here.games.systems.values()],
        signs=[(key, gettext(SIGN_NAMES[key])) for key in SIGNS],
        tints=[(key, gettext(TINT_NAMES[key])) for key in TINTS], **context | {"said": gettext(context["said"])},
    )  # fmt: skip


def told(here: Site, one: Likeness) -> dict[str, Any]:
    """A likeness as its owner reads it."""
    if one.system == COVER:
        return {"key": one.key, "system": "", "whom": gettext("Cover of a campaign"), "removed": one.removed}
    return {"key": one.key, "system": systems.name(systems.chosen(here, one.system)), "whom": whom(one.band, one.about),
            "removed": one.removed}  # fmt: skip


def whom(band: str, about: str) -> str:
    """Which counters wear it."""
    if about and band:
        return gettext("{code} of {band}").format(code=about, band=band)
    return about or band or gettext("All my counters")


@router.post(PATH)
async def made(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """A picture that was brought, or a device, is kept for some counters; or the page says why not."""
    choose_language(request)
    async with request.form(max_files=1, max_fields=12) as form:
        try:
            system = known(here, text(form, "system", 40))
            band, about = text(form, "band", 40), text(form, "about", 40)
            wanted = Wanted(system, band, about, await given(here, form))
            owner = await keeper(here, who)
            await keep(here, owner.guest, wanted)
        except Bad as no:
            typed = {key: text(form, key, 40) for key in ("system", "band", "about", "sign", "field", "tint")}
            return await shown(request, here, who, no.detail, no.status, given=typed)
    return gone_on(request, owner, "kept")


async def keeper(here: Site, who: Guest | None) -> Who:
    """The caller; a stranger is welcomed as a guest."""
    return Who(who) if who else Who(*await here.games.guests.welcome(a_name(), named=False))


def known(here: Site, key: str) -> str:
    """The key of a system, or a 422."""
    if key not in here.games.systems:
        raise Bad(422, gettext("There are no rules of that name."))
    return key


async def given(here: Site, form: FormData) -> bytes:
    """The picture of the form, cut to a counter: a file if there is one, else a device."""
    file = form.get("picture")
    raw = await file.read() if isinstance(file, UploadFile) else b""
    return (
        await cut(here, raw) if raw else await device(here, *(text(form, key, 20) for key in ("sign", "field", "tint")))
    )


async def keep(here: Site, who: Guest, *wanted: Wanted, spare: int = 0) -> tuple[str, ...]:
    """The addresses of what is kept now, or a 409: then nothing is; ``spare``: so many are to be forgotten for it."""
    try:
        return await here.games.likenesses.keep(who, wanted, spare)
    except Barred:
        raise Bad(409, gettext("The host has removed this picture of yours: it is not taken again.")) from None
    except Full:
        said = gettext("At most {n} likenesses are kept, with those the host has removed: forget others first.")
        raise Bad(409, said.format(n=room(who))) from None


def gone_on(request: Request, owner: Who, done: str) -> Response:
    """The way back to the page; whoever has no cookie yet gets one."""
    response = RedirectResponse(f"{PATH}?done={done}", 303)
    if owner.token:
        set_cookie(request, response, cookie_name(request), owner.token)
    return response


@router.post("/likenesses/{key}/forget")
async def forget(request: Request, key: str, here: SiteDep, who: GuestDep) -> Response:
    """It is gone from all tables."""
    choose_language(request)
    if not (who and await here.games.likenesses.forget(who.id, key)):
        raise Bad(404, gettext("There is no such likeness of yours."))
    return RedirectResponse(f"{PATH}?done=gone", 303)


# -- as a file -------------------------------------------------------------------------


@router.get("/likenesses/file")
async def carried(here: SiteDep, who: GuestDep) -> Response:
    """All that the reader made, as a file that another server takes in."""
    mine = await here.games.likenesses.of(who.id) if who else ()
    rows = [(one, await here.games.likenesses.picture(one.key)) for one in mine if one.system != COVER]
    chest = Chest([Carried(one.system, raw, one.band, one.about) for one, raw in rows if raw])
    headers = {"content-disposition": 'attachment; filename="gunbai-likenesses.json"'}
    return Response(msgspec.json.encode(chest), media_type="application/json", headers=headers)


@router.post("/likenesses/import")
async def bring(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """All of such a file is kept, each picture drawn anew; or none, and the page says why not."""
    choose_language(request)
    async with request.form(max_files=1, max_fields=4) as form:
        file = form.get("file")
        raw = await file.read() if isinstance(file, UploadFile) else b""
    try:
        asked = chest(raw, room(who) if who else MOST)
        ready = [Wanted(known(here, one.system), one.band, one.about, await cut(here, one.picture)) for one in asked]
        owner = await keeper(here, who)
        await keep(here, owner.guest, *ready)
    except Bad as no:
        return await shown(request, here, who, no.detail, no.status)
    return gone_on(request, owner, "brought")


def chest(raw: bytes, most: int) -> list[Carried]:
    """What is in a file, or a 422 that says what is wrong with it."""
    try:
        found = msgspec.json.decode(raw, type=Chest).likenesses
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as no:
        raise Bad(422, gettext("This is no file of likenesses: {why}").format(why=no)) from None
    if len(found) > most:
        raise Bad(422, gettext("There are {n} likenesses in the file; at most {most} are kept.").format(
            n=len(found), most=most))  # fmt: skip
    return found


# -- everybody's -----------------------------------------------------------------------


@router.get("/likeness/{key}")
async def picture(request: Request, key: str, here: SiteDep) -> Response:
    """The picture at an address, which is told to those alone who see a counter that wears it."""
    choose_language(request)
    return await drawn_at(here, key)


@router.get("/admin/likeness/{key}", dependencies=[Depends(host)])
async def reported_one(request: Request, key: str, here: SiteDep) -> Response:
    """The same for the host, who also sees what its owner has forgotten since it was reported."""
    choose_language(request)
    return await drawn_at(here, key, gone=True)


async def drawn_at(here: Site, key: str, gone: bool = False) -> Response:
    """The picture, or a 404."""
    found = await here.games.likenesses.picture(key, gone) if len(key) <= 32 else None
    if found is None:
        raise Bad(404, gettext("There is no such likeness, or it was removed."))
    headers = {"cache-control": f"private, max-age={LASTS}"}
    return Response(found, media_type="image/png", headers=headers)


@router.get("/play/{game}/likenesses")
async def at_game(request: Request, game: str, here: SiteDep, who: GuestDep) -> Response:
    """What the counters wear that the reader sees at a table, each to be reported."""
    choose_language(request)
    at = await at_table(request, game, who)
    info = await game_info(here, game)
    view, worn = await here.games.view(info.id, at.eyes), await here.games.likenesses.worn(info)
    keys = set(likenesses(view[1], worn).values()) if view else set()
    rows = [{"key": key, "by": seat.name} for seat in info.seats
            for key in dict.fromkeys(worn.get(seat.seat, {}).values()) if key in keys]  # fmt: skip
    return page(request, "rosters/worn.html", game=info.id, worn=rows, said="", mine=who is not None)


@router.post("/likeness/{key}/report")
async def report(request: Request, key: str, here: SiteDep, who: GuestDep) -> Response:
    """The host will look at it."""
    choose_language(request)
    if who is None:
        raise Bad(403, gettext("Only who has a name here may report something."))
    await reported(here, who, key, text(await form_of(request), "reason", 500))
    return page(request, "rosters/worn.html", game="", worn=[], said=gettext(SAID["told"]), mine=True)


async def reported(here: Site, who: Guest, key: str, why: str) -> None:
    """The report is kept, or a 404."""
    if not await here.games.likenesses.report(key[:32], who.id, why):
        raise Bad(404, gettext("There is no such likeness, or it was removed."))
