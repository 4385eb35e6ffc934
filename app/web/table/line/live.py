"""A game for programs, as JSON: what happens, by websocket or server-sent events; what REST takes, by the former."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator
from typing import Any, NotRequired, TypedDict

import msgspec
from fastapi import APIRouter
from msgspec import Struct
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Message
from starlette.websockets import WebSocket

from app.engine.asks import Json
from app.games.results import Shown, Status
from app.games.seats import Guest
from app.live.connections import RESYNC, Audience, Connection
from app.web.page.deps import Site, SiteDep
from app.web.page.errors import Bad
from app.web.page.problems import document
from app.web.page.rest import speaks
from app.web.page.words import gettext
from app.web.server.security import BODY
from app.web.table.calls import DEEDS, game_info
from app.web.table.line.socket import Asked, Bounds, admitted, entered, held

router = APIRouter(prefix="/api/v1", tags=["games"])
log = logging.getLogger(__name__)
STREAM = "text/event-stream"
BEAT = 15.0
"""Seconds of silence after which a stream says that it is alive."""
EACH_SECOND = 200
"""Commands a program may send in a second before it is cut; what each costs is counted as that of a request."""
DOES = ("answers", "preview", *DEEDS)
"""What may be done over the line: the addresses of the game that take a POST in play."""
UNREADABLE = 'Send {"id", "do", "body"}.'


class Command(Struct, frozen=True, forbid_unknown_fields=True):
    """Something to be done; ``id`` comes back with what came of it, ``body`` is that of the same address of REST."""

    id: str
    do: str
    body: Json = None


class FirstTold(TypedDict):
    """The first message of a line; ``docs/asyncapi.yaml`` describes it and all that follow."""

    v: int
    status: Status
    asked: list[str]
    clocks: list[dict[str, Any]]
    time: dict[str, float]
    document: dict[str, Any]
    events: NotRequired[tuple[Shown, ...]]


class Version(Struct):
    """What of a message is the name of an event of a stream; what people do has none."""

    v: int = -1


VERSION = msgspec.json.Decoder(Version)


# -- over a websocket ---------------------------------------------------------------------


@router.websocket("/games/{game}/live")
async def line(socket: WebSocket, game: str, since: int = 0, seat: str = "", lang: str = "") -> None:
    """First the table as a document, with the events after ``since``; then what changes, until the client goes."""

    async def hear(connection: Connection, text: str) -> None:
        connection.put((await acknowledged(socket, game, text, connection.audience.language)).decode())

    await held(socket, game, Asked(seat, since, "", lang, "data"), hear, Bounds(EACH_SECOND, BODY))


async def acknowledged(socket: WebSocket, game: str, text: str, lang: str) -> bytes:
    """What came of a command: the status and the body that REST gives for it, in the language of the line."""
    try:
        given = msgspec.json.decode(text, type=Command)
    except (msgspec.DecodeError, RecursionError):
        return refused("", 400, UNREADABLE)
    if given.do not in DOES:
        detail = f"There is no {given.do[:40]!r} here; known are: {', '.join(DOES)}."
        return refused(given.id, 404, detail)
    path = f"/api/v1/games/{game}/{given.do}"
    body = msgspec.json.encode(given.body) if given.body is not None else b""
    status, body, wait = await posted(socket, path, body, lang)
    told = {"ack": given.id, "status": status, "body": msgspec.Raw(body or b"null")}
    return msgspec.json.encode(told | ({"retry_after": int(wait)} if wait else {}))


def refused(id: str, status: int, detail: str) -> bytes:
    """What is no command at all, told as REST tells it."""
    return msgspec.json.encode({"ack": id, "status": status, "body": document(status, detail)})


async def posted(socket: WebSocket, path: str, body: bytes, lang: str) -> tuple[int, bytes, str]:
    """A request of whoever holds a socket, through all that every request passes: status, body, seconds to wait.

    An exception is a 500 as over HTTP; the socket stays.
    """
    same = (b"authorization", b"cookie", b"host", b"origin")
    headers = [(name, value) for name, value in socket.scope["headers"] if name in same]
    headers += [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()),
                (b"accept-language", lang.encode())]  # fmt: skip
    scope = {
        **{name: socket.scope[name] for name in ("asgi", "server", "client", "root_path") if name in socket.scope},
        "type": "http", "http_version": "1.1", "method": "POST", "path": path, "raw_path": path.encode(),
        "scheme": "https" if socket.url.scheme == "wss" else "http", "query_string": b"", "headers": headers,
    }  # fmt: skip
    status, parts, wait = 500, list[bytes](), ""

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Message) -> None:
        nonlocal status, wait
        if message["type"] == "http.response.start":
            status, wait = message["status"], Headers(raw=message["headers"]).get("retry-after", "")
        parts.append(message.get("body", b""))

    try:
        await socket.app(scope, receive, send)
    except Exception:  # what broke has been answered: it is not the socket that is broken
        log.exception("a command broke: %s", path)
    return status, b"".join(parts), wait


# -- over HTTP ------------------------------------------------------------------------------


class Mute:
    """A wire on which nothing is sent: what waits for it is taken from its connection."""

    async def send_text(self, data: str) -> None:
        """Never called."""


@router.get("/games/{game}/live", summary="Follow a game, as JSON", **speaks("follow_game", FirstTold))
async def follow(request: Request, game: str, here: SiteDep, seat: str = "", since: int = -1) -> Response:
    """The table as a document; with ``Accept: text/event-stream`` then all that follows, as server-sent events.

    ``since``: the version after which events are told with the first message; else none are.  The id of an event is
    the version it brings the client to: who comes back sends it as ``Last-Event-ID``.
    """
    info, changes = await game_info(here, game), here.rooms.changes
    last = request.headers.get("last-event-id", "")
    after = int(last) if last.isdecimal() and len(last) < 10 else since if since >= 0 else info.version
    asked = Asked(seat, after, "", "", "data")
    found = await admitted(request, game, asked)
    if found is None:
        raise Bad(403, gettext("This table is not open to you: ask for its watchers' link."))
    if STREAM not in request.headers.get("accept", ""):
        text = await here.rooms.render(game, found[0], after, "")
        return Response(text, media_type="application/json", headers={"cache-control": "no-store"})
    told = stream(here, game, *found, after, changes)
    return StreamingResponse(told, media_type=STREAM, headers={"cache-control": "no-store", "x-accel-buffering": "no"})


async def stream(
    here: Site, game: str, audience: Audience, who: Guest | None, since: int, changes: int
) -> AsyncGenerator[str, None]:
    """What somebody is told, one event a message; it ends when they may not look on, or have lost some.

    They are in the room only while somebody reads: who has gone before the first event was never there.
    """
    connection = entered(here, game, Mute(), audience, who, since)
    gone = asyncio.create_task(connection.cut.wait())
    try:
        await here.rooms.greet(game, connection, since, "", changes)
        while not connection.cut.is_set():
            text = await next_of(connection, gone)
            yield event(text) if text else ": still here\n\n"
            if text == RESYNC:
                return
    finally:
        gone.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await gone
        here.rooms.leave(game, connection)


async def next_of(connection: Connection, gone: asyncio.Task[Any]) -> str:
    """The next text for this connection; empty after a while without any, or when it is cut."""
    waits = asyncio.create_task(connection.outbox.get())
    try:
        done, _ = await asyncio.wait((waits, gone), timeout=BEAT, return_when=asyncio.FIRST_COMPLETED)
        return waits.result() if waits in done else ""
    finally:
        waits.cancel()


def event(text: str) -> str:
    """A message as a server-sent event; what changes the table bears its version as its id."""
    version = VERSION.decode(text).v
    return f"id: {version}\ndata: {text}\n\n" if version >= 0 else f"data: {text}\n\n"
