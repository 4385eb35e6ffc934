"""The websocket of a table: the server tells, the client only pings and shows presence."""

from __future__ import annotations

import asyncio
import contextlib

import msgspec
from fastapi import APIRouter
from starlette.websockets import WebSocket, WebSocketDisconnect

from app.games.results import GameId
from app.live.rooms import Audience
from app.web.deps import choose_language, guest, shares, site, viewer
from app.web.security import socket_origin

router = APIRouter()
CHATTER = 20
"""Messages a client may send in a second before it is cut."""
UNSEEN, FOREIGN, CHATTY, NO_TEXT = 4404, 4403, 4408, 1003


@router.websocket("/ws/games/{game}")
async def socket(socket: WebSocket, game: str, since: int = 0, seat: str = "") -> None:
    """Everything after ``since`` in order, then all that follows, until the client goes."""
    if not socket_origin(socket.headers):
        await socket.close(FOREIGN)
        return
    here = site(socket)
    info = await here.games.info(GameId(game)) if len(game) <= 40 else None
    who = await guest(socket)
    eyes = await viewer(socket, info, who, seat) if info else None
    if eyes is None:
        await socket.close(UNSEEN)
        return
    shared = eyes.seat is not None and await shares(here, game, who)
    audience = Audience(eyes.seat, choose_language(socket), shared, eyes.whole, eyes.delay, eyes.borrowed)
    await socket.accept()
    connection = here.rooms.enter(game, socket, audience, max(0, since))
    pump = asyncio.create_task(connection.pump())
    try:
        await here.rooms.greet(game, connection, max(0, since))
        await listen(socket)
    finally:
        pump.cancel()
        with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await pump
        here.rooms.leave(game, connection)


async def listen(socket: WebSocket) -> None:
    """Read until the client goes: pings are answered by the protocol, anything else is only counted."""
    loop = asyncio.get_running_loop()
    second, heard = int(loop.time()), 0
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            if text is None:
                await socket.close(NO_TEXT)
                return
            now = int(loop.time())
            second, heard = (second, heard + 1) if now == second else (now, 1)
            if heard > CHATTER or len(text) > 4096:
                await socket.close(CHATTY)
                return
            if text == '{"ping":true}':
                await socket.send_text(msgspec.json.encode({"pong": True}).decode())
