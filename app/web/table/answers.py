"""Answers given at the table's page."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.games.results import Accepted, GameId, Refused, Stale
from app.web.page import prompts
from app.web.page.deps import choose_language, guest, site
from app.web.page.forms import form_of, keys, number, text, value
from app.web.page.prompts import No
from app.web.page.words import gettext
from app.web.table import seen as tables
from app.web.table.calls import failed, own_seat
from app.web.table.pages import fragment

router = APIRouter(include_in_schema=False)


@router.post("/play/{game}/answers")
async def answer(request: Request, game: str) -> Response:
    """Give the answer; show the next question, or this one again with the reason."""
    here, who = site(request), await guest(request)
    choose_language(request)
    form = await form_of(request)
    seat = await own_seat(request, game, who.id if who else "", text(form, "seat"))
    at = keys(text(form, "at", 2000))
    result = await here.games.answer(
        GameId(game), seat, text(form, "ask"), prompts.nest(at, value(form, "value")), number(form, "version"),
        text(form, "command"), guest=who.id if who else None,
    )  # fmt: skip
    table = await tables.seen(here.games, game, seat)
    assert table is not None
    match result:
        case Accepted():
            return await fragment(here, table, [])
        case Refused(refusal=no):
            return await fragment(here, table, at[:-1], prompts.reason(table.words, no), 422)
        case Stale():
            return await fragment(here, table, [], No(gettext("The game has moved on: look again."), ""), 409)
    return failed(result, table)
