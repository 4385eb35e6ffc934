"""Why a bot did what it did last, for who plays against it."""

from __future__ import annotations

from fastapi import APIRouter, HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from app.engine.events import Seat
from app.games.results import GameId
from app.web.page.deps import GuestDep, SiteDep, choose_language
from app.web.page.templates import render
from app.web.page.words import gettext
from app.web.table import seen as tables
from app.web.table.calls import own_seat

router = APIRouter(include_in_schema=False)


@router.get("/play/{game}/why")
async def page(request: Request, game: str, here: SiteDep, who: GuestDep, of: str = "", seat: str = "") -> Response:
    """What spoke for the last answer of the bot that has the seat ``of``, as a fragment."""
    choose_language(request)
    own = await own_seat(request, game, who.id if who else "", seat)
    table = await tables.seen(here.games, game, own)
    if table is None or of not in [one.seat for one in table.info.seats]:
        raise HTTPException(404)
    why, said = here.games.why(GameId(game), Seat(of)), table.words.sentences
    plan = said.get(f"worth.plan.{why.plan}", "") if why else ""
    rows = [{"adds": f"{gain:+.1f}".replace("-", "\N{MINUS SIGN}"), "term": gettext(said[f"worth.{term}"])}
            for term, gain in (why.gains.items() if why else ()) if f"worth.{term}" in said]  # fmt: skip
    html = render("table/panels/_why.html", why=why, plan=gettext(plan) if plan else "", rows=rows)
    return HTMLResponse(html, headers={"cache-control": "no-store"})
