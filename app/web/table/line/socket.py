"""The websocket of a table: the server tells; the client shows that it is there, and what ``inbound`` knows."""

from __future__ import annotations

import asyncio
import contextlib

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.websockets import WebSocket, WebSocketDisconnect

from app.games.results import GameId
from app.live.connections import Audience, Connection
from app.web.page.deps import Site, choose_language, guest, shares, site, viewer
from app.web.server.security import socket_origin
from app.web.server.wire import line_of
from app.web.table.line.inbound import take

router = APIRouter()
CHATTER = 20
"""Messages a client may send in a second before it is cut."""
LONGEST = 4096
MARK = 32
"""Characters of the mark of a page."""
UNSEEN, FOREIGN, CHATTY, NO_TEXT = 4404, 4403, 4408, 1003
PING, PONG = '{"ping":true}', '{"pong":true}'


@router.websocket("/ws/games/{game}")
async def socket(socket: WebSocket, game: str, since: int = 0, seat: str = "", drawn: str = "", lang: str = "") -> None:
    """Everything after ``since`` in order, then all that follows, until the client goes.

    ``drawn``: the mark of a page that shows what it was drawn with, and nothing else yet; ``lang``: its language.
    """
    here = site(socket)
    if not socket_origin(socket.scope, here.settings.base_url):
        await socket.close(FOREIGN)
        return
    changes = here.rooms.changes
    info = await here.games.info(GameId(game)) if len(game) <= 40 and game.isprintable() else None
    try:
        who = await guest(socket)
    except HTTPException:
        await socket.close(UNSEEN)
        return
    eyes = await viewer(socket, info, who, seat) if info else None
    if eyes is None:
        await socket.close(UNSEEN)
        return
    shared = eyes.seat is not None and await shares(here, game, who)
    audience = Audience(eyes.seat, choose_language(socket, lang), shared, eyes.whole, eyes.delay, eyes.borrowed)
    await socket.accept()
    me, name = (who.id, who.name) if who else ("", "")
    unseen = who is not None and bool(who.prefs.get("unseen"))
    line = line_of(socket)
    connection = here.rooms.enter(game, socket, audience, max(0, since), me, name, unseen=unseen, line=line)
    tasks = [asyncio.create_task(cut(socket, connection))]
    if line is None:
        tasks.append(asyncio.create_task(connection.pump()))
    try:
        await here.rooms.greet(game, connection, max(0, since), drawn[:MARK], changes)
        await listen(socket, here, game, connection)
    finally:
        for task in tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await task
        here.rooms.leave(game, connection)


async def cut(socket: WebSocket, connection: Connection) -> None:
    """Close it when its owner has lost the right to be here."""
    await connection.cut.wait()
    await hang_up(socket, UNSEEN)


async def hang_up(socket: WebSocket, code: int) -> None:
    """It is closed, or was already: a frame that cannot be makes the server close it before we are told."""
    with contextlib.suppress(RuntimeError):
        await socket.close(code)


async def listen(socket: WebSocket, here: Site, game: str, connection: Connection) -> None:
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
            if heard > CHATTER or len(text) > LONGEST:
                await hang_up(socket, CHATTY)
                return
            if text == PING:
                connection.put(PONG)
            else:
                await take(here, game, connection, text)
