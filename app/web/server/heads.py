"""``HEAD`` is answered as ``GET`` is, without the body."""

from __future__ import annotations

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send


class Heads:
    """Pure ASGI: every address that takes ``GET`` takes ``HEAD``."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, as ``GET`` if it is ``HEAD``."""
        if scope["type"] == "http" and scope["method"] == "HEAD":
            await self.app({**scope, "method": "GET"}, receive, bare(send))
        else:
            await self.app(scope, receive, send)


def bare(send: Send) -> Send:
    """The head alone; who would go on to send is told that nobody is there any more."""
    ended = False

    async def wrapped(message: Message) -> None:
        nonlocal ended
        if message["type"] == "http.response.start":
            await send(message)
        elif message["type"] == "http.response.body":
            if not ended:
                ended = True
                await send({"type": "http.response.body", "body": b"", "more_body": False})
            if message.get("more_body"):
                raise ClientDisconnect  # only the head was asked for

    return wrapped
