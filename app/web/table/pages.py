"""The room: the table, its panels, and the answers given in them."""

from __future__ import annotations

from functools import partial
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.accounts.prefs import chosen, confirms, pictures
from app.aside import aside
from app.engine.events import Seat
from app.games.access import eyes_for
from app.games.eyes import MINUTE, Eyes
from app.games.results import GameId
from app.web.page import systems
from app.web.page.deps import GuestDep, Site, SiteDep, best_seat, choose_language, standing, viewer
from app.web.page.forms import form_of, keys, text
from app.web.page.parts import path_of
from app.web.page.preferred import preferred
from app.web.page.preview import Preview, home, preview
from app.web.page.prompts import No
from app.web.page.templates import page
from app.web.page.words import Words, gettext
from app.web.table import lesson as taught
from app.web.table import seen as tables
from app.web.table.api import Deed, done
from app.web.table.battles import battle_path, campaign_line
from app.web.table.board.drawing import question
from app.web.table.board.drawn import drawn
from app.web.table.calls import game_info, seen_by_caller
from app.web.table.clocks import clocks_of
from app.web.table.ending import ending
from app.web.table.line.painting import mark
from app.web.table.log import address, lines
from app.web.table.openness import absence, open_to
from app.web.table.own import scenario_of
from app.web.table.seen import Seen
from app.web.table.talk import pages as talking
from app.web.table.talk.speaking import Here

router = APIRouter(include_in_schema=False)


@router.get("/play/{game}")
async def play(request: Request, game: str, here: SiteDep, who: GuestDep, seat: str = "") -> Response:
    """The room, from a seat."""
    choose_language(request)
    seats = await here.games.seats_of(GameId(game), who.id) if who and len(game) <= 40 else ()
    if await viewer(request, await game_info(here, game), who, seat) is None:
        return RedirectResponse("/", 303)
    table = await seen_by_caller(request, game, who, seat)
    if len(seats) > 1:
        table = await tables.seen(here.games, game, table.viewer, shared=True) or table
    if table.view is None:
        return RedirectResponse(f"/wait/{game}", 303) if seats else not_yet(request, table)
    return await room(request, here, table, [str(s) for s in seats], "")


@router.get("/watch/{game}/{key}")
async def watch(request: Request, game: str, key: str, here: SiteDep, who: GuestDep) -> Response:
    """The room, from the watchers' benches."""
    choose_language(request)
    info = await game_info(here, game)
    stands = await standing(request, info, who)
    eyes = (
        eyes_for(info, replace(stands, invited=True), view_as="watch") if here.is_signed(key, "watch", game) else None
    )
    if eyes is None:
        text = gettext("This link does not lead to the benches.")
        return page(request, "page/error.html", status=403, title=gettext("That did not work"), text=text)
    table = await tables.seen(here.games, game, eyes)
    assert table is not None
    return not_yet(request, table) if table.view is None else await room(request, here, table, [], key)


def not_yet(request: Request, table: Seen) -> Response:
    """There is nothing to see yet."""
    text = gettext("This battle has not begun.")
    if table.full.delay:
        text = gettext("What watchers see of this battle comes {n} minutes later. Look again then.").format(
            n=table.full.delay // MINUTE
        )
    return page(request, "page/error.html", status=409, title=gettext("Not yet"), text=text)


async def room(request: Request, here: Site, table: Seen, seats: list[str], key: str) -> HTMLResponse:
    """The page of a table for one viewer."""
    info, words = table.info, table.words
    system = systems.chosen(here, info.system)
    assert table.view is not None
    view = await aside(partial(drawn, words, table.view, info, table.asked, worn=table.worn, does=table.does))
    log = await lines(here, table)
    question, who = table.question, request.state.who
    stands = await standing(request, info, who)
    at = Here(info, who, replace(stands, invited=stands.invited or bool(key)), table.full)
    both = len(seats) > 1 and question is not None and question.secret
    side = next((s for s in view["sides"] if s["seat"] == table.viewer), None)
    return page(
        request, shown_by(table), rules=table.rules, sheet=systems.sheet(system), view=view,
        bodies=systems.bodies(system),
        you=table.viewer, seats=seats, watch=key,
        game=game_head(here, request, table), prompt=await tables.prompt(here.games, table),
        entries=log.rows, older=log.older,
        older_at=address(request, f"/play/{info.id}/log", **({"watch": key} if key else {})),
        watchers=here.rooms.watchers(info.id),
        end=ending(table, view), veil=side if both else None, view_as=request.query_params.get("as", ""),
        seen_note=note_of(words, table.full), judges=stands.judges, owns=who is not None and who.id == info.owner,
        talk=await talking.panel(request, at), clocks=clocks_of(table, view["sides"]),
        lesson=taught.shown(table), pointers=taught.pointers(table.lesson.shows if table.lesson else (), view),
        mark=mark(table), confirm=confirmed(request, table), pictures=pictures(preferred(request, "pictures")),
        log=chosen(preferred(request, "log"), "log"),
        follow=chosen(preferred(request, "follow"), "follow"),
        explain=chosen(preferred(request, "explain"), "explain"),
        players={s.seat: s.name for s in info.seats if s.kind == "person" and s.name},
        preview=linked(request, here, table),
    )  # fmt: skip


