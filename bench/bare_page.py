"""The floor of a cold page: a document with a style sheet, a script and a line that says one word, of a bare server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bench.latency import HOST

FILES = {
    "/": ("text/html", '<!doctype html><html lang="en"><title>-</title><link rel="icon" href="data:,">'
          '<link rel="stylesheet" href="/page.css"><p>A page</p><script type="module" src="/page.js"></script>'),
    "/page.css": ("text/css", "p { font: 16px sans-serif }"),
    "/page.js": ("text/javascript", "new WebSocket(`ws://${location.host}/line`).onmessage = ({ data }) => {"
                 " document.querySelector('p').textContent = data; document.dispatchEvent(new Event('told')); };"),
}  # fmt: skip
"""What is at each address."""


@asynccontextmanager
async def bare_page() -> AsyncIterator[str]:
    """The address of the page while the block lasts."""
    from websockets.asyncio.server import ServerConnection, serve
    from websockets.datastructures import Headers
    from websockets.http11 import Request, Response

    def page(_: ServerConnection, request: Request) -> Response | None:
        if request.path not in FILES:
            return None
        kind, text = FILES[request.path]
        body = text.encode()
        headers = Headers({"Content-Type": kind, "Content-Length": str(len(body)), "Connection": "close"})
        return Response(200, "OK", headers, body)

    async def line(socket: ServerConnection) -> None:
        await socket.send("told")
        await socket.wait_closed()

    async with serve(line, HOST, 0, process_request=page, compression=None) as server:
        yield f"http://{HOST}:{next(iter(server.sockets)).getsockname()[1]}/"
