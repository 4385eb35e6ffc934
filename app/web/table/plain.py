"""A table without script: every question is answered by a plain form, places and paths are typed."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
from fastapi import APIRouter
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.aside import aside
from app.engine.events import Seat
from app.games.results import Accepted, GameId, Refused, Stale
from app.web.page import prompts
from app.web.page.deps import GuestDep, SiteDep, choose_language
from app.web.page.forms import form_of, keys, number, text, typed
from app.web.page.prompts import No
from app.web.page.templates import page
from app.web.page.words import gettext
from app.web.table import seen as tables
from app.web.table.board.drawn import drawn
from app.web.table.calls import failed, own_seat, seen_by_caller
from app.web.table.ending import ending
from app.web.table.entries import LOG
from app.web.table.entries import entries as log_of
from app.web.table.pages import game_head
from app.web.table.seen import Seen
from app.web.table.typed import Unread, answer, entries, place

router = APIRouter(include_in_schema=False)


@router.get("/play/{game}/plain")
async def plain(request: Request, game: str, here: SiteDep, who: GuestDep, seat: str = "", at: str = "") -> Response:
    """The table as a page without script, with the question at the level these picks lead to."""
    choose_language(request)
    table = await seen_by_caller(request, game, who, seat)
    if table.view is None:
        return RedirectResponse(f"/wait/{game}", 303)
    return await shown(request, here, table, keys(at))


@router.post("/play/{game}/plain")
async def give(request: Request, game: str, here: SiteDep, who: GuestDep) -> Response:
    """Give the answer that was typed; go on to the next question, or see this one again with the reason."""
    choose_language(request)
    form = await form_of(request)
    guest = who.id if who else ""
    seat = await own_seat(request, game, guest, text(form, "seat"))
    table = await tables.seen(here.games, game, seat)
    assert table is not None
    at = keys(text(form, "at", 2000))
    try:
        raw = await given(here, table, at, form)
    except Unread as why:
        return await shown(request, here, table, at, No(str(why), ""), 422, form)
    ask, version = text(form, "ask"), number(form, "version")
    result = await here.games.answer(GameId(game), seat, ask, raw, version, text(form, "command"), guest=guest)
    match result:
        case Accepted():
            return RedirectResponse(f"/play/{game}/plain", 303)
        case Refused(refusal=no):
            return await shown(request, here, table, at, prompts.reason(table.words, no), 422, form)
        case Stale():
            fresh = await tables.seen(here.games, game, seat)
            return await shown(
                request, here, fresh or table, [], No(gettext("The game has moved on: look again."), ""), 409
            )
    return failed(result, table)


async def given(here: Any, table: Seen, at: list[str], form: FormData) -> Any:
    """The whole answer: an option that was pressed, the answer of silence, or what was typed at this level."""
    if "silence" in form and table.question is not None:
        return table.question.default
    if pick := text(form, "pick"):
        return prompts.nest([*at, pick], None)
    panel = await tables.prompt(here.games, table, at)
    if panel.state != "mine" or not entries(table.words, panel):
        raise Unread(gettext("Choose one of the answers."))
    return prompts.nest(at, answer(table.own_words or table.words, panel, form))


async def shown(
    request: Request, here: Any, table: Seen, at: list[str], no: No | None = None, status: int = 200,
    form: FormData | None = None,
) -> Response:  # fmt: skip
    """The page; what was typed stands in its fields again."""
    info, words, seen = table.info, table.words, table.view
    assert seen is not None
    panel = await tables.prompt(here.games, table, at, no)
    view = await aside(partial(drawn, words, seen, info, table.asked))
    rows = await here.games.events(GameId(info.id), table.eyes, max(0, info.version - LOG))
    fields = entries(table.own_words or words, panel) if panel.state == "mine" else []
    typed_in = {field.name: typed(form, field.name) for field in fields} if form else {}
    places = {p.id: place(words, (p.x, p.y)) for p in seen.pieces}
    return page(
        request, "table/plain.html", status=status, game=game_head(here, request, table), view=view, you=table.viewer,
        prompt=panel, fields=fields, typed=typed_in, places=places, rules=table.rules, end=ending(table, view),
        entries=log_of(words, rows, seen)[:LOG], waits=panel.state not in ("mine", "over"), level=level,
        command=form and text(form, "command"), seat=Seat(panel.seat),
    )  # fmt: skip


def level(at: list[str]) -> str:
    """Picks as the address of a level has them."""
    return msgspec.json.encode(at).decode()