def linked(request: Request, here: Site, table: Seen, at: int = 0) -> Preview:
    """A table as a link to it is shown, now or at a version: what stands on it as whoever opens the link may see it."""
    asked = {"watch": request.path_params.get("key", ""), "at": str(at or ""), **request.query_params}
    query = urlencode({name: asked[name] for name in ("watch", "at") if asked.get(name)})
    embeds = urlencode({"url": home(request, here) + path_of(request), "format": "json"})
    turn = gettext("Turn {n}").format(n=table.view.turn) if table.view and table.view.turn else ""
    told = " · ".join(filter(None, [game_head(here, request, table)["line"], turn]))
    return preview(
        request, here, title(table), told, image=f"/replay/{table.info.id}/moment.png{query and '?' + query}",
        embeds=f"/oembed?{embeds}",
    )  # fmt: skip


def shown_by(table: Seen) -> str:
    """The template of the room."""
    return "learn/table.html" if table.lesson else "table/page.html"


def confirmed(request: Request, table: Seen) -> str:
    """What whoever looks confirms at this table: by his account, else by what this browser keeps."""
    return confirms(preferred(request, "confirm"), by_letter=table.info.options.clock.kind == "letter")


def note_of(words: Words, eyes: Eyes) -> str:
    """What a watcher is told of what he sees."""
    if eyes.borrowed:
        return gettext("You look through the eyes of {name}.").format(name=words.seats.get(str(eyes.seat), eyes.seat))
    minutes = eyes.delay // MINUTE
    if eyes.whole:
        late = gettext("You see all that is hidden, {n} minutes late.").format(n=minutes)
        return late if minutes else gettext("You see all that is hidden.")
    return gettext("You see the table {n} minutes late.").format(n=minutes) if minutes else ""


def game_head(here: Site, request: Request, table: Seen) -> dict[str, Any]:
    """What the head of the page says of the game."""
    info, words = table.info, table.words
    base = here.base(request)
    points = info.options.points or ""
    system = gettext(words.sentences.get("system.name", info.system.capitalize()))
    said = gettext(table.lesson.title) if table.lesson else scenario_of(words, info)
    line = [system, said, str(points), campaign_line(info), tables.hurry(info), tables.blindly(info)]
    return {
        "id": info.id,
        "name": title(table),
        "version": info.version,
        "status": info.status,
        "counsel": info.counsel,
        "drawable": info.options.lesson is None and info.options.campaign is None,
        "lone": is_lone(table),
        "line": " · ".join(filter(None, line)),
        "battle": battle_path(info),
        "share": f"{base}/watch/{info.id}/{here.watch_key(info.id)}",
        "open_to": open_to(info),
        "absence": absence(info),
        "seats": [
            {"seat": s.seat, "name": s.name or s.seat, "bot": s.bot, "stand_in": s.stand_in, "kind": s.kind}
            for s in info.seats
        ],
    }


def is_lone(table: Seen) -> bool:
    """Whether whoever looks holds every seat, so that nobody else is asked for anything."""
    guests = {None if s.bot and not s.stand_in else s.guest for s in table.info.seats}
    return table.viewer is not None and guests != {None} and len(guests) == 1


def title(table: Seen) -> str:
    """The name of a game: who meets whom."""
    seats = [s.name or gettext(table.words.sentences.get(f"seat.{s.seat}", s.seat)) for s in table.info.seats]
    names = [gettext(table.words.sentences.get(b.name, b.name)) for b in table.view.sides] if table.view else seats
    if len(names) == 2:
        return gettext("{a} against {b}").format(a=names[0], b=names[1])
    return " · ".join(names) if names else table.info.scenario


# -- the question panel --------------------------------------------------------


async def fragment(here: Site, table: Seen, at: list[str], no: No | None = None, status: int = 200) -> HTMLResponse:
    """The question panel as a fragment, and the version it was drawn at."""
    panel = await tables.prompt(here.games, table, at, no)
    panel_html = await aside(partial(question, panel, table))
    html = f'<div data-now="{table.info.version}">{panel_html}</div>'
    return HTMLResponse(html, status, headers={"cache-control": "no-store"})


@router.get("/play/{game}/prompt")
async def ask(request: Request, game: str, here: SiteDep, who: GuestDep, seat: str = "", at: str = "") -> Response:
    """The question panel at the level these picks lead to."""
    choose_language(request)
    table = await seen_by_caller(request, game, who, seat)
    return await fragment(here, table, keys(at))


@router.post("/play/{game}/{deed}")
async def deed(request: Request, game: str, deed: str, here: SiteDep, who: GuestDep) -> Response:
    """Undo, take back, consent, resign, pause, resume, stand in; then the panel as it is now."""
    choose_language(request)
    form = await form_of(request)
    yes = text(form, "yes") or text(form, "on") or "1"
    so = yes in ("1", "yes", "true", "on")
    given = Deed(text(form, "seat"), so, so, command_id=text(form, "command"), about=text(form, "about", 20))
    await done(request, here, game, deed, given, who.id if who else "")
    if request.headers.get("hx-request") or request.headers.get("x-requested-with"):
        seats = await here.games.seats_of(GameId(game), who.id) if who else ()
        own = Seat(given.seat) if given.seat in seats else await best_seat(here, game, seats)
        table = await tables.seen(here.games, game, own)
        assert table is not None
        return await fragment(here, table, [])
    return RedirectResponse(f"/play/{game}", 303)
