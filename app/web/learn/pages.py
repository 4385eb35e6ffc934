"""The paths of lessons, a lesson at its table, and what its strip asks for."""

from __future__ import annotations

from functools import partial
from http import HTTPStatus
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from app.aside import aside
from app.engine.events import Seat
from app.engine.refusals import Refusal
from app.games import offers
from app.games.results import GameId
from app.games.seats import Guest
from app.lessons.coach import Script
from app.lessons.questions import explained
from app.web.learn.paths import key_of, paths, standing_of
from app.web.lobby.new import lay
from app.web.page import systems
from app.web.page.deps import GuestDep, Site, SiteDep, choose_language, cookie_name, set_cookie
from app.web.page.errors import Bad, shown
from app.web.page.forms import form_of, number, text
from app.web.page.names import a_name
from app.web.page.preferred import explains
from app.web.page.templates import page
from app.web.page.words import gettext, language
from app.web.table import refusing
from app.web.table import seen as tables
from app.web.table.calls import game_info, own_seat
from app.web.table.pages import room

router = APIRouter(include_in_schema=False)


@router.get("/learn")
async def learn(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """The paths of all systems, with what somebody has learnt."""
    choose_language(request)
    learnt = await here.games.learnt(who.id) if who else {}
    return page(request, "learn/home.html", paths=paths(here, learnt), only="")


@router.get("/learn/{system}")
async def path(request: Request, system: str, here: SiteDep, who: GuestDep) -> Response:
    """The path of one system."""
    choose_language(request)
    learnt = await here.games.learnt(who.id) if who else {}
    found = [one for one in paths(here, learnt) if one["id"] == system]
    if not found:
        raise Bad(404, gettext("There are no lessons of that name."))
    return page(request, "learn/home.html", paths=found, only=system)


@router.get("/learn/{system}/{name}")
async def lesson(request: Request, system: str, name: str, here: SiteDep, who: GuestDep) -> Response:
    """A lesson at its table; who is not at it yet is told what it is about."""
    choose_language(request)
    script = await aside(partial(known, here, system, name))
    game = await here.games.lesson_table(who.id, script.key) if who else None
    table = await tables.seen(here.games, game, script.seats[0]) if game else None
    if table is None or table.view is None:
        learnt = await here.games.learnt(who.id) if who else {}
        return page(request, "learn/lesson.html", lesson=standing_of(script, learnt), system=system)
    return await room(request, here, table, [str(table.viewer)], "")


@router.get("/learn/{system}/asked/{about}")
async def asked(request: Request, system: str, about: str, _who: GuestDep) -> Response:
    """What a question wants, in plain words."""
    choose_language(request)
    if said := explained(system, about, language.get()):
        return PlainTextResponse(said, headers={"Cache-Control": "no-cache"})
    raise Bad(404, gettext("There is no such question."))


@router.post("/learn/{system}/{name}")
async def begin(request: Request, system: str, name: str, here: SiteDep, who: GuestDep) -> Response:
    """Begin a lesson, or go on where it was left; ``step``: from there on."""
    choose_language(request)
    script, form, token = await aside(partial(known, here, system, name)), await form_of(request), ""
    if who is None:
        who, token = await here.games.guests.welcome(a_name(), named=False)
    step = number(form, "step")
    way = battle(request, here, who, script) if script.lesson.battle else at_table(request, here, who, script, step)
    try:
        response = await way
    except Bad as bad:  # who has come by it is known from then on, or would come anew with each press
        response = shown(request, bad.status, bad.detail)
    if token:
        set_cookie(request, response, cookie_name(request), token)
    return response


def known(here: Site, system: str, name: str) -> Script:
    """The lesson of this name, or a 404."""
    script = here.lessons.of(key_of(system, name))
    if script is None:
        raise Bad(404, gettext("There are no lessons of that name."))
    return script


async def at_table(request: Request, here: Site, who: Guest, script: Script, step: int | None) -> Response:
    """The way to the table of a lesson, which stands there at this step, or where it was left."""
    at, _ = (await here.games.learnt(who.id)).get(script.key, (0, False))
    is_left = not step and 0 < at < script.beats
    if not is_left or await here.games.lesson_table(who.id, script.key) is None:
        start = script.begins(step) if step else at if is_left else 0
        made = await here.games.teach(script, who.id, script.called or who.name, start, here.place(request))
        if isinstance(made, Refusal):
            raise Bad(429, refusing.against(script.rules, made).text)
    return RedirectResponse(f"/learn/{script.key}", 303)


async def battle(request: Request, here: Site, who: Guest, script: Script) -> Response:
    """The battle at the end of a path: an ordinary table against a bot."""
    terms = script.lesson.battle
    system = systems.chosen(here, script.system)
    setup = offers.quick(system, terms.get("scenario", ""))
    if setup is None:
        raise Bad(422, gettext("These rules offer no table to begin with at once."))
    form: dict[str, Any] = {"way": "bot", "bots": terms.get("bots", "novice"), "setup": "offered"}
    response = await lay(request, here, who, form, system, setup)
    if response.status_code == HTTPStatus.SEE_OTHER:
        await here.games.learn(who.id, script.key)
        await explains(request, here, response)
    return response


@router.post("/play/{game}/lesson")
async def go_on(request: Request, game: str, here: SiteDep, who: GuestDep) -> Response:
    """Read on, or have done what is wanted; the table is told how it stands then."""
    choose_language(request)
    form = await form_of(request)
    seat = await own_seat(request, game, who.id if who else "", text(form, "seat"))
    info = await game_info(here, game)
    given = here.games.read_on if text(form, "do") == "next" else here.games.show_how
    refusing.went(here, info, await given(GameId(game), Seat(seat), who.id if who else None))
    if request.headers.get("hx-request"):
        return Response(status_code=204)
    return RedirectResponse(f"/play/{game}", 303)
