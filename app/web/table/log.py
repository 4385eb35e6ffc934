"""Older lines of the log, as one scrolls to them."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from app.aside import aside
from app.games.results import GameId
from app.web.page.deps import GuestDep, Site, SiteDep, choose_language
from app.web.page.errors import Bad
from app.web.page.templates import render
from app.web.page.words import gettext
from app.web.table import seen as tables
from app.web.table.calls import seen_by_caller
from app.web.table.entries import REACH, Leaf, entries, leaf, version_of
from app.web.table.seen import Seen

router = APIRouter(include_in_schema=False)
KEPT = ("seat", "watch", "as")
"""What of an address says whose eyes look."""


@router.get("/play/{game}/log")
async def older(
    request: Request, game: str, here: SiteDep, who: GuestDep, before: str = "", seat: str = ""
) -> Response:
    """The lines before the one of this name, as rows."""
    choose_language(request)
    table = await seen_by_caller(request, game, who, seat)
    seats = await here.games.seats_of(GameId(game), who.id) if who else ()
    if len(seats) > 1 and table.viewer in seats:
        table = await tables.seen(here.games, game, table.viewer, shared=True) or table
    return await reply(here, table, before, address(request, request.url.path))


def address(request: Request, path: str, **more: Any) -> str:
    """Where older lines are asked for by the eyes of this request."""
    query = {key: request.query_params[key] for key in KEPT if request.query_params.get(key)}
    return f"{path}?{urlencode(query | more)}"


async def lines(here: Site, table: Seen, before: str = "", reach: int = REACH) -> Leaf:
    """The newest lines of so many versions, or those before the one of this name."""
    view, until = table.view, version_of(before) if before else table.eyes.at or table.info.version
    if view is None:
        raise Bad(409, gettext("This battle has not begun."))
    since = max(0, until - reach)
    shown = await here.games.events(table.info.id, table.eyes, since, max(1, until - since))
    found = await aside(lambda: leaf(entries(table.words, shown, view), since, before))
    return await lines(here, table, before, 2 * reach) if since and not found.rows and not found.older else found


def written(found: Leaf, table: Seen, at: str) -> str:
    """Lines as rows, with what asks at this address for those before them."""
    return render("table/panels/_log_rows.html", entries=found.rows, older=found.older, older_at=at, rules=table.rules)


async def reply(here: Site, table: Seen, before: str, at: str) -> HTMLResponse:
    """The lines before this one, as a fragment."""
    found = await lines(here, table, before)
    return HTMLResponse(await aside(lambda: written(found, table, at)), headers={"cache-control": "no-store"})
