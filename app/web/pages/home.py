"""The front page, and the choice of a language."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.games.results import GameId, GameInfo
from app.games.seats import Guest
from app.web import tables
from app.web.board import drawn
from app.web.deps import LANGUAGE, GuestDep, Site, SiteDep, choose_language, set_cookie
from app.web.forms import form_of, text
from app.web.pages.play import title
from app.web.systems import every
from app.web.templates import page
from app.web.words import LANGUAGES, gettext

router = APIRouter(include_in_schema=False)


@router.get("/")
async def home(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """Set a table, go on with a game, watch one."""
    choose_language(request)
    mine = await here.games.list_games(who.id) if who else ()
    live = [i for i in await here.games.live_games() if i.id not in {m.id for m in mine}]
    return page(
        request, "home.html", systems=every(here), mine=[await card(here, i, who) for i in mine[:8]],
        live=[await card(here, i, None) for i in live[:8]],
    )  # fmt: skip


async def card(here: Site, info: GameInfo, who: Guest | None) -> dict[str, Any]:
    """A game as the front page shows it."""
    seats = await here.games.seats_of(GameId(info.id), who.id) if who else ()
    table = await tables.seen(here.games, info.id, seats[0] if seats else None, len(seats) > 1)
    assert table is not None
    view = drawn(table.words, table.view, info, table.asked) if table.view else blank()
    now = bool(set(table.asked) & set(seats))
    scenario = table.words.says(f"scenario.{info.scenario}")
    line = gettext("{scenario} · turn {turn}").format(scenario=scenario, turn=view["turn"]) if table.view else scenario
    sides = [{**s, "fact": s["facts"][0] if s["facts"] else ""} for s in view["sides"]]
    href = f"/play/{info.id}" if seats else f"/watch/{info.id}/{here.watch_key(info.id)}"
    return {
        "href": href, "name": title(table), "line": line,
        "due": state(info.status) or (gettext("your go") if now else gettext("theirs")),
        "due_note": "", "now": now, "view": view, "sides": sides, "watchers": here.rooms.watchers(info.id),
    }  # fmt: skip


def state(status: str) -> str:
    """What is said of a game that asks nobody; nothing while it is played."""
    said = {
        "open": gettext("waiting"), "over": gettext("over"), "paused": gettext("paused"), "held": gettext("held"),
    }  # fmt: skip
    return said.get(status, "")


def blank() -> dict[str, Any]:
    """An empty table, for a game that has not begun."""
    return {
        "width": 91440, "depth": 91440, "turn": 0, "terrain": [], "zones": [], "pieces": [], "sides": [],
        "go": None, "asked": [],
    }  # fmt: skip


@router.post("/lang")
async def lang(request: Request) -> Response:
    """The language this browser reads from now on."""
    form = await form_of(request)
    chosen, back = text(form, "lang"), text(form, "next") or "/"
    response = RedirectResponse(back if back.startswith("/") and not back.startswith("//") else "/", 303)
    if chosen in LANGUAGES:
        set_cookie(request, response, LANGUAGE, chosen)
    return response
