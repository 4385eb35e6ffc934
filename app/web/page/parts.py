"""What htmx asks of a page: the part that it is going to put in place, told by its target."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePosixPath
from urllib.parse import urlsplit

from markupsafe import Markup
from starlette.requests import Request

IN_PLACE = Markup(
    'hx-target:inherited="this" hx-swap:inherited="outerMorph show:none" '
    'hx-push-url:inherited="false" hx-sync:inherited="drop"'
)
"""What the root of a fragment says: each of its forms with ``hx-boost`` brings it anew, and is sent once."""


def narrows(id: str) -> Markup:
    """What a form says that narrows the part of this id to what is typed and chosen in it."""
    return Markup(
        'hx-boost="true" hx-target="#{}" hx-swap="outerMorph show:none" hx-push-url="false" hx-replace-url="true" '
        'hx-sync="replace" hx-validate="false" hx-trigger="input changed delay:250ms, submit"'
    ).format(id)


def is_part(request: Request) -> bool:
    """Whether htmx will put the answer into a page, as a part of it."""
    return request.headers.get("hx-request-type") == "partial"


def wanted(request: Request) -> str:
    """The id of the element that htmx will put in place; empty where somebody wants a whole page."""
    return request.headers.get("hx-target", "").partition("#")[2] if is_part(request) else ""


def part_of(id: str, parts: Iterable[str]) -> str:
    """The fragment whose root has this id: of ``_x.html`` it is ``x``; empty if there is none."""
    return next((name for name in parts if PurePosixPath(name).stem == f"_{id}"), "")


def path_of(request: Request) -> str:
    """Where a request came to on this site, with its query."""
    return "?".join(filter(None, (request.url.path, request.url.query)))


def leads_on(request: Request) -> bool:
    """Whether a page is got that is another than the one htmx says is shown, whatever is asked of either."""
    shown = urlsplit(request.headers.get("hx-current-url", "")).path
    return request.method == "GET" and shown not in ("", request.url.path)
