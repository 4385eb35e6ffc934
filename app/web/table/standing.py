"""What a seat lets pass by itself: a panel in the menu of its own room."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.engine.events import Seat
from app.games.results import GameId
from app.web.page.deps import GuestDep, Site, SiteDep, choose_language
from app.web.page.forms import form_of, text
from app.web.page.templates import render
from app.web.table import seen as tables
from app.web.table.calls import accepted, own_seat
from app.web.table.clocks import orders_of

router = APIRouter(include_in_schema=False)


@router.get("/play/{game}/orders")
async def shown(request: Request, game: str, here: SiteDep, who: GuestDep, seat: str = "") -> Response:
    """The orders of the caller's seat, as a fragment."""
    choose_language(request)
    own = await own_seat(request, game, who.id if who else "", seat)
    return await panel(here, game, own)


@router.post("/play/{game}/orders")
async def ordered(request: Request, game: str, here: SiteDep, who: GuestDep) -> Response:
    """Such questions are let pass from now on, or asked again; then the panel, or the room where there is no script."""
    choose_language(request)
    form = await form_of(request)
    guest = who.id if who else ""
    seat = await own_seat(request, game, guest, text(form, "seat"))
    table = await tables.seen(here.games, game, seat)
    accepted(await here.games.order(GameId(game), seat, text(form, "about"), text(form, "pass") == "1", guest), table)
    if request.headers.get("hx-request"):
        return await panel(here, game, seat)
    return RedirectResponse(f"/play/{game}", 303)


async def panel(here: Site, game: str, seat: Seat) -> HTMLResponse:
    """The list of orders."""
    table = await tables.seen(here.games, game, seat)
    assert table is not None
    rows = await orders_of(here.games, table, seat)
    html = render("table/question/_orders_list.html", orders=rows, game={"id": game}, you=seat, rules=table.rules)
    return HTMLResponse(html, headers={"cache-control": "no-store"})
