"""How this server is watched: an id and a line for every request, whether it is alive and ready, what it counts."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import re
import secrets
import time
from collections import Counter
from collections.abc import AsyncIterator, MutableMapping
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from fastapi import APIRouter, FastAPI
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app import logs, metrics
from app.games import health
from app.live.connections import Audience
from app.web.page.deps import Site, SiteDep, choose_language
from app.web.page.errors import AGAIN, shown
from app.web.page.words import gettext
from app.web.server import tracing
from app.web.server.security import TooLarge

log = logging.getLogger("gunbai.request")
router = APIRouter(include_in_schema=False)
SAMPLE = 1.0
"""Seconds between two looks at what this process holds."""
QUIET = ("/healthz", "/readyz", "/metrics", "/static/")
"""Addresses that are asked for all the time: told only when everything is."""
FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip", "via")
GAME = re.compile(
    r"(?:/api/v1|/ws|/admin)?/(?:challenge|embed|games|join|lobby|play|rematch|replace|replay|report|umpire|wait|watch)"
    r"/([\w-]{22})(?=[/.]|$)"
)
"""Addresses that name a game."""


def install(app: FastAPI) -> None:
    """Every request has an id and a line, and what breaks is told with it; the addresses of this module are there.

    To be called once all other middleware is there.
    """
    app.user_middleware.append(Middleware(Mending))
    app.add_middleware(Watching)
    app.include_router(router)


# -- every request -------------------------------------------------------------------


class Watching:
    """The outermost: the request's id, and what became of it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass it on; once it is answered, a line says so and it is counted."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        request, begun, status = secrets.token_hex(8), time.perf_counter(), 0
        game = game_in(scope["path"])
        scope.setdefault("state", {})["request"] = request

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] in ("http.response.start", "websocket.accept"):
                status = message.get("status", 101)
                MutableHeaders(scope=message)["x-request-id"] = request
                tracing.name_game(game)
            await send(message)

        with logs.bound(request=request, **({"game": game} if game else {})):
            try:
                await self.app(scope, receive, watched)
            finally:
                tell(scope, status, time.perf_counter() - begun)


def tell(scope: Scope, status: int, seconds: float) -> None:
    """A line about the request, and it is counted.  What was asked for is told as its route: addresses hold keys."""
    path, is_http = scope["path"], scope["type"] == "http"
    if is_http:
        metrics.requested(kind_of(path), status or 499, seconds)
    facts: dict[str, Any] = {
        "method": scope.get("method", "WS"), "route": route_of(scope), "status": status,
        "ms": round(seconds * 1000, 1), "guest": guest_of(scope),
    }  # fmt: skip
    level = logging.DEBUG if path.startswith(QUIET) else logging.INFO
    log.log(level, "answered" if is_http else "socket closed", extra={k: v for k, v in facts.items() if v != ""})


def route_of(scope: MutableMapping[str, Any]) -> str:
    """The pattern of the address; empty where nothing lies."""
    for found in (scope.get("fastapi", {}).get("effective_route_context"), scope.get("route")):
        if path := getattr(found, "path_format", None) or getattr(found, "path", None):
            return str(path)
    return ""


def game_in(path: str) -> str:
    """The game that an address names, or empty."""
    found = GAME.match(path)
    return found[1] if found else ""


def guest_of(scope: MutableMapping[str, Any]) -> str:
    """The id of whoever asked, or empty."""
    return str(getattr(scope.get("state", {}).get("who"), "id", ""))


def kind_of(path: str) -> str:
    """What kind of thing was asked for."""
    return "api" if path.startswith("/api/") else "static" if path.startswith("/static/") else "page"


class Mending:
    """The innermost: where the program breaks, the answer says under which id it is logged."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass it on, or say that it broke."""
        begun = False

        async def watched(message: Message) -> None:
            nonlocal begun
            begun = begun or message["type"] == "http.response.start"
            await send(message)

        try:
            await self.app(scope, receive, watched)
        except (TooLarge, ClientDisconnect):
            raise
        except Exception:
            if scope["type"] != "http":
                raise
            metrics.failed()
            log.exception("the program broke on a request", extra={"route": route_of(scope)})
            if begun:
                raise
            await broken(Request(scope))(scope, receive, send)


def broken(request: Request) -> Response:
    """The page, or the problem document, of a request on which the program broke."""
    choose_language(request)
    id = request.scope.get("state", {}).get("request", "")
    words = gettext("The server failed on this request. Nothing more is known of it than its number: {id}.")
    return shown(request, 500, words.format(id=id), request_id=id)


# -- alive, ready, counted -----------------------------------------------------------


@router.get("/healthz")
async def alive() -> Response:
    """The process answers; nothing else is touched."""
    return answer(200, {"ok": True})


@router.get("/readyz")
async def ready(here: SiteDep) -> Response:
    """Whether the database answers and has this program's schema; Valkey is named, its loss is no hindrance."""
    against, bus = await asyncio.gather(health.unready(here.games), health.valkey(here.settings.valkey_url))
    told = answer(503 if against else 200, {"ok": not against, "against": against, "valkey": bus})
    if against:
        told.headers["retry-after"] = str(AGAIN[503])
    return told


@router.get("/metrics")
async def counted(request: Request, here: SiteDep) -> Response:
    """What this server counts: for programs near by, or with a host's token of the scope ``read``."""
    if not is_near(request) and not await is_host(request, here):
        raise HTTPException(404)
    return Response(metrics.exposed(), media_type=metrics.TEXT)


def answer(status: int, body: Any) -> Response:
    """JSON that no cache keeps."""
    headers = {"cache-control": "no-store"}
    return Response(msgspec.json.encode(body), status, headers, media_type="application/json")


def is_near(request: Request) -> bool:
    """Whether the caller is of this machine or of a private network, and came by no proxy."""
    if request.client is None or any(name in request.headers for name in FORWARDED):
        return False
    try:
        return ipaddress.ip_address(request.client.host).is_private
    except ValueError:
        return False


async def is_host(request: Request, here: Site) -> bool:
    """Whether the caller has a host's token that may read."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    who = await here.people.by_token(token.strip()) if kind.lower() == "bearer" else None
    return who is not None and who.role == "host" and "read" in (who.scopes or ())


# -- what this process holds -----------------------------------------------------------


@asynccontextmanager
async def sampling(here: Site) -> AsyncIterator[None]:
    """Meanwhile it is counted every second what this process holds, and how late the event loop is."""
    task = asyncio.create_task(sample(here))
    try:
        yield
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await task


async def sample(here: Site) -> None:
    """Never returns; a look that fails is told of if the one before did not."""
    loop, was_well = asyncio.get_running_loop(), True
    while True:
        try:
            held = health.held(here.games, here.rooms, here.settings.folder)
            metrics.sampled(sockets_of(here), workers=1, **held)
            was_well = True
        except Exception:
            if was_well:
                log.exception("what this process holds cannot be counted")
            was_well = False
        due = loop.time() + SAMPLE
        await asyncio.sleep(SAMPLE)
        metrics.lagged(loop.time() - due)


def sockets_of(here: Site) -> Counter[str]:
    """How many sockets are open, by who looks."""
    return Counter(audience_of(one.audience) for room in here.rooms.rooms.values() for one in room.connections)


def audience_of(audience: Audience) -> str:
    """Which of ``metrics.AUDIENCES`` this is."""
    if audience.borrowed or audience.whole:
        return "umpire"
    if audience.seat is not None:
        return "seat"
    return "delayed" if audience.delay else "watcher"
