"""A round inside a page of another site, and as a picture: what anybody sees who has its address (oEmbed 1.0)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.aside import aside
from app.web.campaigns.event import HIGHEST, embedded, event_path, known, linked, stalls, title
from app.web.campaigns.shared import Room, room
from app.web.campaigns.words import stamp
from app.web.page.deps import Site, SiteDep
from app.web.page.errors import Bad
from app.web.page.preview import HIGH, WIDE
from app.web.page.templates import page
from app.web.page.words import gettext
from app.web.replay.embed import FRAMED, FRAMERS, WIDEST
from app.web.replay.pages import SHARED
from app.web.replay.still import beside

router = APIRouter(include_in_schema=False)
PICTURED, FRESH = 6, 60
"""Tables on the picture of a link; seconds after which a frame asks again."""


@router.get("/embed/campaign/{id}/round/{number}")
async def embed(request: Request, id: str, number: int, here: SiteDep, still: int = 0) -> Response:
    """All tables of a round as whoever has neither seat nor name sees them; no script, no form.

    It asks again by itself unless it is to stay ``still``, as who reads in it may want it.
    """
    at = await public(request, here, id, number)
    shown = page(
        request, "campaigns/embed.html", rows=await stalls(at, number), title=title(at, number),
        fresh=0 if still else FRESH,
        other=f"?{urlencode({'key': at.key, 'still': '' if still else '1'})}",
        link=f"{here.base(request)}{event_path(at, number)}", home=here.base(request), stamp=stamp,
    )  # fmt: skip
    shown.headers.update(FRAMED)
    return shown


async def public(request: Request, here: Site, id: str, number: int) -> Room:
    """The campaign as anybody may read it who has this address; or a 404."""
    return known(await room(request, id, here, None), number)


@router.get("/campaign/{id}/round/{number}/picture.png")
async def picture(request: Request, id: str, number: int, here: SiteDep) -> Response:
    """The hottest tables beside each other, as anybody sees them who has this address."""
    at = await public(request, here, id, number)
    views = [row["view"] for row in await stalls(at, number) if row["view"]][:PICTURED]
    if not views:
        raise Bad(404, gettext("No battle of this round is being fought where you may watch."))
    drawn = await here.rasters.png(await aside(partial(beside, views)))
    if drawn is None:
        raise Bad(503, gettext("Too many pictures are being drawn; ask again in a moment."))
    return Response(drawn, headers=SHARED, media_type="image/png")


async def told(
    request: Request, here: Site, parts: Sequence[str], given: Mapping[str, str], most: tuple[int, int]
) -> dict[str, Any]:
    """The answer of oEmbed about a round."""
    if len(parts) != 4 or parts[2] != "round" or not (parts[3].isdecimal() and len(parts[3]) < 10):
        raise Bad(404, gettext("This address leads to no table of this server."))
    number = int(parts[3])
    at = known(await room(request, parts[1], here, None, given.get("key", "")), number)
    wide, high = min(WIDEST, max(1, most[0])), min(HIGHEST, max(1, most[1]))
    shown = linked(request, at, number, await stalls(at, number))
    return {
        "version": "1.0", "type": "rich", "provider_name": "Gunbai", "provider_url": here.base(request),
        "title": shown.title, "width": wide, "height": high, "thumbnail_url": shown.image, "thumbnail_width": WIDE,
        "thumbnail_height": HIGH, "html": embedded(request, at, number, wide, high),
    }  # fmt: skip


FRAMERS["campaign"] = told
