"""A side that several lead: the page of its link, and the panel in the menu of its room where parts are dealt."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.engine.events import Seat
from app.games.hands import name_of_led
from app.games.leaders import GENERAL
from app.games.leading import Led
from app.games.results import GameId, GameInfo, Refused
from app.web.page import systems
from app.web.page.deps import GuestDep, Site, SiteDep, choose_language, cookie_name, set_cookie
from app.web.page.errors import Bad
from app.web.page.forms import form_of, number, text, texts
from app.web.page.prompts import No
from app.web.page.templates import page, render
from app.web.page.words import gettext
from app.web.table import refusing
from app.web.table import seen as tables
from app.web.table.calls import accepted, game_info, own_seat
from app.web.table.seen import Seen
from app.web.table.side_api import link_of

router = APIRouter(include_in_schema=False)
DOES = ("invite", "deal", "agree", "depart")


@router.get("/lead/{game}/{seat}/{key}")
async def door(request: Request, game: str, seat: str, key: str, here: SiteDep, who: GuestDep) -> Response:
    """Whoever opens this link is asked how he is called, and leads with the general."""
    choose_language(request)
    info = await game_info(here, game)
    if who and Seat(seat) in await here.games.seats_of(info.id, who.id):
        return RedirectResponse(room(info), 303)
    return await asked(request, here, info, seat, key, who.name if who else "")


@router.post("/lead/{game}/{seat}/{key}")
async def come(request: Request, game: str, seat: str, key: str, here: SiteDep, who: GuestDep) -> Response:
    """The caller leads with the general; or the page again with what stands against it."""
    choose_language(request)
    info, form = await game_info(here, game), await form_of(request)
    name, token = text(form, "name", 40), ""
    if not name:
        no = No(gettext("Say how you are called."), "")
        return await asked(request, here, info, seat, key, "", no, 422)
    if not await here.games.may_lead(info.id, Seat(seat), key):
        raise Bad(403, gettext("This link no longer leads to a side. Ask its general for a new one."))
    if who is None:
        who, token = await here.games.guests.welcome(name)
    result = await here.games.lead(info.id, Seat(seat), key, who.id, name)
    if isinstance(result, Refused):
        why = refusing.against(systems.chosen(here, info.system), result.refusal, info)
        return await asked(request, here, info, seat, key, name, why, 422)
    accepted(result)
    response = RedirectResponse(room(info), 303)
    if token:
        set_cookie(request, response, cookie_name(request), token)
    return response


async def asked(
    request: Request, here: Site, info: GameInfo, seat: str, key: str, name: str, no: No | None = None,
    status: int = 200,
) -> HTMLResponse:  # fmt: skip
    """The page of a link; a 403 where it leads nowhere."""
    if not await here.games.may_lead(info.id, Seat(seat), key):
        raise Bad(403, gettext("This link no longer leads to a side. Ask its general for a new one."))
    general = next(one.name or one.seat for one in info.seats if one.seat == seat)
    system = systems.chosen(here, info.system)
    line = gettext(system.sentences.get("system.name", info.system.capitalize()))
    return page(
        request, "table/lead.html", status=status, general=general, line=line, name=name, refusal=no,
        rules=f"/rules/{info.system}",
    )  # fmt: skip


def room(info: GameInfo) -> str:
    """Where somebody of the table goes."""
    return f"/{'wait' if info.status == 'open' else 'play'}/{info.id}"


@router.get("/play/{game}/side")
async def shown(request: Request, game: str, here: SiteDep, who: GuestDep, seat: str = "") -> Response:
    """Who leads the caller's side, as a fragment."""
    choose_language(request)
    own = await own_seat(request, game, who.id if who else "", seat)
    return await panel(request, here, game, own, who.id if who else "")


@router.post("/play/{game}/side")
async def done(request: Request, game: str, here: SiteDep, who: GuestDep) -> Response:
    """Others are invited, parts are dealt or agreed to, somebody leads no more; then the panel, or the room."""
    choose_language(request)
    form, guest = await form_of(request), who.id if who else ""
    seat, id = await own_seat(request, game, guest, text(form, "seat")), GameId(game)
    do, led, on = text(form, "do"), number(form, "who"), text(form, "on") != "0"
    parts, one = texts(form, "part"), led or 0
    if do not in DOES:
        raise Bad(404, gettext("There is nothing like that here."))
    result = await {
        "invite": lambda: here.games.lead_invite(id, seat, on, guest),
        "deal": lambda: here.games.lead_offer(id, seat, one, parts, guest),
        "agree": lambda: here.games.lead_agree(id, seat, on, guest),
        "depart": lambda: here.games.lead_leave(id, seat, one, guest),
    }[do]()
    table = await tables.seen(here.games, game, seat)
    accepted(result, table)
    if request.headers.get("hx-request") and await here.games.led(id, seat, guest):
        return await panel(request, here, game, seat, guest)
    return onward(request, f"/play/{game}")


def onward(request: Request, path: str) -> Response:
    """Another page in place of this one, also where htmx asked."""
    if request.headers.get("hx-request"):
        return Response(headers={"HX-Redirect": path})
    return RedirectResponse(path, 303)


async def panel(request: Request, here: Site, game: str, seat: Seat, guest: str) -> HTMLResponse:
    """Who leads the side, and what each has of it."""
    table, led = await tables.seen(here.games, game, seat), await here.games.led(GameId(game), seat, guest)
    assert table is not None
    assert led is not None
    html = render(
        "table/_side.html", game={"id": game, "over": table.info.status == "over"}, you=seat, rules=table.rules,
        side=told(table, led), link=link_of(here, request, game, seat, led),
    )  # fmt: skip
    return HTMLResponse(html, headers={"cache-control": "no-store"})


def told(table: Seen, led: Led) -> dict[str, Any]:
    """A side in words."""
    names = (table.own_words or table.words).models
    parts = [{"id": one, "name": names.get(one, one)} for one in led.parts]
    taken = {part: name_of_led(led.leaders, part) for part in led.parts}
    leaders = [
        {"number": one.number, "name": one.name, "mine": one.number == led.me, "part": list(one.part),
         "leads": [names.get(part, part) for part in one.part], "offered": one.offered is not None,
         "would": [names.get(part, part) for part in one.offered or ()], "wanted": list(one.offered or one.part)}
        for one in led.leaders
    ]  # fmt: skip
    left = [one["name"] for one in parts if not taken[one["id"]]]
    return {"general": led.general, "is_general": led.me == GENERAL, "leaders": leaders, "parts": parts,
            "taken": taken, "left": left}  # fmt: skip
