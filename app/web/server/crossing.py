"""Pages of other sites that the host lets call the API: with a token, never with a cookie (CORS)."""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import Message, Scope, Send

API = "/api/v1/"
ALLOWED = {
    "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
    "access-control-allow-headers": "authorization, content-type, accept-language, last-event-id, if-none-match",
    "access-control-max-age": "600",
}


class Crossing:
    """The origins that may call; ``*``: any."""

    def __init__(self, cors: str = "") -> None:
        self.origins = frozenset(cors.lower().split())

    def origin(self, scope: Scope) -> str:
        """The origin of another site that may make this request; empty: none."""
        given = Headers(scope=scope).get("origin", "")
        allowed = "*" in self.origins or given.lower() in self.origins
        return given if given and allowed and scope["path"].startswith(API) else ""


def foreign(scope: Scope) -> Scope:
    """The request without whatever a browser sends by itself: who calls is said by a token."""
    return {**scope, "headers": [row for row in scope["headers"] if row[0] != b"cookie"]}


def is_question(scope: Scope) -> bool:
    """Whether a browser asks if it may ask."""
    return scope["method"] == "OPTIONS" and "access-control-request-method" in Headers(scope=scope)


def yes() -> Response:
    """It may."""
    return Response(status_code=204, headers=ALLOWED)


def opened(send: Send, origin: str) -> Send:
    """The same, to be read by a page of that origin."""

    async def wrapped(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers["access-control-allow-origin"] = origin
            headers["access-control-expose-headers"] = "retry-after, etag, www-authenticate"
            headers["cross-origin-resource-policy"] = "cross-origin"
            headers.add_vary_header("origin")
        await send(message)

    return wrapped
