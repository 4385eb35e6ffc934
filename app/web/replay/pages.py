"""A game from its beginning."""

from __future__ import annotations

from functools import partial
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.accounts.prefs import chosen, pictures
from app.aside import aside
from app.games.replay import begins
from app.web.page.deps import GuestDep, SiteDep
from app.web.page.errors import Bad
from app.web.page.preferred import preferred
from app.web.page.templates import page
from app.web.page.words import gettext
from app.web.replay import moments
from app.web.replay.hindsight import then
from app.web.replay.moments import Back
from app.web.replay.picture import FILE, picture
from app.web.replay.still import drawing
from app.web.table.entries import LOG
from app.web.table.log import lines, reply
from app.web.table.pages import game_head, linked
from app.web.table.seen import Seen

router = APIRouter(include_in_schema=False)
SHARED = {"cache-control": "public, max-age=60", "cross-origin-resource-policy": "cross-origin"}
"""Of a picture that other sites show."""


@router.get("/replay/{game}")
async def replay(
    request: Request, game: str, here: SiteDep, who: GuestDep, seat: str = "", at: int = 0, moment: int = 0
) -> Response:  # fmt: skip
    """The room without hands, at a version; at the last one where none is named.  ``moment``: what would have been
    better there, if it was looked at."""
    back = await moments.look_back(request, game, who, seat)
    first = await begins(here.games, back.info.id)
    v = min(max(at, first), back.info.version) if at > 0 else back.info.version
    table = await moments.moment(here, back, v)
    view, log = await aside(partial(moments.board, table)), await lines(here, table, reach=LOG)
    return page(
        request, "replay/page.html", rules=table.rules, view=view, you=back.you, v=v, over=back.over,
        game=game_head(here, request, table) | {"version": back.info.version}, land=moments.land(view),
        entries=log.rows, older=log.older, older_at=moments.log_at(request, back, v),
        views=views(back, table), query=query(request), bars=not back.over,
        pictures=pictures(preferred(request, "pictures")), log=chosen(preferred(request, "log"), "log"),
        preview=linked(request, here, table, v),
        follow=chosen(preferred(request, "follow"), "follow"), then=await then(here, back, table.words, moment),
    )  # fmt: skip


def views(back: Back, table: Seen) -> list[tuple[str, str]]:
    """Whose eyes may be chosen once the game is over."""
    if not back.over:
        return []
    sides = [(str(s.seat), table.words.seats.get(s.seat, s.seat)) for s in back.info.seats]
    named = [(seat, gettext("As {who} saw it").format(who=name)) for seat, name in sides]
    return [("", gettext("All is shown")), *named, ("watch", gettext("As watchers saw it"))]


def query(request: Request) -> dict[str, Any]:
    """What of the address stays the same at every moment."""
    return {key: value for key, value in request.query_params.items() if key in ("seat", "watch", "as") and value}


@router.get("/replay/{game}/log")
async def older(
    request: Request, game: str, here: SiteDep, who: GuestDep, before: str = "", seat: str = "", at: int = 0
) -> Response:  # fmt: skip
    """The lines of the log before the one of this name, as they were at a version."""
    back = await moments.look_back(request, game, who, seat)
    table = await moments.moment(here, back, at)
    return await reply(here, table, before, moments.log_at(request, back, at))


@router.get("/replay/{game}/moment.svg")
async def svg(request: Request, game: str, here: SiteDep, who: GuestDep, seat: str = "", at: int = 0) -> Response:
    """The table at a version as a picture that needs nothing else."""
    back = await moments.look_back(request, game, who, seat)
    v = at or back.info.version
    table = await moments.moment(here, back, v)
    link = f"{here.base(request)}/replay/{back.info.id}?at={v}"
    drawn = await aside(lambda: picture(table, moments.board(table), link))
    return Response(drawn, headers=FILE | {
        "content-disposition": f'attachment; filename="gunbai-{back.info.id[:8]}-{v}.svg"',
    }, media_type="image/svg+xml")  # fmt: skip


@router.get("/replay/{game}/moment.png")
async def still(request: Request, game: str, here: SiteDep, at: int = 0) -> Response:
    """The ground and where who stands at a version, as anybody sees it who has this address, whoever asks."""
    back = await moments.look_back(request, game, None)
    table = await moments.moment(here, back, at or back.info.version)
    drawn = await here.rasters.png(await aside(lambda: drawing(moments.board(table))))
    if drawn is None:
        raise Bad(503, gettext("Too many pictures are being drawn; ask again in a moment."))
    return Response(drawn, headers=SHARED, media_type="image/png")
