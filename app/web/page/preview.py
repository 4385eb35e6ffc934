"""What others show of a link to a page of ours: a title, a line and a picture (Open Graph; what it says is public)."""

from __future__ import annotations

from typing import NamedTuple

from starlette.requests import Request

from app.web.page.deps import Site
from app.web.page.files import address

WIDE, HIGH = 1200, 630
"""Pixels of a picture: what those who show links ask for."""


class Preview(NamedTuple):
    """A link as it is shown.  ``image`` and ``url`` are whole addresses; ``embeds``: the address of it as oEmbed."""

    title: str
    text: str
    url: str
    image: str
    embeds: str
    size: tuple[int, int] = (WIDE, HIGH)


def home(request: Request, here: Site) -> str:
    """The address by which people reach this server."""
    return here.base(request)


def preview(
    request: Request, here: Site, title: str, text: str, *, image: str = "", embeds: str = "",
    size: tuple[int, int] = (WIDE, HIGH),
) -> Preview:  # fmt: skip
    """This page as a link to it is shown.  ``image`` and ``embeds``: paths; without one it has the house's picture.

    ``size``: of the image, in pixels."""
    base = home(request, here)
    return Preview(
        title,
        text,
        base + request.url.path,
        base + (image or address("img/card.png")),
        embeds and base + embeds,
        size if image else (WIDE, HIGH),
    )
