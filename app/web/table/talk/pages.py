"""Talk in the room: the panel, and what is said in it."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.engine.events import Seat
from app.games.access import writes
from app.web.page.deps import GuestDep, SiteDep, choose_language
from app.web.page.errors import Bad
from app.web.page.forms import form_of, text
from app.web.page.parts import wanted
from app.web.page.templates import render
from app.web.page.words import gettext
from app.web.table.talk.speaking import Here, at_table, heard, line_of, mute, said

router = APIRouter(include_in_schema=False)


async def panel(request: Request, at: Here) -> dict[str, Any]:
    """What the talk panel of a page shows: the lines so far, where the reader may speak."""
    lines = await heard(request, at)
    return {
        "lines": lines, "scopes": scopes(at),
        "comments": at.stands.comments, "last": lines[-1]["id"] if lines else 0, "late": bool(at.eyes.delay),
        "sides": sides(at),
    }  # fmt: skip


def scopes(at: Here) -> list[dict[str, str]]:
    """To whom the reader may speak."""
    found = writes(at.stands, at.over) if at.who else ()
    return [{"id": scope, "name": scope_name(scope)} for scope in found if scope != "comment"]


def scope_name(scope: str) -> str:
    """How a scope is called to this reader."""
    names = {"table": gettext("Table"), "side": gettext("Notes"), "watch": gettext("Watchers")}
    return names[scope]


def sides(at: Here) -> dict[str, str]:
    """The letter of each seat's side."""
    return {Seat(s.seat): "abcd"[n % 4] for n, s in enumerate(at.info.seats)}


@router.post("/play/{game}/talk")
async def speak(request: Request, game: str, who: GuestDep) -> Response:
    """Say something; htmx gets the form anew, since the line comes to the page as to all others."""
    choose_language(request)
    form = await form_of(request)
    at = await at_table(request, game, who)
    scope, line = text(form, "scope", 8) or "table", text(form, "text", 2001)
    try:
        await said(request, at, scope, line)
    except Bad as no:
        if wanted(request) != "say":
            raise
        return say(request, at, no.status, scope=scope, text=line, no=no.detail)
    return say(request, at, scope=scope) if wanted(request) == "say" else RedirectResponse(f"/play/{game}", 303)


def say(request: Request, at: Here, status: int = 200, **told: str) -> Response:
    """The form in which something is said, as a fragment."""
    watch = request.query_params.get("watch", "")
    html = render(
        "table/panels/_say.html", talk={"scopes": scopes(at)}, game={"id": at.info.id}, watch=watch, spoken=told
    )
    return HTMLResponse(html, status, headers={"cache-control": "no-store"})


@router.post("/play/{game}/talk/{line}/{deed}")
async def about(request: Request, game: str, line: int, deed: str, here: SiteDep, who: GuestDep) -> Response:
    """Mute a speaker, or report a line; the panel as it is now."""
    choose_language(request)
    at = await at_table(request, game, who)
    if who is None or deed not in ("mute", "report"):
        raise Bad(404 if who else 403, gettext("That cannot be done here."))
    found = await line_of(request, at, line)
    if deed == "mute":
        await mute(here, who, found)
    else:
        await here.talk.report(at.info.id, found, who.id, text(await form_of(request), "reason", 500))
    if request.headers.get("hx-request"):
        told = {"talk": await panel(request, at), "watch": request.query_params.get("watch", "")}
        return HTMLResponse(
            render("table/panels/_talk.html", game={"id": game}, thanks=deed == "report", **told),
            headers={"cache-control": "no-store"},
        )
    return RedirectResponse(f"/play/{game}", 303)
