"""Errors in clear words: a problem document for programs, a page for people."""

from __future__ import annotations

from typing import Any

import msgspec
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from app.engine.words import N_
from app.games.results import Conflict, StorageAway, StorageBusy, StorageFull, Unstorable
from app.web.page.parts import is_part
from app.web.page.problems import problem
from app.web.page.templates import page, render
from app.web.page.words import gettext

STORAGE: dict[type[Exception], tuple[int, str]] = {
    StorageFull: (507, N_("The server's disk is full: nothing was changed. Try again later.")),
    Conflict: (409, N_("Somebody changed that at the same moment: look again.")),
    StorageAway: (503, N_("The database does not answer. Try again in a moment.")),
    Unstorable: (422, N_("That cannot be kept: a number is too large, or a text holds an odd sign.")),
    StorageBusy: (503, N_("The server is busy: nothing was changed. Try again.")),
}
"""What the database could not do, and what is said of it."""


PAUSE = 60
AGAIN = {429: PAUSE, 503: 5}
"""Seconds until it may be asked again, by status, where nothing better is known."""


class Bad(Exception):
    """A request that cannot be served: status, a sentence, and what a program may want to know.

    ``retry``: where it is so for a while only, the seconds until it may be asked again.
    """

    def __init__(self, status: int, detail: str, *, retry: int = 0, **more: Any) -> None:
        super().__init__(detail)
        self.status, self.detail, self.more, self.retry = status, detail, more, retry or AGAIN.get(status, 0)


def wants_page(request: Request) -> bool:
    """Whether a person looks at this, not a program or a fragment swap."""
    return not request.url.path.startswith("/api/") and "text/html" in request.headers.get("accept", "")


def shown(request: Request, status: int, detail: str, **more: Any) -> Response:
    """The error as this caller reads it, and when to come again where that helps."""
    given = drawn(request, status, detail, **more)
    if status in AGAIN:
        given.headers["retry-after"] = str(AGAIN[status])
    return given


def drawn(request: Request, status: int, detail: str, **more: Any) -> Response:
    """A part of a page, a page, or a problem document."""
    if is_part(request):
        to = {"hx-retarget": "#toast", "hx-reswap": "beforeend", "cache-control": "no-store"}
        return HTMLResponse(render("page/_wrong.html", text=detail), status, to)
    if wants_page(request):
        title = gettext("Nothing lies here") if status == 404 else gettext("That did not work")
        return page(request, "page/error.html", status=status, title=title, text=detail, code=status)
    return problem(status, detail, **more)


def install(app: FastAPI) -> None:
    """Every kind of error has its answer."""

    @app.exception_handler(Bad)
    async def bad(request: Request, error: Bad) -> Response:
        given = shown(request, error.status, error.detail, **error.more)
        if error.status in AGAIN:
            given.headers["retry-after"] = str(error.retry)
        elif error.status == 401:
            given.headers["www-authenticate"] = "Bearer"
        return given

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        given = shown(request, error.status_code, str(error.detail))
        given.headers.update(error.headers or {})
        return given

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        where = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
        return shown(request, 422, where)

    @app.exception_handler(msgspec.DecodeError)
    async def undecodable(request: Request, error: msgspec.DecodeError) -> Response:
        return shown(request, 400, f"The body cannot be read: {error}")

    async def storage(request: Request, error: Exception) -> Response:
        status, said = STORAGE[type(error)]
        return shown(request, status, gettext(said))

    for kind in STORAGE:
        app.exception_handler(kind)(storage)
    _ = (bad, http, invalid, undecodable)
