"""A game's past over REST: its moments, and the table at each."""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.aside import aside
from app.games.results import GameId
from app.web.page.deps import GuestDep, SiteDep
from app.web.page.errors import Bad
from app.web.page.rest import reply, speaks
from app.web.page.words import gettext
from app.web.replay import film as cutting
from app.web.replay import moments
from app.web.table.board.inspecting import inspected, known
from app.web.table.told import Card

router = APIRouter(prefix="/api/v1", tags=["replays"])
PRIVATE = {"cache-control": "private, no-cache", "vary": "cookie, authorization, accept-language"}


@router.get("/games/{game}/timeline", summary="The moments of a game", **speaks("get_timeline", moments.Timeline))
async def timeline(request: Request, game: str, here: SiteDep, who: GuestDep, seat: str = "") -> Response:
    """Every step that you may see: the version it ends at, its turn and phase, what kind of step it is, its words.

    Of a game that goes on in your own view; of one that is over everything, or with ``as`` one side's view.
    """
    back = await moments.look_back(request, game, who, seat)
    return reply(await moments.timeline(here, back))


@router.get("/games/{game}/film", summary="Where a game turned", **speaks("get_film", cutting.Film))
async def film(request: Request, game: str, here: SiteDep, who: GuestDep, seat: str = "") -> Response:
    """Six turning points at most, as a film of them shows each: the versions before and after it, what happened.

    Of a game that goes on those so far, in your own view; of one that is over as the timeline is.
    """
    return reply(await cutting.film(here, await moments.look_back(request, game, who, seat)))


@router.get("/games/{game}/frames/{v}", summary="The table at a moment", **speaks("get_frame", moments.Frame))
async def frame(request: Request, game: str, v: int, here: SiteDep, who: GuestDep, seat: str = "") -> Response:
    """The counters, panels and log as they were at version ``v``, drawn for a page."""
    back = await moments.look_back(request, game, who, seat)
    tag = moments.mark(back, v)
    if tag in request.headers.get("if-none-match", "") and 0 < v <= back.info.version:
        return Response(status_code=304, headers={"etag": tag, **PRIVATE})
    given = reply(await moments.frame(here, back, v, moments.log_at(request, back, v)))
    given.headers.update({"etag": tag, **PRIVATE})
    return given


@router.get(
    "/games/{game}/frames/{v}/ground", summary="The ground at a moment", **speaks("get_frame_ground", moments.Landscape)
)
async def ground(request: Request, game: str, v: int, here: SiteDep, who: GuestDep, seat: str = "") -> Response:
    """The terrain as it was at version ``v``, drawn; ``land`` is its name in the frames."""
    table = await moments.moment(here, await moments.look_back(request, game, who, seat), v)
    return reply(await aside(partial(moments.landscape, table)))


@router.get(
    "/games/{game}/frames/{v}/inspect/{piece}", summary="What you saw who asked about a counter then",
    **speaks("inspect_piece_then", Card),
)  # fmt: skip
async def inspect(
    request: Request, game: str, v: int, piece: str, here: SiteDep, who: GuestDep, seat: str = ""
) -> Response:
    """The card of a counter, a group or a force at version ``v``."""
    table = await moments.moment(here, await moments.look_back(request, game, who, seat), v)
    found = await here.games.inspect(GameId(game), table.full, piece) if known(table.view, piece) else None
    if found is None:
        raise Bad(404, gettext("There is nothing like that on this table."))
    return reply(inspected(table, piece, found, here.games.systems[table.info.system]))
