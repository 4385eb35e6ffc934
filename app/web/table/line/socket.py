"""The websocket of a table: the server tells; the client shows that it is there, and what ``inbound`` knows."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from functools import partial
from typing import NamedTuple

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket, WebSocketDisconnect

from app.games.results import GameId
from app.games.seats import Guest
from app.live.connections import Audience, Connection, Line, Wire
from app.web.page.deps import Site, choose_language, guest, shares, site, viewer
from app.web.server.security import socket_origin
from app.web.server.wire import line_of
from app.web.table.line.inbound import take

router = APIRouter()


class Bounds(NamedTuple):
    """Messages a client may send in a second, and characters in one of them, before it is cut."""

    each_second: int
    characters: int


OF_A_PAGE = Bounds(20, 4096)
MARK = 32
"""Characters of the mark of a page."""
UNSEEN, FOREIGN, CHATTY, NO_TEXT = 4404, 4403, 4408, 1003
Hear = Callable[[Connection, str], Awaitable[object]]
"""What becomes of a text that somebody sends."""
PING, PONG = '{"ping":true}', '{"pong":true}'


@router.websocket("/ws/games/{game}")
async def socket(socket: WebSocket, game: str, since: int = 0, seat: str = "", drawn: str = "", lang: str = "") -> None:
    """Everything after ``since`` in order, then all that follows, until the client goes.

    ``drawn``: the mark of a page that shows what it was drawn with, and nothing else yet; ``lang``: its language.
    """

    def hear(connection: Connection, text: str) -> Awaitable[object]:
        return take(site(socket), game, connection, text)

    await held(socket, game, Asked(seat, since, drawn[:MARK], lang), hear, OF_A_PAGE)


class Asked(NamedTuple):
    """As what somebody asks to be told, from which version, in which language and form."""

    seat: str
    since: int
    drawn: str
    language: str
    form: str = "page"


async def admitted(caller: HTTPConnection, game: str, asked: Asked) -> tuple[Audience, Guest | None] | None:
    """The audience a caller belongs to, and who it is; ``None`` if the game is not open to them, or there is none."""
    here = site(caller)
    info = await here.games.info(GameId(game)) if len(game) <= 40 and game.isprintable() else None
    try:
        who = await guest(caller)
    except HTTPException:
        return None
    eyes = await viewer(caller, info, who, asked.seat) if info else None
    if eyes is None:
        return None
    if info and eyes.seat and not eyes.borrowed:
        await here.games.sat_down(info, eyes.seat, partial(here.rooms.is_here, game))
    shared = asked.form == "page" and eyes.seat is not None and await shares(here, game, who)
    language = choose_language(caller, asked.language)
    return Audience(eyes.seat, language, shared, eyes.whole, eyes.delay, eyes.borrowed, asked.form), who


async def held(socket: WebSocket, game: str, asked: Asked, hear: Hear, most: Bounds) -> None:
    """The socket belongs to the game's room until it is closed; what it says is heard, within bounds."""
    here = site(socket)
    if not socket_origin(socket.scope, here.settings.base_url):
        await socket.close(FOREIGN)
        return
    changes = here.rooms.changes
    found = await admitted(socket, game, asked)
    if found is None:
        await socket.close(UNSEEN)
        return
    await socket.accept()
    line, since = line_of(socket), max(0, asked.since)
    connection = entered(here, game, socket, *found, since, line)
    tasks = [asyncio.create_task(cut(socket, connection))]
    if line is None:
        tasks.append(asyncio.create_task(connection.pump()))
    try:
        await here.rooms.greet(game, connection, since, asked.drawn, changes)
        await listen(socket, connection, hear, most)
    finally:
        for task in tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await task
        here.rooms.leave(game, connection)


def entered(
    here: Site, game: str, wire: Wire, audience: Audience, who: Guest | None, since: int, line: Line | None = None
) -> Connection:
    """The caller is in the game's room."""
    me, name = (who.id, who.name) if who else ("", "")
    unseen = who is not None and bool(who.prefs.get("unseen"))
    return here.rooms.enter(game, wire, audience, since, me, name, unseen=unseen, line=line)


async def cut(socket: WebSocket, connection: Connection) -> None:
    """Close it when its owner has lost the right to be here."""
    await connection.cut.wait()
    await hang_up(socket, UNSEEN)


async def hang_up(socket: WebSocket, code: int) -> None:
    """It is closed, or was already: a frame that cannot be makes the server close it before we are told."""
    with contextlib.suppress(RuntimeError):
        await socket.close(code)


def is_ping(text: str) -> bool:
    """Whether it is a sign of life, with or without blanks between its parts."""
    return len(text) < MARK and "".join(text.split()) == PING


async def listen(socket: WebSocket, connection: Connection, hear: Hear, most: Bounds) -> None:
    """Read until the client goes: what it may send is told on, anything else is passed over, too much ends it."""
    loop = asyncio.get_running_loop()
    second, heard = int(loop.time()), 0
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            if text is None:
                await hang_up(socket, NO_TEXT)
                return
            now = int(loop.time())
            second, heard = (second, heard + 1) if now == second else (now, 1)
            if heard > most.each_second or len(text) > most.characters:
                await hang_up(socket, CHATTY)
                return
            if is_ping(text):
                connection.put(PONG)
            else:
                await hear(connection, text)
