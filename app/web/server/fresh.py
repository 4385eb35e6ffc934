"""A request sees each game as it was when it first looked, or later: one question to the database, not twenty."""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send

from app.games.rooms import one_look
from app.web.page.once import reading


class OneLook:
    """Pure ASGI; sockets, which live long, look each time."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass it on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        with one_look(), reading():
            await self.app(scope, receive, send)
