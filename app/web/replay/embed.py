"""A table inside a page of another site: a picture of it as anybody may see it, and the way there (oEmbed 1.0)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from app.web.page.deps import Site, SiteDep, choose_language
from app.web.page.errors import Bad
from app.web.page.preview import HIGH, WIDE, home
from app.web.page.templates import page
from app.web.page.words import gettext
from app.web.replay import moments
from app.web.table.pages import game_head, title
from app.web.table.seen import Seen

Framer = Callable[[Request, Site, Sequence[str], Mapping[str, str], tuple[int, int]], Awaitable[dict[str, Any]]]
"""What is told of a page by the parts of its path, its query and the room there is; a 404 where it is none."""
FRAMERS: dict[str, Framer] = {}
"""By what their addresses begin with: pages of other rooms that are put into other sites, too."""

router = APIRouter(include_in_schema=False)
ROOMS = ("play", "watch", "replay", "report")
"""Pages that show a table: how their addresses begin."""
WIDEST = 640
"""Pixels a board takes where it may."""
FOOT = 56
SANDBOX = "allow-popups allow-popups-to-escape-sandbox allow-same-origin"
"""What a frame may: be styled by us, and lead to a page of ours that may do all."""
FRAMED = {
    "content-security-policy": "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; "
    "frame-ancestors *",
    "cross-origin-resource-policy": "cross-origin", "cross-origin-opener-policy": "unsafe-none",
    "cache-control": "public, max-age=60",
}  # fmt: skip


@router.get("/embed/{game}")
async def embed(request: Request, game: str, here: SiteDep, at: int = 0) -> Response:
    """The table, now or at a version, as whoever has neither seat nor name sees it; no script, no form."""
    table = await public(request, here, game, at)
    query = {"watch": request.query_params.get("watch", ""), "at": str(at or table.info.version)}
    more = urlencode({name: value for name, value in query.items() if value})
    shown = page(
        request, "replay/embed.html", game=game_head(here, request, table), title=title(table),
        turn=table.view.turn if table.view else 0, image=f"/replay/{table.info.id}/moment.png?{more}",
        link=f"{home(request, here)}/replay/{table.info.id}?{more}", size=(WIDE, HIGH),
    )  # fmt: skip
    shown.headers.update(FRAMED)
    return shown


async def public(request: Request, here: Site, game: str, at: int) -> Seen:
    """The table as anybody may see it who has this address, or a 403, 404 or 409."""
    back = await moments.look_back(request, game, None)
    return await moments.moment(here, back, at or back.info.version)


@router.get("/oembed")
async def oembed(
    request: Request, here: SiteDep, url: str = "", format: str = "json",
    maxwidth: int = WIDEST, maxheight: int = WIDEST,
) -> Response:  # fmt: skip
    """What a page of ours is inside another: a frame with the board, no wider and higher than asked for."""
    choose_language(request)
    if format != "json":
        raise Bad(501, gettext("Only JSON is spoken here."))
    try:
        asked = urlsplit(url)
    except ValueError:
        asked = urlsplit("")
    parts = asked.path.strip("/").split("/")
    ours = f"{asked.scheme}://{asked.netloc}" == home(request, here)
    if ours and parts[0] in FRAMERS:
        found = FRAMERS[parts[0]](request, here, parts, dict(parse_qsl(asked.query)), (maxwidth, maxheight))
        return JSONResponse(await found)
    if not ours or len(parts) < 2 or parts[0] not in ROOMS:
        raise Bad(404, gettext("This address leads to no table of this server."))
    given = dict(parse_qsl(asked.query))
    watch = parts[2] if parts[0] == "watch" and len(parts) > 2 else given.get("watch", "")
    request.scope["query_string"] = urlencode({"watch": watch} if watch else {}).encode()
    at = version(given.get("at", ""))
    table = await public(Request(request.scope), here, parts[1], at)
    return JSONResponse(framed(request, here, table, watch, str(at or ""), (maxwidth, maxheight)))


def version(text: str) -> int:
    """The version an address names, nought where none."""
    return int(text) if text.isdecimal() and len(text) < 10 else 0


def framed(request: Request, here: Site, table: Seen, watch: str, at: str, most: tuple[int, int]) -> dict[str, Any]:
    """The answer of oEmbed about a table."""
    wide = min(WIDEST, max(1, most[0]))
    high = min(wide * HIGH // WIDE + FOOT, max(1, most[1]))
    base, more = home(request, here), urlencode({k: v for k, v in (("watch", watch), ("at", at)) if v})
    path = f"{table.info.id}{more and '?' + more}"
    picture = f"{base}/replay/{table.info.id}/moment.png{more and '?' + more}"
    return {
        "version": "1.0", "type": "rich", "provider_name": "Gunbai", "provider_url": base, "title": title(table),
        "width": wide, "height": high, "thumbnail_url": picture, "thumbnail_width": WIDE, "thumbnail_height": HIGH,
        "html": frame(f"{base}/embed/{path}", wide, high),
    }  # fmt: skip


def frame(address: str, wide: int, high: int, more: str = "") -> str:
    """What puts one of our frames into another page; ``more``: what it may besides."""
    return (
        f'<iframe src="{address}" width="{wide}" height="{high}" frameborder="0" '
        f'loading="lazy" sandbox="{SANDBOX}{more}" title="Gunbai"></iframe>'
    )
