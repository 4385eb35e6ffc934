"""Talk over REST."""

from __future__ import annotations

from typing import Literal, TypedDict

from fastapi import APIRouter
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from app.engine.asks import Json
from app.web.page.deps import GuestDep, SiteDep, choose_language
from app.web.page.errors import Bad
from app.web.page.rest import read, reply, speaks
from app.web.page.words import gettext
from app.web.table.talk.speaking import LineSaid, as_json, at_table, heard, line_of, mute, said

router = APIRouter(prefix="/api/v1", tags=["talk"])


class Said(Struct, frozen=True, forbid_unknown_fields=True):
    """Something to be said: ``table``, ``side``, ``watch``, or with a drawing ``comment``."""

    text: str = ""
    scope: str = "table"
    drawing: Json = None


class Reason(Struct, frozen=True, forbid_unknown_fields=True):
    """Why a line is reported."""

    reason: str = ""


class Lines(TypedDict):
    """What was said."""

    lines: list[LineSaid]


class Done(TypedDict):
    """What was done about a speaker."""

    done: Literal["mute", "unmute", "report"]


@router.get("/games/{game}/talk", summary="What was said, as far as you may read it", **speaks("list_talk", Lines))
async def listen(request: Request, game: str, who: GuestDep, since: int = 0) -> Response:
    """Lines after ``since`` (a line's number), the last 200."""
    choose_language(request)
    return reply(Lines(lines=await heard(request, await at_table(request, game, who), max(0, min(since, 2**31 - 1)))))


@router.post(
    "/games/{game}/talk", status_code=201, summary="Say something",
    **speaks("say", LineSaid, Said, {"text": "Good luck!", "scope": "table"}),
)  # fmt: skip
async def speak(request: Request, game: str, here: SiteDep, who: GuestDep) -> Response:
    """The line as others read it."""
    choose_language(request)
    at, given = await at_table(request, game, who), await read(request, Said)
    return reply(as_json(here, at.info.id, await said(request, at, given.scope, given.text, given.drawing)), 201)


@router.post(
    "/games/{game}/talk/{line}/{deed}", summary="mute, unmute or report who said it",
    **speaks("act_on_speaker", Done, Reason, {"reason": "insult"}, optional=True),
)  # fmt: skip
async def about(request: Request, game: str, line: int, deed: str, here: SiteDep, who: GuestDep) -> Response:
    """Muted speakers are not read any more; a report goes to the host of the server."""
    choose_language(request)
    at = await at_table(request, game, who)
    if who is None:
        raise Bad(403, gettext("Sit down or sign in first: then others know who speaks."))
    found = await line_of(request, at, line)
    given = await read(request, Reason) if await request.body() else Reason()
    if deed == "mute":
        await mute(here, who, found)
    elif deed == "unmute":
        await here.bonds.remove(who.id, found.guest, "mute")
    elif deed == "report":
        await here.talk.report(at.info.id, found, who.id, given.reason)
    else:
        raise Bad(404, f"There is no {deed!r}; known are: mute, unmute, report.")
    return reply({"done": deed})
