"""The site as an app: what it is called and how it looks, and the page of somebody who is not reached by the net."""

from __future__ import annotations

import re
from functools import cache

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from app.web.page.deps import choose_language
from app.web.page.files import address
from app.web.page.joining import STATIC
from app.web.page.templates import page
from app.web.page.words import gettext

router = APIRouter(include_in_schema=False)
SIZES = (192, 512)
"""Pixels of the icons there are."""
PAPER = re.compile(r"--paper: light-dark\((#\w+)")


@cache
def paper() -> str:
    """The ground of every page by day."""
    found = PAPER.search((STATIC / "css" / "page" / "tokens.css").read_text(encoding="utf-8"))
    assert found is not None
    return found[1]


@router.get("/manifest.webmanifest")
async def manifest(request: Request) -> Response:
    """What a browser must know to keep the site as an app."""
    lang = choose_language(request)
    icons = [{"src": address("img/gunbai.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"}]
    icons += [
        {"src": address(f"img/{kind}-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for kind, purpose in (("icon", "any"), ("maskable", "maskable")) for size in SIZES
    ]  # fmt: skip
    said = {
        "id": "/", "name": "Gunbai", "short_name": "Gunbai", "lang": lang, "start_url": "/", "scope": "/",
        "display": "standalone", "background_color": paper(), "theme_color": paper(), "icons": icons,
        "description": gettext(
            "A digital tabletop for miniature wargames: you move, the server judges every rule."
        ),
        "shortcuts": [
            {"name": gettext("Learn"), "url": "/learn"}, {"name": gettext("Your games"), "url": "/games/mine"},
        ],
    }  # fmt: skip
    headers = {"cache-control": "no-cache", "vary": "cookie, accept-language"}
    return JSONResponse(said, media_type="application/manifest+json", headers=headers)


@router.get("/offline")
async def offline(request: Request) -> Response:
    """What the service worker keeps, and shows where no page can be got."""
    return page(request, "page/offline.html")
