"""Answers over REST, and a look at one before it is given."""

from __future__ import annotations

from fastapi import APIRouter
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from app.engine.asks import Json
from app.games.results import Accepted, GameId, Look
from app.web.page.deps import GuestDep, SiteDep, choose_language, guest, site
from app.web.page.rest import read, reply, speaks
from app.web.table import seen as tables
from app.web.table import tried
from app.web.table.calls import accepted, failed, own_seat
from app.web.table.told import Looked

router = APIRouter(prefix="/api/v1", tags=["games"])


class Answer(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to an open question.  ``command_id`` makes a repeat harmless."""

    ask: str
    answer: Json
    expected_version: int | None = None
    command_id: str = ""
    seat: str = ""


class HalfAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer, perhaps half-given, to be looked at."""

    ask: str
    answer: Json = None
    seat: str = ""
    expected_version: int | None = None
    command_id: str = ""


ANSWER = {"ask": "12-red", "answer": {"pick": "red-1", "then": "hold"}, "expected_version": 40, "command_id": "7f3a"}


@router.post(
    "/games/{game}/answers", summary="Answer an open question", **speaks("give_answer", Accepted, Answer, ANSWER)
)
async def answer(request: Request, game: str) -> Response:
    """200 with the new version; 409 when the game has moved on; 422 a refusal with code, clause and facts."""
    here, who = site(request), await guest(request)
    choose_language(request)
    given = await read(request, Answer)
    seat = await own_seat(request, game, who.id if who else "", given.seat)
    result = await here.games.answer(
        GameId(game),
        seat,
        given.ask,
        given.answer,
        given.expected_version,
        given.command_id,
        guest=who.id if who else None,
    )
    table = None if isinstance(result, Accepted) else await tables.seen(here.games, game, seat)
    return reply(accepted(result, table))


@router.post(
    "/games/{game}/preview",
    summary="Look at an answer before giving it",
    **speaks("preview_answer", Looked, HalfAnswer, {"ask": "12-red", "answer": "red-1"}),
)
async def preview(request: Request, game: str, here: SiteDep, who: GuestDep) -> Response:
    """Legal or not and why, the breakdown, what it would touch.  Nothing is consumed."""
    choose_language(request)
    given = await read(request, HalfAnswer)
    seat = await own_seat(request, game, who.id if who else "", given.seat)
    look = await here.games.preview(GameId(game), seat, given.ask, given.answer, guest=who.id if who else None)
    table = await tables.seen(here.games, game, seat)
    assert table is not None
    if not isinstance(look, Look):
        failed(look, table)
    shown = tried.looked(table.words, look)
    return reply({**shown, "notes": [*shown["notes"], *tried.passed_over(table, given.answer)]})
